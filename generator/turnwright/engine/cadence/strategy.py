"""Strategies: the interface of a cadence, and how a step that deals chances ends."""

from __future__ import annotations

from turnwright.engine.exclusions import reasons
from turnwright.engine.roster import bits
from turnwright.engine.state import (
    Frame,
    PendingDecision,
    TurnsBody,
)
from turnwright.engine.step_part import StepPart
from turnwright.engine.steps import close_step
from turnwright.engine.transaction import Transaction
from turnwright.language.event import Skipped
from turnwright.language.turn_order import Until


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
        tx.stack[-1] = frame.after_chance(turns, turns.holder, turns.because)

    def finished(self, tx: Transaction, frame: Frame, part: StepPart, by: tuple[str, ...]) -> None:
        """The side whose chance it is has done all it wants."""
        turns = turns_of(frame)
        tx.update_body(turns._replace(done=turns.done | 1 << turns.holder, drawn=False))
        self.used(tx, tx.frame, turns_of(tx.frame), part, 0)


def turns_of(frame: Frame) -> TurnsBody:
    """The body of a step that deals chances."""
    body = frame.body
    assert isinstance(body, TurnsBody)
    return body


def endings(tx: Transaction, part: StepPart, until: Until) -> tuple[str, ...]:
    """The clauses by which the step ends now, if this is the way it ends."""
    if part.fixed_endings:
        return part.fixed_endings[until]
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


def side_bits(tx: Transaction) -> int:
    """The mask of all sides, which are never ranked."""
    return (1 << tx.roster.sides + 1) - 2
