"""Record of a replay: the source of pages, sheets and mutation testing."""

from dataclasses import dataclass

from turnwright.engine.decision import Decision
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


@dataclass(frozen=True, kw_only=True)
class Record:
    """Record of an example's replay."""

    example: Example
    ruleset: Ruleset
    """Effective ruleset, with the options and readings of the example."""
    rows: tuple[Row, ...] = ()
    mismatches: tuple[Mismatch, ...] = ()
    consulted: frozenset[str] = frozenset()
    """Coverage: full ids of the clauses that were consulted."""
