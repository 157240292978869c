"""Bases: which models stand in the way of a move, and on which none may end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist

from turnwright.engine.decision import Refused
from turnwright.engine.measure import MM_PER_INCH, Way, near, passing_point
from turnwright.engine.state import Point, bits
from turnwright.engine.transaction import Transaction

ROUNDING = 0.05
"""Inches by which bases that touch may overlap where places are given in round numbers."""


def overlap(one: Point, other: Point, bases: float) -> bool:
    """Whether two models stand on each other; `bases` are both diameters, in millimetres.

    Models of which nobody gave the base do so on one and the same spot.
    """
    apart = dist(one, other)
    return near(apart, 0) or apart < bases / 2 / MM_PER_INCH - ROUNDING


def others_on_table(tx: Transaction, unit: int) -> Iterator[tuple[str, Point, float]]:
    """Each model of another unit: the name of its unit, its place, and its base."""
    for other in bits(tx.on_table() & ~(1 << unit)):
        for place in tx.places(other):
            yield tx.roster.names[other], place, tx.roster.cards[other].base


def check_bases(tx: Transaction, unit: int, ways: tuple[Way, ...]) -> None:
    """Raises Refused when a model moves across the base of another or ends on it."""
    ruling = tx.rule(tx.part.keeps_off)
    if ruling is None or not any(map(len, ways)):
        return
    name, base = tx.roster.names[unit], tx.roster.cards[unit].base
    moving = tuple(way for way in ways if len({*way}) > 1)
    others = tuple(others_on_table(tx, unit))
    stay = tuple((name, way[-1], base) for way in ways if way not in moving)
    for way in moving:
        for whose, place, its in (*others, *stay):
            # Who begins on a base, as a plan may have it, may leave it.
            across = overlap(passing_point(way, place), place, base + its)
            if across and not overlap(way[0], place, base + its):
                where = "ends on" if overlap(way[-1], place, base + its) else "moves across"
                raise Refused(f"a model of {name} {where} a base of {whose}", (ruling.clause,))
    for one, other in combinations(moving, 2):
        if overlap(one[-1], other[-1], 2 * base):
            raise Refused(f"two models of {name} end on one spot", (ruling.clause,))
