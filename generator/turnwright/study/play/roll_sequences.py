"""Roll sequences: the exact distribution of what one roll after another comes to.

An attack is a run of rolls in which nobody chooses anything: to hit, to wound, to save. Here every
way it may go is gone through, up to the moment at which somebody decides again.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from turnwright.engine.apply import apply
from turnwright.engine.decision import Awaits
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.study.play.chance import TooMany, outcomes
from turnwright.study.play.stopped import PlayStopped

MAX_ROLLS = 1500
"""Limit of the rolls that are gone through."""
STUCK = (Awaits.UNSAID, Awaits.CONTRADICTED)


def after_rolls(program: Program, state: State) -> dict[State, Fraction]:
    """Every state that the rolls may lead to, with how likely it is.

    Raises TooMany where there are too many to go through, and PlayStopped where play stops.
    """
    done: dict[State, Fraction] = defaultdict(Fraction)
    waiting = {state: Fraction(1)}
    rolled = 0
    while waiting:
        following: dict[State, Fraction] = defaultdict(Fraction)
        for before, weight in waiting.items():
            if before.ask.awaits in STUCK:
                raise PlayStopped(f"The rules do not say `{before.ask.unsaid}` here.")
            if before.ask.awaits is not Awaits.ROLL:
                done[before] += weight
                continue
            likely = outcomes(program, before)
            rolled += len(likely)
            if rolled > MAX_ROLLS:
                raise TooMany
            for chance, roll in likely:
                following[apply(program, before, roll)[0]] += weight * chance
        waiting = following
    return dict(done)


def models_lost(program: Program, state: State) -> dict[int, Fraction]:
    """How likely it is that the rolls cost so many models. Raises as `after_rolls` does."""
    there = _models(state)
    found: dict[int, Fraction] = defaultdict(Fraction)
    for after, chance in after_rolls(program, state).items():
        found[there - _models(after)] += chance
    return dict(sorted(found.items()))


def _models(state: State) -> int:
    """The models of all units."""
    known = state.rest.models
    return sum(
        known.get(number, 1)
        for number in range(state.roster.sides + 1, len(state.roster.names))
        if state.alive >> number & 1
    )
