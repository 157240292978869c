"""Step diagram: column layout and labels of the tree of steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from string import ascii_lowercase

from turnwright.language.turn_order import Cadence
from turnwright.sheet.content import DiagramNode
from turnwright.study.labels import Labels
from turnwright.study.step_tree import Branch, BranchKind, caption

MAX_COLUMNS = 7
"""Number of columns that fit on a page."""


@dataclass(frozen=True)
class StepDiagram:
    """Step diagram of a tree of steps."""

    tree: Branch
    namer: Labels

    @property
    def labels(self) -> Mapping[str, str]:
        """Label of each step: `2.1` in sequences, `2.1a` among choices."""
        labels: dict[str, str] = {}
        for name, label in _labelled(self.tree, "", ""):
            labels.setdefault(name, label)
        return labels

    @property
    def beside(self) -> frozenset[str]:
        """Steps whose children are laid out side by side: greedy, largest first, while they fit."""
        wide: set[str] = set()
        columns, waiting = 1, [self.tree]
        while waiting:
            waiting.sort(key=lambda branch: sum(1 for _ in branch.walk()))
            branch = waiting.pop()
            more = max(len(branch.branches) - 1, 0)
            if columns + more <= MAX_COLUMNS:
                columns += more
                waiting.extend(branch.branches)
                wide |= {branch.name} if more else set()
        return frozenset(
            branch.name
            for branch in self.tree.walk()
            if any(below.name in wide for below in branch.walk())
        )

    def node(self) -> DiagramNode:
        """Root node of the diagram."""
        return self._node(self.tree, self.labels, self.beside)

    def _node(
        self, branch: Branch, labels: Mapping[str, str], beside: frozenset[str]
    ) -> DiagramNode:
        nodes = tuple(self._node(below, labels, beside) for below in branch.branches)
        wide = branch.name in beside and not branch.again
        # `one_side` is the common case and is not captioned.
        common = branch.dealt == Cadence.ONE_SIDE and not branch.hands_over
        plain = replace(branch, dealt="") if common else branch
        return DiagramNode(
            label="" if branch.again else labels[branch.name],
            title=self.namer.title(branch.name),
            caption=caption(plain),
            how=branch.how,
            columns=sum(node.columns for node in nodes) if wide else 1,
            beside=wide,
            nodes=nodes,
        )


def _labelled(branch: Branch, label: str, above: str) -> Iterator[tuple[str, str]]:
    """Labels of all steps; an only child has none, and passes on its parent's."""
    yield branch.name, label
    above = label or above
    kinds = {how: [b for b in branch.branches if b.how is how] for how in BranchKind}
    for below in branch.branches:
        siblings = kinds[below.how]
        mark = ""
        if len(siblings) > 1 and below.how is BranchKind.SEQUENCE:
            mark = f"{above}.{below.place}" if above else str(below.place)
        elif 1 < len(siblings) <= len(ascii_lowercase):
            mark = above + ascii_lowercase[siblings.index(below)]
        yield from _labelled(below, mark, above)
