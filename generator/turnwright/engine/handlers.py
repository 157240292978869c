"""Handlers: what each kind of input does once the rules allow it."""

from __future__ import annotations

from turnwright.engine import drawing, refusals
from turnwright.engine.actions import act, act_simply, use_ability
from turnwright.engine.checks import finish_check
from turnwright.engine.containers import find, key_of
from turnwright.engine.decision import Awaits, ChoiceKind, Reason, Refused, Stop
from turnwright.engine.effects import starting_abilities
from turnwright.engine.initiative import ROLL_OFF, chosen_first
from turnwright.engine.inputs import DONE, FIRST, PASS, Choice, Draw, Roll
from turnwright.engine.interpreter import chosen_next
from turnwright.engine.movement import move
from turnwright.engine.passing import record_pass
from turnwright.engine.paying import pay
from turnwright.engine.results import suffer
from turnwright.engine.roster import bits
from turnwright.engine.state import Frame, PendingDecision, Stage, TurnsBody
from turnwright.engine.steps import count_step, open_step
from turnwright.engine.transaction import Transaction
from turnwright.engine.turn_order import finish, gone_by
from turnwright.language.event import Finished, Passed, Rolled
from turnwright.language.turn_order import Passing

CHOICE, CHANCE = Awaits.CHOICE, ChoiceKind.CHANCE


def roll(tx: Transaction, ask: PendingDecision, given: Roll) -> PendingDecision | None:
    """Dice came up. Raises Refused when they are not the dice that are awaited."""
    expect(tx, ask, Awaits.ROLL)
    frame = tx.frame
    dice = given.dice
    kind = "few" if len(dice) < ask.many else "many" if len(dice) > ask.many else ""
    if kind:
        wanted = ask.dice if not ask.rollers else f"{ask.dice} for each of {len(ask.rollers)} sides"
        message = f"too {kind} dice: {wanted} for {ask.what}, not {len(dice)}"
        raise Refused(message, ask.by, Reason.UNCLEAR)
    for die in dice:
        if type(die) is not int or not 1 <= die <= ask.faces:
            raise Refused(f"a D{ask.faces} has no face {die}", ask.by, Reason.UNCLEAR)
    if ask.rollers:
        tx.total = max(dice)
        tx.events.append(Rolled(ROLL_OFF, dice, dice, max(dice), "", (), (), ask.by))
        body = frame.body
        assert isinstance(body, TurnsBody)
        tx.update_body(body._replace(answers=(*body.answers, dice)))
        return None
    if frame.stage is Stage.CHECK:
        check = tx.program.checks[ask.what]
        assert ask.hand is not None
        try:
            finish_check(tx, frame, check, ask.hand, dice)
        except Stop as stop:
            # The dice lie there: it is the rules that do not say what they come to.
            kind = Awaits.CONTRADICTED if stop.contradicted else Awaits.UNSAID
            return PendingDecision(kind, frame.step, unsaid=stop.word, by=stop.by)
        return None
    tx.total = sum(dice)
    tx.events.append(Rolled(ask.what, dice, dice, sum(dice), "", (), (), ask.by))
    tx.update_attempt(dice=(*frame.attempt.dice, sum(dice)))
    return None


def draw(tx: Transaction, ask: PendingDecision, given: Draw) -> PendingDecision | None:
    """Something was drawn, or chosen. Raises Refused when it is not in the container."""
    if not (ask.awaits is Awaits.CHOICE and ask.kind is ChoiceKind.MARKER):
        expect(tx, ask, Awaits.DRAW)
    return drew(tx, ask, given.what, given.number)


def drew(
    tx: Transaction, ask: PendingDecision, what: str, number: int | None
) -> PendingDecision | None:
    """Take what was drawn out of its container, and go on with it."""
    frame = tx.frame
    part = tx.part
    container = tx.program.containers[ask.what]
    marker = find(tx, key_of(container, frame.side), what, number)
    if part.deals:
        return drawing.drew_for_chance(tx, frame, part, ask.what, marker)
    drawing.drew_in_step(tx, frame, part, marker)
    return None


def expect(tx: Transaction, ask: PendingDecision, awaits: Awaits) -> None:
    """Raises Refused when another kind of input is awaited, or none."""
    if ask.awaits is Awaits.END:
        raise Refused("the battle is over", (), Reason.NOT_NOW)
    if ask.awaits is Awaits.UNSAID:
        if ask.what:
            message = f"the steps open each other again and again ({ask.what})"
        else:
            message = f"the rules do not say `{ask.unsaid}` here, so nobody can go on"
        raise Refused(message, ask.by, Reason.NOT_NOW)
    if ask.awaits is Awaits.CONTRADICTED:
        message = f"two rules say `{ask.unsaid}` differently here, so nobody can go on"
        raise Refused(message, ask.by, Reason.NOT_NOW)
    if ask.awaits is not awaits:
        wanted = {
            Awaits.CHOICE: f"a choice of {tx.roster.side(ask.side)} is awaited",
            Awaits.ROLL: f"{ask.dice} for {ask.what} is awaited",
            Awaits.DRAW: f"a draw from {ask.what} is awaited",
        }[ask.awaits]
        raise Refused(wanted, ask.by, Reason.NOT_NOW)


def choose(tx: Transaction, ask: PendingDecision, choice: Choice) -> PendingDecision | None:
    """A side chooses. Raises Refused, with the clauses, when the rules do not allow it."""
    if ask.awaits is not CHOICE:
        expect(tx, ask, CHOICE)
    numbers = tx.roster.number
    named = choice.units
    mine = not choice.side or numbers.get(choice.side, -1) - 1 == ask.side
    if mine and ask.kind is CHANCE and len(named) == 1:
        # What most chances are spent on: one unit does something of which nothing more comes.
        option = tx.program.steps[ask.step].option.get(choice.does)
        more = choice.target or choice.using or choice.causes or choice.moves
        if option is not None and option.simple and not more:
            unit = numbers.get(named[0], 0)
            for name, mask in ask.legal:
                if mask >> unit & 1 and name == choice.does and unit > tx.roster.sides:
                    act_simply(tx, tx.stack[-1], option, ask, unit)
                    return None
    frame = tx.stack[-1]
    if not mine:
        plain = choice.does not in (PASS, DONE, FIRST)
        if plain and not refusals.is_offered_here(tx, ask, choice.does):
            raise refusals.not_now(tx, ask, choice)
        raise refusals.wrong_side(tx, ask, choice)
    units = tuple(map(tx.roster.unit_number, named))
    kind = ask.kind
    if kind is ChoiceKind.FIRST:
        return say_first(tx, frame, ask, choice)
    if choice.does == PASS:
        return give_pass(tx, frame, ask)
    if choice.does == DONE:
        return be_done(tx, frame, ask)
    mask = 0
    for name, those in ask.legal:
        if name == choice.does:
            mask = those
    if not mask:
        raise refusals.not_offered(tx, ask, choice, units)
    for unit in units:
        if not mask >> unit & 1:
            raise refusals.not_by(tx, ask, choice, units, unit)
    if kind is CHANCE:
        if choice.does in tx.program.context.abilities:
            return use_ability(tx, frame, ask, choice, units)
        return act(tx, frame, ask, choice, units, mask)
    if kind in (ChoiceKind.START, ChoiceKind.CALL):
        return use_ability(tx, frame, ask, choice, units)
    if kind is ChoiceKind.MARKER:
        return drew(tx, ask, choice.does, None)
    if kind is ChoiceKind.INSTEAD:
        do_instead(tx, frame, choice.does, ask.by)
        return None
    if kind is ChoiceKind.MOVE:
        movers = units or bits(mask)
        if len(movers) > 1:
            raise Refused("say which unit moves")
        move(tx, frame, choice, movers[0])
        return None
    chosen_next(tx, frame, choice.does, ask.by)
    return None


def say_first(
    tx: Transaction, frame: Frame, ask: PendingDecision, choice: Choice
) -> PendingDecision | None:
    """The side that decides says who goes first."""
    if choice.does != FIRST or not choice.first:
        raise Refused(
            "who goes first is to be said, with `does: first` and `first: <side>`",
            ask.by,
            Reason.NOT_NOW,
        )
    side = tx.roster.side_number(choice.first)
    if side not in tx.sides():
        raise Refused(f"{choice.first} has lost the battle")
    chosen_first(tx, frame, side, ask.by)
    return None


def give_pass(tx: Transaction, frame: Frame, ask: PendingDecision) -> PendingDecision | None:
    """A side passes. Raises Refused when nothing lets it."""
    if ask.passing is None:
        raise refusals.no_pass(tx, ask)
    side = tx.roster.side(ask.side)
    if ask.kind is ChoiceKind.START:
        tx.update_frame(offered=(*frame.offered, *starting_abilities(tx, frame)))
    elif ask.kind is ChoiceKind.INSTEAD:
        tx.update_attempt(declined=True)
        return suffer(tx, tx.frame, tx.part)
    elif ask.kind is ChoiceKind.CALL:
        calls = tuple(c for c in tx.rest.calls if tx.roster.side_of[c[1]] != ask.side)
        tx.rest = tx.rest._replace(calls=calls)
    else:
        part = tx.part
        ruling = tx.rule_for(part.passing, frame, ask.side)
        asked = record_pass(tx, frame, ask.side, False, ask.passing)
        if asked is None:
            gone_by(tx, tx.frame)
            if ruling is not None and isinstance(ruling.value, Passing):
                opened = tx.program.steps[ruling.value.opens]
                mask = 1 << ask.side + 1
                count_step(tx, opened, mask)
                pay(tx, opened, mask)
                open_step(tx, ruling.value.opens, ask.side, 0, (ask.passing,))
        return asked
    tx.events.append(Passed(side, False, ()))
    return None


def be_done(tx: Transaction, frame: Frame, ask: PendingDecision) -> PendingDecision | None:
    """A side has done all it wants here. Raises Refused when nothing lets it."""
    if ask.finish is None:
        raise refusals.not_done(tx, ask)
    by = (ask.finish,)
    tx.count(DONE, 1 << ask.side + 1)
    tx.events.append(Finished(tx.roster.side(ask.side), frame.step, by))
    finish(tx, frame, by)
    return None


def do_instead(tx: Transaction, frame: Frame, name: str, by: tuple[str, ...]) -> None:
    """The side chose something else instead of the outcome."""
    who = tx.acting()
    child = tx.program.steps[name]
    tx.enter_stage(Stage.CLOSING)
    pay(tx, child, who)
    open_step(tx, name, frame.side, frame.units, by)
    count_step(tx, child, who)
