"""Odds table of a check: outcomes, totals, and probabilities by number of extra dice."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from turnwright.describe.labels import Labels, heading
from turnwright.describe.odds import band_clauses, band_height, chances_by_dice, totals
from turnwright.language.ruleset import Ruleset
from turnwright.sheet.content import OddsRow, Probability


def odds_table(
    ruleset: Ruleset, name: str, namer: Labels
) -> tuple[tuple[str, ...], tuple[OddsRow, ...]]:
    """Column headings and rows of an odds table, lowest totals first."""
    countable = chances_by_dice(ruleset, name)
    rows = [
        OddsRow(
            outcome=heading(band.outcome),
            totals=totals(band, namer),
            chances=tuple(
                probability(distribution.get(band.outcome, Fraction(0)))
                for _, distribution in countable
            ),
        )
        for _, band in sorted(
            band_clauses(ruleset.checks[name]), key=lambda pair: band_height(pair[1])
        )
    ]
    return tuple(title for title, _ in countable) if rows else (), tuple(rows)


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
