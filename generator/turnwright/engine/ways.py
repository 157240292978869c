"""Ways: where a unit, or each of its models, goes by a move, and whether it may go there."""

from __future__ import annotations

from math import dist, isfinite

from turnwright.engine.contacts import held_pairs
from turnwright.engine.decision import Refused
from turnwright.engine.inputs import Choice
from turnwright.engine.measure import (
    Places,
    Point,
    Way,
    apart,
    closes_in,
    ends_closer,
    ends_nearer,
    gap,
    goes_straight,
    length,
    model_ways,
    near,
    passing_point,
)
from turnwright.engine.roster import bits
from turnwright.engine.state import NOBODY, Frame
from turnwright.engine.transaction import Transaction
from turnwright.language.action import Route

ROUTES = {Route.DIRECT: closes_in, Route.STRAIGHT: goes_straight, Route.CLOSER: ends_closer}
"""Whether a way to a target is as a route says."""


def mover(name: str, ways: tuple[Way, ...]) -> str:
    """Who goes these ways, in a message: a unit that stands as one, or a model of it."""
    return f"a model of {name}" if len(ways) > 1 else name


def as_places(given: object) -> Places:
    """Places as an input gives them. Raises Refused when it gives anything else."""
    found: list[Point] = []
    for place in given if isinstance(given, tuple | list) else (given,):
        if not isinstance(place, tuple | list) or len(place) != 2:
            raise Refused("a place is two numbers")
        for number in place:
            if type(number) not in (int, float) or not isfinite(number):
                raise Refused(f"a place is two numbers, not {number}")
        found.append((place[0], place[1]))
    return tuple(found)


def check_number(name: str, places: Places, models: int) -> None:
    """Raises Refused when a unit has more models than places, or fewer."""
    if len(places) != models:
        many = "1 place" if models == 1 else f"{models} places"
        message = f"say of each model of {name} where it is: {many}, not {len(places)}"
        raise Refused(message)


def ways_of(tx: Transaction, choice: Choice, unit: int) -> tuple[Way, ...]:
    """The way of a unit that stands as one, or of each of its models; none if it has no place.

    Raises Refused when it was not said as it has to be.
    """
    name, here = tx.roster.names[unit], tx.places(unit)
    if choice.paths and not choice.places:
        raise Refused(f"say where the models of {name} end, with `places`")
    if choice.places:
        if choice.moves_as_one:
            raise Refused(f"say where the models of {name} end with `places` and `paths` alone")
        if not here:
            message = f"nobody has said where the models of {name} stand; give `places` on its card"
            raise Refused(message)
        if len(here) < tx.models(1 << unit):
            raise Refused(f"{name} stands as one; say where it goes, with `to`")
        ends = as_places(choice.places)
        check_number(name, ends, len(here))
        paths = tuple(map(as_places, choice.paths))
        if paths and len(paths) != len(here):
            raise Refused(f"say of each model of {name} by which points it goes, or of none")
        return model_ways(here, paths, ends)
    if len(here) > 1:
        raise Refused(f"each model of {name} has its place; say where each goes, with `places`")
    if choice.to is not None and not here:
        raise Refused(f"nobody has said where {name} stands; give `at` on its card, or `inches`")
    if (choice.to is None) is (choice.inches is None):
        raise Refused(f"say how far {name} moves, with `to` or `inches`")
    return ((*here, *choice.path, choice.to),) if choice.to is not None else (here,) * len(here)


def check_held(tx: Transaction, unit: int, ways: tuple[Way, ...]) -> None:
    """Raises Refused when a model moves that a clause holds where it is."""
    if not any(map(goes, ways)):
        return
    scene = tx.scene()
    for ruling in tx.part.held:
        held = ruling.value(tx, unit, scene)
        moved = any(goes(way) for way, is_held in zip(ways, held, strict=True) if is_held)
        if moved and ruling.binds(tx, 1 << unit, scene):
            tx.note(ruling.clause)
            message = f"{mover(tx.roster.names[unit], ways)} is held where it is, and does not move"
            raise Refused(message, (ruling.clause,))


def goes(way: Way) -> bool:
    """Whether whoever goes a way moves at all."""
    return not near(length(way), 0)


def check_route(tx: Transaction, frame: Frame, unit: int, ways: tuple[Way, ...]) -> None:
    """Raises Refused when a move goes another way than it must; of models, those that move do."""
    route = tx.rule(tx.part.route)
    if route is None:
        return
    name = mover(tx.roster.names[unit], ways)
    for way in tuple(filter(goes, ways)) or ways:
        if route.value is Route.CLOSEST:
            goals = closest_enemies(tx, unit, way[0])
            if goals and not any(ends_nearer(way[0], way[-1], goal) for goal in goals):
                message = f"{name} does not end nearer to the closest enemy"
                raise Refused(message, (route.clause,))
        elif route.value is Route.CLEAR:
            if len(way) > 1 and (met := met_on_the_way(tx, unit, way, ways)):
                raise Refused(f"{name} comes too near to {met} on its way", (route.clause,))
        else:
            goals = goals_of(tx, frame, route.value, way) if length(way) else ()
            if goals and not any(ROUTES[route.value](way, goal) for goal in goals):
                raise Refused(f"{name} does not move straight at its target", (route.clause,))


def goals_of(tx: Transaction, frame: Frame, route: Route, way: Way) -> Places:
    """Where a way may lead to: whatever of the target was nearest as it began."""
    if frame.target == NOBODY:
        return way[-1:] if route is Route.STRAIGHT else ()
    return closest([(dist(place, way[0]), place) for place in tx.places(frame.target)])


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
