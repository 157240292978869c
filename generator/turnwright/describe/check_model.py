"""Check models: a check as a function of the characteristics that it looks at.

A check may end its bands at a characteristic, compare two of them, or add one to the roll. Each is
made a plain value of one invented unit, which takes the check, and the engine judges every roll.
A value that is worked out by comparing others, such as what wounds, is taken apart into those.
What else a clause asks for, such as a weapon's type, is taken not to be so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum
from fractions import Fraction
from typing import Any, cast

from turnwright.describe.labels import Labels, as_words
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.game import Game
from turnwright.engine.odds import UNJUDGED, outcome_odds
from turnwright.engine.program import Program
from turnwright.engine.transaction import Transaction
from turnwright.language.check import Band, Check, CheckClause, CheckMeaning, Dice, Judged
from turnwright.language.clause import Meaning
from turnwright.language.condition import Amount, Bounds, Condition, Level, Limits, Sum, Whose
from turnwright.language.eligibility import Together
from turnwright.language.fact import Value, ValueClause
from turnwright.language.input import Card
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import Step, StepClause, StepMeaning
from turnwright.language.turn_order import Cadence, First, Until

HEADS = ("value", "count", "profile", "models", "lost_models")
"""Words with which an amount begins that is somebody's number."""
COUNTS = frozenset({"count", "models", "lost_models"})
"""Those of them that are never below 0."""
HIGHEST = 10
"""The highest number of a characteristic that is compared with another, or with a roll and what
is counted."""
SWING = 4
"""How far a characteristic that is added goes up and down."""
YES = Condition(level=Level(value=1, at_least=1))
NO = Condition(level=Level(value=0, at_least=1))


class Role(IntEnum):
    """What a characteristic does in a check; the first that fits."""

    END = 0
    """A band ends at it."""
    COMPARED = 1
    """A condition compares it."""
    ADDED = 2
    """It is added to the roll."""
    TAKEN = 3
    """It is taken from the roll."""


@dataclass(frozen=True, order=True)
class Characteristic:
    """A number of somebody, or of an item, that a check looks at."""

    head: str
    """The word of the language with which it begins."""
    name: str
    """Its name there."""
    whose: str = ""
    """Whose it is, where that is said."""

    @property
    def key(self) -> str:
        """Name of the value that stands for it."""
        return f"{self.head} {self.name} {self.whose}".strip()

    def title(self, labels: Labels) -> str:
        """What a player calls it, such as `the target's Toughness`."""
        if self.head == "value":
            name = labels.title(self.name, "values")
        else:
            name = as_words(self.name if self.head == "profile" else self.head)
        return f"{name} of the {as_words(self.whose)}" if self.whose else name


@dataclass(frozen=True)
class CheckModel:
    """A check as a function of the characteristics that it looks at."""

    characteristics: tuple[Characteristic, ...]
    roles: tuple[Role, ...]
    dice: int
    faces: int
    each: bool
    """Dice are judged one by one."""
    case: str
    """The keyword of the item that is taken to be used, where there has to be one."""
    ordinary: tuple[int | None, ...]
    """Of each characteristic, the number that it has unless a rule says otherwise, if any."""
    program: Program = field(repr=False, compare=False)
    known: dict[tuple[object, ...], Mapping[str, Fraction] | None] = field(
        repr=False, compare=False
    )
    """Chances that were worked out before."""
    at_most: Mapping[str, int] = field(default_factory=dict)
    """The highest number of a value that players meet, where that is known."""

    @property
    def asked(self) -> tuple[int, ...]:
        """Which of its characteristics have no ordinary number."""
        return tuple(at for at, number in enumerate(self.ordinary) if number is None)

    def filled(self, asked: tuple[int, ...]) -> tuple[int, ...]:
        """Numbers of all characteristics, of those without an ordinary one."""
        given = iter(asked)
        return tuple(next(given) if number is None else number for number in self.ordinary)

    def _possible(self, number: int) -> range:
        """The numbers that one of its characteristics may have by what it does in the check."""
        counted = [one.head in COUNTS for one in self.characteristics]
        match self.roles[number]:
            case Role.END:
                more = HIGHEST if (True, Role.ADDED) in zip(counted, self.roles, strict=True) else 0
                return range(self.dice, max(self.dice * self.faces, more) + 1)
            case Role.COMPARED:
                return range(1, HIGHEST + 1)
            case Role.ADDED if counted[number]:
                return range(2 * SWING + 1)
            case Role.ADDED:
                return range(-SWING, SWING + 1)
            case Role.TAKEN:
                return range(SWING + 1)

    def range(self, number: int) -> range:
        """The numbers that one of its characteristics may have."""
        numbers = self._possible(number)
        one = self.characteristics[number]
        most = self.at_most.get(one.name) if one.head == "value" else None
        return numbers if most is None else range(numbers.start, min(numbers.stop, most + 1))

    def chances(
        self, numbers: tuple[int, ...] = (), bonus: int = 0, penalty: int = 0
    ) -> Mapping[str, Fraction] | None:
        """Probability of each outcome with these numbers, and so many bonus and penalty dice.

        Where dice are judged one by one, those of a single die. None where the rules do not say
        what a roll comes to, and for too many dice.
        """
        if self.each and (bonus or penalty):
            return None
        asked = numbers, bonus, penalty
        if asked not in self.known:
            self.known[asked] = self._chances(*asked)
        return self.known[asked]

    def _chances(
        self, numbers: tuple[int, ...], bonus: int, penalty: int
    ) -> Mapping[str, Fraction] | None:
        card = Card(
            has={
                one.key: number for one, number in zip(self.characteristics, numbers, strict=True)
            },
            dice={BONUS: bonus, PENALTY: -penalty},
        )
        game = Game.begin(self.program, {"one": {"unit": card}}).choose(TAKE, unit="unit")
        found = outcome_odds(Transaction(self.program, game.state))
        return found if found and UNJUDGED not in found else None

    def successes(self) -> tuple[str, ...]:
        """The outcomes of high rolls."""
        bands = (ruling.value.band for ruling in self.program.checks[CHECK].bands)
        high = (band.outcome for band in bands if band.low is not None and band.high is None)
        return tuple(dict.fromkeys(high))


CHECK, TAKE = "check", "take"
BONUS, PENALTY = "bonus", "penalty"
EXTRA = CheckClause(id="extra", text="", means=CheckMeaning(dice_from=(BONUS, PENALTY)))
"""Where bonus and penalty dice come from."""


class _Unknown(Exception):
    """Raised for an amount or a condition that is not about characteristics alone."""


class _Rewriter:
    """Rewriting of clauses, with a plain value for each characteristic."""

    def __init__(self, ruleset: Ruleset, case: str) -> None:
        self.ruleset = ruleset
        self.case = case
        self.found: dict[Characteristic, Role] = {}
        self.values: dict[str, Value] = {}
        """Values that are taken apart, rewritten."""

    def amount(self, said: Amount, role: Role) -> Amount:
        """An amount of plain values. Raises _Unknown where it is about something else."""
        if isinstance(said, int):
            return said
        if isinstance(said, str):
            return self.amount(Sum(value=said), role) if not said[0].isdigit() else self.unknown()
        heads = [head for head in HEADS if getattr(said, head) is not None]
        changed: dict[str, Any] = {
            name: self.amount(inner, role)
            for name in ("times", "per", "plus", "less", "at_least", "at_most")
            if (inner := getattr(said, name)) is not None
        }
        if said.number is None:
            if not heads:
                self.unknown()
            name = getattr(said, heads[0])
            whose = said.of if heads[0] == "value" else None
            if not all(isinstance(each, str) for each in (name, whose or "")):
                self.unknown()
            one = Characteristic(heads[0], str(name), str(whose or ""))
            if not self.taken_apart(one):
                self.found[one] = min(role, self.found.get(one, role))
            changed |= dict.fromkeys(heads) | {"of": None, "value": one.key}
        return replace(said, **changed)

    def taken_apart(self, one: Characteristic) -> bool:
        """True for a value that compares others, which is rewritten in terms of these."""
        value = self.ruleset.values.get(one.name) if one.head == "value" else None
        if value is None or not any(map(_compares, value.clauses)):
            return False
        if one.key not in self.values:
            clauses = tuple(found for each in value.clauses if (found := self.of_value(each)))
            self.values[one.key] = Value(clauses=clauses)
        return True

    def of_value(self, clause: ValueClause) -> ValueClause | None:
        """A clause of a value, rewritten; None where its condition does not hold."""
        means = clause.means
        when = self.condition(means.when) if means and means.when else YES
        if means is None or when == NO:
            return None
        changed: dict[str, Any] = {
            name: self.amount(said, Role.COMPARED)
            for name in ("starts", "add")
            if (said := getattr(means, name)) is not None
        }
        if means.bounds is not None:
            changed["bounds"] = replace(means.bounds, **self.bounds(means.bounds, Role.COMPARED))
        return replace(clause, means=replace(means, when=None if when == YES else when, **changed))

    def ordinary(self, one: Characteristic) -> int | None:
        """The number that a value starts from unless a rule says otherwise."""
        value = self.ruleset.values.get(one.name) if one.head == "value" else None
        for clause in value.clauses if value else ():
            if clause.means and clause.means.when is None and isinstance(clause.means.starts, int):
                return clause.means.starts
        return None

    def unknown(self) -> Amount:
        raise _Unknown

    def bounds(self, said: Bounds | Limits, role: Role) -> dict[str, Any]:
        """The ends of bounds, rewritten."""
        return {
            each.name: self.amount(end, role)
            for each in fields(Bounds)
            if (end := getattr(said, each.name, None)) is not None
        }

    def condition(self, said: Condition) -> Condition:
        """A condition about characteristics; what is about anything else does not hold."""
        if said.all_of is not None:
            every = [one for inner in said.all_of if (one := self.condition(inner)) != YES]
            return NO if NO in every else Condition(all_of=tuple(every)) if every else YES
        if said.any_of is not None:
            some = [one for inner in said.any_of if (one := self.condition(inner)) != NO]
            return YES if YES in some else Condition(any_of=tuple(some)) if some else NO
        if said.not_ is not None:
            denied = self.condition(said.not_)
            return {YES: NO, NO: YES}.get(denied, Condition(not_=denied))
        if said.using is not None:
            return YES if said.using == self.case else NO
        if said.level is None:
            return NO
        try:
            value = self.amount(said.level.value, Role.COMPARED)
            return Condition(
                level=replace(said.level, value=value, **self.bounds(said.level, Role.COMPARED))
            )
        except _Unknown:
            return NO

    def band(self, said: Band) -> Band:
        """A band, rewritten."""
        ends: dict[str, Any] = {
            name: self.amount(end, Role.END)
            for name in ("low", "high")
            if (end := getattr(said, name)) is not None
        }
        return replace(said, **ends)

    def clause(self, clause: CheckClause, means: CheckMeaning) -> CheckClause | None:
        """A clause, rewritten; None where its condition does not hold. Raises _Unknown."""
        changed: dict[str, Any] = {}
        if means.when is not None:
            changed["when"] = self.condition(means.when)
            if changed["when"] == NO:
                return None
        if means.add is not None:
            times = means.add.times if isinstance(means.add, Sum) else 1
            taken = isinstance(times, int) and times < 0
            changed["add"] = self.amount(means.add, Role.TAKEN if taken else Role.ADDED)
        if means.cap is not None:
            changed["cap"] = replace(means.cap, **self.bounds(means.cap, Role.ADDED))
        for name in ("band", "also"):
            if (band := getattr(means, name)) is not None:
                changed[name] = self.band(band)
        if isinstance(means.roll, Dice):
            count = means.roll.count
            changed["roll"] = f"{count if isinstance(count, int) else 0}d{means.roll.faces}"
        return replace(clause, means=replace(means, **changed))


def plain_model(ruleset: Ruleset, name: str) -> CheckModel | None:
    """Model of a check that looks at no characteristic; None of one that does."""
    model = _model(ruleset, name, "")
    return model if model is not None and not model.characteristics else None


def check_models(
    ruleset: Ruleset, name: str, at_most: Mapping[str, int] | None = None
) -> Iterator[CheckModel]:
    """Models of a check that looks at characteristics: one, or one for each kind of item.

    None of a check that looks at no characteristic, or at something else besides. `at_most` is the
    highest number of a value that players meet.
    """
    for case in ("", *_cases_of(ruleset.checks[name])):
        model = _model(ruleset, name, case)
        if model is not None and model.characteristics:
            yield replace(model, at_most=at_most or {})
            if not case:
                return


def _cases_of(check: Check) -> tuple[str, ...]:
    """The keywords of items that the clauses of a check ask for."""
    guards = (clause.means.when for clause in check.clauses if clause.means and clause.means.when)
    return tuple(dict.fromkeys(case for guard in guards for case in _cases(guard)))


def _cases(guard: Condition) -> Iterator[str]:
    """The keywords of items that a condition asks for."""
    if guard.using is not None:
        yield guard.using
    for one in (*(guard.all_of or ()), *(guard.any_of or ()), *filter(None, [guard.not_])):
        yield from _cases(one)


def _clauses(ruleset: Ruleset, name: str) -> Iterator[CheckClause]:
    """The clauses of a check, and the exceptions to them that other parts of a ruleset make."""
    own = ruleset.checks[name].clauses
    yield from own
    ids = {clause.full_id for clause in own}
    for clause in ruleset.clauses():
        if clause.full_id not in ids and ids & {*clause.waived}:
            means: Meaning = cast(Any, clause).means
            waives = CheckMeaning(when=means.when, waives=clause.waived)
            yield CheckClause(id=clause.full_id, text="", means=waives)


def _model(ruleset: Ruleset, name: str, case: str) -> CheckModel | None:
    rewriter = _Rewriter(ruleset, case)
    clauses = []
    try:
        for clause in _clauses(ruleset, name):
            means = clause.means
            if means is not None and (one := rewriter.clause(clause, means)) is not None:
                clauses.append(one)
    except _Unknown:
        return None
    meanings = [one.means for one in clauses if one.means]
    rolls = {str(means.roll) for means in meanings if means.roll is not None}
    banded = any(means.band is not None for means in meanings)
    if len(rolls) != 1 or not banded:
        return None
    count, _, faces = rolls.pop().partition("d")
    each = any(means.judged is Judged.EACH_DIE for means in meanings)
    if each:
        clauses = [
            replace(one, means=replace(one.means, roll=f"1d{faces}"))
            if one.means and one.means.roll is not None
            else one
            for one in clauses
        ]
    elif count == "0":
        return None  # How many are rolled is somebody's own number.
    found = sorted(rewriter.found, key=lambda one: (rewriter.found[one], one))
    program, known = _probed(Check(clauses=(*clauses, EXTRA)), rewriter.values)
    return CheckModel(
        characteristics=tuple(found),
        roles=tuple(rewriter.found[one] for one in found),
        dice=1 if each else int(count or 1),
        faces=int(faces),
        each=each,
        case=case,
        ordinary=tuple(map(rewriter.ordinary, found)),
        program=program,
        known=known,
    )


MOST = 128
"""How many checks are remembered."""
_remembered: dict[str, tuple[Program, dict[tuple[object, ...], Any]]] = {}


def _probed(
    check: Check, values: Mapping[str, Value]
) -> tuple[Program, dict[tuple[object, ...], Any]]:
    """Program of a check alone, and the chances that are known by it.

    An overlay has most checks of its base, and keeps them while other rules are written.
    """
    said = [(one.id, one.means) for one in check.clauses]
    key = repr((said, {name: [one.means for one in it.clauses] for name, it in values.items()}))
    if key not in _remembered:
        _remembered[key] = compile_ruleset(_probe(check, values)), {}
        if len(_remembered) > MOST:
            del _remembered[next(iter(_remembered))]
    return _remembered[key]


def _compares(clause: ValueClause) -> bool:
    """True for a clause of a value that holds only where numbers are compared."""
    guard = clause.means.when if clause.means else None
    return guard is not None and guard.level is not None


def _probe(check: Check, values: Mapping[str, Value]) -> Ruleset:
    """Ruleset in which one unit takes a check that looks at these values, and nothing else."""
    deals = StepMeaning(
        each=(TAKE,),
        cadence=Cadence.ONE_SIDE,
        first=First.LISTED_FIRST,
        among=Whose.OWN,
        together=Together.ONE,
        until=Until.NONE_LEFT,
    )
    return Ruleset(
        ruleset="probe",
        language=2,
        title="",
        sides=("one",),
        steps={
            "battle": Step(clauses=(StepClause(id="deals", text="", means=deals),)),
            TAKE: Step(clauses=(StepClause(id="takes", text="", means=StepMeaning(check=CHECK)),)),
        },
        checks={CHECK: check},
        values=values,
    )
