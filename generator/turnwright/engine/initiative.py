"""Initiative: who has the first chance of a step, and what a tie does."""

from __future__ import annotations

from turnwright.engine.decision import Awaits, Offer
from turnwright.engine.dice import parse
from turnwright.engine.event import WentFirst
from turnwright.engine.state import NOBODY, Ask, Frame, Kept
from turnwright.engine.table import Table
from turnwright.language.chance import First, Swaps, TiedRoll

ROLL_OFF = "roll-off"
"""What dice are for when each side rolls and the higher wins."""


def stuck(frame: Frame, word: str, *by: str) -> Ask:
    """The round stops: no clause says this word."""
    return Ask(Awaits.UNSAID, frame, unsaid=word, by=by)


def other_side(table: Table, side: int) -> int:
    """The side that comes after this one."""
    return (side + 1) % table.roster.sides


# Who is first


def settle_first(table: Table, frame: Frame) -> Ask | None:
    """Settle who has the first chance of a step; what is awaited, if that takes an input."""
    plan = frame.plan
    name = plan.name
    for kept in table.kept:
        if kept.step == name:
            gets_first(table, kept.side, kept.by)
            return None
    first = table.say(plan, "first")
    decides = table.say(plan, "decides")
    ruling = decides or first
    if ruling is None:
        return stuck(frame, "first")
    side, by, ask = named_side(table, frame, ruling.value, ruling.clause)
    if ask is not None:
        return ask
    if decides is not None:
        every = tuple((table.roster.side(s), 1 << s + 1) for s in range(table.roster.sides))
        return Ask(Awaits.CHOICE, frame, side=side, chances=every, offer=Offer.FIRST, by=by)
    keep_first(table, frame, side, by)
    return None


def keep_first(table: Table, frame: Frame, side: int, by: tuple[str, ...]) -> None:
    """Note who is first, for as long as that is kept."""
    plan = frame.plan
    kept = table.say(plan, "kept")
    if kept is not None:
        by = (*by, kept.clause)
        table.kept = (*table.kept, Kept(plan.name, side, table.meant(kept.value), by))
    gets_first(table, side, by)


def gets_first(table: Table, side: int, by: tuple[str, ...]) -> None:
    """Give a side the first chance."""
    frame = table.change_top(holder=side, settled=by)
    table.note(*by)
    table.events.append(WentFirst(frame.plan.name, table.roster.side(side), by))


def named_side(
    table: Table, frame: Frame, first: First, clause: str
) -> tuple[int, tuple[str, ...], Ask | None]:
    """The side that a clause means, the clauses that say so, and what is awaited to know it."""
    by: tuple[str, ...] = (clause,)
    side = NOBODY
    sides = table.roster.sides
    if first is First.ACTIVE:
        side = frame.side
    elif first is First.OTHER and frame.side >= 0:
        side = other_side(table, frame.side)
    elif first is First.MISSION and table.mission_first:
        side = table.roster.number[table.mission_first] - 1
    elif first is First.FIRST_SIDE:
        side = 0
    elif first is First.SECOND_SIDE:
        side = 1 % sides
    elif first in (First.FEWEST, First.MOST):
        return counted_side(table, frame, first, clause)
    if side == NOBODY:
        return side, by, stuck(frame, "first", clause)
    swaps = table.say(frame.plan, "swaps")
    if swaps:
        by = (*by, swaps.clause)
        if swaps.value is Swaps.EACH_ROUND:
            side = (side + max(table.round - 1, 0)) % sides
    return side, by, None


def counted_side(
    table: Table, frame: Frame, first: First, clause: str
) -> tuple[int, tuple[str, ...], Ask | None]:
    """The side with the fewest or most units on the table; a tie is rolled for."""
    counts = [(mine & table.on_table()).bit_count() for mine in table.roster.units]
    best = min(counts) if first is First.FEWEST else max(counts)
    tied = tuple(side for side, count in enumerate(counts) if count == best)
    if len(tied) == 1:
        return tied[0], (clause,), None
    if frame.won >= 0:
        return frame.won, (clause, *frame.settled), None
    ties = table.say(frame.plan, "ties")
    if ties is None:
        return NOBODY, (clause,), stuck(frame, "ties", clause)
    _, faces = parse(ties.value)
    ask = Ask(
        Awaits.ROLL,
        frame,
        dice=ties.value,
        what=ROLL_OFF,
        many=len(tied),
        faces=faces,
        rollers=tied,
        by=(clause, ties.clause),
    )
    return NOBODY, (clause,), ask


def rolled_off(table: Table, frame: Frame, ask: Ask, dice: tuple[int, ...]) -> Ask | None:
    """A roll-off came up: note who won, or what a tie does."""
    best = max(dice)
    won = [side for side, die in zip(ask.rollers, dice, strict=True) if die == best]
    by = ask.by[1:]
    if len(won) > 1:
        ruling = table.say(frame.plan, "tied_roll")
        if ruling is None:
            return stuck(frame, "tied_roll")
        if ruling.value is TiedRoll.AGAIN:
            return None
        won = won[:1]
        by = (*by, ruling.clause)
    table.change_top(won=won[0], settled=by)
    return None
