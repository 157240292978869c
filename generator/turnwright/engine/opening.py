"""Steps open and close: what that clears, fills, starts and stops."""

from __future__ import annotations

from turnwright.engine import lasting, markers
from turnwright.engine.event import Began, Ended
from turnwright.engine.plan import Plan
from turnwright.engine.state import NOBODY, Frame
from turnwright.engine.table import Table


def begin(
    table: Table,
    name: str,
    side: int,
    units: int,
    by: tuple[str, ...],
    target: int = NOBODY,
    using: str = "",
) -> None:
    """Open a step for a side and its acting units."""
    program = table.program
    plan = program.steps[name]
    table.serial += 1
    cleared = program.cleared.get(name)
    if cleared:
        counters = list(table.counters)
        for number in cleared:
            counters[number] = ()
        table.counters = tuple(counters)
    if name == program.round:
        table.round += 1
    stage = "begin" if program.abilities_wait else plan.stages["begin"]
    frame = Frame(plan, side, units, table.serial, by, stage, target=target, using=using)
    table.stack.append(frame)
    table.note(*by)
    table.events.append(
        Began(name, table.roster.side(side), table.roster.named(units & table.alive), by)
    )
    if program.containers:
        markers.at(table, name, "start")
    if table.going:
        lasting.step_began(table, frame)


def count_step(table: Table, plan: Plan, mask: int) -> None:
    """Those of the mask do this: it is counted by its name and by what it counts as."""
    table.note(*plan.counted_by)
    table.count(plan.name, mask)
    if plan.counts_as != plan.name:
        table.count(plan.counts_as, mask)


def close(table: Table, by: tuple[str, ...]) -> None:
    """Close the innermost step."""
    frame = table.stack.pop()
    name = frame.plan.name
    table.note(*by)
    units = table.roster.named(frame.units & table.alive)
    table.events.append(Ended(name, table.roster.side(frame.side), units, by))
    if table.program.containers:
        markers.at(table, name, "end")
    lasting.step_ended(table, frame)


def came_true(table: Table, frame: Frame) -> bool:
    """Close a step that ends with something that is now true of the battle; whether it did."""
    for until in table.every(frame.plan, "until_fact"):
        if table.fact(until.value) & 1:
            close(table, (until.clause,))
            return True
    return False


def close_through(table: Table, name: str, by: tuple[str, ...]) -> None:
    """Close steps from the inside out, up to and with the one of this name.

    When none of this name is open, the innermost step is all there is to close.
    """
    if table.open_step(name) is None:
        name = table.top.plan.name
    while table.stack:
        done = table.top.plan.name == name
        close(table, by)
        if done:
            return
