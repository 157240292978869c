"""Chances: whose is next, when there are none left, and what becomes of one that cannot be used."""

from __future__ import annotations

from turnwright.engine import markers, picking
from turnwright.engine.decision import Awaits
from turnwright.engine.dice import parse
from turnwright.engine.event import Drew, Passed, WentFirst
from turnwright.engine.inputs import FIRST
from turnwright.engine.opening import begin, close
from turnwright.engine.program import Plan
from turnwright.engine.state import NOBODY, Ask, Frame, Kept, Pass
from turnwright.engine.table import Table
from turnwright.engine.truth import Scene
from turnwright.language.container import DrawFor, Drawn, OfPassed
from turnwright.language.step import (
    Allowed,
    Cadence,
    First,
    Passed as Passing,
    Swaps,
    TiedRoll,
    Together,
    Unable,
    Uneven,
    Until,
)

ROLL_OFF = "roll-off"


def stuck(frame: Frame, word: str, *by: str) -> Ask:
    """The round stops: no clause says this word."""
    return Ask(Awaits.UNSAID, frame, unsaid=word, by=by)


def deal(table: Table, frame: Frame) -> Ask | None:
    """Deal the next chance of a step: what is awaited, or None when something happened at once."""
    if frame.queue:
        next_one, *rest = frame.queue
        table.change_top(queue=tuple(rest))
        side = table.roster.side_of[next_one.bit_length() - 1]
        begin(table, frame.queued, side, next_one, frame.settled)
        return None
    for ruling in table.every(frame.plan, "until_fact"):
        if table.fact(ruling.value) & 1:
            close(table, (ruling.clause,))
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
    left = [side for side in range(sides) if has_step(table, frame, side)]
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
    if not plan.children:
        return stuck(frame, "each")
    name = plan.children[0]
    each = next(r.clause for r in plan.words["each"] if name in r.value)
    frame = table.change_top(spent=frame.spent | 1 << side)
    begin(table, name, side, frame.units, (clause, each, *frame.settled))
    return None


def has_step(table: Table, frame: Frame, side: int) -> bool:
    """Whether a side still has this step to itself once."""
    if frame.spent >> side & 1:
        return False
    scene = Scene(0, NOBODY, NOBODY, side, False)
    pool = 1 << side + 1
    return not list(picking.ruled_out(table, frame.plan, ("needs", "bars"), pool, scene))


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
    if lasts is None and does.value is Passing.OUT:
        return stuck(frame, "passed_for")
    step = table.program.meant(lasts.value) if lasts else frame.plan.name
    now = does.value is Passing.FOR_NOW
    table.passes = (*table.passes, Pass(frame.plan.name, side, step, now, does.clause))
    table.events.append(Passed(table.roster.side(side), forced, (*by, does.clause)))
    table.change_top(fresh=True)
    return None


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
    if all(passed(table, frame, side) for side in relevant):
        by = ends(frame, table, Until.ALL_PASSED)
        if by:
            close(table, by)
            return None
        return stuck(frame, "until")
    offers = {
        side: () if frame.spent >> side & 1 else picking.chances(table, frame, side)
        for side in relevant
    }
    everybody = 0
    for offered in offers.values():
        for _, mask in offered:
            everybody |= mask
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
    holder = frame.holder
    out = passed(table, frame, holder)
    mine = offers[holder]
    by_rank = ""
    if mine:
        best, by_rank = picking.ranked(table, frame, everybody)
        if by_rank:
            mine = tuple((name, mask & best) for name, mask in mine if mask & best)
    if out or frame.spent >> holder & 1 or (not mine and cadence is not Cadence.ONE_SIDE):
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


def cannot(table: Table, frame: Frame, cadence: Cadence, has: bool, out: Pass | None) -> Ask | None:
    """The side whose chance it is cannot use it."""
    finished = frame.spent >> frame.holder & 1
    unable = table.say(frame.plan, "unable")
    if not out and not finished and not has and unable and unable.value is Unable.PASSES:
        return record_pass(table, frame, frame.holder, True, unable.clause)
    if cadence is Cadence.DRAW:
        table.change_top(fresh=True)
        return None
    by = (out.by,) if out else ()
    if not (unable and unable.value is Unable.WAITS):
        uneven = table.say(frame.plan, "uneven")
        if uneven is None:
            return stuck(frame, "uneven")
        by = (*by, uneven.clause)
        if uneven.value is Uneven.STOPS:
            close(table, by)
            return None
    sides = table.roster.sides
    for turn in range(1, sides):
        other = (frame.holder + turn) % sides
        if not passed(table, frame, other) and not frame.spent >> other & 1:
            table.change_top(holder=other, settled=by)
            return None
    return stuck(frame, "until")


def other_side(table: Table, side: int) -> int:
    """The side that comes after this one."""
    return (side + 1) % table.roster.sides


# Who is first


def settle_first(table: Table, frame: Frame) -> Ask | None:
    """Settle who has the first chance of a step; what is awaited, if that takes a choice or a roll."""
    plan = frame.plan
    name = plan.name
    for kept in table.kept:
        if kept.step == name:
            gets_first(table, kept.side, kept.by)
            return None
    first = table.say(plan, "first")
    decides = table.say(plan, "decides")
    ruling = decides or first
    if ruling is None:
        return stuck(frame, "first")
    side, by, ask = named_side(table, frame, ruling.value, ruling.clause)
    if ask is not None:
        return ask
    if decides is not None:
        every = tuple((table.roster.side(s), 1 << s + 1) for s in range(table.roster.sides))
        return Ask(Awaits.CHOICE, frame, side=side, chances=every, what=FIRST, by=by)
    keep_first(table, frame, side, by)
    return None


def keep_first(table: Table, frame: Frame, side: int, by: tuple[str, ...]) -> None:
    """Note who is first, for as long as that is kept."""
    plan = frame.plan
    asked = table.say(plan, "decides") or table.say(plan, "first")
    if asked and asked.value in (First.FEWEST, First.MOST):
        kept = table.say(plan, "kept")
        if kept is not None:
            by = (*by, kept.clause)
            table.kept = (*table.kept, Kept(plan.name, side, table.program.meant(kept.value), by))
    gets_first(table, side, by)


def gets_first(table: Table, side: int, by: tuple[str, ...]) -> None:
    """This side has the first chance."""
    frame = table.change_top(holder=side, settled=by)
    table.note(*by)
    table.events.append(WentFirst(frame.plan.name, table.roster.side(side), by))


def named_side(
    table: Table, frame: Frame, first: First, clause: str
) -> tuple[int, tuple[str, ...], Ask | None]:
    """The side that a clause means, the clauses that say so, and what is awaited to know it."""
    by: tuple[str, ...] = (clause,)
    side = NOBODY
    sides = table.roster.sides
    if first is First.ACTIVE:
        side = frame.side
    elif first is First.OTHER and frame.side >= 0:
        side = other_side(table, frame.side)
    elif first is First.MISSION and table.mission_first:
        side = table.roster.number[table.mission_first] - 1
    elif first is First.FIRST_SIDE:
        side = 0
    elif first is First.SECOND_SIDE:
        side = 1 % sides
    elif first in (First.FEWEST, First.MOST):
        return counted_side(table, frame, first, clause)
    if side == NOBODY:
        return side, by, stuck(frame, "first", clause)
    swaps = table.say(frame.plan, "swaps")
    if swaps:
        by = (*by, swaps.clause)
        if swaps.value is Swaps.EACH_ROUND:
            side = (side + table.round - 1) % sides
    return side, by, None


def counted_side(
    table: Table, frame: Frame, first: First, clause: str
) -> tuple[int, tuple[str, ...], Ask | None]:
    """The side with the fewest or most units on the table; a tie is rolled for."""
    counts = [(mine & table.on_table()).bit_count() for mine in table.roster.units]
    best = min(counts) if first is First.FEWEST else max(counts)
    tied = tuple(side for side, count in enumerate(counts) if count == best)
    if len(tied) == 1:
        return tied[0], (clause,), None
    if frame.rolled is not None and frame.rolled >= 0:
        return frame.rolled, (clause, *frame.settled), None
    ties = table.say(frame.plan, "ties")
    if ties is None:
        return NOBODY, (clause,), stuck(frame, "ties", clause)
    _, faces = parse(ties.value)
    ask = Ask(
        Awaits.ROLL,
        frame,
        dice=ties.value,
        what=ROLL_OFF,
        count=len(tied),
        faces=faces,
        rollers=tied,
        by=(clause, ties.clause),
    )
    return NOBODY, (clause,), ask


def rolled_off(table: Table, ask: Ask, dice: tuple[int, ...]) -> Ask | None:
    """A roll-off came up: note who won, or what a tie does."""
    assert ask.frame is not None
    best = max(dice)
    won = [side for side, die in zip(ask.rollers, dice, strict=True) if die == best]
    by = ask.by[1:]
    if len(won) > 1:
        ruling = table.say(ask.frame.plan, "tied_roll")
        if ruling is None:
            return stuck(ask.frame, "tied_roll")
        if ruling.value is TiedRoll.AGAIN:
            return None
        won = won[:1]
        by = (*by, ruling.clause)
    table.change_top(rolled=won[0], settled=by)
    return None


# Drawing


def draw(table: Table, frame: Frame) -> Ask | None:
    """Ask for a marker, unless none is left."""
    ruling = table.say(frame.plan, "container")
    if ruling is None:
        return stuck(frame, "container")
    container = table.program.containers[ruling.value]
    drawn = table.say(container, "drawn")
    store = markers.store(table, ruling.value)
    if drawn is None or not any(store.markers):
        return stuck(frame, "drawn" if drawn is None else "until")
    by = (ruling.clause, drawn.clause)
    if drawn.value is Drawn.SEEN:
        chances = tuple(
            (table.roster.side(side), 1 << side + 1)
            for side, count in enumerate(store.markers)
            if count
        )
        return Ask(Awaits.CHOICE, frame, side=0, chances=chances, what=ruling.value, by=by)
    return Ask(Awaits.DRAW, frame, what=ruling.value, by=by)


def drew(table: Table, frame: Frame, name: str, side: int) -> Ask | None:
    """A marker of this side was drawn."""
    container: Plan = table.program.containers[name]
    each = table.say(container, "draw_for")
    if each is None:
        return stuck(frame, "draw_for")
    first = table.say(frame.plan, "first")
    if first is None:
        return stuck(frame, "first")
    has_passed = passed(table, frame, side)
    by = (each.clause,)
    ignored = False
    if has_passed:
        ruling = table.say(container, "of_passed")
        if ruling is None:
            return stuck(frame, "of_passed")
        by = (ruling.clause,)
        ignored = ruling.value is OfPassed.IGNORED
        if not ignored:
            table.passes = tuple(kept for kept in table.passes if kept is not has_passed)
    table.events.append(Drew(name, table.roster.side(side), ignored, by))
    markers.change(table, name, side, -1, "drawn", *by)
    if ignored:
        return None
    holder = side
    if first.value is not First.DRAWN:
        holder, _, ask = named_side(table, frame, first.value, first.clause)
        if ask is not None:
            return ask
    table.change_top(holder=holder, settled=(first.clause,), fresh=False)
    return None


def chance_used(table: Table, frame: Frame, cadence: Cadence) -> None:
    """After a chance was used, the next one is somebody's."""
    table.passes = tuple(kept for kept in table.passes if not kept.now)
    table.change_top(used=True)
    if cadence is Cadence.ALTERNATE:
        table.change_top(holder=other_side(table, frame.holder), settled=())
    elif cadence is Cadence.DRAW:
        container = table.say(frame.plan, "container")
        assert container is not None
        each = table.say(table.program.containers[container.value], "draw_for")
        if each is not None and each.value is DrawFor.EACH_CHANCE:
            table.change_top(fresh=True)


