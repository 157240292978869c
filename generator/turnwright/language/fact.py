"""Facts: what is true of a unit, a side, a pair or the battle. Values: their numbers."""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.change import Moment
from turnwright.language.clause import Clause, Combine, Guard, Meaning, Source, word
from turnwright.language.condition import Amount, Condition, Limits, Who
from turnwright.language.field import ruled


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


class Holder(StrEnum):
    """Whose number a value is."""

    UNIT = "unit"
    """A unit's."""
    SIDE = "side"
    """A side's."""
    BATTLE = "battle"
    """Of the battle as a whole."""


class Triggers(StrEnum):
    """Whether abilities that wait for a loss are called."""

    NEVER = "never"
    """They are not."""
    ALWAYS = "always"
    """They are."""


class Leaves(StrEnum):
    """When a unit with this fact is gone from the battle."""

    AT_ONCE = "at_once"
    """As soon as it is true."""
    LAST_MODEL = "last_model"
    """With its last model."""


class Excess(StrEnum):
    """What becomes of what a change takes from a value that has run out."""

    LOST = "lost"
    """It is lost."""
    CARRIES_OVER = "carries_over"
    """It is taken from the value as it starts anew, and so from the next model."""


class Away(StrEnum):
    """Where a unit with this fact is."""

    OFF_TABLE = "off_table"
    """In the battle, and not on the table yet."""


@dataclass(frozen=True, kw_only=True)
class Ends:
    """A fact stops being true of somebody else: what one alone can hold passes on."""

    fact: str = ruled("", names="fact")
    """The fact that ends; without it, the one that has become true."""
    of: Who
    """Of whom, seen from whoever it has become true of."""


@dataclass(frozen=True, kw_only=True)
class FactMeaning(Meaning):
    """What a clause of a fact means."""

    within: float | None = word(Combine.ONE, Guard.BEARER, least=0)
    """The fact holds between two enemies whose bases are this near, in inches; where each model has
    its place, the bases of the two models that are nearest."""
    whenever: Condition | None = word(Combine.ANY, Guard.BEARER, apart=("ends", "leaves", "away"))
    """It is also true of whoever satisfies this, for as long as they do."""
    counts_as: str | None = word(Combine.ANY, Guard.BEARER, names="fact")
    """Whoever has this fact counts as having that one too."""
    ends: str | Ends | None = word(Combine.ANY, Guard.BEARER, names="fact")
    """When this becomes true of somebody, that fact stops being true of it, or of others."""
    triggers: Triggers | None = word(Combine.ONE, Guard.BEARER)
    """Whether abilities that wait for this are called."""
    leaves: Leaves | Moment | None = word(Combine.ONE, Guard.BEARER)
    """A unit with this fact leaves the battle: at once, with its last model, or at a moment."""
    away: Away | None = word(Combine.ONE, Guard.BEARER)
    """A unit with this fact is not on the table."""


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
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[FactClause, ...] = ()
    """What is said about it, one rule each."""


@dataclass(frozen=True, kw_only=True)
class ValueMeaning(Meaning):
    """What a clause of a value means."""

    base: str | None = word(Combine.ONE, Guard.BEARER, apart=("starts",))
    """The number on the unit's card that it starts from. Without this word, that of its name."""
    starts: Amount | None = word(Combine.ONE, Guard.BEARER, apart=("base",))
    """What it starts from where no card says."""
    add: Amount | None = word(Combine.SUM, Guard.BEARER)
    """An amount that is added; dice, such as `1d6`, are rolled when a move goes by the value."""
    bounds: Limits | None = word(Combine.ONE, Guard.BEARER)
    """How low and how high it can be. What a change would take it past that is lost."""
    runs_out: str | None = word(Combine.ONE, Guard.BEARER, names="fact")
    """When a change brings it to 0 or less, one model is lost as this fact says, and the value
    starts anew."""
    excess: Excess | None = word(Combine.ONE, Guard.BEARER, beside=("runs_out",))
    """What becomes of what is left of the change when the value runs out."""
    waives: tuple[str, ...] | None = word(Combine.ANY, names="clause")
    """An exception: these clauses do not bind (while `when` holds)."""


@dataclass(frozen=True, kw_only=True)
class ValueClause(Clause):
    """A clause of a value."""

    means: ValueMeaning | None = None
    """What it means to the engine. Without one it `follows` from others, or only advises."""


@dataclass(frozen=True, kw_only=True)
class Value:
    """A number of a unit, a side or the battle, worked out from cards, facts and changes."""

    title: str = ""
    """What people call it. Without one, its name serves."""
    text: str = ""
    """A sentence or two for whoever opens it on the page."""
    of: Holder = Holder.UNIT
    """Whose number it is."""
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[ValueClause, ...] = ()
    """What is said about it, one rule each."""
