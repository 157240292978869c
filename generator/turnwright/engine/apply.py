"""The interface of the engine: what is awaited, and what follows from an input.

    decision      = awaiting(program, state)
    state, events = apply(program, state, input)

Pure functions: no clock, no randomness, no input or output. What is needed comes in as an input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from turnwright.engine import draws, items_and_targets, refusals
from turnwright.engine.actions import act, group_of, refuse_absent, use_ability
from turnwright.engine.chances import record_pass
from turnwright.engine.changes import pay
from turnwright.engine.containers import deal, find, key_of, labels
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
from turnwright.engine.deferred_actions import choose_next, declared, do_or_put_off, next_ones
from turnwright.engine.effects import ability_targets, starting_abilities
from turnwright.engine.initiative import beginning_with, keep_order
from turnwright.engine.interpreter import advance, chose_number, chosen_next, in_circles, suffer
from turnwright.engine.lookahead import outlook
from turnwright.engine.movement import check_end, move
from turnwright.engine.program import BATTLE, Program
from turnwright.engine.rolling import finish_check
from turnwright.engine.state import (
    NOBODY,
    NOTHING_AWAITED,
    BattleRoster,
    Doing,
    PendingDecision,
    Rest,
    Stage,
    State,
    bits,
    side_bit,
)
from turnwright.engine.steps import count_step, open_step
from turnwright.engine.transaction import Pending, Transaction
from turnwright.engine.turn_order import strategy
from turnwright.engine.untimely import side_of
from turnwright.engine.well_formed import check_input
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


def roll(tx: Transaction, given: Roll) -> PendingDecision | None:
    """Dice came up. Raises Refused when they are not the dice that are awaited."""
    expect(tx, Awaits.ROLL)
    ask, dice = tx.ask, given.dice
    kind = "few" if len(dice) < ask.many else "many" if len(dice) > ask.many else ""
    if kind:
        wanted = ask.dice if not ask.rollers else f"{ask.dice} for each of {len(ask.rollers)} sides"
        message = f"too {kind} dice: {wanted} for {ask.what}, not {len(dice)}"
        raise Refused(message, ask.by, Reason.UNCLEAR)
    for die in dice:
        if type(die) is not int or not 1 <= die <= ask.faces:
            raise Refused(f"a D{ask.faces} has no face {die}", ask.by, Reason.UNCLEAR)
    if ask.hand is not None:
        try:
            finish_check(tx, tx.program.checks[ask.what], ask.hand, dice)
        except Stop as stop:
            # The dice lie there: it is the rules that do not say what they come to.
            return stopped(tx.frame.step, stop)
        return None
    each = len(dice) // max(len(ask.rollers), 1)
    # Of a roll-off it is the highest that a side has thrown.
    tx.total = max(sum(dice[at : at + each]) for at in range(0, len(dice), each))
    tx.events.append(Rolled(ask.what, dice, dice, tx.total, "", (), (), ask.by))
    if ask.rollers:
        tx.update_turns(answers=(*tx.turns.answers, dice))
    else:
        tx.update_attempt(dice=(*tx.frame.attempt.dice, tx.total))
    return None


def draw(tx: Transaction, given: Draw) -> None:
    """Something was drawn, or chosen. Raises Refused when it is not in the container."""
    if not (tx.ask.awaits is Awaits.CHOICE and tx.ask.kind is ChoiceKind.MARKER):
        expect(tx, Awaits.DRAW)
    drew(tx, given.what, given.number)


def awaited_key(tx: Transaction) -> tuple[str, int]:
    """The container from which something is to be taken."""
    return key_of(tx.program.containers[tx.ask.what], tx.frame.side)


def drew(tx: Transaction, what: str, number: int | None) -> None:
    """Take what was drawn out of its container, and go on with it."""
    name = tx.ask.what
    marker = find(tx, awaited_key(tx), what, number)
    if tx.part.deals:
        draws.drew_for_chance(tx, name, marker)
    else:
        draws.drew_in_step(tx, marker)


def expect(tx: Transaction, awaits: Awaits) -> None:
    """Raises Refused when another kind of input is awaited, or none."""
    ask = tx.ask
    if ask.awaits is awaits:
        return
    if ask.awaits is Awaits.END:
        raise Refused("the battle is over", ask.by, Reason.NOT_NOW)
    if ask.awaits is Awaits.UNSAID:
        if ask.what:
            message = f"the steps open each other again and again ({ask.what})"
            if not any(tx.roster.units[side] & tx.alive for side in tx.sides()):
                message = f"no unit is there, and so {message}"
        else:
            message = refusals.nobody_said(tx)
    else:
        whose = f" of {tx.roster.side(ask.side)}" if ask.side != NOBODY else ""
        message = {
            Awaits.CONTRADICTED: f"two rules say `{ask.unsaid}` differently here, "
            "so nobody can go on",
            Awaits.CHOICE: f"a choice{whose} is awaited",
            Awaits.ROLL: f"{ask.dice} for {ask.what} is awaited",
            Awaits.DRAW: f"a draw from {ask.what}{whose} is awaited",
        }[ask.awaits]
    raise Refused(message, ask.by, Reason.NOT_NOW)


def choose(tx: Transaction, choice: Choice) -> PendingDecision | None:
    """A side chooses. Raises Refused, with the clauses, when the rules do not allow it."""
    expect(tx, Awaits.CHOICE)
    ask, kind, does = tx.ask, tx.ask.kind, choice.does
    units = tuple(map(tx.roster.unit_number, choice.units))
    group_of(tx, units)  # Whoever is named twice is told that, whatever else stands in the way.
    called = {unit for _, unit in tx.rest.calls}  # Who falls may be called by its own loss.
    for unit in units:
        if not tx.alive >> unit & 1 and unit not in called:
            refuse_absent(tx, unit)
    if side_of(tx, choice, units) not in (NOBODY, ask.side) and (
        choice.side or not refusals.is_here(tx, does) or refusals.left_out_by(tx, units)
    ):
        raise refusals.wrong_side(tx, choice, units)
    if kind is ChoiceKind.FIRST:
        say_first(tx, choice)
        return None
    if does == PASS:
        return give_pass(tx)
    if does == DONE:
        be_done(tx)
        return None
    if kind is ChoiceKind.PUT_OFF and any(one.doing.step == does for one in tx.rest.put_off):
        choose_next(tx, choice, units)
        return None
    mask = dict(ask.legal).get(does, 0)
    if not mask and kind is ChoiceKind.NUMBER:
        message = f"what can be chosen is {ask.legal[0][0]} to {ask.legal[-1][0]}, not {does}"
        raise Refused(message, ask.by)
    known = does in tx.program.steps or does in tx.program.abilities
    if kind is ChoiceKind.MARKER and (mask or does in labels(tx, awaited_key(tx)) or not known):
        drew(tx, does, None)
        return None
    if not mask:
        raise refusals.not_offered(tx, choice, units)
    for unit in units:
        if not mask >> unit & 1:
            raise refusals.not_by(tx, choice, units, unit)
    of_ability = kind is ChoiceKind.CHANCE and does in tx.program.abilities
    if of_ability or kind in (ChoiceKind.START, ChoiceKind.CALL):
        use_ability(tx, choice, units)
    elif kind is ChoiceKind.CHANCE:
        act(tx, choice, units, mask)
    elif kind is ChoiceKind.NUMBER:
        chose_number(tx, does)
    elif kind is ChoiceKind.INSTEAD:
        do_instead(tx, does)
    elif kind is ChoiceKind.MOVE:
        movers = units or bits(mask)
        if len(movers) > 1:
            raise Refused("say which unit moves")
        move(tx, choice, movers[0])
    else:
        chosen_next(tx, does, ask.by)
    return None


def say_first(tx: Transaction, choice: Choice) -> None:
    """The side that decides says who goes first."""
    by = tx.ask.by
    if choice.does != FIRST or not choice.first:
        message = "who goes first is to be said, with `does: first` and `first: <side>`"
        raise Refused(message, by, Reason.NOT_NOW)
    side = tx.roster.side_number(choice.first)
    if side not in tx.sides():
        raise Refused(f"{choice.first} has lost the battle")
    # The others follow in the order in which they are listed.
    keep_order(tx, beginning_with(tx, side), by)


def give_pass(tx: Transaction) -> PendingDecision | None:
    """A side passes. Raises Refused when nothing lets it."""
    ask = tx.ask
    if ask.passing is None:
        raise refusals.no_pass(tx)
    if ask.kind is ChoiceKind.INSTEAD:
        tx.update_attempt(declined=True)
        return suffer(tx)
    if ask.kind is ChoiceKind.CHANCE:
        passing = tx.says(tx.dealing.passing, ask.side)
        record_pass(tx, ask.side, False, ask.passing)
        strategy(tx).used(0)
        if isinstance(passing, Passing):
            opened, mask = tx.program.steps[passing.opens], side_bit(ask.side)
            count_step(tx, opened, mask)
            pay(tx, opened, mask)
            do_or_put_off(tx, Doing(passing.opens, ask.side, 0, (ask.passing,)))
        return None
    if ask.kind is ChoiceKind.START:
        tx.update_frame(offered=(*tx.frame.offered, *starting_abilities(tx)))
    else:
        side_of = tx.roster.side_of
        tx.update(calls=tuple(c for c in tx.rest.calls if side_of[c[1]] != ask.side))
    tx.events.append(Passed(tx.roster.side(ask.side), False, ()))
    return None


def be_done(tx: Transaction) -> None:
    """A side has done all it wants here. Raises Refused when nothing lets it."""
    ask = tx.ask
    if ask.finish is None:
        raise refusals.not_done(tx)
    by = (ask.finish,)
    tx.count(DONE, side_bit(ask.side))
    tx.note_go(ask.side, DONE)
    tx.events.append(Finished(tx.roster.side(ask.side), tx.frame.step, by))
    strategy(tx).finished(by)


def do_instead(tx: Transaction, name: str) -> None:
    """The side chose something else instead of the outcome."""
    who, frame, child = tx.acting(), tx.frame, tx.program.steps[name]
    tx.enter_stage(Stage.CLOSING)
    pay(tx, child, who)
    do_or_put_off(tx, Doing(name, frame.side, frame.units, tx.ask.by))
    count_step(tx, child, who)


MAX_STAGES, MAX_STAGES_EACH = 150, 40
"""Stages gone through without an input before a ruleset counts as going in circles.

A group that acts in turn goes through so many more for each unit."""
Outcome = tuple[State, tuple[Event, ...]]
"""The state that has come about, and what happened on the way."""
Handler = Callable[[Transaction, Any], PendingDecision | None]
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
    fighting = [side for side in program.sides if side in armies]
    ordered = {
        side: armies.get(side, {}) for side in (fighting if len(fighting) > 1 else program.sides)
    }
    teams = [[side for side in team.sides if side in ordered] for team in mission.teams]
    roster = BattleRoster.of(ordered, teams, (side for side in mission.neutral if side in ordered))
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

    def set_up(tx: Transaction, given: None) -> None:
        for number, card in enumerate(roster.cards):
            enrol(tx, number, card)
        for who, names in (facts or {}).items():
            for name in names:
                tx.set_fact(program.fact(name), 1 << roster.number[who], ())
        for who, numbers in (values or {}).items():
            for name, number in numbers.items():
                tx.set_number(name, roster.number[who], number)
        for box, markers in mission.holds.items():
            deal(tx, box, markers)
        open_step(tx, Doing(BATTLE, NOBODY, 0, ()))

    return _run(program, state, set_up, None, record)


def apply(program: Program, state: State, given: Input, record: set[str] | None = None) -> Outcome:
    """The state after an input, and what happened. Raises Refused when the rules forbid it."""
    check_input(given)
    try:
        return _run(program, state, HANDLERS[type(given)], given, record)
    except Refused as refused:
        if type(given) is Choice and state.ask.awaits in (Awaits.ROLL, Awaits.DRAW):
            raise outlook(program, state, given, refused, apply) from None
        raise


def _declared(tx: Transaction, given: Declaration) -> None:
    """Something is stated, at whatever moment."""
    if tx.ask.awaits is Awaits.END:
        raise Refused("the battle is over", tx.ask.by, Reason.NOT_NOW)
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
        awaited = _handle(tx, handle, given)
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
        _handle(tx, handle, given)
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
    try:
        return advance(tx, most)
    except Pending as pending:
        return pending.decision


def stopped(step: str, stop: Stop) -> PendingDecision:
    """The decision that nobody can make because something is not said, or is said in two ways."""
    kind = Awaits.CONTRADICTED if stop.contradicted else Awaits.UNSAID
    return PendingDecision(kind, step, unsaid=stop.word, by=stop.by)


def _handle(tx: Transaction, handle: Handler, given: Any) -> PendingDecision | None:
    """Handle an input, with all that it causes."""
    if type(given) is not Declaration:
        tx.outcomes = ()
        tx.total = 0
    try:
        awaited = handle(tx, given)
    except Pending as pending:
        awaited = pending.decision
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
    done = child or (program.steps.get(ability.opens) if ability else None)
    found: list[tuple[str, tuple[str, ...]]] = []
    items: dict[str, None] = {}
    if not ((child and child.target) or (done and done.uses) or (ability and ability.target)):
        return LegalAction(name, units)
    tx = Transaction(program, state)
    if state.ask.kind is ChoiceKind.PUT_OFF:
        coming = (it.doing for it in next_ones(tx)[0])
        used = dict.fromkeys(it.item for it in coming if it.step == name and it.item)
        return LegalAction(name, units, declared(tx, name), tuple(used))
    chance = state.ask.kind is ChoiceKind.CHANCE and bool(state.stack)
    for number in bits(mask):
        if ability is not None and ability.target is not None:
            on = ability_targets(tx, name, number)
            found.append((roster.names[number], roster.named(on)))
        if child is not None and child.target and chance:
            fitting = items_and_targets.items_for(tx, child, number)
            found_on = items_and_targets.targets(tx, child, number, state.ask.side, fitting)
            on = 0
            with suppress(Stop):  # Somebody is one, and the others may not be known.
                for other in found_on:
                    on |= 1 << other
            found.append((roster.names[number], roster.named(on)))
        if done is not None and done.uses:
            items.update(dict.fromkeys(items_and_targets.fitting_items(tx, done, number)))
    return LegalAction(name, units, tuple(found), tuple(items))


def ruled_out(
    program: Program, state: State, record: set[str] | None = None
) -> dict[str, tuple[str, ...]]:
    """For every unit in the battle that cannot be picked now, every clause that rules it out."""
    if state.ask.awaits is not Awaits.CHOICE:
        return {}
    closed = state.alive & state.roster.everybody
    for _, mask in state.ask.legal:
        closed &= ~mask
    tx = Transaction(program, state, record)
    return {state.roster.names[unit]: refusals.ruled_out_by(tx, unit) for unit in bits(closed)}
