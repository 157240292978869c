"""Declarations: what a plan cannot tell, stated at any moment."""

from __future__ import annotations

from turnwright.engine import lasting, markers
from turnwright.engine.ability import abilities_of, ability
from turnwright.engine.decision import Refused
from turnwright.engine.event import Gone, Joined, LostModels
from turnwright.engine.inputs import GAINED, Declaration
from turnwright.engine.program import LOST
from turnwright.engine.reasons import side_number, unit_number
from turnwright.engine.table import Table
from turnwright.language.example import Card
from turnwright.language.fact import Subject, Triggers


def declare(table: Table, said: Declaration) -> None:
    """Something is so. Raises Refused when it cannot be, or nobody is named of whom it is true."""
    if said.fact == GAINED:
        join(table, said)
        return
    fact = table.program.ruleset.facts.get(said.fact)
    if fact is None:
        raise Refused(f"there is no fact {said.fact}")
    if fact.of is Subject.BATTLE:
        change(table, said, 1)
    elif fact.of is Subject.SIDE:
        change(table, said, 1 << side_number(table, said.side) + 1)
    elif fact.of in (Subject.PAIR, Subject.SIGHT):
        one, other = unit_number(table, said.unit), unit_number(table, said.to_unit)
        for name, number in ((said.unit, one), (said.to_unit, other)):
            if not table.alive >> number & 1:
                raise Refused(f"{name} is already gone")
        if one == other:
            raise Refused(f"{said.fact} is between two units")
        if said.ends:
            table.end_pair(said.fact, one, other, ())
        else:
            table.set_pair(said.fact, one, other, ())
    else:
        unit = unit_number(table, said.unit)
        if not table.alive >> unit & 1:
            raise Refused(f"{said.unit} is already gone")
        if fact.of is Subject.MODELS:
            lose(table, said, unit)
        else:
            change(table, said, 1 << unit)
            if said.fact in table.program.leaves and not said.ends:
                leave(table, 1 << unit, ())


def change(table: Table, said: Declaration, mask: int) -> None:
    """A fact starts or stops being true."""
    if said.ends:
        table.end_fact(said.fact, mask, ())
    else:
        table.set_fact(said.fact, mask, ())


def lose(table: Table, said: Declaration, unit: int) -> None:
    """A unit loses models; it leaves with the last one."""
    left = dict(table.models).get(unit, 1)
    lost = said.models if said.models is not None else 1
    if not 1 <= lost <= left:
        raise Refused(f"{said.unit} has {left} models and cannot lose {lost}")
    left -= lost
    table.models = (*((u, n) for u, n in table.models if u != unit), (unit, left))
    plan = table.program.fact_plans[said.fact]
    counts_as = table.every(plan, "counts_as")
    names = (said.fact, *(ruling.value for ruling in counts_as))
    table.set_fact(said.fact, 1 << unit, ())
    table.count(LOST, 1 << unit)
    triggers = table.say(plan, "triggers")
    # Only a clause can make a loss call for anything.
    called = triggers is not None and triggers.value is Triggers.ALWAYS
    by = tuple(r.clause for r in (*counts_as, *([triggers] if triggers else ())))
    table.events.append(LostModels(said.unit, lost, left, said.fact, called, by))
    if called:
        call(table, names, unit)
    if not left:
        leave(table, 1 << unit, ())


def call(table: Table, names: tuple[str, ...], unit: int) -> None:
    """Abilities that wait for such a loss are called."""
    for name, bearer in abilities_of(table, 1 << unit):
        if ability(table, name).used.during in names:
            table.calls = (*table.calls, (name, bearer))


def leave(table: Table, gone: int, by: tuple[str, ...]) -> None:
    """Units are gone from the battle."""
    gone &= table.alive
    table.alive &= ~gone
    for name in table.roster.named(gone):
        table.events.append(Gone(name, by))
    table.pairs = frozenset(
        pair for pair in table.pairs if not (gone >> pair[1] & 1 or gone >> pair[2] & 1)
    )
    markers.units_gone(table, gone)
    lasting.source_gone(table, gone)


def join(table: Table, said: Declaration) -> None:
    """A unit joins a side."""
    side = side_number(table, said.side)
    if not said.unit:
        raise Refused("say which unit joins")
    if said.unit in table.roster.number:
        raise Refused(f"the name {said.unit} is already taken")
    card = said.card or Card()
    for name in (*card.facts, *card.pairs):
        if name not in table.program.facts:
            raise Refused(f"there is no fact {name}")
    for others in card.pairs.values():
        for other in others:
            unit_number(table, other)
    table.roster = table.roster.joined(said.unit, side, card)
    number = table.roster.number[said.unit]
    table.alive |= 1 << number
    enrol(table, number, card)
    table.events.append(Joined(said.unit, said.side, ()))
    markers.unit_joined(table, side)


def enrol(table: Table, number: int, card: Card) -> None:
    """Note what the card of a unit says."""
    facts = list(table.facts)
    for name in card.facts:
        facts[table.program.facts[name]] |= 1 << number
        if name in table.program.leaves:
            table.alive &= ~(1 << number)
    table.facts = tuple(facts)
    names = table.roster.number
    table.pairs = table.pairs | {
        (fact, number, names[other]) for fact, others in card.pairs.items() for other in others
    }
    if card.at is not None:
        table.places = (*table.places, (number, card.at))
    if card.models > 1:
        table.models = (*table.models, (number, card.models))
