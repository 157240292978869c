"""Containers: when they are filled and emptied, and what is in them."""

from __future__ import annotations

from turnwright.engine.event import Markers
from turnwright.engine.plan import Plan
from turnwright.engine.roster import bits
from turnwright.engine.state import Store
from turnwright.engine.table import Table
from turnwright.language.container import Gained, Gone, OnePer


def store(table: Table, name: str) -> Store:
    """What a container holds now."""
    return dict(table.stores).get(name, Store(()))


def put(table: Table, name: str, new: Store, why: str, *by: str) -> None:
    """A container holds something else now."""
    table.stores = (*((n, s) for n, s in table.stores if n != name), (name, new))
    table.note(*by)
    holds = tuple((table.roster.side(side), count) for side, count in enumerate(new.markers))
    table.events.append(Markers(name, holds, why, by))


def at(table: Table, step: str, edge: str) -> None:
    """Fill and empty what is filled and emptied at the start or the end of a step."""
    for name, plan in table.program.containers.items():
        fills = table.say(plan, "fills")
        if fills and table.meant(getattr(fills.value, edge)) == step:
            fill(table, name, plan, fills.clause)
        empties = table.say(plan, "empties")
        if empties and table.meant(getattr(empties.value, edge)) == step:
            put(table, name, Store(()), "emptied", empties.clause)


def fill(table: Table, name: str, plan: Plan, clause: str) -> None:
    """Put the markers of all sides in."""
    one_per = table.say(plan, "one_per")
    if one_per is None:
        return
    by = [clause, one_per.clause]
    units = table.on_table()
    for ruling in table.every(plan, "includes"):
        away = table.alive & table.fact(ruling.value)
        if away & ~units:
            by.append(ruling.clause)
        units |= away
    counts = tuple(
        (units & mine).bit_count() if one_per.value is OnePer.UNIT else 1
        for mine in table.roster.units
    )
    put(table, name, Store(counts), "filled", *by)


def change(table: Table, name: str, side: int, by_how_many: int, why: str, *by: str) -> None:
    """So many markers of a side go in, or come out."""
    old = store(table, name)
    markers = list(old.markers)
    markers[side] = max(0, markers[side] + by_how_many)
    put(table, name, old._replace(markers=tuple(markers)), why, *by)


def unit_joined(table: Table, side: int) -> None:
    """What a unit that joins does to the containers."""
    for name, plan in table.program.containers.items():
        ruling = table.say(plan, "gained")
        if ruling and ruling.value is Gained.ADDS and store(table, name).markers:
            change(table, name, side, 1, "gained", ruling.clause)


def units_gone(table: Table, gone: int) -> None:
    """What the loss of units does to the containers."""
    for name, plan in table.program.containers.items():
        ruling = table.say(plan, "gone")
        if ruling and ruling.value is Gone.LEAVES and store(table, name).markers:
            for unit in bits(gone):
                change(table, name, table.roster.side_of[unit], -1, "gone", ruling.clause)
