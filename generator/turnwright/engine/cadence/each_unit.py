"""The cadence `each_unit`: every unit has the step once, in order of rank."""

from __future__ import annotations

from turnwright.engine.cadence.strategy import Strategy, close_unused, endings, side_bits
from turnwright.engine.eligibility import (
    acting_units,
    legal_actions,
    ranked,
)
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
from turnwright.language.eligibility import Together
from turnwright.language.turn_order import Until


class EachUnit(Strategy):
    """Every unit that may be picked has the step once, in order of rank; nobody is asked."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, clause: str
    ) -> PendingDecision | None:
        """Open the step for the next unit, or for all that rank equal."""
        if not part.options:
            return stuck(frame, "each")
        option = part.options[0]
        legal = {}
        for side in tx.sides():
            actions = legal_actions(tx, frame, side)
            unserved = ~(turns.served | side_bits(tx))
            legal[side] = tuple((name, mask & unserved) for name, mask in actions)
        everybody = acting_units(legal, 0) & ~side_bits(tx)
        if not everybody:
            by = endings(tx, part, Until.ALL_DEALT) or endings(tx, part, Until.NONE_LEFT)
            if not by:
                return stuck(frame, "until")
            if turns.served:
                close_step(tx, by)
            else:
                close_unused(tx, frame, part, tx.sides(), by)
            return None
        best, behind = ranked(tx, frame, part, everybody)
        together = tx.rule_for(part.together, frame, NOBODY)
        tied = together is not None and together.value is Together.TIED
        sides = [side for side in tx.sides() if best & tx.roster.units[side]]
        if not tied and len(sides) > 1 and turns.holder == NOBODY:
            return settle_order(tx, frame)
        by = (clause, *(c for c, _ in behind), *(r.clause for r in option.each))
        if tied and together is not None:
            who, by = best, (*by, together.clause)
        else:
            order = turns.order or tx.sides()
            side = next(side for side in order if side in sides)
            mine = best & tx.roster.units[side]
            who = mine & -mine
        child = tx.program.steps[option.name]
        side = tx.roster.side_of[who.bit_length() - 1] if len(sides) == 1 or not tied else NOBODY
        tx.update_body(turns._replace(served=turns.served | who))
        count_step(tx, child, who)
        pay(tx, child, who, part)
        open_step(tx, option.name, side, who, by)
        return None
