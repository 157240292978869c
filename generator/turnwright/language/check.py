"""Checks: dice procedures with named outcomes."""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.clause import Clause, Combine, Meaning, Source, word
from turnwright.language.condition import Amount, Limits
from turnwright.language.field import Form, ruled


class Keep(StrEnum):
    """Which dice count when more are rolled than the check asks for."""

    HIGHEST = "keep_highest"
    """As many of the highest as the check asks for."""
    LOWEST = "keep_lowest"
    """As many of the lowest as the check asks for."""


class Mixed(StrEnum):
    """What bonus dice and penalty dice together do."""

    LOWEST = "keep_lowest"
    """All are rolled, and the lowest count."""
    HIGHEST = "keep_highest"
    """All are rolled, and the highest count."""
    CANCEL = "cancel"
    """One of each cancels out, and only what is left over is rolled."""


class Judged(StrEnum):
    """What the bands of a check are about."""

    TOTAL = "total"
    """The total of the dice that count."""
    EACH_DIE = "each_die"
    """Each die that counts, one by one."""


@dataclass(frozen=True, kw_only=True)
class Dice:
    """So many dice as an amount says."""

    count: Amount = ruled(least=1)
    """How many dice."""
    faces: int = ruled(least=2, most=999)
    """How many faces each of them has."""


@dataclass(frozen=True, kw_only=True)
class Band:
    """The totals (or faces) that give an outcome, both ends included; an end may be open."""

    outcome: str
    """Its name, which results cite."""
    low: Amount | None = None
    """The lowest that gives it: a number, or an amount asked of whoever rolls."""
    high: Amount | None = None
    """The highest that gives it."""
    natural: bool = False
    """It is about the dice as they fell, with nothing added, and stands before all others."""


@dataclass(frozen=True, kw_only=True)
class CheckMeaning(Meaning):
    """What a clause of a check means."""

    roll: str | Dice | None = word(Combine.ONE, form=Form.DICE)
    """The dice, such as `2d6`, or so many of them as an amount says."""
    add: Amount | None = word(Combine.SUM)
    """What is added to the total, or to each die where they are judged one by one."""
    cap: Limits | None = word(Combine.ONE, beside=("add",))
    """How low and how high all that is added can be, taken together."""
    bonus_dice: Keep | None = word(Combine.ONE, beside=("dice_from",))
    """Which dice count when bonus dice were added."""
    penalty_dice: Keep | None = word(Combine.ONE, beside=("dice_from",))
    """Which dice count when penalty dice were added."""
    mixed_dice: Mixed | None = word(Combine.ONE, beside=("dice_from",))
    """What happens when there are both."""
    dice_from: tuple[str, ...] | None = word(Combine.ANY)
    """Where bonus and penalty dice come from: the headings under `dice` on a unit's card."""
    judged: Judged | None = word(Combine.ONE, beside=("band",))
    """What the bands are about. Without this word, the total."""
    band: Band | None = word(Combine.ANY)
    """Which totals give which outcome."""
    also: Band | None = word(Combine.ANY, beside=("band",))
    """Which totals give an outcome beside the one of their band."""
    waives: tuple[str, ...] | None = word(Combine.ANY, names="clause")
    """An exception: these clauses do not bind (while `when` holds)."""


@dataclass(frozen=True, kw_only=True)
class CheckClause(Clause):
    """A clause of a check."""

    means: CheckMeaning | None = None
    """What it means to the engine. Without one it `follows` from others, or only advises."""


@dataclass(frozen=True, kw_only=True)
class Check:
    """A dice procedure with outcomes."""

    title: str = ""
    """What people call it. Without one, its name serves."""
    text: str = ""
    """A sentence or two for whoever opens it on the page."""
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[CheckClause, ...] = ()
    """What is said about it, one rule each."""
