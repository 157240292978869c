"""Mutants: variants of a clause, made by mutation operators for each kind of value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from turnwright.engine.program import BATTLE
from turnwright.engine.program import NO_CHECK as NONE
from turnwright.language.change import Change
from turnwright.language.check import Band
from turnwright.language.clause import Clause, words_of
from turnwright.language.condition import THIS, Condition, Sum, Whose
from turnwright.language.eligibility import Rank
from turnwright.language.field import plain_key
from turnwright.language.moment import Moment
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import StepMeaning
from turnwright.language.turn_order import FOR_NOW, First, OrderKey, Sequencing
from turnwright.load.formats import parse_dice
from turnwright.load.references import references_of


class Nesting(NamedTuple):
    """Nesting of the steps of a ruleset."""

    inside: Mapping[str, tuple[str, ...]]
    """The steps directly inside each step."""
    around: Mapping[str, tuple[str, ...]]
    """The steps directly around each step."""

    def longer(self, step: str) -> tuple[str, ...]:
        """Spans that are one step longer than this one."""
        return self.around.get(step, ())

    def shorter(self, step: str, part: str) -> tuple[str, ...]:
        """Spans that are one step shorter: on the way to a part, else the first step inside."""
        inside = self.inside.get(step, ())
        if step == part:
            return ()
        return tuple(one for one in inside if part in self.reached(one)) or inside[:1]

    def reached(self, step: str) -> frozenset[str]:
        """A step, and all steps that are inside it."""
        found: set[str] = set()
        waiting = [step]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self.inside.get(one, ())
        return frozenset(found)


def nesting_of(ruleset: Ruleset) -> Nesting:
    """Nesting of the steps of a ruleset; what a step is like has its steps inside as well."""
    inside = {name: tuple(dict.fromkeys(steps_inside(ruleset, name))) for name in ruleset.steps}
    around: dict[str, list[str]] = {}
    for name, steps in inside.items():
        for one in steps:
            around.setdefault(one, []).append(name)
    # What only lends its clauses is inside whatever those are in that take them over.
    for name in ruleset.steps:
        for like in ancestors(ruleset, name):
            if like not in around or name in around:
                around.setdefault(like, []).extend(around.get(name, ()))
    return Nesting(inside, {name: tuple(dict.fromkeys(steps)) for name, steps in around.items()})


def ancestors(ruleset: Ruleset, step: str) -> Iterator[str]:
    """The steps that a step is like, the nearest first."""
    while (step := ruleset.steps[step].like) in ruleset.steps:
        yield step


def steps_inside(ruleset: Ruleset, name: str) -> Iterator[str]:
    """The steps that a step goes through, repeats or deals, by its own clauses or its model's."""
    for one in (name, *ancestors(ruleset, name)):
        for clause in ruleset.steps[one].clauses:
            means = clause.means
            if means is not None:
                yield from means.sequence or ()
                yield from means.each or ()
                if means.repeats:
                    yield means.repeats


BESIDE_NAMES: Mapping[str, tuple[str, ...]] = {
    "passed": (FOR_NOW,),
    "each_ability": ("unit", "mission"),
}
"""Fields whose text may be one of these words instead of a name."""

SPANS = frozenset(
    ("this", "per", "kept", "passed", "lost_models", "start", "end", "during", "at", "until")
) | {"covers_until", "if_gone", "step", "open"}
"""Fields that name the step during which, or until which, something counts or lasts."""

NAMES = frozenset(("counts_as", "action", "uses", "carries", "profile"))
"""Fields whose names no other name can stand in for."""

OUTCOME = "outcome"
"""The kind of name that an outcome is, also where a band declares it."""

ORDERED = frozenset(("sequence", "named"))
"""Lists that go by their order; `each` does so where its part says so. Others are sets."""

BY_DEFAULT: Mapping[type, frozenset[str]] = {
    Band: frozenset({"natural"}),
    Change: frozenset({"times"}),
    Sum: frozenset({"take", "times", "rounded"}),
}
"""Fields that nobody wrote when they have their default value."""


SYNONYMS: Mapping[tuple[type, str], frozenset[StrEnum]] = {
    (Change, "of"): frozenset((Whose.ACTIVE, Whose.ITSELF)),
    (StepMeaning, "among"): frozenset((Whose.OWN, Whose.FRIEND)),
}
"""Words that mean the same in a field: who acts is who is asked, and a side has no other self."""

ONLY_COMPARED = frozenset({(Rank, "value"), (OrderKey, "amount")})
"""Amounts that are only compared with each other: one more for everybody changes nothing."""

ONLY_TRUE = frozenset({(Sum, "acted"), (Sum, "total")})
"""Words that are only written where they are true, and are all that their value says."""


class Mutant(NamedTuple):
    """Mutant of a clause: what was changed, as an author would cite it, and what came of it."""

    change: str
    """Such as `limit.times 1 -> 2`, `needs denied`, `each without shoot`."""
    clause: Clause


def mutants_of(
    clause: Clause, ruleset: Ruleset, names: Substitutes | None = None
) -> Iterator[Mutant]:
    """Mutants of a clause, one change each.

    An enum becomes another of its members (or of another enum that may stand there), an amount
    one more and one less, a span one step longer and one shorter, a list loses or swaps
    neighbours, a condition is denied or dropped, what orders sides becomes a listed side.

    `names` are the substitutes of the ruleset, for who has many of its clauses changed.
    """
    means = getattr(clause, "means", None)
    if means is None:
        return
    part = next(
        (name for _, name, part in ruleset.parts() if any(c is clause for c in part.clauses)), ""
    )
    names = (names or substitutes_of(ruleset))._replace(
        part=part, ordered=is_ordered(ruleset, part)
    )
    words = words_of(type(means))
    seen = {means}
    for path, change, other in variants(means, type(means), names):
        if other not in seen and any(getattr(other, word) is not None for word in words):
            seen.add(other)
            yield Mutant(f"{path} {change}", replace(clause, means=other))  # type: ignore[call-arg]


class Substitutes(NamedTuple):
    """Substitutes: names of a ruleset that a mutation operator can exchange."""

    steps: tuple[str, ...]
    """Steps, the outermost ones first."""
    checks: tuple[str, ...]
    outcomes: tuple[str, ...]
    containers: tuple[str, ...]
    values: tuple[str, ...]
    nesting: Nesting
    """Which steps are inside which."""
    part: str = ""
    """The part that the clause belongs to."""
    ordered: bool = False
    """Whether what this part deals goes by its order."""

    def of_kind(self, what: str) -> tuple[str, ...]:
        """All names of a kind, any of which can stand in for another."""
        known = {"check": self.checks, OUTCOME: self.outcomes, "container": self.containers}
        return known.get(what, ())


def substitutes_of(ruleset: Ruleset) -> Substitutes:
    """Substitutes of a ruleset, whichever clause is changed."""
    return Substitutes(
        steps=tuple(dict.fromkeys((*outermost_steps(ruleset), *ruleset.steps))),
        checks=(NONE, *ruleset.checks),
        outcomes=check_outcomes(ruleset),
        containers=tuple(ruleset.containers),
        values=tuple(ruleset.values),
        nesting=nesting_of(ruleset),
    )


def is_ordered(ruleset: Ruleset, step: str) -> bool:
    """True when a step goes by the order in which what it deals is listed."""
    return any(
        clause.means is not None and clause.means.order is Sequencing.FIXED
        for name in ([step, *ancestors(ruleset, step)] if step in ruleset.steps else ())
        for clause in ruleset.steps[name].clauses
    )


def check_outcomes(ruleset: Ruleset) -> tuple[str, ...]:
    """Outcomes of all checks of a ruleset."""
    bands = (
        clause.means.band
        for check in ruleset.checks.values()
        for clause in check.clauses
        if clause.means
    )
    return tuple(dict.fromkeys(band.outcome for band in bands if band))


def outermost_steps(ruleset: Ruleset) -> tuple[str, ...]:
    """Outermost steps: the battle and what it repeats."""
    battle = ruleset.steps.get(BATTLE)
    repeated = [
        clause.means.repeats
        for clause in (battle.clauses if battle else ())
        if clause.means and clause.means.repeats
    ]
    return (BATTLE, *repeated)


class Variant(NamedTuple):
    """Variant of a value."""

    path: str
    """Where it was changed, such as `limit.times`."""
    change: str
    """What was done there, such as `1 -> 2`."""
    value: Any


def changed(old: Any, *new: Any) -> Iterator[Variant]:
    """Variants that put other values in place of one."""
    for one in new:
        yield Variant("", f"{written(old)} -> {written(one)}", one)


def written(value: Any) -> str:
    """A value as it would be written, in short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Sum):
        more = f" + {value.plus}" if value.plus is not None else ""
        less = f" - {value.less}" if value.less is not None else ""
        return f"{value.value if value.value is not None else 'sum'}{more}{less}"
    if isinstance(value, Moment):
        return f"start of {value.start}" if value.start else f"end of {value.end}"
    return type(value).__name__.lower() if is_dataclass(value) else str(value)


def variants(
    value: Any, kind: Any, names: Substitutes, field: str = "", what: str = ""
) -> Iterator[Variant]:
    """Variants of a value that is declared as this kind: the mutation operators.

    `what` says of which kind of part a name in it is, for parts of several kinds may share one.
    """
    if isinstance(value, StrEnum):
        others = (it for it in enum_members(kind) if it not in (value, Whose.ASKER))
        yield from changed(value, *others)
    elif isinstance(value, bool):
        yield from changed(value, not value)
    elif isinstance(value, int | float):
        yield from changed(value, value + 1, value - 1)
    elif isinstance(value, str):
        if Sum in branches(kind) and value in names.values:
            yield from changed(value, Sum(value=value, plus=1), Sum(value=value, less=1))
        else:
            yield from changed(value, *string_variants(value, names, field, what))
    elif isinstance(value, tuple):
        yield from tuple_variants(value, kind, names, field, what)
    elif is_dataclass(value):
        if isinstance(value, Condition):
            yield Variant("", "denied", Condition(not_=value))
        elif isinstance(value, OrderKey):
            yield from changed(value, First.LISTED_FIRST, First.LISTED_SECOND)
        elif isinstance(value, Moment) and (value.start or value.end):
            yield from changed(value, replace(value, start=value.end, end=value.start))
        elif isinstance(value, Sum) and value.plus is None and value.less is None:
            yield from changed(value, replace(value, plus=1), replace(value, less=1))
        yield from field_variants(value, names)


def branches(kind: Any) -> tuple[Any, ...]:
    """Branches of a union; of any other kind, itself."""
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def enum_members(kind: Any) -> Iterator[StrEnum]:
    """Members of every enum that a field of this kind may hold."""
    for one in branches(kind):
        if isinstance(one, type) and issubclass(one, StrEnum):
            yield from one


def string_variants(value: str, names: Substitutes, field: str, what: str) -> Iterator[str]:
    """Variants of a string: dice, a fraction, a span, or a name with its substitutes."""
    rolled = parse_dice(value)
    part, slash, whole = value.partition("/")
    if rolled is not None:
        count, faces = rolled
        yield f"{count + 1}d{faces}"
        if count > 1:
            yield f"{count - 1}d{faces}"
    elif slash and part.isdigit() and whole.isdigit():
        yield f"{int(part) + 1}/{whole}"
        yield f"{int(part)}/{int(whole) + 1}"
    elif field in SPANS and value == FOR_NOW:
        yield THIS
    elif field in SPANS and (value in names.steps or value == THIS):
        step = names.part if value == THIS else value
        yield from names.nesting.longer(step)
        yield from names.nesting.shorter(step, names.part)
    elif field in NAMES:
        return
    elif what.startswith("step") and value in names.steps:
        yield from (step for step in names.steps[:2] if step != value)
    elif value in (known := names.of_kind(what)):
        yield from (other for other in known if other != value)


def tuple_variants(
    value: tuple[Any, ...], kind: Any, names: Substitutes, field: str, what: str
) -> Iterator[Variant]:
    """Variants of a tuple: neighbours swapped, an item left out, an item mutated."""
    called = [item if isinstance(item, str) else f"no. {n}" for n, item in enumerate(value, 1)]
    ordered = field in ORDERED or (field == "each" and names.ordered)
    for index in range(len(value) - 1 if ordered else 0):
        swapped = list(value)
        swapped[index], swapped[index + 1] = swapped[index + 1], swapped[index]
        change = f"{called[index]} and {called[index + 1]} swapped"
        yield Variant("", change, tuple(swapped))
    if len(value) == 1 and what.startswith("step") and value[0] in names.steps:
        # A single step has no neighbour to swap with: other steps of the ruleset replace it.
        for step in names.steps[2:5]:
            if step != value[0]:
                yield Variant("", f"{value[0]} -> {step}", (step,))
    if len(value) > 1:
        for index in range(len(value)):
            yield Variant("", f"without {called[index]}", value[:index] + value[index + 1 :])
    item_kind = next((get_args(one)[0] for one in branches(kind) if get_origin(one) is tuple), None)
    for index, item in enumerate(value):
        if not isinstance(item, str) or (what == OUTCOME and item in names.outcomes):
            for path, change, other in variants(item, item_kind, names, field, what):
                if other in value:
                    continue
                where = "" if isinstance(item, str) else joined(str(index + 1), path)
                yield Variant(where, change, (*value[:index], other, *value[index + 1 :]))


def field_variants(value: Any, names: Substitutes) -> Iterator[Variant]:
    """Variants of a dataclass: one of its fields mutated, or a condition dropped."""
    kinds = field_kinds(type(value))
    unwritten = BY_DEFAULT.get(type(value), frozenset())
    refers = references_of(type(value))
    for field in fields(value):
        part = getattr(value, field.name)
        if part is None or part == "" or part == ():
            continue
        synonyms = SYNONYMS.get((type(value), field.name), ())
        if field.name in unwritten and part == field.default:
            continue
        if isinstance(part, Condition) and field.default is None:
            yield Variant(plain_key(field.name), "dropped", replace(value, **{field.name: None}))
        beside = (word for word in BESIDE_NAMES.get(field.name, ()) if word != part)
        what = refers.get(field.name, field.name)
        for path, change, other in (
            *variants(part, kinds[field.name], names, field.name, what),
            *changed(part, *beside),
        ):
            where = joined(plain_key(field.name), path)
            if part in synonyms and other in synonyms:
                continue
            if not path and (type(value), field.name) in ONLY_COMPARED | ONLY_TRUE:
                continue
            yield Variant(where, change, replace(value, **{field.name: other}))


def joined(*path: str) -> str:
    """Path of a value inside another."""
    return ".".join(filter(None, path))


_KINDS: dict[type, dict[str, Any]] = {}


def field_kinds(declared: type) -> dict[str, Any]:
    """Kinds of the fields of a dataclass, as they are declared."""
    if declared not in _KINDS:
        _KINDS[declared] = get_type_hints(declared)
    return _KINDS[declared]
