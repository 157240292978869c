"""Rulesets: their parts, and the patches people may switch on."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple, Self, cast

from turnwright.language.check import Check
from turnwright.language.clause import Clause, Document, Source
from turnwright.language.condition import Condition, Who, Whose
from turnwright.language.container import Container
from turnwright.language.effect import Ability, EffectTerm
from turnwright.language.fact import Fact, Value
from turnwright.language.field import Form, ruled
from turnwright.language.roster import Muster
from turnwright.language.step import Step

KINDS = ("steps", "checks", "facts", "values", "effects", "containers")
"""The kinds of part that hold clauses, in the order in which pages show them."""

LANGUAGE = 2
"""The edition of the language that is read here."""


class Status(StrEnum):
    """How much of its sources a ruleset tells."""

    SYSTEM = "system"
    """It tells its sources as a whole, or says what it leaves out."""
    SKETCH = "sketch"
    """It covers who acts when, and little else: an attack at most."""


Part = Step | Check | Fact | Value | EffectTerm | Container


@dataclass(frozen=True, kw_only=True)
class Body:
    """Parts by kind and name: what a ruleset says, or what a patch adds, replaces and removes."""

    steps: Mapping[str, Step] = field(default_factory=dict)
    """The named parts of the round, and what may be done in them."""
    checks: Mapping[str, Check] = field(default_factory=dict)
    """Dice procedures."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    """What can be true of units, sides, pairs or the battle."""
    values: Mapping[str, Value] = field(default_factory=dict)
    """Numbers of a unit, a side or the battle."""
    effects: Mapping[str, EffectTerm] = field(default_factory=dict)
    """What phrases such as "your next phase" mean for things that last."""
    containers: Mapping[str, Container] = field(default_factory=dict)
    """What is drawn from."""

    def parts(self) -> tuple[tuple[str, str, Part], ...]:
        """Every part with its kind and name, in page order."""
        return tuple(
            (kind, name, part) for kind in KINDS for name, part in getattr(self, kind).items()
        )

    def clauses(self) -> tuple[Clause, ...]:
        """Every clause, in page order."""
        return tuple(clause for _, _, part in self.parts() for clause in part.clauses)

    def with_clauses(self, change: Callable[[Part, Clause], Clause]) -> Self:
        """The same with every clause changed so."""
        kinds: dict[str, dict[str, Part]] = {}
        for kind, name, part in self.parts():
            clauses = tuple(change(part, clause) for clause in part.clauses)
            kinds.setdefault(kind, {})[name] = replace(cast(Any, part), clauses=clauses)
        changed: Self = replace(cast(Any, self), **kinds)
        return changed


class PlacedClause(NamedTuple):
    """Clause of a file, with the part that it is in."""

    loc: tuple[str | int, ...]
    """Where it stands: keys and positions, from the root of the file."""
    kind: str
    part: str
    clause: Clause


class Layer(NamedTuple):
    """Layer of a ruleset's file: the ruleset itself, an option, or an alternative of a reading."""

    of: str
    """Value of `of` in its clauses."""
    loc: tuple[str | int, ...]
    body: Body

    def placed_clauses(self) -> Iterator[PlacedClause]:
        """Every clause of the layer, in page order."""
        for kind, name, part in self.body.parts():
            for position, clause in enumerate(part.clauses):
                yield PlacedClause((*self.loc, kind, name, "clauses", position), kind, name, clause)


@dataclass(frozen=True, kw_only=True)
class Option(Body):
    """A named patch that players may switch on."""

    title: str
    """What people call it."""
    text: str = ""
    """What switching it on changes."""
    source: Source | None = None
    """Where it comes from."""
    params: Mapping[str, str] = field(default_factory=dict)
    """Conditions that whoever switches it on must supply: name, and what it is for."""
    needs: tuple[str, ...] = ruled((), names="option")
    """Options that must be on as well."""
    excludes: tuple[str, ...] = ruled((), names="option")
    """Options that must be off."""


@dataclass(frozen=True, kw_only=True)
class Alternative(Body):
    """One way to read what a source leaves open."""

    text: str
    """The reading as a sentence."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A question that a source leaves open, and the ways it can be read."""

    question: str
    """What the source leaves open, as a question."""
    default: str
    """The alternative that holds unless players choose another."""
    why: str
    """Why this is the default."""
    clauses: tuple[str, ...] = ruled((), names="clause")
    """The clauses it is about."""
    source: Source | None = None
    """Where it is left open."""
    alternatives: Mapping[str, Alternative]
    """The ways to read it, by name."""


@dataclass(frozen=True, kw_only=True)
class Gap:
    """Text that a source needs and does not have."""

    name: str = ""
    """A short name, by which a ledger cites it."""
    text: str
    """What is missing."""
    clauses: tuple[str, ...] = ruled((), names="clause")
    """The clauses it touches."""
    source: Source | None = None
    """Where it is missing."""


@dataclass(frozen=True, kw_only=True)
class NotCovered:
    """Something that a source says and that is not played here."""

    text: str
    """What is not played, as a sentence in our own words."""
    brief: str = ""
    """The same in a few words, for a printed sheet."""
    clauses: tuple[str, ...] = ruled((), names="clause")
    """The clauses it touches: an example that shows one of them says that this is not played."""
    source: Source | None = None
    """Where the source says it."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question in a player's words, and where the search has to lead with it."""

    asks: str
    """What a player types."""
    finds: tuple[str, ...] = ruled((), names="clause")
    """The clauses that answer it, any of which will do."""
    not_covered: tuple[str, ...] = ruled((), names="not_covered")
    """Names under `not_covered` that answer it: it is not played here."""


@dataclass(frozen=True, kw_only=True)
class Invariant:
    """What an author claims of every moment of every battle, so that it can be tried."""

    text: str
    """The claim as a sentence."""
    of: Who = Whose.ANYONE
    """Who is asked, seen from the battle: every unit, unless this says otherwise."""
    that: Condition
    """What is so of each of them, under `always`; or, under `never`, of none."""


@dataclass(frozen=True, kw_only=True)
class Pack:
    """A system with chosen options and readings, under one name."""

    title: str
    """What people call it."""
    text: str = ""
    """A sentence for people who look for it."""
    options: tuple[str, ...] = ()
    """The options that are on."""
    params: Mapping[str, Condition] = field(default_factory=dict)
    """What those options are told."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """Readings that are not the default."""


@dataclass(frozen=True, kw_only=True)
class Ruleset(Body):
    """A turn system, written once."""

    ruleset: str
    """Its id; every full clause id starts with it."""
    language: int
    """The edition of the language it is written in: 2."""
    title: str
    """What people call it."""
    status: Status = Status.SYSTEM
    """How much of its sources it tells."""
    library: bool = False
    """It is a collection of procedures that other rulesets use, and nobody plays it alone."""
    checked: str = ""
    """Where it was looked up, and how sure we are. A sketch has to say so."""
    read_on: str = ""
    """The day on which somebody who did not write it last read it beside its sources."""
    game: str = ""
    """Which game it is for, so that people know which one is meant."""
    edition: str = ""
    """Which edition of that game, if there are several."""
    publisher: str = ""
    """Who publishes that game. Unknown means unknown."""
    official: str = ruled("", form=Form.LINK)
    """Where the official rules are."""
    about: str = ""
    """A few sentences for the head of its page. Markdown."""
    extends: str = ""
    """The ruleset underneath, which this one patches."""
    uses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Libraries, each with the names of what is taken from it: steps, checks, values, facts."""
    sides: tuple[str, ...] = ()
    """The sides that there may be, in the order in which `listed_first` and `listed_second` mean
    them; of more than two, those fight that an example or a roster has."""
    words: Mapping[str, str] = field(default_factory=dict)
    """This system's own words for ours, such as `round: Turn`."""
    documents: Mapping[str, Document] = field(default_factory=dict)
    """What its clauses are taken from, by short name."""
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    """Abilities that cards may name."""
    options: Mapping[str, Option] = field(default_factory=dict)
    """Patches that players may switch on, by name."""
    readings: Mapping[str, Reading] = field(default_factory=dict)
    """What its sources leave open, by name."""
    gaps: tuple[Gap, ...] = ()
    """What its sources need and do not have."""
    not_covered: Mapping[str, NotCovered] = field(default_factory=dict)
    """What its sources say and is not played here, by name."""
    now_covered: tuple[str, ...] = ruled((), names="not_covered")
    """Names under `not_covered` of the ruleset underneath that no longer hold in this one."""
    packs: Mapping[str, Pack] = field(default_factory=dict)
    """Options and readings under one name."""
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What players type when they look for a word of its texts, such as `destroyed: [dead]`."""
    questions: tuple[Question, ...] = ()
    """What players ask, in the words of somebody who has not read the texts."""
    muster: Muster | None = None
    """How it takes up the units of a roster, for comparisons with other systems."""
    always: Mapping[str, Invariant] = field(default_factory=dict)
    """Claims, by name: at every moment when somebody has to decide, something is so of everybody
    who is asked. No play is changed by them; `turnwright explore` looks for one that breaks them.
    """
    never: Mapping[str, Invariant] = field(default_factory=dict)
    """Claims, by name: at no moment when somebody has to decide, something is so of anybody."""

    def layers(self) -> tuple[Layer, ...]:
        """Its layers, itself first."""
        alternatives = (
            Layer(f"{name}:{choice}", ("readings", name, "alternatives", choice), alternative)
            for name, reading in self.readings.items()
            for choice, alternative in reading.alternatives.items()
        )
        options = (Layer(name, ("options", name), option) for name, option in self.options.items())
        return (Layer("", (), self), *alternatives, *options)

    def placed_clauses(self) -> Iterator[PlacedClause]:
        """Every clause that it wrote, with those of its options and readings."""
        for layer in self.layers():
            yield from layer.placed_clauses()

    def bodies(self) -> tuple[Body, ...]:
        """Itself, its options, and the alternatives of its readings."""
        alternatives = (
            alternative
            for reading in self.readings.values()
            for alternative in reading.alternatives.values()
        )
        return (self, *self.options.values(), *alternatives)

    def own_clauses(self) -> tuple[Clause, ...]:
        """Every clause that it wrote: in its body, its options and its readings, each once."""
        found = {
            f"{self.ruleset}.{clause.id}": replace(clause, ruleset=self.ruleset)
            for body in self.bodies()
            for clause in body.clauses()
        }
        return tuple(found.values())
