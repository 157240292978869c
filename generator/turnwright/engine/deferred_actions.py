"""Deferred actions: what is declared now, and carried out in a later step, and in which order."""

from __future__ import annotations

from turnwright.engine.decision import Reason, Refused
from turnwright.engine.eligibility import ranked
from turnwright.engine.parts import Ruling
from turnwright.engine.program import TurnsPart
from turnwright.engine.state import DeferredAction, Doing, bits, side_bit
from turnwright.engine.steps import open_step
from turnwright.engine.transaction import Transaction
from turnwright.language.eligibility import Gathers
from turnwright.language.event import PutOff
from turnwright.language.input import Choice
from turnwright.language.turn_order import Sequencing

Gathering = tuple[Ruling[Gathers], ...]


def do_or_put_off(tx: Transaction, doing: Doing) -> None:
    """Open a step for a side and its acting units, or note it where it is only declared."""
    if not (tx.program.steps[doing.step].put_off and put_off(tx, doing)):
        open_step(tx, doing)


def put_off(tx: Transaction, doing: Doing) -> bool:
    """Note an action that is carried out in a later step; whether it is put off at all."""
    roster = tx.roster
    ruling = tx.rule_of(tx.program.steps[doing.step].put_off, doing.units or side_bit(doing.side))
    if ruling is None:
        return False
    later = ruling.value
    place, gathered = place_in_line(tx, later, doing)
    by = (ruling.clause, *gathered, *doing.by)
    line = tx.rest.put_off
    waiting = DeferredAction(later, doing._replace(by=by))
    tx.update(put_off=(*line[:place], waiting, *line[place:]))
    who, on = roster.named(doing.units), roster.name(doing.target)
    tx.events.append(PutOff(roster.side(doing.side), doing.step, who, on, later, by))
    return True


def place_in_line(tx: Transaction, later: str, doing: Doing) -> tuple[int, tuple[str, ...]]:
    """Where an action that is put off stands among those that wait; the clauses that say so.

    It is last, or follows those with which it shares most of what the later step gathers by.
    """
    part = tx.program.steps[later]
    rulings = tuple(tx.held(part.gathers)) if isinstance(part, TurnsPart) else ()
    line = tx.rest.put_off
    place, most = len(line), 0
    for number, other in enumerate(line):
        alike = how_alike(tx, rulings, doing, other.doing) if other.step == later else 0
        if alike and alike >= most:
            place, most = number + 1, alike
    moved = place < len(line)
    return place, tuple(ruling.clause for ruling in rulings[:most]) if moved else ()


def how_alike(tx: Transaction, rulings: Gathering, one: Doing, other: Doing) -> int:
    """How many of the things that actions are gathered by two of them share, the first ones."""
    for number, ruling in enumerate(rulings):
        is_alike = (
            one.target == other.target
            if ruling.value is Gathers.TARGET
            else profile_of(tx, one) == profile_of(tx, other)
        )
        if not is_alike:
            return number
    return len(rulings)


def profile_of(tx: Transaction, doing: Doing) -> tuple[object, object]:
    """The numbers and the keywords of the item that is used, on the card of the last unit."""
    card = tx.roster.cards[doing.units.bit_length() - 1]
    return card.profiles.get(doing.item, {}), {*card.carries.get(doing.item, ())}


# Which comes next


def next_ones(tx: Transaction) -> tuple[list[DeferredAction], tuple[str, ...]]:
    """What may be carried out next of what was put off to this step; the clauses that say so.

    Where the order is free, whatever shares most with what was carried out last; else the first.
    """
    part = tx.dealing
    waiting = [p for p in tx.rest.put_off if p.step == part.name]
    if not waiting:
        return [], ()
    everybody = 0
    for one in waiting:
        everybody |= one.doing.units
    # Whoever is gone and is carried out all the same has the rank that it had.
    best, behind = ranked(tx, everybody)
    first = [p for p in waiting if p.doing.units & best] or waiting
    side = first[0].doing.side
    by = tuple(clause for clause, _ in behind)
    order = tx.rule(part.order, side)
    if order is None or order.value is not Sequencing.FREE:
        return first[:1], by
    mine = [p for p in first if p.doing.side == side]
    most = max(p.alike for p in mine)
    return [p for p in mine if p.alike == most], (*by, order.clause)


def is_alike(tx: Transaction, one: DeferredAction, other: DeferredAction) -> bool:
    """True where it makes no difference which of two is carried out first."""
    mine, theirs = one.doing, other.doing
    if mine.target != theirs.target:
        return False
    same = (mine.step, mine.units, mine.item) == (theirs.step, theirs.units, theirs.item)
    return same or (bool(mine.item) and profile_of(tx, mine) == profile_of(tx, theirs))


def carry_out(tx: Transaction, chosen: DeferredAction, by: tuple[str, ...]) -> None:
    """Carry out an action that was put off."""
    rulings = tuple(tx.held(tx.dealing.gathers))
    left = list(tx.rest.put_off)
    left.remove(chosen)
    for at, one in enumerate(left):
        if one.step == chosen.step:
            left[at] = one._replace(alike=how_alike(tx, rulings, chosen.doing, one.doing))
    tx.update(put_off=tuple(left))
    tx.update_turns(used=True)
    by = tuple(dict.fromkeys((*by, *chosen.doing.by)))
    open_step(tx, chosen.doing._replace(by=by))


def choose_next(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> None:
    """A side says what is carried out next. Raises Refused when that may not come next."""
    found, _ = next_ones(tx)
    waiting = [p for p in tx.rest.put_off if p.step == tx.dealing.name]
    same = [p for p in waiting if is_meant(tx, p.doing, choice, units)]
    if not same:
        raise Refused("nothing of that kind was declared", tx.ask.by, Reason.RULED_OUT)
    fitting = [p for p in found if p in same]
    if not fitting:
        rulings = tuple(tx.held(tx.dealing.gathers))
        by = (rulings[same[0].alike].clause,) if same[0].alike < len(rulings) else tx.ask.by
        raise Refused("what goes with the last one comes first", by, Reason.RULED_OUT)
    if not all(is_alike(tx, fitting[0], other) for other in fitting):
        raise Refused(f"say at whom, and with what, {choice.does} comes next")
    carry_out(tx, fitting[0], tx.ask.by)


def is_meant(tx: Transaction, doing: Doing, choice: Choice, units: tuple[int, ...]) -> bool:
    """True for an action that was put off and that an input may mean."""
    group = sum(1 << unit for unit in units)
    return (
        doing.step == choice.does
        and (not group or doing.units == group)
        and choice.target in ("", tx.roster.name(doing.target))
        and choice.using in ("", doing.item)
    )


def declared(tx: Transaction, name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """For each unit, at whom an action that may come next was declared."""
    found: dict[str, dict[str, None]] = {}
    for it in (one.doing for one in next_ones(tx)[0]):
        for unit in bits(it.units if it.step == name else 0):
            found.setdefault(tx.roster.names[unit], {})[tx.roster.name(it.target)] = None
    return tuple((who, tuple(filter(None, on))) for who, on in found.items())
