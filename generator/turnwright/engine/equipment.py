"""Equipment: the items and targets that a unit has for a step which needs them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnwright.engine.parts import Ruling, Scene
from turnwright.engine.program import StepPart, TargetRule
from turnwright.engine.state import NOBODY, Frame, bits
from turnwright.engine.transaction import Transaction

Excluded = Iterator[tuple[str, int]]
"""Each clause that excludes somebody, with whom."""


# Items


def items_with(tx: Transaction, unit: int, keywords: tuple[str, ...]) -> list[str]:
    """The items of a unit that have all these keywords."""
    wanted = frozenset(keywords)
    return [name for name, has in tx.roster.cards[unit].carries.items() if wanted <= {*has}]


def whole_item(tx: Transaction, unit: int, item: str) -> str:
    """The item that is used when a unit uses one, or one of its modes."""
    return tx.roster.cards[unit].modes.get(item, item)


def used_up(tx: Transaction, child: StepPart, unit: int, item: str) -> str:
    """The clause by which a unit has used an item as often as it may; empty when it has not."""
    used = whole_item(tx, unit, item)
    for ruling in child.item_limits:
        use = (ruling.value.per, ruling.value.counted, unit, used)
        often = tx.rest.used.count(use)
        scene = Scene(1 << unit, NOBODY, unit, tx.roster.side_of[unit], False, item)
        # How often may be on the profile of those items only of which the clause speaks.
        if ruling.binds(tx, 1 << unit, scene) and often >= ruling.value.times(tx, unit, scene):
            tx.note(ruling.clause)
            return ruling.clause
    return ""


def fitting_items(tx: Transaction, child: StepPart, unit: int) -> list[str]:
    """The items that a unit may use for something that needs one."""
    ruling = child.uses.ask(tx, 1 << unit, tx.scene())
    return unused_items(tx, child, unit, ruling.value) if ruling is not None else []


def unused_items(
    tx: Transaction, child: StepPart, unit: int, keywords: tuple[str, ...]
) -> list[str]:
    """The items of a unit that have these keywords, and that it has not used up."""
    carried = items_with(tx, unit, keywords)
    return [item for item in carried if not used_up(tx, child, unit, item)]


def may_serve(tx: Transaction, child: StepPart, unit: int, item: str) -> bool:
    """Whether an item is one that a unit has, and of the kind that a step needs, if any."""
    ruling = child.uses.ask(tx, 1 << unit, tx.scene())
    return item in items_with(tx, unit, ruling.value if ruling is not None else ())


def without_item(tx: Transaction, child: StepPart, unit: int, named: str = "") -> tuple[str, ...]:
    """The clauses by which a unit has no item that it needs, or not the one that is named.

    None when it has one. Where an exception says what it needs, and it lacks what is needed
    otherwise, both say no.
    """
    ruling = child.uses.ask(tx, 1 << unit, tx.scene())
    if ruling is None or not (lacks := _lacking(tx, child, unit, ruling, named)):
        return ()
    plain = child.uses.plain
    if plain is None or plain is ruling or not plain.binds(tx, 1 << unit, tx.scene()):
        return (lacks,)
    otherwise = _lacking(tx, child, unit, plain, named)
    return (lacks, otherwise) if otherwise not in ("", lacks) else (lacks,)


def _lacking(
    tx: Transaction, child: StepPart, unit: int, ruling: Ruling[tuple[str, ...]], named: str
) -> str:
    """The clause by which no item of a unit is as one clause needs it; empty when one is."""
    items = items_with(tx, unit, ruling.value)
    used = [used_up(tx, child, unit, item) for item in items if named in ("", item)]
    if not used:
        return ruling.clause
    return used[0] if all(used) else ""


# Targets


def target_clauses(child: StepPart) -> tuple[str, ...]:
    """The clauses that say on whom a step may be done."""
    return tuple(ruling.clause for ruling in child.target)


def targets_of(tx: Transaction, frame: Frame, child: StepPart, unit: int, side: int) -> int:
    """The units on which this unit may do something."""
    pool = tx.on_table() & ~(1 << unit)
    for _, out in not_targets(tx, frame, child, unit, side, pool):
        pool &= ~out
    return pool


def _rules_for(
    tx: Transaction, frame: Frame, child: StepPart, unit: int, side: int, item: str = ""
) -> Iterator[tuple[Ruling[TargetRule], Scene]]:
    """The target clauses that bind for a unit, with the setting in which they are asked."""
    acting = Scene(1 << unit, frame.target, unit, side, False, item)
    for ruling in child.target:
        if ruling.binds(tx, 1 << unit, acting):
            yield ruling, acting


def not_targets(
    tx: Transaction,
    frame: Frame,
    child: StepPart,
    unit: int,
    side: int,
    pool: int,
    item: str = "",
) -> Excluded:
    """Each clause that rules units of the pool out as targets of this unit with its items."""
    found: dict[str, int] = {}
    allowed = 0
    for used in _items_for(tx, child, unit, item):
        left = pool
        for ruling, scene in _rules_for(tx, frame, child, unit, side, used):
            out = pool & ~_allowed(tx, frame, ruling.value, unit, scene, pool)
            if out:
                found[ruling.clause] = found.get(ruling.clause, 0) | out
                left &= ~out
        allowed |= left
    for clause, out in found.items():
        if out & ~allowed:
            tx.note(clause)
            yield clause, out & ~allowed


def not_this_target(
    tx: Transaction,
    frame: Frame,
    child: StepPart,
    unit: int,
    side: int,
    target: int,
    item: str = "",
) -> tuple[str, ...]:
    """The clauses by which somebody is no target with an item, or with the best of the unit."""
    each = (
        not_targets(tx, frame, child, unit, side, 1 << target, used)
        for used in _items_for(tx, child, unit, item)
    )
    return min((tuple(clause for clause, _ in found) for found in each), key=len)


def _allowed(
    tx: Transaction, frame: Frame, rule: TargetRule, unit: int, scene: Scene, pool: int
) -> int:
    """Whom of the pool a target clause allows."""
    pool = _meant(tx, frame, rule, unit, scene, pool)
    if pool and rule.that is not None:
        pool = rule.that(tx, pool, scene)
    return pool


def _meant(
    tx: Transaction, frame: Frame, rule: TargetRule, unit: int, scene: Scene, pool: int
) -> int:
    """Whom of the pool the word of a target clause means; `active` acts around the chance.

    Without an item, what depends on it means nobody.
    """
    if rule.by_item and not scene.item:
        return 0
    whose = frame.units & tx.alive if rule.is_active else rule.whose(tx, unit, scene)
    return pool & whose


def has_target(
    tx: Transaction, frame: Frame, child: StepPart, unit: int, side: int, items: Sequence[str]
) -> bool:
    """Whether there is anybody on whom a unit may do something, with one of these items."""
    pool = tx.on_table() & ~(1 << unit)
    for used in items:
        meant = pool
        tests = []
        for ruling, scene in _rules_for(tx, frame, child, unit, side, used):
            rule = ruling.value
            meant = _meant(tx, frame, rule, unit, scene, meant)
            if rule.at_once and rule.that is not None:
                meant = meant and rule.that(tx, meant, scene)
            elif rule.that is not None:
                tests.append((rule.that, scene))
        # One is enough, so they are asked of one after another.
        for other in bits(meant):
            for that, scene in tests:
                if not that(tx, 1 << other, scene):
                    break
            else:
                return True
    return False


def _items_for(tx: Transaction, child: StepPart, unit: int, named: str = "") -> Sequence[str]:
    """The items, or the named one, with which a unit may do something; an empty one for none."""
    if named:
        return (named,)
    return (fitting_items(tx, child, unit) if child.uses else ()) or ("",)


def without_target(
    tx: Transaction,
    frame: Frame,
    child: StepPart,
    unit: int,
    side: int,
    otherwise: frozenset[str] = frozenset(),
    named: str = "",
) -> tuple[str, ...]:
    """The clauses that leave a unit without a target; none when there is one, or would be.

    If an item is named, it is a target of that one.
    """
    pool = left = tx.on_table() & ~(1 << unit)
    for clause, out in not_targets(tx, frame, child, unit, side, pool, named):
        if clause not in otherwise:
            left &= ~out
    if left:
        return ()
    # That friends are no targets is no reason while there are enemies.
    meant = pool
    for ruling, scene in _rules_for(tx, frame, child, unit, side):
        whose = frame.units if ruling.value.is_active else ruling.value.whose(tx, unit, scene)
        meant &= whose
    best: tuple[str, ...] | None = None
    for used in _items_for(tx, child, unit, named):
        excluded = tuple(not_targets(tx, frame, child, unit, side, pool, used))
        for other in bits(meant or pool):
            here = (clause for clause, out in excluded if out >> other & 1)
            by = tuple(clause for clause in here if clause not in otherwise)
            if best is None or len(by) < len(best):
                best = by
    return best or target_clauses(child)[:1]


# Both


def is_equipped(tx: Transaction, frame: Frame, child: StepPart, unit: int, side: int) -> bool:
    """Whether a unit has the item and the target that a step needs."""
    if frame is not tx.stack[-1]:
        return _is_equipped(tx, frame, child, unit, side)
    kept, asked = tx.kept(), (child.equips, unit, side)
    found: bool | None = kept.get(asked)
    if found is None:
        found = kept[asked] = _is_equipped(tx, frame, child, unit, side)
    return found


def _is_equipped(tx: Transaction, frame: Frame, child: StepPart, unit: int, side: int) -> bool:
    """Whether a unit has the item and the target, worked out anew."""
    items = [""]
    if child.uses.says and (ruling := child.uses.ask(tx, 1 << unit, tx.scene())) is not None:
        items = unused_items(tx, child, unit, ruling.value)
    return bool(items) and (not child.target or has_target(tx, frame, child, unit, side, items))


def able(tx: Transaction, step: str, unit: int) -> bool:
    """Whether no clause of a step bars a unit from it, and it has the item and target it needs."""
    if not tx.stack:
        return False
    child = tx.program.steps[step]
    frame, side = tx.stack[-1], tx.roster.side_of[unit]
    scene = Scene(1 << unit, frame.target, NOBODY, side, False)
    for clause, excluded in child.own_filters:
        if excluded(tx, 1 << unit, scene):
            tx.note(clause)
            return False
    if tx.record is None:
        return is_equipped(tx, frame, child, unit, side)
    if child.uses and (lacks := without_item(tx, child, unit)):
        tx.note(*lacks)
        return False
    return not (child.target and without_target(tx, frame, child, unit, side))
