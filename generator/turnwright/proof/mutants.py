"""Mutants: variants of a clause, made by mutation operators for each kind of value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from turnwright.engine.program import BATTLE
from turnwright.engine.step_part import NO_CHECK as NONE
from turnwright.language.change import Moment
from turnwright.language.clause import Clause
from turnwright.language.condition import THIS, Condition, Sum
from turnwright.language.ruleset import Ruleset
from turnwright.language.turn_order import FOR_NOW, First, OrderKey
from turnwright.load.formats import parse_dice

BESIDE_NAMES: Mapping[str, tuple[str, ...]] = {
    "passed": (FOR_NOW,),
    "each_ability": ("unit", "mission"),
}
"""Fields whose text may be one of these words instead of a name."""


def mutants_of(clause: Clause, ruleset: Ruleset) -> Iterator[Clause]:
    """Mutants of a clause, one change each.

    An enum becomes another of its members (or of another enum that may stand there), an amount
    one more and one less, a list loses or swaps neighbours, a condition is denied, the name of a
    step becomes a step around it, what orders sides becomes the first or second that is listed.
    """
    means = getattr(clause, "means", None)
    if means is None:
        return
    names = substitutes_of(ruleset)
    seen = {means}
    for other in variants(means, type(means), names):
        if other not in seen:
            seen.add(other)
            yield replace(clause, means=other)  # type: ignore[call-arg]


class Substitutes(NamedTuple):
    """Substitutes: names of a ruleset that a mutation operator can exchange."""

    steps: tuple[str, ...]
    """Steps, the outermost ones first."""
    checks: tuple[str, ...]
    outcomes: tuple[str, ...]
    containers: tuple[str, ...]
    values: tuple[str, ...]


def substitutes_of(ruleset: Ruleset) -> Substitutes:
    """Substitutes of a ruleset."""
    return Substitutes(
        steps=tuple(dict.fromkeys((*outermost_steps(ruleset), *ruleset.steps))),
        checks=(NONE, *ruleset.checks),
        outcomes=check_outcomes(ruleset),
        containers=tuple(ruleset.containers),
        values=tuple(ruleset.values),
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


def variants(value: Any, kind: Any, names: Substitutes) -> Iterator[Any]:
    """Variants of a value that is declared as this kind: the mutation operators."""
    if isinstance(value, StrEnum):
        yield from (member for member in enum_members(kind) if member is not value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
        yield value - 1
    elif isinstance(value, str):
        if Sum in branches(kind) and value in names.values:
            yield Sum(value=value, plus=1)
            yield Sum(value=value, less=1)
        else:
            yield from string_variants(value, names)
    elif isinstance(value, tuple):
        yield from tuple_variants(value, kind, names)
    elif is_dataclass(value):
        if isinstance(value, Condition):
            yield Condition(none_of=(value,))
        elif isinstance(value, OrderKey):
            yield from (First.LISTED_FIRST, First.LISTED_SECOND)
        elif isinstance(value, Moment):
            yield replace(value, start=value.end, end=value.start)
        elif isinstance(value, Sum) and value.plus is None and value.less is None:
            yield replace(value, plus=1)
            yield replace(value, less=1)
        yield from field_variants(value, names)


def branches(kind: Any) -> tuple[Any, ...]:
    """Branches of a union; of any other kind, itself."""
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def enum_members(kind: Any) -> Iterator[StrEnum]:
    """Members of every enum that a field of this kind may hold."""
    for one in branches(kind):
        if isinstance(one, type) and issubclass(one, StrEnum):
            yield from one


def string_variants(value: str, names: Substitutes) -> Iterator[str]:
    """Variants of a string: dice, a fraction, or a name with its substitutes."""
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
    elif value in names.steps or value in (FOR_NOW, THIS):
        yield from (step for step in names.steps[:2] if step != value)
    else:
        for known in (names.checks, names.outcomes, names.containers):
            if value in known:
                yield from (other for other in known if other != value)
                return


def tuple_variants(
    value: tuple[Any, ...], kind: Any, names: Substitutes
) -> Iterator[tuple[Any, ...]]:
    """Variants of a tuple: neighbours swapped, an item left out, an item mutated."""
    for index in range(len(value) - 1):
        swapped = list(value)
        swapped[index], swapped[index + 1] = swapped[index + 1], swapped[index]
        yield tuple(swapped)
    if len(value) == 1 and value[0] in names.steps:
        # A single step has no neighbour to swap with: other steps of the ruleset replace it.
        yield from ((step,) for step in names.steps[2:5] if step != value[0])
    if len(value) > 1:
        for index in range(len(value)):
            yield value[:index] + value[index + 1 :]
    item_kind = next((get_args(one)[0] for one in branches(kind) if get_origin(one) is tuple), None)
    for index, item in enumerate(value):
        if not isinstance(item, str):
            for other in variants(item, item_kind, names):
                yield (*value[:index], other, *value[index + 1 :])


def field_variants(value: Any, names: Substitutes) -> Iterator[Any]:
    """Variants of a dataclass: one of its fields mutated."""
    kinds = field_kinds(type(value))
    for field in fields(value):
        part = getattr(value, field.name)
        if part is None or part == "" or part == ():
            continue
        for other in variants(part, kinds[field.name], names):
            yield replace(value, **{field.name: other})
        for word in BESIDE_NAMES.get(field.name, ()):
            yield replace(value, **{field.name: word})


_KINDS: dict[type, dict[str, Any]] = {}


def field_kinds(declared: type) -> dict[str, Any]:
    """Kinds of the fields of a dataclass, as they are declared."""
    if declared not in _KINDS:
        _KINDS[declared] = get_type_hints(declared)
    return _KINDS[declared]
