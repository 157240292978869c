"""Doing something: the check it takes, what the outcome leads to, and what it changes."""

from __future__ import annotations

from turnwright.engine import lasting, moving, picking
from turnwright.engine.ability import ability, targets, waiting
from turnwright.engine.decision import Awaits, Offer, Refused
from turnwright.engine.declaring import leave
from turnwright.engine.dice import Handful, handful, judge, parse
from turnwright.engine.event import Resulted, Rolled, ValueChanged, Won
from turnwright.engine.initiative import stuck
from turnwright.engine.inputs import Choice
from turnwright.engine.opening import begin, close, close_through, count_step
from turnwright.engine.plan import Plan
from turnwright.engine.roster import bits
from turnwright.engine.state import FREELY, NOBODY, Ask, Change, Frame
from turnwright.engine.table import Table
from turnwright.engine.truth import needs_roll
from turnwright.language.action import Gives, Instead, Result, Then

NONE = "none"
"""The check of a step that takes none."""


def begins(table: Table, frame: Frame) -> Ask | None:
    """Offer the abilities that are used when this step starts, then go on."""
    chances: dict[str, int] = {}
    for name, unit in waiting(table, frame):
        known = ability(table, name)
        usable = known.target is None or unit < 0 or targets(table, name, unit)
        if usable and (name, unit) not in frame.offered:
            chances[name] = chances.get(name, 0) | (1 << unit if unit >= 0 else 1 << frame.side + 1)
    if chances:
        by = lasting.clauses(table, "work_of", "bearer")
        return Ask(
            Awaits.CHOICE,
            frame,
            frame.side,
            tuple(chances.items()),
            passing=FREELY,
            offer=Offer.START,
            by=by,
        )
    table.change_top(stage=frame.plan.stages["begin"])
    return None


def ruling_now(table: Table, plan: Plan) -> Plan:
    """The plan of a check with only those rulings that hold for those who take it."""
    if all(ruling.when is None for said in plan.words.values() for ruling in said):
        return plan
    return Plan(plan.name, {word: tuple(table.every(plan, word)) for word in plan.words})


def hand_of(table: Table, frame: Frame, check: str) -> Handful | str:
    """The dice of a check for those who act; or the word that no clause says."""
    plan = ruling_now(table, table.program.checks[check])
    bonus = penalty = 0
    for ruling in table.every(plan, "dice_from"):
        for heading in ruling.value:
            for unit in bits(frame.units):
                extra = table.roster.cards[unit].dice.get(heading, 0)
                bonus += max(extra, 0)
                penalty += max(-extra, 0)
    return handful(plan, bonus, penalty)


def checks(table: Table, frame: Frame) -> Ask | None:
    """Ask for the dice of the check, if this takes one."""
    risky = table.say(frame.plan, "risky")
    if risky is not None and risky.value:
        frame = table.change_top(risky=True)
    ruling = table.say(frame.plan, "check")
    if ruling is None or ruling.value == NONE:
        table.change_top(stage="settles" if "moves" in frame.plan.words else "carries")
        return None
    hand = hand_of(table, frame, ruling.value)
    if isinstance(hand, str):
        return stuck(frame, hand, ruling.clause)
    return Ask(
        Awaits.ROLL,
        frame,
        frame.side,
        dice=f"{hand.many}d{hand.faces}",
        what=ruling.value,
        many=hand.many,
        faces=hand.faces,
        by=(ruling.clause, *hand.by),
    )


def checked(table: Table, frame: Frame, check: str, dice: tuple[int, ...]) -> Ask | None:
    """The dice of a check came up."""
    plan = ruling_now(table, table.program.checks[check])
    hand = hand_of(table, frame, check)
    if isinstance(hand, str):
        return stuck(frame, hand)
    verdict = judge(plan, hand, dice)
    table.note(*verdict.by)
    table.outcome = verdict.outcome
    table.events.append(
        Rolled(check, dice, verdict.kept, verdict.total, verdict.outcome, verdict.by)
    )
    if not verdict.outcome:
        return stuck(frame, "band")
    table.change_top(stage="results", outcome=verdict.outcome)
    return None


def results(table: Table, frame: Frame) -> Ask | None:
    """Do what the outcome of the check leads to; offer what may be chosen instead."""
    ruling = table.say(frame.plan, "instead")
    if ruling is not None and frame.spent == 0:
        instead: Instead = ruling.value
        if instead.outcome == frame.outcome and may_instead(table, frame, instead.step):
            return Ask(
                Awaits.CHOICE,
                frame,
                frame.side,
                ((instead.step, frame.who),),
                passing=FREELY,
                offer=Offer.INSTEAD,
                by=(ruling.clause,),
            )
    return suffer(table, frame)


def may_instead(table: Table, frame: Frame, name: str) -> bool:
    """Whether the step that may be chosen instead is open to those who act, or to their side."""
    child = table.program.steps[name]
    scene = picking.scene_of(frame, frame.side)
    return not list(picking.ruled_out(table, child, picking.OWN, frame.who, scene, child.counts_as))


def suffer(table: Table, frame: Frame) -> Ask | None:
    """Do what the outcome of the check leads to."""
    said: list[tuple[Result, str]] = [
        (r.value, r.clause)
        for r in table.every(frame.plan, "result")
        if frame.outcome in r.value.outcome
    ]
    if not said:
        return stuck(frame, "result")
    units = table.roster.named(frame.units & table.alive)
    for result, clause in said:
        table.events.append(Resulted(frame.outcome, result.then, units, (clause,)))
    by = {result.then: clause for result, clause in said}
    if Then.LOSE in by:
        loses(table, frame.side, by[Then.LOSE])
    elif Then.END in by:
        step = next(result.step for result, _ in said if result.then is Then.END)
        close_through(table, table.meant(step) or frame.plan.name, (by[Then.END],))
    elif Then.CARRY_OUT in by:
        # What was noted while something could be chosen instead says nothing about the body.
        table.change_top(stage=frame.plan.stages["results"], spent=0)
    else:
        close(table, (by[Then.GO_ON],))
    return None


def loses(table: Table, side: int, clause: str) -> None:
    """A side loses the battle, which ends it; of two sides, the other has won."""
    table.note(clause)
    others = [other for other in range(table.roster.sides) if other != side]
    table.winner = others[0] if len(others) == 1 else NOBODY
    table.events.append(Won(table.roster.side(table.winner), (clause,)))
    while table.stack:
        close(table, (clause,))


def move_at_once(table: Table, choice: Choice) -> None:
    """Make the move that was chosen together with what is done.

    Raises Refused when it may not be made, or when dice decide first whether and how far.
    """
    frame = table.top
    moves = moving.the_move(table, frame)
    if frame.units.bit_count() != 1:
        raise Refused("they move one after another; say that they move, then how each does")
    check = table.say(frame.plan, "check")
    unit = frame.units.bit_length() - 1
    by = [clause for _, clause in needs_roll(table, moves.value.up_to, unit)]
    by += [check.clause] if check is not None and check.value != NONE else []
    if by:
        message = f"{frame.plan.name} takes a roll first; the move is chosen after it"
        raise Refused(message, tuple(by))
    moving.move(table, frame, choice, unit)


def dice_for(frame: Frame, what: str, dice: str, clause: str) -> Ask:
    """Ask for the dice of a value."""
    many, faces = parse(dice)
    by = (clause,)
    return Ask(Awaits.ROLL, frame, frame.side, dice=dice, what=what, many=many, faces=faces, by=by)


def settles(table: Table, frame: Frame) -> Ask | None:
    """Settle how far a move may go, and where it ends; units of a group move one by one."""
    plan = frame.plan
    moves = table.say(plan, "moves")
    still = frame.units & table.alive & ~frame.moved
    if moves is not None and still:
        unit = (still & -still).bit_length() - 1
        rolls = needs_roll(table, moves.value.up_to, unit)
        if len(rolls) > len(frame.rolled_for):
            dice, clause = rolls[len(frame.rolled_for)]
            return dice_for(frame, moves.value.up_to, dice, clause)
        # Dice are rolled for one unit, and it is this one that then moves.
        who = 1 << unit if rolls else still
        by = (moves.clause,)
        return Ask(Awaits.CHOICE, frame, frame.side, ((plan.name, who),), offer=Offer.MOVE, by=by)
    table.change_top(stage=frame.plan.stages["settles"], rolled=0, rolled_for=())
    return None


def carries(table: Table, frame: Frame) -> Ask | None:
    """Carry out what was attempted: the values it changes and the facts it sets.

    A move was made before, so that what follows from having moved is judged where the unit now is.
    """
    given = table.every(frame.plan, "gives")
    # All dice come first, so that nothing is given twice when the next ones are awaited.
    to_roll = [ruling for ruling in given if ruling.value.roll][len(frame.rolled_for) :]
    if to_roll:
        gives: Gives = to_roll[0].value
        return dice_for(frame, gives.value, gives.roll, to_roll[0].clause)
    rolled = iter(frame.rolled_for)
    for ruling in given:
        gives = ruling.value
        amount = gives.amount + (next(rolled) if gives.roll else 0)
        step = table.meant(gives.until)
        lasting.change_value(table, Change(gives.value, frame.units, amount, step, ruling.clause))
        for unit in bits(frame.units & table.alive):
            name = table.roster.names[unit]
            table.events.append(ValueChanged(name, gives.value, amount, (ruling.clause,)))
    for ruling in table.every(frame.plan, "sets"):
        if not ruling.value.outcome or ruling.value.outcome == frame.outcome:
            mask = lasting.set_for_a_span(table, ruling.value, ruling.clause)
            if ruling.value.fact in table.program.leaves:
                leave(table, mask, (ruling.clause,))
    table.change_top(stage="body")
    return None


def chosen_instead(table: Table, frame: Frame, name: str, by: tuple[str, ...]) -> None:
    """The side chose something else instead of the outcome."""
    table.change_top(stage="closing")
    begin(table, name, frame.side, frame.units, by)
    count_step(table, table.program.steps[name], frame.who)
