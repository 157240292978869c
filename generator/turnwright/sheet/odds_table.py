"""Odds table of a check: outcomes, totals, and probabilities by number of extra dice."""

from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from turnwright.engine.plan import Plan
from turnwright.language.check import Band, Check
from turnwright.language.clause import Clause
from turnwright.sheet.content import OddsRow, Probability
from turnwright.study.labels import heading
from turnwright.study.odds import odds

MAX_EXTRA_DICE = 2
"""Number of columns each for bonus dice and penalty dice."""


MINUS, DASH = "\u2212", "\u2013"


def modifier_columns(check: Plan) -> Iterator[tuple[str, int, int]]:
    """Columns of the table: heading, bonus dice and penalty dice."""
    if "penalty_dice" in check.words:
        for count in range(MAX_EXTRA_DICE, 0, -1):
            yield f"{MINUS}{count}", 0, count
    yield "plain", 0, 0
    if "bonus_dice" in check.words:
        for count in range(1, MAX_EXTRA_DICE + 1):
            yield f"+{count}", count, 0


def odds_table(check: Check, plan: Plan) -> tuple[tuple[str, ...], tuple[OddsRow, ...]]:
    """Column headings and rows of an odds table, lowest totals first."""
    counted = [
        (title, odds(plan, bonus, penalty)) for title, bonus, penalty in modifier_columns(plan)
    ]
    countable = [
        (title, distribution) for title, distribution in counted if distribution is not None
    ]
    rows = [
        OddsRow(
            outcome=heading(band.outcome),
            totals=str(band.low) if band.low == band.high else f"{band.low}{DASH}{band.high}",
            chances=tuple(
                probability(distribution.get(band.outcome, Fraction(0)))
                for _, distribution in countable
            ),
            id=clause.full_id,
        )
        for clause, band in sorted(band_clauses(check), key=lambda pair: pair[1].low)
    ]
    return tuple(title for title, _ in countable) if rows else (), tuple(rows)


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
