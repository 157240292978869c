"""Routes: by which way a move must go, whom it must not come near, and what stands in its way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby, pairwise
from math import dist

from turnwright.engine.decision import Refused
from turnwright.engine.measure import (
    MM_PER_INCH,
    TOLERANCE,
    Way,
    apart,
    gap,
    length,
    near,
    passing_point,
    sharing,
)
from turnwright.engine.state import NOBODY, Places, Point, bits
from turnwright.engine.transaction import Transaction
from turnwright.language.action import Route

Pairs = frozenset[tuple[str, int]]

ROUNDING = 0.05
"""Inches off a line, or over the edge of another base, where places are given in round numbers."""


def held_pairs(tx: Transaction, unit: int) -> Pairs:
    """The facts between this unit and enemies that a move can bring about or end."""
    enemies = tx.on_table() & ~tx.roster.units[tx.roster.side_of[unit]]
    scene = tx.scene()
    return frozenset(
        (part.name, other)
        for part in tx.program.pairs
        for other in bits(sharing(tx, part.number, unit, enemies, scene))
    )


def ends_nearer(start: Point, end: Point, target: Point) -> bool:
    """Whether a path from start to end ends nearer to the target than it began."""
    return dist(end, target) < dist(start, target) - TOLERANCE


def closes_in(points: Way, target: Point) -> bool:
    """Whether a path comes nearer to the target all along: no leg runs past its nearest point."""
    return all(
        ends_nearer(a, b, target) and still_ahead(a, b, target) >= -TOLERANCE
        for a, b in pairwise(points)
    )


def closes_in_unbent(points: Way, target: Point) -> bool:
    """Whether a path is one straight line that comes nearer to the target all along."""
    return near(length(points), dist(points[0], points[-1])) and closes_in(points, target)


def ends_closer(points: Way, target: Point) -> bool:
    """Whether a path ends nearer to the target than it began."""
    return ends_nearer(points[0], points[-1], target)


def goes_straight(points: Way, target: Point) -> bool:
    """Whether a path is on the straight line to the target, and does not run past it."""
    beside = dist(points[-1], passing_point((points[0], target), points[-1]))
    legs = tuple(point for point, _ in groupby(points))
    return beside <= ROUNDING and closes_in_unbent(legs, target)


def still_ahead(start: Point, end: Point, target: Point) -> float:
    """How much nearer to the target a leg, drawn on, would still come; below 0 once it is past."""
    along = (end[0] - start[0], end[1] - start[1])
    left = (target[0] - end[0], target[1] - end[1])
    return along[0] * left[0] + along[1] * left[1]


ROUTES = {
    Route.DIRECT: closes_in,
    Route.UNBENT: closes_in_unbent,
    Route.STRAIGHT: goes_straight,
    Route.CLOSER: ends_closer,
}
"""Whether a way to a target is as a route says."""

STRAYS = {
    Route.DIRECT: "does not come nearer to its target all the way, or runs past it",
    Route.UNBENT: "turns aside on the way to its target, or runs past it",
    Route.STRAIGHT: "does not go straight at its target, or runs past it",
    Route.CLOSER: "does not end nearer to its target",
}
"""In which way one is not, in words."""


def mover(name: str, ways: tuple[Way, ...]) -> str:
    """Who goes these ways, in a message: a unit that stands as one, or a model of it."""
    return f"a model of {name}" if len(ways) > 1 else name


def goes(way: Way) -> bool:
    """Whether whoever goes a way moves at all."""
    return not near(length(way), 0)


def check_route(tx: Transaction, unit: int, ways: tuple[Way, ...], inches: float) -> None:
    """Raises Refused when a move goes another way than it must; of models, those that move do.

    Where an exception says which way, and the move goes another than it must otherwise, both say
    no.
    """
    route, plain = tx.rule(tx.part.route), tx.part.route.plain
    message = strays(tx, unit, ways, route.value) if route is not None else ""
    if route is None or not message:
        return
    both = plain is not None and plain is not route and strays(tx, unit, ways, plain.value)
    raise Refused(message, (route.clause, plain.clause) if plain and both else (route.clause,))


def strays(tx: Transaction, unit: int, ways: tuple[Way, ...], route: Route) -> str:
    """In which way a move is not as a route says, in words; empty when it is."""
    name = mover(tx.roster.names[unit], ways)
    for way in tuple(filter(goes, ways)) or ways:
        if route in (Route.CLOSEST, Route.CLOSEST_AT_END):
            from_here = way[0] if route is Route.CLOSEST else way[-1]
            goals = closest_enemies(tx, unit, from_here)
            if goals and not any(ends_nearer(way[0], way[-1], goal) for goal in goals):
                return f"{name} does not end nearer to the closest enemy"
        elif route is Route.CLEAR:
            if len(way) > 1 and (met := met_on_the_way(tx, unit, way, ways)):
                return f"{name} comes too near to {met} on its way"
        else:
            goals = goals_of(tx, route, way) if length(way) else ()
            if goals and not any(ROUTES[route](way, goal) for goal in goals):
                return f"{name} {STRAYS[route]}"
    return ""


def goals_of(tx: Transaction, route: Route, way: Way) -> Places:
    """Where a way may lead to: whatever of the target was nearest as it began."""
    target = tx.frame.target
    if target == NOBODY:
        return way[-1:] if route is Route.STRAIGHT else ()
    return closest([(dist(place, way[0]), place) for place in tx.places(target)])


def closest(found: list[tuple[float, Point]]) -> Places:
    """Of places, each with how far off it is, those that no other is nearer than."""
    least = min((inches for inches, _ in found), default=0.0)
    return tuple(place for inches, place in found if near(inches, least))


def closest_enemies(tx: Transaction, unit: int, here: Point) -> Places:
    """Where those enemies are that no other is closer than to somebody of a unit who is here."""
    cards = tx.roster.cards
    enemies = tx.on_table() & ~tx.roster.units[tx.roster.side_of[unit]]
    return closest(
        [
            (apart(here, there, cards[unit].base, cards[other].base), there)
            for other in bits(enemies)
            for there in tx.places(other)
        ]
    )


def met_on_the_way(tx: Transaction, unit: int, way: Way, ways: tuple[Way, ...]) -> str:
    """An enemy with whom a measured fact becomes true on this way; empty when there is none.

    Those do not count with whom the move may end in the fact, and does by one of all its ways.
    """
    cards, scene = tx.roster.cards, tx.scene()
    before = held_pairs(tx, unit)
    may_enter = {ruling.value for ruling in tx.held(tx.part.may_enter)}
    ends = tuple(way[-1] for way in ways)
    enemies = tx.on_table() & ~tx.roster.units[tx.roster.side_of[unit]]
    for part in tx.program.pairs:
        for other in bits(enemies if part.within.says else 0):
            ruling = part.within.ask(tx, 1 << unit | 1 << other, scene)
            if ruling is None or (part.name, other) in before:
                continue
            bases = cards[unit].base, cards[other].base
            places = tx.places(other)
            if part.name in may_enter and near(gap(ends, places, *bases), ruling.value):
                continue
            for there in places:
                if near(apart(passing_point(way, there), there, *bases), ruling.value):
                    tx.note(ruling.clause)
                    return tx.roster.names[other]
    return ""


# Bases


def overlap(one: Point, other: Point, bases: float) -> bool:
    """Whether two models stand on each other; `bases` are both diameters, in millimetres.

    Models of which nobody gave the base do so on one and the same spot.
    """
    between = dist(one, other)
    return near(between, 0) or between < bases / 2 / MM_PER_INCH - ROUNDING


def others_on_table(tx: Transaction, unit: int) -> Iterator[tuple[str, Point, float]]:
    """Each model of another unit: the name of its unit, its place, and its base."""
    for other in bits(tx.on_table() & ~(1 << unit)):
        for place in tx.places(other):
            yield tx.roster.names[other], place, tx.roster.cards[other].base


def check_bases(tx: Transaction, unit: int, ways: tuple[Way, ...], inches: float) -> None:
    """Raises Refused when a model moves across the base of another or ends on it."""
    ruling = tx.rule(tx.part.keeps_off)
    if ruling is None or not any(map(len, ways)):
        return
    name, base = tx.roster.names[unit], tx.roster.cards[unit].base
    moving = tuple(way for way in ways if len({*way}) > 1)
    others = tuple(others_on_table(tx, unit))
    stay = tuple((name, way[-1], base) for way in ways if way not in moving)
    for way in moving:
        for whose, place, its in (*others, *stay):
            if not near(dist(way[0], place), length(way) + (base + its) / 2 / MM_PER_INCH):
                continue  # The way ends before it can come there.
            # Who begins on a base, as a plan may have it, may leave it.
            across = overlap(passing_point(way, place), place, base + its)
            if across and not overlap(way[0], place, base + its):
                where = "ends on" if overlap(way[-1], place, base + its) else "moves across"
                raise Refused(f"a model of {name} {where} a base of {whose}", (ruling.clause,))
    for one, other in combinations(moving, 2):
        if overlap(one[-1], other[-1], 2 * base):
            raise Refused(f"two models of {name} end on one spot", (ruling.clause,))
