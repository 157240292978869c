"""Passing: what giving up a chance does, and for how long."""

from __future__ import annotations

from turnwright.engine import event
from turnwright.engine.initiative import stuck
from turnwright.engine.state import Ask, Frame, Pass
from turnwright.engine.table import Table
from turnwright.language.chance import Passed


def passed(table: Table, frame: Frame, side: int) -> Pass | None:
    """The pass of a side in this step, if it has passed."""
    for kept in table.passes:
        if kept.step == frame.plan.name and kept.side == side:
            return kept
    return None


def record_pass(table: Table, frame: Frame, side: int, forced: bool, *by: str) -> Ask | None:
    """A side passes; what that does to it must be said."""
    does = table.say(frame.plan, "passed")
    if does is None:
        return stuck(frame, "passed")
    lasts = table.say(frame.plan, "passed_for")
    if lasts is None and does.value is Passed.OUT:
        return stuck(frame, "passed_for")
    step = table.meant(lasts.value) if lasts else frame.plan.name
    now = does.value is Passed.FOR_NOW
    table.passes = (*table.passes, Pass(frame.plan.name, side, step, now, does.clause))
    table.events.append(event.Passed(table.roster.side(side), forced, (*by, does.clause)))
    table.change_top(fresh=True)
    return None
