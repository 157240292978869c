"""The two questions of the engine: what is awaited, and what follows from an input.

    decision      = awaiting(program, state)
    state, events = apply(program, state, input)

No clock, no chance, no input or output: whatever is needed comes in as an input.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnwright.engine import answers, picking
from turnwright.engine.ability import targets
from turnwright.engine.decision import Awaits, Chance, Decision, Offer, Refused
from turnwright.engine.declaring import declare, enrol
from turnwright.engine.event import Event, Stuck
from turnwright.engine.inputs import Choice, Draw, Input, Roll
from turnwright.engine.opening import begin
from turnwright.engine.program import BATTLE, Program
from turnwright.engine.reasons import ruled_out_by
from turnwright.engine.roster import Roster, bits
from turnwright.engine.state import NOBODY, Ask, State
from turnwright.engine.table import Table
from turnwright.engine.walk import advance
from turnwright.language.example import Card, Mission


def start(
    program: Program,
    armies: Mapping[str, Mapping[str, Card]],
    mission: Mission | None = None,
    facts: Mapping[str, tuple[str, ...]] | None = None,
    record: set[str] | None = None,
) -> tuple[State, tuple[Event, ...]]:
    """A battle of these armies, gone through until somebody has to decide.

    `armies` gives the units of each side, with their cards. `facts` are those that are true of a
    side or of the `battle` from the start. Clauses that have a say are added to `record`.
    """
    mission = mission or Mission()
    ordered = {side: armies.get(side, {}) for side in program.sides}
    roster = Roster.of(ordered)
    nothing = Ask(Awaits.END, None)
    state = State(
        roster=roster,
        stack=(),
        alive=roster.all_units(),
        facts=(0,) * len(program.facts),
        pairs=frozenset(),
        counters=((),) * len(program.counters),
        spans=(),
        changes=(),
        passes=(),
        kept=(),
        going=(),
        stores=(),
        places=(),
        models=(),
        calls=(),
        mission_first=mission.first,
        mission_abilities=mission.abilities,
        round=0,
        serial=0,
        outcome="",
        winner=NOBODY,
        ask=nothing,
    )
    table = Table(program, state, record)
    for number, card in enumerate(roster.cards):
        enrol(table, number, card)
    for who, names in (facts or {}).items():
        for name in names:
            table.set_fact(name, 1 << roster.number[who], ())
    begin(table, BATTLE, NOBODY, 0, ())
    return finish(table)


def finish(table: Table, ask: Ask | None = None) -> tuple[State, tuple[Event, ...]]:
    """Go on until an input is needed, unless it is already known which."""
    ask = ask or advance(table)
    if ask.awaits is Awaits.UNSAID and ask.frame is not None:
        table.events.append(Stuck(ask.frame.plan.name, ask.unsaid, ask.by))
    return table.freeze(ask), tuple(table.events)


def apply(
    program: Program, state: State, given: Input, record: set[str] | None = None
) -> tuple[State, tuple[Event, ...]]:
    """The state after an input, and what happened. Raises Refused when the rules forbid it."""
    table = Table(program, state, record)
    ask = state.ask
    table.outcome = ""
    stuck: Ask | None = None
    if isinstance(given, Choice):
        stuck = answers.choose(table, ask, given)
    elif isinstance(given, Roll):
        stuck = answers.roll(table, ask, given)
    elif isinstance(given, Draw):
        stuck = answers.draw(table, ask, given)
    else:
        if ask.awaits is Awaits.END:
            raise Refused("the battle is over")
        table.outcome = state.outcome
        declare(table, given)
    return finish(table, stuck)


def awaiting(program: Program, state: State) -> Decision:
    """Who decides what next, and the choices there are."""
    ask = state.ask
    roster = state.roster
    step = ask.frame.plan.name if ask.frame else ""
    chances = tuple(chance(program, state, name, mask) for name, mask in ask.chances)
    return Decision(
        awaits=ask.awaits,
        step=step,
        side=roster.side(ask.side),
        chances=chances,
        can_pass=ask.passing is not None,
        can_finish=ask.finish is not None,
        several=ask.several,
        dice=ask.dice,
        offer=ask.offer,
        what=ask.what,
        rollers=tuple(roster.side(side) for side in ask.rollers),
        unsaid=ask.unsaid,
        by=tuple(dict.fromkeys(ask.by)),
    )


def chance(program: Program, state: State, name: str, mask: int) -> Chance:
    """One thing that may be done, with the units, targets and items."""
    roster = state.roster
    units = tuple(roster.names[n] for n in bits(mask) if n > roster.sides)
    child = program.steps.get(name)
    ability = program.ruleset.abilities.get(name)
    found: list[tuple[str, tuple[str, ...]]] = []
    items: dict[str, None] = {}
    table = Table(program, state)
    for number in bits(mask):
        if number <= roster.sides:
            continue
        if (
            child
            and "target" in child.words
            and state.ask.frame
            and state.ask.offer is Offer.CHANCE
        ):
            on = picking.targets_of(table, state.ask.frame, child, number, state.ask.side)
            found.append((roster.names[number], roster.named(on)))
        elif ability is not None and ability.target is not None:
            found.append((roster.names[number], roster.named(targets(table, name, number))))
        for ruling in child.words.get("uses", ()) if child else ():
            for item, keywords in roster.cards[number].carries.items():
                if ruling.value in keywords:
                    items[item] = None
    return Chance(name, units, tuple(found), tuple(items))


def ruled_out(
    program: Program, state: State, record: set[str] | None = None
) -> dict[str, tuple[str, ...]]:
    """For every unit in the battle that cannot be picked now, every clause that rules it out."""
    ask = state.ask
    if ask.awaits is not Awaits.CHOICE:
        return {}
    open_to = 0
    for _, mask in ask.chances:
        open_to |= mask
    table = Table(program, state, record)
    closed = state.alive & ~open_to
    return {
        state.roster.names[unit]: ruled_out_by(table, ask, unit)
        for unit in bits(closed)
        if unit > state.roster.sides
    }
