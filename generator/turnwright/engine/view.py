"""Views: what is so in a battle at one moment, asked by name from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, wraps
from typing import ParamSpec, TypeVar

from turnwright.engine import effects
from turnwright.engine.apply import awaiting
from turnwright.engine.containers import label
from turnwright.engine.decision import Awaits, ChoiceKind, Decision, Refused, Stop, did_you_mean
from turnwright.engine.odds import draw_odds, outcome_odds
from turnwright.engine.program import Program
from turnwright.engine.routes import held_pairs
from turnwright.engine.rulings import LOST_MODELS
from turnwright.engine.state import State, bits
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import known_value
from turnwright.engine.well_formed import check_text
from turnwright.language.event import Began, Ended, Event, Rolled, Skipped
from turnwright.language.example import SEVERAL
from turnwright.language.fact import Subject
from turnwright.language.input import (
    DONE,
    FIRST,
    PASS,
)

NOBODY = "nobody"
"""Who decides when nobody does: the battle is over, or the round is stuck."""
NOBODY_ELSE = -2
"""No side, where -1 is a container of all."""
TABLE = "table"
"""Where drawn markers lie."""


def check_known(kind: str, name: str, names: Iterable[str]) -> None:
    """Raises Refused when this is not one of the names, so that a slip is not taken for nothing."""
    check_text(name)
    names = list(names)
    if name not in names:
        raise Refused(f"there is no {kind} {name}{did_you_mean(name, names)}")


P = ParamSpec("P")
R = TypeVar("R")


def answered(ask: Callable[P, R]) -> Callable[P, R]:
    """A question that raises Refused where the rules do not say, or say two different things."""

    @wraps(ask)
    def answer(*args: P.args, **named: P.kwargs) -> R:
        try:
            return ask(*args, **named)
        except Stop as stop:
            raise stop.refused() from None

    return answer


@dataclass(frozen=True, repr=False)
class View:
    """A battle at one moment. Asking about a name that does not exist raises Refused."""

    program: Program
    state: State
    events: tuple[Event, ...] = ()
    """What the last input brought about."""
    consulted: set[str] | None = field(default_factory=set, compare=False)
    """Full ids of the clauses that were consulted since the battle began; None: not recorded."""

    def __repr__(self) -> str:
        """One line: where the battle is."""
        return f"<{type(self).__name__} of {self.program.ruleset.ruleset}: {self.state!r}>"

    def __hash__(self) -> int:
        """The hash of the state."""
        return hash(self.state)

    @cached_property
    def decision(self) -> Decision:
        """What is awaited, with all choices."""
        return awaiting(self.program, self.state)

    @cached_property
    def _tx(self) -> Transaction:
        return Transaction(self.program, self.state, self.consulted)

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
        for _, units in self.state.ask.legal:
            mask |= units
        return tuple(self.state.roster.names[n] for n in bits(mask) if n > self.state.roster.sides)

    @property
    def can(self) -> tuple[str, ...]:
        """What may be done now: steps, abilities, `first`, `pass`, `done`."""
        ask = self.state.ask
        names = (FIRST,) if ask.kind is ChoiceKind.FIRST else tuple(name for name, _ in ask.legal)
        return (
            *names,
            *((PASS,) if ask.passing is not None else ()),
            *((DONE,) if ask.finish is not None else ()),
        )

    @property
    def only(self) -> dict[str, tuple[str, ...]]:
        """The whole choice: everything that may be done now, each with all who may do it.

        Where several units may be named at once, that is `several`, by the side.
        """
        ask, names = self.state.ask, self.state.roster.names
        found = {name: tuple(names[n] for n in bits(mask)) for name, mask in ask.legal}
        if ask.kind is ChoiceKind.FIRST:
            found = {}
        several = ask.several and any(len(units) > 1 for units in found.values())
        side = (self.next,)
        more = (name for name in (FIRST, PASS, DONE) if name in self.can)
        return found | dict.fromkeys((*more, *((SEVERAL,) if several else ())), side)

    @property
    def active(self) -> tuple[str, ...]:
        """The units that are acting."""
        acting = (frame.units & self.state.alive for frame in self.state.stack[-1:])
        return tuple(name for mask in acting for name in self.state.roster.named(mask))

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
        return self.state.outcomes[0] if len(self.state.outcomes) == 1 else ""

    @property
    def outcomes(self) -> tuple[str, ...]:
        """That outcome, and what came beside it, such as a double that does more."""
        beside = (it for event in self.events if isinstance(event, Rolled) for it in event.also)
        return tuple(filter(None, (self.outcome, *beside)))

    @property
    def total(self) -> int:
        """The total of the roll that was just made; of a roll-off, the highest of a side."""
        return self.state.total

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
        return tuple(dict.fromkeys(going.ability for going in self.state.rest.effects))

    @property
    def winner(self) -> str:
        """The side that has won; empty before that."""
        return self.state.roster.side(self.state.winner)

    @property
    def unsaid(self) -> str:
        """What no clause says, where the round is stuck."""
        return self.state.ask.unsaid if self.state.ask.awaits is Awaits.UNSAID else ""

    @property
    def contradicted(self) -> str:
        """The word that two clauses say differently, where the round is stuck."""
        return self.state.ask.unsaid if self.state.ask.awaits is Awaits.CONTRADICTED else ""

    @property
    def skipped(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The steps that the last input passed over: for each unit the clauses that barred it."""
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for event in self.events:
            if isinstance(event, Skipped):
                found.setdefault(event.step, {}).update(event.because)
        return found

    @answered
    def targets(self, does: str) -> tuple[str, ...]:
        """The units something may be done to, by any unit that may do it."""
        check_known(
            "action", does, (*self.program.steps, *self.program.ruleset.abilities, *self.can)
        )
        found: dict[str, None] = {}
        for action in self.decision.legal:
            if action.does == does:
                found.update((name, None) for _, names in action.targets for name in names)
        return tuple(found)

    @answered
    def facts(self, who: str) -> tuple[str, ...]:
        """The facts that are true of a unit, a side or the `battle`, with or towards others too."""
        number = self.number(who)
        tx = self._tx
        found = []
        for part in self.program.facts:
            if part.subject in (Subject.PAIR, Subject.SIGHT):
                continue
            if tx.fact(part.number) >> number & 1:
                found.append(part.name)
        pairs = {name for name, a, b in self.state.rest.pairs if number in (a, b)}
        if number > self.state.roster.sides:
            pairs |= {fact for fact, _ in held_pairs(tx, number)}
        return tuple(found + sorted(pairs))

    @answered
    def pairs(self) -> tuple[tuple[str, str, str], ...]:
        """The facts that hold between two enemies, each once: the fact, and both units."""
        names = self.state.roster.names
        found = {
            (fact, min(unit, other), max(unit, other))
            for unit in bits(self._tx.on_table())
            for fact, other in held_pairs(self._tx, unit)
        }
        return tuple((fact, names[one], names[other]) for fact, one, other in sorted(found))

    def did(self, who: str) -> tuple[str, ...]:
        """All that a unit or side counts as having done, as far as any clause asks."""
        number, roster = self.number(who), self.state.roster
        whose = 1 << number | (roster.units[number - 1] if 0 < number <= roster.sides else 0)
        found = {
            what: None
            for (what, _), counter in self.program.symbols.counters.items()
            if what != LOST_MODELS and self._tx.did(counter, 1) & whose
        }
        return tuple(found)

    def value(self, what: str) -> int | None:
        """A value, as `Unit.value`; None when nothing gives it, or dice are not rolled yet."""
        check_text(what)
        who, _, name = what.rpartition(".")
        number = self.number(who)
        self.check_value(name)
        rolled = next((f.attempt.dice for f in reversed(self.state.stack) if f.attempt.dice), ())
        self._tx.dice = iter(rolled)
        try:
            known = known_value(self._tx, name, number)
        except Stop:
            return None
        return known[0] if known is not None else None

    def check_value(self, name: str) -> None:
        """Raises Refused for a name of which neither a rule, a card nor a declaration speaks."""
        if name in self.program.values:
            return
        known = {name for name, _ in self.state.rest.numbers}
        known |= {base.value for part in self.program.values.values() for base in part.base.rulings}
        if name not in known:
            known |= {number for card in self.state.roster.cards for number in card.has}
            check_known("value", name, {*self.program.values, *known})

    @answered
    def serves(self, ability: str) -> tuple[str, ...]:
        """The units that the effect of this ability serves at this moment."""
        check_known("ability", ability, self.program.ruleset.abilities)
        mask = 0
        for going in self.state.rest.effects:
            if going.ability == ability:
                mask |= effects.serves(self._tx, going)
        return self.state.roster.named(mask)

    def holds(self, whose: str) -> int:
        """How many markers of a side, a unit or a name are in containers; `table` lies on it.

        `hand` is all that such containers hold, `red.hand` that of a side, `red.hand.ace` one kind.
        """
        check_text(whose)
        contents = [*self.state.rest.containers.values()]
        *before, last = whose.split(".")
        boxes = [*filter(self.program.containers.__contains__, (*before[-1:], last))]
        if boxes:
            owner = before[0] if before and before[0] != boxes[0] else ""
            side = self.state.roster.side_number(owner) if owner else NOBODY_ELSE
            contents = [
                held
                for (name, of), held in self.state.rest.containers.items()
                if name == boxes[0] and side in (NOBODY_ELSE, of)
            ]
            if last == boxes[0]:
                return sum(many for held in contents for _, many in held.markers)
            whose = last
        check_known("marker", whose, self._markers)
        if whose == TABLE:
            return sum(held.table for held in contents)
        return sum(
            many
            for held in contents
            for marker, many in held.markers
            if label(self._tx, marker) == whose
        )

    @answered
    def odds(self, what: str) -> Fraction:
        """The chance that this is drawn next, or is the outcome of the check that is awaited.

        `north then south` is the chance of one draw and then the other. Raises Refused for dice
        that are of no check, and for too many.
        """
        check_text(what)
        if self.state.ask.awaits is Awaits.ROLL:
            check = self.program.checks.get(self.state.ask.what)
            if check is None or self.state.ask.hand is None:
                raise Refused(
                    "these dice are of no check and have no outcome; claim the likelihood of what"
                    " follows"
                )
            bands = (*check.bands, *check.also)
            check_known("outcome", what, (each.value.band.outcome for each in bands))
            found = outcome_odds(self._tx)
            if not found:
                raise Refused("there are too many dice to work out the odds")
            return found.get(what, Fraction(0))
        wanted = what.split(" then ")
        for name in wanted:
            check_known("marker", name, self._markers)
        return draw_odds(self._tx, wanted)

    @property
    def _markers(self) -> tuple[str, ...]:
        """What a marker may be called: by a side, a unit, its name or its number."""
        held = (contents.markers for contents in self.state.rest.containers.values())
        said = (
            ruling.value.contents
            for container in self.program.containers.values()
            for ruling in container.contains
        )
        return (
            *self.state.roster.number,
            TABLE,
            *(label(self._tx, marker) for markers in held for marker, _ in markers),
            *(name for contents in said for name in contents.named),
        )

    def number(self, who: str) -> int:
        """The number of a unit or side, or of the battle. Raises Refused when there is none."""
        check_known("unit", who, self.state.roster.number)
        return self.state.roster.number[who]
