"""Turn order: whose chance comes next, when none is left, and what an unusable one does.

Each cadence is a strategy of its own. All that deal chances one by one share `Chances`, and differ
only in whom they ask and whose chance comes after.
"""

from __future__ import annotations

from turnwright.engine.decision import Awaits, ChoiceKind
from turnwright.engine.draft import Ruling, Scene
from turnwright.engine.drawing import draw_chance
from turnwright.engine.eligibility import (
    Legal,
    acting_units,
    legal_actions,
    ranked,
    reasons,
    remaining,
    scene_of,
)
from turnwright.engine.initiative import settle_order
from turnwright.engine.passing import pass_of, record_pass
from turnwright.engine.paying import pay
from turnwright.engine.program import StepPart
from turnwright.engine.roster import bits
from turnwright.engine.state import (
    NOBODY,
    Frame,
    Lasting,
    Pass,
    PendingDecision,
    TurnsBody,
)
from turnwright.engine.steps import close_step, count_step, open_step, remembers
from turnwright.engine.transaction import Transaction, stuck
from turnwright.language.container import DrawFor
from turnwright.language.eligibility import Together
from turnwright.language.event import Skipped
from turnwright.language.turn_order import Allowed, Asked, Cadence, Passing, Unable, Uneven, Until

CHOICE, CHANCE, SEVERAL = Awaits.CHOICE, ChoiceKind.CHANCE, Together.SEVERAL
"""Members that every chance needs: an enumeration looks its own up slowly."""
NO_DICE = ("", "", 0, 0, (), "")
"""What a choice leaves empty, from the dice to what is not said."""


def turns_of(frame: Frame) -> TurnsBody:
    """The body of a step that deals chances."""
    body = frame.body
    assert isinstance(body, TurnsBody)
    return body


def next_chance(tx: Transaction, frame: Frame, turns: TurnsBody) -> PendingDecision | None:
    """Deal the next chance of a step: what is awaited, or None when something happened at once."""
    part = tx.program.steps[frame.step]
    if turns.waiting:
        next_one, *rest = turns.waiting
        tx.update_frame(body=turns._replace(waiting=tuple(rest)))
        side = tx.roster.side_of[next_one.bit_length() - 1]
        open_step(tx, turns.waiting_step, side, next_one, turns.because_waiting)
        return None
    if part.until and came_true(tx, part):
        return None
    if part.orders_sides:
        return order_only(tx, frame)
    cadence = part.fixed_cadence or tx.rule_for(part.cadence, frame, turns.holder)
    if cadence is None:
        return stuck(frame, "cadence")
    return STRATEGIES[cadence.value].next_chance(tx, frame, turns, part, cadence.clause)


def order_only(tx: Transaction, frame: Frame) -> PendingDecision | None:
    """A step that only settles the order of the sides."""
    if turns_of(frame).holder == NOBODY:
        awaited = settle_order(tx, frame)
        if awaited is not None or turns_of(tx.frame).holder == NOBODY:
            return awaited
    close_step(tx, turns_of(tx.frame).because)
    return None


def came_true(tx: Transaction, part: StepPart) -> bool:
    """Close a step that ends with something that is now true; whether it did."""
    for ruling in part.until:
        pool = tx.acting()
        scene = tx.scene()
        if ruling.binds(tx, pool, scene) and ruling.value(tx, pool, scene):
            close_step(tx, (ruling.clause,))
            return True
    return False


def endings(tx: Transaction, part: StepPart, until: Until) -> tuple[str, ...]:
    """The clauses by which the step ends now, if this is the way it ends."""
    if not part.endings:
        return ()
    if part.fixed_endings:
        by = part.fixed_endings[until]
        tx.note(*by)
        return by
    return tuple(r.clause for r in tx.held(part.endings) if r.value is until)


def close_unused(
    tx: Transaction, frame: Frame, part: StepPart, sides: tuple[int, ...], by: tuple[str, ...]
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


class Strategy:
    """A cadence: how chances are dealt in a step."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, clause: str
    ) -> PendingDecision | None:
        """The next chance; `clause` is the one that says the cadence."""
        raise NotImplementedError

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, units: int
    ) -> None:
        """A chance was used by these units (none for a side): whose chance comes next."""
        tx.stack[-1] = frame.after_chance(turns, turns.row, turns.holder, turns.because)

    def finished(self, tx: Transaction, frame: Frame, part: StepPart, by: tuple[str, ...]) -> None:
        """The side whose chance it is has done all it wants."""
        turns = turns_of(frame)
        tx.update_frame(body=turns._replace(done=turns.done | 1 << turns.holder, drawn=False))
        gone_by(tx, tx.frame)


class EachPlayer(Strategy):
    """Every side has the step once; nobody is asked."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, clause: str
    ) -> PendingDecision | None:
        """Open the step for the next side."""
        if not part.options:
            return stuck(frame, "each")
        option = part.options[0]
        left = []
        for side in tx.sides():
            if turns.done >> side & 1:
                continue
            scene = scene_of(frame, side)._replace(active=0)
            pool = remaining(tx, part.side_filters, 1 << side + 1, scene)
            if remaining(tx, option.filters, pool, scene):
                left.append(side)
        if not left:
            by = endings(tx, part, Until.ALL_DEALT)
            if not by:
                return stuck(frame, "until")
            if turns.done:
                close_step(tx, by)
            else:
                self._skip(tx, frame, by)
            return None
        # With one side left there is no question who is first.
        if turns.holder == NOBODY and len(left) > 1:
            awaited = settle_order(tx, frame)
            if awaited is not None or turns_of(tx.frame).holder == NOBODY:
                return awaited
            frame = tx.frame
            turns = turns_of(frame)
        side = next((side for side in turns.order if side in left), left[0])
        child = tx.program.steps[option.name]
        tx.update_frame(body=turns._replace(done=turns.done | 1 << side))
        count_step(tx, child, 1 << side + 1)
        pay(tx, child, 1 << side + 1, part)
        each = tuple(ruling.clause for ruling in option.each[:1])
        open_step(tx, option.name, side, frame.units, (clause, *each, *turns.because))
        return None

    def _skip(self, tx: Transaction, frame: Frame, by: tuple[str, ...]) -> None:
        """Close a step that no side has, and say why."""
        because = []
        for side in tx.sides():
            name = tx.roster.side(side)
            because.append((name, reasons(tx, frame._replace(units=0), side, side + 1)))
        tx.events.append(Skipped(frame.step, tx.roster.side(frame.side), tuple(because), by))
        close_step(tx, by)


class EachUnit(Strategy):
    """Every unit that may be picked has the step once, in order of rank; nobody is asked."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, clause: str
    ) -> PendingDecision | None:
        """Open the step for the next unit, or for all that rank equal."""
        if not part.options:
            return stuck(frame, "each")
        option = part.options[0]
        legal = {}
        for side in tx.sides():
            actions = legal_actions(tx, frame, side)
            unserved = ~(turns.served | side_bits(tx))
            legal[side] = tuple((name, mask & unserved) for name, mask in actions)
        everybody = acting_units(legal, 0)
        if not everybody:
            by = endings(tx, part, Until.ALL_DEALT) or endings(tx, part, Until.NONE_LEFT)
            if not by:
                return stuck(frame, "until")
            if turns.served:
                close_step(tx, by)
            else:
                close_unused(tx, frame, part, tx.sides(), by)
            return None
        best, behind = ranked(tx, frame, part, everybody)
        together = tx.rule_for(part.together, frame, NOBODY)
        tied = together is not None and together.value is Together.TIED
        sides = [side for side in tx.sides() if best & tx.roster.units[side]]
        if not tied and len(sides) > 1 and turns.holder == NOBODY:
            awaited = settle_order(tx, frame)
            if awaited is not None or turns_of(tx.frame).holder == NOBODY:
                return awaited
            frame = tx.frame
            turns = turns_of(frame)
        by = (clause, *(c for c, _ in behind), *(r.clause for r in option.each[:1]))
        if tied and together is not None:
            who, by = best, (*by, together.clause)
        else:
            order = turns.order or tx.sides()
            side = next(side for side in order if side in sides)
            mine = best & tx.roster.units[side]
            who = mine & -mine
        child = tx.program.steps[option.name]
        side = tx.roster.side_of[who.bit_length() - 1] if len(sides) == 1 or not tied else NOBODY
        tx.update_frame(body=turns._replace(served=turns.served | who))
        count_step(tx, child, who)
        pay(tx, child, who, part)
        open_step(tx, option.name, side, who, by)
        return None


class CarryOut(Strategy):
    """What was put off to this step is carried out."""

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, clause: str
    ) -> PendingDecision | None:
        """Carry out the next action that was put off to this step."""
        waiting = [p for p in tx.rest.put_off if p.step == frame.step]
        if not waiting:
            by = endings(tx, part, Until.ALL_DEALT)
            if not by:
                return stuck(frame, "until")
            close_step(tx, by)
            return None
        everybody = 0
        for put_off in waiting:
            everybody |= put_off.units
        best, behind = ranked(tx, frame, part, everybody & tx.alive)
        chosen = next((p for p in waiting if p.units & best), waiting[0])
        left = list(tx.rest.put_off)
        left.remove(chosen)
        tx.rest = tx.rest._replace(put_off=tuple(left))
        by = (clause, *(c for c, _ in behind), *chosen.by)
        open_step(tx, chosen.does, chosen.side, chosen.units, by, chosen.target, chosen.item)
        return None


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
        return (turns.holder,) if self.alone and turns.holder >= 0 else tx.sides()

    def next_chance(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, clause: str
    ) -> PendingDecision | None:
        """Find the side whose chance it is, and what it may do."""
        if turns.used and part.ends_after_one:
            by = endings(tx, part, Until.ONE_CHANCE)
            if by:
                close_step(tx, by)
                return None
        if turns.holder < 0 and self.asks_order:
            awaited = settle_order(tx, frame)
            frame = tx.frame
            turns = turns_of(frame)
            if awaited is not None or turns.holder < 0:
                return awaited
        legal: dict[int, Legal] = {}
        rest = tx.rest
        if part.is_plain and turns.holder >= 0 and not (turns.done or rest.lasting or rest.lost):
            # Nobody is out, and nothing is compared: it is this side's chance if it can use it.
            mine = legal_actions(tx, frame, turns.holder, part)
            if mine:
                return self.ask(tx, frame, turns, part, mine, None, clause)
            legal[turns.holder] = mine
        holder = turns.holder
        in_play = self.in_play(tx, turns)
        passed = 0
        if tx.rest.lasting:
            for side in in_play:
                if pass_of(tx, frame.step, side) is not None:
                    passed |= 1 << side
            if passed and all(passed >> side & 1 for side in in_play):
                by = endings(tx, part, Until.ALL_PASSED)
                if by:
                    close_step(tx, by)
                    return None
                return stuck(frame, "until")
        done: int = turns.done | tx.rest.lost
        budget: tuple[str, ...] = ()
        if part.says_chances:
            spent, budget = spent_budgets(tx, frame, part, turns, in_play)
            done |= spent
        if holder >= 0 and holder not in legal:
            legal[holder] = () if done >> holder & 1 else legal_actions(tx, frame, holder)
        # The other sides matter only when this one has nothing left, or when ranks are compared.
        if not part.is_plain or holder < 0 or not legal[holder]:
            for side in in_play:
                if side != holder:
                    legal[side] = () if done >> side & 1 else legal_actions(tx, frame, side)
        finish = tx.rule_for(part.finish, frame, holder) if part.finish else None
        may_finish = finish if finish and finish.value is Allowed.ALLOWED else None
        if not part.is_plain and remembers(tx, frame.step):
            frame = note_outs(tx, frame, legal, passed | done)
            turns = turns_of(frame)
        if not any(legal.values()):
            return self.none_left(tx, frame, part, in_play, done, budget, may_finish)
        return self.dealt(tx, frame, part, clause, legal, passed, done, may_finish)

    def none_left(
        self,
        tx: Transaction,
        frame: Frame,
        part: StepPart,
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
        if self.alone and may_finish and turns.holder >= 0:
            return self.ask(tx, frame, turns, part, (), may_finish)
        unable = tx.rule_for(part.unable, frame, turns.holder)
        if unable is not None and unable.value is Unable.PASSES:
            waiting = [s for s in in_play if pass_of(tx, frame.step, s) is None]
            holder = turns.holder if turns.holder in waiting else waiting[0]
            return record_pass(tx, frame, holder, True, unable.clause)
        return stuck(frame, "until")

    def dealt(
        self,
        tx: Transaction,
        frame: Frame,
        part: StepPart,
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
                hand_over(tx, frame, passed | done, tuple(c for c, _ in behind[:1]), legal, best)
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
        part: StepPart,
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
        if part.says_passing:
            ruling = tx.rule_for(part.passing, frame, holder)
            if ruling is not None and may_pass(tx, frame, holder, ruling.value):
                passing = ruling.clause
        finish = None if may_finish is None else may_finish.clause
        several = together is not None and together.value is SEVERAL
        by = (clause, *turns.because) if clause else turns.because
        # Made without the constructor, as every chance makes one: the fields of PendingDecision.
        fields = (CHOICE, frame.step, holder, mine, passing, finish, several, CHANCE, *NO_DICE, by)
        return tuple.__new__(PendingDecision, fields)

    def cannot(
        self, tx: Transaction, frame: Frame, part: StepPart, has: bool, passed: int, done: int
    ) -> PendingDecision | None:
        """The side whose chance it is cannot use it."""
        turns = turns_of(frame)
        holder = turns.holder
        is_out = passed >> holder & 1
        unable = tx.rule_for(part.unable, frame, holder)
        has_none = not is_out and not done >> holder & 1 and not has
        if has_none and unable is not None and unable.value is Unable.PASSES:
            return record_pass(tx, frame, holder, True, unable.clause)
        passes = pass_of(tx, frame.step, holder)
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


class OneSide(Chances):
    """One side takes every chance."""

    alone = True

    def finished(self, tx: Transaction, frame: Frame, part: StepPart, by: tuple[str, ...]) -> None:
        """When the one side is done, the step is over."""
        close_step(tx, by)


class Alternate(Chances):
    """Sides take turns."""

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, units: int
    ) -> None:
        """After so many chances in a row it is the next side's turn."""
        holder = turns.holder
        if part.says_in_a_row:
            row = turns.row + 1
            ruling = tx.rule_for(part.in_a_row, frame, holder)
            scene = Scene(frame.units, frame.target, NOBODY, holder, False)
            if ruling is not None and row < ruling.value(tx, holder + 1, scene):
                tx.stack[-1] = frame.after_chance(turns, row, holder, turns.because)
                return
        order = turns.order
        after = order.index(holder) + 1
        holder = order[after] if after < len(order) else order[0]
        tx.stack[-1] = frame.after_chance(turns, 0, holder, ())


class Ranked(Chances):
    """The next chance is for the unit that ranks first, whosever it is."""

    rank_picks = True

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, units: int
    ) -> None:
        """The first of the order is asked first again: the rank says whether it has the chance."""
        tx.stack[-1] = frame.after_chance(turns, 0, turns.order[0], ())


class Follows(Chances):
    """The next chance is for the side of the unit that acted last."""

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, units: int
    ) -> None:
        """The side of the unit that acted has the next chance."""
        holder = tx.roster.side_of[units.bit_length() - 1] if units else turns.holder
        tx.stack[-1] = frame.after_chance(turns, 0, holder, ())


class ByDraw(Chances):
    """What is drawn says whose chance comes next."""

    asks_order = False

    def dealt(
        self,
        tx: Transaction,
        frame: Frame,
        part: StepPart,
        clause: str,
        legal: dict[int, Legal],
        passed: int,
        done: int,
        may_finish: Ruling[Allowed] | None,
    ) -> PendingDecision | None:
        """Draw, unless what was drawn is still to be used."""
        if not turns_of(frame).drawn:
            awaited = draw_chance(tx, frame, part)
            if awaited is None:
                # Whoever is never drawn again has no chance left to use.
                unable = tx.rule_for(part.unable, frame, NOBODY)
                if unable is None or unable.value is not Unable.PASSES:
                    return stuck(frame, "until")
                waiting = [s for s in tx.sides() if pass_of(tx, frame.step, s) is None]
                return record_pass(tx, frame, waiting[0], True, unable.clause)
            return awaited
        return super().dealt(tx, frame, part, clause, legal, passed, done, may_finish)

    def none_left(
        self,
        tx: Transaction,
        frame: Frame,
        part: StepPart,
        in_play: tuple[int, ...],
        done: int,
        budget: tuple[str, ...],
        may_finish: Ruling[Allowed] | None,
    ) -> PendingDecision | None:
        """Nobody has anything, or only the unit whose marker was drawn has nothing."""
        if turns_of(frame).drawn and turns_of(frame).only:
            return self.cannot(tx, frame, part, True, 0, done)
        return super().none_left(tx, frame, part, in_play, done, budget, may_finish)

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, units: int
    ) -> None:
        """For every chance anew, unless one draw is for all of them."""
        super().used(tx, frame, turns, part, units)
        frame = tx.frame
        draws = tx.rule_for(part.draws, frame, turns_of(frame).holder)
        if draws is None:
            return
        each = tx.rule(tx.program.containers[draws.value.container].draw_for)
        turns = turns_of(frame)
        if each is not None and each.value is DrawFor.EACH_CHANCE:
            tx.update_frame(body=turns._replace(drawn=False, only=0))

    def give_up(
        self, tx: Transaction, frame: Frame, out: int, by: tuple[str, ...]
    ) -> PendingDecision | None:
        """Another is drawn."""
        tx.note(*by)
        tx.update_frame(body=turns_of(frame)._replace(drawn=False, only=0))
        return None


STRATEGIES: dict[Cadence, Strategy] = {
    Cadence.EACH_PLAYER: EachPlayer(),
    Cadence.EACH_UNIT: EachUnit(),
    Cadence.ONE_SIDE: OneSide(),
    Cadence.ALTERNATE: Alternate(),
    Cadence.RANKED: Ranked(),
    Cadence.FOLLOWS: Follows(),
    Cadence.DRAW: ByDraw(),
    Cadence.PUT_OFF: CarryOut(),
}
"""The strategy of each cadence."""


def side_bits(tx: Transaction) -> int:
    """The mask of all sides, which are never ranked."""
    return (1 << tx.roster.sides + 1) - 2


def may_pass(tx: Transaction, frame: Frame, side: int, passing: Allowed | Passing) -> bool:
    """Whether a side may pass: where passing opens a step, only if it may do and pay for it."""
    if not isinstance(passing, Passing):
        return passing is Allowed.ALLOWED
    part = tx.program.steps[passing.opens]
    scene = scene_of(frame, side)
    return bool(remaining(tx, part.own_filters, 1 << side + 1, scene))


def spent_budgets(
    tx: Transaction, frame: Frame, part: StepPart, turns: TurnsBody, in_play: tuple[int, ...]
) -> tuple[int, tuple[str, ...]]:
    """The sides that are done, those included that have used all their chances; and why."""
    done = turns.done
    by: dict[str, None] = {}
    for side in in_play:
        ruling = tx.rule_for(part.chances, frame, side)
        if ruling is None:
            continue
        scene = scene_of(frame, side)
        pool = tx.holding(frame, side)
        who = pool.bit_length() - 1
        taken = turns.taken[side] if turns.taken else 0
        if taken >= ruling.value(tx, who, scene):
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
        frame = tx.update_frame(body=turns._replace(outs=(*turns.outs, *new)))
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
        tx.update_frame(body=turns._replace(holder=other, because=by, row=0))
        return True
    return False


def use_chance(tx: Transaction, frame: Frame, units: int) -> None:
    """A chance was used: passes for now are over, and the next chance is somebody's."""
    rest = tx.rest
    if rest.lasting and any(isinstance(it.what, Pass) and it.what.for_now for it in rest.lasting):
        kept: tuple[Lasting, ...] = tuple(
            it for it in rest.lasting if not (isinstance(it.what, Pass) and it.what.for_now)
        )
        tx.rest = rest._replace(lasting=kept)
    part = tx.program.steps[frame.step]
    if part.says_chances:
        turns = turns_of(frame)
        holder = turns.holder
        taken = turns.taken or (0,) * tx.roster.sides
        taken = (*taken[:holder], taken[holder] + 1, *taken[holder + 1 :])
        frame = tx.update_frame(body=turns._replace(taken=taken))
    if units and tx.program.asks_recent:
        recent = tuple(u for u in tx.rest.recent if not units >> u & 1)
        tx.rest = tx.rest._replace(recent=(*recent, *bits(units)))
    dealing = frame.body
    assert isinstance(dealing, TurnsBody)
    cadence = part.fixed_cadence or tx.rule_for(part.cadence, frame, dealing.holder)
    if cadence is not None:
        STRATEGIES[cadence.value].used(tx, frame, dealing, part, units)


def gone_by(tx: Transaction, frame: Frame) -> None:
    """A chance has gone by without anybody acting; a pass for now stays."""
    part = tx.program.steps[frame.step]
    turns = turns_of(frame)
    cadence = tx.rule_for(part.cadence, frame, turns.holder)
    if cadence is not None:
        STRATEGIES[cadence.value].used(tx, frame, turns, part, 0)


def finish(tx: Transaction, frame: Frame, by: tuple[str, ...]) -> None:
    """The side whose chance it is has done all it wants here."""
    part = tx.program.steps[frame.step]
    cadence = tx.rule_for(part.cadence, frame, turns_of(frame).holder)
    if cadence is not None:
        STRATEGIES[cadence.value].finished(tx, frame, part, by)


def used_by_itself(tx: Transaction, frame: Frame, ask: PendingDecision) -> tuple[str, int] | None:
    """The one thing there is to choose, where nobody is to be asked about that."""
    part = tx.program.steps[frame.step]
    if not part.says_asks or ask.awaits is not CHOICE or ask.step != frame.step:
        return None
    if ask.passing is not None or ask.finish is not None or len(ask.legal) != 1:
        return None
    ruling = tx.rule_for(part.asks, frame, ask.side)
    name, mask = ask.legal[0]
    if ruling is None or ruling.value is not Asked.IF_THERE_IS_A_CHOICE or mask & (mask - 1):
        return None
    child = tx.program.steps.get(name)
    if child is None or child.target or child.uses or child.moves:
        return None
    tx.note(ruling.clause)
    return name, mask
