"""Passing: giving up a chance, what that does, and for how long."""

from __future__ import annotations

from turnwright.engine.inputs import PASS
from turnwright.engine.state import (
    Ending,
    Frame,
    Pass,
    PendingDecision,
    TurnsBody,
)
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.event import Passed
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
    tx.count(PASS, 1 << side + 1)
    body = tx.frame.body
    if isinstance(body, TurnsBody):
        tx.update_body(body._replace(drawn=False, only=0))
    return None
