"""Contacts: facts between a unit and enemies that moves begin and end."""

from __future__ import annotations

from turnwright.engine.relations import pair_holds
from turnwright.engine.roster import bits
from turnwright.engine.transaction import Transaction

Pairs = frozenset[tuple[str, int]]


def held_pairs(tx: Transaction, unit: int) -> Pairs:
    """The facts between this unit and enemies that a move can bring about or end."""
    enemies = tx.on_table() & ~tx.roster.units[tx.roster.side_of[unit]]
    scene = tx.scene()
    partners = tx.partners()
    found = []
    for part in tx.program.pairs:
        might = enemies & partners.get((part.name, unit), 0) if part.by_word else enemies
        for other in bits(might):
            if part.by_word or pair_holds(tx, part.number, unit, other, scene):
                found.append((part.name, other))
    return frozenset(found)


def measures(tx: Transaction, fact: str) -> tuple[str, ...]:
    """The clause that says when a fact between two units holds."""
    return tuple(ruling.clause for ruling in tx.program.fact(fact).within.rulings[:1])


def lets(tx: Transaction, word: str, fact: str) -> tuple[str, ...]:
    """The clauses that let some move bring a unit into a fact, or out of it: no other move may."""
    rulings = (ruling for part in tx.program.steps.values() for ruling in getattr(part, word))
    return tuple(dict.fromkeys(ruling.clause for ruling in rulings if ruling.value == fact))


def is_contact(tx: Transaction, fact: str) -> bool:
    """Whether a fact between two units is one that moves begin or end."""
    by = (*measures(tx, fact), *lets(tx, "may_leave", fact), *lets(tx, "may_enter", fact))
    tx.note(*by)
    return bool(by)
