"""Mutants: variants of a clause, made by mutation operators for each kind of value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from turnwright.engine.program import BATTLE
from turnwright.engine.program import NO_CHECK as NONE
from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.effect import Moment
from turnwright.language.ruleset import Ruleset
from turnwright.language.turn_order import First, OrderKey
from turnwright.load.formats import parse_dice


def mutants_of(clause: Clause, ruleset: Ruleset) -> Iterator[Clause]:
    """Mutants of a clause, one change each.

    An enum becomes another of its members, a number one more and one less, a list loses or swaps
    neighbours, a condition is denied, the name of a step becomes a step around it; what puts sides
    in order becomes the side that is listed first or second.
    """
    means = getattr(clause, "means", None)
    if means is None:
        return
    steps = tuple(dict.fromkeys((*outermost_steps(ruleset), *ruleset.steps)))
    names = Substitutes(steps, (NONE, *ruleset.checks), check_outcomes(ruleset))
    for other in variants(means, names):
        yield replace(clause, means=other)  # type: ignore[call-arg]


class Substitutes(NamedTuple):
    """Substitutes: names of a ruleset that a mutation operator can exchange."""

    steps: tuple[str, ...]
    """Steps, the outermost ones first."""
    checks: tuple[str, ...]
    outcomes: tuple[str, ...]


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


def variants(value: Any, names: Substitutes) -> Iterator[Any]:
    """Variants of a value: the mutation operators, by kind of value."""
    if isinstance(value, StrEnum):
        yield from (member for member in type(value) if member is not value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
        yield value - 1
    elif isinstance(value, str):
        yield from string_variants(value, names)
    elif isinstance(value, Condition):
        yield Condition(none_of=(value,))
        yield from field_variants(value, names)
    elif isinstance(value, tuple):
        yield from tuple_variants(value, names)
    elif isinstance(value, OrderKey):
        yield from (First.LISTED_FIRST, First.LISTED_SECOND)
        yield from field_variants(value, names)
    elif isinstance(value, Moment):
        yield Moment(start=value.end, end=value.start, during=value.during)
        yield from field_variants(value, names)
    elif is_dataclass(value):
        yield from field_variants(value, names)


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
    elif value in names.checks:
        yield from (check for check in names.checks if check != value)
    elif value in names.outcomes:
        yield from (outcome for outcome in names.outcomes if outcome != value)
    elif value in names.steps:
        yield from dict.fromkeys(step for step in names.steps[:2] if step != value)


def tuple_variants(value: tuple[Any, ...], names: Substitutes) -> Iterator[tuple[Any, ...]]:
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
    for index, item in enumerate(value):
        if not isinstance(item, str):
            for other in variants(item, names):
                yield (*value[:index], other, *value[index + 1 :])


def field_variants(value: Any, names: Substitutes) -> Iterator[Any]:
    """Variants of a dataclass: one of its fields mutated."""
    for field in fields(value):
        part = getattr(value, field.name)
        if part is None or part == "" or part == ():
            continue
        for other in variants(part, names):
            yield replace(value, **{field.name: other})
