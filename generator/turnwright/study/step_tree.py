"""Step tree: the nesting of the steps of a ruleset, and which steps are reachable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from turnwright.engine.plan import Plan, step_plans
from turnwright.engine.program import BATTLE
from turnwright.language.chance import Cadence
from turnwright.language.ruleset import Ruleset
from turnwright.study.labels import Labels

CADENCES = {
    Cadence.EACH_PLAYER: "each side once, one after the other",
    Cadence.ONE_SIDE: "one side only",
    Cadence.ALTERNATE: "sides alternate",
    Cadence.DRAW: "by what is drawn",
}


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
    free: bool = False
    """True when its children may come in any order."""
    abilities: bool = False
    """True when abilities on cards may be used in it as well."""
    again: bool = False
    """True when its subtree occurs earlier in the tree, and is left out here."""
    branches: tuple[Branch, ...] = ()

    def walk(self) -> Iterator[Branch]:
        """Walk the subtree in pre-order."""
        yield self
        for branch in self.branches:
            yield from branch.walk()


def caption(branch: Branch) -> str:
    """Caption of a step beside its name."""
    words = []
    if branch.how is BranchKind.REPEATS:
        words.append("again and again")
    if branch.dealt:
        words.append(CADENCES[Cadence(branch.dealt)])
    if branch.free:
        words.append("in any order")
    if branch.abilities:
        words.append("or abilities")
    if branch.again:
        words.append("as above")
    return ", ".join(words)


def build_tree(ruleset: Ruleset) -> Branch | None:
    """Build the step tree of a ruleset. None when it has no battle to play, like a library."""
    if BATTLE not in ruleset.steps:
        return None
    return _branch(BATTLE, BranchKind.ROOT, 0, step_plans(ruleset.steps), set())


def _branch(
    name: str, how: BranchKind, place: int, plans: Mapping[str, Plan], drawn: set[str]
) -> Branch:
    plan = plans[name]
    if name in drawn and _substeps(plan):
        return Branch(name=name, how=how, place=place, again=True)
    drawn.add(name)
    return Branch(
        name=name,
        how=how,
        place=place,
        dealt=next((str(value) for value in _values(plan, "cadence")), ""),
        free="free" in _values(plan, "order"),
        abilities=bool(_values(plan, "each_ability")),
        branches=tuple(
            _branch(below, kind, number, plans, drawn)
            for kind, number, below in _substeps(plan)
            if below in plans
        ),
    )


def _substeps(plan: Plan) -> tuple[tuple[BranchKind, int, str], ...]:
    """Child steps of a step: kind of edge, position, name."""
    listed = dict.fromkeys(name for names in _values(plan, "sequence") for name in names)
    return (
        *((BranchKind.SEQUENCE, number, name) for number, name in enumerate(listed, start=1)),
        *((BranchKind.REPEATS, 0, name) for name in dict.fromkeys(_values(plan, "repeats"))),
        *((BranchKind.EACH, 0, name) for name in plan.children),
    )


def _values(plan: Plan, word: str) -> tuple[Any, ...]:
    return tuple(ruling.value for ruling in plan.words.get(word, ()))


def reachable_steps(ruleset: Ruleset) -> frozenset[str]:
    """Reachable steps from the battle, and those they inherit clauses from."""
    plans = step_plans(ruleset.steps)
    found: set[str] = set()
    waiting = [BATTLE] if BATTLE in plans else []
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        waiting.extend(below for _, _, below in _substeps(plans[name]) if below in plans)
        waiting.extend(choice.step for choice in _values(plans[name], "instead"))
        if ruleset.steps[name].like:
            waiting.append(ruleset.steps[name].like)
    return frozenset(found & plans.keys())


def summary(tree: Branch, labels: Labels) -> str:
    """Summary of the tree in sentences, a step at a time."""
    sentences = []
    for branch in tree.walk():
        if not branch.branches:
            continue
        ordered = [labels.within(b.name) for b in branch.branches if b.how is BranchKind.SEQUENCE]
        repeated = [labels.within(b.name) for b in branch.branches if b.how is BranchKind.REPEATS]
        picked = [labels.within(b.name) for b in branch.branches if b.how is BranchKind.EACH]
        parts = [
            ", then ".join(ordered),
            f"{', '.join(repeated)} again and again" if repeated else "",
            f"a choice of {', '.join(picked)}" if picked else "",
        ]
        sentences.append(
            f"{labels.title(branch.name)}: {'; '.join(part for part in parts if part)}."
        )
    return " ".join(sentences)
