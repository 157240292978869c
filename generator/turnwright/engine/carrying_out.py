"""Deferred actions: which of those that were put off comes next, as declared or as it is picked."""

from __future__ import annotations

from turnwright.engine.decision import Reason, Refused
from turnwright.engine.exclusions import ranked
from turnwright.engine.put_off import how_alike, profile_of, shared_by
from turnwright.engine.state import PutOff, bits
from turnwright.engine.steps import open_step
from turnwright.engine.transaction import Transaction
from turnwright.language.input import Choice
from turnwright.language.turn_order import Sequencing


def next_ones(tx: Transaction) -> tuple[list[PutOff], tuple[str, ...]]:
    """What may be carried out next of what was put off to this step; the clauses that say so.

    Where the order is free, whatever shares most with what was carried out last; else the first.
    """
    part = tx.dealing
    waiting = [p for p in tx.rest.put_off if p.step == part.name]
    if not waiting:
        return [], ()
    everybody = 0
    for one in waiting:
        everybody |= one.units
    # Whoever is gone and is carried out all the same has the rank that it had.
    best, behind = ranked(tx, everybody)
    first = [p for p in waiting if p.units & best] or waiting
    by = tuple(clause for clause, _ in behind)
    order = tx.rule(part.order, first[0].side)
    if order is None or order.value is not Sequencing.FREE:
        return first[:1], by
    mine = [p for p in first if p.side == first[0].side]
    most = max(p.alike for p in mine)
    return [p for p in mine if p.alike == most], (*by, order.clause)


def is_alike(tx: Transaction, one: PutOff, other: PutOff) -> bool:
    """True where it makes no difference which of two is carried out first."""
    same = one.does == other.does and one.units == other.units and one.item == other.item
    mine, theirs = (profile_of(tx, it.units, it.item) for it in (one, other))
    return one.target == other.target and (same or (bool(one.item) and mine == theirs))


def carry_out(tx: Transaction, chosen: PutOff, by: tuple[str, ...]) -> None:
    """Carry out an action that was put off."""
    rulings = tuple(tx.held(tx.dealing.gathers))
    mine = shared_by(tx, rulings, chosen.units, chosen.target, chosen.item)
    left = list(tx.rest.put_off)
    left.remove(chosen)
    for at, one in enumerate(left):
        if one.step == chosen.step:
            theirs = shared_by(tx, rulings, one.units, one.target, one.item)
            left[at] = one._replace(alike=how_alike(mine, theirs))
    tx.update(put_off=tuple(left))
    tx.update_turns(used=True)
    by = tuple(dict.fromkeys((*by, *chosen.by)))
    done = (chosen.target, chosen.item, chosen.models)
    open_step(tx, chosen.does, chosen.side, chosen.units, by, *done)


def choose_next(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> None:
    """A side says what is carried out next. Raises Refused when that may not come next."""
    found, _ = next_ones(tx)
    waiting = [p for p in tx.rest.put_off if p.step == tx.dealing.name]
    same = [p for p in waiting if is_meant(tx, p, choice, units)]
    if not same:
        raise Refused("nothing of that kind was declared", tx.ask.by, Reason.RULED_OUT)
    fitting = [p for p in found if p in same]
    if not fitting:
        rulings = tuple(tx.held(tx.dealing.gathers))
        by = (rulings[same[0].alike].clause,) if same[0].alike < len(rulings) else tx.ask.by
        raise Refused("what goes with the last one comes first", by, Reason.RULED_OUT)
    if not all(is_alike(tx, fitting[0], other) for other in fitting):
        raise Refused(f"say at whom, and with what, {choice.does} comes next")
    carry_out(tx, fitting[0], tx.ask.by)


def is_meant(tx: Transaction, waiting: PutOff, choice: Choice, units: tuple[int, ...]) -> bool:
    """True for an action that was put off and that an input may mean."""
    group = sum(1 << unit for unit in units)
    return (
        waiting.does == choice.does
        and (not group or waiting.units == group)
        and choice.target in ("", tx.roster.name(waiting.target))
        and choice.using in ("", waiting.item)
    )


def declared(tx: Transaction, name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """For each unit, at whom an action that may come next was declared."""
    found: dict[str, dict[str, None]] = {}
    for one in next_ones(tx)[0]:
        for unit in bits(one.units if one.does == name else 0):
            found.setdefault(tx.roster.names[unit], {})[tx.roster.name(one.target)] = None
    return tuple((who, tuple(filter(None, on))) for who, on in found.items())
