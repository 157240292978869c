"""Chances: how they are dealt, who is first, who may be picked, and when there are no more."""

from dataclasses import dataclass
from enum import StrEnum


class Cadence(StrEnum):
    """How chances to act are dealt inside a step."""

    EACH_PLAYER = "each_player"
    """Every side gets the step once, one side after the other."""
    ONE_SIDE = "one_side"
    """One side takes every chance."""
    ALTERNATE = "alternate"
    """Sides take turns, one chance each."""
    DRAW = "draw"
    """What is drawn from a container says whose chance comes next."""


class First(StrEnum):
    """Who has the first chance of a step."""

    ACTIVE = "active"
    """The side whose turn or activation it is."""
    OTHER = "other"
    """The side whose turn or activation it is not."""
    MISSION = "mission"
    """The side that the mission names."""
    FEWEST = "fewest"
    """The side with the fewest units left."""
    MOST = "most"
    """The side with the most units left."""
    DRAWN = "drawn"
    """The side whose marker was drawn."""
    FIRST_SIDE = "first_side"
    """The side that the ruleset lists first, such as the attacker."""
    SECOND_SIDE = "second_side"
    """The side that the ruleset lists second, such as the defender."""


class Among(StrEnum):
    """Whose units may be picked."""

    OWN = "own"
    """Units of the side whose chance it is."""
    ENEMY = "enemy"
    """Units of other sides."""
    ACTIVE = "active"
    """Only the units that are acting in the enclosing step."""
    ANYONE = "anyone"
    """Units of every side."""


class Together(StrEnum):
    """How many units one chance may start at once."""

    ONE = "one"
    """One unit."""
    SEVERAL = "several"
    """One unit or more."""


class Group(StrEnum):
    """How units that were started at once go through what follows."""

    SHARED = "shared"
    """They go through it side by side: all move, then all shoot."""
    IN_TURN = "in_turn"
    """One goes through all of it, then the next does."""


class Counts(StrEnum):
    """Which units of a group are used up."""

    EACH = "each"
    """Every unit of the group."""
    ONE = "one"
    """Only the unit that was named first."""


class Order(StrEnum):
    """Whether the listed order binds."""

    FIXED = "fixed"
    """As listed; what was gone past does not come back."""
    FREE = "free"
    """In whatever order the acting side likes."""


class Allowed(StrEnum):
    """Whether a side may do so."""

    ALLOWED = "allowed"
    """It may."""
    NEVER = "never"
    """It may not."""


class Passed(StrEnum):
    """What passing does."""

    OUT = "out"
    """Whoever passed gets no further chance."""
    FOR_NOW = "for_now"
    """Whoever passed gets another chance after somebody has acted."""


class Uneven(StrEnum):
    """What happens when one side has nothing left to pick and another has."""

    RUNS_ON = "runs_on"
    """The side with something left takes its chances one after another."""
    STOPS = "stops"
    """The step ends."""


class Unable(StrEnum):
    """What a chance that nobody can use does to the side that holds it."""

    PASSES = "passes"
    """The side counts as having passed."""
    WAITS = "waits"
    """The side is skipped, and asked again later."""


class Until(StrEnum):
    """When a step ends."""

    NONE_LEFT = "none_left"
    """When no unit is left that could be picked."""
    ALL_PASSED = "all_passed"
    """When every side has passed."""
    ALL_DEALT = "all_dealt"
    """When every side has had its chance."""
    ONE_CHANCE = "one_chance"
    """When one chance has been used."""


class Swaps(StrEnum):
    """Whether who is first changes from round to round."""

    NEVER = "never"
    """The same side is first in every round."""
    EACH_ROUND = "each_round"
    """The sides take it in turns to be first."""


class TiedRoll(StrEnum):
    """What happens when a roll-off is tied."""

    AGAIN = "again"
    """It is rolled again."""
    FIRST_SIDE = "first_side"
    """The side that the ruleset lists first wins."""


class Direction(StrEnum):
    """Which end of a ranking comes first."""

    DESCENDING = "descending"
    """Highest first."""
    ASCENDING = "ascending"
    """Lowest first."""


@dataclass(frozen=True, kw_only=True)
class Limit:
    """How often the same unit may be picked."""

    per: str
    """The step in which it is counted, such as `round`."""
    times: int = 1
    """How often at most."""


@dataclass(frozen=True, kw_only=True)
class Rank:
    """Units are taken in order of a value, or those with a fact before those without."""

    value: str = ""
    """The value that orders them."""
    fact: str = ""
    """The fact that orders them, where no value does."""
    direction: Direction
    """Which of them come first; with a fact, `descending` is those that have it."""
