"""Record of a replay: the source of pages, sheets and mutation testing."""

from dataclasses import dataclass, field

from turnwright.engine.game import Game
from turnwright.engine.inputs import Decision
from turnwright.engine.program import PartName, Program
from turnwright.language.event import Event
from turnwright.language.example import Example, Line
from turnwright.language.ruleset import Ruleset


@dataclass(frozen=True, kw_only=True)
class Mismatch:
    """Mismatch between a claim and the engine."""

    line: int
    claimed: str
    happened: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Row:
    """Row of a record: one line of the example, and what followed."""

    line: Line | None
    """None for the initial state."""
    events: tuple[Event, ...] = ()
    refused: str = ""
    """Message of the engine, when the line was refused."""
    refused_by: tuple[str, ...] = ()
    decision: Decision
    """Pending decision after the line."""
    round: int = 0
    ruled_out: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Units that cannot be chosen now, each with every clause that rules it out."""
    game: Game | None = field(default=None, repr=False, compare=False)
    """The battle after the line, from which a mutant may go on."""
    touched: frozenset[PartName] = frozenset()
    """Parts of the rules that were looked at up to here, claims included."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """Record of an example's replay."""

    example: Example
    ruleset: Ruleset
    """Effective ruleset, with the options and readings of the example."""
    program: Program | None = field(default=None, repr=False, compare=False)
    """The same, as it was played."""
    rows: tuple[Row, ...] = ()
    mismatches: tuple[Mismatch, ...] = ()
    consulted: frozenset[str] = frozenset()
    """Coverage: full ids of the clauses that were consulted."""
