"""Timelines: one round as it is played out, deed by deed, and which loop is outside in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from random import Random

from turnwright.lab.muster import Case
from turnwright.lab.playing import deed_of, played
from turnwright.language.input import Choice


@dataclass(frozen=True)
class Deed:
    """Deed: what units do with a chance."""

    side: int
    """The number of their side in the roster."""
    units: tuple[str, ...]
    does: str
    """The step that they go through."""
    during: str
    """The step that dealt the chance."""
    act: int
    """The number of the act that it belongs to, from 0."""
    reaction: bool


def deeds_of_round(case: Case) -> tuple[Deed, ...]:
    """The deeds of one first round, where the roster's first side is listed first.

    Those that only open an act, in which the unit then does other things, are left out.
    Raises PlayStopped where nobody can go on.
    """
    armies = case.first_seat()
    deeds: list[Deed] = []
    act = -1
    for step in played(armies, case.policy, Random(0)):
        deed = deed_of(armies.program, step.before, step.given)
        if deed is None or step.is_next or not isinstance(step.given, Choice):
            continue
        units, during = step.given.units, step.before.ask.step
        of_these = next((one for one in reversed(deeds) if one.units == units), None)
        reaction = deed.reaction
        if step.act is not None or of_these is None:
            act += 1
            number = act
        else:
            number, reaction = of_these.act, of_these.reaction
        deeds.append(Deed(deed.side, units, step.given.does, during, number, reaction))
    return tuple(deed for at, deed in enumerate(deeds) if not _only_opens(deeds, at))


def _only_opens(deeds: Sequence[Deed], at: int) -> bool:
    """Whether a deed only opens an act, in which the unit then does other things."""
    deed, after = deeds[at], deeds[at + 1] if at + 1 < len(deeds) else None
    return (
        after is not None
        and after.act == deed.act
        and after.units == deed.units
        and (at == 0 or deeds[at - 1].act != deed.act)
        and after.during != deed.during
    )


class Loop(StrEnum):
    """Which loop is outside."""

    UNIT = "unit"
    """A unit does everything before the next one."""
    PHASE = "phase"
    """Every unit does one thing before any does the next."""
    SINGLE = "single"
    """There is one thing to do, or one unit that does anything: there is only one loop."""
    FREE = "free"
    """One step deals all of it, so units and things come in any order."""
    MIXED = "mixed"
    """Units come back, and so do the things they do."""


def outer_loop(deeds: Sequence[Deed], side: int) -> Loop:
    """Which loop is outside in the deeds of a side."""
    own = [deed for deed in deeds if deed.side == side and not deed.reaction]
    units = [deed.units for deed in own]
    steps = [deed.during for deed in own]
    if len({deed.does for deed in own}) < 2 or len(set(units)) == len(own):
        return Loop.SINGLE
    if _is_in_one_piece(units) and len({deed.act for deed in own}) < len(own):
        return Loop.UNIT
    if len(set(steps)) == 1:
        return Loop.FREE
    return Loop.PHASE if _is_in_one_piece(steps) else Loop.MIXED


def _is_in_one_piece(listed: Sequence[object]) -> bool:
    """True when nothing comes back after something else has come."""
    return len([key for key, _ in groupby(listed)]) == len(set(listed))
