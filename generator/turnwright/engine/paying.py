"""Paying: what doing something takes away from whoever does it."""

from __future__ import annotations

from turnwright.engine.durations import change_value
from turnwright.engine.roster import bits
from turnwright.engine.state import Ending, Later
from turnwright.engine.step_part import StepPart
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import holder_of, part_of


def pay(tx: Transaction, child: StepPart, mask: int, dealing: StepPart | None = None) -> None:
    """Take away what something costs, from each unit (or the side) that does it."""
    costs = (*(dealing.costs if dealing else ()), *(() if child.deals else child.costs))
    if not costs:
        return
    scene = tx.scene()
    for who in bits(mask):
        for ruling in costs:
            if not ruling.binds(tx, 1 << who, scene):
                continue
            amount = ruling.value.amount(tx, who, scene)
            name, clause = ruling.value.value, ruling.clause
            number = holder_of(tx.roster, part_of(tx, name), who, name)
            change_value(
                tx,
                Later("changes", Ending(""), 1 << number, name, -amount, False, None, clause),
            )
