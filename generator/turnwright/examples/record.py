"""Record of a replay: the source of pages, sheets and mutation testing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from turnwright.engine.apply import ruled_out
from turnwright.engine.decision import Decision
from turnwright.engine.game import Game
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
    key: str = ""
    """The key that says otherwise: that of a claim, or `refused`."""
    row: int = 0
    """Position of its row in the record."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """Row of a record: one line of the example, and what followed."""

    line: Line | None
    """None for the initial state."""
    events: tuple[Event, ...] = ()
    refused: str = ""
    """Message of the engine, when the line was refused."""
    refused_by: tuple[str, ...] = ()
    round: int = 0
    game: Game = field(repr=False, compare=False)
    """The battle after the line, from which a mutant may go on."""
    touched: frozenset[PartName] = frozenset()
    """Parts of the rules that were looked at up to here, claims included."""

    # Asking each unit costs more than the play of a line, and a check of claims does without.
    @cached_property
    def _exclusions(self) -> tuple[Mapping[str, tuple[str, ...]], frozenset[str]]:
        """Who is ruled out by which clauses, and every clause that was consulted to say so."""
        noted: set[str] = set()
        return ruled_out(self.game.program, self.game.state, noted), frozenset(noted)

    @property
    def decision(self) -> Decision:
        """Pending decision after the line."""
        return self.game.decision

    @property
    def ruled_out(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Units that cannot be chosen now, each with every clause that rules it out."""
        return tuple(self._exclusions[0].items())

    @property
    def consulted(self) -> frozenset[str]:
        """Full ids of the clauses that say who cannot be chosen now."""
        return self._exclusions[1]


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
    played_by: frozenset[str] = frozenset()
    """Full ids of the clauses that were consulted for events and claims."""

    @cached_property
    def consulted(self) -> frozenset[str]:
        """Coverage: full ids of the clauses that were consulted, for play or to rule out."""
        return self.played_by.union(*(row.consulted for row in self.rows))


T = TypeVar("T")

TRACED = ("steps", "checks", "values", "containers")
"""The kinds of part that are looked up by name. Facts and effects are looked at all the time."""


class TracedParts(Mapping[str, T]):
    """Parts of one kind that note which of them are looked up."""

    def __init__(self, kind: str, parts: Mapping[str, T], touched: set[PartName]) -> None:
        self.kind = kind
        self.parts = parts
        self.touched = touched

    def __getitem__(self, name: str) -> T:
        self.touched.add((self.kind, name))
        return self.parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)


def traced(program: Program, touched: set[PartName]) -> Program:
    """Program that notes which of its parts are looked up."""
    return replace(
        program,
        steps=TracedParts("steps", program.steps, touched),
        offers=TracedParts("steps", program.offers, touched),
        checks=TracedParts("checks", program.checks, touched),
        values=TracedParts("values", program.values, touched),
        containers=TracedParts("containers", program.containers, touched),
    )


def changed_parts(program: Program, base: Program) -> frozenset[PartName] | None:
    """Parts in which a program differs from the one it was compiled from; None for all.

    As long as none of them is looked up, both go the same way, state by state.
    """
    if (
        program.facts is not base.facts
        or program.effects is not base.effects
        or program.round != base.round
        or program.ruleset.sides != base.ruleset.sides
        or program.ruleset.abilities != base.ruleset.abilities
        or program.symbols.counters != base.symbols.counters
        or program.remembered != base.remembered
        or program.asks_recent is not base.asks_recent
        or any(list(getattr(program, kind)) != list(getattr(base, kind)) for kind in TRACED)
    ):
        return None
    options = {n for n, found in program.offers.items() if found is not base.offers[n]}
    return frozenset(("steps", name) for name in options | (program.timed ^ base.timed)) | {
        (kind, name)
        for kind in TRACED
        for name, part in getattr(program, kind).items()
        if getattr(base, kind)[name] is not part
    }
