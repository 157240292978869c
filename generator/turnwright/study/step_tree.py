"""The tree of steps that the clauses of a ruleset make, and which parts it reaches."""

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
    """How a step comes under the one around it."""

    ROOT = "root"
    """It is the battle itself."""
    SEQUENCE = "sequence"
    """One of several, in the order listed."""
    REPEATS = "repeats"
    """It comes again and again."""
    EACH = "each"
    """A chance may be spent on it."""


@dataclass(frozen=True, kw_only=True)
class Branch:
    """A step where it stands in the round."""

    name: str
    how: BranchKind = BranchKind.ROOT
    place: int = 0
    """Its number in a sequence, counted from 1."""
    dealt: str = ""
    """How chances are dealt in it, as the word of the language."""
    free: bool = False
    """True when what is under it may come in any order."""
    abilities: bool = False
    """True when abilities on cards may be used in it as well."""
    again: bool = False
    """True when it has been drawn above, with all that is under it."""
    branches: tuple[Branch, ...] = ()

    def walk(self) -> Iterator[Branch]:
        """Go through this branch and all that are under it, in the order of the round."""
        yield self
        for branch in self.branches:
            yield from branch.walk()


def caption(branch: Branch) -> str:
    """What there is to say of a step beside its name."""
    said = []
    if branch.how is BranchKind.REPEATS:
        said.append("again and again")
    if branch.dealt:
        said.append(CADENCES[Cadence(branch.dealt)])
    if branch.free:
        said.append("in any order")
    if branch.abilities:
        said.append("or abilities")
    if branch.again:
        said.append("as above")
    return ", ".join(said)


def build_tree(ruleset: Ruleset) -> Branch | None:
    """The tree of a ruleset's round. None when it has no battle to play, like a library."""
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
    """The steps directly under one, how they come, and their numbers."""
    listed = dict.fromkeys(name for names in _values(plan, "sequence") for name in names)
    return (
        *((BranchKind.SEQUENCE, number, name) for number, name in enumerate(listed, start=1)),
        *((BranchKind.REPEATS, 0, name) for name in dict.fromkeys(_values(plan, "repeats"))),
        *((BranchKind.EACH, 0, name) for name in plan.children),
    )


def _values(plan: Plan, word: str) -> tuple[Any, ...]:
    return tuple(ruling.value for ruling in plan.words.get(word, ()))


def reachable_steps(ruleset: Ruleset) -> frozenset[str]:
    """The steps that can be got to from the battle, and those they take clauses over from."""
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


def summary(tree: Branch, namer: Labels) -> str:
    """The whole tree in sentences, a step at a time."""
    told = []
    for branch in tree.walk():
        if not branch.branches:
            continue
        ordered = [namer.within(b.name) for b in branch.branches if b.how is BranchKind.SEQUENCE]
        repeated = [namer.within(b.name) for b in branch.branches if b.how is BranchKind.REPEATS]
        picked = [namer.within(b.name) for b in branch.branches if b.how is BranchKind.EACH]
        parts = [
            ", then ".join(ordered),
            f"{', '.join(repeated)} again and again" if repeated else "",
            f"a choice of {', '.join(picked)}" if picked else "",
        ]
        told.append(f"{namer.title(branch.name)}: {'; '.join(part for part in parts if part)}.")
    return " ".join(told)
