"""Check grids: tables of a check for each number of one or two characteristics that it looks at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from turnwright.compare.chance_table import ChanceRow, ChanceTable
from turnwright.language.check import Check
from turnwright.study.check_model import CheckModel, check_models
from turnwright.study.labels import Labels, as_words, heading
from turnwright.study.odds_table import band_clauses, totals


def grid_tables(check: Check, table: ChanceTable, labels: Labels) -> Iterator[ChanceTable]:
    """Tables of a check that looks at one or two characteristics; `table` has what they share."""
    for model in check_models(check):
        title = f"{table.title} ({as_words(model.case)})" if model.case else table.title
        named = replace(table, title=title)
        if len(model.characteristics) == 1:
            yield from _by_one(model, check, named, labels)
        elif len(model.characteristics) == 2:
            yield from _by_two(model, named, labels)


def _by_one(
    model: CheckModel, check: Check, table: ChanceTable, labels: Labels
) -> Iterator[ChanceTable]:
    """A column for each number, and a row for each outcome."""
    numbers = model.range(0)
    found = [model.chances((number,)) for number in numbers]
    known = [chances for chances in found if chances is not None]
    if len(known) < len(found):
        return
    yield replace(
        table,
        across=model.characteristics[0].title(labels),
        columns=tuple(map(str, numbers)),
        rows=tuple(
            ChanceRow(
                label=f"{heading(as_words(band.outcome))} ({totals(band, labels)})",
                chances=tuple(chances.get(band.outcome, Fraction(0)) for chances in known),
                clause=clause,
            )
            for clause, band in band_clauses(check)
        ),
    )


def _by_two(model: CheckModel, table: ChanceTable, labels: Labels) -> Iterator[ChanceTable]:
    """For each outcome of a high roll: a row for each number of one, a column for each other."""
    down, across = (one.title(labels) for one in model.characteristics)
    cells = {numbers: model.chances(numbers) for numbers in product(model.range(0), model.range(1))}
    for outcome in model.successes():
        rows = tuple(
            ChanceRow(
                label=str(one),
                chances=tuple(
                    (cells[one, two] or {}).get(outcome, Fraction(0)) for two in model.range(1)
                ),
            )
            for one in model.range(0)
            if None not in [cells[one, two] for two in model.range(1)]
        )
        if rows:
            yield replace(
                table,
                title=f"{table.title}: {as_words(outcome)}",
                down=down,
                across=across,
                columns=tuple(map(str, model.range(1))),
                rows=rows,
                stacked=False,
            )
