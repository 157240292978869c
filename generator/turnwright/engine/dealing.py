"""Chances: whose is next, when there are none left, and what becomes of one that cannot be used."""

from __future__ import annotations

from turnwright.engine import picking
from turnwright.engine.decision import Awaits
from turnwright.engine.drawing import draw
from turnwright.engine.initiative import other_side, settle_first, stuck
from turnwright.engine.opening import begin, came_true, close, count_step
from turnwright.engine.passing import passed, record_pass
from turnwright.engine.plan import Plan
from turnwright.engine.state import NOBODY, Ask, Frame, Pass
from turnwright.engine.table import Table
from turnwright.engine.truth import Scene
from turnwright.language.chance import (
    Allowed,
    Cadence,
    Together,
    Unable,
    Uneven,
    Until,
)
from turnwright.language.container import DrawFor


def deal(table: Table, frame: Frame) -> Ask | None:
    """Deal the next chance of a step: what is awaited, or None when something happened at once."""
    if frame.queue:
        next_one, *rest = frame.queue
        table.change_top(queue=tuple(rest))
        side = table.roster.side_of[next_one.bit_length() - 1]
        begin(table, frame.queued, side, next_one, frame.settled)
        return None
    if came_true(table, frame):
        return None
    cadence = table.say(frame.plan, "cadence")
    if cadence is None:
        return stuck(frame, "cadence")
    if cadence.value is Cadence.EACH_PLAYER:
        return each_player(table, frame, cadence.clause)
    return chance(table, frame, cadence.value, cadence.clause)


def ends(frame: Frame, table: Table, until: Until) -> tuple[str, ...]:
    """The clauses by which the step ends now, if this is the way it ends."""
    return tuple(r.clause for r in table.every(frame.plan, "until") if r.value is until)


def each_player(table: Table, frame: Frame, clause: str) -> Ask | None:
    """Every side has the step once; no choice is needed."""
    plan = frame.plan
    sides = table.roster.sides
    if not plan.children:
        return stuck(frame, "each")
    name = plan.children[0]
    child = table.program.steps[name]
    left = [side for side in range(sides) if has_step(table, frame, child, side)]
    if not left:
        by = ends(frame, table, Until.ALL_DEALT)
        if not by:
            return stuck(frame, "until")
        close(table, by)
        return None
    # With one side left there is no question who is first.
    if frame.holder == NOBODY and len(left) > 1:
        ask = settle_first(table, frame)
        if ask is not None or table.top.holder == NOBODY:
            return ask
        frame = table.top
    side = min(left, key=lambda side: (side - frame.holder) % sides)
    each = next(r.clause for r in plan.words["each"] if name in r.value)
    frame = table.change_top(spent=frame.spent | 1 << side)
    count_step(table, child, 1 << side + 1)
    begin(table, name, side, frame.units, (clause, each, *frame.settled))
    return None


def has_step(table: Table, frame: Frame, child: Plan, side: int) -> bool:
    """Whether a side still has this step to itself once."""
    if frame.spent >> side & 1:
        return False
    scene = Scene(0, NOBODY, NOBODY, side, False)
    pool = picking.left(table, frame.plan, picking.OWN, 1 << side + 1, scene, child.counts_as)
    # What a step that deals chances needs, it needs of those it deals them to.
    if child.body != "each":
        pool = picking.left(table, child, picking.OWN, pool, scene, child.counts_as)
    return bool(pool)


def chance(table: Table, frame: Frame, cadence: Cadence, clause: str) -> Ask | None:
    """Find the side whose chance it is, and what it may do."""
    plan = frame.plan
    sides = table.roster.sides
    if frame.used and (by := ends(frame, table, Until.ONE_CHANCE)):
        close(table, by)
        return None
    if frame.holder == NOBODY and cadence is not Cadence.DRAW:
        ask = settle_first(table, frame)
        if ask is not None or table.top.holder == NOBODY:
            return ask
        frame = table.top
    relevant = (frame.holder,) if cadence is Cadence.ONE_SIDE else tuple(range(sides))
    if table.passes and all(passed(table, frame, side) for side in relevant):
        by = ends(frame, table, Until.ALL_PASSED)
        if by:
            close(table, by)
            return None
        return stuck(frame, "until")
    holder = frame.holder
    offers = {side: open_to(table, frame, side) for side in (holder,) if side >= 0}
    # The other sides matter only when this one has nothing left, or when ranks are compared.
    if not any(offers.values()) or "rank" in plan.words:
        offers |= {side: open_to(table, frame, side) for side in relevant if side != holder}
    finish = table.say(plan, "finish")
    may_finish = finish if finish and finish.value is Allowed.ALLOWED else None
    if not any(offers.values()):
        by = ends(frame, table, Until.NONE_LEFT)
        if not by and may_finish and all(frame.spent >> side & 1 for side in relevant):
            by = (may_finish.clause,)
        if by:
            close(table, by)
            return None
        if not (cadence is Cadence.ONE_SIDE and may_finish):
            unable = table.say(plan, "unable")
            if unable is None or unable.value is not Unable.PASSES:
                return stuck(frame, "until")
    if cadence is Cadence.DRAW and frame.fresh:
        return draw(table, frame)
    out = passed(table, frame, holder)
    mine = offers[holder]
    if mine and not out and "rank" in plan.words:
        best, by_rank = picking.ranked(table, frame, picking.contenders(table, frame, offers))
        mine = tuple((name, mask & best) for name, mask in mine if mask & best)
        if not mine and cadence is not Cadence.DRAW:
            # It is not out of units: they only come later, so for now it is another side's chance.
            return on_to_next(table, frame, (by_rank,))
    nothing = not mine and not (cadence is Cadence.ONE_SIDE and may_finish)
    if out or frame.spent >> holder & 1 or nothing:
        return cannot(table, frame, cadence, bool(offers[holder]), out)
    together = table.say(plan, "together")
    if together is None:
        return stuck(frame, "together")
    passing = table.say(plan, "passing")
    return Ask(
        Awaits.CHOICE,
        frame,
        side=holder,
        chances=mine,
        passing=passing if passing and passing.value is Allowed.ALLOWED else None,
        finish=may_finish,
        several=together.value is Together.SEVERAL,
        by=(clause, *frame.settled),
    )


def open_to(table: Table, frame: Frame, side: int) -> tuple[tuple[str, int], ...]:
    """What a side may do in this step; nothing once it has finished."""
    return () if frame.spent >> side & 1 else picking.chances(table, frame, side)


def cannot(table: Table, frame: Frame, cadence: Cadence, has: bool, out: Pass | None) -> Ask | None:
    """The side whose chance it is cannot use it."""
    finished = frame.spent >> frame.holder & 1
    unable = table.say(frame.plan, "unable")
    if not out and not finished and not has and unable and unable.value is Unable.PASSES:
        return record_pass(table, frame, frame.holder, True, unable.clause)
    by = (out.by,) if out else ()
    if not (unable and unable.value is Unable.WAITS):
        uneven = table.say(frame.plan, "uneven")
        if uneven is None:
            return stuck(frame, "uneven")
        by = (*by, uneven.clause)
        if uneven.value is Uneven.STOPS:
            close(table, by)
            return None
    if cadence is Cadence.DRAW:
        table.note(*by)
        table.change_top(fresh=True)
        return None
    return on_to_next(table, frame, by)


def on_to_next(table: Table, frame: Frame, by: tuple[str, ...]) -> Ask | None:
    """The chance goes on to the next side that can still have one."""
    sides = table.roster.sides
    for turn in range(1, sides):
        other = (frame.holder + turn) % sides
        if not passed(table, frame, other) and not frame.spent >> other & 1:
            table.change_top(holder=other, settled=by)
            return None
    return stuck(frame, "until")


def chance_used(table: Table, frame: Frame) -> None:
    """After a chance was used, the next one is somebody's."""
    if table.passes:
        table.passes = tuple(kept for kept in table.passes if not kept.now)
    cadence = table.say(frame.plan, "cadence")
    if cadence and cadence.value is Cadence.ALTERNATE:
        table.change_top(used=True, holder=other_side(table, frame.holder), settled=())
        return
    table.change_top(used=True)
    if not (cadence and cadence.value is Cadence.DRAW):
        return
    if container := table.say(frame.plan, "container"):
        each = table.say(table.program.containers[container.value], "draw_for")
        if each is not None and each.value is DrawFor.EACH_CHANCE:
            table.change_top(fresh=True)
