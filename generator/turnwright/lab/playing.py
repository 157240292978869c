"""Playing: the first round of a battle, by a policy and by chance; which inputs are activations."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from turnwright.engine.apply import apply
from turnwright.engine.decision import Awaits, ChoiceKind, Refused
from turnwright.engine.odds import random_input
from turnwright.engine.program import Program
from turnwright.engine.state import Frame, State
from turnwright.lab.legal_moves import settling
from turnwright.lab.muster import Armies, PlayStopped
from turnwright.lab.policies import Policy, Tried, candidates, note_tried
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


MAX_INPUTS = 5000
"""Limit of the inputs of one play; a system that takes more does not end under its policy."""


class PlayedInput(NamedTuple):
    """Step of a play: an input, and what comes of it."""

    before: State
    given: Input
    act: Act | None
    """The act that it begins, if it begins one."""
    is_next: bool
    """That act is the first of the next round."""


class Round(NamedTuple):
    """Round of a battle: the acts in it, and the first of the next."""

    acts: tuple[Act, ...] = ()
    next_first: Act | None = None


def played(armies: Armies, policy: Policy, random: Random) -> Iterator[PlayedInput]:
    """The first round of a battle, input by input, up to the first act of the next.

    Where a system has no rounds, as many acts as there are units make one. Raises PlayStopped.
    """
    program, acts = armies.program, 0
    state, _ = armies.begin()
    tried: Tried = {}
    counted: Counted = frozenset()
    for _ in range(MAX_INPUTS):
        if state.ask.awaits is Awaits.END:
            return
        given, after = go_on(program, state, policy, tried, random)
        act, counted = act_of(program, state, given, after, counted)
        every = state.roster.everybody.bit_count()
        is_over = state.round > 1 if program.round else acts >= every
        is_next = act is not None and is_over
        yield PlayedInput(state, given, act, is_next)
        if is_next:
            return
        acts += act is not None
        state = after
    raise endless()


def go_on(
    program: Program, state: State, policy: Policy, tried: Tried, random: Random
) -> tuple[Input, State]:
    """An input that the policy or chance chooses, and the state after it. Raises PlayStopped."""
    if state.ask.awaits in (Awaits.ROLL, Awaits.DRAW):
        given = random_input(program, state, random)
        return given, apply(program, state, given)[0]
    if settled := settling(program, state):
        said = random.choice(settled)
        return said, apply(program, state, said)[0]
    is_choice = state.ask.awaits is Awaits.CHOICE
    for given in candidates(program, state, policy, tried, random) if is_choice else ():
        try:
            after, _ = apply(program, state, given)
        except Refused:
            continue
        if isinstance(given, Choice):
            note_tried(state, tried, given)
        return given, after
    raise stopped(state)


def stopped(state: State) -> PlayStopped:
    """The stop of a play that cannot go on, as a sentence."""
    ask = state.ask
    if ask.awaits is Awaits.UNSAID and not ask.what:
        return PlayStopped(f"It stops in `{ask.step}`: no rule says `{ask.unsaid}`.")
    if ask.awaits is Awaits.UNSAID:
        return PlayStopped(f"It stops in `{ask.step}`: steps open each other again and again.")
    if ask.awaits is Awaits.CONTRADICTED:
        return PlayStopped(f"It stops in `{ask.step}`: two rules say `{ask.unsaid}` differently.")
    return PlayStopped(f"It stops in `{ask.step}`: nothing that is listed there can be done.")


def endless() -> PlayStopped:
    """The stop of a play that does not end, as a sentence."""
    return PlayStopped(
        f"It does not end under this policy: a round takes over {MAX_INPUTS} inputs."
    )


def sampled_round(armies: Armies, policy: Policy, random: Random) -> Round:
    """One first round, chosen by the policy and by chance. Raises PlayStopped."""
    steps = [step for step in played(armies, policy, random) if step.act is not None]
    following = steps.pop().act if steps and steps[-1].is_next else None
    return Round(tuple(step.act for step in steps if step.act is not None), following)
