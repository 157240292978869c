"""References: every name that is used must resolve to a declared symbol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from turnwright.language.action import Gives, Instead, Moves, Result, Sets
from turnwright.language.chance import Limit, Rank
from turnwright.language.clause import Clause, Equivalent, Source
from turnwright.language.condition import Condition, Did, Level, Pair, Share, Within
from turnwright.language.container import ContainerMeaning
from turnwright.language.effect import Ability, Bonus, Effect, EffectMeaning, Moment
from turnwright.language.example import Card, Mission
from turnwright.language.fact import FactMeaning
from turnwright.language.ruleset import Gap, Reading
from turnwright.language.step import Step, StepMeaning
from turnwright.load.diagnostics import Diagnostics
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.symbols import SymbolTable
from turnwright.load.syntax_tree import Loc

CLAUSE = "clause"

REFERENCES: dict[type, dict[str, str]] = {
    Source: {"document": "document"},
    Equivalent: {"to": CLAUSE},
    Reading: {"clauses": CLAUSE},
    Gap: {"clauses": CLAUSE},
    Condition: {"fact": "fact", "side_fact": "fact", "lost_models": "step"},
    Did: {"action": "action_or_count", "this": "step"},
    Within: {"fact": "fact"},
    Pair: {"fact": "fact"},
    Level: {"value": "value"},
    Share: {"facts": "fact"},
    Step: {"like": "step"},
    StepMeaning: {
        "waives": CLAUSE,
        "sequence": "step",
        "each": "step",
        "repeats": "step",
        "until_fact": "fact",
        "container": "container",
        "kept": "step",
        "passed_for": "step",
        "check": "check",
        "may_enter": "fact",
        "may_leave": "fact",
    },
    Limit: {"per": "step"},
    Rank: {"value": "value", "fact": "fact"},
    Result: {"outcome": "outcome", "step": "step"},
    Instead: {"outcome": "outcome", "step": "step"},
    Moves: {"up_to": "value"},
    Sets: {"fact": "fact", "outcome": "outcome", "until": "step"},
    Gives: {"value": "value", "until": "step"},
    FactMeaning: {"counts_as": "fact"},
    ContainerMeaning: {"includes": "fact"},
    EffectMeaning: {"reads_as": "step", "covers_this": "step", "if_gone": "step"},
    # Abilities may use the terms of another ruleset; `effects` map such a phrase to a step.
    Moment: {"start": "step_or_phrase", "end": "step_or_phrase", "during": "step_or_phrase"},
    Ability: {"opens": "step"},
    Bonus: {"value": "value"},
    Effect: {"during": "step_or_phrase"},
    Card: {
        "facts": "fact",
        "pairs": "fact",
        "has": "value",
        "dice": "heading",
        "abilities": "ability",
    },
    Mission: {"first": "side", "abilities": "ability"},
}
"""Kind of symbol that each field refers to, by class and field. Of a mapping, its keys."""


def walk(value: object, loc: Loc = ()) -> Iterator[tuple[Loc, object]]:
    """Walk a value in pre-order: every dataclass in it, with its path."""
    if is_dataclass(value) and not isinstance(value, type):
        yield loc, value
        for field in fields(value):
            inner = getattr(value, field.name)
            if inner is not None and inner != ():
                yield from walk(inner, (*loc, field.name))
    elif isinstance(value, tuple):
        for position, item in enumerate(value):
            yield from walk(item, (*loc, position))
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from walk(item, (*loc, name))


def check_references(
    diagnostics: Diagnostics, symbols: SymbolTable, value: object, loc: Loc
) -> None:
    """Diagnostics for the unresolved references of one value, without its children."""
    for field, what in REFERENCES.get(type(value), {}).items():
        for where, name, key in names_in(getattr(value, field), (*loc, field)):
            if not diagnostics.has((*loc, field)):
                continue  # Inherited from an enclosing node, and checked there.
            if what == CLAUSE:
                symbols.check_clause(diagnostics, where, name)
            elif name:
                symbols.check(diagnostics, where, what, name, key=key)
    if isinstance(value, Clause):
        _check_citations(diagnostics, symbols, value, loc)


def names_in(value: object, loc: Loc) -> Iterator[tuple[Loc, str, bool]]:
    """Names in a field: one, those of a list, or the keys of a mapping (then with true)."""
    if isinstance(value, str):
        yield loc, value, False
    elif isinstance(value, Mapping):
        for name in value:
            yield (*loc, name), name, True
    elif isinstance(value, tuple):
        for position, name in enumerate(value):
            yield (*loc, position), str(name), False


def _check_citations(
    diagnostics: Diagnostics, symbols: SymbolTable, clause: Clause, loc: Loc
) -> None:
    """Diagnostics for the unresolved citations of a clause."""
    for where, name, _ in names_in(clause.follows, (*loc, "follows")):
        if symbols.check_clause(diagnostics, where, name) and _cites_itself(symbols, name, clause):
            diagnostics.note(where, "A clause cannot follow from itself.")
    if clause.equivalent and _cites_itself(symbols, clause.equivalent.to, clause):
        where = (*loc, "equivalent", "to")
        diagnostics.note(
            where, "This is the clause itself.", "Name another one that says the same."
        )
    for field in ("replaces", "removes"):
        for where, name, _ in names_in(getattr(clause, field), (*loc, field)):
            if symbols.resolver.patch_targets(name, clause):
                continue
            if name.endswith(".*"):
                groups = [f"{known.partition('.')[0]}.*" for known in symbols.resolver.known("")]
                message = f"There is no group {quoted(name)} to take away here."
                diagnostics.note(where, message, did_you_mean(name, groups))
            elif symbols.check_clause(diagnostics, where, name):
                diagnostics.note(
                    where,
                    f"{quoted(name)} is not underneath this clause.",
                    "A clause changes those of the ruleset that its own extends;"
                    " one in an option or reading, also those of its own ruleset.",
                )


def _cites_itself(symbols: SymbolTable, reference: str, clause: Clause) -> bool:
    """True when a clause cites itself."""
    return (
        symbols.resolver.resolve(reference) is symbols.resolver.resolve(clause.full_id) is not None
    )
