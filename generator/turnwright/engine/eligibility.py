"""Eligibility: who may be picked for what, and by which clauses somebody may not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from turnwright.engine.decision import Stop
from turnwright.engine.effects import abilities_of, ability_of, ability_targets, may_use
from turnwright.engine.items_and_targets import (
    first,
    is_equipped,
    may_serve,
    not_this_target,
    without_item,
    without_target,
)
from turnwright.engine.parts import Exclusion, Scene
from turnwright.engine.program import Offer
from turnwright.engine.state import NOBODY, bits, side_bit
from turnwright.engine.transaction import Transaction
from turnwright.language.turn_order import Sequencing

UNIT = "unit"
MISSION = "mission"
"""Where abilities come from: the unit's card, or the mission."""

Legal = tuple[tuple[str, int], ...]
"""What may be done, with the mask of those who may do it."""
Excluded = Iterator[tuple[str, int]]
"""Each clause that excludes somebody, with whom."""


def remaining(tx: Transaction, filters: tuple[Exclusion, ...], pool: int, scene: Scene) -> int:
    """Those of the pool whom no filter excludes."""
    clause = ""
    try:
        for clause, excluded in filters:
            if pool and (out := excluded(tx, pool, scene)):
                pool &= ~out
                if tx.record is not None:
                    tx.record.add(clause)
    except Stop as stop:
        stop.asked_by(clause)
        raise
    return pool


def excluded_by(
    tx: Transaction, filters: tuple[Exclusion, ...], pool: int, scene: Scene
) -> Excluded:
    """Each filter that excludes some of the pool, with whom."""
    for clause, excluded in filters:
        if out := remaining(tx, (Exclusion(clause, excluded),), pool, scene) ^ pool:
            yield clause, out


def barring(tx: Transaction, filters: tuple[Exclusion, ...], pool: int, scene: Scene) -> list[str]:
    """The clauses of the filters that exclude all of the pool, which is one unit or side.

    A number that is not known does not matter to somebody who is ruled out anyway. Otherwise the
    Stop that it raises names the clause that asks for it.
    """
    found: list[str] = []
    unclear: Stop | None = None
    for clause, excluded in filters:
        try:
            if clause not in found and excluded(tx, pool, scene):
                found.append(clause)
        except Stop as stop:
            stop.asked_by(clause)
            unclear = unclear or stop
    if unclear is not None and not found:
        raise unclear
    tx.note(*found)
    return found


# One thing that may be done


def offered(tx: Transaction, offer: Offer, side: int) -> bool:
    """Whether the innermost step offers this to a side now."""
    if offer.always:
        return True
    pool, scene = tx.holding(side), tx.scene_of(side)
    return any(ruling.binds(tx, pool, scene) == pool for ruling in offer.each)


def unequipped(
    tx: Transaction, offer: Offer, side: int, unit: int, target: int = NOBODY, item: str = ""
) -> Iterator[str]:
    """Each clause by which a unit lacks an item or a target (or these) for what is offered."""
    child = tx.program.steps[offer.name]
    if child.uses:
        yield from without_item(tx, child, unit, item)
    used = item if item and may_serve(tx, child, unit, item) else ""
    if not child.target or (child.uses and used != item):
        return  # It is not for what could be done with another item.
    if target not in (NOBODY, unit) and tx.alive >> target & 1:
        yield from not_this_target(tx, child, unit, side, target, used)
    else:
        yield from without_target(tx, child, unit, side, used)


def gone_past(tx: Transaction, offer: Offer, side: int) -> Iterator[str]:
    """The clause by which it is too late for something, where the listed order binds."""
    order, last = tx.dealing.order, tx.turns.last
    ruling = tx.rule(order, side) if order.says else None
    if ruling is not None and ruling.value is Sequencing.FIXED and last:
        names = [other.name for other in tx.program.offers[tx.frame.step]]
        if names.index(offer.name) < names.index(last):
            yield ruling.clause


def open_offers(
    tx: Transaction,
    side: int,
    pool: int,
    otherwise: frozenset[str] = frozenset(),
    sides: bool = True,
) -> Iterator[tuple[Offer, int]]:
    """What a step offers a side now, with those whom no clause excludes, were these otherwise.

    What is offered to the side itself is left out without `sides`.
    """
    part, scene = tx.dealing, tx.scene_of(side)
    for offer in tx.program.offers[part.name]:
        mask = pool
        if offer.by_side:
            mask = remaining(tx, part.side_filters, side_bit(side), scene) if sides else 0
        if not mask or not (offer.always or offered(tx, offer, side)):
            continue
        filters = but(offer.filters, otherwise) if otherwise else offer.filters
        mask = remaining(tx, filters, mask, scene)
        if part.order.says:
            late = gone_past(tx, offer, side)
            if first(tx, (clause for clause in late if clause not in otherwise)) is not None:
                continue
        if offer.equipped:
            child = tx.program.steps[offer.name]
            for unit in bits(mask):
                if not is_equipped(tx, child, unit, side, otherwise):
                    mask &= ~(1 << unit)
        if mask and offer.by_side:
            tx.note(*tx.program.steps[offer.name].among_side)
        yield offer, mask


def but(filters: tuple[Exclusion, ...], otherwise: frozenset[str]) -> tuple[Exclusion, ...]:
    """These filters without those of some clauses."""
    return tuple(it for it in filters if it.clause not in otherwise)


def legal_actions(tx: Transaction, side: int) -> Legal:
    """What a side may do in the innermost step, with those who may do it."""
    part, scene = tx.dealing, tx.scene_of(side)
    pool = 0
    if part.has_among:
        pool = tx.alive | side_bit(side) if part.among_side else tx.alive
        pool = remaining(tx, part.filters, pool, scene)
        if only := tx.turns.only:
            pool &= only
    found = [(offer.name, mask) for offer, mask in open_offers(tx, side, pool) if mask]
    # A unit and the mission may have the same one.
    abilities: dict[str, int] = {}
    for ruling in part.each_ability:
        if ruling.binds(tx, tx.holding(side), scene):
            every = owners(tx, side, pool, ruling.value)
            here = [(name, who) for name, who in every if may_use_here(tx, side, name, who)]
            if here:
                tx.note(ruling.clause)
            for name, who in here:
                abilities[name] = abilities.get(name, 0) | 1 << who
    return (*found, *abilities.items())


def owners(tx: Transaction, side: int, pool: int, whence: str) -> Iterable[tuple[str, int]]:
    """The abilities of units, or of the mission, each with whoever has it."""
    if whence == UNIT:
        return abilities_of(tx, pool)
    # The mission's abilities are the side's; its bit stands for it.
    return [(name, side + 1) for name in tx.rest.mission_abilities]


def may_use_here(tx: Transaction, side: int, name: str, owner: int) -> bool:
    """Whether a unit, or the side for the mission, may use an ability in this step now."""
    known = ability_of(tx, name)
    if tx.open_frame(tx.program.step(known.used.during)) is None:
        return False
    counter = tx.program.symbols.counters.get((name, tx.frame.step))
    if counter is not None and tx.did(counter, known.times) >> owner & 1:
        return False
    if owner > tx.roster.sides and not may_use(tx, name, owner, side):
        return False
    if known.opens and barred_from(tx, known.opens, side, owner):
        return False
    return known.target is None or bool(ability_targets(tx, name, owner))


def barred_from(tx: Transaction, step: str, side: int, who: int) -> tuple[str, ...]:
    """The clauses of a step that bar somebody from doing it by an ability."""
    part = tx.program.steps[step]
    barring = excluded_by(tx, part.own_filters, 1 << who, tx.scene_of(side))
    lacking = without_item(tx, part, who) if part.uses else ()
    return (*(clause for clause, _ in barring), *lacking)


# Rank


def ranked(
    tx: Transaction, everybody: int, otherwise: frozenset[str] = frozenset()
) -> tuple[int, tuple[tuple[str, int], ...]]:
    """Of all who could be picked, those who rank first; and whom each clause puts behind."""
    behind: list[tuple[str, int]] = []
    holder = tx.turns.holder if tx.turns.holder != NOBODY else tx.frame.side
    asked, scene = tx.holding(holder), tx.scene_of(holder)
    # Sides are never ranked.
    best = everybody >> tx.roster.sides + 1 << tx.roster.sides + 1
    for ruling in tx.dealing.rank:
        is_one = best.bit_count() < 2
        if is_one or ruling.clause in otherwise or ruling.binds(tx, asked, scene) != asked:
            continue
        levels: dict[int, int] = {}
        for unit in bits(best):
            level = ruling.value.key(tx, unit, scene)
            levels[level] = levels.get(level, 0) | 1 << unit
        first = levels[max(levels) if ruling.value.highest else min(levels)]
        if first != best:
            tx.note(ruling.clause)
            behind.append((ruling.clause, best & ~first))
        best = first
    return best, tuple(behind)


def acting_units(legal: Mapping[int, Legal], out: int) -> int:
    """The units that are ranked against each other: those of sides that are not out."""
    everybody = 0
    for side, actions in legal.items():
        if not out >> side & 1:
            for _, mask in actions:
                everybody |= mask
    return everybody


# Every reason


def reasons(tx: Transaction, side: int, who: int, does: str = "") -> tuple[str, ...]:
    """Every clause that rules somebody out of what a side may do here (of one thing, if named)."""
    found = barred_by(tx, side, who, does)
    if tx.dealing.rank:
        try:
            found += put_behind(tx, 1 << who, frozenset(found))
        except Stop:
            # The same goes for a number by which it would be ranked.
            if not found:
                raise
    return tuple(dict.fromkeys(found))


def barred_by(
    tx: Transaction, side: int, who: int, does: str, target: int = NOBODY, item: str = ""
) -> list[str]:
    """Every clause, those of the rank aside, that rules somebody out of what a side may do.

    A number that is not known does not matter to somebody who is ruled out anyway, be it by
    clauses of the step around or of what it offers.
    """
    part, scene, pool = tx.dealing, tx.scene_of(side), 1 << who
    found: list[str] = []
    unclear: Stop | None = None
    by_side = who <= tx.roster.sides
    try:
        found += barring(tx, part.side_filters if by_side else part.filters, pool, scene)
    except Stop as stop:
        unclear = stop
    apart = []
    for offer in tx.program.offers[part.name]:
        meant = offer.name == does if does else offered(tx, offer, side)
        if offer.by_side is not by_side or not meant:
            continue
        try:
            by = barring(tx, offer.filters, pool, scene)
            by += gone_past(tx, offer, side)
            if offer.equipped:
                by += unequipped(tx, offer, side, who, target, item)
        except Stop as stop:
            unclear = unclear or stop
            by = []
        apart.append(by)
    # Whoever may do one of several things is not ruled out.
    if all(apart):
        found += [clause for by in apart for clause in by]
    if unclear is not None and not found:
        raise unclear
    return found


def put_behind(tx: Transaction, pool: int, otherwise: frozenset[str]) -> list[str]:
    """The clauses of the rank by which others come before these, were some clauses otherwise."""
    everybody = pool
    for side in tx.sides():
        if not tx.turns.done >> side & 1 and tx.pass_of(tx.frame.step, side) is None:
            everybody |= eligible_if(tx, side, otherwise)
    found: list[str] = []
    while True:
        _, behind = ranked(tx, everybody, frozenset(found))
        by = [clause for clause, mask in behind if mask & pool]
        if not by:
            return found
        found += by


def eligible_if(tx: Transaction, side: int, otherwise: frozenset[str]) -> int:
    """The units of a side that could be picked here, were these clauses otherwise."""
    part, pool = tx.dealing, 0
    if part.has_among:
        pool = remaining(tx, but(part.filters, otherwise), tx.alive, tx.scene_of(side))
    found = 0
    for _, mask in open_offers(tx, side, pool, otherwise, sides=False):
        found |= mask
    return found


def not_offered_by(tx: Transaction, offer: Offer, side: int) -> tuple[str, ...] | None:
    """The exceptions because of which something is not offered now; None when nothing offers it."""
    if offered(tx, offer, side):
        return ()
    pool, scene = tx.holding(side), tx.scene_of(side)
    for ruling in offer.each:
        if ruling.when is None or ruling.when(tx, pool, scene) == pool:
            return tuple(
                waiver.clause
                for waiver in ruling.waivers
                if waiver.when is None or waiver.when(tx, pool, scene)
            )
    return None
