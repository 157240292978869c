"""Mutants: variants of a clause, made by mutation operators for each kind of value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from turnwright.language.change import Change, Moment
from turnwright.language.check import Band
from turnwright.language.clause import Clause, Guard, words_of
from turnwright.language.condition import THIS, Condition, Sum, Whose
from turnwright.language.effect import Ability
from turnwright.language.eligibility import Rank, Tally
from turnwright.language.field import plain_key
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import StepMeaning
from turnwright.language.turn_order import FOR_NOW, Again, First, OrderKey
from turnwright.load.references import AMOUNT, references_of
from turnwright.load.scalars import parse_dice
from turnwright.proof.substitutes import OUTCOME, Substitutes, is_ordered, substitutes_of

BESIDE_NAMES: Mapping[str, tuple[str, ...]] = {
    "passed": (FOR_NOW,),
    "each_ability": ("unit", "mission"),
}
"""Fields whose text may be one of these words instead of a name."""

SPANS = frozenset(
    ("this", "per", "kept", "passed", "lost_models", "start", "end", "during", "at", "until")
) | {"covers_until", "if_gone", "step", "open"}
"""Fields that name the step during which, or until which, something counts or lasts."""

CONFUSED = frozenset(
    ("fact", "action", "uses", "using", "carries", "profile", "runs_out", "during")
)
"""Fields whose names are exchanged with the one that is written most like it.

That of a step is not, in any of them: `during` names a step, or a loss."""

ORDERED = frozenset(("sequence", "named"))
"""Lists that go by their order; `each` does so where its part says so. Others are sets."""

BY_DEFAULT: Mapping[type, frozenset[str]] = {
    Ability: frozenset({"impersonal"}),
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

ACTING_ITSELF = (f"{Whose.ITSELF} -> {Whose.ACTIVE}", f"{Whose.ACTIVE} -> {Whose.ITSELF}")
"""No changes where all that a clause says is asked of those who act."""
OF_OTHERS = {"that", "of", "to", "towards", "target"}
"""Fields in which somebody else may be asked."""

SELDOM_APART = (Whose.ASKER, Whose.NEXT_SIDE, Again.IN_TURN, Tally.MODEL, Tally.MODEL_ITEM)
"""Words that mean something of their own only inside a selection, with more than two sides, or
of single models."""

ONLY_COMPARED = frozenset({(Rank, "value"), (OrderKey, "amount")})
"""Amounts that are only compared with each other: one more for everybody changes nothing."""

ONLY_TRUE = frozenset({(Sum, "acted"), (Sum, "total")})
"""Words that are only written where they are true, and are all that their value says."""


class Mutant(NamedTuple):
    """Mutant of a clause: what was changed, as an author would cite it, and what came of it."""

    change: str
    """Such as `limit.times 1 -> 2`, `needs denied`, `each without shoot`."""
    clause: Clause
    on_condition: bool = False
    """A condition was added: it is a change only where somebody meets it."""


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
    is_acting = all(
        word.guard is Guard.ACTING
        for name, word in words.items()
        if getattr(means, name) is not None
    )
    for path, change, other in variants(means, type(means), names):
        asked = {*path.removeprefix("changes.to.").split(".")}
        if is_acting and change in ACTING_ITSELF and not asked & OF_OTHERS:
            continue
        if other not in seen and any(getattr(other, word) is not None for word in words):
            seen.add(other)
            yield Mutant(f"{path} {change}", replace(clause, means=other))  # type: ignore[call-arg]


class Alteration(NamedTuple):
    """Variant of a value."""

    path: str
    """Where it was changed, such as `limit.times`."""
    change: str
    """What was done there, such as `1 -> 2`."""
    value: Any


def ability_mutants(ability: Ability, names: Substitutes) -> Iterator[tuple[str, Ability]]:
    """Mutants of an ability, made as those of a clause: what was changed, and what it says then."""
    bare = replace(ability, text="", source=None)
    for path, change, other in variants(bare, Ability, names):
        if path in UNASKED or (path == "target" and other.target not in TARGETED):
            continue
        yield f"{path} {change}", replace(other, text=ability.text, source=ability.source)


UNASKED = frozenset(
    f"{moment}.{field}" for moment in ("used", "effect.until") for field in ("which", "whose")
) | {"effect.changes.of", "times"}
"""Fields of an ability that hardly anybody writes: its change is of its target, say."""
TARGETED = (Whose.FRIEND, Whose.ENEMY, Whose.ANYONE)
"""Whom an ability is used on; a friend may be the bearer itself."""


def changed(old: Any, *new: Any) -> Iterator[Alteration]:
    """Variants that put other values in place of one."""
    for one in new:
        yield Alteration("", f"{written(old)} -> {written(one)}", one)


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
) -> Iterator[Alteration]:
    """Variants of a value that is declared as this kind: the mutation operators.

    `what` says of which kind of part a name in it is, for parts of several kinds may share one.
    """
    if isinstance(value, StrEnum):
        others = (
            it
            for it in enum_members(kind)
            # By identity: words of two lists may be spelt alike.
            if it != value and not any(it is one for one in SELDOM_APART)
        )
        yield from changed(value, *others)
    elif isinstance(value, bool):
        yield from changed(value, not value)
    elif isinstance(value, int | float):
        yield from changed(value, value + 1, value - 1)
    elif isinstance(value, str):
        if what in ("value", AMOUNT) and value in names.values:
            if Sum in branches(kind):
                yield from changed(value, Sum(value=value, plus=1), Sum(value=value, less=1))
            yield from changed(value, *filter(None, (names.closest(value),)))
        else:
            yield from changed(value, *string_variants(value, names, field, what))
    elif isinstance(value, tuple):
        yield from tuple_variants(value, kind, names, field, what)
    elif is_dataclass(value):
        if isinstance(value, Condition):
            yield Alteration("", "denied", Condition(not_=value))
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
    elif field in CONFUSED or what == "fact":
        yield from filter(None, (names.closest(value),))
    elif what.startswith("step") and value in names.steps:
        yield from (step for step in names.steps[:2] if step != value)
    elif value in (known := names.of_kind(what)):
        yield from (other for other in known if other != value)


def tuple_variants(
    value: tuple[Any, ...], kind: Any, names: Substitutes, field: str, what: str
) -> Iterator[Alteration]:
    """Variants of a tuple: neighbours swapped, an item left out, an item mutated."""
    called = [item if isinstance(item, str) else f"no. {n}" for n, item in enumerate(value, 1)]
    ordered = field in ORDERED or (field == "each" and names.ordered)
    for index in range(len(value) - 1 if ordered else 0):
        swapped = list(value)
        swapped[index], swapped[index + 1] = swapped[index + 1], swapped[index]
        change = f"{called[index]} and {called[index + 1]} swapped"
        yield Alteration("", change, tuple(swapped))
    if len(value) == 1 and what.startswith("step") and value[0] in names.steps:
        # A single step has no neighbour to swap with: other steps of the ruleset replace it.
        for step in names.steps[2:5]:
            if step != value[0]:
                yield Alteration("", f"{value[0]} -> {step}", (step,))
    if len(value) > 1:
        for index in range(len(value)):
            yield Alteration("", f"without {called[index]}", value[:index] + value[index + 1 :])
    item_kind = next((get_args(one)[0] for one in branches(kind) if get_origin(one) is tuple), None)
    for index, item in enumerate(value):
        if not isinstance(item, str) or (what == OUTCOME and item in names.outcomes):
            for path, change, other in variants(item, item_kind, names, field, what):
                if other in value:
                    continue
                where = "" if isinstance(item, str) else joined(str(index + 1), path)
                yield Alteration(where, change, (*value[:index], other, *value[index + 1 :]))


def field_variants(value: Any, names: Substitutes) -> Iterator[Alteration]:
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
            yield Alteration(plain_key(field.name), "dropped", replace(value, **{field.name: None}))
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
            yield Alteration(where, change, replace(value, **{field.name: other}))


def joined(*path: str) -> str:
    """Path of a value inside another."""
    return ".".join(filter(None, path))


_KINDS: dict[type, dict[str, Any]] = {}


def field_kinds(declared: type) -> dict[str, Any]:
    """Kinds of the fields of a dataclass, as they are declared."""
    if declared not in _KINDS:
        _KINDS[declared] = get_type_hints(declared)
    return _KINDS[declared]
