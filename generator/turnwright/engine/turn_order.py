"""Turn order: a strategy for each cadence, and the table of them (`STRATEGIES`)."""

from __future__ import annotations

from dataclasses import replace

from turnwright.engine.chances import Chances, Strategy, record_pass, side_bits
from turnwright.engine.changes import pay
from turnwright.engine.decision import ChoiceKind
from turnwright.engine.deferred_actions import carry_out, do_or_put_off, is_alike, next_ones
from turnwright.engine.draws import container_of, draw_chance
from turnwright.engine.eligibility import acting_units, legal_actions, ranked, reasons, remaining
from turnwright.engine.initiative import settle_order
from turnwright.engine.program import Offer, StepPart, TurnsPart
from turnwright.engine.state import NOBODY, Doing, PendingDecision, bits, side_bit
from turnwright.engine.steps import close_step, count_step, open_step
from turnwright.engine.transaction import Barred, Transaction
from turnwright.language.container import DrawFor
from turnwright.language.eligibility import Together
from turnwright.language.event import Skipped
from turnwright.language.turn_order import Cadence, Unable, Until


class Unasked(Strategy):
    """Chances that everybody has once, and of which nobody is asked."""

    def offer(self) -> Offer:
        """The one thing that each chance is spent on."""
        offers = self.tx.program.offers[self.part.name]
        if not offers:
            raise self.tx.unsaid("each")
        return offers[0]

    def spend(self, side: int, mask: int, units: int, by: tuple[str, ...]) -> None:
        """Spend the next chance, of those of the mask."""
        tx, name = self.tx, self.offer().name
        child = tx.program.steps[name]
        count_step(tx, child, mask)
        pay(tx, child, mask, self.part)
        do_or_put_off(tx, Doing(name, side, units, by))

    def had_one(self) -> bool:
        """Close the step after one chance, if a clause says so; whether it did."""
        if self.tx.turns.used and (by := self.endings(Until.ONE_CHANCE)):
            close_step(self.tx, by)
            return True
        return False

    def all_dealt(self, *also: Until) -> tuple[str, ...]:
        """The clauses by which the step ends, as everybody has had a chance."""
        for until in (Until.ALL_DEALT, *also):
            if by := self.endings(until):
                return by
        raise self.tx.unsaid("until")


class EachPlayer(Unasked):
    """Every side has the step once; nobody is asked."""

    def next_chance(self) -> PendingDecision | None:
        """Open the step for the next side."""
        tx, turns, offer = self.tx, self.tx.turns, self.offer()
        if self.had_one():
            return None
        left = []
        for side in tx.sides():
            if not turns.done >> side & 1:
                scene = replace(tx.scene_of(side), active=0)
                pool = remaining(tx, self.part.side_filters, side_bit(side), scene)
                if remaining(tx, offer.filters, pool, scene):
                    left.append(side)
        if not left:
            by = self.all_dealt()
            because = self.skip(by) if not turns.done else ()
            close_step(tx, by)
            tx.note_passed_over(self.part.name, because)
            return None
        # With one side left there is no question who is first.
        if turns.holder == NOBODY and len(left) > 1:
            return settle_order(tx)
        side = next((side for side in turns.order if side in left), left[0])
        tx.update_turns(done=turns.done | 1 << side, used=True)
        each = (ruling.clause for ruling in offer.each)
        # Whoever acts around it acts for its own side alone.
        mine = tx.frame.units & tx.roster.units[side]
        self.spend(side, side_bit(side), mine, (self.clause, *each, *turns.because))
        return None

    def skip(self, by: tuple[str, ...]) -> tuple[Barred, ...]:
        """Say why no side has the step."""
        tx, frame, names = self.tx, self.tx.frame, self.tx.roster.names
        tx.update_frame(units=0)  # Sides are asked, and not who acts around them.
        because = tuple((names[side + 1], reasons(tx, side, side + 1)) for side in tx.sides())
        tx.come_to(frame)
        tx.events.append(Skipped(frame.step, tx.roster.side(frame.side), because, by))
        return because


class EachUnit(Unasked):
    """Every unit that may be picked has the step once, in order of rank; nobody is asked."""

    def next_chance(self) -> PendingDecision | None:
        """Open the step for the next unit, or for all that rank equal."""
        tx, turns, offer = self.tx, self.tx.turns, self.offer()
        if self.had_one():
            return None
        unserved = ~(turns.served | side_bits(tx))
        # Who is an enemy is seen from the side whose step it is, else from every side.
        seen_from = tx.sides() if tx.frame.side == NOBODY else (tx.frame.side,)
        everybody = acting_units({s: legal_actions(tx, s) for s in seen_from}, 0) & unserved
        if not everybody:
            by = self.all_dealt(Until.NONE_LEFT)
            if turns.served:
                close_step(tx, by)
            else:
                self.close_unused(tx.sides(), by)
            return None
        best, behind = ranked(tx, everybody)
        together = tx.rule(self.part.together, NOBODY)
        sides = [side for side in tx.sides() if best & tx.roster.units[side]]
        by = (self.clause, *(c for c, _ in behind), *(r.clause for r in offer.each))
        if together is not None and together.value is Together.TIED:
            who, by = best, (*by, together.clause)
            side = sides[0] if len(sides) == 1 else NOBODY
        elif len(sides) > 1 and turns.holder == NOBODY:
            return settle_order(tx)
        else:
            side = next(side for side in turns.order or tx.sides() if side in sides)
            mine = best & tx.roster.units[side]
            who = mine & -mine
        tx.update_turns(served=turns.served | who, used=True)
        self.spend(side, who, who, by)
        return None


class OneSide(Chances):
    """One side takes every chance."""

    alone = True

    def finished(self, by: tuple[str, ...]) -> None:
        """When the one side is done, the step is over."""
        close_step(self.tx, by)


class Alternate(Chances):
    """Sides take turns."""

    def used(self, units: int) -> None:
        """After each chance it is the next side's turn."""
        holder, order = self.tx.turns.holder, self.tx.turns.order
        after = order.index(holder) + 1
        self.goes_to(order[after] if after < len(order) else order[0])


class Ranked(Chances):
    """The next chance is for the unit that ranks first, whosever it is."""

    rank_picks = True

    def used(self, units: int) -> None:
        """The first of the order is asked first again: the rank says whether it has the chance."""
        self.goes_to(self.tx.turns.order[0])


class Follows(Chances):
    """The next chance is for the side of the unit that acted last."""

    def used(self, units: int) -> None:
        """The side of the unit that acted has the next chance."""
        tx = self.tx
        self.goes_to(tx.roster.side_of[units.bit_length() - 1] if units else tx.turns.holder)


class ByDraw(Chances):
    """What is drawn says whose chance comes next."""

    asks_order = False

    def dealt(self) -> PendingDecision | None:
        """Draw, unless what was drawn is still to be used."""
        tx = self.tx
        if tx.turns.drawn:
            return super().dealt()
        awaited = draw_chance(tx)
        if awaited is None:
            self.nothing_drawn()
        return awaited

    def nothing_drawn(self) -> None:
        """Whoever is never drawn again has no chance left to use, and so nobody is left."""
        tx = self.tx
        unable = tx.rule(self.part.unable, NOBODY)
        if unable is not None and unable.value is Unable.PASSES:
            waiting = [s for s in tx.sides() if tx.pass_of(self.part.name, s) is None]
            record_pass(tx, waiting[0], True, unable.clause)
        elif by := self.endings(Until.NONE_LEFT):
            self.close_unused(self.in_play, by)
        else:
            raise tx.unsaid("until")

    def none_left(self) -> PendingDecision | None:
        """Nobody has anything, or only the unit whose marker was drawn has nothing."""
        if not (self.tx.turns.drawn and self.tx.turns.only):
            return super().none_left()
        self.passed = 0
        self.cannot(has=True)
        return None

    def used(self, units: int) -> None:
        """For every chance anew, unless one draw is for all of them."""
        super().used(units)
        container = container_of(self.tx, self.part, self.tx.turns.holder)
        if container and self.tx.says(container.draw_for) is DrawFor.EACH_CHANCE:
            self.give_up(())

    def give_up(self, by: tuple[str, ...]) -> None:
        """Another is drawn."""
        self.tx.update_turns(drawn=False, only=0)


class CarryOut(Unasked):
    """What was put off to this step is carried out."""

    def next_chance(self) -> PendingDecision | None:
        """Carry out the next action that was put off to this step, or ask which it is."""
        tx = self.tx
        if self.had_one():
            return None
        found, by = next_ones(tx)
        if not found:
            close_step(tx, self.all_dealt())
            return None
        if all(is_alike(tx, found[0], other) for other in found):
            carry_out(tx, found[0], (self.clause, *by))
            return None
        legal: dict[str, int] = {}
        for it in (one.doing for one in found):
            legal[it.step] = legal.get(it.step, 0) | (it.units or side_bit(it.side))
        side, clauses = found[0].doing.side, (self.clause, *by)
        return tx.choice(ChoiceKind.PUT_OFF, side, tuple(legal.items()), clauses)


STRATEGIES: dict[Cadence, type[Strategy]] = {
    Cadence.EACH_PLAYER: EachPlayer,
    Cadence.EACH_UNIT: EachUnit,
    Cadence.ONE_SIDE: OneSide,
    Cadence.ALTERNATE: Alternate,
    Cadence.RANKED: Ranked,
    Cadence.FOLLOWS: Follows,
    Cadence.DRAW: ByDraw,
    Cadence.PUT_OFF: CarryOut,
}
"""The strategy of each cadence."""


def strategy(tx: Transaction) -> Strategy:
    """The strategy of the innermost step, for the side whose chance it is."""
    cadence = tx.demand(tx.dealing.cadence, side=tx.turns.holder)
    return STRATEGIES[cadence.value](tx, cadence.clause)


def next_chance(tx: Transaction) -> PendingDecision | None:
    """Deal the next chance of a step: what is awaited, or None when something happened at once."""
    turns, part = tx.turns, tx.part
    if turns.waiting:
        next_one, *rest = turns.waiting
        tx.update_turns(waiting=tuple(rest))
        open_step(tx, next_one)
        return None
    if part.until and came_true(tx, part):
        return None
    if isinstance(part, TurnsPart):
        return strategy(tx).next_chance()
    # A step that only settles the order of the sides.
    if turns.holder == NOBODY:
        return settle_order(tx)
    close_step(tx, turns.because)
    return None


def came_true(tx: Transaction, part: StepPart) -> bool:
    """Close a step that ends with something that is now true; whether it did."""
    for ruling in part.until:
        pool, scene = tx.acting(), tx.scene()
        if ruling.binds(tx, pool, scene) and ruling.value(tx, pool, scene):
            close_step(tx, (ruling.clause,))
            return True
    return False


def use_chance(tx: Transaction, units: int) -> None:
    """A chance was used: passes for now are over, and the next chance is somebody's."""
    if tx.rest.passes:
        tx.update(passes=tuple(passed for passed in tx.rest.passes if not passed.for_now))
    if tx.dealing.chances.says:
        holder = tx.turns.holder
        taken = list(tx.turns.taken or (0,) * tx.roster.sides)
        taken[holder] += 1
        tx.update_turns(taken=tuple(taken))
    if tx.program.asks_recent:
        who = units | side_bit(tx.turns.holder)
        tx.update(recent=(*(it for it in tx.rest.recent if not who >> it & 1), *bits(who)))
    strategy(tx).used(units)
