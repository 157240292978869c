"""The interface of the engine: what is awaited, and what follows from an input.

    decision      = awaiting(program, state)
    state, events = apply(program, state, input)

Pure functions: no clock, no randomness, no input or output. What is needed comes in as an input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from turnwright.engine import equipment, handlers, refusals
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
from turnwright.engine.effects import ability_targets
from turnwright.engine.inputs import Choice, Declaration, Draw, Input, Roll
from turnwright.engine.interpreter import advance, in_circles
from turnwright.engine.movement import check_end
from turnwright.engine.program import BATTLE, Program
from turnwright.engine.roster import Roster, bits
from turnwright.engine.state import (
    NOBODY,
    NOTHING_AWAITED,
    PendingDecision,
    Rest,
    State,
)
from turnwright.engine.steps import open_step
from turnwright.engine.transaction import Transaction
from turnwright.language.event import Contradicted, Event, Stuck
from turnwright.language.example import Card, Mission

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
        counters=((),) * len(program.context.symbols.counters),
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
    Choice: handlers.choose,
    Roll: handlers.roll,
    Draw: handlers.draw,
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
            awaited = advance(tx)
    except Stop as stop:
        tx = Transaction(program, state, record)
        _handle(tx, state, handle, given)
        advance(tx, stop.after)
        awaited = stopped(tx.frame.step, stop)
    if awaited is None:
        awaited = in_circles(tx)
    if awaited.unsaid:
        event = Stuck if awaited.awaits is Awaits.UNSAID else Contradicted
        tx.events.append(event(awaited.step, awaited.unsaid, awaited.by))
    if record is not None:
        record.update(clause for event in tx.events for clause in event.by)
    return tx.freeze(awaited), tuple(tx.events)


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
            on = equipment.targets_of(tx, tx.frame, child, number, state.ask.side)
            found.append((roster.names[number], roster.named(on)))
        if child.uses:
            items.update(dict.fromkeys(equipment.fitting_items(tx, child, number)))
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
