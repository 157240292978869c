"""Turn order: whose chance comes next in a step, and what using one does."""

from __future__ import annotations

from turnwright.engine.cadence.by_draw import ByDraw
from turnwright.engine.cadence.each_player import EachPlayer
from turnwright.engine.cadence.each_unit import EachUnit
from turnwright.engine.cadence.put_off import CarryOut
from turnwright.engine.cadence.rotations import Alternate, Follows, OneSide, Ranked
from turnwright.engine.cadence.strategy import Strategy, turns_of
from turnwright.engine.decision import Awaits
from turnwright.engine.initiative import settle_order
from turnwright.engine.roster import bits
from turnwright.engine.state import (
    NOBODY,
    Frame,
    PendingDecision,
    TurnsBody,
)
from turnwright.engine.step_part import StepPart
from turnwright.engine.steps import close_step, open_step
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.turn_order import Asked, Cadence

CHOICE = Awaits.CHOICE
"""A member that every chance needs: an enumeration looks its own up slowly."""


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
    if part.orders_sides:
        return order_only(tx, frame)
    cadence = part.fixed_cadence or tx.rule_for(part.cadence, frame, turns.holder)
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
    part = tx.program.steps[frame.step]
    if part.says_chances:
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
    cadence = part.fixed_cadence or tx.rule_for(part.cadence, frame, dealing.holder)
    if cadence is not None:
        STRATEGIES[cadence.value].used(tx, frame, dealing, part, units)


def gone_by(tx: Transaction, frame: Frame) -> None:
    """A chance has gone by without anybody acting; a pass for now stays."""
    part = tx.program.steps[frame.step]
    turns = turns_of(frame)
    cadence = tx.rule_for(part.cadence, frame, turns.holder)
    if cadence is not None:
        STRATEGIES[cadence.value].used(tx, frame, turns, part, 0)


def finish(tx: Transaction, frame: Frame, by: tuple[str, ...]) -> None:
    """The side whose chance it is has done all it wants here."""
    part = tx.program.steps[frame.step]
    cadence = tx.rule_for(part.cadence, frame, turns_of(frame).holder)
    if cadence is not None:
        STRATEGIES[cadence.value].finished(tx, frame, part, by)


def used_by_itself(tx: Transaction, frame: Frame, ask: PendingDecision) -> tuple[str, int] | None:
    """The one thing there is to choose, where nobody is to be asked about that."""
    part = tx.program.steps[frame.step]
    if not part.says_asks or ask.awaits is not CHOICE or ask.step != frame.step:
        return None
    if ask.passing is not None or ask.finish is not None or len(ask.legal) != 1:
        return None
    ruling = tx.rule_for(part.asks, frame, ask.side)
    if ruling is None or ruling.value is not Asked.IF_THERE_IS_A_CHOICE:
        return None
    name, mask = ask.legal[0]
    if mask.bit_count() > 1:
        return None
    child = tx.program.steps.get(name)
    if child is None or child.target or child.uses or child.moves:
        return None
    return name, mask
