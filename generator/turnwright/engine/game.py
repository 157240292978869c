"""A battle at one moment, for people: do something, look at what is so, ask why.

`Game` is a thin view over `apply` and `awaiting`. It is a value: each input gives a new one.
What can be looked at has the names of the claims that examples make.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from turnwright.engine import drawing, lasting
from turnwright.engine.apply import apply, awaiting, ruled_out, start
from turnwright.engine.decision import Decision, Refused
from turnwright.engine.event import Began, Ended, Event
from turnwright.engine.inputs import DONE, FIRST, PASS, Choice, Declaration, Draw, Input, Roll
from turnwright.engine.moving import held
from turnwright.engine.program import Program, compile_ruleset
from turnwright.engine.roster import bits
from turnwright.engine.state import State
from turnwright.engine.table import Table
from turnwright.engine.truth import value_of
from turnwright.language.example import Card, Mission
from turnwright.language.ruleset import Ruleset

NOBODY = "nobody"
"""Who decides when nobody does: the battle is over, or the round is stuck."""
TABLE = "table"
"""Where drawn markers lie."""


@dataclass(frozen=True)
class Game:
    """A battle at one moment.

    >>> import turnwright
    >>> game = turnwright.start("alternate_40k9", {"attacker": ["Ash"], "defender": ["Dorn"]})
    >>> game.next, game.can
    ('attacker', ('activation', 'pass'))
    >>> game.choose("pass").may
    ('Dorn',)
    >>> game.choose("pass").why("Ash")
    ('turn.own-units',)
    """

    program: Program
    state: State
    events: tuple[Event, ...] = ()
    """What the last input brought about."""
    consulted: set[str] = field(default_factory=set, repr=False)
    """Full ids of the clauses that have had a say since the battle began."""

    @classmethod
    def begin(
        cls,
        ruleset: Ruleset | Program,
        armies: Mapping[str, Mapping[str, Card]],
        mission: Mission | None = None,
        facts: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Game:
        """A new battle of these armies, by side and unit."""
        program = ruleset if isinstance(ruleset, Program) else compile_ruleset(ruleset)
        consulted: set[str] = set()
        state, events = start(program, armies, mission, facts, consulted)
        return cls(program, state, events, consulted)

    # Do something

    def apply(self, given: Input) -> Game:
        """The game after any input. Raises Refused when the rules do not allow it."""
        consulted = set(self.consulted)
        try:
            state, events = apply(self.program, self.state, given, consulted)
        except Refused:
            self.consulted.update(consulted)  # What refuses has had a say at this moment.
            raise
        return Game(self.program, state, events, consulted)

    def choose(
        self,
        does: str,
        unit: str = "",
        *,
        units: tuple[str, ...] | list[str] = (),
        side: str = "",
        target: str = "",
        using: str = "",
        to: tuple[float, float] | None = None,
        path: tuple[tuple[float, float], ...] = (),
        inches: float | None = None,
        first: str = "",
    ) -> Game:
        """A side does something, or passes, is done, or says who is first. Raises Refused."""
        names = tuple(units) or ((unit,) if unit else ())
        return self.apply(Choice(does, names, side, target, using, to, path, inches, first))

    def roll(self, *dice: int) -> Game:
        """Dice came up. Raises Refused when they are not the dice awaited."""
        return self.apply(Roll(dice))

    def draw(self, side: str) -> Game:
        """A marker of this side was drawn. Raises Refused when none is left."""
        return self.apply(Draw(side))

    def declare(
        self,
        fact: str,
        unit: str = "",
        *,
        to_unit: str = "",
        side: str = "",
        models: int | None = None,
        ends: bool = False,
        card: Card | Mapping[str, Any] | None = None,
    ) -> Game:
        """Something is so that the rules here cannot tell. Raises Refused when it cannot be."""
        if card is not None and not isinstance(card, Card):
            card = Card(**card)
        return self.apply(Declaration(fact, unit, to_unit, side, models, ends, card))

    # Ask why

    def refusal(self, given: Input) -> Refused | None:
        """Why the rules refuse an input; None when they allow it."""
        try:
            apply(self.program, self.state, given, self.consulted)
        except Refused as refused:
            return refused
        return None

    def refuses(self, does: str, unit: str = "", **rest: object) -> tuple[str, ...]:
        """The clauses by which the rules refuse this, those included that follow from them.

        By id, without the ruleset. `()` when it is allowed, or when simply nothing allows it.
        """
        units = rest.pop("units", ()) or ((unit,) if unit else ())
        refused = self.refusal(Choice(does, tuple(units), **rest))  # type: ignore[arg-type]
        return self.short(self.with_followers(refused.by)) if refused else ()

    def why(self, unit: str) -> tuple[str, ...]:
        """Every clause that rules this unit out of the choices there are now, by short id."""
        found = ruled_out(self.program, self.state, self.consulted).get(unit, ())
        return self.short(self.with_followers(found))

    def with_followers(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """These clauses, and those that follow from one of them."""
        found = dict.fromkeys(clauses)
        for clause in self.program.ruleset.clauses():
            if any(named in found for named in clause.follows):
                found[clause.full_id] = None
        return tuple(found)

    def short(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """Clause ids without their ruleset."""
        return tuple(clause.partition(".")[2] for clause in clauses)

    # Look

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
        names = (FIRST,) if ask.what == FIRST else tuple(name for name, _ in ask.chances)
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
        found: dict[str, None] = {}
        for chance in self.decision.chances:
            if chance.does == does:
                found.update((name, None) for _, names in chance.targets for name in names)
        return tuple(found)

    def facts(self, who: str) -> tuple[str, ...]:
        """The facts that are true of a unit, a side or the `battle`, with or towards others too."""
        if (number := self.state.roster.number.get(who)) is None:
            return ()
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
        if (number := self.state.roster.number.get(unit)) is None:
            return None
        rolled = next((f.rolled for f in reversed(self.state.stack) if f.rolled), 0)
        return value_of(self._table, name, number, rolled)[0]

    def serves(self, ability: str) -> tuple[str, ...]:
        """The units that the effect of this ability serves at this moment."""
        mask = 0
        for going in self.state.going:
            if going.ability == ability:
                mask |= lasting.serves(self._table, going)
        return self.state.roster.named(mask)

    def holds(self, side: str) -> int:
        """How many markers of a side are in the container; `table` for those that lie on it."""
        if side == TABLE:
            return sum(store.table for _, store in self.state.stores)
        number = self.state.roster.number[side] - 1
        return sum(store.markers[number] for _, store in self.state.stores if store.markers)

    def odds(self, side: str) -> Fraction:
        """The chance that a marker of this side is the next one that counts."""
        return drawing.odds(self._table, self.state.roster.number[side] - 1)
