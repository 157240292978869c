"""Transactions: a private, mutable copy of a state that is worked on during one input.

It is frozen into the next state, or thrown away with all that was done when the input is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from turnwright.engine.decision import Awaits, ChoiceKind, parse_dice
from turnwright.engine.parts import FactPart, Rule, Ruling, Scene
from turnwright.engine.program import Program, RepeatPart, SequencePart, StepPart, TurnsPart
from turnwright.engine.state import (
    NO_ATTEMPT,
    NO_HISTORY,
    NOBODY,
    Attempt,
    Body,
    Frame,
    History,
    Over,
    Pass,
    PendingDecision,
    Places,
    Stage,
    State,
    TurnsBody,
    bits,
    changed,
    side_bit,
)
from turnwright.language.event import BecameTrue, Event, NoLonger
from turnwright.language.fact import Subject
from turnwright.language.input import Card

T = TypeVar("T")
Known = tuple[int, tuple[str, ...]]
"""A number, and the clauses that make it up."""
Barred = tuple[str, tuple[str, ...]]
"""Who was barred from a step that was passed over, and the clauses that barred them."""
KeptAnswers = dict[tuple[object, ...], Any]
"""What was worked out, by what was asked of whom."""


NO_SCENE = Scene(0, NOBODY, NOBODY, NOBODY, False)


@lru_cache(maxsize=16)
def _partners(pairs: frozenset[tuple[str, int, int]]) -> Mapping[tuple[str, int], int]:
    """Index of facts between two units."""
    found: dict[tuple[str, int], int] = {}
    for name, one, other in pairs:
        found[name, one] = found.get((name, one), 0) | 1 << other
        found[name, other] = found.get((name, other), 0) | 1 << one
        found[name, NOBODY] = found.get((name, NOBODY), 0) | 1 << one | 1 << other
    return found


class Pending(Exception):
    """A decision that has to be made before anything can go on."""

    def __init__(self, decision: PendingDecision) -> None:
        super().__init__(decision)
        self.decision = decision


class Transaction:
    """Transaction: a state in the making, with the program by which it goes on."""

    frame: Frame
    """The innermost open step."""
    part: StepPart
    """The clauses of that step."""
    sequence: SequencePart
    """The same, where it goes through others."""
    dealing: TurnsPart
    """The same, where it deals chances or settles the order of the sides."""
    turns: TurnsBody
    """How far it has come, where it deals chances."""

    def __init__(
        self,
        program: Program,
        state: State,
        record: set[str] | None = None,
    ) -> None:
        (
            self.roster,
            stack,
            self.alive,
            self.facts,
            self.counters,
            self.round,
            self.serial,
            self.outcomes,
            self.total,
            self.winner,
            self.rest,
            self.ask,
        ) = state
        self.stack: list[Frame] = list(stack)
        self.open_steps = tuple(frame.step for frame in stack)
        self.program = program
        self.record = record
        """Where the clauses that were consulted are noted, when somebody wants to know."""
        self.events: list[Event] = []
        self._scene_of: Frame | None = None
        self._scene = NO_SCENE
        self.dice: Iterator[int] = iter(())
        """Totals of dice that were rolled for the amounts that are being worked out."""
        self.dice_used = 0
        self.ended_by: tuple[str, ...] = ()
        """The clauses that ended the battle."""
        self.stages = 0
        """How many stages were gone through since the input."""
        self._kept: KeptAnswers = {}
        self._kept_at: tuple[Any, ...] = ()
        if stack:
            self.come_to(stack[-1])

    def freeze(self, ask: PendingDecision) -> State:
        """The state that has come about."""
        return State(
            self.roster,
            tuple(self.stack),
            self.alive,
            self.facts,
            self.counters,
            self.round,
            self.serial,
            self.outcomes,
            self.total,
            self.winner,
            self.rest,
            ask,
        )

    def update(self, **changes: Any) -> None:
        """Change what few inputs change."""
        self.rest = changed(self.rest, changes)

    def note(self, *clauses: str) -> None:
        """Record that these clauses were consulted."""
        if self.record is not None:
            self.record.update(clauses)

    # Where it is

    def push(self, frame: Frame) -> None:
        """A step opens inside the others."""
        self.stack.append(frame)
        self.open_steps = (*self.open_steps, frame.step)
        self.come_to(frame)

    def pop(self) -> Frame:
        """The innermost step closes."""
        frame = self.stack.pop()
        self.open_steps = self.open_steps[:-1]
        if self.stack:
            self.come_to(self.stack[-1])
        return frame

    def come_to(self, frame: Frame) -> None:
        """The innermost step comes further."""
        self.stack[-1] = self.frame = frame
        # Typed as what they are where they are asked for.
        part: Any = self.program.steps[frame.step]
        turns: Any = frame.body
        self.part = self.sequence = self.dealing = part
        self.turns = turns

    @property
    def deals(self) -> bool:
        """Whether the innermost open step deals chances, or settles the order of the sides."""
        return isinstance(self.turns, TurnsBody)

    def update_frame(self, **changes: Any) -> None:
        """Change something of the innermost open step."""
        self.come_to(replace(self.frame, **changes))

    def update_body(self, body: Body) -> None:
        """The body of the innermost open step comes further."""
        self._go_on(self.frame.stage, self.frame.attempt, body)

    def update_turns(self, **changes: Any) -> None:
        """Change something of the chances of the innermost open step."""
        self._go_on(self.frame.stage, self.frame.attempt, changed(self.turns, changes))

    def enter_stage(self, stage: Stage) -> None:
        """The innermost open step comes to another stage."""
        self._go_on(stage, self.frame.attempt, self.frame.body)

    def update_attempt(self, **changes: Any) -> None:
        """Change something of what is being done in the innermost open step."""
        frame = self.frame
        self._go_on(frame.stage, changed(frame.attempt, changes), frame.body)

    def note_over(self, *over: Over) -> None:
        """Note what is over inside the innermost open step, unless that opens it anew."""
        if not self.stack:
            self.ended_by = next((it.by for it in reversed(over) if not it.units), ())
        elif over and not isinstance(self.part, RepeatPart):
            frame, known = self.frame, []
            new: dict[tuple[str, bool], int] = {}
            for it in over:
                key = it.step, not it.units
                new[key] = new.get(key, 0) | it.units
            for it in frame.over:
                units = new.get((it.step, not it.units))
                if units is None or it.units & ~units:
                    known.append(it)
            self._go_on(frame.stage, frame.attempt, frame.body, (*known, *over))

    def note_passed_over(self, step: str, because: Iterable[Barred]) -> None:
        """A step inside the innermost open one was passed over, because these were barred."""
        number = self.roster.number
        barred: dict[tuple[str, ...], int] = {}
        for who, by in because:
            if by:
                barred[by] = barred.get(by, 0) | 1 << number[who]
        if self.stack:
            self.note_over(*(Over(step, units, by) for by, units in barred.items()))

    def _go_on(
        self, stage: Stage, attempt: Attempt, body: Any, over: tuple[Over, ...] | None = None
    ) -> None:
        """What changes most often of a step has changed: without a look at every field."""
        old = self.frame
        self.stack[-1] = self.frame = Frame(
            old.step,
            old.side,
            old.units,
            old.serial,
            old.by,
            stage,
            old.target,
            old.item,
            attempt,
            old.offered,
            body,
            old.over if over is None else over,
            old.models,
        )
        self.turns = body

    def open_frame(self, step: str) -> Frame | None:
        """The innermost open step of this name."""
        for frame in reversed(self.stack):
            if frame.step == step:
                return frame
        return None

    def scene(self) -> Scene:
        """The setting of the innermost open step."""
        if not self.stack:
            return NO_SCENE
        frame = self.frame
        if frame is not self._scene_of:
            self._scene_of, self._scene = frame, self._seen_by(frame.side)
        return self._scene

    def scene_of(self, side: int) -> Scene:
        """The setting in which what a side does in the innermost open step is asked."""
        return self.scene() if side == self.frame.side else self._seen_by(side)

    def _seen_by(self, side: int) -> Scene:
        frame = self.frame
        return Scene(frame.units, frame.target, NOBODY, side, frame.attempt.risky, frame.item)

    def acting(self) -> int:
        """Those who act: units; where none does, their side; where there is none, the battle.

        In a step that goes on without them it is asked of those that are gone.
        """
        if not self.stack:
            return 1
        frame = self.frame
        return frame.units & self.alive or frame.units or side_bit(frame.side)

    def holding(self, side: int) -> int:
        """The units that act if they are of the side whose chance it is, else that side."""
        frame = self.frame
        return (frame.units & self.alive if frame.side == side else 0) or side_bit(side)

    def doing(self, unit: int) -> int:
        """The models of a unit that do what is being done; none where they are not told apart."""
        for frame in reversed(self.stack):
            if frame.models and frame.units >> unit & 1:
                return frame.models & (1 << len(self.places(unit))) - 1
        return 0

    def last_attempt(self, after: str = "") -> Attempt:
        """The innermost attempt whose check or draw has an outcome; or that of a named step."""
        if after:
            for frame in reversed(self.stack):
                if frame.step == after and frame.attempt.outcomes:
                    return frame.attempt
            around, attempt = self.rest.over.get(after, (0, NO_ATTEMPT))
            return attempt if any(it.serial == around for it in self.stack) else NO_ATTEMPT
        for frame in reversed(self.stack):
            if frame.attempt.outcomes:
                return frame.attempt
        return Attempt(outcomes=self.outcomes, total=self.total)

    # Who and where

    def on_table(self) -> int:
        """The units that are in the battle and not away."""
        mask = self.alive
        for part in self.program.away:
            if having := self.facts[part.number] & mask:
                for ruling in part.away.rulings:
                    out = ruling.binds(self, having, self.scene())
                    if out:
                        self.note(ruling.clause)
                        mask &= ~out
        return mask

    def user(self, scene: Scene) -> Card:
        """The card of the unit that uses an item."""
        return self.roster.cards[scene.active.bit_length() - 1 if scene.active else 0]

    def keywords(self, scene: Scene) -> tuple[str, ...]:
        """The keywords of the item that is used."""
        return self.user(scene).carries.get(scene.item, ())

    def models(self, mask: int) -> int:
        """How many models these units have."""
        known = self.rest.models
        return sum(known.get(unit, 1) for unit in bits(mask & self.alive))

    def set_number(self, value: str, whose: int, amount: int) -> None:
        """From now on a value starts from this number."""
        numbers = self.rest.numbers.having((value, whose), amount)
        self.update(numbers=numbers)

    def remembered(self, name: str) -> KeptAnswers:
        """What was worked out of a value that lasts, since anything that is read for it changed."""
        rest = self.rest
        return self.program.memory.at(
            (
                self.facts,
                self.open_steps,
                self.alive,
                self.roster,
                rest.numbers,
                rest.value_spans,
                rest.effects,
            ),
            name,
        )

    def kept(self) -> KeptAnswers:
        """What was worked out since anything changed, by what was asked of whom.

        What they may depend on is never changed in place, so nearly always it is the same object,
        and to see that takes no time.
        """
        stack = self.stack
        now = (
            self.alive,
            self.total,
            self.round,
            len(stack),
            self.counters,
            self.facts,
            stack[-1] if stack else None,
            self.outcomes,
            self.roster,
            self.rest,
        )
        if now != self._kept_at:
            self._kept_at = now
            self._kept = {}
        return self._kept

    def partners(self) -> Mapping[tuple[str, int], int]:
        """The mask of those with whom somebody shares a fact by word, by the fact and who asks.

        For nobody it is the mask of all who share the fact.
        """
        return _partners(self.rest.pairs)

    def places(self, number: int) -> Places:
        """Where a unit stands, or each of its models; empty where nobody knows."""
        return self.rest.places.get(number, ())

    def did(self, counter: int, times: int) -> int:
        """Those who have done what is counted at least so many times; no times: everybody."""
        if times < 1:
            return -1
        done = self.counters[counter]
        return done[times - 1] if len(done) >= times else 0

    # Facts

    def fact(self, number: int) -> int:
        """The mask of those a fact is true of, those included that count as having it."""
        part = self.program.facts[number]
        mask = self.facts[number]
        for so_while in part.whenever:
            everybody = self.may_have(part) & ~mask
            pool = so_while.binds(self, everybody, self.scene())
            if pool and (so := so_while.value(self, pool, self.scene())):
                self.note(so_while.clause)
                mask |= so
        for other, ruling in part.also:
            having = self.fact(other) if self.program.facts[other].whenever else self.facts[other]
            if having and (also := ruling.binds(self, having, self.scene())):
                self.note(ruling.clause)
                mask |= also
        return mask

    def may_have(self, part: FactPart) -> int:
        """The mask of those of whom a fact can be true."""
        if part.subject is Subject.SIDE:
            return (1 << self.roster.sides) - 1 << 1
        return 1 if part.subject is Subject.BATTLE else self.alive

    def set_fact(self, part: FactPart, mask: int, by: tuple[str, ...]) -> None:
        """A fact begins to hold for those of the mask."""
        number = part.number
        new = mask & ~self.facts[number]
        if new:
            facts = list(self.facts)
            facts[number] |= mask
            self.facts = tuple(facts)
            for who in bits(new):
                self.events.append(BecameTrue(part.name, self.roster.names[who], "", by))

    def end_fact(self, part: FactPart, mask: int, by: tuple[str, ...]) -> None:
        """A fact stops holding for those of the mask."""
        number = part.number
        old = mask & self.facts[number]
        if old:
            facts = list(self.facts)
            facts[number] &= ~mask
            self.facts = tuple(facts)
            for who in bits(old):
                self.events.append(NoLonger(part.name, self.roster.names[who], "", by))

    def set_pair(self, part: FactPart, one: int, other: int, by: tuple[str, ...]) -> None:
        """A fact begins to hold between two units."""
        pair = (part.name, one, other)
        if pair not in self.rest.pairs:
            self.update(pairs=self.rest.pairs | {pair})
            names = self.roster.names
            self.events.append(BecameTrue(part.name, names[one], names[other], by))

    def end_pair(self, part: FactPart, one: int, other: int, by: tuple[str, ...]) -> None:
        """A fact stops holding between two units."""
        gone = {(part.name, one, other)}
        if part.subject is not Subject.SIGHT:
            gone.add((part.name, other, one))
        if self.rest.pairs & gone:
            self.update(pairs=self.rest.pairs - gone)
            who, to_unit = self.roster.names[one], self.roster.names[other]
            if part.subject is not Subject.SIGHT:
                # Neither comes first, however units are listed.
                who, to_unit = sorted((who, to_unit))
            self.events.append(NoLonger(part.name, who, to_unit, by))

    # Asking clauses

    def rule(self, said: Rule[T], side: int = NOBODY) -> Ruling[T] | None:
        """What a rule says for those who act, or for the side whose chance it is."""
        if said.constant:
            ruling = said.plain
            if ruling is not None and self.record is not None:
                self.record.add(ruling.clause)
            return ruling
        if side == NOBODY:
            return said.ask(self, self.acting(), self.scene())
        return said.ask(self, self.holding(side), self.scene_of(side))

    def rule_of(self, said: Rule[T], mask: int) -> Ruling[T] | None:
        """What a rule says for these."""
        return said.ask(self, mask, self.scene())

    def demand(self, said: Rule[T], *by: str, side: int = NOBODY) -> Ruling[T]:
        """What a rule has to say, likewise. Raises Pending, stuck, when no clause says it."""
        ruling = self.rule(said, side)
        if ruling is None:
            raise self.unsaid(said.word, *by)
        return ruling

    def says(self, said: Rule[T], side: int = NOBODY) -> T | None:
        """What a rule says, likewise, where it matters no more which clause does."""
        ruling = self.rule(said, side)
        return None if ruling is None else ruling.value

    def holds(self, ruling: Ruling[T]) -> bool:
        """Whether a ruling holds for those who act."""
        if ruling.when is not None or ruling.waivers:
            pool = self.acting()
            if ruling.binds(self, pool, self.scene()) != pool:
                return False
        if self.record is not None:
            self.record.add(ruling.clause)
        return True

    def held(self, rulings: Iterable[Ruling[T]]) -> Iterator[Ruling[T]]:
        """The rulings that hold for those who act."""
        return filter(self.holds, rulings)

    def clauses(self, rulings: Iterable[Ruling[Any]]) -> tuple[str, ...]:
        """The clauses of the rulings that hold for those who act."""
        return tuple(ruling.clause for ruling in self.held(rulings))

    # Asking people

    def unsaid(self, word: str, *by: str) -> Pending:
        """The decision that nobody can make: no clause says this word, and it is asked by these.

        Where no clause asks, it is the cadence that has to know, or what opened the step.
        """
        by = (
            by or self.clauses(getattr(self.part, "cadence", Rule("", ())).rulings) or self.frame.by
        )
        return Pending(PendingDecision(Awaits.UNSAID, self.frame.step, unsaid=word, by=by))

    def choice(
        self,
        kind: ChoiceKind,
        side: int,
        legal: tuple[tuple[str, int], ...],
        by: tuple[str, ...],
        **more: Any,
    ) -> PendingDecision:
        """The decision of a side in the innermost open step."""
        return PendingDecision(
            Awaits.CHOICE, self.frame.step, max(side, 0), legal, kind=kind, by=by, **more
        )

    def dice_wanted(
        self, what: str, dice: str, by: tuple[str, ...], each: int = 1, **more: Any
    ) -> PendingDecision:
        """The dice that are awaited in the innermost open step, or those for each of several."""
        many, faces = parse_dice(dice)
        step, side = self.frame.step, self.frame.side
        many *= each
        return PendingDecision(
            Awaits.ROLL, step, side, dice=dice, what=what, many=many, faces=faces, by=by, **more
        )

    # Counting

    def count(self, what: str, mask: int) -> None:
        """Those of the mask have done this once more."""
        numbers = self.program.counted.get(what)
        if not numbers:
            return
        counters = list(self.counters)
        for number in numbers:
            counters[number] = once_more(counters[number], mask)
        self.counters = tuple(counters)

    def note_go(self, side: int, *names: str) -> None:
        """The last go of a side went on this, and on nothing else."""
        for name, number in self.program.last_goes:
            masks = self.counters[number]
            mask = masks[0] & ~side_bit(side) if masks else 0
            mask |= side_bit(side) if name in names else 0
            counters = (*self.counters[:number], (mask,), *self.counters[number + 1 :])
            self.counters = counters

    def clear_counters(self, step: str) -> None:
        """What is counted since the start of this step begins anew."""
        if self.rest.used:
            used = tuple(use for use in self.rest.used if use[0] != step)
            if used != self.rest.used:
                self.update(used=used)
        cleared = self.program.cleared.get(step)
        if cleared:
            counters = list(self.counters)
            for number in cleared:
                counters[number] = ()
            self.counters = tuple(counters)

    # What is remembered of steps

    def pass_of(self, step: str, side: int) -> Pass | None:
        """The pass of a side in a step, if it has passed."""
        for passed in self.rest.passes:
            if passed.side == side and passed.step == step:
                return passed
        return None

    def remembers(self, step: str) -> bool:
        """Whether a clause asks who was what the last time this step was gone through."""
        return step in self.program.remembered

    def history(self, step: str) -> History:
        """What is remembered of the last time a step was gone through."""
        return self.rest.history.get(step, NO_HISTORY)

    def remember(self, step: str, **changes: Any) -> None:
        """Remember how a step was gone through this time."""
        history = self.rest.history.having(step, self.history(step)._replace(**changes))
        self.update(history=history)

    # Sides

    def out(self) -> int:
        """The bits of the sides that have no chances: they have lost, or are neutral."""
        return self.rest.lost | self.roster.neutral

    def sides(self) -> tuple[int, ...]:
        """The sides that are in the battle: they have not lost, and are not neutral."""
        out = self.out()
        if not out:
            return tuple(range(self.roster.sides))
        return tuple(side for side in range(self.roster.sides) if not out >> side & 1)


def once_more(done: tuple[int, ...], mask: int) -> tuple[int, ...]:
    """A counter after those of the mask have done once more what is counted."""
    ranks = list(done)
    carry = mask
    for index, before in enumerate(ranks):
        ranks[index], carry = before | carry, before & carry
        if not carry:
            return tuple(ranks)
    return (*ranks, carry)
