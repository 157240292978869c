"""Transactions: a draft together with the program by which it goes on, for one input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from turnwright.engine.draft import Draft, Policy, Ruling, scene_of
from turnwright.engine.inputs import Awaits
from turnwright.engine.program import Program
from turnwright.engine.state import NOBODY, Frame, PendingDecision, State
from turnwright.engine.step_part import StepPart

T = TypeVar("T")


class Transaction(Draft):
    """A draft of the state after one input, and the clauses it is made by."""

    __slots__ = ("program",)

    def __init__(self, program: Program, state: State, record: set[str] | None = None) -> None:
        super().__init__(program, state, record)
        self.program = program

    @property
    def part(self) -> StepPart:
        """The clauses of the innermost open step."""
        return self.program.steps[self.stack[-1].step]

    # Asking clauses

    def rule(self, policy: Policy[T]) -> Ruling[T] | None:
        """What a policy says for those who act."""
        if policy.constant:
            ruling = policy.plain
            if ruling is not None and self.record is not None:
                self.record.add(ruling.clause)
            return ruling
        return policy.ask(self, self.acting(), self.scene())

    def rule_of(self, policy: Policy[T], mask: int) -> Ruling[T] | None:
        """What a policy says for these."""
        return policy.ask(self, mask, self.scene())

    def rule_for(self, policy: Policy[T], frame: Frame, side: int) -> Ruling[T] | None:
        """What a policy of a step that deals chances says for the side whose chance it is."""
        if policy.constant:
            ruling = policy.plain
            if ruling is not None and self.record is not None:
                self.record.add(ruling.clause)
            return ruling
        if side == NOBODY:
            return policy.ask(self, self.acting(), self.scene())
        return policy.ask(self, self.holding(frame, side), scene_of(frame, side))

    def holding(self, frame: Frame, side: int) -> int:
        """The units that act if they are of the side whose chance it is, else that side."""
        units = frame.units & self.alive
        return units if units and frame.side == side else 1 << side + 1

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

    def clear_counters(self, step: str) -> None:
        """What is counted since the start of this step begins anew."""
        if self.rest.used:
            used = tuple(use for use in self.rest.used if use[0] != step)
            if used != self.rest.used:
                self.rest = self.rest._replace(used=used)
        cleared = self.program.cleared.get(step)
        if cleared:
            counters = list(self.counters)
            for number in cleared:
                counters[number] = ()
            self.counters = tuple(counters)

    # Sides

    def sides(self) -> tuple[int, ...]:
        """The sides that have not lost."""
        lost = self.rest.lost
        if not lost:
            return tuple(range(self.roster.sides))
        return tuple(side for side in range(self.roster.sides) if not lost >> side & 1)


def once_more(done: tuple[int, ...], mask: int) -> tuple[int, ...]:
    """A counter after those of the mask have done once more what is counted."""
    ranks = list(done)
    carry = mask
    for index, before in enumerate(ranks):
        ranks[index], carry = before | carry, before & carry
        if not carry:
            return tuple(ranks)
    return (*ranks, carry)


def stuck(frame: Frame, word: str, *by: str) -> PendingDecision:
    """The decision that nobody can make: no clause says this word."""
    return PendingDecision(Awaits.UNSAID, frame.step, unsaid=word, by=by)
