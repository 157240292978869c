"""Exact odds: every way in which the dice of a check can fall, judged as in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from turnwright.engine.dice import handful, judge
from turnwright.engine.plan import Plan

MAX_COMBINATIONS = 100_000
"""Handfuls with more different falls than this are not counted out."""


def odds(check: Plan, bonus: int = 0, penalty: int = 0) -> Mapping[str, Fraction] | None:
    """How likely each outcome is, with so many bonus and penalty dice.

    None when no clause says how that is rolled, or the dice are too many to count out.
    """
    hand = handful(check, bonus, penalty)
    if isinstance(hand, str) or comb(hand.many + hand.faces - 1, hand.many) > MAX_COMBINATIONS:
        return None
    ways: Counter[str] = Counter()
    # The order in which dice fall does not matter to the judge, so each set of them is looked
    # at once, and counted as often as it can come up.
    for dice in combinations_with_replacement(range(1, hand.faces + 1), hand.many):
        orders = factorial(hand.many) // prod(map(factorial, Counter(dice).values()))
        ways[judge(check, hand, dice).outcome] += orders
    return {outcome: Fraction(many, hand.faces**hand.many) for outcome, many in ways.items()}
