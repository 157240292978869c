"""Clause checks: whether a clause that was changed in memory would load from a file."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any

from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.load.diagnostics import Diagnostics
from turnwright.load.file import File, decode_text
from turnwright.load.idle_words import idle_words
from turnwright.load.references import check_references
from turnwright.load.subject_checks import SubjectChecker
from turnwright.load.symbols import SymbolTable
from turnwright.load.syntax_tree import Loc
from turnwright.load.traversal import walk
from turnwright.load.validation import validate
from turnwright.load.yaml_parser import parse_documents

MEANS: Loc = ("means",)
"""Where a clause says what it means."""


def refusal_of(symbols: SymbolTable, rules: Ruleset, clause: Clause) -> str:
    """Message of the first problem that a changed clause would have in a file; empty for none.

    `rules` are effective rules with the clause as it was changed. What only shows in the bands of
    a check, or in the graph of steps, is left to the engine, which stops there.
    """
    for conflict in idle_words(rules, clause):
        if any(involved.full_id == clause.full_id for involved in conflict.clauses):
            return conflict.message
    meaning = getattr(clause, "means", None)
    file = decode_text(json.dumps({MEANS[0]: _as_written(meaning)}).encode(), clause.full_id)
    assert isinstance(file, File)
    roots, problems = parse_documents(file)
    diagnostics = Diagnostics(file, roots[0], problems)
    for loc, value in walk(meaning, MEANS):
        validate(diagnostics, value, loc)
        check_references(diagnostics, symbols, value, loc)
    checker = SubjectChecker(diagnostics, symbols)
    kind, name = next(
        (kind, name)
        for kind, name, part in rules.parts()
        if any(other.full_id == clause.full_id for other in part.clauses)
    )
    checker.visit(
        meaning, MEANS, checker.guarded_by(meaning, kind, name) if meaning is not None else "unit"
    )
    return problems[0].message if problems else ""


def _as_written(value: Any) -> Any:
    """A value as plain data, without what nobody writes because it is meant anyway."""
    if isinstance(value, tuple):
        return [_as_written(item) for item in value]
    if is_dataclass(value):
        return {
            field.name: _as_written(part)
            for field in fields(value)
            if (part := getattr(value, field.name)) != field.default
        }
    return value
