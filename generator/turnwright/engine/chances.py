"""Chances: what the strategies share. They are dealt one by one: used, passed or handed over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from turnwright.engine.decision import ChoiceKind
from turnwright.engine.eligibility import (
    Legal,
    acting_units,
    legal_actions,
    ranked,
    reasons,
    remaining,
)
from turnwright.engine.initiative import settle_order
from turnwright.engine.parts import Ruling
from turnwright.engine.state import (
    NOBODY,
    Ending,
    Pass,
    PendingDecision,
    TurnsBody,
    bits,
    side_bit,
)
from turnwright.engine.steps import close_step
from turnwright.engine.transaction import Barred, Transaction
from turnwright.language.eligibility import Together
from turnwright.language.event import HandedOver, Passed, Skipped
from turnwright.language.input import PASS
from turnwright.language.turn_order import FOR_NOW, Allowed, Passing, Unable, Uneven, Until


class Strategy:
    """A cadence: how the chances of the innermost step are dealt."""

    def __init__(self, tx: Transaction, clause: str) -> None:
        self.tx = tx
        self.part = tx.dealing
        self.clause = clause
        """The clause that says the cadence."""

    def next_chance(self) -> PendingDecision | None:
        """Deal the next chance."""
        raise NotImplementedError

    def used(self, units: int) -> None:
        """A chance was used by these units (none for a side): whose chance comes next."""
        turns = self.tx.turns
        self.goes_to(turns.holder, turns.because)

    def goes_to(self, holder: int, because: tuple[str, ...] = ()) -> None:
        """The next chance is for this side."""
        self.tx.update_turns(used=True, holder=holder, because=because)

    def finished(self, by: tuple[str, ...]) -> None:
        """The side whose chance it is has done all it wants."""
        turns = self.tx.turns
        self.tx.update_turns(done=turns.done | 1 << turns.holder, drawn=False)
        self.used(0)

    def endings(self, until: Until) -> tuple[str, ...]:
        """The clauses by which the step ends now, if this is the way it ends."""
        endings = self.part.endings
        return tuple(r.clause for r in endings if r.value is until and self.tx.holds(r))

    def close_unused(self, sides: tuple[int, ...], by: tuple[str, ...]) -> None:
        """Close a step in which nobody can do anything (more), saying why if nobody ever could."""
        tx, frame = self.tx, self.tx.frame
        because: list[Barred] = []
        if not tx.turns.used and not tx.turns.done:
            self.demand_among()
            for side in sides:
                theirs = tx.roster.units[side] & tx.alive
                for unit in bits(frame.units & theirs or theirs):
                    because.append((tx.roster.names[unit], reasons(tx, side, unit)))
            tx.events.append(Skipped(frame.step, tx.roster.side(frame.side), tuple(because), by))
        close_step(tx, by)
        tx.note_passed_over(frame.step, because)

    def demand_among(self) -> None:
        """Stop where units could do something and nothing says whose units are picked."""
        tx, part = self.tx, self.part
        for ruling in tx.held(part.each) if not part.has_among else ():
            if not all(tx.program.steps[name].among_side for name in ruling.value):
                raise tx.unsaid("among", ruling.clause)


def side_bits(tx: Transaction) -> int:
    """The mask of all sides, which are never ranked."""
    return (1 << tx.roster.sides + 1) - 2


class Chances(Strategy):
    """Chances that are dealt one by one, and that a side uses, passes, or cannot use."""

    asks_order = True
    """The order of the sides is settled before the first chance."""
    alone = False
    """Only the holder takes chances."""
    rank_picks = False
    """The rank decides whose chance it is."""

    in_play: tuple[int, ...]
    """The sides that take chances here."""
    passed: int
    """Bits of those that have passed."""
    done: int
    """Bits of those that are done, have lost, or have used up their chances."""
    budget: tuple[str, ...]
    """The clauses by which chances are used up."""
    legal: dict[int, Legal]
    """What each side may do, as far as it matters."""
    may_finish: Ruling[Allowed] | None

    @property
    def out(self) -> int:
        """Bits of the sides that have no chance any more."""
        return self.passed | self.done

    def next_chance(self) -> PendingDecision | None:
        """Find the side whose chance it is, and what it may do."""
        tx, part, turns = self.tx, self.part, self.tx.turns
        holder = turns.holder
        if turns.used and (by := self.endings(Until.ONE_CHANCE)):
            close_step(tx, by)
            return None
        if holder == NOBODY and self.asks_order:
            return settle_order(tx)
        self.in_play = (holder,) if self.alone and holder != NOBODY else tx.sides()
        self.who_is_out(turns)
        if self.passed and all(self.out >> side & 1 for side in self.in_play):
            # Whoever is done, or has used its chances, need not pass as well.
            self.all_passed()
            return None
        remembers = tx.remembers(part.name)
        self.legal = {}
        if holder != NOBODY:
            self.legal[holder] = self.may_do(holder)
        # The other sides matter only when this one has nothing left, or when ranks are compared.
        if holder == NOBODY or not self.legal[holder] or remembers or part.compares_sides:
            self.legal |= {side: self.may_do(side) for side in self.in_play if side != holder}
        finish = tx.rule(part.finish, holder)
        self.may_finish = finish if finish and finish.value is Allowed.ALLOWED else None
        if remembers:
            self.note_outs(self.legal)
        return self.dealt() if any(self.legal.values()) else self.none_left()

    def may_do(self, side: int) -> Legal:
        """What a side may do, unless it is done."""
        return () if self.done >> side & 1 else legal_actions(self.tx, side)

    def who_is_out(self, turns: TurnsBody) -> None:
        """Note which sides have passed, which are done, and by what chances are used up."""
        tx, part, step = self.tx, self.part, self.tx.frame.step
        self.passed, self.done = 0, turns.done | tx.out()
        if tx.rest.passes:
            self.passed = sum(1 << s for s in self.in_play if tx.pass_of(step, s) is not None)
        by: dict[str, None] = {}
        for side in self.in_play if part.chances.says else ():
            ruling = tx.rule(part.chances, side)
            who = tx.holding(side).bit_length() - 1
            taken = turns.taken[side] if turns.taken else 0
            if ruling is not None and taken >= ruling.value(tx, who, tx.scene_of(side)):
                self.done |= 1 << side
                by[ruling.clause] = None
        self.budget = tuple(by)

    def all_passed(self) -> None:
        """Every side has passed, or is out in another way: the step ends, if a clause says so."""
        tx = self.tx
        by = self.endings(Until.ALL_PASSED)
        if not by and self.waits_in_vain():
            return
        if not by:
            raise tx.unsaid("until")
        if tx.remembers(self.part.name):
            self.note_outs({})
        close_step(tx, by)

    def note_outs(self, legal: Mapping[int, Legal]) -> None:
        """Note which sides are out, in the order in which that came about."""
        tx, turns = self.tx, self.tx.turns
        sides = (side for side in tx.sides() if side not in turns.outs)
        new = [side for side in sides if self.out >> side & 1 or not legal.get(side)]
        # Of two that are out at once, the one that acted last was the last to be out.
        if new:
            order, before = turns.order, NOBODY
            if turns.holder in order:
                before = order[order.index(turns.holder) - 1]
            new.sort(key=lambda side: side == before)
            tx.update_turns(outs=(*turns.outs, *new))

    def none_left(self) -> PendingDecision | None:
        """Nobody has anything that could be done."""
        tx, part, holder = self.tx, self.part, self.tx.turns.holder
        all_done = all(self.done >> side & 1 for side in self.in_play)
        by = self.budget if all_done else ()
        by = by or self.endings(Until.NONE_LEFT)
        if not by and self.may_finish and all_done:
            by = (self.may_finish.clause,)
        if by:
            self.close_unused(self.in_play, by)
            return None
        if self.alone and self.may_finish and holder != NOBODY:
            return self.ask(())
        unable = tx.rule(part.unable, holder)
        if unable is None or unable.value is not Unable.PASSES:
            raise tx.unsaid("until")
        waiting = [s for s in self.in_play if tx.pass_of(part.name, s) is None]
        record_pass(tx, holder if holder in waiting else waiting[0], True, unable.clause)
        return None

    def dealt(self) -> PendingDecision | None:
        """Somebody has something to do: the holder, or another side."""
        tx, holder = self.tx, self.tx.turns.holder
        mine = self.legal[holder]
        if (self.part.rank or self.rank_picks) and not self.passed >> holder & 1:
            best, behind = ranked(tx, acting_units(self.legal, self.out))
            best |= side_bits(tx)
            mine = tuple((name, mask & best) for name, mask in mine if mask & best)
            if not mine and (self.legal[holder] or self.rank_picks):
                # It is not out of units: they only come later, so it is another side's chance.
                self.hand_over(tuple(c for c, _ in behind), best)
                return None
            if self.rank_picks:
                tx.update_turns(because=self.ahead_by(best, tuple(c for c, _ in behind)))
        if not self.out >> holder & 1 and (mine or (self.alone and self.may_finish)):
            return self.ask(mine, self.clause)
        self.cannot(has=bool(self.legal[holder]))
        return None

    def ahead_by(self, best: int, behind: tuple[str, ...]) -> tuple[str, ...]:
        """The clauses by which the holder comes before others: of equals, that of the sides."""
        turns = self.tx.turns
        others = {side: legal for side, legal in self.legal.items() if side != turns.holder}
        if not acting_units(others, self.out) & best:
            return behind
        first = self.tx.rule(self.part.first)
        return turns.because or ((first.clause,) if first is not None else ())

    def ask(self, mine: Legal, *clause: str) -> PendingDecision:
        """Ask the holder what to do."""
        tx, part, turns = self.tx, self.part, self.tx.turns
        holder = turns.holder
        together = tx.says(part.together, holder)
        if together is None and any(mask > side_bits(tx) for _, mask in mine):
            raise tx.unsaid("together")
        passing = tx.rule(part.passing, holder) if part.passing.says else None
        if passing is not None and not may_pass(tx, holder, passing.value):
            passing = None
        return tx.choice(
            ChoiceKind.CHANCE,
            holder,
            mine,
            (*clause, *turns.because),
            passing=None if passing is None else passing.clause,
            finish=None if self.may_finish is None else self.may_finish.clause,
            several=together is Together.SEVERAL,
        )

    def cannot(self, has: bool) -> None:
        """The side whose chance it is cannot use it, although it has something to do or not."""
        tx, part, holder = self.tx, self.part, self.tx.turns.holder
        unable = tx.rule(part.unable, holder)
        has_none = not self.out >> holder & 1 and not has
        if has_none and unable is not None and unable.value is Unable.PASSES:
            record_pass(tx, holder, True, unable.clause)
            return
        if self.waits_in_vain():
            return
        passed = tx.pass_of(part.name, holder)
        by = passed.by if passed else ()
        has_lost = tx.rest.lost >> holder & 1
        if not has_lost and not (unable is not None and unable.value is Unable.WAITS):
            uneven = tx.demand(part.uneven, side=holder)
            by = (*by, uneven.clause)
            if uneven.value is Uneven.STOPS:
                close_step(tx, by)
                return
        self.give_up(by)

    def waits_in_vain(self) -> bool:
        """Give the chance back to the one side that passed for now, if no other can act.

        It waits for somebody to act, and nobody will.
        """
        tx = self.tx
        mine = [it for it in tx.rest.passes if it.for_now and it.step == self.part.name]
        others = (side for side in self.in_play if not self.out >> side & 1)
        if len(mine) != 1 or not self.may_do(mine[0].side) or any(map(self.may_do, others)):
            return False
        tx.update(passes=tuple(it for it in tx.rest.passes if it is not mine[0]))
        tx.update_turns(holder=mine[0].side, because=mine[0].by)
        return True

    def give_up(self, by: tuple[str, ...]) -> None:
        """The chance goes on to the next side that is not out."""
        if not self.hand_over(by):
            raise self.tx.unsaid("until")

    def hand_over(self, by: tuple[str, ...], best: int = 0) -> bool:
        """The chance goes on to the next side that can still have one; whether there is one.

        With `best`, to a side that has something to do with one of these units.
        """
        turns = self.tx.turns
        order, at = turns.order, turns.order.index(turns.holder)
        for other in (*order[at + 1 :], *order[:at]):
            able = not best or any(mask & best for _, mask in self.legal.get(other, ()))
            if able and not self.out >> other & 1:
                self.tx.update_turns(holder=other, because=by)
                return True
        return False


def may_pass(tx: Transaction, side: int, passing: Allowed | Passing) -> bool:
    """Whether a side may pass: where passing opens a step, only if it may do and pay for it."""
    if not isinstance(passing, Passing):
        return passing is Allowed.ALLOWED
    part = tx.program.steps[passing.opens]
    return bool(remaining(tx, part.own_filters, side_bit(side), tx.scene_of(side)))


def record_pass(tx: Transaction, side: int, forced: bool, *by: str) -> None:
    """A side passes. What that does to it must be said."""
    step = tx.frame.step
    does = tx.demand(tx.dealing.passed, side=side)
    for_now = does.value == FOR_NOW
    passed = Pass(step, side, for_now, Ending(step if for_now else does.value), (does.clause,))
    tx.update(passes=(*tx.rest.passes, passed))
    tx.events.append(Passed(tx.roster.side(side), forced, (*by, does.clause)))
    tx.count(PASS, side_bit(side))
    tx.note_go(side, PASS)
    tx.update_turns(drawn=False, only=0)


def hand_chance_over(
    tx: Transaction, step: str, by: tuple[str, ...], used_by: int = NOBODY
) -> None:
    """The next chance of an open step is for the next side: whoever had it has lost it.

    `used_by` is the side that has just used a chance, after which it may be another's already.
    """
    for index, frame in reversed([*enumerate(tx.stack)]):
        body = frame.body
        if frame.step == step and isinstance(body, TurnsBody) and body.order:
            before = used_by if used_by in body.order else body.holder
            holder = body.order[(body.order.index(before) + 1) % len(body.order)]
            tx.stack[index] = replace(frame, body=body._replace(holder=holder, because=by))
            tx.come_to(tx.stack[-1])
            tx.events.append(HandedOver(step, tx.roster.side(holder), by))
            return
