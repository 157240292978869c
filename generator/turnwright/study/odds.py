"""Odds: the exact distribution of a check's outcomes, by enumerating all rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from turnwright.engine.dice import handful, judge
from turnwright.engine.plan import Plan

MAX_COMBINATIONS = 100_000
"""Limit of the combinations that are enumerated."""


def odds(check: Plan, bonus: int = 0, penalty: int = 0) -> Mapping[str, Fraction] | None:
    """Probability of each outcome, with so many bonus and penalty dice.

    None when no clause defines the roll, or the combinations exceed the limit.
    """
    hand = handful(check, bonus, penalty)
    if isinstance(hand, str) or comb(hand.many + hand.faces - 1, hand.many) > MAX_COMBINATIONS:
        return None
    ways: Counter[str] = Counter()
    # Outcomes do not depend on the order of the dice, so each multiset of them is judged
    # once, and weighted by its permutations.
    for dice in combinations_with_replacement(range(1, hand.faces + 1), hand.many):
        orders = factorial(hand.many) // prod(map(factorial, Counter(dice).values()))
        ways[judge(check, hand, dice).outcome] += orders
    return {outcome: Fraction(many, hand.faces**hand.many) for outcome, many in ways.items()}
