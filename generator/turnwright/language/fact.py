"""Facts: what is true of a unit, a side, a pair or the battle. Values: the numbers of a unit."""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.clause import Clause, Combine, Source, word
from turnwright.language.condition import Condition


class Subject(StrEnum):
    """What a fact is true of."""

    UNIT = "unit"
    """One unit."""
    PAIR = "pair"
    """Two units, such as being engaged with each other."""
    SIGHT = "sight"
    """One unit towards another, such as seeing it."""
    SIDE = "side"
    """A side."""
    BATTLE = "battle"
    """The battle as a whole."""
    MODELS = "models"
    """So many models of a unit, which are gone for good."""


class Triggers(StrEnum):
    """Whether abilities that wait for a loss are called."""

    NEVER = "never"
    """They are not."""
    ALWAYS = "always"
    """They are."""


@dataclass(frozen=True, kw_only=True)
class FactMeaning:
    """What a clause of a fact means."""

    when: Condition | None = None
    """All that this clause means holds only then."""
    within: float | None = word(Combine.ONE)
    """The fact holds between two enemies whose bases are this near, in inches."""
    counts_as: str | None = word(Combine.ANY)
    """Whoever has this fact counts as having that one too."""
    triggers: Triggers | None = word(Combine.ONE)
    """Whether abilities that wait for this are called."""


@dataclass(frozen=True, kw_only=True)
class FactClause(Clause):
    """A clause of a fact."""

    means: FactMeaning | None = None
    """What it means to the engine. Without one it `follows` from others, or only advises."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Something that is true for a while, or not."""

    title: str = ""
    """What people call it. Without one, its name serves."""
    text: str = ""
    """A sentence or two for whoever opens it on the page."""
    of: Subject = Subject.UNIT
    """What it is true of."""
    leaves: bool = False
    """A unit with this fact is gone from the battle."""
    away: bool = False
    """A unit with this fact is not on the table yet."""
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[FactClause, ...] = ()
    """What is said about it, one rule each."""


@dataclass(frozen=True, kw_only=True)
class ValueMeaning:
    """What a clause of a value means."""

    when: Condition | None = None
    """All that this clause means holds only then."""
    base: str | None = word(Combine.ONE)
    """The number on the unit's card that it starts from."""
    add: int | None = word(Combine.SUM)
    """A number that is added."""
    add_roll: str | None = word(Combine.SUM)
    """Dice whose total is added, rolled when the value is first needed, such as `1d6`."""


@dataclass(frozen=True, kw_only=True)
class ValueClause(Clause):
    """A clause of a value."""

    means: ValueMeaning | None = None
    """What it means to the engine. Without one it `follows` from others, or only advises."""


@dataclass(frozen=True, kw_only=True)
class Value:
    """A number of a unit, worked out from its card and its facts."""

    title: str = ""
    """What people call it. Without one, its name serves."""
    text: str = ""
    """A sentence or two for whoever opens it on the page."""
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[ValueClause, ...] = ()
    """What is said about it, one rule each."""
