"""Strategies of turn order: chances that are dealt one by one: used, passed, or unusable."""

from __future__ import annotations

from turnwright.engine.exclusions import (
    Legal,
    acting_units,
    legal_actions,
    ranked,
    reasons,
    remaining,
)
from turnwright.engine.initiative import settle_order
from turnwright.engine.inputs import Awaits, ChoiceKind
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


CHOICE, CHANCE, SEVERAL = Awaits.CHOICE, ChoiceKind.CHANCE, Together.SEVERAL
"""Members that every chance needs: an enumeration looks its own up slowly."""


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
        if turns.holder == NOBODY and self.asks_order:
            return settle_order(tx, frame)
        rest = tx.rest
        holder = turns.holder
        legal: dict[int, Legal] = {}
        in_play = self.in_play(tx, turns)
        passed = 0
        if rest.passes:
            for side in in_play:
                if tx.pass_of(frame.step, side) is not None:
                    passed |= 1 << side
        done: int = turns.done | tx.rest.lost
        budget: tuple[str, ...] = ()
        if part.chances.says:
            spent, budget = spent_budgets(tx, frame, part, turns, in_play)
            done |= spent
        if passed and all((passed | done) >> side & 1 for side in in_play):
            # Whoever is done, or has used its chances, need not pass as well.
            by = endings(tx, part, Until.ALL_PASSED)
            if by:
                if tx.remembers(frame.step):
                    note_outs(tx, frame, {}, passed | done)
                close_step(tx, by)
                return None
            return stuck(frame, "until")
        if holder != NOBODY:
            legal[holder] = () if done >> holder & 1 else legal_actions(tx, frame, holder)
        compared = part.compares_sides or tx.remembers(frame.step)
        # The other sides matter only when this one has nothing left, or when ranks are compared.
        if compared or holder == NOBODY or not legal[holder]:
            for side in in_play:
                if side != holder:
                    legal[side] = () if done >> side & 1 else legal_actions(tx, frame, side)
        finish = tx.rule_for(part.finish, frame, holder)
        may_finish = finish if finish and finish.value is Allowed.ALLOWED else None
        if tx.remembers(frame.step):
            frame = note_outs(tx, frame, legal, passed | done)
            turns = turns_of(frame)
        if not any(legal.values()):
            return self.none_left(tx, frame, part, in_play, done, budget, may_finish)
        return self.dealt(tx, frame, part, clause, legal, passed, done, may_finish)

    def none_left(
        self,
        tx: Transaction,
        frame: Frame,
        part: TurnsPart,
        in_play: tuple[int, ...],
        done: int,
        budget: tuple[str, ...],
        may_finish: Ruling[Allowed] | None,
    ) -> PendingDecision | None:
        """Nobody has anything that could be done."""
        by: tuple[str, ...] = ()
        if budget and all(done >> side & 1 for side in in_play):
            by = budget
        by = by or endings(tx, part, Until.NONE_LEFT)
        if not by and may_finish and all(done >> side & 1 for side in in_play):
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
        self,
        tx: Transaction,
        frame: Frame,
        part: TurnsPart,
        clause: str,
        legal: dict[int, Legal],
        passed: int,
        done: int,
        may_finish: Ruling[Allowed] | None,
    ) -> PendingDecision | None:
        """Somebody has something to do: the holder, or another side."""
        turns = turns_of(frame)
        holder = turns.holder
        mine = legal[holder]
        behind: tuple[tuple[str, int], ...] = ()
        if (part.rank or self.rank_picks) and not passed >> holder & 1:
            everybody = acting_units(legal, passed | done)
            best, behind = ranked(tx, frame, part, everybody)
            best |= side_bits(tx)
            mine = tuple((name, mask & best) for name, mask in mine if mask & best)
            if not mine and (legal[holder] or self.rank_picks):
                # It is not out of units: they only come later, so it is another side's chance.
                hand_over(tx, frame, passed | done, tuple(c for c, _ in behind), legal, best)
                return None
        if passed >> holder & 1 or done >> holder & 1 or not mine:
            if self.alone and may_finish and not passed >> holder & 1 and not done >> holder & 1:
                return self.ask(tx, frame, turns, part, mine, may_finish, clause)
            return self.cannot(tx, frame, part, bool(legal[holder]), passed, done)
        return self.ask(tx, frame, turns, part, mine, may_finish, clause)

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
        several = together is not None and together.value is SEVERAL
        by = (clause, *turns.because) if clause else turns.because
        return PendingDecision(
            CHOICE, frame.step, holder, mine, passing, finish, several, CHANCE, by=by
        )

    def cannot(
        self, tx: Transaction, frame: Frame, part: TurnsPart, has: bool, passed: int, done: int
    ) -> PendingDecision | None:
        """The side whose chance it is cannot use it."""
        turns = turns_of(frame)
        holder = turns.holder
        is_out = passed >> holder & 1
        unable = tx.rule_for(part.unable, frame, holder)
        has_none = not is_out and not done >> holder & 1 and not has
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
        return self.give_up(tx, frame, passed | done, by)

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


def spent_budgets(
    tx: Transaction, frame: Frame, part: TurnsPart, turns: TurnsBody, in_play: tuple[int, ...]
) -> tuple[int, tuple[str, ...]]:
    """The sides that are done, those included that have used all their chances; and why."""
    done = turns.done
    by: dict[str, None] = {}
    for side in in_play:
        ruling = tx.rule_for(part.chances, frame, side)
        who = tx.holding(frame, side).bit_length() - 1
        taken = turns.taken[side] if turns.taken else 0
        if ruling is not None and taken >= ruling.value(tx, who, scene_of(frame, side)):
            done |= 1 << side
            by[ruling.clause] = None
    return done, tuple(by)


def note_outs(tx: Transaction, frame: Frame, legal: dict[int, Legal], out: int) -> Frame:
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
    legal: dict[int, Legal] | None = None,
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
