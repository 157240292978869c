"""Reasons: every clause that says no, found only when somebody asks."""

from __future__ import annotations

from turnwright.engine import picking
from turnwright.engine.decision import Awaits, Offer, Refused
from turnwright.engine.inputs import Choice
from turnwright.engine.passing import passed
from turnwright.engine.roster import bits
from turnwright.engine.state import Ask
from turnwright.engine.table import Table


def side_number(table: Table, name: str) -> int:
    """The number of a side. Raises Refused when there is none of this name."""
    number = table.roster.number.get(name, 0) - 1
    if not 0 <= number < table.roster.sides:
        raise Refused(f"there is no side {name}")
    return number


def unit_number(table: Table, name: str) -> int:
    """The number of a unit. Raises Refused when there is none of this name."""
    number = table.roster.number.get(name, -1)
    if number <= table.roster.sides:
        raise Refused(f"there is no unit {name}")
    return number


def here(ask: Ask) -> tuple[str, ...]:
    """The clauses that make things as they are: whose chance it is, and what it is dealt for."""
    opened = ask.frame.by if ask.frame else ()
    return tuple(dict.fromkeys((*ask.by, *opened)))


def not_their_chance(
    table: Table, ask: Ask, choice: Choice, units: tuple[int, ...]
) -> tuple[str, ...]:
    """Why this is not for the side that wants to do it."""
    side = side_number(table, choice.side)
    found = list(here(ask))
    frame = ask.frame
    if frame is not None:
        if out := passed(table, frame, side):
            found.insert(0, out.by)
        if ask.offer is Offer.CHANCE and frame.plan.body == "each":
            for unit in units:
                found += picking.reasons(table, frame, side, unit, choice.does)
    return tuple(dict.fromkeys(found))


def not_offered(table: Table, ask: Ask, choice: Choice, units: tuple[int, ...]) -> tuple[str, ...]:
    """Why something cannot be done now by anybody."""
    frame = table.top
    found: list[str] = []
    if ask.offer is Offer.CHANCE and choice.does in frame.plan.children:
        pool = units or tuple(bits(frame.units & table.alive or table.roster.units[ask.side]))
        for unit in pool:
            found += picking.reasons(table, frame, ask.side, unit, choice.does)
    else:
        if ask.offer is Offer.CHANCE and frame.plan.body == "each":
            for unit in units:
                found += picking.reasons(table, frame, ask.side, unit)
        words = ["each"]
        if choice.does in table.program.ruleset.abilities:
            words = ["each_ability", "limit"]
        found += [r.clause for word in words for r in frame.plan.words.get(word, ())]
        found += ask.by
        for outer in reversed(table.stack):
            for word in ("sequence", "order"):
                found += [r.clause for r in outer.plan.words.get(word, ())]
            found += outer.by
    return tuple(dict.fromkeys((*found, *(() if found else here(ask)))))


def ruled_out_by(table: Table, ask: Ask, unit: int, does: str = "") -> tuple[str, ...]:
    """Every clause that rules a unit out of the choices there are."""
    frame = ask.frame
    if frame is None or ask.awaits is not Awaits.CHOICE:
        return ()
    if not table.alive >> unit & 1:
        return ()
    if ask.offer is not Offer.CHANCE or frame.plan.body != "each":
        return here(ask)
    found = picking.reasons(table, frame, ask.side, unit, does)
    return found or here(ask)
