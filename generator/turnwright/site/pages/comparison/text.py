"""Comparison as text: which systems are asked for, with which choices, and how they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap

from turnwright.describe.variants import UnknownSystem, named_variant
from turnwright.load.library import Library
from turnwright.load.problem import did_you_mean, enumerated, quoted
from turnwright.site.pages.comparison.view import (
    Cell,
    Column,
    SystemAnswer,
    answered_by_all,
    answered_by_some,
    column,
)


class ComparisonRefused(Exception):
    """Comparison error: what was asked for cannot be set side by side."""


def requested_columns(
    library: Library,
    names: Sequence[str],
    options: Sequence[str] = (),
    readings: Mapping[str, str] | None = None,
) -> tuple[Column, ...]:
    """Columns of these systems; an option or a reading holds in every one that has it.

    A name is that of a system, or of a system with a pack, an option or a reading and its
    alternative after a dot. Raises
    ComparisonRefused for names that are not known and systems that cannot be compared, and
    SourceError for options that do not go together.
    """
    readings = readings or {}
    if len(names) < 2:
        raise ComparisonRefused("Name two systems to compare, or more.")
    problems = []
    named = []
    for name in names:
        try:
            named.append(named_variant(library, name))
        except UnknownSystem as unknown:
            problems.append(str(unknown))
    if problems:
        raise ComparisonRefused("\n".join(problems))
    systems = [library.effective(each.system) for each in named]
    for what, wanted in (("options", options), ("readings", tuple(readings))):
        known = {each for ruleset in systems for each in getattr(ruleset, what)}
        for each in wanted:
            if each not in known:
                hint = did_you_mean(each, known)
                one = what.removesuffix("s")
                raise ComparisonRefused(f"None of these has the {one} {quoted(each)}. {hint}")
    columns = []
    for variant, system in zip(named, systems, strict=True):
        on = [each for each in options if each in system.options]
        read = {key: choice for key, choice in readings.items() if key in system.readings}
        if variant.chosen or not (on or read):
            book = library.book(variant.system, variant.options, variant.readings)
            columns.append(column(variant.ruleset, variant.key, variant.title, book))
            continue
        rules = library.effective(variant.system, on, read)
        chosen = ", ".join((*on, *(f"{key}={choice}" for key, choice in read.items())))
        book = library.book(variant.system, on, read)
        columns.append(column(rules, variant.key, f"{rules.title} ({chosen})", book))
    if not answered_by_all(columns):
        titles = enumerated([each.title for each in columns], "and")
        raise ComparisonRefused(f"There is no question that {titles} all answer.")
    return tuple(columns)


NARROWEST = 30
"""Letters that a column needs; with fewer, columns stand beneath each other."""
GAP = 3
"""Letters between columns."""


def comparison_text(columns: Sequence[Column], width: int) -> str:
    """The questions and answers as text: side by side where they fit in the width."""
    each = (width - GAP * (len(columns) - 1)) // len(columns)
    lines: list[str] = []
    side_by_side = each >= NARROWEST
    if side_by_side:
        lines += _joined([wrap(column.title, each) for column in columns], each)
    for question in answered_by_some(columns):
        lines += ["", question.text, "-" * len(question.text)]
        found = [column.cells[question.name] for column in columns]
        cells = [list(_cell_lines(cell, each if side_by_side else width)) for cell in found]
        if side_by_side:
            lines += _joined(cells, each)
        else:
            for column, cell in zip(columns, cells, strict=True):
                lines += [f"[{column.title}]", *cell]
    return "\n".join(lines)


def _joined(cells: Sequence[Sequence[str]], each: int) -> Iterator[str]:
    for parts in zip_longest(*cells, fillvalue=""):
        yield (" " * GAP).join(part.ljust(each) for part in parts).rstrip()


def _cell_lines(cell: Cell, width: int) -> Iterator[str]:
    """The lines of a cell: for each answer its sentence and the clauses."""
    if not cell.answers:
        yield cell.status
    for answer in cell.answers:
        cited = ", ".join(clause.full_id for clause in answer.clauses)
        open_ = f" (open: {', '.join(answer.readings)})" if answer.readings else ""
        yield from wrap(f"{answer.text}{open_} [{cited}]", width, break_on_hyphens=False)


def comparison_data(columns: Sequence[Column]) -> dict[str, object]:
    """The questions and answers as data."""
    return {
        "systems": [{"key": column.key, "title": column.title} for column in columns],
        "questions": [
            {
                "name": question.name,
                "question": question.text,
                "cells": [_cell_data(column, column.cells[question.name]) for column in columns],
            }
            for question in answered_by_some(columns)
        ],
    }


def _cell_data(column: Column, cell: Cell) -> dict[str, object]:
    return {
        "system": column.key,
        "status": cell.status.value,
        "answers": [_answer_data(answer) for answer in cell.answers],
    }


def _answer_data(answer: SystemAnswer) -> dict[str, object]:
    return {
        "text": answer.text,
        "status": answer.status.value,
        "clauses": [{"id": clause.full_id, "text": clause.text} for clause in answer.clauses],
        "readings": list(answer.readings),
    }
