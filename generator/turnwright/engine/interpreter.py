"""The interpreter: go through the open steps, stage by stage, until there is a decision to make."""

from __future__ import annotations

from collections.abc import Callable

from turnwright.engine.chances import hand_chance_over
from turnwright.engine.changes import (
    NOW,
    change_value,
    due_changes,
    make_change,
    pay,
    wanted_by_changes,
)
from turnwright.engine.decision import Awaits, ChoiceKind, Stop
from turnwright.engine.deferred_actions import do_or_put_off
from turnwright.engine.draws import draw_step
from turnwright.engine.effects import ability_of, ability_targets, starting_abilities
from turnwright.engine.eligibility import excluded_by
from turnwright.engine.losses import is_over, lose_battle
from turnwright.engine.movement import move_stage
from turnwright.engine.program import CompiledResult, RepeatPart
from turnwright.engine.refusals import MOST_NAMED
from turnwright.engine.rolling import roll_check
from turnwright.engine.state import (
    NOBODY,
    Doing,
    Later,
    PendingDecision,
    RepeatBody,
    SequenceBody,
    Stage,
    bits,
    side_bit,
)
from turnwright.engine.steps import (
    close_step,
    close_through,
    count_step,
    open_step,
)
from turnwright.engine.transaction import Transaction
from turnwright.engine.turn_order import came_true, next_chance
from turnwright.engine.values import holder_of, part_of
from turnwright.language.action import Then
from turnwright.language.event import Chose, Resulted, Skipped
from turnwright.language.turn_order import Sequencing

BODY = Stage.BODY
CIRCLE = "circle"
"""What is noted of a decision that is open because the rules go in circles."""


def advance(tx: Transaction, most: int) -> PendingDecision | None:
    """Go on until an input is needed, and say which; None once so many stages were gone through."""
    stack = tx.stack
    while tx.stages < most:
        if not stack:
            return PendingDecision(Awaits.END, by=tx.ended_by)
        if tx.rest.calls:
            return called(tx)
        frame = stack[-1]
        awaited = None
        if frame.units and not frame.units & tx.alive and tx.rule(tx.part.if_gone) is None:
            close_step(tx, ())
        elif frame.stage is not BODY:
            awaited = STAGES[frame.stage](tx)
        elif isinstance(at := frame.body, SequenceBody):
            awaited = sequence(tx, at)
        elif isinstance(tx.part, RepeatPart):
            repeats(tx, tx.part)
        elif at is not None:
            awaited = next_chance(tx)
        else:
            close_step(tx, ())
        if awaited is not None:
            return awaited
        tx.stages += 1
    return None


def in_circles(tx: Transaction) -> PendingDecision:
    """The decision that nobody can make because steps open each other again and again."""
    by = dict.fromkeys(clause for frame in tx.stack for clause in frame.by)
    what = f"{CIRCLE}: {' → '.join(frame.step for frame in tx.stack)}"
    barred: dict[str, tuple[str, ...]] = {}
    for event in reversed(tx.events):
        if isinstance(event, Skipped) and not barred.keys() & dict(event.because).keys():
            barred |= event.because
    for name, clauses in sorted(barred.items())[:MOST_NAMED]:
        short = (clause.partition(".")[2] or clause for clause in clauses)
        what += f"; {name} is ruled out by {', '.join(short) or 'nothing'}"
        by |= dict.fromkeys(clauses)
    step = tx.frame.step
    return PendingDecision(Awaits.UNSAID, step, what=what, unsaid="until", by=tuple(by))


def called(tx: Transaction) -> PendingDecision:
    """Ask about the abilities that a loss has called."""
    side_of = tx.roster.side_of
    side = side_of[tx.rest.calls[0][1]]
    legal: dict[str, int] = {}
    for name, unit in tx.rest.calls:
        if side_of[unit] == side:
            legal[name] = legal.get(name, 0) | 1 << unit
    return tx.choice(ChoiceKind.CALL, side, tuple(legal.items()), (), passing="")


# Stages


def offer_abilities(tx: Transaction) -> PendingDecision | None:
    """Offer the abilities that are used when this step starts, then go on."""
    frame, effects = tx.frame, tx.program.effects
    legal: dict[str, int] = {}
    for name, unit in starting_abilities(tx):
        # The mission's abilities are the side's.
        bearer = unit if unit != NOBODY else max(frame.side, 0) + 1
        usable = ability_of(tx, name).target is None or ability_targets(tx, name, bearer)
        if usable and (name, unit) not in frame.offered:
            legal[name] = legal.get(name, 0) | 1 << bearer
    if legal:
        by = (*tx.clauses(effects.work_of.rulings), *tx.clauses(effects.bearer.rulings))
        return tx.choice(ChoiceKind.START, frame.side, tuple(legal.items()), by, passing="")
    tx.enter_stage(tx.part.first_stage)
    return None


def change_stage(tx: Transaction) -> PendingDecision | None:
    """Make the changes of a step that do not hang on an outcome."""
    wanted = changes_or_dice(tx, None)
    if wanted is None:
        tx.enter_stage(tx.part.stages[Stage.CHANGE])
    return wanted


def changes_or_dice(tx: Transaction, outcomes: tuple[str, ...] | None) -> PendingDecision | None:
    """Make the changes that are due with these outcomes, or ask for the dice of their amounts.

    All dice come first, so that nothing is changed twice when the next ones are awaited.
    """
    due = due_changes(tx, tx.part, outcomes)
    wanted = wanted_by_changes(tx, due)
    rolled = tx.frame.attempt.dice
    if len(wanted) > len(rolled):
        what, dice, clause = wanted[len(rolled)]
        return tx.dice_wanted(what, dice, (clause,))
    tx.dice = iter(rolled)
    for word, ruling in due:
        make_change(tx, word, ruling)
    if rolled:
        tx.update_attempt(dice=())
    return None


def closing(tx: Transaction) -> None:
    """A step that has nothing more to do ends."""
    close_step(tx, ())


# Bodies


def sequence(tx: Transaction, at: SequenceBody) -> PendingDecision | None:
    """Open the next step of a sequence; in a free order, ask which."""
    frame, part = tx.frame, tx.sequence
    if part.until and came_true(tx, part):
        return None
    ruling = tx.demand(part.sequence)
    children = ruling.value
    order = tx.rule(part.order, frame.side) if part.order.says else None
    index = at.position
    gone_on = SequenceBody(index + 1, at.done)
    if order is not None and order.value is Sequencing.FREE:
        left = [i for i in range(len(children)) if not at.done >> i & 1]
        if len(left) > 1:
            who = frame.units & tx.alive or side_bit(max(frame.side, 0))
            legal = tuple((children[i], who) for i in left)
            return tx.choice(ChoiceKind.ORDER, frame.side, legal, (order.clause,))
        index = left[0] if left else len(children)
        gone_on = SequenceBody(at.position, at.done | 1 << index)
    if index >= len(children):
        close_step(tx, (ruling.clause,))
    else:
        tx.update_body(gone_on)
        open_child(tx, children[index], (ruling.clause,))
    return None


def chosen_next(tx: Transaction, name: str, by: tuple[str, ...]) -> None:
    """Open the step of a sequence that was chosen to come next."""
    at = tx.frame.body
    assert isinstance(at, SequenceBody)
    listed = enumerate(tx.demand(tx.sequence.sequence).value)
    # A step may be in the sequence more than once: it is the first that was not gone through.
    index = next(i for i, child in listed if child == name and not at.done >> i & 1)
    tx.update_body(SequenceBody(at.position, at.done | 1 << index))
    open_child(tx, name, by)


def open_child(tx: Transaction, name: str, by: tuple[str, ...]) -> None:
    """Open a step of a sequence, unless those who act are ruled out of it."""
    frame, child = tx.frame, tx.program.steps[name]
    units = frame.units & tx.alive
    pool = units or side_bit(frame.side)
    # What a step that deals chances needs, it needs of those it deals them to.
    if child.entry_filters:
        said = tuple(excluded_by(tx, child.entry_filters, pool, tx.scene()))
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
            tx.note_passed_over(name, because)
            return
        units &= ~out
        pool &= ~out
    count_step(tx, child, pool)
    pay(tx, child, pool)
    do_or_put_off(tx, Doing(name, frame.side, units, by, frame.target, frame.item))


def repeats(tx: Transaction, part: RepeatPart) -> None:
    """Open a step again and again, until what ends that is true."""
    if part.until and came_true(tx, part):
        return
    frame, ruling = tx.frame, tx.demand(part.repeats)
    name = ruling.value
    by: tuple[str, ...] = (ruling.clause,)
    if (often := tx.rule(part.times)) is not None:
        who = tx.acting().bit_length() - 1
        at = frame.body
        left = at.left if isinstance(at, RepeatBody) else often.value(tx, who, tx.scene())
        by = (*by, often.clause)
        if left < 1:
            close_step(tx, by)
            return
        tx.update_body(RepeatBody(left - 1))
    count_step(tx, tx.program.steps[name], tx.acting())
    open_step(tx, Doing(name, frame.side, frame.units, by, frame.target, frame.item))


# Results


def results(tx: Transaction) -> PendingDecision | None:
    """Do what the outcome leads to; offer what may be chosen instead."""
    frame, attempt = tx.frame, tx.frame.attempt
    ruling = tx.rule(tx.part.instead) if not attempt.declined else None
    if ruling is not None and ruling.value.outcome in attempt.outcomes:
        step, acting = ruling.value.step, tx.acting()
        # Only if it is open to those who act, or to their side.
        barring = excluded_by(tx, tx.program.steps[step].own_filters, acting, tx.scene())
        if not any(barring):
            legal, by = ((step, acting),), (ruling.clause,)
            return tx.choice(ChoiceKind.INSTEAD, frame.side, legal, by, passing="")
    return suffer(tx)


def suffer(tx: Transaction) -> PendingDecision | None:
    """Do what the outcome of the check, or of the draw, leads to."""
    frame, part = tx.frame, tx.part
    outcomes = frame.attempt.outcomes
    said = [(r.value, r.clause) for r in tx.held(part.result) if applies(r.value, outcomes)]
    if not said and outcomes and part.check and (part.result or part.instead):
        raise tx.unsaid("result")
    if part.changes and (wanted := changes_or_dice(tx, outcomes)):
        return wanted
    units = tx.roster.named(frame.units & tx.alive)
    for result, clause in said:
        outcome = next((o for o in outcomes if o in result.result.outcome), "")
        tx.events.append(Resulted(outcome, result.result.then, units, (clause,)))
    by = {result.result.then: (result, (clause,)) for result, clause in said}
    if {Then.CARRY_OUT, Then.GO_ON} <= by.keys():
        raise Stop("result", tuple(clause for _, clause in said), contradicted=True)
    if Then.LOSE in by:
        lose(tx, *by[Then.LOSE][1])
    elif Then.END in by:
        result, clauses = by[Then.END]
        close_through(tx, result.step or frame.step, clauses)
    elif Then.HAND_OVER in by:
        result, clauses = by[Then.HAND_OVER]
        hand_over(tx, result.step, clauses)
    elif Then.GO_ON in by:
        close_step(tx, by[Then.GO_ON][1])
    else:
        tx.enter_stage(part.stages[Stage.RESULT])
    return None


def applies(compiled: CompiledResult, outcomes: tuple[str, ...]) -> bool:
    """Whether a result is what these outcomes lead to."""
    result = compiled.result
    many = len([outcome for outcome in outcomes if outcome in result.outcome])
    if result.at_most is not None:
        low = result.at_least if result.at_least > 1 else 0
        return low <= many <= result.at_most
    return many >= result.at_least


def lose(tx: Transaction, clause: str) -> None:
    """The side of this step loses the battle, which ends the step, or with one side left, all."""
    serial = tx.frame.serial
    lose_battle(tx, tx.frame.side, clause)
    if is_over(tx):
        while tx.stack:
            close_step(tx, (clause,))
    elif tx.stack and tx.frame.serial == serial:
        close_step(tx, (clause,))


def hand_over(tx: Transaction, dealing: str, by: tuple[str, ...]) -> None:
    """What was attempted is not done, and the chance of a step is handed over."""
    used_by = NOBODY
    while tx.stack and tx.frame.step != dealing:
        used_by = tx.frame.side
        close_step(tx, by)
        if tx.open_frame(dealing) is None:
            return
    hand_chance_over(tx, dealing, by, used_by)


MOST_NUMBERS = 1000
"""Numbers from which one can be chosen at most: each is an answer of its own."""


def choose_number(tx: Transaction) -> PendingDecision | None:
    """Ask which number is chosen; go on where there is none."""
    frame, part, scene = tx.frame, tx.part, tx.scene()
    ruling = tx.rule(part.chooses)
    if ruling is not None:
        who = tx.acting().bit_length() - 1
        low, high = ruling.value.low(tx, who, scene), ruling.value.high(tx, who, scene)
        if high - low >= MOST_NUMBERS:
            raise Stop(
                f"{ruling.value.value}, of more than {MOST_NUMBERS} numbers", (ruling.clause,)
            )
        legal = tuple((f"{part.name} {it}", tx.acting()) for it in range(max(low, 0), high + 1))
        if legal:
            what = ruling.value.value
            return tx.choice(ChoiceKind.NUMBER, frame.side, legal, (ruling.clause,), what=what)
    tx.enter_stage(part.stages[Stage.CHOOSE])
    return None


def chose_number(tx: Transaction, does: str) -> None:
    """A number was chosen: the value becomes it."""
    ask, who = tx.ask, tx.acting().bit_length() - 1
    side, units = tx.roster.side(ask.side), tx.roster.named(tx.frame.units & tx.alive)
    tx.events.append(Chose(side, does, units, "", "", ask.by))
    number = int(does.rpartition(" ")[2])
    holder = holder_of(tx.roster, part_of(tx, ask.what), who, ask.what)
    change_value(tx, Later("changes", NOW, 1 << holder, ask.what, number, True, None, ask.by[0]))
    tx.enter_stage(tx.part.stages[Stage.CHOOSE])


STAGES: dict[Stage, Callable[[Transaction], PendingDecision | None]] = {
    Stage.ABILITIES: offer_abilities,
    Stage.CHOOSE: choose_number,
    Stage.CHECK: roll_check,
    Stage.DRAW: draw_step,
    Stage.RESULT: results,
    Stage.MOVE: move_stage,
    Stage.CHANGE: change_stage,
    Stage.CLOSING: closing,
}
"""What is done in each stage of a step but its body."""
