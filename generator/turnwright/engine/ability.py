"""Abilities: what cards offer, when it may be used, and on whom."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.roster import bits
from turnwright.engine.state import NOBODY, Frame
from turnwright.engine.table import Table
from turnwright.engine.truth import Scene, holds
from turnwright.language.condition import Who
from turnwright.language.effect import Ability, Bearer, WorkOf


def ability(table: Table, name: str) -> Ability:
    """An ability by its name."""
    return table.program.ruleset.abilities[name]


def may_use(table: Table, name: str, bearer: int, frame: Frame) -> bool:
    """Whether the bearer of an ability may use it in this step, as far as its words go."""
    if frame.side != table.roster.side_of[bearer] or not table.alive >> bearer & 1:
        return False
    if ability(table, name).impersonal:
        return True
    work = table.say(table.program.effects, "work_of")
    if work is None:
        return False
    if work.value is WorkOf.ARMY:
        return True
    ruling = table.say(table.program.effects, "bearer")
    if ruling is None:
        return False
    return ruling.value is Bearer.FRIENDLY or not frame.units or bool(frame.units >> bearer & 1)


def abilities_of(table: Table, mask: int) -> Iterator[tuple[str, int]]:
    """Every ability on the cards of these units, with its bearer."""
    for unit in bits(mask):
        for name in table.roster.cards[unit].abilities:
            yield name, unit


def waiting(table: Table, frame: Frame) -> list[tuple[str, int]]:
    """The abilities that may be used at the start of this step, with their bearers."""
    if not table.program.ruleset.abilities:
        return []
    found = []
    for name, unit in abilities_of(table, table.alive):
        start = ability(table, name).used.start
        if start and table.meant(start) == frame.plan.name and may_use(table, name, unit, frame):
            found.append((name, unit))
    for name in table.mission_abilities:
        start = ability(table, name).used.start
        if start and table.meant(start) == frame.plan.name:
            found.append((name, NOBODY))
    return found


def targets(table: Table, name: str, bearer: int) -> int:
    """The units an ability may be used on."""
    known = ability(table, name)
    pool = table.on_table()
    side = table.roster.side_of[bearer]
    if known.target in (Who.FRIEND, Who.SOURCE):
        pool &= table.roster.units[side]
    elif known.target is Who.ENEMY:
        pool &= ~table.roster.units[side]
    if known.target_needs is not None:
        pool = holds(
            table, known.target_needs, pool, Scene(1 << bearer, NOBODY, bearer, side, False)
        )
    return pool
