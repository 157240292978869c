"""The cadence `draw`: what is drawn says whose chance comes next."""

from __future__ import annotations

from turnwright.engine.cadence.chances import Chances
from turnwright.engine.cadence.strategy import turns_of
from turnwright.engine.draft import Ruling
from turnwright.engine.drawing import draw_chance
from turnwright.engine.eligibility import (
    Legal,
)
from turnwright.engine.passing import pass_of, record_pass
from turnwright.engine.state import (
    NOBODY,
    Frame,
    PendingDecision,
    TurnsBody,
)
from turnwright.engine.step_part import StepPart
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.container import DrawFor
from turnwright.language.turn_order import Allowed, Unable


class ByDraw(Chances):
    """What is drawn says whose chance comes next."""

    asks_order = False

    def dealt(
        self,
        tx: Transaction,
        frame: Frame,
        part: StepPart,
        clause: str,
        legal: dict[int, Legal],
        passed: int,
        done: int,
        may_finish: Ruling[Allowed] | None,
    ) -> PendingDecision | None:
        """Draw, unless what was drawn is still to be used."""
        if not turns_of(frame).drawn:
            awaited = draw_chance(tx, frame, part)
            if awaited is None:
                # Whoever is never drawn again has no chance left to use.
                unable = tx.rule_for(part.unable, frame, NOBODY)
                if unable is None or unable.value is not Unable.PASSES:
                    return stuck(frame, "until")
                waiting = [s for s in tx.sides() if pass_of(tx, frame.step, s) is None]
                return record_pass(tx, frame, waiting[0], True, unable.clause)
            return awaited
        return super().dealt(tx, frame, part, clause, legal, passed, done, may_finish)

    def none_left(
        self,
        tx: Transaction,
        frame: Frame,
        part: StepPart,
        in_play: tuple[int, ...],
        done: int,
        budget: tuple[str, ...],
        may_finish: Ruling[Allowed] | None,
    ) -> PendingDecision | None:
        """Nobody has anything, or only the unit whose marker was drawn has nothing."""
        if turns_of(frame).drawn and turns_of(frame).only:
            return self.cannot(tx, frame, part, True, 0, done)
        return super().none_left(tx, frame, part, in_play, done, budget, may_finish)

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, units: int
    ) -> None:
        """For every chance anew, unless one draw is for all of them."""
        super().used(tx, frame, turns, part, units)
        frame = tx.frame
        draws = tx.rule_for(part.draws, frame, turns_of(frame).holder)
        if draws is None:
            return
        each = tx.rule(tx.program.containers[draws.value.container].draw_for)
        turns = turns_of(frame)
        if each is not None and each.value is DrawFor.EACH_CHANCE:
            tx.update_body(turns._replace(drawn=False, only=0))

    def give_up(
        self, tx: Transaction, frame: Frame, out: int, by: tuple[str, ...]
    ) -> PendingDecision | None:
        """Another is drawn."""
        tx.update_body(turns_of(frame)._replace(drawn=False, only=0))
        return None
