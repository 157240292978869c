"""The interpreter: go through the open steps until somebody or something has to decide."""

from __future__ import annotations

from turnwright.engine import doing, picking
from turnwright.engine.dealing import deal
from turnwright.engine.decision import Awaits, Offer
from turnwright.engine.initiative import stuck
from turnwright.engine.opening import begin, came_true, close, count_step
from turnwright.engine.state import FREELY, Ask, Frame
from turnwright.engine.table import Table
from turnwright.language.chance import Order

FUSE = 1_000
"""Stages of steps gone through without an input before a ruleset counts as going in circles."""


def body(table: Table, frame: Frame) -> Ask | None:
    """Go on with the body of a step: its sequence, its chances, or what it repeats."""
    kind = frame.plan.body
    if kind == "each":
        return deal(table, frame)
    if kind == "sequence":
        return sequence(table, frame)
    if kind == "repeats":
        return repeats(table, frame)
    close(table, ())
    return None


def closing(table: Table, frame: Frame) -> Ask | None:
    """A step that has nothing more to do ends."""
    close(table, ())
    return None


def sequence(table: Table, frame: Frame) -> Ask | None:
    """Open the next step of a sequence; in a free order, ask which."""
    if came_true(table, frame):
        return None
    ruling = table.say(frame.plan, "sequence")
    if ruling is None:
        return stuck(frame, "sequence")
    order = table.say(frame.plan, "order")
    children: tuple[str, ...] = ruling.value
    if order and order.value is Order.FREE:
        left = [i for i in range(len(children)) if not frame.spent >> i & 1]
        if len(left) > 1:
            who = frame.units & table.alive or 1 << max(frame.side, 0) + 1
            chances = tuple((children[i], who) for i in left)
            return Ask(
                Awaits.CHOICE,
                frame,
                max(frame.side, 0),
                chances,
                offer=Offer.ORDER,
                by=(order.clause,),
            )
        index = left[0] if left else len(children)
        table.change_top(spent=frame.spent | 1 << index)
    else:
        index = frame.at
        table.change_top(at=index + 1)
    if index >= len(children):
        close(table, (ruling.clause,))
        return None
    open_child(table, frame, children[index], (ruling.clause,))
    return None


def chosen_next(table: Table, frame: Frame, name: str, by: tuple[str, ...]) -> Ask | None:
    """Open the step of a sequence that was chosen to come next."""
    ruling = table.say(frame.plan, "sequence")
    if ruling is None:
        return stuck(frame, "sequence")
    # A step may be in the sequence more than once: it is the first that was not gone through.
    index = next(
        at for at, listed in enumerate(ruling.value) if listed == name and not frame.spent >> at & 1
    )
    open_child(table, table.change_top(spent=frame.spent | 1 << index), name, by)
    return None


def open_child(table: Table, frame: Frame, name: str, by: tuple[str, ...]) -> None:
    """Open a step of a sequence, unless those who act are ruled out of it."""
    units = frame.units & table.alive
    child = table.program.steps[name]
    pool = units or 1 << frame.side + 1
    # What a step that deals chances needs, it needs of those it deals them to.
    if child.body != "each":
        scene = picking.scene_of(frame, frame.side)
        out = 0
        for _, mask in picking.ruled_out(table, child, ("needs", "bars"), pool, scene):
            out |= mask
        if out == pool:
            return
        units &= ~out
    count_step(table, child, units)
    begin(table, name, frame.side, units, by, frame.target, frame.using)


def repeats(table: Table, frame: Frame) -> Ask | None:
    """Open a step again and again, until what ends that is true."""
    if came_true(table, frame):
        return None
    ruling = table.say(frame.plan, "repeats")
    if ruling is None:
        return stuck(frame, "repeats")
    begin(table, ruling.value, frame.side, frame.units, (ruling.clause,))
    return None


STAGES = {
    "begin": doing.begins,
    "checks": doing.checks,
    "results": doing.results,
    "settles": doing.settles,
    "carries": doing.carries,
    "body": body,
    "closing": closing,
}
"""What is done in each stage of a step."""


def advance(table: Table) -> Ask:
    """Go on until an input is needed, and say which."""
    for _ in range(FUSE):
        if not table.stack:
            return Ask(Awaits.END, None)
        frame = table.top
        if table.calls:
            return called(table, frame)
        if frame.units and not frame.units & table.alive:
            close(table, ())
            continue
        ask = STAGES[frame.stage](table, frame)
        if ask is not None:
            return ask
    return stuck(table.top, "until")


def called(table: Table, frame: Frame) -> Ask:
    """Ask about the abilities that a loss has called."""
    first = table.calls[0]
    side = table.roster.side_of[first[1]]
    chances: dict[str, int] = {}
    for name, unit in table.calls:
        if table.roster.side_of[unit] == side:
            chances[name] = chances.get(name, 0) | 1 << unit
    return Ask(Awaits.CHOICE, frame, side, tuple(chances.items()), passing=FREELY, offer=Offer.CALL)
