"""Chance tables: exact odds as rows and columns, whatever they are of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import product

from turnwright.describe.check_model import CheckModel, check_models
from turnwright.describe.labels import Labels, as_words, heading
from turnwright.describe.odds import band_clauses, totals
from turnwright.language.check import Check
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset


class ChanceKind(StrEnum):
    """What chances a table is about."""

    CHECK = "check"
    """The outcomes of a check."""
    DRAW = "draw"
    """Whose marker is drawn."""
    ORDER = "order"
    """Who wins a roll-off."""
    FIRST = "first"
    """Who acts first, by a number that is added to a roll."""
    ATTACK = "attack"
    """The models that an attack costs."""


@dataclass(frozen=True, kw_only=True)
class ChanceRow:
    """A row of chances."""

    label: str
    chances: tuple[Fraction, ...]
    clause: Clause | None = None
    """The clause that gives the outcome."""


@dataclass(frozen=True, kw_only=True)
class ChanceTable:
    """A table of chances."""

    kind: ChanceKind
    part: str
    """The name of the check, the container or the step."""
    title: str
    across: str
    """What the columns are, in words."""
    columns: tuple[str, ...]
    rows: tuple[ChanceRow, ...]
    down: str = "Outcome"
    """What the rows are, in words."""
    clauses: tuple[Clause, ...] = ()
    """The clauses that it follows from."""
    stacked: bool = False
    """True when the chances of a column make a whole."""


def grid_tables(
    ruleset: Ruleset, name: str, table: ChanceTable, labels: Labels
) -> Iterator[ChanceTable]:
    """Tables of a check that looks at one or two characteristics; `table` has what they share."""
    check = ruleset.checks[name]
    for model in check_models(ruleset, name):
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
