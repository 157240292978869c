"""Battlefield: what a line of a record says of the units on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.engine.measure import Way, length, model_ways
from turnwright.engine.state import BattleRoster, Places, State
from turnwright.examples.programs import once_for_ruleset
from turnwright.examples.record import Row
from turnwright.language import event as happened
from turnwright.language.input import Card, Choice, Declaration, Input
from turnwright.language.ruleset import Ruleset


@dataclass(frozen=True)
class Battlefield:
    """The units of a battle at one moment, by their names."""

    game: Game

    @property
    def _state(self) -> State:
        return self.game.state

    @property
    def _roster(self) -> BattleRoster:
        return self.game.state.roster

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which they are listed."""
        return self._roster.names[1 : 1 + self._roster.sides]

    @property
    def listed(self) -> tuple[str, ...]:
        """All units that there have been, in the order in which they are listed."""
        return self._roster.names[1 + self._roster.sides :]

    @cached_property
    def alive(self) -> tuple[str, ...]:
        """The units that are in the battle."""
        return self._roster.named(self._state.alive & self._roster.everybody)

    @cached_property
    def places(self) -> Mapping[str, Places]:
        """Where units are, or each of their models, as far as that is known."""
        names = self._roster.names
        return {names[number]: places for number, places in self._state.rest.places.items()}

    def side(self, unit: str) -> int:
        """The number of the side of a unit."""
        return self._roster.side_of[self._roster.number[unit]]

    def card(self, unit: str) -> Card:
        """The card of a unit."""
        return self._roster.cards[self._roster.number[unit]]

    def models(self, unit: str) -> int:
        """How many models a unit has."""
        return self._state.rest.models.get(self._roster.number[unit], self.card(unit).models)

    def contacts(self, facts: frozenset[str]) -> list[tuple[str, str]]:
        """Units that are in contact with each other by such facts, as far as the rules say."""
        try:
            pairs = self.game.pairs()
        except Refused:
            return []  # The rules contradict each other about it; the page says so elsewhere.
        return list(dict.fromkeys((one, other) for fact, one, other in pairs if fact in facts))


def places_of(row: Row | None) -> Mapping[str, Places]:
    """Where units are after a line, as far as that is known."""
    return Battlefield(row.game).places if row and row.game else {}


def units_gone(row: Row) -> tuple[str, ...]:
    """The units that left the battle by this line."""
    return tuple(event.unit for event in row.events if isinstance(event, happened.Gone))


def way_of(said: Input, here: Places) -> Way:
    """The way that an input says for a unit here; of several models, that of the farthest."""
    if isinstance(said, Choice | Declaration) and said.places:
        paths = said.paths if isinstance(said, Choice) else ()
        # Where a line is refused, it may name too many places, or too few.
        return max(model_ways(here, paths, said.places), key=length, default=())
    if isinstance(said, Choice) and said.to is not None and here:
        return (*here[:1], *said.path, said.to)
    return ()


@once_for_ruleset
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
