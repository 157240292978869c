"""Eligibility: who may be picked, how often, before whom, and how many at once."""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.condition import Amount, Did
from turnwright.language.field import ruled


class Together(StrEnum):
    """How many units one chance may start at once."""

    ONE = "one"
    """One unit."""
    SEVERAL = "several"
    """One unit or more."""
    TIED = "tied"
    """All that rank equal, whosever they are; only where nobody is asked."""


class Items(StrEnum):
    """How many items one thing may be done with."""

    ONE = "one"
    """One item."""
    SEVERAL = "several"
    """One item or more; numbers of a profile are those of the item that is named first."""


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


class Tally(StrEnum):
    """Whose doings are counted together."""

    ITEM = "item"
    """Those of a unit with each of its items alone."""
    MODEL = "model"
    """Those of each model alone; of a unit that stands as one, those of the unit."""
    MODEL_ITEM = "model_item"
    """Those of each model with each item alone; of a unit that stands as one, those of the unit."""
    UNIT = "unit"
    """Those of each unit alone."""
    SIDE = "side"
    """Those of all units of a side."""
    BATTLE = "battle"
    """Everybody's."""


class Direction(StrEnum):
    """Which end of a ranking comes first."""

    DESCENDING = "descending"
    """Highest first."""
    ASCENDING = "ascending"
    """Lowest first."""


class Gathers(StrEnum):
    """What actions that were put off must share to be carried out one right after another."""

    TARGET = "target"
    """Their target."""
    PROFILE = "profile"
    """The numbers and the keywords of the item that is used."""


@dataclass(frozen=True, kw_only=True)
class Limit:
    """How often something may be done."""

    per: str = ruled(names="step_or_this")
    """The step in which it is counted, such as `round`, or `this` one."""
    times: Amount = ruled(1, least=1)
    """How often at most."""
    by: Tally = Tally.UNIT
    """Whose doings are counted together."""


@dataclass(frozen=True, kw_only=True)
class Reach:
    """How near to the target a model has to be, from base to base."""

    inches: Amount = ruled(least=0)
    """So near to a model of the target, at most."""
    through: Amount | None = ruled(None, least=0)
    """Or so near to another model of its unit that is so near to a model of the target."""


@dataclass(frozen=True, kw_only=True)
class Models:
    """Which models of a unit do something; all that is said must hold."""

    within: Reach | None = ruled(None, some_of=True)
    """Only those that are so near to the target."""
    bars: Did | None = ruled(None, some_of=True)
    """Not those that did this."""
    without: str = ruled("", some_of=True, names="fact")
    """Not those of which this was stated towards the target, such as that they cannot see it."""
    most: Amount | None = ruled(None, some_of=True)
    """At most so many: unless it is said which, those that are listed first."""


@dataclass(frozen=True, kw_only=True)
class Rank:
    """Units are taken in order of a `value` or a `fact`."""

    value: Amount | None = ruled(None, one_of=True)
    """The value, or another amount, that orders them."""
    fact: str = ruled("", one_of=True, names="fact")
    """The fact that orders them: those that have it, and those that do not."""
    direction: Direction
    """Which of them come first; with a fact, `descending` is those that have it."""
