"""What is true of units, asked of many at once, and their values with the clauses in them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from turnwright.engine.measure import apart, near
from turnwright.engine.program import LOST
from turnwright.engine.roster import bits
from turnwright.language.condition import Condition, Did, Share, Who

if TYPE_CHECKING:
    from turnwright.engine.table import Table


class Scene(NamedTuple):
    """Who acts, on whom, and for whose effect a condition is asked."""

    active: int
    """The mask of the acting units."""
    target: int
    source: int
    side: int
    risky: bool


def holds(table: Table, condition: Condition, pool: int, scene: Scene) -> int:
    """Those of the pool for whom the condition is true."""
    # One thing is said in each condition, so the first branch that fits is the one.
    if condition.fact is not None:
        return pool & table.fact(condition.fact)
    if condition.all_of is not None:
        for part in condition.all_of:
            pool &= holds(table, part, pool, scene)
        return pool
    if condition.any_of is not None:
        found = 0
        for part in condition.any_of:
            found |= holds(table, part, pool, scene)
        return found
    if condition.none_of is not None:
        for part in condition.none_of:
            pool &= ~holds(table, part, pool, scene)
        return pool
    if condition.side_fact is not None:
        return pool & of_sides(table, table.fact(condition.side_fact))
    if condition.did is not None:
        return pool & done(table, condition.did)
    if condition.within is not None:
        others = who(table, condition.within.of, scene)
        if condition.within.fact:
            others &= table.fact(condition.within.fact)
        return sum(
            1 << unit
            for unit in bits(pool)
            if any(
                measured(table, unit, other, condition.within.inches)
                for other in bits(seen_from(table, unit, condition.within.of, others))
            )
        )
    if condition.pair is not None:
        others = who(table, condition.pair.to, scene)
        return sum(
            1 << unit
            for unit in bits(pool)
            if any(
                paired(table, condition.pair.fact, unit, other, scene)
                for other in bits(seen_from(table, unit, condition.pair.to, others))
            )
        )
    if condition.level is not None:
        low, high = condition.level.at_least, condition.level.at_most
        found = 0
        for unit in bits(pool):
            amount, _ = value_of(table, condition.level.value, unit)
            if (
                amount is not None
                and (low is None or amount >= low)
                and (high is None or amount <= high)
            ):
                found |= 1 << unit
        return found
    if condition.carries is not None:
        return pool & table.roster.carries.get(condition.carries, 0)
    if condition.lost_models is not None:
        return pool & table.did(LOST, condition.lost_models, 1)
    if condition.share is not None:
        return pool & of_sides(table, sides_with(table, condition.share))
    return pool if condition.risky is not None and scene.risky is condition.risky else 0


def done(table: Table, did: Did) -> int:
    """Those who did this, as often and with what the condition asks."""
    if did.times is None:
        mask = table.did(did.action, did.this, 1)
    else:
        mask = table.did(did.action, did.this, did.times)
        mask &= ~table.did(did.action, did.this, did.times + 1)
    if did.using:
        with_it = f"{did.action} using {did.using}"
        times = 1
        # Every time with such an item: as often with it as at all.
        while more := table.did(did.action, did.this, times):
            mask &= ~more | table.did(with_it, did.this, times)
            times += 1
    return mask


def of_sides(table: Table, sides: int) -> int:
    """The sides of a mask, and all their units."""
    mask = 0
    for side, units in enumerate(table.roster.units):
        if sides >> side + 1 & 1:
            mask |= units | 1 << side + 1
    return mask


def sides_with(table: Table, share: Share) -> int:
    """The sides of which so large a part has one of the facts."""
    wanted = Fraction(share.at_least)
    having = 0
    for name in share.facts:
        having |= table.fact(name)
    found = 0
    for side, units in enumerate(table.roster.units):
        if units and Fraction((units & having).bit_count(), units.bit_count()) >= wanted:
            found |= 1 << side + 1
    return found


def who(table: Table, who_is: Who, scene: Scene) -> int:
    """The units a condition looks at, as far as that does not depend on who is asked."""
    if who_is is Who.ACTIVE:
        return scene.active & table.alive
    if who_is is Who.TARGET:
        return (1 << scene.target if scene.target >= 0 else 0) & table.alive
    if who_is is Who.SOURCE:
        return (1 << scene.source if scene.source >= 0 else 0) & table.alive
    return table.alive


def seen_from(table: Table, unit: int, who_is: Who, others: int) -> int:
    """Of those, the ones that are meant when this unit is asked; never itself."""
    side = table.roster.side_of[unit]
    if side >= 0 and who_is is Who.FRIEND:
        others &= table.roster.units[side]
    if side >= 0 and who_is is Who.ENEMY:
        others &= ~table.roster.units[side]
    # A unit is near itself: an effect that serves units near its source serves the source.
    return others if who_is is Who.SOURCE else others & ~(1 << unit)


def measured(table: Table, one: int, other: int, inches: float) -> bool:
    """Whether two units stand within so many inches of each other."""
    if one == other:
        return True
    here, there = table.place(one), table.place(other)
    cards = table.roster.cards
    return (
        here is not None
        and there is not None
        and near(apart(here, there, cards[one].base, cards[other].base), inches)
    )


def paired(table: Table, fact: str, one: int, other: int, scene: Scene) -> bool:
    """Whether a fact holds between two units, by word or by measure."""
    if fact in table.program.sights:
        # What is asked of a target is whether those who act see it.
        seer, seen = (one, other) if not scene.active >> other & 1 else (other, one)
        return (fact, seer, seen) in table.pairs
    if (fact, one, other) in table.pairs or (fact, other, one) in table.pairs:
        return True
    ruling = table.say(table.program.fact_plans[fact], "within", 1 << one | 1 << other)
    return (
        ruling is not None
        and table.roster.side_of[one] != table.roster.side_of[other]
        and measured(table, one, other, ruling.value)
    )


def value_of(
    table: Table, name: str, unit: int, rolled: int = 0
) -> tuple[int | None, tuple[str, ...]]:
    """A value of a unit with the clauses that make it up; None when its card has no such number.

    `rolled` is the total of the dice that a clause adds to it.
    """
    plan = table.program.values.get(name)
    number = name
    amount = 0
    by: list[str] = []
    if plan is not None:
        base = table.say(plan, "base", 1 << unit)
        if base is not None:
            number = base.value
            by.append(base.clause)
        added = table.every(plan, "add", 1 << unit)
        amount = sum(ruling.value for ruling in added)
        by += [ruling.clause for ruling in added]
        if rolls := table.every(plan, "add_roll", 1 << unit):
            amount += rolled
            by += [ruling.clause for ruling in rolls]
    card = table.roster.cards[unit].has.get(number)
    if card is None:
        return None, ()
    amount += card
    for change in table.changes:
        if change.value in (name, number) and change.units >> unit & 1:
            amount += change.amount
            by.append(change.by)
    for going in table.going:
        effect = table.program.ruleset.abilities[going.ability].effect
        if (
            effect
            and effect.gives
            and effect.gives.value in (name, number)
            and going.target == unit
        ):
            amount += effect.gives.amount
    table.note(*by)
    return amount, tuple(by)


def needs_roll(table: Table, name: str, unit: int) -> list[tuple[str, str]]:
    """The dice a value wants before it is known, each with the clause that wants them."""
    plan = table.program.values.get(name)
    if plan is None:
        return []
    return [(ruling.value, ruling.clause) for ruling in table.every(plan, "add_roll", 1 << unit)]
