"""Rulings: what the clauses of a part say, word by word, before they are compiled; and symbols."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from turnwright.language.action import Result
from turnwright.language.change import Change, Moment
from turnwright.language.clause import Combine, Meaning, words_of
from turnwright.language.condition import THIS, Condition, Did, Sum
from turnwright.language.eligibility import Limit, Together
from turnwright.language.fact import Holder, Subject
from turnwright.language.ruleset import Part
from turnwright.language.traversal import field_names, subvalues
from turnwright.language.turn_order import Cadence, Until

ACTED = "who acted"
"""What is noted where a clause asks who acted last; no step can have this name."""
LAST_GO = "last go on "
"""What the counter of the last go of each side begins with."""
LOST_MODELS = "lost models"
"""What losing models is counted under; no step can have this name."""


Names = tuple[
    tuple[tuple[str, Subject], ...],
    tuple[tuple[str, Holder], ...],
    tuple[tuple[str, tuple[str, str]], ...],
]
"""The facts and the values of a ruleset with whose they are, and the steps that are read as others:
each with the step that is meant, and the clause that says so."""


class Symbols:
    """Symbol table of one ruleset; counters are added as clauses are compiled.

    With `known`, the table of another ruleset with the same names, they keep their numbers.
    """

    def __init__(self, names: Names, known: Symbols | None = None) -> None:
        self.names = names
        facts, values, reads_as = names
        self.facts = {name: number for number, (name, _) in enumerate(facts)}
        self.subjects = dict(facts)
        self.holders = dict(values)
        self.reads_as = dict(reads_as)
        """Steps that are not there: the step that is meant instead, and the clause that says so."""
        self.counters: dict[tuple[str, str], int] = dict(known.counters) if known else {}
        """What is counted, and since the start of which step: the number of the counter."""
        self.looked_back: set[str] = {*known.looked_back} if known else set()
        """The steps of which it is asked when they are over, and whether it is asked who acted."""
        self.alike: dict[Hashable, int] = dict(known.alike) if known else {}
        """A number for all that is equal."""
        self.asking: list[str] = []
        """The clauses that ask for what is being compiled."""

    @contextmanager
    def asked_by(self, clauses: list[str]) -> Iterator[None]:
        """What is compiled meanwhile is asked for by these clauses."""
        before, self.asking = self.asking, clauses
        yield
        self.asking = before

    def step(self, name: str) -> str:
        """The step that a clause means by this name."""
        return self.reads_as[name][0] if name in self.reads_as else name

    def read_by(self, name: str) -> tuple[str, ...]:
        """The clause by which another step is meant, if any."""
        return (self.reads_as[name][1],) if name in self.reads_as else ()

    def counter(self, what: str, since: str) -> int:
        """The number of a counter, made when it is first needed."""
        key = (what, self.step(since))
        return self.counters.setdefault(key, len(self.counters))

    def look_back(self, at: str) -> str:
        """The step that is meant, whose check or draw is asked for when it is over; or `ACTED`."""
        if at:
            self.looked_back.add(self.step(at))
        return self.step(at)

    def number_of(self, said: Hashable) -> int:
        """The same number for whatever says the same."""
        return self.alike.setdefault(said, len(self.alike))

    def subject(self, fact: str) -> Subject:
        """What a fact is true of."""
        return self.subjects.get(fact, Subject.UNIT)

    def holder(self, value: str) -> Holder:
        """Whose number a value is."""
        return self.holders.get(value, Holder.UNIT)


class Conflict(Exception):
    """Two clauses say different things about the same point."""


class RawRuling(NamedTuple):
    """What one clause says with one word, as it was written."""

    value: Any
    clause: str
    when: Condition | None
    place: int = 0
    """The place of the clause in its part; what is taken over comes after all that is its own."""


RawRulings = tuple[RawRuling, ...]
Raw = Mapping[str, RawRulings]
"""By word, what the clauses of a part say with it."""
Spoken = tuple[tuple[str, Combine, RawRuling], ...]
"""The words of a part one at a time, each with how its clauses go together."""
Gathered = Mapping[str, tuple[Combine, RawRulings]]
"""By word: how its clauses go together, and what they say."""


class SaidOfPart(NamedTuple):
    """What the clauses of a part say, ready to be compiled."""

    gathered: Gathered
    """By word, for the steps that are like this one."""
    raw: Raw
    """By word, with the step's own name for `this`."""
    clauses: frozenset[str]
    moments: frozenset[str]
    """The steps at whose start or end something is said to happen."""
    remembered: frozenset[str]
    """The steps of which it is asked who was what the last time."""


AT_ONCE = {"cadence": Cadence.ONE_SIDE, "together": Together.ONE, "until": Until.ONE_CHANCE}
"""What `cadence: one_chance` comes to."""


def spoken_words(part: Part) -> Iterator[tuple[str, Combine, RawRuling]]:
    """Every word that the clauses of a part say, one at a time."""
    for place, clause in enumerate(part.clauses):
        means: Meaning | None = getattr(clause, "means", None)
        if means is None or clause.follows or clause.advice:
            continue
        for name, declared in words_of(type(means)).items():
            value = getattr(means, name)
            if value is Cadence.ONE_CHANCE:
                for word, said in AT_ONCE.items():
                    combine = words_of(type(means))[word].combine
                    yield word, combine, RawRuling(said, clause.full_id, means.when, place)
            elif value is not None:
                yield name, declared.combine, RawRuling(value, clause.full_id, means.when, place)


def gather(own: Iterable[tuple[str, Combine, RawRuling]], inherited: Gathered) -> Gathered:
    """The words of a part: its own, and those of the part it is like.

    Raises Conflict when two clauses say a word that only one may say.
    """
    found: dict[str, tuple[Combine, tuple[RawRuling, ...]]] = {}
    for name, combine, ruling in own:
        found[name] = combine, (*found.get(name, (combine, ()))[1], ruling)
    places = [ruling.place for _, rulings in found.values() for ruling in rulings]
    after = max(places, default=0) + 1
    for name, (combine, theirs) in inherited.items():
        ours = found.get(name, (combine, ()))[1]
        if combine is Combine.ONE and any(ruling.when is None for ruling in ours):
            continue
        taken_over = (ruling._replace(place=after + ruling.place) for ruling in theirs)
        found[name] = combine, (*ours, *taken_over)
    for name, (combine, rulings) in found.items():
        if combine is Combine.ONE:
            plain = [ruling for ruling in rulings if ruling.when is None]
            if len(plain) > 1:
                raise Conflict(f"{plain[0].clause} and {plain[1].clause} both say `{name}`")
    return found


# `this`: the step that says so


NAMES_STEPS: Mapping[type, tuple[str, ...]] = {
    Moment: ("start", "end"),
    Change: ("at", "until"),
    Limit: ("per",),
    Did: ("this",),
    Condition: ("lost_models",),
    Sum: ("lost_models",),
    Result: ("step",),
}
"""The fields that may name the step that says so."""


def resolved(said: Gathered, step: str) -> Gathered:
    """The words of a step with its own name for `this`, those that it takes over included."""
    return {
        word: (combine, tuple(resolved_ruling(word, ruling, step) for ruling in rulings))
        for word, (combine, rulings) in said.items()
    }


def resolved_ruling(word: str, ruling: RawRuling, step: str) -> RawRuling:
    """What one clause says, with the name of the step for `this`."""
    if word in ("kept", "passed") and ruling.value == THIS:
        return ruling._replace(value=step)
    value, when = with_own_name(ruling.value, step), with_own_name(ruling.when, step)
    return ruling._replace(value=value, when=when)


def with_own_name(value: Any, step: str) -> Any:
    """A value with the name of the step for `this`; the same one where it says nothing of it."""
    if value is None or type(value) is str:
        return value
    if isinstance(value, tuple):
        items = tuple(with_own_name(item, step) for item in value)
        return items if items != value else value
    fields = field_names(type(value))
    if fields is None:
        return value
    named = NAMES_STEPS.get(type(value), ())
    new: dict[str, Any] = {}
    for field in fields:
        old = getattr(value, field)
        found = step if field in named and old == THIS else with_own_name(old, step)
        if found is not old:
            new[field] = found
    return replace(value, **new) if new else value


# Moments


def moments_of(rulings: Iterable[tuple[str, RawRuling]]) -> frozenset[str]:
    """Every step that a moment names, at whose start or end something may happen."""
    found: set[str] = set()
    for word, ruling in rulings:
        if word in ("kept", "passed", "covers_until", "if_gone"):
            found.add(ruling.value)
        else:
            found.update(steps_named(ruling.value))
    return frozenset(found - {""})


def steps_named(value: object) -> Iterator[str]:
    """The steps that the moments inside a value name."""
    for inner in subvalues(value):
        if isinstance(inner, Moment):
            yield from (inner.start, inner.end, inner.during)
        elif isinstance(inner, Change):
            yield from (it for it in (inner.at, inner.until) if isinstance(it, str))
