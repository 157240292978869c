"""Movement: how far a move goes, by which way, and into or out of what."""

from __future__ import annotations

from turnwright.engine.decision import Awaits, ChoiceKind, Refused
from turnwright.engine.inputs import Choice
from turnwright.engine.measure import (
    Point,
    apart,
    closes_in,
    ends_closer,
    ends_nearer,
    goes_straight,
    is_near,
    length,
    near,
    passing_point,
)
from turnwright.engine.relations import pair_holds
from turnwright.engine.roster import bits
from turnwright.engine.state import NOBODY, Frame, PendingDecision, Stage
from turnwright.engine.step_part import NO_CHECK
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import known_value, wanted_dice
from turnwright.language.action import Route
from turnwright.language.event import BecameTrue, Moved, NoLonger

ROUTES = {Route.DIRECT: closes_in, Route.STRAIGHT: goes_straight, Route.CLOSER: ends_closer}
"""Whether a path to a target is as a route says."""

Pairs = frozenset[tuple[str, int]]


def held_pairs(tx: Transaction, unit: int) -> Pairs:
    """The facts between this unit and enemies that a move can bring about or end."""
    enemies = tx.on_table() & ~tx.roster.units[tx.roster.side_of[unit]]
    scene = tx.scene()
    partners = tx.partners()
    found = []
    for part in tx.program.pairs:
        might = enemies & partners.get((part.name, unit), 0) if part.by_word else enemies
        for other in bits(might):
            if part.by_word or pair_holds(tx, part.number, unit, other, scene):
                found.append((part.name, other))
    return frozenset(found)


def measures(tx: Transaction, fact: str) -> tuple[str, ...]:
    """The clause that says when a fact between two units holds."""
    return tuple(ruling.clause for ruling in tx.program.fact(fact).within.rulings[:1])


def lets(tx: Transaction, word: str, fact: str) -> tuple[str, ...]:
    """The clauses that let some move bring a unit into a fact, or out of it: no other move may."""
    rulings = (ruling for part in tx.program.steps.values() for ruling in getattr(part, word))
    return tuple(dict.fromkeys(ruling.clause for ruling in rulings if ruling.value == fact))


def is_contact(tx: Transaction, fact: str) -> bool:
    """Whether a fact between two units is one that moves begin or end."""
    by = (*measures(tx, fact), *lets(tx, "may_leave", fact), *lets(tx, "may_enter", fact))
    tx.note(*by)
    return bool(by)


def move_stage(tx: Transaction, frame: Frame) -> PendingDecision | None:
    """Ask where the units move, one by one, and for the dice that say how far."""
    part = tx.part
    moves = tx.rule(part.moves)
    still = frame.units & tx.alive & ~frame.attempt.moved
    if moves is not None and still:
        unit = (still & -still).bit_length() - 1
        up_to = moves.value.up_to
        wanted = wanted_dice(tx, up_to, unit) if isinstance(up_to, str) else ()
        rolled = frame.attempt.dice
        if len(wanted) > len(rolled):
            notation, clause = wanted[len(rolled)]
            return dice_for(frame, str(up_to), notation, clause)
        # Dice are rolled for one unit, and it is this one that then moves.
        who = 1 << unit if wanted else still
        return PendingDecision(
            Awaits.CHOICE,
            frame.step,
            frame.side,
            ((part.name, who),),
            kind=ChoiceKind.MOVE,
            by=(moves.clause,),
        )
    tx.update_attempt(dice=())
    tx.enter_stage(part.stages[Stage.MOVE])
    return None


def dice_for(frame: Frame, what: str, notation: str, clause: str) -> PendingDecision:
    """Ask for the dice of a value."""
    count, _, faces = notation.partition("d")
    return PendingDecision(
        Awaits.ROLL,
        frame.step,
        frame.side,
        dice=notation,
        what=what,
        many=int(count),
        faces=int(faces),
        by=(clause,),
    )


def move_at_once(tx: Transaction, choice: Choice) -> None:
    """Make the move that was chosen together with what is done.

    Raises Refused when it may not be made, or when dice decide first whether and how far.
    """
    frame = tx.frame
    part = tx.part
    moves = tx.rule(part.moves)
    if moves is None and frame.units and not frame.units & tx.on_table():
        arrive(tx, frame, choice)
        return
    if moves is None:
        raise Refused(f"nothing says that one moves by {frame.step}")
    if frame.units.bit_count() != 1:
        raise Refused("they move one after another; say that they move, then how each does")
    check = tx.rule(part.check)
    unit = frame.units.bit_length() - 1
    up_to = moves.value.up_to
    by = [clause for _, clause in wanted_dice(tx, up_to, unit)] if isinstance(up_to, str) else []
    by += [check.clause] if check is not None and check.value != NO_CHECK else []
    if by:
        message = f"{frame.step} takes a roll first; the move is chosen after it"
        raise Refused(message, tuple(by))
    move(tx, frame, choice, unit)


def arrive(tx: Transaction, frame: Frame, choice: Choice) -> None:
    """Put a unit that was away where it arrives. Raises Refused when that is not one place."""
    if frame.units.bit_count() != 1 or choice.to is None or choice.path:
        raise Refused("say of each unit by itself where it arrives, with `to` alone")
    put(tx, frame.units.bit_length() - 1, choice.to)


def put(tx: Transaction, unit: int, place: Point) -> None:
    """Note where a unit stands from now on."""
    tx.rest = tx.rest._replace(places=tx.rest.places.having(unit, place))


def move(tx: Transaction, frame: Frame, choice: Choice, unit: int) -> None:
    """Move an acting unit as chosen. Raises Refused when a clause forbids it."""
    name = tx.roster.names[unit]
    inches, by = how_far(tx, frame, choice, unit)
    into_and_out_of(tx, frame, choice, unit, inches)
    tx.events.append(Moved(name, choice.to, round(inches, 3), by))
    tx.update_attempt(moved=frame.attempt.moved | 1 << unit, dice=())


def how_far(
    tx: Transaction, frame: Frame, choice: Choice, unit: int
) -> tuple[float, tuple[str, ...]]:
    """How many inches a move goes, and the clauses that let it go so far.

    Raises Refused when it goes too far or the wrong way, or when that was not said.
    """
    part = tx.part
    moves, reach_of = tx.rule(part.moves), tx.rule(part.reach)
    assert moves is not None
    assert reach_of is not None
    name = tx.roster.names[unit]
    tx.dice = iter(frame.attempt.dice)
    by: tuple[str, ...] = (moves.clause,)
    if isinstance(moves.value.up_to, str):
        known = known_value(tx, moves.value.up_to, unit)
        if known is None:
            raise Refused(f"nobody has said how far {name} moves: its card has no such number")
        reach, because = known
        by = (*by, *because)
    else:
        reach = reach_of.value(tx, unit, tx.scene())
    here = tx.place(unit)
    points = tuple(p for p in (here, *choice.path, choice.to) if p is not None)
    if choice.to is not None and here is None:
        raise Refused(f"nobody has said where {name} stands; give `at` on its card, or `inches`")
    if (choice.to is None) is (choice.inches is None):
        raise Refused(f"say how far {name} moves, with `to` or `inches`")
    inches = choice.inches if choice.inches is not None else length(points)
    if not (inches >= 0 and near(inches, reach)):
        raise Refused(f'{name} moves {inches:g}", and may move {reach}"', by)
    tx.dice = iter(frame.attempt.dice)
    least = tx.rule(part.least_reach)
    if least is not None and not near(wanted := least.value(tx, unit, tx.scene()), inches):
        raise Refused(f'{name} moves {inches:g}", and has to move {wanted}"', (least.clause,))
    if here is not None and choice.inches:
        raise Refused(f"{name} stands somewhere; say where it goes, with `to`")
    route = tx.rule(part.route)
    if route and route.value is Route.CLOSEST:
        goals = closest_enemies(tx, unit)
        if goals and not any(ends_nearer(points[0], points[-1], goal) for goal in goals):
            raise Refused(f"{name} does not end nearer to the closest enemy", (route.clause,))
        return inches, by
    if route and route.value is Route.CLEAR:
        if len(points) > 1 and (met := met_on_the_way(tx, unit, points)):
            raise Refused(f"{name} comes too near to {met} on its way", (route.clause,))
        return inches, by
    goal = tx.place(frame.target) if frame.target != NOBODY else None
    if route and route.value is Route.STRAIGHT and frame.target == NOBODY:
        goal = points[-1] if points else None
    if route and goal and inches and len(points) > 1 and not ROUTES[route.value](points, goal):
        raise Refused(f"{name} does not move straight at its target", (route.clause,))
    return inches, by


def closest_enemies(tx: Transaction, unit: int) -> tuple[Point, ...]:
    """Where the enemies are that no other is closer than; empty where nobody knows."""
    here = tx.place(unit)
    if here is None:
        return ()
    cards = tx.roster.cards
    enemies = tx.on_table() & ~tx.roster.units[tx.roster.side_of[unit]]
    gaps = {
        there: apart(here, there, cards[unit].base, cards[other].base)
        for other in bits(enemies)
        if (there := tx.place(other)) is not None
    }
    least = min(gaps.values(), default=0.0)
    return tuple(there for there, gap in gaps.items() if near(gap, least))


def met_on_the_way(tx: Transaction, unit: int, points: tuple[Point, ...]) -> str:
    """An enemy with whom a measured fact becomes true on this way; empty when there is none."""
    cards, scene = tx.roster.cards, tx.scene()
    before = held_pairs(tx, unit)
    enemies = tx.on_table() & ~tx.roster.units[tx.roster.side_of[unit]]
    for part in tx.program.pairs:
        for other in bits(enemies if part.within.says else 0):
            there = tx.place(other)
            ruling = part.within.ask(tx, 1 << unit | 1 << other, scene)
            if there is None or ruling is None or (part.name, other) in before:
                continue
            here = passing_point(points, there)
            if is_near(here, there, cards[unit].base, cards[other].base, ruling.value):
                tx.note(ruling.clause)
                return tx.roster.names[other]
    return ""


def check_end(tx: Transaction) -> None:
    """Check how a move ends, with all that it causes. Raises Refused when it must end otherwise."""
    moved = tx.frame.attempt.moved & tx.alive
    for ruling in tx.held(tx.part.must_end):
        against = moved & ~ruling.value(tx, moved, tx.scene())
        if against:
            name = tx.roster.names[against.bit_length() - 1]
            raise Refused(f"{name} must not end its move like this", (ruling.clause,))


def into_and_out_of(
    tx: Transaction, frame: Frame, choice: Choice, unit: int, inches: float
) -> None:
    """Put a unit where its move ends, with the facts this ends and begins between it and enemies.

    Raises Refused when it does what no clause lets it; the draft is then thrown away with all that
    was changed.
    """
    part = tx.part
    names = tx.roster.names
    name = names[unit]
    before = held_pairs(tx, unit)
    if choice.to is not None:
        put(tx, unit, choice.to)
    may_leave = {r.value: r.clause for r in tx.held(part.may_leave)}
    may_enter = {r.value: r.clause for r in tx.held(part.may_enter)}
    declared = {
        (fact, a if b == unit else b) for fact, a, b in tx.rest.pairs if unit in (a, b)
    } & before
    for fact, other in sorted(declared):
        if fact in may_leave:
            tx.end_pair(tx.program.fact(fact), unit, other, (may_leave[fact],))
            tx.end_pair(tx.program.fact(fact), other, unit, (may_leave[fact],))
    after = held_pairs(tx, unit)
    for fact, other in sorted(before - after):
        if fact not in may_leave:
            raise Refused(
                f"nothing lets {name} stop being {fact} with {names[other]} by this move",
                (*measures(tx, fact), *lets(tx, "may_leave", fact)),
            )
        if (fact, other) not in declared:
            tx.events.append(NoLonger(fact, name, names[other], (may_leave[fact],)))
    may_stay = {r.value: r.clause for r in tx.held(part.may_stay)}
    held = before & declared
    stays = {(fact, other) for fact, other in held if fact not in may_stay and is_contact(tx, fact)}
    if inches > 0 and not all(fact in may_leave for fact, _ in stays):
        held_by = (
            clause
            for fact, _ in sorted(stays)
            for clause in (*measures(tx, fact), *lets(tx, "may_leave", fact))
        )
        raise Refused(
            f"{name} is held where it is, and nothing lets it leave by this move",
            tuple(dict.fromkeys(held_by)),
        )
    for fact, other in sorted(after - before):
        if fact not in may_enter:
            raise Refused(
                f"nothing lets {name} become {fact} with {names[other]} by this move",
                (*measures(tx, fact), *lets(tx, "may_enter", fact)),
            )
        tx.events.append(BecameTrue(fact, name, names[other], (may_enter[fact],)))
