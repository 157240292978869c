"""Values: the numbers of units, sides and the battle, with the clauses that make them up."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from turnwright.engine.decision import Stop
from turnwright.engine.parts import ValuePart
from turnwright.engine.state import BattleRoster
from turnwright.engine.transaction import NO_SCENE, Known, Transaction
from turnwright.language.fact import Holder

UNIT = Holder.UNIT
"""The holder of nearly every value: an enumeration looks its members up slowly."""


def holder_of(roster: BattleRoster, part: ValuePart | None, who: int, name: str) -> int:
    """Whose number a value is, asked of somebody. Raises Stop when a side is asked for a unit's."""
    if part is None or part.holder is UNIT:
        if who <= roster.sides:
            raise Stop(f"{name} of {roster.names[who]}")
        return who
    return roster.side_of[who] + 1 if part.holder is Holder.SIDE else 0


def part_of(tx: Transaction, name: str) -> ValuePart | None:
    """The value of this name; None for a plain number on cards."""
    return tx.program.values.get(name)


def known_value(tx: Transaction, name: str, who: int) -> Known | None:
    """A value with the clauses that make it up; None when no card and no clause gives it.

    Raises Stop where dice are needed that were not rolled.
    """
    part = tx.program.values.get(name)
    if is_stated(tx, part, name):
        number = holder_of(tx.roster, part, who, name)
        amount = tx.rest.numbers.get((name, number))
        if amount is None:
            amount = tx.roster.cards[number].has.get(name)
        if amount is not None:
            return amount, ()
        starts = part.starts.plain if part is not None else None
        if starts is None:
            return None
        tx.note(starts.clause)
        return starts.value(tx, number, NO_SCENE), (starts.clause,)
    kept = tx.remembered(name) if name in tx.program.lasting.values else tx.kept()
    found: tuple[Known | None, set[str] | None] | None = kept.get((name, who))
    used, record = tx.dice_used, tx.record
    # What was worked out where nobody kept a record does not say which clauses were asked.
    if found is None or (found[1] is None and record is not None):
        if record is None:
            found = _worked_out(tx, part, name, who), None
        else:
            noted: set[str] = set()
            tx.record = noted
            try:
                found = _worked_out(tx, part, name, who), noted
            finally:
                tx.record = record
                record |= noted
        if tx.dice_used == used:
            kept[name, who] = found
    elif record is not None and found[1]:
        record |= found[1]
    return found[0]


def is_stated(tx: Transaction, part: ValuePart | None, name: str) -> bool:
    """Whether a value is what it was set to, or what a card says, or the number it starts from."""
    rest = tx.rest
    return (
        (part is None or part.is_plain)
        and not (rest.value_spans and any(span.value == name for span in rest.value_spans))
        and not (rest.effects and any(effect.value == name for effect in rest.effects))
    )


class Working(NamedTuple):
    """A value as it is worked out."""

    start: int
    """What it starts from: what is kept of it."""
    amount: int
    """What it comes to before its bounds."""
    low: int | float
    high: int | float
    by: tuple[str, ...]


def _working(tx: Transaction, part: ValuePart | None, name: str, who: int) -> Working | None:
    """A value, worked out anew."""
    roster = tx.roster
    number = holder_of(roster, part, who, name)
    scene = tx.scene()
    mask = 1 << number
    on_card = name
    by: list[str] = []
    if part is not None and part.base.says and (base := part.base.ask(tx, mask, scene)):
        on_card = base.value
        by.append(base.clause)
    set_to = tx.rest.numbers
    start = set_to.get((on_card, number))
    if start is None and on_card != name:
        start = set_to.get((name, number))
    if start is None:
        start = roster.cards[number].has.get(on_card)
    if start is None and part is not None:
        starts = part.starts.ask(tx, mask, scene)
        if starts is not None:
            start = starts.value(tx, number, scene)
            by.append(starts.clause)
    spans = [it for it in tx.rest.value_spans if it.value in (name, on_card) and it.who & mask]
    if start is None and not any(span.sets for span in spans):
        return None
    start = start or 0
    amount = start
    for ruling in part.add if part else ():
        if ruling.binds(tx, mask, scene):
            amount += ruling.value(tx, number, scene)
            by.append(ruling.clause)
    for span in spans:
        # What it is set to is so whatever it was before, and where it was nothing.
        amount = span.amount if span.sets else amount + span.amount
        by = [*span.by] if span.sets else [*by, *span.by]
    for effect in tx.rest.effects:
        if effect.target == number and effect.value in (name, on_card):
            amount += effect.amount
    bounds: list[int | float] = [-inf, inf]
    for place, limit in enumerate((part.low, part.high) if part is not None else ()):
        if limit.says and (bound := limit.ask(tx, mask, scene)) is not None:
            bounds[place] = bound.value(tx, number, scene)
            by.append(bound.clause)
    return Working(start, amount, bounds[0], bounds[1], tuple(by))


def _worked_out(tx: Transaction, part: ValuePart | None, name: str, who: int) -> Known | None:
    """A value with its clauses, worked out anew."""
    found = _working(tx, part, name, who)
    if found is None:
        return None
    tx.note(*found.by)
    return int(min(max(found.amount, found.low), found.high)), found.by


def changed_start(tx: Transaction, name: str, who: int, amount: int, sets: bool) -> int:
    """What a value starts from once it has gone up or down, or to a number.

    No change leads past a bound: what is kept is bounded, and not only what is shown. What is added
    for a while is not kept; so where it alone leads past a bound, nothing of what is kept is lost.
    """
    found = _working(tx, part_of(tx, name), name, who)
    if found is None:
        return amount
    added = found.amount - found.start
    low, high = found.low, found.high
    # A bound may have come nearer since.
    kept = min(max(found.start, min(low, low - added)), max(high, high - added))
    now = kept + added
    after = min(max(amount, low), high) if sets else _moved(now, amount, low, high)
    return int(kept + after - now)


def change_that_binds(tx: Transaction, name: str, who: int, amount: int) -> int:
    """How much of a change of a known value its bounds let through."""
    found = _working(tx, part_of(tx, name), name, who)
    assert found is not None
    now = min(max(found.amount, found.low), found.high)
    return int(_moved(now, amount, found.low, found.high) - now)


def _moved(now: float, amount: int, low: float, high: float) -> float:
    """A number that goes up or down, and not past its bounds; it may be past them already."""
    return max(now + amount, min(now, low)) if amount < 0 else min(now + amount, max(now, high))


def value_of(tx: Transaction, name: str, who: int, by: Iterable[str] = ()) -> int:
    """A value. Raises Stop, naming value, card and the clauses that ask, when nothing gives it."""
    try:
        known = known_value(tx, name, who)
    except Stop as stop:
        stop.asked_by(*by)
        raise
    if known is None:
        number = holder_of(tx.roster, part_of(tx, name), who, name)
        raise Stop(f"{name} of {tx.roster.names[number]}", tuple(by))
    return known[0]


def wanted_dice(tx: Transaction, name: str, who: int) -> tuple[tuple[str, str], ...]:
    """The dice a value wants before it is known, each with the clause that wants them."""
    part = part_of(tx, name)
    scene = tx.scene()
    return tuple(
        (notation, ruling.clause)
        for notation, ruling in (part.dice if part else ())
        if ruling.binds(tx, 1 << who, scene)
    )
