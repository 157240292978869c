"""Duels: a toy that shows what a turn order is worth to whoever acts first.

Two equal sides. A unit strikes when it first acts in a round, and hits with a chance of one half;
a hit takes the enemy that is first in the order out of the battle, and units that are out are
passed over. Every round has an order of its own, drawn anew. The last side with a unit has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from turnwright.lab.playing import Round

HIT = Fraction(1, 2)
"""The chance that a strike hits."""
ANY = -1
"""In place of the side that acts first, for rounds that are not the first."""

Left = tuple[int, int]
"""How many units of each side are left."""
Passage = tuple[int, int, int, int, int]
"""Who acts first, or ANY; how many are left of each side before a round, and after it."""
Order = tuple[tuple[int, int], ...]
"""For each strike of a round, its side and the number of the unit among those of its side."""


MOST = 10
"""Units of a side up to which there is a duel; what it takes grows with their fourth power."""


def is_fit(sizes: Sequence[int]) -> bool:
    """True for sides between which a duel says something, and soon."""
    return len(sizes) == 2 and sizes[0] == sizes[1] <= MOST


def strikers(done: Round, sizes: Sequence[int]) -> Order:
    """Units in the order of their strikes: the side of each, and its place in the order.

    Units are numbered in the order in which they act first, those of each side by themselves.
    Nobody strikes between sides that are not fit for a duel.
    """
    if not is_fit(sizes):
        return ()
    order: list[tuple[int, int]] = []
    seen: set[int] = set()
    many = [0, 0]
    for act in done.acts:
        if not act.reaction and act.units not in seen:
            seen.add(act.units)
            order.append((act.side, many[act.side]))
            many[act.side] += 1
    return tuple(order)


@lru_cache(maxsize=4096)
def after_round(order: Order, sizes: Left, left: Left) -> Mapping[Left, Fraction]:
    """How likely it is that so many units are left after a round."""
    now = {left: Fraction(1)}
    for side, number in order:
        following: dict[Left, Fraction] = {}
        for units, chance in now.items():
            # Those that come first in the order are lost first, and each strikes in its place.
            is_out = number < sizes[side] - units[side]
            other = units[1 - side]
            if is_out or not other:
                following[units] = following.get(units, Fraction(0)) + chance
                continue
            hit = (units[0], other - 1) if side == 0 else (other - 1, units[1])
            following[hit] = following.get(hit, Fraction(0)) + chance * HIT
            following[units] = following.get(units, Fraction(0)) + chance * (1 - HIT)
        now = following
    return now


def passages(order: Order, sizes: Sequence[int]) -> dict[Passage, Fraction]:
    """What strikes in an order make of every number of units that may be left."""
    if not order:
        return {}
    whole = (sizes[0], sizes[1])
    found: dict[Passage, Fraction] = {}
    for one in range(1, sizes[0] + 1):
        for other in range(1, sizes[1] + 1):
            for after, chance in after_round(order, whole, (one, other)).items():
                found[ANY, one, other, *after] = chance
                if (one, other) == whole:
                    found[order[0][0], one, other, *after] = chance
    return found


def first_wins(found: Mapping[Passage, Fraction], sizes: Sequence[int]) -> Fraction | None:
    """How likely it is that the side which acts first in the first round wins; None if unknown."""
    wins: dict[Left, Fraction] = {}
    for number in range(sizes[0] + 1):
        wins[number, 0], wins[0, number] = Fraction(1), Fraction(0)
    by_start: dict[tuple[int, int, int], dict[Left, Fraction]] = {}
    for (first, one, other, *after), weight in found.items():
        ends = by_start.setdefault((first, one, other), {})
        ends[after[0], after[1]] = Fraction(weight)
    if not by_start:
        return None
    # From fewest units on, for nobody comes back.
    for one, other in sorted(
        ((one, other) for first, one, other in by_start if first == ANY), key=sum
    ):
        ends = by_start[ANY, one, other]
        onward = sum(w for after, w in ends.items() if after != (one, other))
        if not onward:
            return None  # Nobody ever strikes.
        wins[one, other] = (
            sum(
                (w * wins[after] for after, w in ends.items() if after != (one, other)), Fraction(0)
            )
            / onward
        )
    total = share = Fraction(0)
    for (first, _, _), ends in by_start.items():
        if first != ANY:
            total += sum(ends.values())
            share += sum(
                (w * (wins[after] if first == 0 else 1 - wins[after]) for after, w in ends.items()),
                Fraction(0),
            )
    return share / total
