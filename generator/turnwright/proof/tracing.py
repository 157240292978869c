"""Tracing: which parts of a program are looked at, so that a change elsewhere costs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from turnwright.engine.program import PartName, Program

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
        options=TracedParts("steps", program.options, touched),
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
    options = {n for n, found in program.options.items() if found is not base.options[n]}
    return frozenset(("steps", name) for name in options | (program.timed ^ base.timed)) | {
        (kind, name)
        for kind in TRACED
        for name, part in getattr(program, kind).items()
        if getattr(base, kind)[name] is not part
    }
