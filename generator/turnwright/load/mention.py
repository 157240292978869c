"""Names that are mentioned somewhere: each must be the name of something."""

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
from turnwright.load.names import Names
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.report import Report
from turnwright.load.tree import Loc

CLAUSE = "clause"

MENTIONS: dict[type, dict[str, str]] = {
    Source: {"document": "document"},
    Equivalent: {"to": CLAUSE},
    Reading: {"clauses": CLAUSE},
    Gap: {"clauses": CLAUSE},
    Condition: {"fact": "fact", "side_fact": "fact", "lost_models": "step"},
    Did: {"action": "deed", "this": "step"},
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
    # Abilities are worded for the ruleset they were made for; phrases say what such words mean.
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
"""By class and field: what the names in it are names of. Of a mapping, its keys."""


def visit(value: object, loc: Loc = ()) -> Iterator[tuple[Loc, object]]:
    """Every value of the language in here, from the outside in, with the way to it."""
    if is_dataclass(value) and not isinstance(value, type):
        yield loc, value
        for field in fields(value):
            inner = getattr(value, field.name)
            if inner is not None and inner != ():
                yield from visit(inner, (*loc, field.name))
    elif isinstance(value, tuple):
        for position, item in enumerate(value):
            yield from visit(item, (*loc, position))
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from visit(item, (*loc, name))


def check_mentions(report: Report, names: Names, value: object, loc: Loc) -> None:
    """Note every name in this one value that is not the name of anything."""
    for field, what in MENTIONS.get(type(value), {}).items():
        for where, name, key in spread(getattr(value, field), (*loc, field)):
            if not report.has((*loc, field)):
                continue  # What the loader handed down stands elsewhere.
            if what == CLAUSE:
                names.check_clause(report, where, name)
            elif name:
                names.check(report, where, what, name, key=key)
    if isinstance(value, Clause):
        _check_citations(report, names, value, loc)


def spread(value: object, loc: Loc) -> Iterator[tuple[Loc, str, bool]]:
    """The names in a field: one, those of a list, or the keys of a mapping (then with true)."""
    if isinstance(value, str):
        yield loc, value, False
    elif isinstance(value, Mapping):
        for name in value:
            yield (*loc, name), name, True
    elif isinstance(value, tuple):
        for position, name in enumerate(value):
            yield (*loc, position), str(name), False


def _check_citations(report: Report, names: Names, clause: Clause, loc: Loc) -> None:
    """Note every clause that this one cites and that is not there."""
    for where, name, _ in spread(clause.follows, (*loc, "follows")):
        if names.check_clause(report, where, name) and _is_itself(names, name, clause):
            report.note(where, "A clause cannot follow from itself.")
    if clause.equivalent and _is_itself(names, clause.equivalent.to, clause):
        where = (*loc, "equivalent", "to")
        report.note(where, "This is the clause itself.", "Name another one that says the same.")
    for field in ("replaces", "removes"):
        for where, name, _ in spread(getattr(clause, field), (*loc, field)):
            if names.citations.patched(name, clause):
                continue
            if name.endswith(".*"):
                groups = [f"{known.partition('.')[0]}.*" for known in names.citations.known("")]
                message = f"There is no group {quoted(name)} to take away here."
                report.note(where, message, did_you_mean(name, groups))
            elif names.check_clause(report, where, name):
                report.note(
                    where,
                    f"{quoted(name)} is not underneath this clause.",
                    "A clause changes those of the ruleset that its own extends;"
                    " one in an option or reading, also those of its own ruleset.",
                )


def _is_itself(names: Names, reference: str, clause: Clause) -> bool:
    """True when a clause cites itself."""
    return names.citations.find(reference) is names.citations.find(clause.full_id) is not None
