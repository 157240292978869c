"""A battle at one moment, to be looked at: what is awaited, and what is so.

What can be looked at has the names of the claims that examples make.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property

from turnwright.engine import drawing, lasting
from turnwright.engine.apply import awaiting
from turnwright.engine.decision import Decision, Offer, Refused
from turnwright.engine.event import Began, Ended, Event
from turnwright.engine.inputs import DONE, FIRST, PASS
from turnwright.engine.moving import held
from turnwright.engine.program import Program
from turnwright.engine.roster import bits
from turnwright.engine.state import State
from turnwright.engine.table import Table
from turnwright.engine.truth import value_of

NOBODY = "nobody"
"""Who decides when nobody does: the battle is over, or the round is stuck."""
TABLE = "table"
"""Where drawn markers lie."""


def known(kind: str, name: str, names: Iterable[str]) -> None:
    """Raises Refused when this is not one of the names, so that a slip is not taken for nothing."""
    names = list(names)
    if name not in names:
        close = get_close_matches(name, names, 1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise Refused(f"there is no {kind} {name}{hint}")


@dataclass(frozen=True)
class View:
    """A battle at one moment. Asking about a name that does not exist raises Refused."""

    program: Program
    state: State
    events: tuple[Event, ...] = ()
    """What the last input brought about."""
    consulted: set[str] = field(default_factory=set, repr=False)
    """Full ids of the clauses that have had a say since the battle began."""

    @cached_property
    def decision(self) -> Decision:
        """What is awaited, with all choices."""
        return awaiting(self.program, self.state)

    @cached_property
    def _table(self) -> Table:
        return Table(self.program, self.state, self.consulted)

    @property
    def next(self) -> str:
        """The side that decides next, or `nobody`; for dice, the side they are for, if any."""
        return self.decision.side or NOBODY

    @property
    def step(self) -> str:
        """The step in which it decides."""
        return self.decision.step

    @property
    def round(self) -> int:
        """Which round it is, from 1."""
        return self.state.round

    @property
    def may(self) -> tuple[str, ...]:
        """The units that may be picked now."""
        mask = 0
        for _, units in self.state.ask.chances:
            mask |= units
        return tuple(self.state.roster.names[n] for n in bits(mask) if n > self.state.roster.sides)

    @property
    def can(self) -> tuple[str, ...]:
        """What may be done now: steps, abilities, `first`, `pass`, `done`."""
        ask = self.state.ask
        names = (FIRST,) if ask.offer is Offer.FIRST else tuple(name for name, _ in ask.chances)
        return (
            *names,
            *((PASS,) if ask.passing is not None else ()),
            *((DONE,) if ask.finish is not None else ()),
        )

    @property
    def active(self) -> tuple[str, ...]:
        """The units that are acting."""
        units = self.state.stack[-1].units if self.state.stack else 0
        return self.state.roster.named(units & self.state.alive)

    @property
    def awaits(self) -> str:
        """What is awaited: `choice`, `roll`, `draw`, `unsaid` or `end`."""
        return str(self.state.ask.awaits)

    @property
    def dice(self) -> str:
        """The dice that are awaited, such as `2d6`."""
        return self.state.ask.dice

    @property
    def outcome(self) -> str:
        """The outcome of the check that was just rolled."""
        return self.state.outcome

    @property
    def ended(self) -> tuple[str, ...]:
        """The steps that the last input brought to their end, in order."""
        return tuple(event.step for event in self.events if isinstance(event, Ended))

    @property
    def began(self) -> tuple[str, ...]:
        """The steps that the last input opened, in order."""
        return tuple(event.step for event in self.events if isinstance(event, Began))

    @property
    def lasts(self) -> tuple[str, ...]:
        """The effects that are going on, by the name of their ability."""
        return tuple(dict.fromkeys(going.ability for going in self.state.going))

    @property
    def winner(self) -> str:
        """The side that has won; empty before that."""
        return self.state.roster.side(self.state.winner) if self.state.winner >= 0 else ""

    @property
    def unsaid(self) -> str:
        """The word that no clause says, where the round is stuck."""
        return self.state.ask.unsaid

    def targets(self, does: str) -> tuple[str, ...]:
        """The units something may be done to, by any unit that may do it."""
        known("action", does, (*self.program.steps, *self.program.ruleset.abilities, *self.can))
        found: dict[str, None] = {}
        for chance in self.decision.chances:
            if chance.does == does:
                found.update((name, None) for _, names in chance.targets for name in names)
        return tuple(found)

    def facts(self, who: str) -> tuple[str, ...]:
        """The facts that are true of a unit, a side or the `battle`, with or towards others too."""
        number = self.number(who)
        table = self._table
        single = [
            name
            for name in self.program.facts
            if name not in self.program.pairs and table.fact(name) >> number & 1
        ]
        pairs = {name for name, a, b in self.state.pairs if number in (a, b)}
        if number > self.state.roster.sides:
            pairs |= {fact for fact, _ in held(table, number)}
        return tuple(single + sorted(pairs))

    def value(self, what: str) -> int | None:
        """A value, as `Unit.value`; None when the card has no such number."""
        unit, _, name = what.rpartition(".")
        number = self.number(unit)
        rolled = next((f.rolled for f in reversed(self.state.stack) if f.rolled), 0)
        return value_of(self._table, name, number, rolled)[0]

    def serves(self, ability: str) -> tuple[str, ...]:
        """The units that the effect of this ability serves at this moment."""
        known("ability", ability, self.program.ruleset.abilities)
        mask = 0
        for going in self.state.going:
            if going.ability == ability:
                mask |= lasting.serves(self._table, going)
        return self.state.roster.named(mask)

    def holds(self, side: str) -> int:
        """How many markers of a side are in the container; `table` for those that lie on it."""
        if side == TABLE:
            return sum(store.table for _, store in self.state.stores)
        number = self.number(side) - 1
        return sum(store.markers[number] for _, store in self.state.stores if store.markers)

    def odds(self, side: str) -> Fraction:
        """The chance that a marker of this side is the next one that counts."""
        return drawing.odds(self._table, self.number(side) - 1)

    def number(self, who: str) -> int:
        """The number of a unit or side, or of the battle. Raises Refused when there is none."""
        known("unit", who, self.state.roster.number)
        return self.state.roster.number[who]
