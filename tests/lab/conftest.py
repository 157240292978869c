"""Armies of invented and of known systems, ready to fight."""

from typing import Any

import pytest

from turnwright.lab.muster import Case
from turnwright.lab.policies import Policy
from turnwright.language.roster import Roster

ALTERNATING = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round:
        turns.alternate: {cadence: alternate, first: listed_first, uneven: runs_on}
        turns.acts: {each: [act], among: own, together: one}
        turns.once: {limit: {per: round}, until: none_left}
      act: {}
"""
"""Sides take turns; each unit acts once a round; the longer side goes on alone."""


@pytest.fixture
def alternating(system: Any) -> Any:
    """Sides take turns; each unit acts once a round; the longer side goes on alone."""
    return system(ALTERNATING)


def roster(*sizes: int) -> Roster:
    """A roster of so many units on each side: `red0`, `red1` and on, `blue0` and on."""
    names = ("red", "blue", "green")[: len(sizes)]
    sides = {
        name: tuple(f"{name}{number}" for number in range(size))
        for name, size in zip(names, sizes, strict=True)
    }
    return Roster(roster=" against ".join(map(str, sizes)), sides=sides, name="invented")


@pytest.fixture
def case() -> Any:
    """A case of effective rules and sides of these sizes: `case(rules, 3, 10)`."""

    def of(rules: Any, *sizes: int, policy: Policy = Policy.FIRST_LISTED) -> Case:
        return Case(rules.ruleset, rules.title, rules, roster(*sizes), policy)

    return of


@pytest.fixture(name="roster_of")
def roster_of_sizes() -> Any:
    """A roster of so many units on each side: `roster_of(3, 10)`."""
    return roster
