"""Deferred actions: what is declared now, and carried out in a later step."""

from __future__ import annotations

from turnwright.engine.parts import Ruling
from turnwright.engine.program import StepPart, TurnsPart
from turnwright.engine.state import NOBODY, PutOff, side_bit
from turnwright.engine.steps import open_step
from turnwright.engine.transaction import Transaction
from turnwright.language.eligibility import Gathers
from turnwright.language.event import PutOff as WasPutOff


def carry_out_or_put_off(
    tx: Transaction,
    name: str,
    side: int,
    units: int,
    by: tuple[str, ...],
    target: int = NOBODY,
    item: str = "",
) -> None:
    """Open a step for a side and its acting units, or note it where it is only declared."""
    child = tx.program.steps[name]
    if not (child.put_off and put_off(tx, child, side, units, by, target, item)):
        open_step(tx, name, side, units, by, target, item)


def put_off(
    tx: Transaction,
    child: StepPart,
    side: int,
    units: int,
    by: tuple[str, ...],
    target: int = NOBODY,
    item: str = "",
    models: int = 0,
) -> bool:
    """Note an action that is carried out in a later step; whether it is put off at all."""
    roster = tx.roster
    ruling = tx.rule_of(child.put_off, units or side_bit(side))
    if ruling is None:
        return False
    later = ruling.value
    place, gathered = place_in_line(tx, later, units, target, item)
    by = (ruling.clause, *gathered, *by)
    waiting = PutOff(later, child.name, side, units, target, item, by, models)
    line = tx.rest.put_off
    tx.update(put_off=(*line[:place], waiting, *line[place:]))
    who, on = roster.named(units), roster.name(target)
    tx.events.append(WasPutOff(roster.side(side), child.name, who, on, later, by))
    return True


def place_in_line(
    tx: Transaction, later: str, units: int, target: int, item: str
) -> tuple[int, tuple[str, ...]]:
    """Where an action that is put off stands among those that wait; the clauses that say so.

    It is last, or follows those with which it shares most of what the later step gathers by.
    """
    part = tx.program.steps[later]
    rulings = tuple(tx.held(part.gathers)) if isinstance(part, TurnsPart) else ()
    mine = shared_by(tx, rulings, units, target, item)
    place, most = len(tx.rest.put_off), 0
    for number, other in enumerate(tx.rest.put_off):
        if other.step != later:
            continue
        theirs = shared_by(tx, rulings, other.units, other.target, other.item)
        alike = how_alike(mine, theirs)
        if alike and alike >= most:
            place, most = number + 1, alike
    moved = place < len(tx.rest.put_off)
    return place, tuple(ruling.clause for ruling in rulings[:most]) if moved else ()


def shared_by(
    tx: Transaction, rulings: tuple[Ruling[Gathers], ...], units: int, target: int, item: str
) -> tuple[object, ...]:
    """What actions must have alike to be gathered, as each clause says."""
    profile = profile_of(tx, units, item)
    return tuple(target if ruling.value is Gathers.TARGET else profile for ruling in rulings)


def profile_of(tx: Transaction, units: int, item: str) -> tuple[object, object]:
    """The numbers and the keywords of an item of the last of these units."""
    card = tx.roster.cards[units.bit_length() - 1]
    return card.profiles.get(item, {}), {*card.carries.get(item, ())}


def how_alike(mine: tuple[object, ...], theirs: tuple[object, ...]) -> int:
    """How many of the things that actions are gathered by two of them share, the first ones."""
    pairs = enumerate(zip(mine, theirs, strict=True))
    return next((n for n, (own, its) in pairs if own != its), len(mine))
