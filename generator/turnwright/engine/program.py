"""Programs: a ruleset compiled into typed parts, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from turnwright.engine.parts import (
    AbilityPart,
    CheckPart,
    ContainerPart,
    EffectsPart,
    FactPart,
    ValuePart,
)
from turnwright.engine.rulings import Symbols
from turnwright.engine.step_part import Option, OrderPart, StepPart, TurnsPart
from turnwright.language.ruleset import Ruleset

BATTLE = "battle"
"""The root step, and the subject of facts that are true of the battle."""

PartName = tuple[str, str]
"""The kind and the name of a part."""


@dataclass(frozen=True)
class Compiled:
    """A piece of a program, with all that it was compiled from."""

    source: tuple[object, ...]
    result: object


@dataclass(frozen=True, eq=False)
class Program:
    """A ruleset, compiled once."""

    ruleset: Ruleset
    symbols: Symbols
    cache: Mapping[PartName, Compiled]
    """What it was compiled from, piece by piece, for programs that share most of it."""
    steps: Mapping[str, StepPart]
    options: Mapping[str, tuple[Option, ...]]
    """For each step what a chance may be spent on there."""
    checks: Mapping[str, CheckPart]
    values: Mapping[str, ValuePart]
    facts: tuple[FactPart, ...]
    away: tuple[FactPart, ...]
    """The facts that may keep units off the table."""
    pairs: tuple[FactPart, ...]
    """The facts between two units that hold for both."""
    containers: Mapping[str, ContainerPart]
    effects: EffectsPart
    abilities: Mapping[str, AbilityPart]
    round: str
    """The step whose openings are counted as rounds; empty where there are no rounds."""
    ability_starts: frozenset[str]
    """The steps at whose start abilities are used."""
    begins: frozenset[str]
    """The steps for which the effects of abilities wait."""
    may_not_ask: bool
    """True when some step does not ask a side that has only one thing to choose."""
    asks_recent: bool
    """True when some clause asks who acted last."""
    remembered: frozenset[str]
    """The steps of which a clause asks who was what the last time."""
    counted: Mapping[str, tuple[int, ...]]
    """For a thing that is counted: its counters."""
    cleared: Mapping[str, tuple[int, ...]]
    """The counters that begin anew when a step begins."""
    timed: frozenset[str]
    """Steps at whose start or end something else may happen."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        return self.ruleset.sides

    def fact(self, name: str) -> FactPart:
        """The fact of this name."""
        return self.facts[self.symbols.facts[name]]

    def step(self, name: str) -> str:
        """The step that is meant by this name."""
        return self.symbols.step(name)

    def turns(self, name: str) -> TurnsPart:
        """The step of this name, which deals chances."""
        part = self.steps[name]
        assert isinstance(part, TurnsPart)
        return part

    def orders(self, name: str) -> OrderPart:
        """The step of this name, which settles the order of the sides."""
        part = self.steps[name]
        assert isinstance(part, OrderPart)
        return part

    def option(self, step: str, name: str) -> Option | None:
        """What a chance of a step may be spent on, by its name."""
        return next((option for option in self.options[step] if option.name == name), None)

    def leads_to(self, name: str) -> set[str]:
        """The steps that this one can open, at once or through others."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            step = waiting.pop()
            below = (*self.steps[step].opens, *(option.name for option in self.options[step]))
            new = set(below) - found
            found |= new
            waiting += new
        return found
