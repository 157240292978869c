"""The record of an example that was played: what pages, sheets and proof are made from."""

from dataclasses import dataclass

from turnwright.engine.decision import Decision
from turnwright.engine.event import Event
from turnwright.language.example import Example, Line
from turnwright.language.ruleset import Ruleset


@dataclass(frozen=True, kw_only=True)
class Mismatch:
    """The example and the engine disagree."""

    line: int
    claimed: str
    happened: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the example, played."""

    line: Line | None
    """None for the state before the first line."""
    events: tuple[Event, ...] = ()
    refused: str = ""
    """The engine's sentence, when the rules refused the line."""
    refused_by: tuple[str, ...] = ()
    decision: Decision
    """What is awaited after the line."""
    round: int = 0
    ruled_out: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Units that are not a choice now, each with every clause that rules it out."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """An example as it was played."""

    example: Example
    ruleset: Ruleset
    """The effective ruleset: with the options and readings of the example."""
    rows: tuple[Row, ...] = ()
    mismatches: tuple[Mismatch, ...] = ()
    consulted: frozenset[str] = frozenset()
    """Full ids of the clauses that had a say."""
