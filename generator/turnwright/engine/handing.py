"""Handing over: the chance of an open step is lost, and goes to the next side."""

from __future__ import annotations

from turnwright.engine.state import NOBODY, TurnsBody
from turnwright.engine.transaction import Transaction
from turnwright.language.event import HandedOver


def hand_chance_over(
    tx: Transaction, step: str, by: tuple[str, ...], used_by: int = NOBODY
) -> None:
    """The next chance of an open step is for the next side: whoever had it has lost it.

    `used_by` is the side that has just used a chance, after which it may be another's already.
    """
    for index, frame in reversed([*enumerate(tx.stack)]):
        body = frame.body
        if frame.step == step and isinstance(body, TurnsBody) and body.order:
            before = used_by if used_by in body.order else body.holder
            holder = body.order[(body.order.index(before) + 1) % len(body.order)]
            tx.stack[index] = frame.at(body._replace(holder=holder, because=by, row=0))
            tx.events.append(HandedOver(step, tx.roster.side(holder), by))
            return
