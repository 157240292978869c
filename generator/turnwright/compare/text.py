"""Text of a comparison, for the terminal, and its data, for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from turnwright.compare.table import Answer, Cell, Column, rows

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
    for row in rows(columns):
        lines += ["", row.question.text, "-" * len(row.question.text)]
        cells = [list(_cell_lines(cell, each if side_by_side else width)) for cell in row.cells]
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
    """The lines of a cell: for each answer its term, the sentence and the clauses."""
    if not cell.answers:
        yield cell.status
    for answer in cell.answers:
        mark = f" ({answer.status}: {', '.join(answer.readings)})" if answer.readings else ""
        yield from wrap(f"{answer.term}{mark}", width)
        cited = ", ".join(clause.full_id for clause in answer.clauses)
        yield from wrap(
            f"{answer.clauses[0].text} [{cited}]",
            width,
            initial_indent="  ",
            subsequent_indent="  ",
            break_on_hyphens=False,
        )


def comparison_data(columns: Sequence[Column]) -> dict[str, object]:
    """The questions and answers as data."""
    return {
        "systems": [{"key": column.key, "title": column.title} for column in columns],
        "questions": [
            {
                "name": row.question.name,
                "question": row.question.text,
                "cells": [
                    {
                        "system": column.key,
                        "status": cell.status.value,
                        "answers": [_answer_data(answer) for answer in cell.answers],
                    }
                    for column, cell in zip(columns, row.cells, strict=True)
                ],
            }
            for row in rows(columns)
        ],
    }


def _answer_data(answer: Answer) -> dict[str, object]:
    return {
        "term": str(answer.term),
        "status": answer.status.value,
        "places": list(answer.places),
        "clauses": [{"id": clause.full_id, "text": clause.text} for clause in answer.clauses],
        "readings": list(answer.readings),
    }
