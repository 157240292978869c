"""Initiative: in which order the sides go, and what a tie does."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from turnwright.engine.conditions import parse_dice
from turnwright.engine.decision import Awaits, ChoiceKind
from turnwright.engine.parts import Ruling
from turnwright.engine.program import CompiledKey
from turnwright.engine.state import (
    NOBODY,
    Ending,
    Frame,
    History,
    KeptOrder,
    PendingDecision,
    TurnsBody,
    side_bit,
)
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.event import WentFirst
from turnwright.language.turn_order import Again, First, Was

ROLL_OFF = "roll-off"
"""What dice are for when sides roll for their order."""


@dataclass(slots=True)
class Ordering:
    """The order of the sides, with the clauses that settled it."""

    sides: tuple[int, ...]
    by: tuple[str, ...]


Groups = list[tuple[int, ...]]
"""Sides that are equal so far, best first."""


def settle_order(tx: Transaction, frame: Frame) -> PendingDecision | None:
    """Settle the order of the sides in a step; what is awaited, if that takes an input."""
    part = tx.program.orders(frame.step)
    for kept in tx.rest.kept_orders:
        if kept.step == frame.step:
            give_order(tx, kept.order, kept.by)
            return None
    decides = tx.rule(part.decides)
    ruling = decides or tx.rule(part.first)
    if ruling is None:
        return stuck(frame, "first")
    found = ordering(tx, frame, ruling)
    if isinstance(found, PendingDecision):
        return found
    if decides is not None:
        every = tuple((tx.roster.side(side), side_bit(side)) for side in tx.sides())
        return PendingDecision(
            Awaits.CHOICE,
            frame.step,
            side=found.sides[0],
            legal=every,
            kind=ChoiceKind.FIRST,
            by=found.by,
        )
    keep_order(tx, frame, found.sides, found.by)
    return None


def ordering(tx: Transaction, frame: Frame, ruling: Ruling[Any]) -> Ordering | PendingDecision:
    """The order of the sides by a ruling, or what is awaited."""
    value = ruling.value
    if not isinstance(value, First) or value in (First.FEWEST, First.MOST):
        return _Contest(tx, frame, ruling).ordered()
    side = named(tx, frame, value)
    if side == NOBODY:
        return stuck(frame, "first", ruling.clause)
    return Ordering(_from(tx, side), (ruling.clause,))


def first_side(
    tx: Transaction, frame: Frame, ruling: Ruling[Any]
) -> tuple[int, PendingDecision | None]:
    """The side that comes first by an order that is not kept, or the input that this takes."""
    found = ordering(tx, frame, ruling)
    return (NOBODY, found) if isinstance(found, PendingDecision) else (found.sides[0], None)


def chosen_first(tx: Transaction, frame: Frame, side: int, by: tuple[str, ...]) -> None:
    """A side was chosen to go first; the others follow in the order in which they are listed."""
    keep_order(tx, frame, _from(tx, side), by)


def keep_order(tx: Transaction, frame: Frame, order: tuple[int, ...], by: tuple[str, ...]) -> None:
    """Note the order of the sides, for as long as it is kept."""
    part = tx.program.orders(frame.step)
    kept = tx.rule(part.kept)
    if kept is not None:
        by = (*by, kept.clause)
        known = KeptOrder(frame.step, order, Ending(kept.value), by)
        tx.rest = tx.rest._replace(kept_orders=(*tx.rest.kept_orders, known))
    if tx.remembers(frame.step):
        tx.remember(frame.step, order=order, outs=())
    give_order(tx, order, by)


def give_order(tx: Transaction, order: tuple[int, ...], by: tuple[str, ...]) -> None:
    """The sides go in this order in the innermost step."""
    frame = tx.frame
    body = frame.body
    assert isinstance(body, TurnsBody)
    order = tuple(side for side in order if not tx.rest.lost >> side & 1)
    tx.update_body(body._replace(order=order, holder=order[0], because=by))
    tx.events.append(WentFirst(frame.step, tx.roster.side(order[0]), by))


def _from(tx: Transaction, side: int) -> tuple[int, ...]:
    """All sides in the order in which they are listed, beginning with this one."""
    sides = tx.sides()
    at = bisect_left(sides, side)
    return sides[at:] + sides[:at]


def named(tx: Transaction, frame: Frame, first: First) -> int:
    """The one side that a word names; -1 when there is none."""
    side = frame.side
    if first is First.ACTIVE:
        return side
    if first is First.OTHER and side != NOBODY:
        return _from(tx, side + 1)[0]
    if first is First.MISSION and tx.rest.mission_first:
        return tx.roster.number[tx.rest.mission_first] - 1
    if first is First.LISTED_FIRST:
        return 0
    if first is First.LISTED_SECOND:
        return 1 % tx.roster.sides
    return NOBODY


class _Contest:
    """Works the order out from its keys; asked anew after each roll, with all dice so far."""

    def __init__(self, tx: Transaction, frame: Frame, ruling: Ruling[Any]) -> None:
        self.tx = tx
        self.frame = frame
        self.ruling = ruling
        body = frame.body
        assert isinstance(body, TurnsBody)
        self.answers: Iterator[tuple[int, ...]] = iter(body.answers)
        self.by = [ruling.clause]
        self.rolled: set[int] = set()
        self.awaited: PendingDecision | None = None

    def ordered(self) -> Ordering | PendingDecision:
        """The order, or what is awaited."""
        tx, value = self.tx, self.ruling.value
        sides = tx.sides()
        groups = self.split(value, sides)
        ties = list(tx.held(tx.program.orders(self.frame.step).ties))
        last_roll = value if isinstance(value, CompiledKey) and value.key.roll else None
        # Only the first matters to a word that names one side; a key puts all in order.
        whole = isinstance(value, CompiledKey)
        position = 0
        while not self.waits and (tied := self.first_tie(groups, whole)) is not None:
            if position >= len(ties):
                return stuck(self.frame, "ties", *self.by)
            tie = ties[position]
            self.by.append(tie.clause)
            if tie.value is Again.AGAIN:
                if last_roll is None:
                    return stuck(self.frame, "ties", *self.by)
                broken = self.split(last_roll, groups[tied])
            else:
                broken = self.split(tie.value, groups[tied])
                if isinstance(tie.value, CompiledKey) and tie.value.key.roll:
                    last_roll = tie.value
                if not self.waits and (len(broken) == 1 or position + 1 < len(ties)):
                    position += 1
            groups[tied : tied + 1] = broken
        if self.awaited is not None:
            return self.awaited
        order = tuple(side for group in groups for side in group)
        if not whole:
            order = _from(tx, order[0])
        if self.rolled and tx.remembers(self.frame.step):
            rolled = tuple(side for side in order if side in self.rolled)
            tx.remember(self.frame.step, rolled=rolled)
        return Ordering(order, tuple(dict.fromkeys(self.by)))

    @property
    def waits(self) -> bool:
        """Whether dice have to be rolled before it can go on."""
        return self.awaited is not None

    def first_tie(self, groups: Groups, whole: bool) -> int | None:
        """The first group of sides that are still equal and whose order matters."""
        for index, group in enumerate(groups if whole else groups[:1]):
            if len(group) > 1:
                return index
        return None

    def split(self, value: Any, sides: tuple[int, ...]) -> Groups:
        """Sides that were equal, apart by one key."""
        if isinstance(value, First):
            if value in (First.FEWEST, First.MOST):
                table = self.tx.on_table()
                units = self.tx.roster.units
                return self.by_level(
                    sides, lambda side: (units[side] & table).bit_count(), value is First.FEWEST
                )
            best = named(self.tx, self.frame, value)
            if best == NOBODY:
                return [sides]
            return [(side,) for side in _from(self.tx, best) if side in sides]
        key = value.key
        if key.roll:
            return self.roll_off(value, sides)
        if key.was is not None:
            return self.as_before(value, sides)
        if value.as_in:
            return self.as_in(value.as_in, sides)
        scene = replace(self.tx.scene(), side=NOBODY)
        amount = value.amount
        return self.by_level(sides, lambda side: amount(self.tx, side + 1, scene), key.lowest)

    def by_level(self, sides: tuple[int, ...], level: Callable[[int], int], lowest: bool) -> Groups:
        """Sides by a number, highest or lowest first."""
        levels: dict[int, tuple[int, ...]] = {}
        for side in sides:
            found = level(side)
            levels[found] = (*levels.get(found, ()), side)
        return [levels[found] for found in sorted(levels, reverse=not lowest)]

    def roll_off(self, value: CompiledKey, sides: tuple[int, ...]) -> Groups:
        """Each of these sides rolls."""
        many, faces = parse_dice(value.key.roll)
        dice = next(self.answers, None)
        if dice is None:
            self.awaited = PendingDecision(
                Awaits.ROLL,
                self.frame.step,
                dice=value.key.roll,
                what=ROLL_OFF,
                many=many * len(sides),
                faces=faces,
                rollers=sides,
                by=tuple(dict.fromkeys(self.by)),
            )
            return [sides]
        self.rolled |= {*sides}
        scene = replace(self.tx.scene(), side=NOBODY)
        totals = {}
        for index, side in enumerate(sides):
            totals[side] = sum(dice[index * many : (index + 1) * many])
            if value.amount is not None:
                totals[side] += value.amount(self.tx, side + 1, scene)
        return self.by_level(sides, totals.__getitem__, value.key.lowest)

    def as_before(self, value: CompiledKey, sides: tuple[int, ...]) -> Groups:
        """Sides by what they were the last time; the first time all are equal."""
        history = self.tx.history(value.of or self.frame.step)
        assert value.key.was is not None
        first = _who_was(history, value.key.was)
        if first not in sides:
            return [sides]
        return [(first,), tuple(side for side in sides if side != first)]

    def as_in(self, step: str, sides: tuple[int, ...]) -> Groups:
        """Sides in the order that was settled in another step."""
        for kept in self.tx.rest.kept_orders:
            if kept.step == step:
                self.by += kept.by
                return [(side,) for side in kept.order if side in sides]
        self.awaited = stuck(self.frame, "kept", *self.by)
        return [sides]


def _who_was(history: History, was: Was) -> int:
    """The side that was this the last time; -1 where nothing is remembered."""
    order = {
        Was.WENT_FIRST: history.order,
        Was.WENT_LAST: history.order,
        Was.WON_ROLL: history.rolled,
        Was.LOST_ROLL: history.rolled,
        Was.FINISHED_FIRST: history.outs,
        Was.FINISHED_LAST: history.outs,
    }[was]
    if not order:
        return NOBODY
    return order[-1 if was in (Was.WENT_LAST, Was.LOST_ROLL, Was.FINISHED_LAST) else 0]
