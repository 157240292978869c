"""Items and targets: what a unit has for a step which needs them, and by what it lacks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from turnwright.engine import single_models
from turnwright.engine.decision import Stop
from turnwright.engine.parts import Ruling, Scene, Test
from turnwright.engine.program import CompiledModels, StepPart
from turnwright.engine.state import NOBODY, bits
from turnwright.engine.transaction import Transaction
from turnwright.language.eligibility import Tally

Answer = TypeVar("Answer")


def first(tx: Transaction, answers: Iterator[Answer]) -> Answer | None:
    """The first of some answers, if there is one.

    The others are asked only where a record is kept, as coverage counts every clause that answers.
    """
    found = next(answers, None)
    if tx.record is not None:
        with suppress(Stop):  # What only the others would need, nobody has to have said.
            for _ in answers:
                pass
    return found


# Items


def items_with(tx: Transaction, unit: int, keywords: tuple[str, ...]) -> list[str]:
    """The items of a unit that have all these keywords."""
    wanted = frozenset(keywords)
    return [item for item, has in tx.roster.cards[unit].carries.items() if wanted.issubset(has)]


def used_up(tx: Transaction, child: StepPart, unit: int, item: str) -> str:
    """The clause by which a unit has used an item as often as it may; empty when it has not."""
    used = single_models.whole_item(tx, unit, item)
    for ruling in child.item_limits:
        if ruling.value.by is Tally.MODEL_ITEM and tx.rest.places.apart >> unit & 1:
            continue  # Each of its models has a limit of its own.
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
    otherwise, both say no; so does what the exception lifts for those items alone.
    """
    ruling = child.uses.ask(tx, 1 << unit, tx.scene())
    if ruling is None or not (lacks := _lacking(tx, child, unit, ruling, named)):
        return ()
    plain = child.uses.plain
    if lacks == ruling.clause and plain is not ruling and (lifted := _lifted(tx, lacks)):
        return (*lifted, lacks)
    if plain is None or plain is ruling or not plain.binds(tx, 1 << unit, tx.scene()):
        return (lacks,)
    otherwise = _lacking(tx, child, unit, plain, named)
    return (lacks, otherwise) if otherwise not in ("", lacks) else (lacks,)


def _lifted(tx: Transaction, clause: str) -> tuple[str, ...]:
    """The clauses to which one makes an exception."""
    lifted: tuple[str, ...] = tx.program.clauses[clause].waived
    return lifted


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


TargetTest = tuple[str, int, Test | None, Scene]
"""A clause that says on whom a unit may do something, with the mask of those whom its word means,
and its condition, which is asked in this setting."""


def target_tests(
    tx: Transaction, child: StepPart, unit: int, side: int, item: str = ""
) -> list[TargetTest]:
    """The clauses that say on whom a unit may do something, with an item where it uses one."""
    frame = tx.frame
    scene = Scene(1 << unit, frame.target, unit, side, False, item, unit)
    found: list[TargetTest] = []
    for ruling in child.target:
        if ruling.binds(tx, 1 << unit, scene):
            rule = ruling.value
            # Without an item, what depends on it means nobody; `active` acts around the chance.
            if rule.by_item and not item:
                whose = 0
            else:
                whose = frame.units & tx.alive if rule.is_active else rule.whose(tx, unit, scene)
            found.append((ruling.clause, whose, rule.that, scene))
    if single_models.tells_apart(tx, child, unit):
        found += model_tests(tx, child, unit, scene)
    return found


def model_tests(tx: Transaction, child: StepPart, unit: int, scene: Scene) -> list[TargetTest]:
    """The clauses that say on whom some model of a unit may do something."""
    of_all = -1 if scene.item or not any(map(reaches_by_item, child.models)) else 0

    def by(clause: str) -> Test:
        def some_model(tx: Transaction, pool: int, scene: Scene) -> int:
            target = pool.bit_length() - 1
            barring = single_models.barring(tx, child, unit, target, scene)
            return 0 if clause in barring else pool

        return some_model

    clauses = [ruling.clause for ruling in child.models]
    clauses += [ruling.clause for ruling in child.model_limits]
    return [(clause, of_all, by(clause), scene) for clause in clauses]


def reaches_by_item(ruling: Ruling[CompiledModels]) -> bool:
    """Whether how near a model has to be depends on the item that is used."""
    return ruling.value.within is not None and ruling.value.within.by_item


def excluding(tx: Transaction, tests: list[TargetTest], target: int) -> Iterator[str]:
    """Each clause by which somebody is no target.

    A number that is not known does not matter to somebody who is no target anyway.
    """
    unclear: Stop | None = None
    out = False
    for test in tests:
        try:
            if is_target(tx, test, target):
                continue
        except Stop as stop:
            unclear = unclear or stop
            continue
        out = True
        tx.note(test[0])
        yield test[0]
    if unclear is not None and not out:
        raise unclear


def is_target(tx: Transaction, test: TargetTest, target: int) -> bool:
    """Whether somebody is a target as far as one clause goes."""
    clause, whose, that, scene = test
    one = 1 << target
    try:
        return bool(whose & one) and (that is None or bool(that(tx, one, scene)))
    except Stop as stop:
        stop.asked_by(clause)
        raise


def targets(
    tx: Transaction,
    child: StepPart,
    unit: int,
    side: int,
    items: Sequence[str],
    otherwise: frozenset[str] = frozenset(),
) -> Iterator[int]:
    """The units on which this unit may do something with an item, one by one.

    They are asked as if these clauses were otherwise. Of whom it cannot be told, for want of what
    nobody has said, comes last, as a Stop.
    """
    left = tx.on_table() & ~(1 << unit)
    unclear: Stop | None = None
    for item in items:
        tests = target_tests(tx, child, unit, side, item)
        if otherwise:
            tests = [test for test in tests if test[0] not in otherwise]
        meant = left
        for clause, whose, _, _ in tests:
            if left & ~whose:
                tx.note(clause)
                meant &= whose
        for other in bits(meant):
            try:
                excluded = first(tx, excluding(tx, tests, other))
            except Stop as stop:
                unclear = unclear or stop
                continue
            if excluded is None:
                left &= ~(1 << other)
                yield other
    if unclear is not None:
        raise unclear


def not_this_target(
    tx: Transaction, child: StepPart, unit: int, side: int, target: int, item: str = ""
) -> tuple[str, ...]:
    """The clauses by which somebody is no target with an item, or with the best of the unit."""
    items = items_for(tx, child, unit, item)
    each = [target_tests(tx, child, unit, side, used) for used in items]
    return min((tuple(excluding(tx, tests, target)) for tests in each), key=len)


def items_for(tx: Transaction, child: StepPart, unit: int, named: str = "") -> Sequence[str]:
    """The items, or the named one, with which a unit may do something; an empty one for none."""
    if named:
        return (named,)
    return (fitting_items(tx, child, unit) if child.uses else ()) or ("",)


def without_target(
    tx: Transaction, child: StepPart, unit: int, side: int, named: str = ""
) -> tuple[str, ...]:
    """The clauses that leave a unit without a target (of a named item); none when there is one."""
    pool = meant = tx.on_table() & ~(1 << unit)
    # That friends are no targets is no reason while there are enemies.
    frame = tx.frame
    scene = Scene(1 << unit, frame.target, unit, side, False)
    for ruling in child.target:
        if not ruling.value.by_item and ruling.binds(tx, 1 << unit, scene):
            rule = ruling.value
            meant &= frame.units if rule.is_active else rule.whose(tx, unit, scene)
    # Nobody else could be one; they matter to coverage alone, which counts every answer.
    asked = bits(meant or pool) if tx.record is None else bits(pool)
    best: tuple[str, ...] | None = None
    for item in items_for(tx, child, unit, named):
        tests = target_tests(tx, child, unit, side, item)
        for other in asked:
            by = tuple(excluding(tx, tests, other))
            if not by:
                return ()
            # Of several that lack as little, the clauses decide, and not how units are listed.
            nearer = best is None or (len(by), by) < (len(best), best)
            if nearer and (not meant or meant >> other & 1):
                best = by
    return best or target_clauses(child)[:1]


# Both


def is_equipped(
    tx: Transaction,
    child: StepPart,
    unit: int,
    side: int,
    otherwise: frozenset[str] = frozenset(),
) -> bool:
    """Whether a unit has the item and the target that a step needs, were these otherwise."""
    # Many steps ask the same of a unit, and nothing changes between their questions.
    kept, asked = tx.kept(), (child.equips, unit, side, otherwise)
    found: bool | None = kept.get(asked)
    if found is None:
        items = fitting_items(tx, child, unit) if child.uses else [""]
        found = bool(items) or otherwise.issuperset(without_item(tx, child, unit))
        if found and child.target and not (otherwise and otherwise >= {*target_clauses(child)}):
            found = first(tx, targets(tx, child, unit, side, items or [""], otherwise)) is not None
        kept[asked] = found
    return found


def able(tx: Transaction, step: str, unit: int) -> bool:
    """Whether no clause of a step bars a unit from it, and it has the item and target it needs."""
    if not tx.stack:
        return False
    child = tx.program.steps[step]
    side = tx.roster.side_of[unit]
    scene = Scene(1 << unit, tx.frame.target, NOBODY, side, False)
    for clause, excluded in child.own_filters:
        if excluded(tx, 1 << unit, scene):
            tx.note(clause)
            return False
    return is_equipped(tx, child, unit, side)
