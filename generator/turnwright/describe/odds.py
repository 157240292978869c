"""Odds: the exact distribution of a check's outcomes, by enumerating all rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from turnwright.describe.labels import Labels, phrase
from turnwright.engine.conditions import parse_dice
from turnwright.engine.parts import CheckPart
from turnwright.engine.rolling import hand, kept_dice, plain_outcome
from turnwright.language.check import Band, Check, Dice, Judged
from turnwright.language.clause import Clause

MAX_COMBINATIONS = 100_000
"""Limit of the combinations that are enumerated."""


def odds(check: CheckPart, bonus: int = 0, penalty: int = 0) -> Mapping[str, Fraction] | None:
    """Probability of each outcome, with so many bonus and penalty dice.

    Where dice are judged one by one, those of a single die. None when no clause defines the roll,
    when the outcome depends on who rolls, or when the combinations exceed the limit.
    """
    count = plain_count(check)
    rolled = hand(check, count, bonus, penalty) if count else "roll"
    if isinstance(rolled, str) or not _is_plain(check):
        return None
    if rolled.each and (bonus or penalty):
        return None
    if comb(rolled.many + rolled.faces - 1, rolled.many) > MAX_COMBINATIONS:
        return None
    ways: Counter[str] = Counter()
    # Outcomes do not depend on the order of the dice, so each multiset of them is judged
    # once, and weighted by its permutations.
    for dice in combinations_with_replacement(range(1, rolled.faces + 1), rolled.many):
        orders = factorial(rolled.many) // prod(map(factorial, Counter(dice).values()))
        ways[plain_outcome(check, sum(kept_dice(rolled, dice)))] += orders
    return {outcome: Fraction(many, rolled.faces**rolled.many) for outcome, many in ways.items()}


def plain_count(check: CheckPart) -> int:
    """Number of dice whose total is judged: 0 where it is not a plain number."""
    roll = check.roll.plain
    if roll is None:
        return 0
    if check.judged.plain is not None and check.judged.plain.value is Judged.EACH_DIE:
        return 1
    if isinstance(roll.value, Dice):
        return roll.value.count if isinstance(roll.value.count, int) else 0
    return parse_dice(roll.value)[0]


def _is_plain(check: CheckPart) -> bool:
    """True when nothing is added, and the ends of all bands are plain numbers."""
    ends = (
        end
        for ruling in check.bands
        if ruling.when is None
        for end in (ruling.value.band.low, ruling.value.band.high)
    )
    return not check.add and all(end is None or isinstance(end, int) for end in ends)


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
