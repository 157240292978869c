"""Results: what the outcome of a check or a draw leads to."""

from __future__ import annotations

from turnwright.engine.changes import (
    due_changes,
    is_over,
    lose_battle,
    make_change,
    wanted_by_changes,
)
from turnwright.engine.exclusions import excluded_by
from turnwright.engine.inputs import Awaits, ChoiceKind, Stop
from turnwright.engine.movement import dice_for
from turnwright.engine.passing import hand_chance_over
from turnwright.engine.program import CompiledResult, StepPart
from turnwright.engine.state import NOBODY, Frame, PendingDecision, Stage
from turnwright.engine.steps import close_step, close_through
from turnwright.engine.transaction import Transaction, scene_of, stuck
from turnwright.language.action import Then
from turnwright.language.event import Resulted


def results(tx: Transaction, frame: Frame, part: StepPart) -> PendingDecision | None:
    """Do what the outcome leads to; offer what may be chosen instead."""
    if not frame.attempt.declined:
        ruling = tx.rule(part.instead)
        suffers = ruling is not None and ruling.value.outcome in frame.attempt.outcomes
        if ruling is not None and suffers and may_do_instead(tx, frame, ruling.value.step):
            return PendingDecision(
                Awaits.CHOICE,
                frame.step,
                frame.side,
                ((ruling.value.step, tx.acting()),),
                passing="",
                kind=ChoiceKind.INSTEAD,
                by=(ruling.clause,),
            )
    return suffer(tx, frame, part)


def may_do_instead(tx: Transaction, frame: Frame, name: str) -> bool:
    """Whether the step that may be chosen instead is open to those who act, or to their side."""
    child = tx.program.steps[name]
    scene = scene_of(frame, frame.side)
    pool = tx.acting()
    return not any(excluded_by(tx, child.own_filters, pool, scene))


def suffer(tx: Transaction, frame: Frame, part: StepPart) -> PendingDecision | None:
    """Do what the outcome of the check, or of the draw, leads to."""
    outcomes = frame.attempt.outcomes
    said = [
        (ruling.value, ruling.clause)
        for ruling in tx.held(part.result)
        if applies(ruling.value, outcomes)
    ]
    if not said and outcomes and part.check and (part.result or part.instead):
        return stuck(frame, "result")
    due = due_changes(tx, part, outcomes)
    wanted = wanted_by_changes(tx, due)
    rolled = frame.attempt.dice
    if len(wanted) > len(rolled):
        return dice_for(frame, *wanted[len(rolled)])
    tx.dice = iter(rolled)
    for word, ruling in due:
        make_change(tx, word, ruling)
    if rolled:
        tx.update_attempt(dice=())
    if not said:
        tx.enter_stage(part.stages[Stage.RESULT])
        return None
    units = tx.roster.named(frame.units & tx.alive)
    for result, clause in said:
        outcome = next((o for o in outcomes if o in result.result.outcome), "")
        tx.events.append(Resulted(outcome, result.result.then, units, (clause,)))
    by = {result.result.then: (result, clause) for result, clause in said}
    if {Then.CARRY_OUT, Then.GO_ON} <= by.keys():
        raise Stop("result", tuple(clause for _, clause in said), contradicted=True)
    if Then.LOSE in by:
        lose(tx, frame, by[Then.LOSE][1])
    elif Then.END in by:
        result, clause = by[Then.END]
        close_through(tx, result.step or frame.step, (clause,))
    elif Then.HAND_OVER in by:
        result, clause = by[Then.HAND_OVER]
        hand_over(tx, result.step, clause)
    elif Then.CARRY_OUT in by:
        tx.enter_stage(part.stages[Stage.RESULT])
    else:
        close_step(tx, (by[Then.GO_ON][1],))
    return None


def applies(compiled: CompiledResult, outcomes: tuple[str, ...]) -> bool:
    """Whether a result is what these outcomes lead to."""
    result = compiled.result
    many = len([outcome for outcome in outcomes if outcome in result.outcome])
    if result.at_most is not None:
        low = result.at_least if result.at_least > 1 else 0
        return low <= many <= result.at_most
    return many >= result.at_least


def lose(tx: Transaction, frame: Frame, clause: str) -> None:
    """The side of this step loses the battle, which ends the step, or with one side left, all."""
    lose_battle(tx, frame.side, clause)
    if is_over(tx):
        while tx.stack:
            close_step(tx, (clause,))
    elif tx.stack and tx.frame.serial == frame.serial:
        close_step(tx, (clause,))


def hand_over(tx: Transaction, dealing: str, clause: str) -> None:
    """What was attempted is not done, and the chance of a step is handed over."""
    used_by = NOBODY
    while tx.stack and tx.frame.step != dealing:
        used_by = tx.frame.side
        close_step(tx, (clause,))
        if tx.open_frame(dealing) is None:
            return
    hand_chance_over(tx, dealing, (clause,), used_by)
