"""Activations: who acts when, read off the chances that are spent in a battle.

A unit acts when it is picked for a chance; what it then does while it is active belongs to that
act. Inside the act of another unit it reacts, unless only the acting side has chances there.
"""

from __future__ import annotations

from typing import NamedTuple

from turnwright.engine.decision import Awaits, ChoiceKind
from turnwright.engine.program import Program
from turnwright.engine.state import Frame, State
from turnwright.language.input import DONE, PASS, Choice, Input
from turnwright.language.turn_order import Cadence


class Act(NamedTuple):
    """Act of units of one side."""

    side: int
    units: int
    """The mask of those who act."""
    reaction: bool = False


Counted = frozenset[int]
"""The serials of open steps that belong to acts that were counted."""


def deed_of(program: Program, before: State, given: Input) -> Act | None:
    """The units that a chance is spent on; None for an input by which no unit does anything."""
    ask = before.ask
    if ask.awaits is not Awaits.CHOICE or ask.kind is not ChoiceKind.CHANCE:
        return None
    if not isinstance(given, Choice) or given.does in (PASS, DONE) or not given.units:
        return None
    units = sum(1 << before.roster.number[name] for name in given.units)
    around = _acting(before)
    reaction = False
    if around is not None and units & ~around.units:
        alone = any(
            ruling.value is Cadence.ONE_SIDE for ruling in program.turns(ask.step).cadence.rulings
        )
        reaction = not alone or not around.units & before.roster.units[ask.side]
    return Act(ask.side, units, reaction)


def act_of(
    program: Program, before: State, given: Input, after: State, counted: Counted
) -> tuple[Act | None, Counted]:
    """The act that an input begins, if it begins one; and the steps that belong to acts."""
    deed = deed_of(program, before, given)
    open_now = {frame.serial for frame in after.stack}
    if deed is None:
        return None, counted & open_now
    for frame in before.stack:
        if frame.serial in counted and not deed.units & ~frame.units:
            return None, counted & open_now
    newest = before.serial
    mine = {
        frame.serial
        for frame in after.stack
        if frame.serial > newest and frame.units and not frame.units & ~deed.units
    }
    around = _acting(before)
    if around is not None and around.units == deed.units:
        mine.add(around.serial)
    return deed, (counted | mine) & open_now


def _acting(state: State) -> Frame | None:
    """The innermost open step in which units act."""
    return next((frame for frame in reversed(state.stack) if frame.units), None)
