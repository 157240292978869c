"""Losses: models that are lost, units that leave the battle, and sides that have lost it."""

from __future__ import annotations

from turnwright.engine import containers, effects
from turnwright.engine.measure import put
from turnwright.engine.rulings import LOST_MODELS
from turnwright.engine.state import NOBODY
from turnwright.engine.transaction import Transaction
from turnwright.language.event import Gone, Lost, LostModels, Won
from turnwright.language.fact import Leaves, Triggers


def lose_models(tx: Transaction, fact: str, unit: int, many: int, by: tuple[str, ...]) -> None:
    """A unit loses models; it leaves with the last one, where a clause says so."""
    left = tx.models(1 << unit) - many
    places, doing = tx.places(unit), tx.doing(unit)
    tx.update(models=tx.rest.models.having(unit, left))
    if len(places) > 1:
        # Those that do what costs them are lost first, and then those listed last.
        if doing.bit_count() <= many:
            others = tuple(place for it, place in enumerate(places) if not doing >> it & 1)
            places = others or places
        put(tx, unit, places[: max(left, 1)])  # Who has lost all of them is still somewhere.
    part = tx.program.fact(fact)
    counts_as = tuple(r for r in part.counts_as if r.binds(tx, 1 << unit, tx.scene()))
    names = (fact, *(r.value for r in counts_as))
    tx.set_fact(part, 1 << unit, ())
    for _ in range(many):
        tx.count(LOST_MODELS, 1 << unit)
    triggers = tx.rule_of(part.triggers, 1 << unit)
    # Only a clause can make a loss call for anything.
    called = triggers is not None and triggers.value is Triggers.ALWAYS
    by = (*by, *(r.clause for r in (*counts_as, *([triggers] if triggers else ()))))
    tx.events.append(LostModels(tx.roster.names[unit], many, left, fact, called, by))
    if called:
        for name, bearer in effects.abilities_of(tx, 1 << unit):
            if effects.ability_of(tx, name).used.during in names:
                tx.update(calls=(*tx.rest.calls, (name, bearer)))
    if not left:
        last_model_lost(tx, names, unit)


def last_model_lost(tx: Transaction, names: tuple[str, ...], unit: int) -> None:
    """A unit has lost its last model: it leaves if a clause of the loss says so."""
    for name in names:
        part = tx.program.fact(name)
        ruling = tx.rule_of(part.leaves, 1 << unit)
        if ruling is not None and ruling.value is Leaves.LAST_MODEL:
            leave(tx, 1 << unit, (ruling.clause,))
            return


def leave(tx: Transaction, gone: int, by: tuple[str, ...]) -> None:
    """Units are gone from the battle."""
    gone &= tx.alive
    if not gone:
        return
    tx.alive &= ~gone
    for name in tx.roster.named(gone):
        tx.events.append(Gone(name, by))
    pairs = frozenset(
        pair for pair in tx.rest.pairs if not (gone >> pair[1] & 1 or gone >> pair[2] & 1)
    )
    put_off = tuple(
        p
        for p in tx.rest.put_off
        if not p.doing.units
        or p.doing.units & tx.alive
        or tx.rule_of(tx.program.steps[p.doing.step].if_gone, p.doing.units)
    )
    tx.update(pairs=pairs, put_off=put_off)
    containers.units_gone(tx, gone)
    effects.source_gone(tx, gone)


def left_by(tx: Transaction, unit: int) -> tuple[str, ...]:
    """The clauses by which a unit is gone."""
    found = []
    for part in tx.program.facts:
        if part.leaves and tx.facts[part.number] >> unit & 1:
            ruling = tx.rule_of(part.leaves, 1 << unit)
            if ruling is not None:
                found.append(ruling.clause)
    if not found:
        for part in tx.program.facts:
            if tx.facts[part.number] >> unit & 1:
                for counted in part.counts_as:
                    other = tx.program.fact(counted.value)
                    found += [ruling.clause for ruling in other.leaves.rulings]
    return tuple(found)


def away_by(tx: Transaction, unit: int) -> tuple[str, ...]:
    """The clauses by which a unit is not on the table."""
    return tuple(
        ruling.clause
        for part in tx.program.facts
        if part.away and tx.facts[part.number] >> unit & 1
        for ruling in part.away.rulings
        if ruling.binds(tx, 1 << unit, tx.scene())
    )


def lose_battle(tx: Transaction, side: int, clause: str) -> None:
    """A side loses the battle; when one side is left, or one team, that one has won."""
    by = (clause,)
    tx.update(lost=tx.rest.lost | 1 << side)
    tx.events.append(Lost(tx.roster.side(side), by))
    if is_over(tx):
        left = tx.sides()
        tx.winner = left[0] if left else NOBODY
        tx.events.extend(Won(tx.roster.side(it), by) for it in left)
    else:
        leave(tx, tx.roster.units[side], by)


def is_over(tx: Transaction) -> bool:
    """Whether no two sides are left that fight each other."""
    left = tx.sides() if tx.rest.lost else ()
    return bool(tx.rest.lost) and len({tx.roster.teams[side] for side in left}) < 2
