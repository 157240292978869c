"""The two invented systems that most tests of the engine start from."""

from collections.abc import Callable
from typing import Any

import pytest

Invent = Callable[..., Any]

SKIRMISH = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [turns]}}
      turns:
        turns.alternate: {cadence: alternate}
        turns.first: {first: listed_first}
        turns.acts: {each: [act]}
        turns.own: {among: own}
        turns.one: {together: one}
        turns.once: {limit: {per: round}}
        turns.uneven: {uneven: runs_on}
        turns.over: {until: none_left}
        turns.may-pass: {passing: allowed}
        turns.pass-is-final: {passed: round}
        turns.all-passed: {until: all_passed}
      act: {}
"""
"""Sides take turns; each unit acts once a round; who passes is out."""

DUEL = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [turns]}}
      turns:
        turns.alternate: {cadence: alternate}
        turns.first: {first: listed_first}
        turns.acts: {each: [activation]}
        turns.own: {among: own}
        turns.one: {together: one}
        turns.once: {limit: {per: round}}
        turns.uneven: {uneven: runs_on}
        turns.over: {until: none_left}
      activation:
        actions.chances: {cadence: one_side, first: active}
        actions.active: {among: active, together: one}
        actions.known: {each: [strike, rest]}
        actions.done: {finish: allowed}
      strike: {}
      rest: {}
"""
"""Sides take turns; the unit that is active strikes and rests as it likes, until it is done."""


@pytest.fixture
def skirmish(system: Invent) -> Any:
    """Sides take turns; each unit acts once a round; who passes is out."""
    return system(SKIRMISH)


@pytest.fixture
def duel(system: Invent) -> Any:
    """Sides take turns; the unit that is active strikes and rests as it likes."""
    return system(DUEL)
