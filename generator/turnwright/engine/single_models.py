"""Single models: which models of a unit that stands apart do something on a target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from turnwright.engine.decision import Reason, Refused
from turnwright.engine.measure import apart, gap, near
from turnwright.engine.parts import Ruling, Scene
from turnwright.engine.program import CompiledReach, ItemLimit, StepPart
from turnwright.engine.state import ModelDeed, bits
from turnwright.engine.transaction import Transaction
from turnwright.language.condition import Did
from turnwright.language.eligibility import Tally


class Allowance(NamedTuple):
    """The models of a unit that one clause lets do something."""

    clause: str
    models: int


def tells_apart(tx: Transaction, child: StepPart, unit: int) -> bool:
    """Whether a step is done by some models of a unit, each of which has its own place."""
    return bool(tx.rest.places.apart >> unit & 1) and child.tells_models_apart


def allowances(
    tx: Transaction, child: StepPart, unit: int, target: int, scene: Scene
) -> Iterator[Allowance]:
    """For each clause that binds, the models that it lets do a step on a target."""
    everyone = (1 << len(tx.places(unit))) - 1
    for ruling in child.models:
        if ruling.binds(tx, 1 << unit, scene):
            said, able = ruling.value, everyone
            if said.within is not None:
                able &= reaching(tx, said.within, unit, target, scene)
            if said.bars is not None:
                able &= ~that_did(tx, said.bars, unit)
            if said.without:
                able &= ~tx.rest.of_models.get((said.without, unit, target), 0)
            yield Allowance(ruling.clause, able)
    for limit in child.model_limits:
        if limit.binds(tx, 1 << unit, scene):
            yield Allowance(limit.clause, everyone & ~at_limit(tx, limit, unit, scene))


def reaching(tx: Transaction, reach: CompiledReach, unit: int, target: int, scene: Scene) -> int:
    """The models of a unit that are near enough to a target, or to a model of theirs that is."""
    here, there, cards = tx.places(unit), tx.places(target), tx.roster.cards
    if not there:
        # Nobody has said where it stands, so what is stated of the unit holds for all.
        return (1 << len(here)) - 1
    own, its = cards[unit].base, cards[target].base

    def within(inches: float) -> int:
        close = (near(gap((place,), there, own, its), inches) for place in here)
        return sum(1 << number for number, is_near in enumerate(close) if is_near)

    found = within(reach.inches(tx, unit, scene))
    if reach.through is not None:
        inches = reach.through(tx, unit, scene)
        for number in bits(within(inches)):
            for other, place in enumerate(here):
                if other != number and near(apart(place, here[number], own, own), inches):
                    found |= 1 << other
    return found


def at_limit(tx: Transaction, limit: Ruling[ItemLimit], unit: int, scene: Scene) -> int:
    """The models of a unit that have done something as often as they may."""
    counted, by_item = limit.value.counted, limit.value.by is Tally.MODEL_ITEM
    used = whole_item(tx, unit, scene.item)
    often: dict[int, int] = {}
    for deed in deeds(tx, counted, limit.value.per, unit):
        if not by_item or whole_item(tx, unit, deed.item) == used:
            for model in bits(deed.models):
                often[model] = often.get(model, 0) + 1
    most = limit.value.times(tx, unit, scene) if often else 0
    return sum(1 << model for model, times in often.items() if times >= most)


def that_did(tx: Transaction, did: Did, unit: int) -> int:
    """The models of a unit that did something."""
    carries = tx.roster.cards[unit].carries
    found = 0
    for deed in deeds(tx, did.action, did.this, unit):
        if not did.using or did.using in carries.get(deed.item, ()):
            found |= deed.models
    return found


def deeds(tx: Transaction, what: str, since: str, unit: int) -> Iterator[ModelDeed]:
    """What models of a unit have done since a step that is open began."""
    frame = tx.open_frame(since)
    for deed in tx.rest.deeds if frame is not None else ():
        if frame and deed.unit == unit and what in deed.names and deed.serial >= frame.serial:
            yield deed


def whole_item(tx: Transaction, unit: int, item: str) -> str:
    """The item that is used when a unit uses one, or one of its modes."""
    return tx.roster.cards[unit].modes.get(item, item)


def barring(
    tx: Transaction, child: StepPart, unit: int, target: int, scene: Scene
) -> tuple[str, ...]:
    """The clauses by which no model of a unit can do a step on a target; none when one can."""
    left, by = (1 << len(tx.places(unit))) - 1, []
    for allowed in allowances(tx, child, unit, target, scene):
        if left & ~allowed.models:
            by.append(allowed.clause)
        left &= allowed.models
        if not allowed.models:
            return (allowed.clause,)
    return tuple(by) if not left else ()


def picked_models(
    tx: Transaction,
    child: StepPart,
    unit: int,
    target: int,
    item: str,
    named: tuple[int, ...],
) -> int:
    """The models of a unit that do a step: those that are named, or all that can.

    0 where they are not told apart. Raises Refused when one of those that are named cannot.
    """
    name, here = tx.roster.names[unit], tx.places(unit)
    if not tells_apart(tx, child, unit):
        if named and (tx.models(1 << unit) > 1 or named != (1,)):
            why = "its models have no places of their own" if len(here) < 2 else "all of them do"
            raise Refused(f"single models of {name} cannot do {child.name}: {why}")
        return 0
    scene = Scene(1 << unit, target, unit, tx.roster.side_of[unit], False, item)
    wanted = wanted_models(name, named, len(here))
    able = (1 << len(here)) - 1
    allowed = [*allowances(tx, child, unit, target, scene)]
    for clause, models in allowed:
        tx.note(clause)
        able &= models
    if wanted & ~able:
        model = bits(wanted & ~able)[0]
        by = tuple(clause for clause, models in allowed if not models >> model & 1)
        raise Refused(f"model {model + 1} of {name} cannot do {child.name} now", by)
    found = wanted or able
    for ruling in child.models:
        most = ruling.value.most
        if most is not None and ruling.binds(tx, 1 << unit, scene):
            tx.note(ruling.clause)
            many = most(tx, unit, scene)
            if wanted.bit_count() > many:
                message = f"so many models of {name} cannot do {child.name} together"
                raise Refused(message, (ruling.clause,))
            found = sum(1 << model for model in bits(found)[:many])
    return found


def wanted_models(name: str, named: tuple[int, ...], many: int) -> int:
    """The mask of models that are named. Raises Refused when there is no such model."""
    found = 0
    for number in named:
        if type(number) is not int or not 1 <= number <= many:
            message = f"{name} has the models 1 to {many}, and no model {number}"
            raise Refused(message, (), Reason.UNCLEAR)
        if found >> number - 1 & 1:
            raise Refused(f"model {number} of {name} is named twice", (), Reason.UNCLEAR)
        found |= 1 << number - 1
    return found


def note_deed(tx: Transaction, child: StepPart, unit: int, models: int, item: str) -> None:
    """Note what single models did."""
    names = tuple(dict.fromkeys((child.name, child.counts_as)))
    tx.update(deeds=(*tx.rest.deeds, ModelDeed(names, unit, models, item, tx.serial)))
