"""Data model: the fields of each JSON file. Docstrings here are published in the JSON Schemas."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from turnwright.describe.applicability import Applies
from turnwright.language.book import Book
from turnwright.language.clause import Document, Source
from turnwright.language.condition import Condition
from turnwright.language.example import Claim, Mission
from turnwright.language.input import Card, Input
from turnwright.language.ruleset import Ruleset, Status
from turnwright.load.json_schema import Tagged
from turnwright.proof.proof import ProofStatus


class ClauseStatus(StrEnum):
    """What a clause is."""

    RULE = "rule"
    """It has a meaning that is played."""
    FOLLOWS = "follows"
    """It follows from other clauses."""
    ADVICE = "advice"
    """It only advises."""
    EQUIVALENT = "equivalent"
    """It has a meaning, and another clause says the same."""


@dataclass(frozen=True, kw_only=True)
class IndexExample:
    """An example that there is."""

    example: str
    """Its sentence."""
    data: str
    page: str


@dataclass(frozen=True, kw_only=True)
class IndexPack:
    """A pack that there is."""

    pack: str
    title: str
    data: str
    page: str


@dataclass(frozen=True, kw_only=True)
class IndexRuleset:
    """A ruleset that there is, and what there is of it. Addresses are seen from the index."""

    ruleset: str
    title: str
    status: Status = Status.SYSTEM
    """Whether it tells its sources as a whole, or is only a sketch."""
    checked: str = ""
    """Where a sketch was looked up, and how sure we are."""
    game: str = ""
    edition: str = ""
    extends: str = ""
    library: bool = False
    """Whether others use it, and nobody plays it alone."""
    uses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Libraries, each with the names of what is taken from it."""
    data: str
    clauses: str
    page: str
    packs: tuple[IndexPack, ...] = ()
    examples: tuple[IndexExample, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Index:
    """All there is."""

    rulesets: tuple[IndexRuleset, ...]


@dataclass(frozen=True, kw_only=True)
class PackData:
    """A system with chosen options and readings under one name."""

    pack: str
    title: str
    text: str = ""
    options: tuple[str, ...] = ()
    params: Mapping[str, Condition] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    rules: Ruleset
    """The rules that hold with them."""
    idle: tuple[str, ...] = ()
    """Full ids of those of them that nothing in the round asks for."""


@dataclass(frozen=True, kw_only=True)
class ProofData:
    """What became of a clause when it was taken away, and changed in each way that matters."""

    status: ProofStatus
    explanation: str = ""
    """The example that notices a change, and which change."""
    killed: int = 0
    """How many changes an example notices."""
    survived: tuple[str, ...] = ()
    """Changes that no example notices."""
    equivalent: tuple[str, ...] = ()
    """Changes that make no difference, with a reason in the ruleset."""
    stopped: int = 0
    """How many changes stop play, which proves nothing."""


@dataclass(frozen=True, kw_only=True)
class ClauseData:
    """A clause, where it comes from, and how sure we are of it."""

    id: str
    """The full id."""
    text: str
    kind: str
    """The kind of part that it stands in, such as `steps`."""
    part: str
    """The part, such as `activation`."""
    of: str = ""
    """The option, or the reading and the alternative, that brings it."""
    applies: Applies = Applies.ALWAYS
    """Whether it holds always, by default, with an option, or only if players agree on it."""
    status: ClauseStatus
    inferred: bool = False
    """True when the source implies it, or a round needs it, but does not say it."""
    assumed: str = ""
    """What to check in the source, which we do not have; nothing where we have it."""
    source: Source | None = None
    """Where it comes from; `document` is one of `documents`."""
    follows: tuple[str, ...] = ()
    """Full ids of the clauses it follows from."""
    replaces: tuple[str, ...] = ()
    """Full ids of the clauses it stands in for."""
    removes: tuple[str, ...] = ()
    """Full ids of the clauses it takes away."""
    same_as: str = ""
    """The full id of the clause that says the same."""
    why: str = ""
    """Why it is only advice, or why the other says the same."""
    aliases: tuple[str, ...] = ()
    """Earlier ids."""
    shown: tuple[str, ...] = ()
    """The examples that show it, as addresses of their data."""
    proof: ProofData
    """What became of its changes."""
    page: str
    """Its permalink."""


@dataclass(frozen=True, kw_only=True)
class Clauses:
    """Every clause that one ruleset wrote, in its options and readings too."""

    ruleset: str
    publisher: str = ""
    """Who publishes the game."""
    official: str = ""
    """Where the official rules are."""
    official_of_base: bool = False
    """True when these are the official rules of the base game."""
    idle: tuple[str, ...] = ()
    """Full ids of clauses that nothing in its round asks for, its own and those underneath."""
    documents: Mapping[str, Document]
    clauses: tuple[ClauseData, ...]


@dataclass(frozen=True, kw_only=True)
class RowData:
    """One line of an example, played."""

    line: int = 0
    """Its number, from 1; 0 for what is so before the first line."""
    input: Annotated[Input, Tagged()] | None = None
    note: str = ""
    by: tuple[str, ...] = ()
    """Full ids of the clauses that decided what happened."""
    refused: str = ""
    """Why the rules refused the line."""
    refused_by: tuple[str, ...] = ()
    """The clauses that refuse it."""
    round: int
    claims: Claim | None = None
    """What the author says is so afterwards."""


@dataclass(frozen=True, kw_only=True)
class ExampleData:
    """An example as it was played."""

    example: str
    """Its sentence."""
    ruleset: str
    slug: str
    about: str = ""
    shows: tuple[str, ...] = ()
    """Full ids of the clauses it shows."""
    options: tuple[str, ...] = ()
    params: Mapping[str, Condition] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    mission: Mission = field(default_factory=Mission)
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Numbers of a side, or of the battle, before the first line."""
    not_played: tuple[str, ...] = ()
    """Names under `not_covered` of what touches the clauses it shows."""
    given: Mapping[str, Mapping[str, Card]]
    """The units of each side, with what their cards say."""
    rows: tuple[RowData, ...]
    page: str


DATA_MODELS: Mapping[str, type] = {
    "book": Book,
    "clauses": Clauses,
    "example": ExampleData,
    "index": Index,
    "pack": PackData,
    "ruleset": Ruleset,
}
"""Data model class for each kind of file; the JSON Schema has the same name."""
