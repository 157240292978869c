"""Relations: facts between two units, by word or by measure, and who is near whom."""

from __future__ import annotations

from turnwright.engine.inputs import Stop
from turnwright.engine.measure import Places, gap, near
from turnwright.engine.parts import FactPart, Scene
from turnwright.engine.state import bits
from turnwright.engine.transaction import Transaction
from turnwright.language.fact import Subject


def near_any(
    tx: Transaction, one: int, others: int, inches: float, where: Places | None = None
) -> bool:
    """Whether a unit stands within so many inches of one of these. Raises Stop if nobody knows.

    With `where`, it is measured from there, and not from where the unit stands.
    """
    places, cards = tx.rest.places, tx.roster.cards
    here, base = where or places.get(one), cards[one].base
    for other in bits(others):
        there = places.get(other)
        if here is None or there is None:
            raise Stop(f"place of {tx.roster.names[one if here is None else other]}")
        if near(gap(here, there, base, cards[other].base), inches):
            return True
    return False


def models_near(tx: Transaction, one: int, others: int, inches: float) -> tuple[bool, ...]:
    """The same of each model of a unit, as far as each has its place. Raises Stop likewise."""
    here = tx.places(one)
    if len(here) < 2:
        return (near_any(tx, one, others, inches),)
    return tuple(near_any(tx, one, others, inches, (point,)) for point in here)


def all_near(tx: Transaction, one: int, others: int, inches: float) -> bool:
    """Whether every model of a unit is so near, as far as each has its place."""
    return all(models_near(tx, one, others, inches))


def pair_holds(tx: Transaction, number: int, one: int, other: int, scene: Scene) -> bool:
    """Whether a fact holds between two units, or another that counts as it."""
    part = tx.program.facts[number]
    if _holds_itself(tx, part, one, other, scene):
        return True
    pair = 1 << one | 1 << other
    for counting, ruling in part.also:
        holds = _holds_itself(tx, tx.program.facts[counting], one, other, scene)
        if holds and ruling.binds(tx, pair, scene) == pair:
            tx.note(ruling.clause)
            return True
    return False


def _holds_itself(tx: Transaction, part: FactPart, one: int, other: int, scene: Scene) -> bool:
    """Whether a fact holds between two units by word or by measure."""
    pairs = tx.rest.pairs
    if part.subject is Subject.SIGHT:
        # What is asked of a target is whether the unit that picks it sees it.
        picks = other == scene.source and scene.active >> other & 1
        seer, seen = (other, one) if picks else (one, other)
        return (part.name, seer, seen) in pairs
    if (part.name, one, other) in pairs or (part.name, other, one) in pairs:
        return True
    if not part.within.says or tx.roster.side_of[one] == tx.roster.side_of[other]:
        return False
    here, there = tx.places(one), tx.places(other)
    if not here or not there:
        return False
    ruling = part.within.ask(tx, 1 << one | 1 << other, scene)
    cards = tx.roster.cards
    return ruling is not None and near(
        gap(here, there, cards[one].base, cards[other].base), ruling.value
    )
