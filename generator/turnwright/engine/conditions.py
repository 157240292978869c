"""Conditions, selections and amounts, compiled into functions that are asked in a transaction."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from operator import floordiv, truediv
from typing import Any

from turnwright.engine.decision import Stop
from turnwright.engine.items_and_targets import able
from turnwright.engine.measure import (
    all_near,
    are_one_group,
    foes_near,
    models_near,
    near_any,
    reach_of,
    sharing,
)
from turnwright.engine.parts import Inches, ModelTest, Quantity, Scene, Selector, Test
from turnwright.engine.rulings import ACTED, LAST_GO, LOST_MODELS, Symbols
from turnwright.engine.state import NOBODY, bits, mask_of, side_bit
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import value_of
from turnwright.language.condition import (
    Also,
    Amount,
    Bounds,
    Condition,
    Count,
    Did,
    Every,
    Pair,
    Rounded,
    Selection,
    Stands,
    Sum,
    Take,
    Who,
    Whose,
    Within,
)
from turnwright.language.fact import Subject
from turnwright.language.traversal import subvalues

DICE = re.compile(r"[1-9][0-9]*d[1-9][0-9]*")
"""Dice notation, such as `2d6`."""


IN_SCENE: Mapping[Whose, str] = {
    Whose.ACTIVE: "the unit that acts",
    Whose.TARGET: "the target",
    Whose.SOURCE: "the source of the effect",
    Whose.ASKER: "the one who asks",
}
"""Who is the same whoever is asked, as people say it."""
BATTLE = 0
"""The number of the battle, which is none of the units."""


# Selections


def compile_who(who: Who, symbols: Symbols, *, among: bool = False) -> Selector:
    """Compile a selection. With `among`, units that are away count, and whoever is asked too."""
    selection = who if isinstance(who, Selection) else Selection(of=who)
    present = _presence(selection.also, among)
    whose = _whose(selection.of, present, among)
    if selection.also is Also.GONE and selection.of in EVER_IN_SCENE:
        whose = EVER_IN_SCENE[selection.of]
    if selection.that is None:
        return whose
    that = compile_that(selection.that, symbols)

    def selected(tx: Transaction, asker: int, scene: Scene) -> int:
        mask = whose(tx, asker, scene)
        return that(tx, mask, scene, asker) if mask else 0

    return selected


def compile_that(
    that: Condition, symbols: Symbols
) -> Callable[[Transaction, int, Scene, int], int]:
    """Compile a condition inside a selection, in which the one who asks may be meant."""
    test = compile_condition(that, symbols)
    if not any(map(_looks_back, subvalues(that))):
        return lambda tx, pool, scene, asker: test(tx, pool, scene)
    return lambda tx, pool, scene, asker: test(tx, pool, replace(scene, asker=asker))


def _looks_back(said: object) -> bool:
    """Whether this means the one who asks, or is seen from there: `asker`, or among its own."""
    if isinstance(said, Condition) and said.among is not None:
        of = said.among.of if isinstance(said.among, Selection) else said.among
        return of not in IN_SCENE
    return said is Whose.ASKER


def _presence(also: Also | None, among: bool) -> Callable[[Transaction], int]:
    """The units that count at all."""
    if also is Also.GONE:
        return lambda tx: tx.roster.everybody
    if also is Also.AWAY or among:
        return lambda tx: tx.alive
    return Transaction.on_table


def _side_of(tx: Transaction, asker: int, scene: Scene) -> int:
    side = tx.roster.side_of[asker]
    return side if side != NOBODY else scene.side


def _side(tx: Transaction, asker: int, scene: Scene) -> int:
    return side_bit(_side_of(tx, asker, scene))


def _sides(tx: Transaction) -> int:
    return ((1 << tx.roster.sides) - 1 & ~tx.out()) << 1


def _next_side(tx: Transaction, asker: int, scene: Scene) -> int:
    sides, side = tx.sides(), _side_of(tx, asker, scene)
    return side_bit(next((it for it in sides if it > side), sides[0]))


ONE_MEANING: Mapping[Whose, Selector] = {
    Whose.ACTIVE: lambda tx, asker, scene: scene.active & tx.alive,
    Whose.TARGET: lambda tx, asker, scene: mask_of(scene.target) & tx.alive,
    # A unit is near itself: an effect that serves units near its source serves the source.
    Whose.SOURCE: lambda tx, asker, scene: mask_of(scene.source) & tx.alive,
    Whose.ASKER: lambda tx, asker, scene: mask_of(scene.asker),
    Whose.ITSELF: lambda tx, asker, scene: 1 << asker,
    Whose.SIDE: _side,
    Whose.OTHER_SIDES: lambda tx, asker, scene: _sides(tx) & ~_side(tx, asker, scene),
    Whose.SIDES: lambda tx, asker, scene: _sides(tx),
    Whose.NEXT_SIDE: _next_side,
    Whose.BATTLE: lambda tx, asker, scene: 1,
}
"""The words that mean the same ones, whether units that are away count or not."""
EVER_IN_SCENE: Mapping[Whose, Selector] = {
    Whose.ACTIVE: lambda tx, asker, scene: scene.active,
    Whose.TARGET: lambda tx, asker, scene: mask_of(scene.target),
    Whose.SOURCE: lambda tx, asker, scene: mask_of(scene.source),
}
"""Those in the scene, also when they are gone."""


def _whose(of: Whose, present: Callable[[Transaction], int], among: bool) -> Selector:
    """Who is meant by a word, seen from whoever is asked."""

    def own(tx: Transaction, asker: int, scene: Scene) -> int:
        side = _side_of(tx, asker, scene)
        return tx.roster.units[side] & present(tx) if side != NOBODY else 0

    def friend(tx: Transaction, asker: int, scene: Scene) -> int:
        side = _side_of(tx, asker, scene)
        return tx.roster.friends[side] & present(tx) & ~(1 << asker) if side != NOBODY else 0

    def enemy(tx: Transaction, asker: int, scene: Scene) -> int:
        side = tx.roster.side_of[asker]
        side = side if side != NOBODY else scene.side
        return present(tx) & tx.roster.foes[side] if side != NOBODY else present(tx)

    def anyone(tx: Transaction, asker: int, scene: Scene) -> int:
        return present(tx) if among else present(tx) & ~(1 << asker)

    words = {Whose.OWN: own, Whose.FRIEND: friend, Whose.ENEMY: enemy, Whose.ANYONE: anyone}
    return words.get(of) or ONE_MEANING[of]


# Amounts


def compile_amount(amount: Amount, symbols: Symbols) -> Quantity:
    """Compile an amount. Asking it raises Stop when a number that it needs is not known."""
    if isinstance(amount, int):
        return lambda tx, asker, scene: amount
    if isinstance(amount, str):
        if DICE.fullmatch(amount):
            return _rolled(amount)
        asking = symbols.asking
        return lambda tx, asker, scene: value_of(tx, amount, asker, asking)
    return _adjusted(_first_term(amount, symbols), amount, symbols, Rounded.DOWN)


def compile_distance(amount: Amount, symbols: Symbols) -> Inches:
    """Compile a distance, of which a part need not be whole inches."""
    if isinstance(amount, Sum):
        return _adjusted(_first_term(amount, symbols), amount, symbols, None)
    return compile_amount(amount, symbols)


def _rolled(notation: str) -> Quantity:
    """Dice that were asked for before the amount is worked out."""

    def rolled(tx: Transaction, asker: int, scene: Scene) -> int:
        total = next(tx.dice, None)
        tx.dice_used += 1
        if total is None:
            raise Stop(notation)
        return total

    return rolled


def _first_term(amount: Sum, symbols: Symbols) -> Quantity:
    """What a sum begins with."""
    after = symbols.look_back(amount.after)
    if amount.number is not None:
        number = amount.number
        return lambda tx, asker, scene: number
    if amount.value is not None:
        return _of_several(amount.value, amount, symbols)
    if amount.count is not None:
        counted = compile_who(amount.count, symbols)
        return lambda tx, asker, scene: counted(tx, asker, scene).bit_count()
    if amount.roll is not None:
        return _rolled(amount.roll)
    if amount.outcome is not None:
        outcome = amount.outcome
        return lambda tx, asker, scene: tx.last_attempt(after).outcomes.count(outcome)
    if amount.total:
        return lambda tx, asker, scene: tx.last_attempt(after).total
    if amount.in_container is not None:
        return _contained(amount.in_container, amount, symbols)
    if amount.acted:
        symbols.look_back(ACTED)
        return _lately
    if amount.profile is not None:
        return _on_profile(amount.profile, symbols.asking)
    if amount.models is not None:
        having = compile_who(amount.models, symbols)
        return lambda tx, asker, scene: tx.models(having(tx, asker, scene))
    if amount.doing is not None:
        acting = compile_who(amount.doing, symbols)
        return lambda tx, asker, scene: sum(
            tx.doing(unit).bit_count() for unit in bits(acting(tx, asker, scene))
        )
    if amount.doing_within is not None:
        return _doing_within(amount.doing_within, symbols)
    if amount.lost_models is not None:
        return _models_lost(amount.lost_models, symbols)
    return lambda tx, asker, scene: 0  # `total: false` counts nothing.


def _contained(name: str, amount: Sum, symbols: Symbols) -> Quantity:
    """How many markers a container holds."""
    of = None if amount.of is None else compile_who(amount.of, symbols, among=True)

    def contained(tx: Transaction, asker: int, scene: Scene) -> int:
        part = tx.program.containers[name]
        held = tx.rest.containers.get(
            (name, _side_of(tx, asker, scene) if part.of_side else NOBODY)
        )
        whose = of(tx, asker, scene) if of is not None else -1
        found = [
            (marker.number, many)
            for marker, many in (held.markers if held is not None else ())
            if amount.named in ("", marker.name or (marker.who == NOBODY and str(marker.number)))
            and (of is None or (marker.who != NOBODY and whose >> marker.who & 1))
        ]
        if amount.numbers is None:
            return sum(many for _, many in found)
        if amount.numbers is Take.TOTAL:
            return sum(number * many for number, many in found)
        pick = max if amount.numbers is Take.HIGHEST else min
        return pick((number for number, many in found if many), default=0)

    return contained


def _lately(tx: Transaction, asker: int, scene: Scene) -> int:
    """How lately somebody has acted: 0 for whoever has not."""
    recent = tx.rest.recent
    return recent.index(asker) + 1 if asker in recent else 0


def _on_profile(name: str, asking: list[str]) -> Quantity:
    """A number on the profile of the item that is used by the unit that acts."""

    def on_profile(tx: Transaction, asker: int, scene: Scene) -> int:
        number = tx.user(scene).profiles.get(scene.item, {}).get(name)
        if number is None:
            raise Stop(f"{name} of {scene.item or 'the item that is used'}", tuple(asking))
        return number

    return on_profile


def _doing_within(within: Within, symbols: Symbols) -> Quantity:
    """How many of the models that do what is being done are near enough to somebody."""
    near = compile_models_near(within, symbols)

    def doing_within(tx: Transaction, asker: int, scene: Scene) -> int:
        doing = tx.doing(asker)
        if not doing:
            return 0
        return sum(
            doing >> number & 1 for number, is_near in enumerate(near(tx, asker, scene)) if is_near
        )

    return doing_within


def _models_lost(since: str, symbols: Symbols) -> Quantity:
    """How many models a unit lost since a step began."""
    counter = symbols.counter(LOST_MODELS, since)
    by = symbols.read_by(since)

    def models_lost(tx: Transaction, asker: int, scene: Scene) -> int:
        tx.note(*by)
        return sum(often >> asker & 1 for often in tx.counters[counter])

    return models_lost


def _of_several(name: str, amount: Sum, symbols: Symbols) -> Quantity:
    """A value of whoever is asked, or of others, of which one or the total counts."""
    asking = symbols.asking
    if amount.of is None:
        return lambda tx, asker, scene: value_of(tx, name, asker, asking)
    whose = compile_who(amount.of, symbols)
    pick: dict[Take, Callable[[list[int]], int]] = {
        Take.TOTAL: sum,
        Take.HIGHEST: max,
        Take.LOWEST: min,
    }
    take = pick[amount.take]
    somebody = IN_SCENE.get(amount.of) if isinstance(amount.of, Whose) else None

    def of_several(tx: Transaction, asker: int, scene: Scene) -> int:
        found = [value_of(tx, name, who, asking) for who in bits(whose(tx, asker, scene))]
        if somebody is not None and not found:
            raise Stop(f"{name} of {somebody}", tuple(asking))
        return take(found) if found else 0

    return of_several


DIVISIONS: Mapping[Rounded | None, Callable[[int, int], Any]] = {
    Rounded.UP: lambda number, by: -(-number // by),
    Rounded.DOWN: floordiv,
    None: truediv,
}
"""How a number is divided, by how that is rounded."""


def _adjusted(
    first: Quantity, amount: Sum, symbols: Symbols, unless_said: Rounded | None
) -> Quantity:
    """A sum with all that is done to its first term, in the order in which it is listed."""
    parts = {
        name: compile_amount(part, symbols)
        for name in ("times", "per", "plus", "less", "at_least", "at_most")
        if (part := getattr(amount, name)) is not None and (name, part) != ("times", 1)
    }
    if not parts:
        return first
    divided = DIVISIONS[amount.rounded or unless_said]
    times, per, plus, less = (
        parts.get("times"),
        parts.get("per"),
        parts.get("plus"),
        parts.get("less"),
    )
    low, high = parts.get("at_least"), parts.get("at_most")

    def adjusted(tx: Transaction, asker: int, scene: Scene) -> Any:
        found: Any = first(tx, asker, scene)
        if times is not None:
            found *= times(tx, asker, scene)
        if per is not None:
            found = divided(found, max(1, per(tx, asker, scene)))
        if plus is not None:
            found += plus(tx, asker, scene)
        if less is not None:
            found -= less(tx, asker, scene)
        if low is not None:
            found = max(found, low(tx, asker, scene))
        if high is not None:
            found = min(found, high(tx, asker, scene))
        return found

    return adjusted


def dice_of(amount: object) -> tuple[str, ...]:
    """The dice that an amount wants, in the order in which it uses them."""
    if isinstance(amount, str):
        return (amount,) if DICE.fullmatch(amount) else ()
    if not isinstance(amount, Sum):
        return ()
    parts = (amount.times, amount.per, amount.plus, amount.less, amount.at_least, amount.at_most)
    own = (amount.roll,) if amount.roll is not None else ()
    return (*own, *(dice for part in parts for dice in dice_of(part)))


# Conditions


def compile_condition(condition: Condition, symbols: Symbols) -> Test:
    """Compile a condition into a test."""
    # One thing is said in each condition, so the first branch that fits is the one.
    if condition.fact is not None:
        return _has_fact(condition.fact, symbols)
    if condition.all_of is not None:
        return _all_of(tuple(compile_condition(part, symbols) for part in condition.all_of))
    if condition.any_of is not None:
        return _any_of(tuple(compile_condition(part, symbols) for part in condition.any_of))
    if condition.not_ is not None:
        denied = compile_condition(condition.not_, symbols)
        return lambda tx, pool, scene: pool & ~denied(tx, pool, scene)
    if condition.every is not None:
        return _every(condition.every, symbols)
    if condition.among is not None:
        return _among(condition.among, symbols)
    if condition.count is not None:
        return _counted(condition.count, symbols)
    if condition.level is not None:
        value = compile_amount(condition.level.value, symbols)
        in_bounds = compile_bounds(condition.level, symbols)
        return _one_by_one(lambda tx, who, scene: in_bounds(tx, who, scene, value(tx, who, scene)))
    if condition.did is not None:
        return _did(condition.did, symbols)
    if condition.was is not None:
        said = condition.was
        was = said if isinstance(said, str) else said.outcome
        after = "" if isinstance(said, str) else symbols.look_back(said.after)
        return lambda tx, pool, scene: pool if was in tx.last_attempt(after).outcomes else 0
    if condition.open is not None:
        step = symbols.step(condition.open)
        return lambda tx, pool, scene: pool if tx.open_frame(step) is not None else 0
    if condition.able is not None:
        able_to = symbols.step(condition.able)
        return _one_by_one(lambda tx, who, scene: able(tx, able_to, who))
    if condition.within is not None:
        return _within(condition.within, symbols)
    if condition.stands is Stands.APART:
        return lambda tx, pool, scene: pool & tx.rest.places.apart
    if condition.stands is not None:
        return _one_by_one(lambda tx, who, scene: bool(tx.places(who)))
    if condition.one_group is not None:
        return _one_group(condition.one_group, symbols)
    if condition.pair is not None:
        return _paired(condition.pair, symbols)
    if condition.carries is not None:
        keyword = condition.carries
        return lambda tx, pool, scene: pool & tx.roster.carries.get(keyword, 0)
    if condition.using is not None:
        kind = condition.using
        return lambda tx, pool, scene: pool if kind in tx.keywords(scene) else 0
    if condition.lost_models is not None:
        return _lost_some(condition.lost_models, symbols)
    risky = condition.risky
    return lambda tx, pool, scene: pool if risky is not None and scene.risky is risky else 0


def _has_fact(name: str, symbols: Symbols) -> Test:
    """A fact of whoever is asked, of its side, or of the battle, as the fact is declared."""
    number, asking = symbols.facts[name], symbols.asking
    subject = symbols.subject(name)
    if subject is Subject.BATTLE:
        return lambda tx, pool, scene: pool if tx.fact(number) & 1 else 0
    if subject is Subject.SIDE:

        def of_side(tx: Transaction, pool: int, scene: Scene) -> int:
            having = tx.fact(number)
            mask = having
            for side, units in enumerate(tx.roster.units):
                if having >> side + 1 & 1:
                    mask |= units
            return pool & mask

        return of_side

    def of_unit(tx: Transaction, pool: int, scene: Scene) -> int:
        stranger = pool & ((1 << tx.roster.sides + 1) - 1)
        if stranger:
            who = tx.roster.names[stranger.bit_length() - 1]
            raise Stop(f"{name} of {who}", tuple(asking))
        return pool & tx.fact(number)

    return of_unit


def _among(who: Who, symbols: Symbols) -> Test:
    """Those who are among others, seen from the one who asks, else from the side whose step it is.

    Seen from itself, everybody is among its own.
    """
    those = compile_who(who, symbols, among=True)

    def among(tx: Transaction, pool: int, scene: Scene) -> int:
        seen_from = scene.asker if scene.asker != NOBODY else scene.side + 1
        return pool & those(tx, seen_from, scene)

    return among


def _all_of(parts: tuple[Test, ...]) -> Test:
    def every(tx: Transaction, pool: int, scene: Scene) -> int:
        for part in parts:
            if pool:
                pool = part(tx, pool, scene)
        return pool

    return every


def _any_of(parts: tuple[Test, ...]) -> Test:
    def some(tx: Transaction, pool: int, scene: Scene) -> int:
        found = 0
        for part in parts:
            if rest := pool & ~found:
                found |= part(tx, rest, scene)
        return found

    return some


def _one_by_one(holds: Callable[[Transaction, int, Scene], bool]) -> Test:
    """A test that has to be asked of each one by one."""

    def test(tx: Transaction, pool: int, scene: Scene) -> int:
        found = 0
        for who in bits(pool):
            if holds(tx, who, scene):
                found |= 1 << who
        return found

    return test


def compile_bounds(
    bounds: Bounds, symbols: Symbols
) -> Callable[[Transaction, int, Scene, int], bool]:
    """Compile what an amount is compared with."""
    compared: list[tuple[Quantity, Callable[[int, int], bool]]] = []
    for name, holds in (
        ("at_least", int.__ge__),
        ("at_most", int.__le__),
        ("above", int.__gt__),
        ("below", int.__lt__),
        ("equals", int.__eq__),
    ):
        bound = getattr(bounds, name)
        if bound is not None:
            compared.append((compile_amount(bound, symbols), holds))

    if len(compared) == 1:
        only, holds_only = compared[0]
        return lambda tx, who, scene, amount: holds_only(amount, only(tx, who, scene))

    def in_bounds(tx: Transaction, who: int, scene: Scene, amount: int) -> bool:
        return all(holds(amount, bound(tx, who, scene)) for bound, holds in compared)

    return in_bounds


def _counted(count: Count, symbols: Symbols) -> Test:
    """There are so many, seen from whoever is asked; without a bound, at least one."""
    meant = compile_who(Selection(of=count.of, also=count.also), symbols)
    that = compile_that(count.that, symbols) if count.that is not None else None
    bounded = any(getattr(count, each.name) is not None for each in fields(Bounds))
    in_bounds = compile_bounds(count, symbols)
    share = Fraction(count.share) if count.share else None

    def holds(tx: Transaction, who: int, scene: Scene) -> bool:
        everybody = meant(tx, who, scene)
        found = that(tx, everybody, scene, who) if that is not None and everybody else everybody
        many = found.bit_count()
        if share is not None and not (everybody and Fraction(many, everybody.bit_count()) >= share):
            return False
        if bounded:
            return in_bounds(tx, who, scene, many)
        return share is not None or many > 0

    return _one_by_one(holds)


def _every(every: Every, symbols: Symbols) -> Test:
    """Something is true of all of them, seen from whoever is asked."""
    meant = compile_who(every.of, symbols)
    that = compile_that(every.that, symbols)

    def holds(tx: Transaction, who: int, scene: Scene) -> bool:
        everybody = meant(tx, who, scene)
        return not everybody or that(tx, everybody, scene, who) == everybody

    return _one_by_one(holds)


def _did(did: Did, symbols: Symbols) -> Test:
    if did.last:
        return _last_went_on(did, symbols)
    counter = symbols.counter(did.action, did.this)
    with_it = symbols.counter(f"{did.action} using {did.using}", did.this) if did.using else -1
    by = symbols.read_by(did.this)
    times = did.times

    def often(tx: Transaction, number: int, whose: int) -> int:
        return sum((done & whose).bit_count() for done in tx.counters[number])

    def holds(tx: Transaction, who: int, scene: Scene) -> bool:
        # A side did what its units did, and everybody what the battle did.
        whose = 1 | 1 << who
        if 0 < who <= tx.roster.sides:
            whose |= tx.roster.units[who - 1]
        done = often(tx, counter, whose)
        if done < 1 if times is None else done != times:
            return False
        # Every time with such an item: as often with it as at all.
        return with_it < 0 or often(tx, with_it, whose) == done

    one_by_one = _one_by_one(holds)

    def done(tx: Transaction, pool: int, scene: Scene) -> int:
        tx.note(*by)
        is_plain = with_it < 0 and pool >> tx.roster.sides + 1 << tx.roster.sides + 1 == pool
        if not is_plain or tx.did(counter, 1) & 1:
            return one_by_one(tx, pool, scene)
        # Nearly always it is units that are asked, and units that did it.
        mask = pool & tx.did(counter, 1 if times is None else times)
        return mask if times is None else mask & ~tx.did(counter, times + 1)

    return done


def _lost_some(since: str, symbols: Symbols) -> Test:
    """Those that lost models since a step began."""
    counter, by = symbols.counter(LOST_MODELS, since), symbols.read_by(since)

    def lost(tx: Transaction, pool: int, scene: Scene) -> int:
        tx.note(*by)
        return pool & tx.did(counter, 1)

    return lost


def _last_went_on(did: Did, symbols: Symbols) -> Test:
    """Whether the last go of somebody's side went on something."""
    counter = symbols.counter(LAST_GO + did.action, did.this)
    by = symbols.read_by(did.this)

    def last(tx: Transaction, who: int, scene: Scene) -> bool:
        tx.note(*by)
        side = tx.roster.side_of[who]
        return side != NOBODY and bool(tx.did(counter, 1) & side_bit(side))

    return _one_by_one(last)


def _within(within: Within, symbols: Symbols, *, every_model: bool = False) -> Test:
    others, inches = _nearness(within, symbols)
    near, asking = (all_near if every_model else near_any), symbols.asking

    def close_by(tx: Transaction, pool: int, scene: Scene) -> int:
        if not tx.rest.places:
            # A battle without a plan: nobody stands anywhere, so nobody is near anybody.
            return 0
        present = tx.on_table()
        found = 0
        for who in bits(pool & present):
            near_enough = inches(tx, who, scene)
            mask = others(tx, who, scene) & present
            try:
                if mask >> who & 1 or near(tx, who, mask, near_enough):
                    found |= 1 << who
            except Stop as stop:
                stop.asked_by(*asking)
                raise
        return found

    return close_by


def _nearness(within: Within, symbols: Symbols) -> tuple[Selector, Inches]:
    """To whom it is measured, and how near is near."""
    others = compile_who(Selection(of=within.of, that=within.that, also=within.also), symbols)
    return others, compile_distance(within.inches, symbols)


def compile_all_near(within: Within, symbols: Symbols) -> Test:
    """Compile a test of units every model of which is near enough to somebody."""
    return _within(within, symbols, every_model=True)


def compile_models_near(within: Within, symbols: Symbols) -> ModelTest:
    """Compile a test of each model of a unit that stands on the table."""
    others, inches = _nearness(within, symbols)

    def near(tx: Transaction, unit: int, scene: Scene) -> tuple[bool, ...]:
        near_enough = inches(tx, unit, scene)
        mask = others(tx, unit, scene) & tx.on_table()
        return models_near(tx, unit, mask, near_enough)

    return near


def _one_group(amount: Amount, symbols: Symbols) -> Test:
    inches = compile_distance(amount, symbols)

    def scattered(tx: Transaction, who: int, scene: Scene) -> bool:
        base = tx.roster.cards[who].base
        return not are_one_group(tx.places(who), base, inches(tx, who, scene))

    ungrouped = _one_by_one(scattered)
    return lambda tx, pool, scene: pool & ~ungrouped(tx, pool & tx.rest.places.apart, scene)


def _paired(pair: Pair, symbols: Symbols) -> Test:
    others = compile_who(pair.to, symbols)
    fact, number = pair.fact, symbols.facts[pair.fact]
    one_way = symbols.subject(fact) is Subject.SIGHT
    is_word = not isinstance(pair.to, Selection) or pair.to.that is None
    in_scene = pair.to in IN_SCENE and not one_way

    one_by_one = _one_by_one(
        lambda tx, who, scene: bool(sharing(tx, number, who, others(tx, who, scene), scene))
    )

    def with_those(tx: Transaction, pool: int, scene: Scene) -> int:
        found = 0
        for other in bits(others(tx, BATTLE, scene)):
            found |= sharing(tx, number, other, pool & ~found, scene)
        return found

    def test(tx: Transaction, pool: int, scene: Scene) -> int:
        part = tx.program.facts[number]
        # Where nobody has a place, nothing is measured.
        is_stated = part.by_word or not (one_way or part.also or tx.rest.places)
        if is_word and is_stated:
            # Whoever shares the fact with nobody shares it with none of these.
            pool &= tx.partners().get((fact, NOBODY), 0)
        if one_way or part.also or not part.within.constant:
            return one_by_one(tx, pool, scene)
        found, partners, inches = 0, tx.partners(), reach_of(tx, part, scene)
        for who in bits(pool):
            mine = partners.get((fact, who), 0) | foes_near(tx, who, inches)
            if mine and mine & others(tx, who, scene):
                found |= 1 << who
        return found

    # With whom it is shared may not hang on who is asked.
    return with_those if in_scene else test
