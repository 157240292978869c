"""Step tree: the nesting of the steps of a ruleset, and which steps are reachable."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from turnwright.engine.program import (
    BATTLE,
    OrderPart,
    RepeatPart,
    StepPart,
    TurnsPart,
)
from turnwright.examples.programs import once_for_ruleset, program_of
from turnwright.language.ruleset import Ruleset
from turnwright.language.turn_order import Passing

MOST_NESTED = 100
"""How deep a tree is: what is inside that is left out."""


class BranchKind(StrEnum):
    """Kind of edge from a parent step to a step."""

    ROOT = "root"
    """The root: the battle itself."""
    SEQUENCE = "sequence"
    """An item of the parent's sequence."""
    REPEATS = "repeats"
    """Repeated by the parent."""
    EACH = "each"
    """An action that the parent deals turns for."""


@dataclass(frozen=True, kw_only=True)
class Branch:
    """Node of the step tree."""

    name: str
    how: BranchKind = BranchKind.ROOT
    place: int = 0
    """Position in a sequence, counted from 1."""
    dealt: str = ""
    """Cadence of its turns, as the word of the language."""
    settles: bool = False
    """True when all it does is to settle the order of the sides."""
    again: bool = False
    """True when its subtree is left out here: it occurs earlier in the tree, or is too deep."""
    branches: tuple[Branch, ...] = ()

    def walk(self) -> Iterator[Branch]:
        """Walk the subtree in pre-order."""
        yield self
        for branch in self.branches:
            yield from branch.walk()


@once_for_ruleset
def build_tree(ruleset: Ruleset) -> Branch | None:
    """Build the step tree of a ruleset. None when it has no battle to play, like a library."""
    if BATTLE not in ruleset.steps:
        return None
    return _branch(BATTLE, BranchKind.ROOT, 0, _Growing(program_of(ruleset).steps, set()))


class _Growing(NamedTuple):
    """What the nodes of a tree that is being built share."""

    parts: Mapping[str, StepPart]
    drawn: set[str]
    """Steps that are in the tree already."""


def _branch(name: str, how: BranchKind, place: int, tree: _Growing, depth: int = 0) -> Branch:
    parts, drawn = tree.parts, tree.drawn
    part = parts[name]
    if _substeps(part) and (name in drawn or depth > MOST_NESTED):
        return Branch(name=name, how=how, place=place, again=True)
    drawn.add(name)
    cadence = part.cadence if isinstance(part, TurnsPart) else None
    dealt = (cadence.plain or next(iter(cadence.rulings), None)) if cadence else None
    return Branch(
        name=name,
        how=how,
        place=place,
        dealt=str(dealt.value) if dealt else "",
        settles=isinstance(part, OrderPart) and not part.deals,
        branches=tuple(
            _branch(below, kind, number, tree, depth + 1)
            for kind, number, below in _substeps(part)
            if below in parts
        ),
    )


def _substeps(part: StepPart) -> tuple[tuple[BranchKind, int, str], ...]:
    """Child steps of a step: kind of edge, position, name."""
    if isinstance(part, TurnsPart):
        return tuple((BranchKind.EACH, 0, name) for name in part.children)
    opened = enumerate(dict.fromkeys(part.opens), start=1)
    if isinstance(part, RepeatPart):
        return tuple((BranchKind.REPEATS, 0, name) for _, name in opened)
    return tuple((BranchKind.SEQUENCE, number, name) for number, name in opened)


def _opened(part: StepPart) -> Iterator[str]:
    """Steps that a step may open beside its child steps: by a pass, or instead of an outcome."""
    yield from (ruling.value.step for ruling in part.instead.rulings)
    for ruling in part.passing.rulings if isinstance(part, TurnsPart) else ():
        if isinstance(ruling.value, Passing):
            yield ruling.value.opens


@once_for_ruleset
def opened_steps(ruleset: Ruleset) -> frozenset[str]:
    """Steps that a battle can open, or an ability."""
    parts = program_of(ruleset).steps
    if BATTLE not in parts:
        return frozenset()
    abilities = (ability.opens for ability in ruleset.abilities.values())
    return _closure(
        (BATTLE, *filter(None, abilities)),
        lambda name: (*(below for _, _, below in _substeps(parts[name])), *_opened(parts[name])),
        parts,
    )


def reachable_steps(ruleset: Ruleset) -> frozenset[str]:
    """Steps that a battle can open, and those they inherit clauses from."""
    steps = ruleset.steps
    return _closure(opened_steps(ruleset), lambda name: (steps[name].like,), steps)


def _closure(
    start: Iterable[str], below: Callable[[str], Iterable[str]], known: Container[str]
) -> frozenset[str]:
    """Transitive closure: all known names that one comes to from those at the start."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name in known and name not in found:
            found.add(name)
            waiting.extend(below(name))
    return frozenset(found)
