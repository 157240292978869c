"""Chances: tables of exact odds, worked out by the checks, draws and orders that are played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb

from turnwright.compare.chance_table import ChanceKind, ChanceRow, ChanceTable
from turnwright.compare.order_chances import draw_tables, first_act_tables, order_tables
from turnwright.compare.sayings import Sayings
from turnwright.engine.dice import parse
from turnwright.engine.parts import CheckPart
from turnwright.engine.program import Program, compile_ruleset
from turnwright.language.check import Band, Check, Judged
from turnwright.language.clause import Clause
from turnwright.language.condition import Amount, Sum
from turnwright.study.labels import Labels, as_words, heading
from turnwright.study.odds import odds, plain_count
from turnwright.study.odds_table import MINUS, band_clauses, band_height, modifier_columns, totals

MOST_DICE = 6
"""Dice, at most, in the table of dice that are judged one by one."""


@lru_cache(maxsize=64)
def chance_tables(program: Program) -> tuple[ChanceTable, ...]:
    """Every table of chances of a ruleset."""
    return tuple(_tables(program))


def _tables(program: Program) -> Iterator[ChanceTable]:
    sayings, labels = Sayings(program.ruleset), Labels(program.ruleset)
    for name, check in program.ruleset.checks.items():
        yield from _check_tables(program, name, check, sayings, labels)
    yield from draw_tables(program, sayings, labels)
    yield from order_tables(program, sayings, labels)
    yield from first_act_tables(program, sayings, labels)


def _check_tables(
    program: Program, name: str, check: Check, sayings: Sayings, labels: Labels
) -> Iterator[ChanceTable]:
    part = program.checks[name]
    said = tuple(one.clause for one in sayings.of_kind("checks", "roll") if one.part == name)
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
    columns = list(modifier_columns(part))
    if part.mixed_dice:
        columns.append((f"+1 {MINUS}1", 1, 1))
    found = [(title, odds(part, *extra)) for title, *extra in columns]
    known = [(title, chances) for title, chances in found if chances]
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
        if part.judged.plain is not None and part.judged.plain.value is Judged.EACH_DIE:
            yield from _several_dice(table, known[0][1], bands)
    elif bands:
        yield from _by_value(program, table, check, part, labels)


def _several_dice(
    table: ChanceTable, single: object, bands: list[tuple[Clause, Band]]
) -> Iterator[ChanceTable]:
    """For dice that are judged one by one: the chance that so many of them have an outcome."""
    assert isinstance(single, dict)
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


def _by_value(
    program: Program, table: ChanceTable, check: Check, part: CheckPart, labels: Labels
) -> Iterator[ChanceTable]:
    """For a check whose bands end at a value of whoever rolls: the chances at each value."""
    ends = {
        name
        for _, band in band_clauses(check)
        for end in (band.low, band.high)
        if (name := end.value if isinstance(end, Sum) else end) and isinstance(name, str)
    }
    count, roll = plain_count(part), part.roll.plain
    if len(ends) != 1 or not count or roll is None or not isinstance(roll.value, str) or part.add:
        return
    (value,) = ends
    _, faces = parse(roll.value)
    columns = tuple(range(count, count * faces + 1))
    found = [odds(_with_value(program, table.part, check, value, number)) for number in columns]
    known = [chances for chances in found if chances is not None]
    if len(known) < len(columns):
        return
    yield replace(
        table,
        across=labels.value(value),
        columns=tuple(str(number) for number in columns),
        rows=tuple(
            ChanceRow(
                label=f"{heading(as_words(band.outcome))} ({totals(band, labels)})",
                chances=tuple(chances.get(band.outcome, Fraction(0)) for chances in known),
                clause=clause,
            )
            for clause, band in band_clauses(check)
        ),
    )


def _with_value(program: Program, name: str, check: Check, value: str, number: int) -> CheckPart:
    """A check with a number in place of the value at which its bands end."""
    clauses = []
    for clause in check.clauses:
        band = clause.means.band if clause.means else None
        if clause.means and band:
            new = replace(
                band,
                low=_at(band.low, value, number),
                high=_at(band.high, value, number),
            )
            clause = replace(clause, means=replace(clause.means, band=new))
        clauses.append(clause)
    ruleset = program.ruleset
    checks = {**ruleset.checks, name: replace(check, clauses=tuple(clauses))}
    return compile_ruleset(replace(ruleset, checks=checks), program).checks[name]


def _at(end: Amount | None, value: str, number: int) -> Amount | None:
    """An end of a band where a value is this number."""
    if end == value:
        return number
    if isinstance(end, Sum) and end.value == value:
        plus, less = end.plus or 0, end.less or 0
        times = end.times
        if isinstance(plus, int) and isinstance(less, int) and isinstance(times, int):
            return number * times + plus - less if end.per is None else end
    return end
