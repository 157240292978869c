"""Eligibility: who may be picked for what, and by which clauses somebody may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

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
from turnwright.engine.program import Offer, TurnsPart
from turnwright.engine.state import NOBODY, Frame, TurnsBody, bits, side_bit
from turnwright.engine.transaction import Transaction, scene_of
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
    for clause, excluded in filters:
        if pool and (out := excluded(tx, pool, scene)):
            pool &= ~out
            tx.note(clause)
    return pool


def excluded_by(
    tx: Transaction, filters: tuple[Exclusion, ...], pool: int, scene: Scene
) -> Excluded:
    """Each filter that excludes some of the pool, with whom."""
    for clause, excluded in filters:
        out = excluded(tx, pool, scene)
        if out:
            tx.note(clause)
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
            if excluded(tx, pool, scene):
                found.append(clause)
        except Stop as stop:
            stop.by = stop.by or (clause,)
            unclear = unclear or stop
    if unclear is not None and not found:
        raise unclear
    tx.note(*found)
    return found


# One thing that may be done


def offered(tx: Transaction, frame: Frame, offer: Offer, side: int) -> bool:
    """Whether a step offers this now."""
    if offer.always:
        return True
    pool = tx.holding(frame, side)
    scene = scene_of(frame, side)
    return any(ruling.binds(tx, pool, scene) == pool for ruling in offer.each)


def unequipped(
    tx: Transaction,
    frame: Frame,
    offer: Offer,
    side: int,
    unit: int,
    target: int = NOBODY,
    item: str = "",
) -> Iterator[str]:
    """Each clause by which a unit lacks an item or a target (or these) for what is offered."""
    child = tx.program.steps[offer.name]
    if child.uses:
        yield from without_item(tx, child, unit, item)
    used = item if item and may_serve(tx, child, unit, item) else ""
    if not child.target or (child.uses and used != item):
        return  # It is not for what could be done with another item.
    if target not in (NOBODY, unit) and tx.alive >> target & 1:
        yield from not_this_target(tx, frame, child, unit, side, target, used)
    else:
        yield from without_target(tx, frame, child, unit, side, used)


def gone_past(
    tx: Transaction, frame: Frame, part: TurnsPart, offer: Offer, side: int
) -> Iterator[str]:
    """The clause by which it is too late for something, where the listed order binds."""
    order = tx.rule_for(part.order, frame, side) if part.order.says else None
    if order is not None and order.value is Sequencing.FIXED and too_late(tx, frame, offer.name):
        yield order.clause


def too_late(tx: Transaction, frame: Frame, name: str) -> bool:
    """Whether something was gone past, where the listed order binds."""
    body = frame.body
    if not isinstance(body, TurnsBody) or not body.last:
        return False
    names = [offer.name for offer in tx.program.offers[frame.step]]
    return names.index(name) < names.index(body.last)


def open_offers(
    tx: Transaction,
    frame: Frame,
    part: TurnsPart,
    side: int,
    pool: int,
    otherwise: frozenset[str] = frozenset(),
    sides: bool = True,
) -> Iterator[tuple[Offer, int]]:
    """What a step offers a side now, with those whom no clause excludes, were these otherwise.

    What is offered to the side itself is left out without `sides`.
    """
    scene = scene_of(frame, side)
    for offer in tx.program.offers[frame.step]:
        mask = pool
        if offer.by_side:
            mask = remaining(tx, part.side_filters, side_bit(side), scene) if sides else 0
        if not mask or not (offer.always or offered(tx, frame, offer, side)):
            continue
        filters = but(offer.filters, otherwise) if otherwise else offer.filters
        mask = remaining(tx, filters, mask, scene)
        if part.order.says:
            late = gone_past(tx, frame, part, offer, side)
            if first(tx, (clause for clause in late if clause not in otherwise)) is not None:
                continue
        child = tx.program.steps[offer.name]
        for unit in bits(mask) if offer.equipped else ():
            if not is_equipped(tx, frame, child, unit, side, otherwise):
                mask &= ~(1 << unit)
        yield offer, mask


def but(filters: tuple[Exclusion, ...], otherwise: frozenset[str]) -> tuple[Exclusion, ...]:
    """These filters without those of some clauses."""
    return tuple(it for it in filters if it.clause not in otherwise)


def legal_actions(tx: Transaction, frame: Frame, part: TurnsPart, side: int) -> Legal:
    """What a side may do in this step, with those who may do it."""
    scene = scene_of(frame, side)
    pool = 0
    if part.has_among:
        pool = tx.alive | side_bit(side) if part.among_side else tx.alive
        pool = remaining(tx, part.filters, pool, scene)
        if isinstance(frame.body, TurnsBody) and frame.body.only:
            pool &= frame.body.only
    open_to = open_offers(tx, frame, part, side, pool)
    found = [(offer.name, mask) for offer, mask in open_to if mask]
    # A unit and the mission may have the same one.
    abilities: dict[str, int] = {}
    for ruling in part.each_ability:
        if ruling.binds(tx, tx.holding(frame, side), scene):
            here = abilities_here(tx, frame, side, pool, ruling.value)
            if here:
                tx.note(ruling.clause)
            for name, mask in here:
                abilities[name] = abilities.get(name, 0) | mask
    return (*found, *abilities.items())


def abilities_here(
    tx: Transaction, frame: Frame, side: int, pool: int, whence: str
) -> list[tuple[str, int]]:
    """The abilities that may be used in this step now."""
    found: dict[str, int] = {}
    if whence == UNIT:
        owners = abilities_of(tx, pool)
    else:
        # The mission's abilities are the side's; its bit stands for it.
        owners = iter([(name, side + 1) for name in tx.rest.mission_abilities])
    for name, owner in owners:
        if may_use_here(tx, frame, side, name, owner):
            found[name] = found.get(name, 0) | 1 << owner
    return list(found.items())


def may_use_here(tx: Transaction, frame: Frame, side: int, name: str, owner: int) -> bool:
    """Whether a unit, or the side for the mission, may use an ability in this step now."""
    known = ability_of(tx, name)
    if tx.open_frame(tx.program.step(known.used.during)) is None:
        return False
    counter = tx.program.symbols.counters.get((name, frame.step))
    if counter is not None and tx.did(counter, known.times) >> owner & 1:
        return False
    if owner > tx.roster.sides and not may_use(tx, name, owner, replace(frame, side=side)):
        return False
    if known.opens and barred_from(tx, frame, known.opens, side, owner):
        return False
    return known.target is None or bool(ability_targets(tx, name, owner))


def barred_from(tx: Transaction, frame: Frame, step: str, side: int, who: int) -> tuple[str, ...]:
    """The clauses of a step that bar somebody from doing it by an ability."""
    part = tx.program.steps[step]
    scene = scene_of(frame, side)
    found = [clause for clause, _ in excluded_by(tx, part.own_filters, 1 << who, scene)]
    if part.uses:
        found += without_item(tx, part, who)
    return tuple(found)


# Rank


def ranked(
    tx: Transaction,
    frame: Frame,
    part: TurnsPart,
    everybody: int,
    otherwise: frozenset[str] = frozenset(),
) -> tuple[int, tuple[tuple[str, int], ...]]:
    """Of all who could be picked, those who rank first; and whom each clause puts behind."""
    behind: list[tuple[str, int]] = []
    body = frame.body
    holder = body.holder if isinstance(body, TurnsBody) and body.holder != NOBODY else frame.side
    asked = tx.holding(frame, holder) if holder != NOBODY else tx.acting()
    scene = scene_of(frame, holder)
    # Sides are never ranked.
    best = everybody >> tx.roster.sides + 1 << tx.roster.sides + 1
    for ruling in part.rank:
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


def reasons(
    tx: Transaction, frame: Frame, side: int, who: int, does: str = "", target: int = NOBODY
) -> tuple[str, ...]:
    """Every clause that rules somebody out of what a side may do here (of one thing, if named)."""
    found = barred_by(tx, frame, side, who, does, target)
    part = tx.program.turns(frame.step)
    if part.rank:
        try:
            found += put_behind(tx, frame, part, 1 << who, frozenset(found))
        except Stop:
            # The same goes for a number by which it would be ranked.
            if not found:
                raise
    return tuple(dict.fromkeys(found))


def barred_by(
    tx: Transaction, frame: Frame, side: int, who: int, does: str, target: int, item: str = ""
) -> list[str]:
    """Every clause, those of the rank aside, that rules somebody out of what a side may do.

    A number that is not known does not matter to somebody who is ruled out anyway, be it by
    clauses of the step around or of what it offers.
    """
    part = tx.program.turns(frame.step)
    scene = scene_of(frame, side)
    pool = 1 << who
    found: list[str] = []
    unclear: Stop | None = None
    by_side = who <= tx.roster.sides
    common = part.side_filters if by_side else part.filters
    try:
        found += barring(tx, common, pool, scene)
    except Stop as stop:
        unclear = stop
    offers = [offer for offer in tx.program.offers[frame.step] if offer.by_side is by_side]
    if does:
        offers = [offer for offer in offers if offer.name == does]
    else:
        offers = [offer for offer in offers if offered(tx, frame, offer, side)]
    apart = []
    for offer in offers:
        try:
            by = barring(tx, offer.filters, pool, scene)
            by += gone_past(tx, frame, part, offer, side)
            if offer.equipped:
                by += unequipped(tx, frame, offer, side, who, target, item=item)
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


def put_behind(
    tx: Transaction, frame: Frame, part: TurnsPart, pool: int, otherwise: frozenset[str]
) -> list[str]:
    """The clauses of the rank by which others come before these, were some clauses otherwise."""
    assert isinstance(frame.body, TurnsBody)
    everybody = pool
    for side in tx.sides():
        if not frame.body.done >> side & 1 and tx.pass_of(frame.step, side) is None:
            everybody |= eligible_if(tx, frame, part, side, otherwise)
    found: list[str] = []
    while True:
        _, behind = ranked(tx, frame, part, everybody, frozenset(found))
        by = [clause for clause, mask in behind if mask & pool]
        if not by:
            return found
        found += by


def eligible_if(
    tx: Transaction, frame: Frame, part: TurnsPart, side: int, otherwise: frozenset[str]
) -> int:
    """The units of a side that could be picked here, were these clauses otherwise."""
    pool = 0
    if part.has_among:
        pool = remaining(tx, but(part.filters, otherwise), tx.alive, scene_of(frame, side))
    found = 0
    for _, mask in open_offers(tx, frame, part, side, pool, otherwise, sides=False):
        found |= mask
    return found


def not_offered_by(
    tx: Transaction, frame: Frame, offer: Offer, side: int
) -> tuple[str, ...] | None:
    """The exceptions because of which something is not offered now; None when nothing offers it."""
    if offered(tx, frame, offer, side):
        return ()
    pool = tx.holding(frame, side)
    scene = scene_of(frame, side)
    for ruling in offer.each:
        if ruling.when is None or ruling.when(tx, pool, scene) == pool:
            return tuple(
                waiver.clause
                for waiver in ruling.waivers
                if waiver.when is None or waiver.when(tx, pool, scene)
            )
    return None
