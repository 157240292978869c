"""The table during one input: a private copy of the state that is worked on, then frozen.

All reading of clauses goes through here, so that what was consulted can be recorded.
"""

from __future__ import annotations

from typing import Any

from turnwright.engine.event import BecameTrue, Event, NoLonger
from turnwright.engine.plan import Plan, Ruling
from turnwright.engine.program import Program
from turnwright.engine.roster import bits
from turnwright.engine.state import NOBODY, Ask, Frame, State
from turnwright.engine.truth import Scene, holds
from turnwright.language.condition import Condition


class Table:
    """A state in the making."""

    def __init__(self, program: Program, state: State, record: set[str] | None = None) -> None:
        self.program = program
        self.record = record
        """Where the clauses that had a say are noted, when somebody wants to know."""
        self.events: list[Event] = []
        self.stack: list[Frame] = list(state.stack)
        # Written out, here and in `freeze`, because it is done for every input.
        (
            self.roster,
            _,
            self.alive,
            self.facts,
            self.pairs,
            self.counters,
            self.spans,
            self.changes,
            self.passes,
            self.kept,
            self.going,
            self.stores,
            self.places,
            self.models,
            self.calls,
            self.mission_first,
            self.mission_abilities,
            self.round,
            self.serial,
            self.outcome,
            self.winner,
            self.ask,
        ) = state

    def freeze(self, ask: Ask) -> State:
        """The state that has come about."""
        return State(
            self.roster,
            tuple(self.stack),
            self.alive,
            self.facts,
            self.pairs,
            self.counters,
            self.spans,
            self.changes,
            self.passes,
            self.kept,
            self.going,
            self.stores,
            self.places,
            self.models,
            self.calls,
            self.mission_first,
            self.mission_abilities,
            self.round,
            self.serial,
            self.outcome,
            self.winner,
            ask,
        )

    # Asking clauses

    def note(self, *clauses: str) -> None:
        """These clauses had a say."""
        if self.record is not None:
            self.record.update(clauses)

    def say(self, plan: Plan, word: str, of: int = 0) -> Ruling[Any] | None:
        """What the one clause that speaks about this word says now; None when nobody does.

        Guards are asked of those who act, or of the units of the mask `of`, if there is one.
        """
        for ruling in plan.words.get(word, ()):
            if ruling.when is None or self.true_here(ruling.when, of):
                if self.record is not None:
                    self.record.add(ruling.clause)
                return ruling
        return None

    def every(self, plan: Plan, word: str, of: int = 0) -> list[Ruling[Any]]:
        """What all clauses say now that speak about this word; guards are asked as in `say`."""
        said = plan.words.get(word)
        if said is None:
            return []
        found = [r for r in said if r.when is None or self.true_here(r.when, of)]
        if self.record is not None:
            self.record.update(r.clause for r in found)
        return found

    def true_here(self, when: Condition, of: int = 0) -> bool:
        """Whether a `when` holds for those who act now, or for their side where no unit acts."""
        scene = self.scene()
        pool = of or scene.active or (1 << scene.side + 1 if scene.side >= 0 else 1)
        return holds(self, when, pool, scene) == pool

    def meant(self, step: str) -> str:
        """The step that a clause means by this name."""
        ruling = self.program.reads_as.get(step)
        if ruling is None:
            return step
        self.note(ruling.clause)
        return str(ruling.value)

    # Who and where

    @property
    def top(self) -> Frame:
        """The innermost step that is open."""
        return self.stack[-1]

    def change_top(self, **changes: Any) -> Frame:
        """Note something about the innermost open step."""
        frame = self.stack[-1]._replace(**changes)
        self.stack[-1] = frame
        return frame

    def scene(self) -> Scene:
        """Who acts, on whom, in the innermost open step."""
        if not self.stack:
            return Scene(0, NOBODY, NOBODY, NOBODY, False)
        frame = self.stack[-1]
        return Scene(frame.units, frame.target, NOBODY, frame.side, frame.risky)

    def open_step(self, name: str) -> Frame | None:
        """The innermost open step of this name."""
        for frame in reversed(self.stack):
            if frame.plan.name == name:
                return frame
        return None

    def on_table(self) -> int:
        """The units that are still in the battle and not away."""
        mask = self.alive
        for name in self.program.away:
            mask &= ~self.facts[self.program.facts[name]]
        return mask

    def place(self, number: int) -> tuple[float, float] | None:
        """Where a unit stands, if anybody has said."""
        for unit, point in self.places:
            if unit == number:
                return point
        return None

    def count(self, what: str, mask: int) -> None:
        """Those of the mask have done this once more."""
        for _, number in self.program.counted.get(what, ()):
            counters = list(self.counters)
            ranks = list(counters[number])
            carry = mask
            for index, done in enumerate(ranks):
                ranks[index], carry = done | carry, done & carry
                if not carry:
                    break
            if carry:
                ranks.append(carry)
            counters[number] = tuple(ranks)
            self.counters = tuple(counters)

    def did(self, what: str, since: str, times: int) -> int:
        """Who has done this at least so many times since the step began; no times: everybody."""
        number = self.program.counters.get((what, self.meant(since)))
        if number is None:
            return 0
        ranks = self.counters[number]
        if times < 1:
            return -1
        return ranks[times - 1] if len(ranks) >= times else 0

    # Facts

    def fact(self, name: str) -> int:
        """The mask of those a fact is true of, those included that count as having it."""
        mask = 0
        for number, when in self.program.also[self.program.facts[name]]:
            having = self.facts[number]
            mask |= having if when is None else holds(self, when, having, self.scene())
        return mask

    def set_fact(self, name: str, mask: int, by: tuple[str, ...]) -> None:
        """A fact begins to hold for those of the mask."""
        number = self.program.facts[name]
        new = mask & ~self.facts[number]
        facts = list(self.facts)
        facts[number] |= mask
        self.facts = tuple(facts)
        for who in bits(new):
            self.events.append(BecameTrue(name, self.roster.names[who], "", by))

    def end_fact(self, name: str, mask: int, by: tuple[str, ...]) -> None:
        """A fact stops holding for those of the mask."""
        number = self.program.facts[name]
        old = mask & self.facts[number]
        facts = list(self.facts)
        facts[number] &= ~mask
        self.facts = tuple(facts)
        for who in bits(old):
            self.events.append(NoLonger(name, self.roster.names[who], "", by))

    def set_pair(self, name: str, one: int, other: int, by: tuple[str, ...]) -> None:
        """A fact begins to hold between two units."""
        self.pairs = self.pairs | {(name, one, other)}
        names = self.roster.names
        self.events.append(BecameTrue(name, names[one], names[other], by))

    def end_pair(self, name: str, one: int, other: int, by: tuple[str, ...]) -> None:
        """A fact stops holding between two units."""
        gone = {(name, one, other)}
        if name not in self.program.sights:
            gone.add((name, other, one))
        if self.pairs & gone:
            self.pairs = self.pairs - gone
            names = self.roster.names
            self.events.append(NoLonger(name, names[one], names[other], by))
