"""Turn order: the cadences, a strategy for each, and the table of them (`STRATEGIES`)."""

from __future__ import annotations

from dataclasses import replace

from turnwright.engine.cadence.chances import (
    Chances,
    Standing,
    Strategy,
    close_unused,
    endings,
    side_bits,
    turns_of,
)
from turnwright.engine.changes import pay
from turnwright.engine.decision import Awaits
from turnwright.engine.drawing import draw_chance
from turnwright.engine.exclusions import (
    acting_units,
    legal_actions,
    ranked,
    reasons,
    remaining,
)
from turnwright.engine.initiative import settle_order
from turnwright.engine.program import StepPart, TurnsPart
from turnwright.engine.state import (
    NOBODY,
    Frame,
    PendingDecision,
    TurnsBody,
    bits,
    side_bit,
)
from turnwright.engine.steps import close_step, count_step, open_step, record_pass
from turnwright.engine.transaction import Transaction, scene_of, stuck
from turnwright.language.container import DrawFor
from turnwright.language.eligibility import Together
from turnwright.language.event import Skipped
from turnwright.language.turn_order import Asked, Cadence, Unable, Until


class EachPlayer(Strategy):
    """Every side has the step once; nobody is asked."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: TurnsPart, clause: str
    ) -> PendingDecision | None:
        """Open the step for the next side."""
        if not tx.program.offers[part.name]:
            return stuck(frame, "each")
        offer = tx.program.offers[part.name][0]
        left = []
        for side in tx.sides():
            if turns.done >> side & 1:
                continue
            scene = replace(scene_of(frame, side), active=0)
            pool = remaining(tx, part.side_filters, side_bit(side), scene)
            if remaining(tx, offer.filters, pool, scene):
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
        child = tx.program.steps[offer.name]
        tx.update_body(turns._replace(done=turns.done | 1 << side))
        count_step(tx, child, side_bit(side))
        pay(tx, child, side_bit(side), part)
        each = tuple(ruling.clause for ruling in offer.each)
        open_step(tx, offer.name, side, frame.units, (clause, *each, *turns.because))
        return None

    def _skip(self, tx: Transaction, frame: Frame, by: tuple[str, ...]) -> None:
        """Close a step that no side has, and say why."""
        because = []
        for side in tx.sides():
            name = tx.roster.side(side)
            because.append((name, reasons(tx, replace(frame, units=0), side, side + 1)))
        tx.events.append(Skipped(frame.step, tx.roster.side(frame.side), tuple(because), by))
        close_step(tx, by)


class EachUnit(Strategy):
    """Every unit that may be picked has the step once, in order of rank; nobody is asked."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: TurnsPart, clause: str
    ) -> PendingDecision | None:
        """Open the step for the next unit, or for all that rank equal."""
        if not tx.program.offers[part.name]:
            return stuck(frame, "each")
        offer = tx.program.offers[part.name][0]
        legal = {}
        for side in tx.sides():
            actions = legal_actions(tx, frame, part, side)
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
        by = (clause, *(c for c, _ in behind), *(r.clause for r in offer.each))
        if tied and together is not None:
            who, by = best, (*by, together.clause)
        else:
            order = turns.order or tx.sides()
            side = next(side for side in order if side in sides)
            mine = best & tx.roster.units[side]
            who = mine & -mine
        child = tx.program.steps[offer.name]
        side = tx.roster.side_of[who.bit_length() - 1] if len(sides) == 1 or not tied else NOBODY
        tx.update_body(turns._replace(served=turns.served | who))
        count_step(tx, child, who)
        pay(tx, child, who, part)
        open_step(tx, offer.name, side, who, by)
        return None


class OneSide(Chances):
    """One side takes every chance."""

    alone = True

    def finished(self, tx: Transaction, frame: Frame, part: TurnsPart, by: tuple[str, ...]) -> None:
        """When the one side is done, the step is over."""
        close_step(tx, by)


class Alternate(Chances):
    """Sides take turns."""

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: TurnsPart, units: int
    ) -> None:
        """After so many chances in a row it is the next side's turn."""
        holder = turns.holder
        if part.in_a_row.says:
            row = turns.row + 1
            ruling = tx.rule_for(part.in_a_row, frame, holder)
            scene = scene_of(frame, holder)
            if ruling is not None and row < ruling.value(tx, holder + 1, scene):
                tx.stack[-1] = frame.after_chance(turns, holder, turns.because, row)
                return
        order = turns.order
        after = order.index(holder) + 1
        holder = order[after] if after < len(order) else order[0]
        tx.stack[-1] = frame.after_chance(turns, holder)


class Ranked(Chances):
    """The next chance is for the unit that ranks first, whosever it is."""

    rank_picks = True

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: TurnsPart, units: int
    ) -> None:
        """The first of the order is asked first again: the rank says whether it has the chance."""
        tx.stack[-1] = frame.after_chance(turns, turns.order[0])


class Follows(Chances):
    """The next chance is for the side of the unit that acted last."""

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: TurnsPart, units: int
    ) -> None:
        """The side of the unit that acted has the next chance."""
        holder = tx.roster.side_of[units.bit_length() - 1] if units else turns.holder
        tx.stack[-1] = frame.after_chance(turns, holder)


class ByDraw(Chances):
    """What is drawn says whose chance comes next."""

    asks_order = False

    def dealt(
        self, tx: Transaction, frame: Frame, part: TurnsPart, clause: str, standing: Standing
    ) -> PendingDecision | None:
        """Draw, unless what was drawn is still to be used."""
        if not turns_of(frame).drawn:
            awaited = draw_chance(tx, frame, part)
            if awaited is None:
                # Whoever is never drawn again has no chance left to use.
                unable = tx.rule_for(part.unable, frame, NOBODY)
                if unable is None or unable.value is not Unable.PASSES:
                    return stuck(frame, "until")
                waiting = [s for s in tx.sides() if tx.pass_of(frame.step, s) is None]
                return record_pass(tx, frame, waiting[0], True, unable.clause)
            return awaited
        return super().dealt(tx, frame, part, clause, standing)

    def none_left(
        self, tx: Transaction, frame: Frame, part: TurnsPart, standing: Standing
    ) -> PendingDecision | None:
        """Nobody has anything, or only the unit whose marker was drawn has nothing."""
        if turns_of(frame).drawn and turns_of(frame).only:
            return self.cannot(tx, frame, part, True, standing._replace(passed=0))
        return super().none_left(tx, frame, part, standing)

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: TurnsPart, units: int
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


class CarryOut(Strategy):
    """What was put off to this step is carried out."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: TurnsPart, clause: str
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


STRATEGIES: dict[Cadence, Strategy] = {
    Cadence.EACH_PLAYER: EachPlayer(),
    Cadence.EACH_UNIT: EachUnit(),
    Cadence.ONE_SIDE: OneSide(),
    Cadence.ALTERNATE: Alternate(),
    Cadence.RANKED: Ranked(),
    Cadence.FOLLOWS: Follows(),
    Cadence.DRAW: ByDraw(),
    Cadence.PUT_OFF: CarryOut(),
}
"""The strategy of each cadence."""


def next_chance(
    tx: Transaction, frame: Frame, part: StepPart, turns: TurnsBody
) -> PendingDecision | None:
    """Deal the next chance of a step: what is awaited, or None when something happened at once."""
    if turns.waiting:
        next_one, *rest = turns.waiting
        tx.update_body(turns._replace(waiting=tuple(rest)))
        side = tx.roster.side_of[next_one.bit_length() - 1]
        target, item = turns.waiting_target, turns.waiting_item
        open_step(tx, turns.waiting_step, side, next_one, turns.because_waiting, target, item)
        return None
    if part.until and came_true(tx, part):
        return None
    if not isinstance(part, TurnsPart):
        return order_only(tx, frame)
    cadence = tx.rule_for(part.cadence, frame, turns.holder)
    if cadence is None:
        return stuck(frame, "cadence")
    return STRATEGIES[cadence.value].next_chance(tx, frame, turns, part, cadence.clause)


def order_only(tx: Transaction, frame: Frame) -> PendingDecision | None:
    """A step that only settles the order of the sides."""
    if turns_of(frame).holder == NOBODY:
        return settle_order(tx, frame)
    close_step(tx, turns_of(frame).because)
    return None


def came_true(tx: Transaction, part: StepPart) -> bool:
    """Close a step that ends with something that is now true; whether it did."""
    for ruling in part.until:
        pool = tx.acting()
        scene = tx.scene()
        if ruling.binds(tx, pool, scene) and ruling.value(tx, pool, scene):
            close_step(tx, (ruling.clause,))
            return True
    return False


def use_chance(tx: Transaction, frame: Frame, units: int) -> None:
    """A chance was used: passes for now are over, and the next chance is somebody's."""
    if tx.rest.passes:
        kept = tuple(passed for passed in tx.rest.passes if not passed.for_now)
        tx.rest = tx.rest._replace(passes=kept)
    part = tx.program.turns(frame.step)
    if part.chances.says:
        turns = turns_of(frame)
        holder = turns.holder
        taken = turns.taken or (0,) * tx.roster.sides
        taken = (*taken[:holder], taken[holder] + 1, *taken[holder + 1 :])
        frame = tx.update_body(turns._replace(taken=taken))
    if tx.program.asks_recent:
        recent = tuple(u for u in tx.rest.recent if not units >> u & 1)
        tx.rest = tx.rest._replace(recent=(*recent, *bits(units)))
    dealing = frame.body
    assert isinstance(dealing, TurnsBody)
    cadence = tx.rule_for(part.cadence, frame, dealing.holder)
    if cadence is not None:
        STRATEGIES[cadence.value].used(tx, frame, dealing, part, units)


def gone_by(tx: Transaction, frame: Frame) -> None:
    """A chance has gone by without anybody acting; a pass for now stays."""
    part = tx.program.turns(frame.step)
    turns = turns_of(frame)
    cadence = tx.rule_for(part.cadence, frame, turns.holder)
    if cadence is not None:
        STRATEGIES[cadence.value].used(tx, frame, turns, part, 0)


def finish(tx: Transaction, frame: Frame, by: tuple[str, ...]) -> None:
    """The side whose chance it is has done all it wants here."""
    part = tx.program.turns(frame.step)
    cadence = tx.rule_for(part.cadence, frame, turns_of(frame).holder)
    if cadence is not None:
        STRATEGIES[cadence.value].finished(tx, frame, part, by)


def used_by_itself(tx: Transaction, ask: PendingDecision) -> tuple[str, int] | None:
    """The one thing there is to choose, where nobody is to be asked about that."""
    if ask.awaits is not Awaits.CHOICE or not tx.stack or ask.step != tx.frame.step:
        return None
    part = tx.part
    if not isinstance(part, TurnsPart) or not part.asks.says:
        return None
    if ask.passing is not None or ask.finish is not None or len(ask.legal) != 1:
        return None
    ruling = tx.rule_for(part.asks, tx.frame, ask.side)
    if ruling is None or ruling.value is not Asked.IF_THERE_IS_A_CHOICE:
        return None
    name, mask = ask.legal[0]
    child = tx.program.steps.get(name)
    if mask.bit_count() > 1 or child is None or child.target or child.uses or child.moves:
        return None
    return name, mask
