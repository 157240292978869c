"""Dealing steps: the steps of a round that deal chances, by whose chances they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from turnwright.describe.statements import Statements
from turnwright.describe.step_tree import Branch, BranchKind, build_tree
from turnwright.engine.program import Program, TurnsPart
from turnwright.language.condition import Selection, Whose
from turnwright.language.turn_order import Cadence, First

SMALL = 4
"""How many times larger the largest step of a round is than one that is beside the matter."""


@dataclass(frozen=True, kw_only=True)
class DealingSteps:
    """The steps that deal chances, the one with most beneath it first."""

    round: tuple[str, ...] = ()
    """The round itself, and what it stands in."""
    outer: tuple[str, ...] = ()
    """Those around everything else: they deal turns, or activations."""
    main: tuple[str, ...] = ()
    """Those of them that most of the round stands in, and not what is only settled at its end."""
    inner: tuple[str, ...] = ()
    """Those inside a turn, or a unit's command over others, that pick units."""
    reactions: tuple[str, ...] = ()
    """Those inside somebody's turn or activation in which other sides have chances."""
    reacting: tuple[str, ...] = ()
    """What those deal."""
    settling: tuple[str, ...] = ()
    """The steps that settle the order of the sides for others."""


def find_dealing_steps(program: Program, statements: Statements) -> DealingSteps:
    """Find the steps of a ruleset that deal chances, and what each is for."""
    tree = build_tree(program.ruleset)
    if tree is None:
        return DealingSteps()
    around = _path(tree, program.round) if program.round else (tree,)
    found = _Found(program, statements)
    found.sort(around[-1], _Inside.ROUND)
    beneath = {branch.name: [each.name for each in branch.walk()] for branch in tree.walk()}
    sizes = {name: len(names) for name, names in beneath.items()}
    largest = max((sizes[name] for name in found.outer), default=0)
    main = [name for name in found.outer if sizes[name] * SMALL >= largest]
    in_main = {name for outer in main for name in beneath[outer]}

    def largest_first(names: list[str]) -> tuple[str, ...]:
        return tuple(sorted(dict.fromkeys(names), key=lambda name: -sizes.get(name, 0)))

    reacting = [name for step in found.reactions for name in program.turns(step).children]
    return DealingSteps(
        round=tuple(branch.name for branch in reversed(around)),
        outer=largest_first(found.outer),
        main=largest_first(main),
        inner=largest_first([name for name in found.inner if name in in_main]),
        reactions=largest_first(found.reactions),
        reacting=largest_first(reacting),
        settling=tuple(branch.name for branch in tree.walk() if branch.settles),
    )


def _path(branch: Branch, name: str) -> tuple[Branch, ...]:
    """The steps from a branch to the one of this name."""
    if branch.name == name:
        return (branch,)
    below = (_path(child, name) for child in branch.branches)
    return next(((branch, *path) for path in below if path), ())


class _Inside(IntEnum):
    """What a step stands in: the round, a side's turn, or what a unit does."""

    ROUND = 0
    TURN = 1
    UNIT = 2


@dataclass
class _Found:
    """The dealing steps that were found so far."""

    program: Program
    statements: Statements
    outer: list[str] = field(default_factory=list)
    inner: list[str] = field(default_factory=list)
    reactions: list[str] = field(default_factory=list)

    def sort(self, branch: Branch, inside: _Inside) -> None:
        """Sort a step, and all beneath it, into the lists."""
        below = inside
        part = self.program.steps[branch.name]
        if isinstance(part, TurnsPart):
            self._sort_turns(branch, part, inside)
            children = [self.program.steps.get(name) for name in part.children]
            by_side = all(child is not None and child.among_side for child in children)
            by_side = by_side or branch.dealt == Cadence.EACH_PLAYER
            below = max(inside, _Inside.TURN if by_side else _Inside.UNIT)
        for child_branch in branch.branches:
            self.sort(child_branch, below if child_branch.how is BranchKind.EACH else inside)

    def _sort_turns(self, branch: Branch, part: TurnsPart, inside: _Inside) -> None:
        if inside == _Inside.ROUND:
            self.outer.append(branch.name)
            return
        among = [said.value for said in self.statements.of_step(branch.name, "among")]
        picked = [who.of if isinstance(who, Selection) else who for who in among]
        firsts = {ruling.value for ruling in part.first.rulings}
        others_too = First.OTHER in firsts or branch.dealt in (Cadence.ALTERNATE, Cadence.DRAW)
        reaction = others_too and bool(part.each)
        if reaction:
            self.reactions.append(branch.name)
        # The rest is what a unit does that acts already.
        by_itself = Whose.ACTIVE in picked or (inside is _Inside.UNIT and not picked)
        if not by_itself and (inside is _Inside.TURN or not reaction):
            self.inner.append(branch.name)
