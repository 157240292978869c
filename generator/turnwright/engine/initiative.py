"""Initiative: in which order the sides go, and what a tie does."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from turnwright.engine.decision import Awaits, ChoiceKind, parse_dice
from turnwright.engine.parts import Ruling
from turnwright.engine.program import CompiledKey
from turnwright.engine.state import NOBODY, Ending, History, KeptOrder, PendingDecision, side_bit
from turnwright.engine.transaction import Pending, Transaction
from turnwright.language.event import WentFirst
from turnwright.language.turn_order import Again, First, Was

ROLL_OFF = "roll-off"
"""What dice are for when sides roll for their order."""


class Ordering(NamedTuple):
    """The order of the sides, with the clauses that settled it."""

    sides: tuple[int, ...]
    by: tuple[str, ...]


Groups = list[tuple[int, ...]]
"""Sides that are equal so far, best first."""


def settle_order(tx: Transaction) -> PendingDecision | None:
    """Settle the order of the sides in a step; what is awaited, if that takes an input."""
    step, part = tx.frame.step, tx.dealing
    for kept in tx.rest.kept_orders:
        if kept.step == step:
            give_order(tx, kept.order, kept.by)
            return None
    decides = tx.rule(part.decides)
    found = ordering(tx, decides or tx.demand(part.first))
    if decides is not None:
        every = tuple((tx.roster.side(side), side_bit(side)) for side in tx.sides())
        return tx.choice(ChoiceKind.FIRST, found.sides[0], every, found.by)
    keep_order(tx, found.sides, found.by)
    return None


def ordering(tx: Transaction, ruling: Ruling[Any]) -> Ordering:
    """The order of the sides by a ruling. Raises Pending when that takes a roll."""
    value = ruling.value
    if not isinstance(value, First) or value in (First.FEWEST, First.MOST):
        return _Contest(tx, ruling).ordered()
    side = named(tx, value)
    if side == NOBODY:
        raise tx.unsaid("first", ruling.clause)
    return Ordering(beginning_with(tx, side), (ruling.clause,))


def keep_order(tx: Transaction, order: tuple[int, ...], by: tuple[str, ...]) -> None:
    """Note the order of the sides, for as long as it is kept."""
    step = tx.frame.step
    kept = tx.rule(tx.dealing.kept)
    if kept is not None:
        by = (*by, kept.clause)
        known = KeptOrder(step, order, Ending(kept.value), by)
        tx.update(kept_orders=(*tx.rest.kept_orders, known))
    if tx.remembers(step):
        tx.remember(step, order=order, outs=())
    give_order(tx, order, by)


def give_order(tx: Transaction, order: tuple[int, ...], by: tuple[str, ...]) -> None:
    """The sides go in this order in the innermost step."""
    order = tuple(side for side in order if not tx.out() >> side & 1)
    tx.update_turns(order=order, holder=order[0], because=by)
    tx.events.append(WentFirst(tx.frame.step, tx.roster.side(order[0]), by))


def beginning_with(tx: Transaction, side: int) -> tuple[int, ...]:
    """All sides in the order in which they are listed, beginning with this one."""
    sides = tx.sides()
    at = bisect_left(sides, side)
    return sides[at:] + sides[:at]


def named(tx: Transaction, first: First) -> int:
    """The one side that a word names; -1 when there is none."""
    side = tx.frame.side
    if first is First.ACTIVE:
        return side
    if first is First.OTHER and side != NOBODY:
        return beginning_with(tx, side + 1)[0]
    if first is First.MISSION and tx.rest.mission_first:
        return tx.roster.number.get(tx.rest.mission_first, 0) - 1
    if first is First.DRAWN:
        return tx.rest.drawn
    if first is First.LISTED_FIRST:
        return 0
    if first is First.LISTED_SECOND:
        return 1 % tx.roster.sides
    return NOBODY


class _Contest:
    """Works the order out from its keys; asked anew after each roll, with all dice so far."""

    def __init__(self, tx: Transaction, ruling: Ruling[Any]) -> None:
        self.tx = tx
        self.step = tx.frame.step
        self.ruling = ruling
        self.answers: Iterator[tuple[int, ...]] = iter(tx.turns.answers)
        self.by = [ruling.clause]
        self.rolled: set[int] = set()

    def ordered(self) -> Ordering:
        """The order of the sides."""
        tx, value = self.tx, self.ruling.value
        ties = list(tx.held(tx.dealing.ties))
        groups = self.split(value, tx.sides())
        last_roll = value if isinstance(value, CompiledKey) and value.key.roll else None
        # Only the first matters to a word that names one side; a key puts all in order.
        whole = isinstance(value, CompiledKey)
        position = 0
        while (tied := self.first_tie(groups, whole)) is not None:
            if position >= len(ties):
                raise tx.unsaid("ties", *self.by)
            tie = ties[position]
            self.by.append(tie.clause)
            if tie.value is Again.IN_TURN:
                broken = self.in_turn(groups, tied)
            elif tie.value is Again.AGAIN:
                if last_roll is None:
                    raise tx.unsaid("ties", *self.by)
                broken = self.split(last_roll, groups[tied])
            else:
                broken = self.split(tie.value, groups[tied])
                if isinstance(tie.value, CompiledKey) and tie.value.key.roll:
                    last_roll = tie.value
                if len(broken) == 1 or position + 1 < len(ties):
                    position += 1
            groups[tied : tied + 1] = broken
        order = tuple(side for group in groups for side in group)
        if not whole:
            order = beginning_with(tx, order[0])
        if self.rolled and tx.remembers(self.step):
            tx.remember(self.step, rolled=tuple(side for side in order if side in self.rolled))
        return Ordering(order, tuple(dict.fromkeys(self.by)))

    def in_turn(self, groups: Groups, tied: int) -> Groups:
        """Sides that are equal, from the one that is listed after the side before them."""
        before = groups[tied - 1][-1] if tied else -1
        after = sorted(groups[tied], key=lambda side: (side < before, side))
        return [(side,) for side in after]

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
                table, units = self.tx.on_table(), self.tx.roster.units
                many = {side: (units[side] & table).bit_count() for side in sides}
                return self.by_level(many, value is First.FEWEST)
            best = named(self.tx, value)
            if best == NOBODY:
                return [sides]
            return [(side,) for side in beginning_with(self.tx, best) if side in sides]
        key = value.key
        if key.roll:
            return self.roll_off(value, sides)
        if key.was is not None:
            return self.as_before(value, sides)
        if value.as_in:
            return self.as_in(value.as_in, sides)
        return self.by_level({side: self.amount(value, side) for side in sides}, key.lowest)

    def amount(self, value: CompiledKey, side: int) -> int:
        """The amount of a key, for one side."""
        scene = replace(self.tx.scene(), side=NOBODY)
        return value.amount(self.tx, side + 1, scene) if value.amount is not None else 0

    def by_level(self, levels: Mapping[int, int], lowest: bool) -> Groups:
        """Sides by a number, highest or lowest first."""
        groups: dict[int, tuple[int, ...]] = {}
        for side, level in levels.items():
            groups[level] = (*groups.get(level, ()), side)
        return [groups[level] for level in sorted(groups, reverse=not lowest)]

    def roll_off(self, value: CompiledKey, sides: tuple[int, ...]) -> Groups:
        """Each of these sides rolls."""
        tx = self.tx
        many, _ = parse_dice(value.key.roll)
        dice = next(self.answers, None)
        if dice is None:
            by = tuple(dict.fromkeys(self.by))
            roll = tx.dice_wanted(ROLL_OFF, value.key.roll, by, len(sides), rollers=sides)
            raise Pending(replace(roll, side=NOBODY))
        self.rolled |= {*sides}
        totals = {
            side: sum(dice[index * many : (index + 1) * many]) + self.amount(value, side)
            for index, side in enumerate(sides)
        }
        return self.by_level(totals, value.key.lowest)

    def as_before(self, value: CompiledKey, sides: tuple[int, ...]) -> Groups:
        """Sides by what they were the last time; the first time all are equal."""
        history = self.tx.history(value.of or self.step)
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
        # It is that step which has to say for how long.
        raise Pending(PendingDecision(Awaits.UNSAID, step, unsaid="kept", by=tuple(self.by)))


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
