"""Odds: the exact distribution of a check's outcomes, by enumerating all rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from turnwright.engine.parts import CheckPart
from turnwright.engine.rolling import hand, kept_dice, parse, plain_outcome
from turnwright.language.check import Dice, Judged

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
    return parse(roll.value)[0]


def _is_plain(check: CheckPart) -> bool:
    """True when nothing is added, and the ends of all bands are plain numbers."""
    ends = (
        end
        for ruling in check.bands
        if ruling.when is None
        for end in (ruling.value.band.low, ruling.value.band.high)
    )
    return not check.add and all(end is None or isinstance(end, int) for end in ends)
