"""Odds table of a check: outcomes, totals, and probabilities by number of extra dice."""

from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from turnwright.engine.parts import CheckPart
from turnwright.language.check import Band, Check, Judged
from turnwright.language.clause import Clause
from turnwright.sheet.content import OddsRow, Probability
from turnwright.study.labels import Labels, heading
from turnwright.study.odds import odds
from turnwright.study.phrases import phrase

MAX_EXTRA_DICE = 2
"""Number of columns each for bonus dice and penalty dice."""


MINUS, DASH = "\u2212", "\u2013"


def modifier_columns(check: CheckPart) -> Iterator[tuple[str, int, int]]:
    """Columns of the table: heading, bonus dice and penalty dice."""
    if check.judged.plain is not None and check.judged.plain.value is Judged.EACH_DIE:
        yield "each die", 0, 0
        return
    if check.penalty_dice:
        for count in range(MAX_EXTRA_DICE, 0, -1):
            yield f"{MINUS}{count}", 0, count
    yield "plain", 0, 0
    if check.bonus_dice:
        for count in range(1, MAX_EXTRA_DICE + 1):
            yield f"+{count}", count, 0


def odds_table(
    check: Check, part: CheckPart, namer: Labels
) -> tuple[tuple[str, ...], tuple[OddsRow, ...]]:
    """Column headings and rows of an odds table, lowest totals first."""
    counted = [
        (title, odds(part, bonus, penalty)) for title, bonus, penalty in modifier_columns(part)
    ]
    countable = [
        (title, distribution) for title, distribution in counted if distribution is not None
    ]
    rows = [
        OddsRow(
            outcome=heading(band.outcome),
            totals=totals(band, namer),
            chances=tuple(
                probability(distribution.get(band.outcome, Fraction(0)))
                for _, distribution in countable
            ),
            id=clause.full_id,
        )
        for clause, band in sorted(band_clauses(check), key=lambda pair: _height(pair[1]))
    ]
    return tuple(title for title, _ in countable) if rows else (), tuple(rows)


def _height(band: Band) -> float:
    """Sort key of a band: its low end; an open one comes first, a value of whoever rolls last."""
    if band.low is None:
        return float("-inf")
    return band.low if isinstance(band.low, int) else float("inf")


def totals(band: Band, namer: Labels) -> str:
    """Totals of a band: `7-12`, `7 or more`, or the value that an end is."""
    low, high = (None if end is None else phrase(end, namer.value) for end in (band.low, band.high))
    if low is None or high is None:
        return f"{low} or more" if low is not None else f"{high} or less" if high else "any"
    return low if low == high else f"{low}{DASH}{high}"


def band_clauses(check: Check) -> Iterator[tuple[Clause, Band]]:
    """Clauses that a row represents: those with a band and no condition."""
    for clause in check.clauses:
        if clause.means and clause.means.band and not clause.means.when:
            yield clause, clause.means.band


def probability(value: Fraction) -> Probability:
    """Probability rounded to whole percent, and exact."""
    percent = Decimal(value.numerator * 100) / Decimal(value.denominator)
    whole = percent.quantize(Decimal(1), ROUND_HALF_UP)
    text = (
        f"{whole} %"
        if percent in (0, 100) or 1 <= percent <= 99
        else ("< 1 %" if percent < 1 else "> 99 %")
    )
    return Probability(percent=text, exact=f"{value.numerator}/{value.denominator}")
