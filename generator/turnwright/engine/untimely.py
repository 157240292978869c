"""Untimely inputs: what cannot be done now, and why.

The reason is, in this order: another side decides; something rules it out; the step in which it
could have been done is over; and only where none of these is so, the order of the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from turnwright.engine.decision import ChoiceKind, Reason, Refused, Stop, did_you_mean
from turnwright.engine.effects import may_use
from turnwright.engine.eligibility import MISSION, UNIT, excluded_by
from turnwright.engine.items_and_targets import excluding, target_tests, without_item
from turnwright.engine.monotonicity import bar_lasts
from turnwright.engine.program import SequencePart, TurnsPart
from turnwright.engine.state import NOBODY, Over, TurnsBody, bits, side_bit
from turnwright.engine.transaction import Transaction
from turnwright.language.condition import Selection, Whose
from turnwright.language.container import Drawn
from turnwright.language.input import DONE, FIRST, PASS, Choice
from turnwright.language.turn_order import Cadence, First

Barring = Callable[[Transaction, Choice, tuple[int, ...]], tuple[str, ...]]
"""Every clause that keeps some units from what the innermost step offers."""


def untimely(tx: Transaction, choice: Choice, units: tuple[int, ...], barring: Barring) -> Refused:
    """A refusal because it is not time for that, or because there is no such action."""
    program, does, ask = tx.program, choice.does, tx.ask
    known = {*program.steps, *program.abilities, PASS, DONE, FIRST, *dict(ask.legal)}
    if does not in known:
        if picking := picked_in(tx, does):
            theirs = side_of(tx, choice, units) not in (NOBODY, ask.side)
            message = f"{does} cannot be picked now; {now_open(tx)}"
            if theirs:
                return Refused(message, (*whose(tx), *picking), Reason.NOT_THEIRS)
            return Refused(message, picking, Reason.NOT_NOW)
        hint = did_you_mean(does, known)
        return Refused(f"there is no action {does}{hint}", (), Reason.UNCLEAR)
    at = _Place(tx, does)
    side = side_of(tx, choice, units)
    if not units and at.is_by_side:
        units = ((ask.side if side == NOBODY else side) + 1,)
    opened = (ability.opens for ability in program.ruleset.abilities.values())
    if does in program.steps and not at.path and not any(map(at.leads_from, opened)):
        return Refused(f"nothing that can be done is {does}", (), Reason.NOTHING)
    theirs = side not in (NOBODY, ask.side)
    # What was theirs alone and is over tells more than that it is another's turn now.
    ended = at.ended(units or (ask.side + 1,), outside=theirs)
    if theirs and ended is None and not at.others_chance(side):
        ended = at.ended(units, outside=False)
    is_way = ended is not None and at.is_on_the_way(ended.step)
    over = ended.by if ended is not None and is_way else ()
    of_nobody = ended is not None and (at.is_by_side or not ended.units)
    now = at.own_bars if of_nobody else at.barred_now
    if theirs:
        used = at.chance_in_use(of_another=side != at.holder)
        bars = now(units) if over else at.lasting_bars(units)
        first = at.order() if not over and at.will_be_for(side) else ()
        by = tuple(dict.fromkeys((*whose(tx), *used, *bars, *over, *first)))
        return _refused(
            f"it is for {tx.roster.side(ask.side)} to decide", by, Reason.NOT_THEIRS, at
        )
    if lacking := on_no_card(tx, choice, units):
        return lacking
    others = at.others_chance(side)
    bars = tuple(dict.fromkeys((*at.unfit(choice, units), *at.bars(choice, units, barring))))
    if others:  # Those who act already are not theirs.
        bars = (*others, *(it for it in bars if not picks_active(tx.program.clauses[it])))
    what = f"{does} cannot be done now"
    if ended is not None:
        barred = now(units)
        by = (*bars, *barred, *(at.told_of(ended, bool(barred)) if is_way else ()))
        if is_way:
            return _refused(f"{what}: {ended.step} is over", by or over, Reason.NOT_NOW, at)
        bars = by
    bars = bars or at.lasting_bars(units)
    return _refused(what, bars or at.order(), Reason.NOT_NOW, at)


def on_no_card(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> Refused | None:
    """A refusal of an ability that none of these units has; nothing where one has it."""
    does = choice.does
    is_of_units = does in tx.program.abilities and does not in tx.rest.mission_abilities
    if not units or not is_of_units:
        return None
    if any(does in tx.roster.cards[unit].abilities for unit in units):
        return None
    return Refused(f"{does} is on no card of {tx.roster.names[units[0]]}", (), Reason.NOTHING)


def picked_in(tx: Transaction, does: str) -> tuple[str, ...]:
    """The clauses by which a number, or what a side sees in a container, is picked somewhere."""
    name, _, number = does.rpartition(" ")
    boxes = tx.program.containers
    found: list[str] = []
    for part in tx.program.steps.values():
        if part.name == name and number.isdigit():
            found += (ruling.clause for ruling in part.chooses.rulings)
    marked = {n for box in boxes.values() for it in box.contains for n in it.value.contents.named}
    for part in tx.program.steps.values() if marked & {does, name} else ():
        for ruling in part.draws.rulings:
            if tx.says(boxes[ruling.value.container].drawn) is Drawn.SEEN:
                found.append(ruling.clause)
    return tuple(dict.fromkeys(found))


def _refused(message: str, by: tuple[str, ...], reason: Reason, at: _Place) -> Refused:
    """A refusal that says what is open, and what can be done there."""
    elsewhere = at.home and at.home != at.tx.ask.step
    home = f" {at.does} belongs to {at.home};" if elsewhere else ""
    return Refused(f"{message};{home} {now_open(at.tx)}", by, reason)


def over_for(tx: Transaction, does: str, units: tuple[int, ...]) -> tuple[str, ...]:
    """The clauses that ended the step in which these could have done it; none where none did."""
    at = _Place(tx, does)
    ended = at.ended(units, outside=True)
    return ended.by if ended is not None and at.is_on_the_way(ended.step) else ()


def now_open(tx: Transaction) -> str:
    """The step that is open, whose decision it is, and what can be done there, in words."""
    ask = tx.ask
    names = [FIRST] if ask.kind is ChoiceKind.FIRST else [name for name, _ in ask.legal]
    names += [PASS] * (ask.passing is not None) + [DONE] * (ask.finish is not None)
    return f"open is {ask.step} of {tx.roster.side(ask.side)}: {', '.join(names)}"


def side_of(tx: Transaction, choice: Choice, units: tuple[int, ...]) -> int:
    """The side that wants something: the one that is named, or whose all the units are."""
    if choice.side:
        return tx.roster.side_number(choice.side)
    sides = {tx.roster.side_of[unit] for unit in units}
    return sides.pop() if len(sides) == 1 else NOBODY


def whose(tx: Transaction) -> tuple[str, ...]:
    """The clauses that make it this side's decision."""
    ask = tx.ask
    if ask.kind not in (ChoiceKind.MOVE, ChoiceKind.START, ChoiceKind.ORDER):
        return ask.by
    if ask.kind is ChoiceKind.START and (alone := of_one_side(tx)):
        return alone
    # It goes on with what its side has chosen.
    for index in reversed(range(1, len(tx.stack))):
        if isinstance(tx.stack[index - 1].body, TurnsBody):
            return chosen_by(tx, index) or ask.by
    return ask.by


def of_one_side(tx: Transaction) -> tuple[str, ...]:
    """The clauses by which the innermost step is for one side alone; none where it is not."""
    part = tx.part
    if not isinstance(part, TurnsPart) or not any(r.value in ALONE for r in part.cadence.rulings):
        return ()
    return tx.clauses((*part.cadence.rulings, *part.first.rulings))


def one_by_one(tx: Transaction, part: TurnsPart) -> tuple[str, ...]:
    """The clauses by which a step deals one chance after another, if any say so."""
    rulings = [r for r in part.cadence.rulings if r.value is not Cadence.ONE_SIDE]
    return tx.clauses((*rulings, *part.together.rulings))


def chosen_by(tx: Transaction, index: int) -> tuple[str, ...]:
    """The clauses by which an open step was chosen, those aside that only offer it."""
    step, by = tx.stack[index].step, tx.stack[index].by
    offering = tx.program.graph.rulings(tx.stack[index - 1].step, step)
    offered = {ruling.clause for ruling in offering}
    return tuple(clause for clause in by if clause not in offered) or by


def picks_active(clause: Any) -> bool:
    """Whether a clause says that those are picked who act already."""
    among = getattr(clause.means, "among", None)
    return (among.of if isinstance(among, Selection) else among) is Whose.ACTIVE


ALONE = (Cadence.ONE_SIDE, Cadence.ONE_CHANCE)
"""Cadences by which one side has every chance."""


class _Place:
    """Where among the open steps something could be done, if they come to it."""

    def __init__(self, tx: Transaction, does: str) -> None:
        self.tx, self.does = tx, does
        program = tx.program
        ability = program.ruleset.abilities.get(does)
        self.wanted = program.step(ability.used.during or ability.used.start) if ability else does
        """The step that would have to open, or to be open."""
        self.path: tuple[str, ...] = ()
        """How the step at `index` leads to it."""
        self.index = NOBODY
        """The innermost open step that leads to it."""
        for index in reversed(range(len(tx.stack))):
            step = tx.stack[index].step
            is_it = bool(ability) and step == self.wanted
            self.path = (step,) if is_it else program.graph.path(step, self.wanted)
            if self.path:
                self.index = index
                break
        self.home = self.path[-1 if ability else -2] if self.path else ""
        """The step that it belongs to."""
        self.own = self._gone_through()
        """The steps that whoever does it goes through themselves: these, and what is wanted."""

    def _gone_through(self) -> tuple[str, ...]:
        """The last steps of the way that are opened by those who do what is wanted."""
        own: tuple[str, ...] = self.path[-1:]
        for step in self.path[-2:0:-1]:
            part = self.tx.program.steps[step]
            if isinstance(part, TurnsPart) and not any(
                picks_active(self.tx.program.clauses[it.clause]) for it in part.filters
            ):
                break
            own = (step, *own)
        return own

    @property
    def holder(self) -> int:
        """The side whose chance is used in the innermost open step that leads to it, if any."""
        return (
            self.tx.stack[self.index + 1].side
            if 0 <= self.index < len(self.tx.stack) - 1
            else NOBODY
        )

    @property
    def is_by_side(self) -> bool:
        """Whether a side does it, and none of its units."""
        offer = self.tx.program.offer(self.home, self.wanted) if self.home else None
        return offer is not None and offer.by_side

    @property
    def is_innermost(self) -> bool:
        """Whether it is the innermost open step that leads to it."""
        return self.index == len(self.tx.stack) - 1

    def ended(self, units: tuple[int, ...], outside: bool) -> Over | None:
        """The step in which these could have done it, if that is over."""
        group, roster = sum(1 << unit for unit in units), self.tx.roster
        for frame in self.tx.stack[self.index :: -1] if self.path else ():
            # What others could do in it was opened by those who act.
            of_others = frame.side != NOBODY and not roster.units[frame.side] & group
            acting = frame.units if of_others and frame is self.tx.stack[self.index] else 0
            for over in reversed(frame.over):
                mine = over.units & (group | acting) or not (over.units or outside)
                if mine and over.by and self.leads_from(over.step):
                    # Who has done it is kept from it by what ended the step in which they did.
                    around = self.home if over.step == self.wanted == self.does else ""
                    homes = (it for it in frame.over if it.by and it.step == around)
                    return next(homes, over)
            if not outside:
                break
        return None

    def is_on_the_way(self, step: str) -> bool:
        """Whether a step is no part of the one that it belongs to, which leads to it anyway."""
        is_part = self.wanted == self.does and self.tx.program.graph.path(self.home, step)
        return step in self.path or not is_part

    def leads_from(self, step: str) -> bool:
        """Whether a step is the one that is wanted, or leads to it, or offers the ability."""
        if step == self.wanted or self.tx.program.graph.path(step, self.wanted):
            return True
        part = self.tx.program.steps.get(step)
        if self.wanted == self.does or not isinstance(part, TurnsPart):
            return False
        of_mission = self.does in self.tx.rest.mission_abilities
        whence = MISSION if of_mission else UNIT
        offered = any(ruling.value == whence for ruling in part.each_ability)
        return offered and bool(self.tx.program.graph.path(self.wanted, step))

    def chance_in_use(self, of_another: bool = True) -> tuple[str, ...]:
        """The clauses by which the chance that it takes is being used; none where it is not.

        Those are left out that make it the chance `of_another` side, if it is not.
        """
        if self.index == NOBODY or self.is_innermost or len(self.path) < 2:
            return ()
        part = self.tx.program.steps[self.path[0]]
        if not isinstance(part, TurnsPart):
            return ()
        chosen = chosen_by(self.tx, self.index + 1)
        if of_another:
            return chosen
        one = one_by_one(self.tx, part)
        return tuple(it for it in self.tx.stack[self.index + 1].by if it in one) or chosen

    def bars(self, choice: Choice, units: tuple[int, ...], barring: Barring) -> tuple[str, ...]:
        """Every clause that would keep these units from it, were the chance for it still there."""
        tx = self.tx
        bearer = units[0] if len(units) == 1 else NOBODY
        has_it = bearer != NOBODY and self.does in tx.roster.cards[bearer].abilities
        if (
            has_it
            and tx.open_frame(self.wanted)
            and not may_use(tx, self.does, bearer, tx.ask.side)
        ):
            return tx.clauses(tx.program.effects.bearer.rulings)
        if self.index == NOBODY or len(self.path) < 2:
            return ()
        if tx.ask.kind is ChoiceKind.ORDER and self.is_innermost and self.does in self.path[1:2]:
            return tx.sequence.listed_by  # Each of these comes as often as it is listed.
        if self.path[1] not in self.own:
            return ()  # Somebody else has to open the step for it.
        then = self.where_it_leads()
        try:
            if tx.program.offer(self.path[0], self.path[1]) is None:
                return self.not_among(then, units)
            directly = len(self.path) == 2
            wanted = Choice(self.path[1], target=choice.target if directly else "")
            if units:
                return barring(then, wanted, units)
            mine = tx.roster.units[tx.ask.side] & tx.alive
            return min(self._each(then, wanted, mine, barring), key=len, default=())
        except Stop:
            return ()  # What nobody knows stands in nobody's way.

    def where_it_leads(self) -> Transaction:
        """The battle as it is, with only those steps open that lead to it."""
        tx = self.tx
        state = tx.freeze(tx.ask)._replace(stack=tuple(tx.stack[: self.index + 1]))
        return Transaction(tx.program, state, tx.record)

    def not_among(self, then: Transaction, units: tuple[int, ...]) -> tuple[str, ...]:
        """The clauses by which these are not those who are picked where what goes on leads to."""
        *through, home = (then.program.steps[step] for step in self.path[:-1])
        if not isinstance(home, TurnsPart) or any(part.deals for part in through):
            return ()
        group = sum(1 << unit for unit in units)
        clauses = then.program.clauses
        return tuple(
            clause
            for clause, out in excluded_by(then, home.filters, group, then.scene())
            if out == group and picks_active(clauses[clause])
        )

    def own_bars(self, units: tuple[int, ...], steps: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Every clause of what is wanted itself, or of these steps, that bars these from it now."""
        tx = self.tx
        if not units or self.wanted != self.does or self.wanted not in tx.program.steps:
            return ()
        group = sum(1 << unit for unit in units)
        found: list[str] = []
        if self.index != NOBODY:
            tx = self.where_it_leads()
        for step in steps or (self.wanted,):
            try:
                offer = tx.program.offer(self.home, step) if self.home else None
                filters = offer.filters if offer else tx.program.steps[step].own_filters
                barring = [*excluded_by(tx, filters, group, tx.scene_of(tx.ask.side))]
            except Stop:
                continue
            found += [clause for clause, out in barring if out == group]
        return tuple(dict.fromkeys(found))

    def unfit(self, choice: Choice, units: tuple[int, ...]) -> Iterator[str]:
        """The clauses by which what is named to be used never serves for it, whenever it comes."""
        tx, target = self.tx, self.tx.roster.number.get(choice.target, NOBODY)
        part = tx.program.steps.get(self.does)
        if part is None or not choice.item:
            return
        for unit in units:
            plain = part.uses.plain
            for clause in without_item(tx, part, unit, choice.item):
                if (plain and clause == plain.clause) or self.lasts(clause):
                    yield clause
            if target != NOBODY:
                tests = target_tests(tx, part, unit, tx.ask.side, choice.item)
                for clause in excluding(tx, tests, target):
                    if bar_lasts(tx.program.clauses[clause], tx.program.changing, lambda _: False):
                        yield clause

    def lasting_bars(self, units: tuple[int, ...]) -> tuple[str, ...]:
        """Those of its bars that will still hold when the step comes in which it could be done."""
        return tuple(filter(self.lasts, self.own_bars(units, self.own)))

    def lasts(self, clause: str) -> bool:
        """Whether a clause that bars somebody still does when the step comes."""
        program = self.tx.program
        open_now = {frame.step for frame in self.tx.stack[: self.index + 1]}
        return bar_lasts(
            program.clauses[clause], program.changing, lambda name: program.step(name) in open_now
        )

    def barred_now(self, units: tuple[int, ...]) -> tuple[str, ...]:
        """Its bars and limits that these come to, rather than that they lack something."""
        means = {it: self.tx.program.clauses[it].means for it in self.own_bars(units)}
        said = ("bars", "limit")
        return tuple(it for it, says in means.items() if any(getattr(says, w, None) for w in said))

    def told_of(self, ended: Over, barred: bool) -> tuple[str, ...]:
        """What ended a step, without what only bars other things there.

        Where it is barred by something else now, what barred it then is left out as well.
        """
        program = self.tx.program
        offers = program.offers.get(ended.step, ())
        of_each = {o.name: {it.clause for it in program.steps[o.name].own_filters} for o in offers}
        its = of_each.get(self.wanted, set()) if not barred else set()
        others = {clause for clauses in of_each.values() for clause in clauses} - its
        return tuple(clause for clause in ended.by if clause not in others)

    def others_chance(self, side: int) -> tuple[str, ...]:
        """The clause by which only another side will have the chance for it when the step comes."""
        if len(self.path) < 2 or side == NOBODY:
            return ()
        *through, home = (self.tx.program.steps[step] for step in self.path[:-1])
        if not isinstance(home, TurnsPart) or any(part.deals for part in through):
            return ()
        alone = home.cadence.plain is not None and home.cadence.plain.value in ALONE
        first, its = home.first.plain, self.tx.stack[self.index].side
        if not alone or first is None or its == NOBODY:
            return ()
        barred = first.value is First.ACTIVE if side != its else first.value is First.OTHER
        return (first.clause,) if barred else ()

    def _each(
        self, tx: Transaction, choice: Choice, mine: int, barring: Barring
    ) -> list[tuple[str, ...]]:
        """What keeps each unit of a side from it, or the side itself."""
        offer = tx.program.offer(tx.frame.step, choice.does)
        if offer is not None and offer.by_side:
            mine = side_bit(tx.ask.side)
        return [barring(tx, choice, (unit,)) for unit in bits(mine)]

    def will_be_for(self, side: int) -> bool:
        """Whether this side begins in the step in which it comes, later in a sequence."""
        if self.is_innermost or len(self.path) < 2 or side == NOBODY:
            return False
        home, its = self.tx.program.steps[self.path[-2]], self.tx.stack[self.index].side
        first = home.first.plain if isinstance(home, TurnsPart) else None
        is_other = first is not None and first.value is First.OTHER
        ordered = isinstance(self.tx.program.steps[self.path[0]], SequencePart)
        return ordered and is_other and its not in (side, NOBODY)

    def side_by_side(self) -> tuple[str, ...]:
        """The clauses by which several units go through the open step together, if they do."""
        frame = self.tx.stack[self.index]
        around = self.tx.program.steps[self.tx.stack[max(self.index - 1, 0)].step]
        if not frame.units & (frame.units - 1) or not isinstance(around, TurnsPart):
            return ()
        return tuple(r.clause for r in around.group.rulings if r.clause in frame.by)

    def order(self) -> tuple[str, ...]:
        """The clauses that put something else first."""
        tx, path = self.tx, self.path
        if self.index == NOBODY:
            return tx.ask.by
        part = tx.program.steps[path[0]]
        if used := self.chance_in_use(of_another=False):
            return used
        if self.is_innermost:
            graph = tx.program.graph  # What has to be done first, and what leads to it then.
            ways = (path[:2], path[-2:]) if len(path) > 2 else ()
            opening = tuple(ruling for way in ways for ruling in graph.rulings(*way))
            try:
                return tx.clauses(opening) or tx.ask.by
            except Stop:  # It is so for some, and here for nobody in particular.
                return tuple(ruling.clause for ruling in opening)
        if isinstance(part, SequencePart):
            return (*self.side_by_side(), *part.listed_by[:1])
        return tx.stack[self.index + 1].by[:1] or tx.ask.by
