"""The interpreter: go through the open steps, stage by stage, until there is a decision to make."""

from __future__ import annotations

from collections.abc import Callable

from turnwright.engine import exclusions
from turnwright.engine.cadence import came_true, next_chance
from turnwright.engine.changes import (
    due_changes,
    is_over,
    lose_battle,
    make_change,
    pay,
    wanted_by_changes,
)
from turnwright.engine.decision import Awaits, ChoiceKind, Stop
from turnwright.engine.drawing import draw_step
from turnwright.engine.effects import ability_of, ability_targets, clauses, starting_abilities
from turnwright.engine.exclusions import excluded_by
from turnwright.engine.movement import dice_for, move_stage
from turnwright.engine.program import CompiledResult, RepeatPart, SequencePart, StepPart
from turnwright.engine.rolling import roll_check
from turnwright.engine.state import (
    NOBODY,
    Frame,
    PendingDecision,
    SequenceBody,
    Stage,
    TurnsBody,
    bits,
    side_bit,
)
from turnwright.engine.steps import (
    close_step,
    close_through,
    count_step,
    hand_chance_over,
    open_step,
)
from turnwright.engine.transaction import Transaction, scene_of, stuck
from turnwright.language.action import Then
from turnwright.language.event import Resulted, Skipped
from turnwright.language.turn_order import Sequencing

BODY = Stage.BODY
CIRCLE = "circle"
"""What is noted of a decision that is open because the rules go in circles."""


def advance(tx: Transaction, most: int) -> PendingDecision | None:
    """Go on until an input is needed, and say which; None once so many stages were gone through."""
    stack, steps = tx.stack, tx.program.steps
    while tx.stages < most:
        if not stack:
            return PendingDecision(Awaits.END)
        if tx.rest.calls:
            return called(tx, stack[-1])
        frame = stack[-1]
        part, at = steps[frame.step], frame.body
        awaited = None
        if frame.units and not frame.units & tx.alive and tx.rule(part.if_gone) is None:
            close_step(tx, ())
        elif frame.stage is not BODY:
            awaited = STAGES[frame.stage](tx, frame, part)
        elif isinstance(part, SequencePart) and isinstance(at, SequenceBody):
            awaited = sequence(tx, frame, part, at)
        elif isinstance(at, TurnsBody):
            awaited = next_chance(tx, frame, part, at)
        elif isinstance(part, RepeatPart):
            awaited = repeats(tx, frame, part)
        else:
            close_step(tx, ())
        if awaited is not None:
            return awaited
        tx.stages += 1
    return None


def in_circles(tx: Transaction) -> PendingDecision:
    """The decision that nobody can make because steps open each other again and again."""
    by = dict.fromkeys(clause for frame in tx.stack for clause in frame.by)
    steps = " → ".join(frame.step for frame in tx.stack)
    return PendingDecision(
        Awaits.UNSAID, tx.frame.step, what=f"{CIRCLE}: {steps}", unsaid="until", by=tuple(by)
    )


def called(tx: Transaction, frame: Frame) -> PendingDecision:
    """Ask about the abilities that a loss has called."""
    first = tx.rest.calls[0]
    side = tx.roster.side_of[first[1]]
    legal: dict[str, int] = {}
    for name, unit in tx.rest.calls:
        if tx.roster.side_of[unit] == side:
            legal[name] = legal.get(name, 0) | 1 << unit
    return PendingDecision(
        Awaits.CHOICE,
        frame.step,
        side,
        tuple(legal.items()),
        passing="",
        kind=ChoiceKind.CALL,
    )


# Stages


def offer_abilities(tx: Transaction, frame: Frame, part: StepPart) -> PendingDecision | None:
    """Offer the abilities that are used when this step starts, then go on."""
    legal: dict[str, int] = {}
    for name, unit in starting_abilities(tx, frame):
        # The mission's abilities are the side's.
        bearer = unit if unit != NOBODY else max(frame.side, 0) + 1
        usable = ability_of(tx, name).target is None or ability_targets(tx, name, bearer)
        if usable and (name, unit) not in frame.offered:
            legal[name] = legal.get(name, 0) | 1 << bearer
    if legal:
        effects = tx.program.effects
        by = (*clauses(tx, effects.work_of.rulings), *clauses(tx, effects.bearer.rulings))
        return PendingDecision(
            Awaits.CHOICE,
            frame.step,
            max(frame.side, 0),
            tuple(legal.items()),
            passing="",
            kind=ChoiceKind.START,
            by=by,
        )
    tx.enter_stage(part.first_stage)
    return None


def change_stage(tx: Transaction, frame: Frame, part: StepPart) -> PendingDecision | None:
    """Make the changes of a step that do not hang on an outcome."""
    if wanted := changes_or_dice(tx, frame, part, None):
        return wanted
    tx.enter_stage(part.stages[Stage.CHANGE])
    return None


def changes_or_dice(
    tx: Transaction, frame: Frame, part: StepPart, outcomes: tuple[str, ...] | None
) -> PendingDecision | None:
    """Make the changes that are due with these outcomes, or ask for the dice of their amounts.

    All dice come first, so that nothing is changed twice when the next ones are awaited.
    """
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
    return None


def closing(tx: Transaction, frame: Frame, part: StepPart) -> PendingDecision | None:
    """A step that has nothing more to do ends."""
    close_step(tx, ())
    return None


# Bodies


def sequence(
    tx: Transaction, frame: Frame, part: SequencePart, at: SequenceBody
) -> PendingDecision | None:
    """Open the next step of a sequence; in a free order, ask which."""
    if part.until and came_true(tx, part):
        return None
    ruling = tx.rule(part.sequence)
    if ruling is None:
        return stuck(frame, "sequence")
    children = ruling.value
    order = tx.rule_for(part.order, frame, frame.side) if part.order.says else None
    if order is not None and order.value is Sequencing.FREE:
        left = [i for i in range(len(children)) if not at.done >> i & 1]
        if len(left) > 1:
            who = frame.units & tx.alive or 1 << max(frame.side, 0) + 1
            return PendingDecision(
                Awaits.CHOICE,
                frame.step,
                max(frame.side, 0),
                tuple((children[i], who) for i in left),
                kind=ChoiceKind.ORDER,
                by=(order.clause,),
            )
        index = left[0] if left else len(children)
        gone_on = SequenceBody(at.position, at.done | 1 << index)
    else:
        index = at.position
        gone_on = SequenceBody(index + 1, at.done)
    if index >= len(children):
        close_step(tx, (ruling.clause,))
        return None
    tx.stack[-1] = frame.at(gone_on)
    open_child(tx, frame, children[index], (ruling.clause,))
    return None


def chosen_next(tx: Transaction, frame: Frame, name: str, by: tuple[str, ...]) -> None:
    """Open the step of a sequence that was chosen to come next."""
    part, at = tx.part, frame.body
    assert isinstance(part, SequencePart)
    assert isinstance(at, SequenceBody)
    ruling = tx.rule(part.sequence)
    assert ruling is not None
    # A step may be in the sequence more than once: it is the first that was not gone through.
    index = next(
        i for i, listed in enumerate(ruling.value) if listed == name and not at.done >> i & 1
    )
    frame = tx.update_body(SequenceBody(at.position, at.done | 1 << index))
    open_child(tx, frame, name, by)


def open_child(tx: Transaction, frame: Frame, name: str, by: tuple[str, ...]) -> None:
    """Open a step of a sequence, unless those who act are ruled out of it."""
    units = frame.units & tx.alive
    child = tx.program.steps[name]
    pool = units or side_bit(frame.side)
    # What a step that deals chances needs, it needs of those it deals them to.
    if child.entry_filters:
        scene = scene_of(frame, frame.side)
        said = tuple(exclusions.excluded_by(tx, child.entry_filters, pool, scene))
        out = 0
        for _, mask in said:
            out |= mask
        if out == pool:
            because = tuple(
                (tx.roster.names[who], tuple(c for c, mask in said if mask >> who & 1))
                for who in bits(pool)
            )
            clauses = tuple(clause for clause, _ in said)
            tx.events.append(Skipped(name, tx.roster.side(frame.side), because, clauses))
            return
        units &= ~out
        pool &= ~out
    count_step(tx, child, pool)
    pay(tx, child, pool)
    open_step(tx, name, frame.side, units, by, frame.target, frame.item)


def repeats(tx: Transaction, frame: Frame, part: RepeatPart) -> PendingDecision | None:
    """Open a step again and again, until what ends that is true."""
    if part.until and came_true(tx, part):
        return None
    ruling = tx.rule(part.repeats)
    if ruling is None:
        return stuck(frame, "repeats")
    pool = frame.units & tx.alive or side_bit(frame.side)
    count_step(tx, tx.program.steps[ruling.value], pool)
    by = (ruling.clause,)
    open_step(tx, ruling.value, frame.side, frame.units, by, frame.target, frame.item)
    return None


# Results


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
    if wanted := changes_or_dice(tx, frame, part, outcomes):
        return wanted
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


STAGES: dict[Stage, Callable[[Transaction, Frame, StepPart], PendingDecision | None]] = {
    Stage.ABILITIES: offer_abilities,
    Stage.CHECK: roll_check,
    Stage.DRAW: draw_step,
    Stage.RESULT: results,
    Stage.MOVE: move_stage,
    Stage.CHANGE: change_stage,
    Stage.CLOSING: closing,
}
"""What is done in each stage of a step."""
