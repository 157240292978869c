"""Passing: giving up a chance, what that does, and for how long; and handing a chance over."""

from __future__ import annotations

from turnwright.engine.inputs import PASS
from turnwright.engine.state import (
    NOBODY,
    Ending,
    Frame,
    Pass,
    PendingDecision,
    TurnsBody,
    side_bit,
)
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.event import HandedOver, Passed
from turnwright.language.turn_order import FOR_NOW


def pass_of(tx: Transaction, step: str, side: int) -> Pass | None:
    """The pass of a side in a step, if it has passed."""
    for passed in tx.rest.passes:
        if passed.side == side and passed.step == step:
            return passed
    return None


def record_pass(
    tx: Transaction, frame: Frame, side: int, forced: bool, *by: str
) -> PendingDecision | None:
    """A side passes; what that does to it must be said."""
    part = tx.program.turns(frame.step)
    does = tx.rule_for(part.passed, frame, side)
    if does is None:
        return stuck(frame, "passed")
    for_now = does.value == FOR_NOW
    ends = Ending(frame.step if for_now else does.value)
    passed = Pass(frame.step, side, for_now, ends, (does.clause,))
    tx.rest = tx.rest._replace(passes=(*tx.rest.passes, passed))
    tx.events.append(Passed(tx.roster.side(side), forced, (*by, does.clause)))
    tx.count(PASS, side_bit(side))
    body = tx.frame.body
    if isinstance(body, TurnsBody):
        tx.update_body(body._replace(drawn=False, only=0))
    return None


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
