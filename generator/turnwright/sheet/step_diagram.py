"""Step diagram: column layout and labels of the tree of steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from turnwright.describe.labels import Labels
from turnwright.describe.step_tree import Branch, caption, step_numbers
from turnwright.language.turn_order import Cadence
from turnwright.sheet.content import DiagramNode

MAX_COLUMNS = 7
"""Number of columns that fit on a page."""


@dataclass(frozen=True)
class StepDiagram:
    """Step diagram of a tree of steps."""

    tree: Branch
    namer: Labels

    @property
    def labels(self) -> Mapping[str, str]:
        """Number of each step."""
        return step_numbers(self.tree)

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
