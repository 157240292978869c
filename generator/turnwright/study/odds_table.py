"""Odds table: the columns and rows in which the chances of a check are shown."""

from collections.abc import Iterator

from turnwright.engine.parts import CheckPart
from turnwright.language.check import Band, Check, Judged
from turnwright.language.clause import Clause
from turnwright.study.labels import Labels
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


def band_height(band: Band) -> float:
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
    """Clauses that a row represents: those with a band and no condition.

    A band of the natural roll adds to the row of its outcome, if there is another band of it.
    """
    said = [
        (clause, clause.means.band)
        for clause in check.clauses
        if clause.means and clause.means.band and not clause.means.when
    ]
    outcomes = {band.outcome for _, band in said if not band.natural}
    for clause, band in said:
        if not band.natural or band.outcome not in outcomes:
            yield clause, band
