"""Battlefield: what a line of a record says of the units on the table."""

from __future__ import annotations

from collections.abc import Iterable

from turnwright.engine.inputs import Refused
from turnwright.engine.measure import Places, Way, length, model_ways
from turnwright.language import event as happened
from turnwright.language.example import Line
from turnwright.language.ruleset import Ruleset
from turnwright.proof.record import Row


def row_sides(row: Row) -> tuple[str, ...]:
    """The sides of a battle, in the order in which they are listed."""
    roster = row.game.state.roster if row.game else None
    return roster.names[1 : 1 + roster.sides] if roster else ()


def units_alive(row: Row) -> tuple[str, ...]:
    """The units that are in the battle."""
    return (
        row.game.state.roster.named(row.game.state.alive & row.game.state.roster.everybody)
        if row.game
        else ()
    )


def units_gone(row: Row) -> tuple[str, ...]:
    """The units that left the battle by this line."""
    return tuple(event.unit for event in row.events if isinstance(event, happened.Gone))


def places_of(row: Row | None) -> dict[str, Places]:
    """Where units are, or each of their models, as far as that is known."""
    if row is None or row.game is None:
        return {}
    names = row.game.state.roster.names
    return {names[number]: places for number, places in row.game.state.rest.places.items()}


def way_of(line: Line, here: Places) -> Way:
    """The way that a line says for a unit that is here; of several models, that of the farthest."""
    if line.places:
        # Where a line is refused, it may name too many places, or too few.
        return max(model_ways(here, line.paths, line.places), key=length, default=())
    return (*here[:1], *line.path, line.to) if here and line.to is not None else ()


def bases_of(row: Row) -> dict[str, float]:
    """The diameters of bases, in millimetres."""
    if row.game is None:
        return {}
    roster = row.game.state.roster
    return {name: card.base for name, card in zip(roster.names, roster.cards, strict=True)}


def side_of(row: Row, name: str) -> int:
    """The number of the side of a unit, or -1."""
    roster = row.game.state.roster if row.game else None
    number = roster.number.get(name) if roster else None
    return roster.side_of[number] if roster and number is not None else -1


def models_of(row: Row, name: str) -> int:
    """How many models a unit has."""
    if row.game is None:
        return 1
    state = row.game.state
    number = state.roster.number.get(name, 0)
    return state.rest.models.get(number, state.roster.cards[number].models)


def contact_facts(rules: Ruleset) -> frozenset[str]:
    """The facts that are contact on the table: measured, or begun and ended by moves."""
    measured = {
        name
        for name, fact in rules.facts.items()
        if any(clause.means and clause.means.within is not None for clause in fact.clauses)
    }
    moved = {
        fact
        for step in rules.steps.values()
        for clause in step.clauses
        if clause.means
        for fact in (clause.means.may_enter, clause.means.may_leave)
        if fact
    }
    return frozenset(measured | moved)


def contacts_of(row: Row, contacts: frozenset[str]) -> list[tuple[str, str]]:
    """Units that are in contact with each other, as far as the rules say."""
    if row.game is None:
        return []
    try:
        pairs = row.game.pairs()
        return list(dict.fromkeys((one, other) for fact, one, other in pairs if fact in contacts))
    except Refused:
        return []  # The rules contradict each other about it; the page says so elsewhere.


def units_changed(row: Row) -> Iterable[str]:
    """The units of which something became otherwise by this line."""
    for event in row.events:
        match event:
            case happened.Moved() | happened.LostModels() | happened.Gone() | happened.Joined():
                yield event.unit
            case happened.BecameTrue() | happened.NoLonger():
                yield from (event.who, event.to_unit)
            case happened.ValueChanged():
                yield event.who
            case happened.EffectStarted():
                yield event.target
