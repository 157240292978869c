"""Drafts: a private, mutable copy of a state that is worked on during one input, then frozen.

Also the forms into which clauses are compiled to be asked of a draft: tests, selectors, quantities,
rulings and policies. They stand here because they and the draft are written in terms of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from turnwright.engine.inputs import Stop
from turnwright.engine.measure import Places
from turnwright.engine.state import (
    NOBODY,
    Attempt,
    Body,
    Contents,
    Frame,
    PendingDecision,
    Stage,
    State,
    bits,
)
from turnwright.language.event import BecameTrue, Event, NoLonger
from turnwright.language.example import Card
from turnwright.language.fact import Away, Excess, Holder, Leaves, Subject, Triggers

T = TypeVar("T")
Known = tuple[int, tuple[str, ...]]
"""A number, and the clauses that make it up."""
Kept = dict[tuple[object, ...], Any]
"""What was worked out, by what was asked of whom."""


@dataclass(slots=True)
class Scene:
    """The setting in which a condition is asked: who acts, on whom, and for whose effect."""

    active: int
    """The mask of the acting units."""
    target: int
    source: int
    side: int
    risky: bool
    item: str = ""
    """The item that is used, of the acting unit."""


NO_SCENE = Scene(0, NOBODY, NOBODY, NOBODY, False)


def scene_of(frame: Frame, side: int) -> Scene:
    """The setting in which what a side does in an open step is asked."""
    return Scene(frame.units, frame.target, NOBODY, side, frame.attempt.risky, frame.item)


@lru_cache(maxsize=16)
def _partners(pairs: frozenset[tuple[str, int, int]]) -> Mapping[tuple[str, int], int]:
    """Index of facts between two units."""
    found: dict[tuple[str, int], int] = {}
    for name, one, other in pairs:
        found[name, one] = found.get((name, one), 0) | 1 << other
        found[name, other] = found.get((name, other), 0) | 1 << one
        found[name, NOBODY] = found.get((name, NOBODY), 0) | 1 << one | 1 << other
    return found


Test = Callable[["Draft", int, Scene], int]
"""A compiled condition: of a mask, those for whom it is true."""
Selector = Callable[["Draft", int, Scene], int]
"""A compiled selection: seen from whoever has this number, the mask of those who are meant."""
Quantity = Callable[["Draft", int, Scene], int]
"""A compiled amount, asked of whoever has this number."""


class Ruling(Generic[T]):
    """What one clause says with one word."""

    __slots__ = ("binds", "clause", "value", "waivers", "when")

    def __init__(
        self,
        value: T,
        clause: str,
        when: Test | None = None,
        waivers: tuple[Ruling[Any], ...] = (),
    ) -> None:
        self.value = value
        self.clause = clause
        """The full id of the clause."""
        self.when = when
        """The ruling holds only then."""
        self.waivers = waivers
        """Exceptions: where their `when` holds, this does not bind."""
        self.binds: Test = _binding(_everybody if when is None else when, waivers)
        """Those of a mask for whom this ruling holds."""


def _everybody(draft: Draft, pool: int, scene: Scene) -> int:
    """Those for whom a ruling without a guard holds."""
    return pool


def _binding(when: Test, waivers: tuple[Ruling[Any], ...]) -> Test:
    """Those for whom a ruling with this guard and these exceptions holds."""
    if not waivers:
        return when

    def binding(draft: Draft, pool: int, scene: Scene) -> int:
        pool = when(draft, pool, scene)
        for waiver in waivers:
            waived = pool if waiver.when is None else waiver.when(draft, pool, scene)
            if waived:
                draft.note(waiver.clause)
                pool &= ~waived
        return pool

    return binding


class Policy(Generic[T]):
    """A word that one clause decides: the plain ruling, and its exceptions."""

    __slots__ = ("constant", "exceptions", "plain", "says", "word")

    def __init__(self, word: str, rulings: tuple[Ruling[T], ...]) -> None:
        self.word = word
        self.exceptions = tuple(r for r in rulings if r.when is not None)
        self.plain = next((r for r in rulings if r.when is None), None)
        self.constant = not self.exceptions and (self.plain is None or not self.plain.waivers)
        """True when the answer is the same for everybody, at all times."""
        self.says = bool(rulings)

    @property
    def rulings(self) -> tuple[Ruling[T], ...]:
        """Every ruling, exceptions first."""
        return (*self.exceptions, *((self.plain,) if self.plain else ()))

    def __bool__(self) -> bool:
        """Whether any clause speaks of the word."""
        return self.says

    def ask(self, draft: Draft, pool: int, scene: Scene) -> Ruling[T] | None:
        """What holds for all of the pool; None when no clause says.

        Raises Stop when two exceptions hold that say different things.
        """
        ruling = self.plain
        if not self.constant:
            held = [r for r in self.exceptions if r.binds(draft, pool, scene) == pool]
            if held:
                ruling = held[0]
                if any(other.value != ruling.value for other in held):
                    raise Stop(self.word, tuple(r.clause for r in held), contradicted=True)
            elif ruling is not None and ruling.binds(draft, pool, scene) != pool:
                ruling = None
        if ruling is not None and draft.record is not None:
            draft.record.add(ruling.clause)
        return ruling


@dataclass(frozen=True, eq=False)
class FactPart:
    """A fact, compiled."""

    name: str
    number: int
    subject: Subject
    also: tuple[tuple[int, Ruling[str]], ...]
    """Facts that count as it, with what says so."""
    counts_as: tuple[Ruling[str], ...]
    ends: tuple[Ruling[str], ...]
    within: Policy[float]
    triggers: Policy[Triggers]
    leaves: Policy[Leaves | object]
    away: Policy[Away]
    by_word: bool
    """Between two units it holds for both where it was stated, and nowhere else."""


@dataclass(frozen=True, eq=False)
class ValuePart:
    """A value, compiled."""

    name: str
    holder: Holder
    base: Policy[str]
    starts: Policy[Quantity]
    add: tuple[Ruling[Quantity], ...]
    dice: tuple[tuple[str, Ruling[Quantity]], ...]
    """The dice that its amounts want, each with the ruling that wants them."""
    bounds: tuple[tuple[Policy[Quantity], Callable[[int, int], int]], ...]
    """What it cannot go below or above, each with how the amount is kept there."""
    runs_out: Policy[str]
    excess: Policy[Excess]
    is_plain: bool
    """Cards, a number to start from, and changes are all that make it up."""


class Formulas(Protocol):
    """The facts and values of a program, which conditions and amounts ask."""

    @property
    def facts(self) -> tuple[FactPart, ...]:
        """Every fact, by number."""

    @property
    def away(self) -> tuple[FactPart, ...]:
        """The facts that may keep units off the table."""

    @property
    def values(self) -> Mapping[str, ValuePart]:
        """Every value, by name."""

    @property
    def steps(self) -> Mapping[str, Any]:
        """Every step, by name."""


class Draft:
    """A state in the making."""

    __slots__ = (
        "_kept",
        "_kept_at",
        "_scene",
        "_scene_of",
        "alive",
        "ask",
        "counters",
        "dice",
        "dice_used",
        "events",
        "facts",
        "formulas",
        "outcomes",
        "record",
        "rest",
        "roster",
        "round",
        "serial",
        "stack",
        "total",
        "winner",
    )

    def __init__(
        self,
        formulas: Formulas,
        state: State,
        record: set[str] | None = None,
    ) -> None:
        (
            self.roster,
            stack,
            self.alive,
            self.facts,
            self.counters,
            self.round,
            self.serial,
            self.outcomes,
            self.total,
            self.winner,
            self.rest,
            self.ask,
        ) = state
        self.stack: list[Frame] = list(stack)
        self.formulas = formulas
        self.record = record
        """Where the clauses that were consulted are noted, when somebody wants to know."""
        self.events: list[Event] = []
        self._scene_of: Frame | None = None
        self._scene = NO_SCENE
        self.dice: Iterator[int] = iter(())
        """Totals of dice that were rolled for the amounts that are being worked out."""
        self.dice_used = 0
        self._kept: Kept = {}
        self._kept_at: tuple[Any, ...] = ()

    def freeze(self, ask: PendingDecision) -> State:
        """The state that has come about."""
        # Made without the constructor of State, which would look each field up by its name.
        return tuple.__new__(
            State,
            (
                self.roster,
                tuple(self.stack),
                self.alive,
                self.facts,
                self.counters,
                self.round,
                self.serial,
                self.outcomes,
                self.total,
                self.winner,
                self.rest,
                ask,
            ),
        )

    def note(self, *clauses: str) -> None:
        """Record that these clauses were consulted."""
        if self.record is not None:
            self.record.update(clauses)

    # Frames

    @property
    def frame(self) -> Frame:
        """The innermost open step."""
        return self.stack[-1]

    def update_frame(self, **changes: Any) -> Frame:
        """Change something of the innermost open step."""
        frame = replace(self.stack[-1], **changes)
        self.stack[-1] = frame
        return frame

    def update_body(self, body: Body) -> Frame:
        """The body of the innermost open step comes further."""
        frame = self.stack[-1].at(body)
        self.stack[-1] = frame
        return frame

    def enter_stage(self, stage: Stage) -> None:
        """The innermost open step comes to another stage."""
        self.stack[-1] = self.stack[-1].in_stage(stage)

    def update_attempt(self, **changes: Any) -> Frame:
        """Change something of what is being done in the innermost open step."""
        frame = self.stack[-1]
        frame = frame.trying(replace(frame.attempt, **changes))
        self.stack[-1] = frame
        return frame

    def open_frame(self, step: str) -> Frame | None:
        """The innermost open step of this name."""
        for frame in reversed(self.stack):
            if frame.step == step:
                return frame
        return None

    def scene(self) -> Scene:
        """The setting of the innermost open step."""
        if not self.stack:
            return NO_SCENE
        frame = self.stack[-1]
        if frame is not self._scene_of:
            self._scene_of, self._scene = frame, scene_of(frame, frame.side)
        return self._scene

    def acting(self) -> int:
        """Those who act: units; where none does, their side; where there is none, the battle."""
        if not self.stack:
            return 1
        frame = self.stack[-1]
        return frame.units & self.alive or 1 << frame.side + 1

    def last_attempt(self) -> Attempt:
        """The innermost attempt whose check or draw has an outcome."""
        for frame in reversed(self.stack):
            if frame.attempt.outcomes:
                return frame.attempt
        return Attempt(outcomes=self.outcomes, total=self.total)

    # Who and where

    def on_table(self) -> int:
        """The units that are in the battle and not away."""
        mask = self.alive
        for part in self.formulas.away:
            if having := self.facts[part.number] & mask:
                for ruling in part.away.rulings:
                    out = ruling.binds(self, having, self.scene())
                    if out:
                        self.note(ruling.clause)
                        mask &= ~out
        return mask

    def user(self, scene: Scene) -> Card:
        """The card of the unit that uses an item."""
        return self.roster.cards[max(scene.active.bit_length() - 1, 0)]

    def keywords(self, scene: Scene) -> tuple[str, ...]:
        """The keywords of the item that is used."""
        return self.user(scene).carries.get(scene.item, ())

    def models(self, mask: int) -> int:
        """How many models these units have."""
        known = self.rest.models
        return sum(known.get(unit, 1) for unit in bits(mask & self.alive))

    def set_number(self, value: str, whose: int, amount: int) -> None:
        """From now on a value starts from this number."""
        self.rest = self.rest.with_numbers(self.rest.numbers.having((value, whose), amount))

    def kept(self) -> Kept:
        """What was worked out since anything changed, by what was asked of whom.

        What they may depend on is never changed in place, so nearly always it is the same object,
        and to see that takes no time.
        """
        stack = self.stack
        now = (
            self.alive,
            self.total,
            self.round,
            len(stack),
            self.counters,
            self.facts,
            stack[-1] if stack else None,
            self.outcomes,
            self.roster,
            self.rest,
        )
        if now != self._kept_at:
            self._kept_at = now
            self._kept = {}
        return self._kept

    def partners(self) -> Mapping[tuple[str, int], int]:
        """The mask of those with whom somebody shares a fact by word, by the fact and who asks.

        For nobody it is the mask of all who share the fact.
        """
        return _partners(self.rest.pairs)

    def places(self, number: int) -> Places:
        """Where a unit stands, or each of its models; empty where nobody knows."""
        return self.rest.places.get(number, ())

    def put(self, unit: int, places: Places) -> None:
        """From now on a unit, or each of its models, stands there."""
        self.rest = self.rest._replace(places=self.rest.places.having(unit, places))

    def did(self, counter: int, times: int) -> int:
        """Those who have done what is counted at least so many times; no times: everybody."""
        if times < 1:
            return -1
        done = self.counters[counter]
        return done[times - 1] if len(done) >= times else 0

    # Facts

    def fact(self, number: int) -> int:
        """The mask of those a fact is true of, those included that count as having it."""
        mask = self.facts[number]
        for other, ruling in self.formulas.facts[number].also:
            having = self.facts[other]
            if having and (also := ruling.binds(self, having, self.scene())):
                self.note(ruling.clause)
                mask |= also
        return mask

    def set_fact(self, part: FactPart, mask: int, by: tuple[str, ...]) -> None:
        """A fact begins to hold for those of the mask."""
        number = part.number
        new = mask & ~self.facts[number]
        if new:
            facts = list(self.facts)
            facts[number] |= mask
            self.facts = tuple(facts)
            for who in bits(new):
                self.events.append(BecameTrue(part.name, self.roster.names[who], "", by))

    def end_fact(self, part: FactPart, mask: int, by: tuple[str, ...]) -> None:
        """A fact stops holding for those of the mask."""
        number = part.number
        old = mask & self.facts[number]
        if old:
            facts = list(self.facts)
            facts[number] &= ~mask
            self.facts = tuple(facts)
            for who in bits(old):
                self.events.append(NoLonger(part.name, self.roster.names[who], "", by))

    def set_pair(self, part: FactPart, one: int, other: int, by: tuple[str, ...]) -> None:
        """A fact begins to hold between two units."""
        pair = (part.name, one, other)
        if pair not in self.rest.pairs:
            self.rest = self.rest._replace(pairs=self.rest.pairs | {pair})
            names = self.roster.names
            self.events.append(BecameTrue(part.name, names[one], names[other], by))

    def end_pair(self, part: FactPart, one: int, other: int, by: tuple[str, ...]) -> None:
        """A fact stops holding between two units."""
        gone = {(part.name, one, other)}
        if part.subject is not Subject.SIGHT:
            gone.add((part.name, other, one))
        if self.rest.pairs & gone:
            self.rest = self.rest._replace(pairs=self.rest.pairs - gone)
            who, to_unit = self.roster.names[one], self.roster.names[other]
            if part.subject is not Subject.SIGHT:
                # Neither comes first, however units are listed.
                who, to_unit = sorted((who, to_unit))
            self.events.append(NoLonger(part.name, who, to_unit, by))

    # Containers

    def contents(self, name: str, side: int = NOBODY) -> Contents | None:
        """What a container holds; None before it was filled."""
        key = f"{name} of {side}" if side != NOBODY else name
        for known, contents in self.rest.containers:
            if known == key:
                return contents
        return None
