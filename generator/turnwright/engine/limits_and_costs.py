"""Limits and costs: what keeps somebody from doing something once more, and how much it takes."""

from __future__ import annotations

from collections.abc import Sequence

from turnwright.engine.parts import Quantity, Ruling, Scene, Test
from turnwright.engine.program import CompiledCost
from turnwright.engine.rulings import Symbols
from turnwright.engine.state import bits, side_bit
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import value_of
from turnwright.language.eligibility import Limit, Tally

OF_ITEMS = (Tally.ITEM, Tally.MODEL_ITEM)
"""Limits of each item."""


def compile_limit(limit: Limit, counted: str, times: Quantity, symbols: Symbols) -> Test:
    """Those who have done something as often as a limit lets them, such as once a round."""
    counter = symbols.counter(counted, limit.per)
    if limit.by in OF_ITEMS:
        # It rules items out, and a unit only with the last of them.
        return lambda tx, pool, scene: 0
    by = symbols.read_by(limit.per)

    def at_limit(tx: Transaction, pool: int, scene: Scene) -> int:
        tx.note(*by)
        roster = tx.roster
        out = 0
        if limit.by is Tally.MODEL:
            pool &= ~tx.rest.places.apart  # Their models have limits of their own.
        for who in bits(pool):
            if limit.by in (Tally.UNIT, Tally.MODEL):
                together = 1 << who
            elif limit.by is Tally.SIDE:
                side = roster.side_of[who]
                together = roster.units[side] | side_bit(side)
            else:
                together = (1 << len(roster.names)) - 1
            often = sum((done & together).bit_count() for done in tx.counters[counter])
            if often >= times(tx, who, scene):
                out |= 1 << who
        return out

    if not (isinstance(limit.times, int) and limit.times > 0 and limit.by is Tally.UNIT) or by:
        return at_limit
    # By far the most frequent limit is one mask of the counter.
    index = limit.times - 1

    def done_so_often(tx: Transaction, pool: int, scene: Scene) -> int:
        done = tx.counters[counter]
        return pool & done[index] if len(done) > index else 0

    return done_so_often


def unaffordable(last: CompiledCost, before: Sequence[Ruling[CompiledCost]]) -> Test:
    """Those who have not enough to pay, once they have paid other costs."""
    shares = any(set(ruling.value.values) & set(last.values) for ruling in before)
    paid = before if shares else ()

    def poor(tx: Transaction, pool: int, scene: Scene) -> int:
        out = 0
        for who in bits(pool):
            there: dict[str, int] = {}
            for ruling in paid:
                if ruling.binds(tx, 1 << who, scene):
                    lacking(tx, ruling.value, who, scene, there)
            if lacking(tx, last, who, scene, there) > 0:
                out |= 1 << who
        return out

    return poor


def lacking(
    tx: Transaction, cost: CompiledCost, who: int, scene: Scene, there: dict[str, int]
) -> int:
    """What is left of a cost when all that `there` is of its values was taken for it."""
    left = cost.amount(tx, who, scene)
    for value in cost.values:
        has = there.setdefault(value, value_of(tx, value, who))
        taken = min(left, max(0, has))
        there[value] -= taken
        left -= taken
    return left
