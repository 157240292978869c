"""The cadence `put_off`: what was declared before is carried out."""

from __future__ import annotations

from turnwright.engine.cadence.strategy import Strategy, endings
from turnwright.engine.eligibility import (
    ranked,
)
from turnwright.engine.state import (
    Frame,
    PendingDecision,
    TurnsBody,
)
from turnwright.engine.step_part import StepPart
from turnwright.engine.steps import close_step, open_step
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.turn_order import Until


class CarryOut(Strategy):
    """What was put off to this step is carried out."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, clause: str
    ) -> PendingDecision | None:
        """Carry out the next action that was put off to this step."""
        waiting = [p for p in tx.rest.put_off if p.step == frame.step]
        if not waiting:
            by = endings(tx, part, Until.ALL_DEALT)
            if not by:
                return stuck(frame, "until")
            close_step(tx, by)
            return None
        everybody = 0
        for put_off in waiting:
            everybody |= put_off.units
        best, behind = ranked(tx, frame, part, everybody & tx.alive)
        chosen = next((p for p in waiting if p.units & best), waiting[0])
        left = list(tx.rest.put_off)
        left.remove(chosen)
        tx.rest = tx.rest._replace(put_off=tuple(left))
        by = (clause, *(c for c, _ in behind), *chosen.by)
        open_step(tx, chosen.does, chosen.side, chosen.units, by, chosen.target, chosen.item)
        return None
