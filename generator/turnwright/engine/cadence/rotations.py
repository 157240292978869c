"""The cadences `one_side`, `alternate`, `ranked` and `follows`: whose chance comes after."""

from __future__ import annotations

from turnwright.engine.cadence.chances import Chances
from turnwright.engine.draft import scene_of
from turnwright.engine.state import (
    Frame,
    TurnsBody,
)
from turnwright.engine.step_part import StepPart
from turnwright.engine.steps import close_step
from turnwright.engine.transaction import Transaction


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
            scene = scene_of(frame, holder)
            if ruling is not None and row < ruling.value(tx, holder + 1, scene):
                tx.stack[-1] = frame.after_chance(turns, holder, turns.because, row)
                return
        order = turns.order
        after = order.index(holder) + 1
        holder = order[after] if after < len(order) else order[0]
        tx.stack[-1] = frame.after_chance(turns, holder)


class Ranked(Chances):
    """The next chance is for the unit that ranks first, whosever it is."""

    rank_picks = True

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, units: int
    ) -> None:
        """The first of the order is asked first again: the rank says whether it has the chance."""
        tx.stack[-1] = frame.after_chance(turns, turns.order[0])


class Follows(Chances):
    """The next chance is for the side of the unit that acted last."""

    def used(
        self, tx: Transaction, frame: Frame, turns: TurnsBody, part: StepPart, units: int
    ) -> None:
        """The side of the unit that acted has the next chance."""
        holder = tx.roster.side_of[units.bit_length() - 1] if units else turns.holder
        tx.stack[-1] = frame.after_chance(turns, holder)
