"""Moving: how far, by which way, and into or out of what."""

from __future__ import annotations

from turnwright.engine.decision import Refused
from turnwright.engine.event import BecameTrue, Moved, NoLonger
from turnwright.engine.inputs import Choice
from turnwright.engine.measure import closes_in, length, near
from turnwright.engine.plan import Ruling
from turnwright.engine.state import Frame
from turnwright.engine.table import Table
from turnwright.engine.truth import paired, value_of
from turnwright.language.action import Moves, Route

Pairs = frozenset[tuple[str, int]]


def held(table: Table, unit: int) -> Pairs:
    """The facts between this unit and enemies that a move can bring about or end."""
    enemies = table.on_table() & ~table.roster.units[table.roster.side_of[unit]]
    scene = table.scene()
    return frozenset(
        (fact, other)
        for fact in table.program.pairs - table.program.sights
        for other in range(len(table.roster.names))
        if enemies >> other & 1 and paired(table, fact, unit, other, scene)
    )


def measures(table: Table, fact: str) -> tuple[str, ...]:
    """The clause that says when a fact between two units holds."""
    ruling = next(iter(table.program.fact_plans[fact].words.get("within", ())), None)
    return (ruling.clause,) if ruling else ()


def the_move(table: Table, frame: Frame) -> Ruling[Moves]:
    """What says that one moves by this step. Raises Refused when nothing does."""
    ruling = table.say(frame.plan, "moves")
    if ruling is None:
        raise Refused(f"nothing says that one moves by {frame.plan.name}")
    return ruling


def move(table: Table, frame: Frame, choice: Choice, unit: int) -> None:
    """Move an acting unit as chosen. Raises Refused when a clause forbids it."""
    name = table.roster.names[unit]
    inches, by = how_far(table, frame, choice, unit)
    lets = into_and_out_of(table, frame, choice, unit, inches)
    table.note(*by, *lets)
    table.events.append(Moved(name, choice.to, round(inches, 3), by))
    table.change_top(moved=frame.moved | 1 << unit, rolled=0, rolled_for=())


def how_far(table: Table, frame: Frame, choice: Choice, unit: int) -> tuple[float, tuple[str, ...]]:
    """How many inches a move goes, and the clauses that let it go so far.

    Raises Refused when it goes too far or the wrong way, or when that was not said.
    """
    moves = the_move(table, frame)
    name = table.roster.names[unit]
    reach, by = value_of(table, moves.value.up_to, unit, frame.rolled)
    if reach is None:
        raise Refused(f"nobody has said how far {name} moves: its card has no such number")
    here = table.place(unit)
    points = tuple(p for p in (here, *choice.path, choice.to) if p is not None)
    if choice.to is not None and here is None:
        raise Refused(f"nobody has said where {name} stands; give `at` on its card, or `inches`")
    if (choice.to is None) is (choice.inches is None):
        raise Refused(f"say how far {name} moves, with `to` or `inches`")
    inches = choice.inches if choice.inches is not None else length(points)
    by = (moves.clause, *by)
    if not (inches >= 0 and near(inches, reach)):
        raise Refused(f'{name} moves {inches:g}", and may move {reach}"', by)
    if here is not None and choice.inches:
        raise Refused(f"{name} stands somewhere; say where it goes, with `to`")
    route = table.say(frame.plan, "route")
    goal = table.place(frame.target) if frame.target >= 0 else None
    if route and goal and len(points) > 1:
        ends = (points[0], points[-1]) if route.value is Route.CLOSER else points
        if not closes_in(ends, goal):
            raise Refused(f"{name} does not move straight at its target", (route.clause,))
    return inches, by


def into_and_out_of(
    table: Table, frame: Frame, choice: Choice, unit: int, inches: float
) -> tuple[str, ...]:
    """Put a unit where its move ends, with the facts this ends and begins between it and enemies.

    Gives the clauses that let a move do so. Raises Refused when it does what none of them lets it.
    """
    plan = frame.plan
    names = table.roster.names
    name = names[unit]
    before = held(table, unit)
    if choice.to is not None:
        table.places = (*((u, p) for u, p in table.places if u != unit), (unit, choice.to))
    may_leave = {r.value: r.clause for r in table.every(plan, "may_leave")}
    may_enter = {r.value: r.clause for r in table.every(plan, "may_enter")}
    declared = {
        (fact, a if b == unit else b) for fact, a, b in table.pairs if unit in (a, b)
    } & before
    for fact, other in sorted(declared):
        if fact in may_leave:
            table.end_pair(fact, unit, other, (may_leave[fact],))
            table.end_pair(fact, other, unit, (may_leave[fact],))
    after = held(table, unit)
    for fact, other in sorted(before - after):
        if fact not in may_leave:
            raise Refused(
                f"nothing lets {name} stop being {fact} with {names[other]} by this move",
                measures(table, fact),
            )
        if (fact, other) not in declared:
            table.events.append(NoLonger(fact, name, names[other], (may_leave[fact],)))
    stays = before & declared
    if stays and inches > 0 and not all(fact in may_leave for fact, _ in stays):
        held_by = tuple(clause for fact, _ in sorted(stays) for clause in measures(table, fact))
        raise Refused(
            f"{name} is held where it is, and nothing lets it leave by this move", held_by
        )
    for fact, other in sorted(after - before):
        if fact not in may_enter:
            raise Refused(
                f"nothing lets {name} become {fact} with {names[other]} by this move",
                measures(table, fact),
            )
        table.events.append(BecameTrue(fact, name, names[other], (may_enter[fact],)))
    return (*may_leave.values(), *may_enter.values())
