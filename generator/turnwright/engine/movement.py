"""Movement: how far a move goes, by which way, and into or out of what."""

from __future__ import annotations

from turnwright.engine.contacts import held_pairs, is_contact, lets, measures
from turnwright.engine.decision import Awaits, ChoiceKind, Refused
from turnwright.engine.inputs import Choice
from turnwright.engine.measure import Way, length, near
from turnwright.engine.state import Frame, PendingDecision, Stage
from turnwright.engine.step_part import NO_CHECK, StepPart
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import known_value, wanted_dice
from turnwright.engine.ways import as_places, check_held, check_number, check_route, mover, ways_of
from turnwright.language.event import BecameTrue, Moved, NoLonger


def move_stage(tx: Transaction, frame: Frame, part: StepPart) -> PendingDecision | None:
    """Ask where the units move, one by one, and for the dice that say how far."""
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
    several = frame.units.bit_count() != 1
    on_its_way = choice.path or choice.paths
    if several or on_its_way or (choice.to is None) is not bool(choice.places):
        message = "say of each unit by itself where it arrives, with `to` or `places` alone"
        raise Refused(message)
    unit = frame.units.bit_length() - 1
    if choice.to is not None:
        tx.put(unit, (choice.to,))
        return
    places = as_places(choice.places)
    check_number(tx.roster.names[unit], places, tx.models(1 << unit))
    tx.put(unit, places)


def move(tx: Transaction, frame: Frame, choice: Choice, unit: int) -> None:
    """Move an acting unit as chosen. Raises Refused when a clause forbids it."""
    name = tx.roster.names[unit]
    ways = ways_of(tx, choice, unit)
    inches, by = how_far(tx, frame, choice, unit, ways)
    into_and_out_of(tx, unit, ways, inches)
    to = max(ways, key=length)[-1] if choice.inches is None else None
    tx.events.append(Moved(name, to, round(inches, 3), by))
    tx.update_attempt(moved=frame.attempt.moved | 1 << unit, dice=())


def how_far(
    tx: Transaction, frame: Frame, choice: Choice, unit: int, ways: tuple[Way, ...]
) -> tuple[float, tuple[str, ...]]:
    """How many inches a move goes, and the clauses that let it go so far.

    Of several models it is the one that goes farthest. Raises Refused when it goes too far or the
    wrong way, or when that was not said.
    """
    part = tx.part
    moves, reach_of = tx.rule(part.moves), tx.rule(part.reach)
    assert moves is not None
    assert reach_of is not None
    name = tx.roster.names[unit]
    who = mover(name, ways)
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
    inches = choice.inches if choice.inches is not None else max(map(length, ways))
    if not (inches >= 0 and near(inches, reach)):
        raise Refused(f'{who} moves {inches:g}", and may move {reach}"', by)
    tx.dice = iter(frame.attempt.dice)
    least = tx.rule(part.least_reach)
    if least is not None and not near(wanted := least.value(tx, unit, tx.scene()), inches):
        raise Refused(f'{name} moves {inches:g}", and has to move {wanted}"', (least.clause,))
    if ways and choice.inches:
        raise Refused(f"{name} stands somewhere; say where it goes, with `to`")
    check_held(tx, unit, ways)
    check_route(tx, frame, unit, ways)
    return inches, by


def check_end(tx: Transaction) -> None:
    """Check how a move ends, with all that it causes. Raises Refused when it must end otherwise."""
    moved = tx.frame.attempt.moved & tx.alive
    for ruling in tx.held(tx.part.must_end):
        against = moved & ~ruling.value(tx, moved, tx.scene())
        if against:
            name = tx.roster.names[against.bit_length() - 1]
            raise Refused(f"{name} must not end its move like this", (ruling.clause,))


def into_and_out_of(tx: Transaction, unit: int, ways: tuple[Way, ...], inches: float) -> None:
    """Put a unit where its move ends, with the facts this ends and begins between it and enemies.

    Raises Refused when it does what no clause lets it; the draft is then thrown away with all that
    was changed.
    """
    part = tx.part
    names = tx.roster.names
    name = names[unit]
    before = held_pairs(tx, unit)
    if ways:
        tx.put(unit, tuple(way[-1] for way in ways))
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
