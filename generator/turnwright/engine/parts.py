"""Parts: what the clauses of a ruleset are compiled to, with a field for each word.

These are the types. A field declared with `said(...)` holds what the clauses of the part say with
one word, and `As` names how that is compiled (`part_compiler.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from turnwright.engine.decision import Stop
from turnwright.language.change import Moment
from turnwright.language.check import Band, CheckMeaning, Dice, Judged, Keep, Mixed
from turnwright.language.clause import Meaning
from turnwright.language.container import (
    ContainerMeaning,
    Contents,
    DrawFor,
    Drawn,
    Extra,
    KeepsUp,
    OfPassed,
    Placed,
    Refill,
)
from turnwright.language.effect import (
    Ability,
    Bearer,
    Boundary,
    ConditionsBind,
    Covers,
    CoversWhose,
    EffectMeaning,
    Next,
    WorkOf,
)
from turnwright.language.fact import (
    Away,
    Excess,
    FactMeaning,
    Holder,
    Leaves,
    Subject,
    Triggers,
    ValueMeaning,
)

T = TypeVar("T")


@dataclass(slots=True)
class Scene:
    """The setting in which a condition is asked: who acts, on whom, and for whose effect."""

    active: int
    """The mask of the acting units."""
    target: int
    source: int
    side: int
    risky: bool
    item: str = ""
    """The item that is used, of the acting unit."""
    asker: int = -1
    """Inside a selection: from whom others are seen."""


# Compiled expressions

AnyTransaction = Any
"""A `Transaction`. It is not named here because it has a program, which is made of these."""
Test = Callable[[AnyTransaction, int, Scene], int]
"""A compiled condition: of a mask, those for whom it is true."""
Selector = Callable[[AnyTransaction, int, Scene], int]
"""A compiled selection: seen from whoever has this number, the mask of those who are meant."""
Quantity = Callable[[AnyTransaction, int, Scene], int]
"""A compiled amount, asked of whoever has this number."""
Inches = Callable[[AnyTransaction, int, Scene], float]
"""A compiled distance, asked of whoever has this number."""
ReadKey = tuple[str, str]
"""What is read: a `fact`, a `value`, a `step` that may be open, the `units`, or something else."""
ModelTest = Callable[[AnyTransaction, int, Scene], tuple[bool, ...]]
"""A compiled condition that is asked of each model of a unit."""


class InvariantPart(NamedTuple):
    """What is claimed of every moment."""

    name: str
    is_always: bool
    """It is so of all who are asked, and not of none of them."""
    who: Selector
    test: Test


# Compiled clauses


class Exclusion(NamedTuple):
    """A clause that narrows who may be picked."""

    clause: str
    excluded: Test
    """Of a mask, those that it rules out."""


class Ruling(Generic[T]):
    """What one clause says with one word."""

    __slots__ = ("binds", "clause", "value", "waivers", "when")

    def __init__(
        self,
        value: T,
        clause: str,
        when: Test | None = None,
        waivers: tuple[Ruling[Any], ...] = (),
    ) -> None:
        self.value = value
        self.clause = clause
        """The full id of the clause."""
        self.when = when
        """The ruling holds only then."""
        self.waivers = waivers
        """Exceptions: where their `when` holds, this does not bind."""
        self.binds: Test = _binding(_everybody if when is None else when, waivers)
        """Those of a mask for whom this ruling holds."""


def _everybody(tx: AnyTransaction, pool: int, scene: Scene) -> int:
    """Those for whom a ruling without a guard holds."""
    return pool


def _binding(when: Test, waivers: tuple[Ruling[Any], ...]) -> Test:
    """Those for whom a ruling with this guard and these exceptions holds."""
    if not waivers:
        return when

    def binding(tx: AnyTransaction, pool: int, scene: Scene) -> int:
        pool = when(tx, pool, scene)
        for waiver in waivers:
            waived = pool if waiver.when is None else waiver.when(tx, pool, scene)
            if waived:
                tx.note(waiver.clause)
                pool &= ~waived
        return pool

    return binding


class Rule(Generic[T]):
    """A default rule: a word that one clause decides, and the exceptions to that."""

    __slots__ = ("constant", "exceptions", "plain", "says", "word")

    def __init__(self, word: str, rulings: tuple[Ruling[T], ...]) -> None:
        self.word = word
        self.exceptions = tuple(r for r in rulings if r.when is not None)
        self.plain = next((r for r in rulings if r.when is None), None)
        self.constant = not self.exceptions and (self.plain is None or not self.plain.waivers)
        """True when the answer is the same for everybody, at all times."""
        self.says = bool(rulings)
        """Whether any clause speaks of the word."""

    @property
    def rulings(self) -> tuple[Ruling[T], ...]:
        """Every ruling, exceptions first."""
        return (*self.exceptions, *((self.plain,) if self.plain else ()))

    def __bool__(self) -> bool:
        """Whether any clause speaks of the word."""
        return self.says

    def ask(self, tx: AnyTransaction, pool: int, scene: Scene) -> Ruling[T] | None:
        """What holds for all of the pool; None when no clause says.

        Raises Stop when two exceptions hold that say different things.
        """
        ruling = self.plain
        if not self.constant:
            held = [r for r in self.exceptions if r.binds(tx, pool, scene) == pool]
            if held:
                ruling = held[0]
                if any(other.value != ruling.value for other in held):
                    raise Stop(self.word, tuple(r.clause for r in held), contradicted=True)
            elif ruling is not None and ruling.binds(tx, pool, scene) != pool:
                ruling = None
        if ruling is not None and tx.record is not None:
            tx.record.add(ruling.clause)
        return ruling


# The declaration of a field


class As(Enum):
    """How what a clause says with a word is compiled."""

    SAID = auto()
    """As it was written."""
    STEP = auto()
    MOMENT = auto()
    TEST = auto()
    """A condition; anything else that the word may say is no part of the field."""
    NO_TEST = auto()
    """All that the word may say beside a condition."""
    AMOUNT = auto()
    LEAST = auto()
    """The lower end of limits, if they have one."""
    MOST = auto()
    """The upper end, likewise."""
    UP_TO = auto()
    DICE_COUNT = auto()
    FACES = auto()
    DRAWS = auto()
    DRAW_COUNT = auto()
    KEYWORDS = auto()
    COST = auto()
    TARGET = auto()
    RANK = auto()
    ORDER_KEY = auto()
    RESULT = auto()
    NEAR = auto()
    """A test of each model of a unit."""
    MODELS = auto()
    BAND = auto()
    CONTENTS = auto()
    REFILL = auto()
    FACT_END = auto()
    CHOOSES = auto()


class FieldWord(NamedTuple):
    """Which word a field holds, and as what."""

    word: str
    """The word of the language; empty where it has the name of the field."""
    how: As


def said(how: As = As.SAID, word: str = "") -> Any:
    """A field with all that the clauses of a part say with a word.

    It is a `Rule` where one clause decides the word, else the tuple of its rulings.
    """
    return field(metadata={"said": FieldWord(word, how)})


class Part:
    """A part of a program: what the clauses of one part of a ruleset are compiled to."""

    __slots__ = ()
    meaning: ClassVar[type[Meaning]]
    """The words that its clauses may say."""


# The parts that are no steps


class CompiledEnd(NamedTuple):
    """A fact that ends when another becomes true, compiled."""

    fact: str
    """Empty for the one that becomes true."""
    of: Selector | None
    """Of whom; None for whoever that one becomes true of."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class FactPart(Part):
    """A fact, compiled."""

    meaning = FactMeaning
    name: str
    number: int
    subject: Subject
    also: tuple[tuple[int, Ruling[str]], ...]
    """Facts that count as it, with what says so."""
    by_word: bool
    """Between two units it holds for both where it was stated, and nowhere else."""
    whenever: tuple[Ruling[Test], ...] = said(As.TEST)
    counts_as: tuple[Ruling[str], ...] = said()
    ends: tuple[Ruling[CompiledEnd], ...] = said(As.FACT_END)
    within: Rule[float] = said()
    triggers: Rule[Triggers] = said()
    leaves: Rule[Leaves | Moment] = said(As.MOMENT)
    away: Rule[Away] = said()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class ValuePart(Part):
    """A value, compiled."""

    meaning = ValueMeaning
    name: str
    holder: Holder
    dice: tuple[tuple[str, Ruling[Quantity]], ...]
    """The dice that its amounts want, each with the ruling that wants them."""
    is_plain: bool
    """Cards, a number to start from, and changes are all that make it up."""
    reads: frozenset[ReadKey]
    """All that its clauses read, by kind and name."""
    base: Rule[str] = said()
    starts: Rule[Quantity] = said(As.AMOUNT)
    add: tuple[Ruling[Quantity], ...] = said(As.AMOUNT)
    low: Rule[Quantity] = said(As.LEAST, "bounds")
    """What it cannot go below."""
    high: Rule[Quantity] = said(As.MOST, "bounds")
    """What it cannot go above."""
    runs_out: Rule[str] = said()
    excess: Rule[Excess] = said()


@dataclass(frozen=True, eq=False)
class CompiledBand:
    """The totals that give an outcome, compiled."""

    band: Band
    low: Quantity | None
    high: Quantity | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class CheckPart(Part):
    """A check, compiled."""

    meaning = CheckMeaning
    name: str
    roll: Rule[str | Dice] = said()
    dice_count: Rule[Quantity] = said(As.DICE_COUNT, "roll")
    faces: Rule[int] = said(As.FACES, "roll")
    add: tuple[Ruling[Quantity], ...] = said(As.AMOUNT)
    cap_low: Rule[Quantity] = said(As.LEAST, "cap")
    cap_high: Rule[Quantity] = said(As.MOST, "cap")
    bonus_dice: Rule[Keep] = said()
    penalty_dice: Rule[Keep] = said()
    mixed_dice: Rule[Mixed] = said()
    dice_from: tuple[Ruling[tuple[str, ...]], ...] = said()
    judged: Rule[Judged] = said()
    bands: tuple[Ruling[CompiledBand], ...] = said(As.BAND, "band")
    also: tuple[Ruling[CompiledBand], ...] = said(As.BAND)


class CompiledContents(NamedTuple):
    """What is put into a container, compiled."""

    contents: Contents
    of: Selector | None
    many: Quantity


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class ContainerPart(Part):
    """A container, compiled."""

    meaning = ContainerMeaning
    name: str
    of_side: bool
    """Each side has one."""
    fills: tuple[Ruling[Moment], ...] = said(As.MOMENT)
    refills: tuple[Ruling[Refill], ...] = said(As.REFILL)
    empties: Rule[Moment] = said(As.MOMENT)
    contains: tuple[Ruling[CompiledContents], ...] = said(As.CONTENTS)
    drawn: Rule[Drawn] = said()
    draw_for: Rule[DrawFor] = said()
    placed: Rule[Placed] = said()
    extra: Rule[Extra] = said()
    keeps_up: tuple[Ruling[KeepsUp], ...] = said()
    of_passed: Rule[OfPassed] = said()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class EffectsPart(Part):
    """What phrases of effects mean, compiled: all effect clauses together."""

    meaning = EffectMeaning
    bearer: Rule[Bearer] = said()
    work_of: Rule[WorkOf] = said()
    covers: tuple[Ruling[Covers], ...] = said()
    covers_whose: Rule[CoversWhose] = said()
    covers_until: Rule[str] = said(As.STEP)
    next: Rule[Next] = said()
    boundary: Rule[Boundary] = said()
    if_gone: Rule[str] = said(As.STEP)
    conditions_bind: Rule[ConditionsBind] = said()


@dataclass(frozen=True, eq=False, slots=True)
class AbilityPart:
    """An ability with its conditions compiled."""

    ability: Ability
    target_needs: Test | None
    serves: Test | None
    """Whom its effect serves."""
