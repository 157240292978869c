"""References: every name that is used must resolve to a declared symbol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass

from turnwright.language.action import Draws, Instead, Result
from turnwright.language.change import Change, Cost, Moment
from turnwright.language.clause import Clause, Equivalent, Meaning, Source
from turnwright.language.condition import THIS, Condition, Did, Pair, Sum
from turnwright.language.container import ContainerMeaning
from turnwright.language.effect import Ability, Effect, EffectMeaning
from turnwright.language.eligibility import Limit, Rank
from turnwright.language.example import Card, Mission
from turnwright.language.fact import FactMeaning, ValueMeaning
from turnwright.language.roster import Muster, MusterCard, MusterSide
from turnwright.language.ruleset import Gap, NotCovered, Question, Reading
from turnwright.language.situation import Situation
from turnwright.language.step import Step, StepMeaning
from turnwright.language.turn_order import OrderKey, Passing
from turnwright.load.diagnostics import Diagnostics
from turnwright.load.formats import dice_error, is_dice_like
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.scalars import suggested_spelling
from turnwright.load.schema_types import branches_of, field_types
from turnwright.load.symbols import SymbolTable
from turnwright.load.syntax_tree import Loc

CLAUSE = "clause"
AMOUNT = "amount"
"""Kinds of reference that are no kind of symbol."""

REFERENCES: dict[type, dict[str, str]] = {
    Source: {"document": "document"},
    Equivalent: {"to": CLAUSE},
    Reading: {"clauses": CLAUSE},
    Gap: {"clauses": CLAUSE},
    NotCovered: {"clauses": CLAUSE},
    Question: {"finds": CLAUSE, "not_covered": "not_covered"},
    Meaning: {"waives": CLAUSE},
    Condition: {
        "fact": "fact",
        "was": "outcome",
        "open": "step",
        "able": "step",
        "lost_models": "step_or_this",
    },
    Did: {"action": "action_or_count", "this": "step_or_this"},
    Pair: {"fact": "fact"},
    Sum: {"value": "value", "outcome": "outcome", "lost_models": "step_or_this"},
    Step: {"like": "step"},
    StepMeaning: {
        "sequence": "step",
        "each": "step",
        "repeats": "step",
        "kept": "step_or_this",
        "passed": "step_or_for_now",
        "put_off": "step",
        "check": "check",
        "draws": "container",
        "may_enter": "fact",
        "may_leave": "fact",
        "may_stay": "fact",
    },
    Passing: {"opens": "step"},
    OrderKey: {"fact": "fact", "of": "step", "as_in": "step"},
    Limit: {"per": "step_or_this"},
    Rank: {"fact": "fact"},
    Result: {"outcome": "outcome", "step": "step_or_this"},
    Instead: {"outcome": "outcome", "step": "step"},
    Draws: {"container": "container", "number": "value", "rank": "value", "into": "container"},
    ContainerMeaning: {"refills": "container"},
    Change: {
        "fact": "fact",
        "value": "value",
        "outcome": "outcome",
        "at": "step_or_this",
        "until": "step_or_this",
    },
    Cost: {"value": "value"},
    FactMeaning: {"counts_as": "fact", "ends": "fact"},
    ValueMeaning: {"runs_out": "fact"},
    EffectMeaning: {"reads_as": "step", "covers_until": "step", "if_gone": "step"},
    # Abilities may use the terms of another ruleset; `effects` map such a phrase to a step.
    Moment: {"start": "step_or_phrase", "end": "step_or_phrase", "during": "step_or_phrase"},
    Ability: {"opens": "step"},
    Effect: {"during": "step_or_phrase", "begins": "step"},
    Card: {
        "facts": "fact",
        "pairs": "fact",
        "has": "value",
        "dice": "heading",
        "abilities": "ability",
    },
    Muster: {"enemies": "fact", "settles": "fact"},
    MusterCard: {"facts": "fact", "has": "value"},
    MusterSide: {"facts": "fact", "values": "value"},
    Mission: {"first": "side", "abilities": "ability"},
    Situation: {"facts": "fact", "did": "step", "passed": "step"},
}
"""Kind of symbol that each field refers to, by class and field. Of a mapping, its keys."""


def references_of(cls: type) -> Mapping[str, str]:
    """Kind of symbol that each field of a class refers to; of an amount, `amount`."""
    if cls not in _REFERENCES:
        found: dict[str, str] = {}
        if is_dataclass(cls):
            types = field_types(cls).items()
            found = {name: AMOUNT for name, kind in types if _is_amount(kind)}
            for base in reversed(cls.__mro__):
                found.update(REFERENCES.get(base, {}))
        _REFERENCES[cls] = found
    return _REFERENCES[cls]


_REFERENCES: dict[type, dict[str, str]] = {}


def _is_amount(kind: object) -> bool:
    """True for the type of an amount."""
    return {int, str, Sum} <= {*branches_of(kind)}


def check_references(
    diagnostics: Diagnostics, symbols: SymbolTable, value: object, loc: Loc
) -> None:
    """Diagnostics for the unresolved references of one value, without its children."""
    for field, what in references_of(type(value)).items():
        for where, name, key in names_in(getattr(value, field), (*loc, field)):
            if not diagnostics.has((*loc, field)):
                continue  # Inherited from an enclosing node, and checked there.
            if what == CLAUSE:
                symbols.check_clause(diagnostics, where, name)
            elif what == AMOUNT and is_dice_like(name):
                if number := suggested_spelling(name, int):
                    message = f"A whole number belongs here, not the text {quoted(name)}."
                    diagnostics.note(where, message, f"Write it without quotes: {number}.")
                elif fault := dice_error(name):
                    diagnostics.note(where, *fault)
            elif name == THIS and symbols.allows_this(what) and not _is_said_by_step(loc):
                message = "`this` is the step that says so, and here no step says it."
                diagnostics.note(where, message, "Name the step that is meant.")
            elif name:
                known = "value" if what == AMOUNT else what
                symbols.check(diagnostics, where, known, name, key=key)
    if isinstance(value, Clause):
        _check_citations(diagnostics, symbols, value, loc)


def _is_said_by_step(loc: Loc) -> bool:
    """True for the path of something in a clause of a step, also in an option or a reading."""
    return "steps" in (*loc[:1], *loc[2:3], *loc[4:5])


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
    for index, same in enumerate(clause.equivalent):
        where = (*loc, "equivalent", index, "to")
        if same.to and _cites_itself(symbols, same.to, clause):
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
