"""Strategies of turn order: chances that are dealt one by one: used, passed, or unusable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from turnwright.engine.decision import Awaits
from turnwright.engine.exclusions import (
    Legal,
    acting_units,
    legal_actions,
    ranked,
    reasons,
    remaining,
)
from turnwright.engine.initiative import settle_order
from turnwright.engine.parts import Ruling
from turnwright.engine.program import TurnsPart
from turnwright.engine.state import (
    NOBODY,
    Frame,
    PendingDecision,
    TurnsBody,
    bits,
    side_bit,
)
from turnwright.engine.steps import close_step, record_pass
from turnwright.engine.transaction import Transaction, scene_of, stuck
from turnwright.language.eligibility import Together
from turnwright.language.event import Skipped
from turnwright.language.turn_order import Allowed, Passing, Unable, Uneven, Until


class Strategy:
    """A cadence: how chances are dealt in a step."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: TurnsPart, clause: str
    ) -> PendingDecision | None:
        """The next chance; `clause` is the one that says the cadence."""
        raise NotImplementedError

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: TurnsPart, units: int
    ) -> None:
        """A chance was used by these units (none for a side): whose chance comes next."""
        tx.stack[-1] = frame.after_chance(turns, turns.holder, turns.because)

    def finished(self, tx: Transaction, frame: Frame, part: TurnsPart, by: tuple[str, ...]) -> None:
        """The side whose chance it is has done all it wants."""
        turns = turns_of(frame)
        tx.update_body(turns._replace(done=turns.done | 1 << turns.holder, drawn=False))
        self.used(tx, tx.frame, turns_of(tx.frame), part, 0)


def turns_of(frame: Frame) -> TurnsBody:
    """The body of a step that deals chances."""
    body = frame.body
    assert isinstance(body, TurnsBody)
    return body


def endings(tx: Transaction, part: TurnsPart, until: Until) -> tuple[str, ...]:
    """The clauses by which the step ends now, if this is the way it ends."""
    return tuple(r.clause for r in part.endings if r.value is until and tx.holds(r))


def close_unused(
    tx: Transaction, frame: Frame, part: TurnsPart, sides: tuple[int, ...], by: tuple[str, ...]
) -> None:
    """Close a step in which nobody can do anything (more), saying why if nobody ever could."""
    if not turns_of(frame).used and not turns_of(frame).done:
        because: list[tuple[str, tuple[str, ...]]] = []
        for side in sides:
            acting = frame.units & tx.roster.units[side] & tx.alive
            whom = acting or tx.roster.units[side] & tx.alive
            for unit in bits(whom):
                because.append((tx.roster.names[unit], reasons(tx, frame, side, unit)))
        tx.events.append(Skipped(frame.step, tx.roster.side(frame.side), tuple(because), by))
    close_step(tx, by)


def side_bits(tx: Transaction) -> int:
    """The mask of all sides, which are never ranked."""
    return (1 << tx.roster.sides + 1) - 2


class Standing(NamedTuple):
    """How the sides stand as a chance is dealt."""

    in_play: tuple[int, ...]
    """The sides that take chances here."""
    passed: int
    """Bits of those that have passed."""
    done: int
    """Bits of those that are done, have lost, or have used up their chances."""
    budget: tuple[str, ...]
    """The clauses by which chances are used up."""
    legal: Mapping[int, Legal]
    """What each side may do, as far as it matters."""
    may_finish: Ruling[Allowed] | None

    @property
    def out(self) -> int:
        """Bits of the sides that have no chance any more."""
        return self.passed | self.done


class Chances(Strategy):
    """Chances that are dealt one by one, and that a side uses, passes, or cannot use."""

    asks_order = True
    """The order of the sides is settled before the first chance."""
    alone = False
    """Only the holder takes chances."""
    rank_picks = False
    """The rank decides whose chance it is."""

    def in_play(self, tx: Transaction, turns: TurnsBody) -> tuple[int, ...]:
        """The sides that take chances here."""
        return (turns.holder,) if self.alone and turns.holder != NOBODY else tx.sides()

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: TurnsPart, clause: str
    ) -> PendingDecision | None:
        """Find the side whose chance it is, and what it may do."""
        if turns.used and (by := endings(tx, part, Until.ONE_CHANCE)):
            close_step(tx, by)
            return None
        holder = turns.holder
        if holder == NOBODY and self.asks_order:
            return settle_order(tx, frame)
        in_play = self.in_play(tx, turns)
        passed, done, budget = who_is_out(tx, frame, part, turns, in_play)
        if passed and all((passed | done) >> side & 1 for side in in_play):
            # Whoever is done, or has used its chances, need not pass as well.
            return all_passed(tx, frame, part, passed | done)
        legal: dict[int, Legal] = {}
        if holder != NOBODY:
            legal[holder] = () if done >> holder & 1 else legal_actions(tx, frame, part, holder)
        compared = part.compares_sides or tx.remembers(frame.step)
        # The other sides matter only when this one has nothing left, or when ranks are compared.
        if compared or holder == NOBODY or not legal[holder]:
            for side in in_play:
                if side != holder:
                    legal[side] = () if done >> side & 1 else legal_actions(tx, frame, part, side)
        finish = tx.rule_for(part.finish, frame, holder)
        may_finish = finish if finish and finish.value is Allowed.ALLOWED else None
        if tx.remembers(frame.step):
            frame = note_outs(tx, frame, legal, passed | done)
        standing = Standing(in_play, passed, done, budget, legal, may_finish)
        if not any(legal.values()):
            return self.none_left(tx, frame, part, standing)
        return self.dealt(tx, frame, part, clause, standing)

    def none_left(
        self, tx: Transaction, frame: Frame, part: TurnsPart, standing: Standing
    ) -> PendingDecision | None:
        """Nobody has anything that could be done."""
        in_play, may_finish = standing.in_play, standing.may_finish
        all_done = all(standing.done >> side & 1 for side in in_play)
        by = standing.budget if all_done else ()
        by = by or endings(tx, part, Until.NONE_LEFT)
        if not by and may_finish and all_done:
            by = (may_finish.clause,)
        if by:
            close_unused(tx, frame, part, in_play, by)
            return None
        turns = turns_of(frame)
        if self.alone and may_finish and turns.holder != NOBODY:
            return self.ask(tx, frame, turns, part, (), may_finish)
        unable = tx.rule_for(part.unable, frame, turns.holder)
        if unable is not None and unable.value is Unable.PASSES:
            waiting = [s for s in in_play if tx.pass_of(frame.step, s) is None]
            holder = turns.holder if turns.holder in waiting else waiting[0]
            return record_pass(tx, frame, holder, True, unable.clause)
        return stuck(frame, "until")

    def dealt(
        self, tx: Transaction, frame: Frame, part: TurnsPart, clause: str, standing: Standing
    ) -> PendingDecision | None:
        """Somebody has something to do: the holder, or another side."""
        turns, legal, may_finish = turns_of(frame), standing.legal, standing.may_finish
        holder = turns.holder
        mine = legal[holder]
        if (part.rank or self.rank_picks) and not standing.passed >> holder & 1:
            best, behind = ranked(tx, frame, part, acting_units(legal, standing.out))
            best |= side_bits(tx)
            mine = tuple((name, mask & best) for name, mask in mine if mask & best)
            if not mine and (legal[holder] or self.rank_picks):
                # It is not out of units: they only come later, so it is another side's chance.
                hand_over(tx, frame, standing.out, tuple(c for c, _ in behind), legal, best)
                return None
        is_out = standing.out >> holder & 1
        if not is_out and (mine or (self.alone and may_finish)):
            return self.ask(tx, frame, turns, part, mine, may_finish, clause)
        return self.cannot(tx, frame, part, bool(legal[holder]), standing)

    def ask(
        self,
        tx: Transaction,
        frame: Frame,
        turns: TurnsBody,
        part: TurnsPart,
        mine: Legal,
        may_finish: Ruling[Allowed] | None,
        clause: str = "",
    ) -> PendingDecision:
        """Ask the holder what to do."""
        holder = turns.holder
        together = tx.rule_for(part.together, frame, holder)
        if together is None and any(mask > side_bits(tx) for _, mask in mine):
            return stuck(frame, "together")
        passing = None
        if part.passing.says:
            ruling = tx.rule_for(part.passing, frame, holder)
            if ruling is not None and may_pass(tx, frame, holder, ruling.value):
                passing = ruling.clause
        finish = None if may_finish is None else may_finish.clause
        several = together is not None and together.value is Together.SEVERAL
        by = (clause, *turns.because) if clause else turns.because
        return PendingDecision(
            Awaits.CHOICE, frame.step, holder, mine, passing, finish, several, by=by
        )

    def cannot(
        self, tx: Transaction, frame: Frame, part: TurnsPart, has: bool, standing: Standing
    ) -> PendingDecision | None:
        """The side whose chance it is cannot use it."""
        turns = turns_of(frame)
        holder = turns.holder
        unable = tx.rule_for(part.unable, frame, holder)
        has_none = not standing.out >> holder & 1 and not has
        if has_none and unable is not None and unable.value is Unable.PASSES:
            return record_pass(tx, frame, holder, True, unable.clause)
        passes = tx.pass_of(frame.step, holder)
        by = passes.by if passes else ()
        has_lost = tx.rest.lost >> holder & 1
        if not has_lost and not (unable is not None and unable.value is Unable.WAITS):
            uneven = tx.rule_for(part.uneven, frame, holder)
            if uneven is None:
                return stuck(frame, "uneven")
            by = (*by, uneven.clause)
            if uneven.value is Uneven.STOPS:
                close_step(tx, by)
                return None
        return self.give_up(tx, frame, standing.out, by)

    def give_up(
        self, tx: Transaction, frame: Frame, out: int, by: tuple[str, ...]
    ) -> PendingDecision | None:
        """The chance goes on to somebody who can use it."""
        if not hand_over(tx, frame, out, by):
            return stuck(frame, "until")
        return None


def may_pass(tx: Transaction, frame: Frame, side: int, passing: Allowed | Passing) -> bool:
    """Whether a side may pass: where passing opens a step, only if it may do and pay for it."""
    if not isinstance(passing, Passing):
        return passing is Allowed.ALLOWED
    part = tx.program.steps[passing.opens]
    scene = scene_of(frame, side)
    return bool(remaining(tx, part.own_filters, side_bit(side), scene))


def who_is_out(
    tx: Transaction, frame: Frame, part: TurnsPart, turns: TurnsBody, in_play: tuple[int, ...]
) -> tuple[int, int, tuple[str, ...]]:
    """Bits of the sides that have passed, and of those that are done; what uses chances up."""
    passed = 0
    if tx.rest.passes:
        for side in in_play:
            if tx.pass_of(frame.step, side) is not None:
                passed |= 1 << side
    done = turns.done | tx.rest.lost
    by: dict[str, None] = {}
    for side in in_play if part.chances.says else ():
        ruling = tx.rule_for(part.chances, frame, side)
        who = tx.holding(frame, side).bit_length() - 1
        taken = turns.taken[side] if turns.taken else 0
        if ruling is not None and taken >= ruling.value(tx, who, scene_of(frame, side)):
            done |= 1 << side
            by[ruling.clause] = None
    return passed, done, tuple(by)


def all_passed(tx: Transaction, frame: Frame, part: TurnsPart, out: int) -> PendingDecision | None:
    """Every side has passed, or is out in another way: the step ends, where a clause says so."""
    by = endings(tx, part, Until.ALL_PASSED)
    if not by:
        return stuck(frame, "until")
    if tx.remembers(frame.step):
        note_outs(tx, frame, {}, out)
    close_step(tx, by)
    return None


def note_outs(tx: Transaction, frame: Frame, legal: Mapping[int, Legal], out: int) -> Frame:
    """Note which sides are out, in the order in which that came about."""
    turns = turns_of(frame)
    new = [
        side
        for side in tx.sides()
        if side not in turns.outs and (out >> side & 1 or not legal.get(side))
    ]
    # Of two that are out at once, the one that acted last was the last to be out.
    if new:
        new.sort(key=lambda side: side == last_holder(turns))
        frame = tx.update_body(turns._replace(outs=(*turns.outs, *new)))
    return frame


def last_holder(turns: TurnsBody) -> int:
    """The side before the holder, in their order."""
    if not turns.order or turns.holder not in turns.order:
        return NOBODY
    return turns.order[turns.order.index(turns.holder) - 1]


def hand_over(
    tx: Transaction,
    frame: Frame,
    out: int,
    by: tuple[str, ...],
    legal: Mapping[int, Legal] | None = None,
    best: int = -1,
) -> bool:
    """The chance goes on to the next side that can still have one; whether there is one."""
    turns = turns_of(frame)
    order = turns.order
    at = order.index(turns.holder)
    for other in (*order[at + 1 :], *order[:at]):
        if out >> other & 1:
            continue
        if legal is not None and not any(mask & best for _, mask in legal.get(other, ())):
            continue
        tx.update_body(turns._replace(holder=other, because=by, row=0))
        return True
    return False
