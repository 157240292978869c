"""Measuring: distances in inches between round bases, and which units are near, or share a fact."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, product
from math import dist

from turnwright.engine.decision import Stop
from turnwright.engine.parts import FactPart, Scene
from turnwright.engine.state import Places, Point, bits
from turnwright.engine.transaction import Transaction
from turnwright.language.fact import Subject

Way = tuple[Point, ...]
"""The points that a move goes through, from where it began to where it ends."""

MM_PER_INCH = 25.4
TOLERANCE = 1e-6
"""Inches that rounding may cost; far below anything a tape can show."""


def apart(one: Point, other: Point, base_one: float, base_other: float) -> float:
    """The gap between two round bases, in inches; bases are diameters in millimetres."""
    return gap((one,), (other,), base_one, base_other)


@lru_cache(maxsize=4096)  # The same units are measured again and again, and few of them move.
def gap(ones: Places, others: Places, base_one: float, base_other: float) -> float:
    """The gap between two units: between the two models that are nearest to each other."""
    if len(ones) == 1 == len(others):
        between = dist(ones[0], others[0])
    else:
        between = dist(*nearest(ones, others))
    return max(between - (base_one + base_other) / 2 / MM_PER_INCH, 0.0)


def nearest(ones: Places, others: Places) -> tuple[Point, Point]:
    """The place of one unit and the place of another that are nearest to each other."""
    return min(product(ones, others), key=lambda pair: dist(*pair))


def near(distance: float, inches: float) -> bool:
    """Whether a distance is within so many inches."""
    return distance <= inches + TOLERANCE


def model_ways(
    starts: Places, paths: tuple[tuple[Point, ...], ...], ends: Places
) -> tuple[Way, ...]:
    """The way of each model: through the points of its path, or straight if paths are left out."""
    each = paths or ((),) * len(starts)
    return tuple((start, *path, end) for start, path, end in zip(starts, each, ends, strict=False))


def length(points: Way) -> float:
    """The length of a path, in inches."""
    return sum(dist(a, b) for a, b in pairwise(points))


def passing_point(points: Way, target: Point) -> Point:
    """The point of a path that is nearest to the target."""
    ways = [_nearest(a, b, target) for a, b in pairwise(points)]
    return ways[0] if len(ways) == 1 else min(ways, key=lambda point: dist(point, target))


def _nearest(start: Point, end: Point, target: Point) -> Point:
    """The point of a leg that is nearest to the target."""
    along = (end[0] - start[0], end[1] - start[1])
    squared = along[0] ** 2 + along[1] ** 2
    if not squared:
        return start
    ahead = (target[0] - start[0]) * along[0] + (target[1] - start[1]) * along[1]
    part = min(max(ahead / squared, 0), 1)
    return start[0] + part * along[0], start[1] + part * along[1]


def near_any(
    tx: Transaction, one: int, others: int, inches: float, where: Places | None = None
) -> bool:
    """Whether a unit stands within so many inches of one of these. Raises Stop if nobody knows.

    With `where`, it is measured from there, and not from where the unit stands.
    """
    places, cards = tx.rest.places, tx.roster.cards
    here, base = where or places.get(one), cards[one].base
    for other in bits(others):
        there = places.get(other)
        if here is None or there is None:
            raise Stop(f"place of {tx.roster.names[one if here is None else other]}")
        if near(gap(here, there, base, cards[other].base), inches):
            return True
    return False


def models_near(tx: Transaction, one: int, others: int, inches: float) -> tuple[bool, ...]:
    """The same of each model of a unit, as far as each has its place. Raises Stop likewise."""
    here = tx.places(one)
    if len(here) < 2:
        return (near_any(tx, one, others, inches),)
    return tuple(near_any(tx, one, others, inches, (point,)) for point in here)


@lru_cache(maxsize=1024)
def are_one_group(places: Places, base: float, inches: float) -> bool:
    """Coherency: each of these models is so near to another that one can be reached from all."""
    found, left = [places[0]], list(places[1:])
    while found and left:
        here = found.pop()
        joined = [it for it in left if near(apart(here, it, base, base), inches)]
        found += joined
        left = [it for it in left if it not in joined]
    return not left


def all_near(tx: Transaction, one: int, others: int, inches: float) -> bool:
    """Whether every model of a unit is so near, as far as each has its place."""
    return all(models_near(tx, one, others, inches))


def sharing(tx: Transaction, number: int, one: int, others: int, scene: Scene) -> int:
    """Those of these with whom a unit shares a fact, or another that counts as it."""
    part = tx.program.facts[number]
    found = _sharing_itself(tx, part, one, others, scene)
    for counting, ruling in part.also:
        for other in bits(
            _sharing_itself(tx, tx.program.facts[counting], one, others & ~found, scene)
        ):
            pair = 1 << one | 1 << other
            if ruling.binds(tx, pair, scene) == pair:
                tx.note(ruling.clause)
                found |= 1 << other
    return found


def _sharing_itself(tx: Transaction, part: FactPart, one: int, others: int, scene: Scene) -> int:
    """Those of these with whom a unit shares a fact by word or by measure."""
    if part.subject is Subject.SIGHT:
        return _in_sight(tx, part.name, one, others, scene)
    stated = others & tx.partners().get((part.name, one), 0)
    return stated | sharing_by_measure(tx, part, one, others & ~stated, scene)


def _in_sight(tx: Transaction, fact: str, one: int, others: int, scene: Scene) -> int:
    """Those of these with whom a fact holds that holds one way."""
    found = 0
    for other in bits(others):
        # What is asked of a target is whether the unit that picks it sees it.
        picks = other == scene.source and scene.active >> other & 1
        seer, seen = (other, one) if picks else (one, other)
        if (fact, seer, seen) in tx.rest.pairs:
            found |= 1 << other
    return found


def sharing_by_measure(tx: Transaction, part: FactPart, one: int, others: int, scene: Scene) -> int:
    """Those of these with whom a fact holds by measure, whatever was said of them."""
    if part.within.constant:
        return others & foes_near(tx, one, reach_of(tx, part, scene))
    found = 0
    for other in bits(others & tx.roster.foes[tx.roster.side_of[one]]):
        ruling = part.within.ask(tx, 1 << one | 1 << other, scene)
        if ruling is not None:
            found |= 1 << other & foes_near(tx, one, ruling.value)
    return found


def reach_of(tx: Transaction, part: FactPart, scene: Scene) -> float | None:
    """Within how many inches a fact holds that reaches equally far for all; None for nowhere."""
    ruling = part.within.ask(tx, 0, scene) if tx.rest.places else None
    return None if ruling is None else ruling.value


def foes_near(tx: Transaction, one: int, inches: float | None) -> int:
    """The enemies of a unit within so many inches, as far as they have places.

    It is measured once for as long as nobody moves.
    """
    places = tx.rest.places
    if inches is None or one not in places:
        return 0
    found: int | None = places.foes_near.get((one, inches))
    if found is None:
        found = 0
        for other in bits(tx.roster.foes[tx.roster.side_of[one]]):
            if are_near(tx, one, other, inches):
                found |= 1 << other
        places.foes_near[one, inches] = found
    return found


def are_near(tx: Transaction, one: int, other: int, inches: float) -> bool:
    """Whether two units are within so many inches of each other, if both have places."""
    places, cards = tx.rest.places, tx.roster.cards
    return (
        one in places
        and other in places
        and near(gap(places[one], places[other], cards[one].base, cards[other].base), inches)
    )


def put(tx: Transaction, unit: int, places: Places) -> None:
    """From now on a unit, or each of its models, stands there; of others it is still known."""
    before = tx.rest.places
    tx.update(places=before.having(unit, places))
    after = tx.rest.places
    foes = tx.roster.foes[tx.roster.side_of[unit]]
    for (one, inches), known in before.foes_near.items():
        if foes >> one & 1:
            now = 1 << unit if are_near(tx, one, unit, inches) else 0
            after.foes_near[one, inches] = known & ~(1 << unit) | now
        elif one != unit:
            after.foes_near[one, inches] = known
