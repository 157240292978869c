"""Chances: tables of exact odds, worked out by the checks, draws and orders that are played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb

from turnwright.describe.labels import Labels, as_words, heading
from turnwright.describe.odds import (
    MINUS,
    band_clauses,
    band_height,
    chances_by_dice,
    totals,
)
from turnwright.describe.statements import Statements
from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.lab.chances import PlayStopped, TooMany, models_lost
from turnwright.language.check import Band, Check, Judged
from turnwright.language.clause import Clause
from turnwright.language.fact import Subject
from turnwright.site.pages.odds.order_chances import draw_tables, first_act_tables, order_tables
from turnwright.site.pages.odds.tables import ChanceKind, ChanceRow, ChanceTable, grid_tables

MOST_DICE = 6
"""Dice, at most, in the table of dice that are judged one by one."""


@lru_cache(maxsize=64)
def chance_tables(program: Program) -> tuple[ChanceTable, ...]:
    """Every table of chances of a ruleset."""
    return tuple(_tables(program))


def _tables(program: Program) -> Iterator[ChanceTable]:
    statements, labels = Statements(program.ruleset), Labels(program.ruleset)
    for name, check in program.ruleset.checks.items():
        yield from _check_tables(program, name, check, statements, labels)
    yield from draw_tables(program, statements, labels)
    yield from order_tables(program, statements, labels)
    yield from first_act_tables(program, statements, labels)


def _check_tables(
    program: Program, name: str, check: Check, statements: Statements, labels: Labels
) -> Iterator[ChanceTable]:
    said = tuple(one.clause for one in statements.of_kind("checks", "roll") if one.part == name)
    bands = sorted(band_clauses(check), key=lambda pair: band_height(pair[1]))
    table = ChanceTable(
        kind=ChanceKind.CHECK,
        part=name,
        title=labels.title(name, "checks"),
        across="",
        columns=(),
        rows=(),
        clauses=said,
        stacked=True,
    )
    known = chances_by_dice(program.ruleset, name, mixed=True)
    if bands and known:
        yield replace(
            table,
            across=f"bonus dice (+) and penalty dice ({MINUS})" if len(known) > 1 else "",
            columns=tuple(title for title, _ in known),
            rows=tuple(
                ChanceRow(
                    label=f"{heading(as_words(band.outcome))} ({totals(band, labels)})",
                    chances=tuple(chances.get(band.outcome, Fraction(0)) for _, chances in known),
                    clause=clause,
                )
                for clause, band in bands
            ),
        )
        if any(clause.means.judged is Judged.EACH_DIE for clause in check.clauses if clause.means):
            yield from _several_dice(table, known[0][1], bands)
    elif bands:
        yield from grid_tables(program.ruleset, name, table, labels)


def _several_dice(
    table: ChanceTable, single: Mapping[str, Fraction], bands: list[tuple[Clause, Band]]
) -> Iterator[ChanceTable]:
    """For dice that are judged one by one: the chance that so many of them have an outcome."""
    for clause, band in bands:
        chance = single.get(band.outcome, Fraction(0))
        yield replace(
            table,
            title=f"{table.title}: {as_words(band.outcome)}",
            across="dice that are rolled",
            columns=tuple(str(many) for many in range(1, MOST_DICE + 1)),
            rows=tuple(
                ChanceRow(
                    label=f"{least} or more",
                    chances=tuple(
                        sum(
                            (
                                comb(many, hits) * chance**hits * (1 - chance) ** (many - hits)
                                for hits in range(least, many + 1)
                            ),
                            Fraction(0),
                        )
                        for many in range(1, MOST_DICE + 1)
                    ),
                    clause=clause,
                )
                for least in range(1, 4)
            ),
            stacked=False,
        )


def attack_table(game: Game, title: str) -> ChanceTable | None:
    """Table of the models that an attack costs, from its first roll.

    None where it costs none, where there are too many rolls to go through, and where play stops.
    """
    if not takes_models(game.program) or game.state.ask.what not in game.program.checks:
        return None
    try:
        found = models_lost(game.program, game.state)
    except (TooMany, PlayStopped):
        return None
    if len(found) < 2 or not any(found):
        return None
    return ChanceTable(
        kind=ChanceKind.ATTACK,
        part="attack",
        title=title,
        across="",
        columns=("chance",),
        rows=tuple(
            ChanceRow(label=_models(lost), chances=(chance,)) for lost, chance in found.items()
        ),
        stacked=True,
    )


def takes_models(program: Program) -> bool:
    """True when some rule takes models, so that players do not have to say who is lost."""
    losses = {part.name for part in program.facts if part.subject is Subject.MODELS}
    changes = (change for step in program.steps.values() for word, change in step.changes)
    return any(change.value.change.fact in losses for change in changes) or any(
        value.runs_out for value in program.values.values()
    )


def _models(many: int) -> str:
    """So many models are lost, in words."""
    if not many:
        return "No model is lost"
    return "1 model is lost" if many == 1 else f"{many} models are lost"
