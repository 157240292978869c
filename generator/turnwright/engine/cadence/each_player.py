"""The cadence `each_player`: every side has the step once."""

from __future__ import annotations

from dataclasses import replace

from turnwright.engine.cadence.strategy import Strategy, endings
from turnwright.engine.draft import scene_of
from turnwright.engine.eligibility import (
    remaining,
)
from turnwright.engine.exclusions import reasons
from turnwright.engine.initiative import settle_order
from turnwright.engine.paying import pay
from turnwright.engine.state import (
    NOBODY,
    Frame,
    PendingDecision,
    TurnsBody,
)
from turnwright.engine.step_part import StepPart
from turnwright.engine.steps import close_step, count_step, open_step
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.event import Skipped
from turnwright.language.turn_order import Until


class EachPlayer(Strategy):
    """Every side has the step once; nobody is asked."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, clause: str
    ) -> PendingDecision | None:
        """Open the step for the next side."""
        if not part.options:
            return stuck(frame, "each")
        option = part.options[0]
        left = []
        for side in tx.sides():
            if turns.done >> side & 1:
                continue
            scene = replace(scene_of(frame, side), active=0)
            pool = remaining(tx, part.side_filters, 1 << side + 1, scene)
            if remaining(tx, option.filters, pool, scene):
                left.append(side)
        if not left:
            by = endings(tx, part, Until.ALL_DEALT)
            if not by:
                return stuck(frame, "until")
            if turns.done:
                close_step(tx, by)
            else:
                self._skip(tx, frame, by)
            return None
        # With one side left there is no question who is first.
        if turns.holder == NOBODY and len(left) > 1:
            return settle_order(tx, frame)
        side = next((side for side in turns.order if side in left), left[0])
        child = tx.program.steps[option.name]
        tx.update_body(turns._replace(done=turns.done | 1 << side))
        count_step(tx, child, 1 << side + 1)
        pay(tx, child, 1 << side + 1, part)
        each = tuple(ruling.clause for ruling in option.each)
        open_step(tx, option.name, side, frame.units, (clause, *each, *turns.because))
        return None

    def _skip(self, tx: Transaction, frame: Frame, by: tuple[str, ...]) -> None:
        """Close a step that no side has, and say why."""
        because = []
        for side in tx.sides():
            name = tx.roster.side(side)
            because.append((name, reasons(tx, replace(frame, units=0), side, side + 1)))
        tx.events.append(Skipped(frame.step, tx.roster.side(frame.side), tuple(because), by))
        close_step(tx, by)
