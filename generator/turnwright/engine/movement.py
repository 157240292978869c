"""Movement: how far a move goes, and which contacts it begins and ends."""

from __future__ import annotations

from math import ceil, isfinite
from typing import Any

from turnwright.engine.decision import ChoiceKind, Refused
from turnwright.engine.measure import (
    Way,
    length,
    model_ways,
    near,
    put,
    sharing_by_measure,
)
from turnwright.engine.parts import Rule
from turnwright.engine.program import NO_CHECK
from turnwright.engine.routes import check_bases, check_route, goes, held_pairs, mover
from turnwright.engine.state import Over, PendingDecision, Places, Point, Stage
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import known_value, wanted_dice
from turnwright.language.condition import Amount
from turnwright.language.event import BecameTrue, Moved, NoLonger
from turnwright.language.input import Choice


def crossed_by(tx: Transaction, word: str, fact: str) -> tuple[str, ...]:
    """The clauses of when a fact between units holds, and of the moves that lead into it or out."""
    within = (ruling.clause for ruling in tx.program.fact(fact).within.rulings[:1])
    return (*within, *tx.program.crossing.get((word, fact), ()))


def is_contact(tx: Transaction, fact: str) -> bool:
    """Whether a fact between two units is one that moves begin or end."""
    by = (*crossed_by(tx, "may_leave", fact), *crossed_by(tx, "may_enter", fact))
    tx.note(*by)
    return bool(by)


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
    return (
        ((*here, *as_places((*choice.path, choice.to))),)
        if choice.to is not None
        else (here,) * len(here)
    )


def check_held(tx: Transaction, unit: int, ways: tuple[Way, ...], inches: float) -> None:
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


def move_stage(tx: Transaction) -> PendingDecision | None:
    """Ask where the units move, one by one, and for the dice that say how far."""
    frame, part = tx.frame, tx.part
    moves = tx.rule(part.moves)
    still = frame.units & tx.alive & ~frame.attempt.moved
    if moves is None or not still:
        if still and (lifting := lifted_by(tx, part.moves)):
            tx.note_over(Over(part.name, still, lifting))
        tx.update_attempt(dice=())
        tx.enter_stage(part.stages[Stage.MOVE])
        return None
    unit = (still & -still).bit_length() - 1
    wanted, rolled = dice_of_reach(tx, moves.value.up_to, unit), frame.attempt.dice
    if len(wanted) > len(rolled):
        dice, clause = wanted[len(rolled)]
        return tx.dice_wanted(str(moves.value.up_to), dice, (clause,))
    # Dice are rolled for one unit, and it is this one that then moves.
    who = 1 << unit if wanted else still
    return tx.choice(ChoiceKind.MOVE, frame.side, ((part.name, who),), (moves.clause,))


def lifted_by(tx: Transaction, rule: Rule[Any]) -> tuple[str, ...]:
    """The exceptions because of which those who act have no such rule now."""
    waivers, pool, scene = rule.plain.waivers if rule.plain else (), tx.acting(), tx.scene()
    return tuple(it.clause for it in waivers if it.when is None or it.when(tx, pool, scene))


def dice_of_reach(tx: Transaction, up_to: Amount, unit: int) -> tuple[tuple[str, str], ...]:
    """The dice by which a unit moves so far, each with the clause that wants them."""
    return wanted_dice(tx, up_to, unit) if isinstance(up_to, str) else ()


def move_at_once(tx: Transaction, choice: Choice) -> None:
    """Make the move that was chosen together with what is done.

    Raises Refused when it may not be made, or when dice decide first whether and how far.
    """
    frame, part = tx.frame, tx.part
    moves = tx.rule(part.moves)
    if moves is None and frame.units and not frame.units & tx.on_table():
        arrive(tx, choice)
        return
    if moves is None:
        raise Refused(f"nothing says that one moves by {frame.step}")
    if frame.units.bit_count() != 1:
        raise Refused("they move one after another; say that they move, then how each does")
    check = tx.rule(part.check)
    unit = frame.units.bit_length() - 1
    by = [clause for _, clause in dice_of_reach(tx, moves.value.up_to, unit)]
    by += [check.clause] if check is not None and check.value != NO_CHECK else []
    if by:
        message = f"{frame.step} takes a roll first; the move is chosen after it"
        raise Refused(message, tuple(by))
    move(tx, choice, unit)


def arrive(tx: Transaction, choice: Choice) -> None:
    """Put a unit that was away where it arrives. Raises Refused when that is not one place."""
    units = tx.frame.units
    several = units.bit_count() != 1
    on_its_way = choice.path or choice.paths
    if several or on_its_way or (choice.to is None) is not bool(choice.places):
        message = "say of each unit by itself where it arrives, with `to` or `places` alone"
        raise Refused(message)
    unit = units.bit_length() - 1
    if choice.to is not None:
        put(tx, unit, as_places((choice.to,)))
        return
    places = as_places(choice.places)
    check_number(tx.roster.names[unit], places, tx.models(1 << unit))
    put(tx, unit, places)


def move(tx: Transaction, choice: Choice, unit: int) -> None:
    """Move an acting unit as chosen. Raises Refused, by all that stands in its way."""
    ways = ways_of(tx, choice, unit)
    if ways and choice.inches:
        raise Refused(f"{tx.roster.names[unit]} stands somewhere; say where it goes, with `to`")
    inches = choice.inches if choice.inches is not None else max(map(length, ways))
    refused: list[Refused] = []
    for check in (check_reach, check_held, check_route, check_bases, into_and_out_of):
        try:
            check(tx, unit, ways, inches)
        except Refused as found:
            refused.append(found)
        if refused and not refused[0].by:
            break
    if refused:
        raise all_of_them(tx, unit, refused)
    to = max(ways, key=length)[-1] if choice.inches is None else None
    _, by = reach(tx, unit)
    tx.events.append(Moved(tx.roster.names[unit], to, round(inches, 3), by))
    tx.update_attempt(moved=tx.frame.attempt.moved | 1 << unit, dice=())


def all_of_them(tx: Transaction, unit: int, refused: list[Refused]) -> Refused:
    """One refusal by the clauses of several, and by those that let no move end like this."""
    try:
        check_ends(tx, 1 << unit)
    except Refused as found:
        refused.append(found)
    return Refused(refused[0].message, tuple(it for found in refused for it in found.by))


def reach(tx: Transaction, unit: int) -> tuple[float, tuple[str, ...]]:
    """How far a unit may move, and the clauses that let it go so far.

    Raises Refused when that was not said.
    """
    moves, reach_of = tx.demand(tx.part.moves), tx.demand(tx.part.reach)
    tx.dice = iter(tx.frame.attempt.dice)
    if not isinstance(moves.value.up_to, str):
        return reach_of.value(tx, unit, tx.scene()), (moves.clause,)
    known = known_value(tx, moves.value.up_to, unit)
    if known is None:
        name = tx.roster.names[unit]
        raise Refused(f"nobody has said how far {name} moves: its card has no such number")
    return known[0], (moves.clause, *known[1])


def check_reach(tx: Transaction, unit: int, ways: tuple[Way, ...], inches: float) -> None:
    """Raises Refused when a move goes too far, or not as far as it has to.

    Of several models it is the one that goes farthest.
    """
    most, by = reach(tx, unit)
    name = tx.roster.names[unit]
    if not inches >= 0:
        raise Refused(f'a move of {name} is 0" long or longer, not {inches:g}"', by)
    if not near(inches, most):
        # Rounded up, so that what is too far does not look as if it were not.
        far, who = ceil(inches * 100) / 100 if isfinite(inches) else inches, mover(name, ways)
        raise Refused(f'{far:g}" is too far for {who}, which may move {most}"', by)
    tx.dice = iter(tx.frame.attempt.dice)
    least = tx.rule(tx.part.least_reach)
    if least is not None and not near(wanted := least.value(tx, unit, tx.scene()), inches):
        raise Refused(f'{name} moves {inches:g}", and has to move {wanted}"', (least.clause,))


def check_end(tx: Transaction) -> None:
    """Check how a move ends, with all that it causes. Raises Refused when it must end otherwise."""
    check_ends(tx, tx.frame.attempt.moved & tx.alive)


def check_ends(tx: Transaction, moved: int) -> None:
    """The same of the units of a mask, as things are now."""
    ended = {it.clause: it.value(tx, moved, tx.scene()) for it in tx.held(tx.part.must_end)}
    by = tuple(clause for clause, well in ended.items() if moved & ~well)
    if by:
        name = tx.roster.names[(moved & ~ended[by[0]]).bit_length() - 1]
        raise Refused(f"{name} must not end its move like this", by)


def into_and_out_of(tx: Transaction, unit: int, ways: tuple[Way, ...], inches: float) -> None:
    """Put a unit where its move ends, with the facts this ends and begins between it and enemies.

    Raises Refused when it does what no clause lets it; the transaction is then thrown
    away with all that was changed.
    """
    part = tx.part
    names = tx.roster.names
    name = names[unit]
    before = held_pairs(tx, unit)
    if ways:
        put(tx, unit, tuple(way[-1] for way in ways))
    may_leave = {r.value: r.clause for r in tx.held(part.may_leave)}
    may_enter = {r.value: r.clause for r in tx.held(part.may_enter)}
    declared = {
        (fact, a if b == unit else b) for fact, a, b in tx.rest.pairs if unit in (a, b)
    } & before
    for fact, other in sorted(declared):
        term = tx.program.fact(fact)
        # Who does not move, or is still as near as that, has not left.
        is_left = inches > 0 and not sharing_by_measure(tx, term, unit, 1 << other, tx.scene())
        if fact in may_leave and is_left:
            tx.end_pair(term, unit, other, (may_leave[fact],))
            tx.end_pair(term, other, unit, (may_leave[fact],))
    after = held_pairs(tx, unit)
    for fact, other in sorted(before - after):
        if fact not in may_leave:
            raise Refused(
                f"nothing lets {name} stop being {fact} with {names[other]} by this move",
                crossed_by(tx, "may_leave", fact),
            )
        if (fact, other) not in declared:
            tx.events.append(NoLonger(fact, name, names[other], (may_leave[fact],)))
    may_stay = {r.value: r.clause for r in tx.held(part.may_stay)}
    held = before & declared
    stays = {(fact, other) for fact, other in held if fact not in may_stay and is_contact(tx, fact)}
    if inches > 0 and not all(fact in may_leave for fact, _ in stays):
        held_by = (
            clause for fact, _ in sorted(stays) for clause in crossed_by(tx, "may_leave", fact)
        )
        raise Refused(
            f"{name} is held where it is, and nothing lets it leave by this move",
            tuple(dict.fromkeys(held_by)),
        )
    for fact, other in sorted(after - before):
        if fact not in may_enter:
            check_ends(tx, 1 << unit)
            raise Refused(
                f"nothing lets {name} become {fact} with {names[other]} by this move",
                crossed_by(tx, "may_enter", fact),
            )
        tx.events.append(BecameTrue(fact, name, names[other], (may_enter[fact],)))
