"""Drawing: a marker says whose chance is next."""

from __future__ import annotations

from fractions import Fraction

from turnwright.engine import markers
from turnwright.engine.decision import Awaits, Offer, Refused
from turnwright.engine.event import Drew
from turnwright.engine.initiative import named_side, stuck
from turnwright.engine.passing import passed, record_pass
from turnwright.engine.plan import Plan
from turnwright.engine.state import Ask, Frame
from turnwright.engine.table import Table
from turnwright.language.chance import First, Unable
from turnwright.language.container import Drawn, Extra, OfPassed, Placed


def draw(table: Table, frame: Frame) -> Ask | None:
    """Ask for a marker, unless none is left."""
    ruling = table.say(frame.plan, "container")
    if ruling is None:
        return stuck(frame, "container")
    container = table.program.containers[ruling.value]
    drawn = table.say(container, "drawn")
    store = markers.store(table, ruling.value)
    if drawn is None:
        return stuck(frame, "drawn")
    for word in () if store.markers else ("fills", "one_per"):
        if table.say(container, word) is None:
            return stuck(frame, word, ruling.clause)
    waiting = [s for s in range(table.roster.sides) if not passed(table, frame, s)]
    if not any(store.markers[side] for side in waiting if store.markers):
        # Whoever is never drawn again has no chance left to use.
        unable = table.say(frame.plan, "unable")
        if unable is None or unable.value is not Unable.PASSES:
            return stuck(frame, "until")
        return record_pass(table, frame, waiting[0], True, unable.clause)
    by = (ruling.clause, drawn.clause)
    if drawn.value is Drawn.SEEN:
        first = table.say(frame.plan, "first")
        if first is None:
            return stuck(frame, "first")
        looks, _, ask = 0, (), None
        if first.value is not First.DRAWN:
            looks, _, ask = named_side(table, frame, first.value, first.clause)
        if ask is not None:
            return ask
        chances = tuple(
            (table.roster.side(side), 1 << side + 1)
            for side, count in enumerate(store.markers)
            if count
        )
        return Ask(
            Awaits.CHOICE,
            frame,
            side=looks,
            chances=chances,
            offer=Offer.MARKER,
            what=ruling.value,
            by=by,
        )
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


def odds(table: Table, side: int) -> Fraction:
    """The chance that a marker of this side is the next one that counts; nothing if none is."""
    ask = table.ask
    if ask.awaits is not Awaits.DRAW or ask.frame is None:
        return Fraction(0)
    counts = list(markers.store(table, ask.what).markers)
    ruling = table.say(table.program.containers[ask.what], "of_passed")
    if ruling is not None and ruling.value is OfPassed.IGNORED:
        counts = [0 if passed(table, ask.frame, n) else many for n, many in enumerate(counts)]
    return Fraction(counts[side], sum(counts)) if any(counts) else Fraction(0)


def take_extra_markers(table: Table, frame: Frame, side: int, extra: int) -> Ask | None:
    """Take the further markers that a group needs. Raises Refused when they are not there."""
    container = table.say(frame.plan, "container")
    if container is None:
        return None
    ruling = table.say(table.program.containers[container.value], "extra")
    if ruling is None:
        return stuck(frame, "extra", container.clause)
    if ruling.value is not Extra.PICKED:
        return None
    store = markers.store(table, container.value)
    if store.markers[side] < extra:
        raise Refused("not enough markers are left for so many units", (ruling.clause,))
    markers.change(table, container.value, side, -extra, "picked", ruling.clause)
    after = markers.store(table, container.value)
    markers.put(
        table, container.value, after._replace(table=after.table + extra), "placed", ruling.clause
    )
    return None


def lay_marker(table: Table, frame: Frame) -> None:
    """The drawn marker goes where the rules say."""
    container = table.say(frame.plan, "container")
    if container is None:
        return
    ruling = table.say(table.program.containers[container.value], "placed")
    store = markers.store(table, container.value)
    if ruling is None or not store.markers:
        return
    if ruling.value is Placed.ON_UNIT:
        new = store._replace(table=store.table + 1)
        markers.put(table, container.value, new, "placed", ruling.clause)
    else:
        markers.change(table, container.value, frame.holder, 1, "back", ruling.clause)
