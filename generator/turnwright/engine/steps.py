"""Steps: they open and close, and what starts and stops with that."""

from __future__ import annotations

from turnwright.engine import changes, containers, effects
from turnwright.engine.program import SequencePart, StepPart, TurnsPart
from turnwright.engine.state import (
    NO_ATTEMPT,
    NOBODY,
    Doing,
    Frame,
    Over,
    Stage,
    TurnsBody,
)
from turnwright.engine.transaction import Transaction
from turnwright.language.event import Began, Ended
from turnwright.language.turn_order import Cadence


def open_step(tx: Transaction, doing: Doing) -> None:
    """Open a step for a side and its acting units."""
    program = tx.program
    name, side, units, by, target, item, models = doing
    part = program.steps[name]
    tx.serial += 1
    if name in program.timed:
        tx.clear_counters(name)
        if name == program.round:
            tx.round += 1
    stage = Stage.ABILITIES if name in program.ability_starts else part.first_stage
    body = part.first_body
    frame = Frame(
        name, side, units, tx.serial, by, stage, target, item, NO_ATTEMPT, (), body, (), models
    )
    tx.push(frame)
    tx.events.append(Began(name, tx.roster.side(side), tx.roster.named(units & tx.alive), by))
    if name in program.timed:
        changes.moment_came(tx, frame, True)
        if program.containers:
            containers.moment_came(tx, frame, True)
    if tx.rest.effects:
        effects.step_began(tx, frame)
    if name in program.begins:
        effects.start_delayed(tx, name)


def count_step(tx: Transaction, part: StepPart, mask: int) -> None:
    """Those of the mask do this: it is counted by its name and by what it counts as."""
    if part.counted_by:
        tx.note(*part.counted_by)
    tx.count(part.name, mask)
    if part.counts_as != part.name:
        tx.count(part.counts_as, mask)


def is_a_sides(tx: Transaction, frame: Frame) -> bool:
    """Whether a step that was open is that of one side, of which each has its own."""
    part = tx.part if tx.stack else None
    if not isinstance(part, TurnsPart) or frame.side == NOBODY or part.cadence.plain is None:
        return False
    return part.cadence.plain.value is Cadence.EACH_PLAYER


def close_step(tx: Transaction, by: tuple[str, ...]) -> None:
    """Close the innermost step."""
    frame, part = tx.frame, tx.part
    tx.pop()
    name = frame.step
    units = tx.roster.named(frame.units & tx.alive)
    tx.events.append(Ended(name, tx.roster.side(frame.side), units, by))
    # Where all was gone through, it is what it went through that has ended for a reason.
    if by and not (isinstance(part, SequencePart) and by[0] in part.listed_by):
        mine = (over for over in frame.over if over.units)
        whole = tx.roster.units[frame.side] if is_a_sides(tx, frame) else 0
        tx.note_over(Over(name, frame.units or whole, by), *mine)
    else:
        tx.note_over(*frame.over)
    if isinstance(frame.body, TurnsBody) and tx.remembers(name):
        tx.remember(name, outs=frame.body.outs)
    if name in tx.program.asked_after and tx.stack:
        around = tx.frame.serial, frame.attempt
        tx.update(over=tx.rest.over.having(name, around))
    if name in tx.program.timed:
        if tx.program.containers:
            containers.moment_came(tx, frame, False)
        changes.moment_came(tx, frame, False)
    if tx.rest.effects:
        effects.step_ended(tx, frame)


def close_through(tx: Transaction, name: str, by: tuple[str, ...]) -> None:
    """Close steps from the inside out, up to and with the one of this name.

    When none of this name is open, the innermost step is all there is to close.
    """
    if tx.open_frame(name) is None:
        name = tx.frame.step
    while tx.stack:
        done = tx.frame.step == name
        close_step(tx, by)
        if done:
            return
