"""The interface of the engine: what is awaited, and what follows from an input.

    decision      = awaiting(program, state)
    state, events = apply(program, state, input)

Pure functions: no clock, no randomness, no input or output. What is needed comes in as an input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from turnwright.engine import drawing, items_and_targets, refusals
from turnwright.engine.actions import act, use_ability
from turnwright.engine.cadence import finish, gone_by, used_by_itself
from turnwright.engine.changes import pay
from turnwright.engine.containers import find, key_of
from turnwright.engine.decision import (
    Awaits,
    ChoiceKind,
    Decision,
    LegalAction,
    Reason,
    Refused,
    Stop,
)
from turnwright.engine.declarations import declare, enrol
from turnwright.engine.effects import ability_targets, starting_abilities
from turnwright.engine.initiative import ROLL_OFF, chosen_first
from turnwright.engine.interpreter import advance, chosen_next, in_circles, suffer
from turnwright.engine.movement import check_end, move
from turnwright.engine.program import BATTLE, Program, TurnsPart
from turnwright.engine.rolling import finish_check
from turnwright.engine.state import (
    NOBODY,
    NOTHING_AWAITED,
    Frame,
    PendingDecision,
    Rest,
    Roster,
    Stage,
    State,
    TurnsBody,
    bits,
    side_bit,
)
from turnwright.engine.steps import count_step, open_step, record_pass
from turnwright.engine.transaction import Transaction
from turnwright.language.event import Contradicted, Event, Finished, Passed, Rolled, Stuck
from turnwright.language.example import Mission
from turnwright.language.input import (
    DONE,
    FIRST,
    PASS,
    Card,
    Choice,
    Declaration,
    Draw,
    Input,
    Roll,
)
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
    if isinstance(part, TurnsPart):
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
    frame = tx.stack[-1]
    if choice.side and tx.roster.number.get(choice.side, -1) - 1 != ask.side:
        plain = choice.does not in (PASS, DONE, FIRST)
        if plain and not refusals.is_offered_here(tx, ask, choice.does):
            raise refusals.not_now(tx, ask, choice)
        raise refusals.wrong_side(tx, ask, choice)
    units = tuple(map(tx.roster.unit_number, choice.units))
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
        if choice.does in tx.program.abilities:
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
        part = tx.program.turns(frame.step)
        ruling = tx.rule_for(part.passing, frame, ask.side)
        asked = record_pass(tx, frame, ask.side, False, ask.passing)
        if asked is None:
            gone_by(tx, tx.frame)
            if ruling is not None and isinstance(ruling.value, Passing):
                opened = tx.program.steps[ruling.value.opens]
                mask = side_bit(ask.side)
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
    tx.count(DONE, side_bit(ask.side))
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


MAX_STAGES, MAX_STAGES_EACH = 150, 40
"""Stages gone through without an input before a ruleset counts as going in circles.

A group that acts in turn goes through so many more for each unit."""
Outcome = tuple[State, tuple[Event, ...]]
"""The state that has come about, and what happened on the way."""
Handler = Callable[[Transaction, PendingDecision, Any], PendingDecision | None]
"""What an input does before the interpreter goes on; a decision when it cannot."""


def start(
    program: Program,
    armies: Mapping[str, Mapping[str, Card]],
    mission: Mission | None = None,
    facts: Mapping[str, tuple[str, ...]] | None = None,
    record: set[str] | None = None,
    values: Mapping[str, Mapping[str, int]] | None = None,
) -> Outcome:
    """Begin a battle of these armies, gone through until somebody has to decide.

    `armies` gives the units of each side, with their cards. `facts` and `values` are those of a
    side or of the `battle` from the start. Clauses that are consulted are added to `record`.
    """
    mission = mission or Mission()
    ordered = {side: armies.get(side, {}) for side in program.sides}
    roster = Roster.of(ordered)
    state = State(
        roster=roster,
        stack=(),
        alive=roster.everybody,
        facts=(0,) * len(program.facts),
        counters=((),) * len(program.symbols.counters),
        round=0,
        serial=0,
        outcomes=(),
        total=0,
        winner=NOBODY,
        rest=Rest(mission_first=mission.first, mission_abilities=mission.abilities),
        ask=NOTHING_AWAITED,
    )

    def set_up(tx: Transaction, ask: PendingDecision, given: None) -> None:
        for number, card in enumerate(roster.cards):
            enrol(tx, number, card)
        for who, names in (facts or {}).items():
            for name in names:
                tx.set_fact(program.fact(name), 1 << roster.number[who], ())
        for who, numbers in (values or {}).items():
            for name, number in numbers.items():
                tx.set_number(name, roster.number[who], number)
        open_step(tx, BATTLE, NOBODY, 0, ())

    return _run(program, state, set_up, None, record)


def apply(program: Program, state: State, given: Input, record: set[str] | None = None) -> Outcome:
    """The state after an input, and what happened. Raises Refused when the rules forbid it."""
    return _run(program, state, HANDLERS[type(given)], given, record)


def _declared(tx: Transaction, ask: PendingDecision, given: Declaration) -> None:
    """Something is stated, at whatever moment."""
    if ask.awaits is Awaits.END:
        raise Refused("the battle is over", (), Reason.NOT_NOW)
    declare(tx, given)


HANDLERS: Mapping[type, Handler] = {
    Choice: choose,
    Roll: roll,
    Draw: draw,
    Declaration: _declared,
}
"""What each kind of input does before the interpreter goes on."""


def _run(
    program: Program, state: State, handle: Handler, given: Any, record: set[str] | None
) -> Outcome:
    """Do what an input does, and go on until the next one is needed.

    When something is not said, or is said in two ways, everything up to that moment counts.
    """
    tx = Transaction(program, state, record)
    try:
        awaited = _handle(tx, state, handle, given)
    except Stop as stop:
        if given is not None:
            raise stop.refused() from None
        tx = Transaction(program, state, record)  # The battle cannot even begin.
        awaited = stopped(BATTLE, stop)
    try:
        if awaited is None:
            awaited = go_on(tx, MAX_STAGES + MAX_STAGES_EACH * len(tx.roster.names))
    except Stop as stop:
        before = tx.stages
        tx = Transaction(program, state, record)
        _handle(tx, state, handle, given)
        go_on(tx, before)
        awaited = stopped(tx.frame.step, stop)
    if awaited is None:
        awaited = in_circles(tx)
    if awaited.unsaid:
        event = Stuck if awaited.awaits is Awaits.UNSAID else Contradicted
        tx.events.append(event(awaited.step, awaited.unsaid, awaited.by))
    if record is not None:
        record.update(clause for event in tx.events for clause in event.by)
    return tx.freeze(awaited), tuple(tx.events)


def go_on(tx: Transaction, most: int) -> PendingDecision | None:
    """Go on until somebody is to be asked; None once so many stages were gone through."""
    while True:
        awaited = advance(tx, most)
        if awaited is None or not tx.program.may_not_ask:
            return awaited
        alone = used_by_itself(tx, awaited)
        if alone is None:
            return awaited
        name, mask = alone
        act(tx, tx.frame, awaited, Choice(name), bits(mask), mask)
        tx.stages += 1


def stopped(step: str, stop: Stop) -> PendingDecision:
    """The decision that nobody can make because something is not said, or is said in two ways."""
    kind = Awaits.CONTRADICTED if stop.contradicted else Awaits.UNSAID
    return PendingDecision(kind, step, unsaid=stop.word, by=stop.by)


def _handle(tx: Transaction, state: State, handle: Handler, given: Any) -> PendingDecision | None:
    """Handle an input, with all that it causes."""
    if type(given) is not Declaration:
        tx.outcomes = ()
        tx.total = 0
    awaited = handle(tx, state.ask, given)
    for cause in getattr(given, "causes", ()):
        declare(tx, cause)
    if type(given) is Choice and given.moves:
        check_end(tx)
    return awaited


def awaiting(program: Program, state: State) -> Decision:
    """The decision that is open, with all legal actions."""
    ask = state.ask
    roster = state.roster
    return Decision(
        awaits=ask.awaits,
        step=ask.step,
        side=roster.side(ask.side),
        legal=tuple(legal_action(program, state, name, mask) for name, mask in ask.legal),
        can_pass=ask.passing is not None,
        can_finish=ask.finish is not None,
        several=ask.several,
        dice=ask.dice,
        kind=ask.kind,
        what=ask.what,
        rollers=tuple(roster.side(side) for side in ask.rollers),
        unsaid=ask.unsaid,
        by=tuple(dict.fromkeys(ask.by)),
    )


def legal_action(program: Program, state: State, name: str, mask: int) -> LegalAction:
    """One legal action, with the units, targets and items."""
    roster = state.roster
    units = tuple(roster.names[n] for n in bits(mask) if n > roster.sides)
    child = program.steps.get(name)
    ability = program.ruleset.abilities.get(name)
    found: list[tuple[str, tuple[str, ...]]] = []
    items: dict[str, None] = {}
    if not ((child and (child.target or child.uses)) or (ability and ability.target)):
        return LegalAction(name, units)
    tx = Transaction(program, state)
    chance = state.ask.kind is ChoiceKind.CHANCE and bool(state.stack)
    for number in bits(mask):
        if ability is not None and ability.target is not None:
            on = ability_targets(tx, name, number)
            found.append((roster.names[number], roster.named(on)))
        if child is None:
            continue
        if child.target and chance:
            found_on = items_and_targets.targets(tx, tx.frame, child, number, state.ask.side)
            on = sum(1 << other for other in found_on)
            found.append((roster.names[number], roster.named(on)))
        if child.uses:
            items.update(dict.fromkeys(items_and_targets.fitting_items(tx, child, number)))
    return LegalAction(name, units, tuple(found), tuple(items))


def ruled_out(
    program: Program, state: State, record: set[str] | None = None
) -> dict[str, tuple[str, ...]]:
    """For every unit in the battle that cannot be picked now, every clause that rules it out."""
    ask = state.ask
    if ask.awaits is not Awaits.CHOICE:
        return {}
    open_to = 0
    for _, mask in ask.legal:
        open_to |= mask
    tx = Transaction(program, state, record)
    closed = state.alive & ~open_to
    return {
        state.roster.names[unit]: refusals.ruled_out_by(tx, ask, unit)
        for unit in bits(closed)
        if unit > state.roster.sides
    }
