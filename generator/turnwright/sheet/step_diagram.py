"""The picture of a round: which steps stand side by side, and the numbers they are found by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from string import ascii_lowercase

from turnwright.language.chance import Cadence
from turnwright.sheet.content import DiagramNode
from turnwright.study.namer import Namer
from turnwright.study.tree import Branch, How, caption

MAX_COLUMNS = 7
"""Columns that a page has room for."""


@dataclass(frozen=True)
class StepDiagram:
    """A tree of steps, laid out."""

    tree: Branch
    namer: Namer

    @property
    def labels(self) -> Mapping[str, str]:
        """The number of each step: `2.1` in sequences, `2.1a` among choices."""
        found: dict[str, str] = {}
        for name, label in _labelled(self.tree, "", ""):
            found.setdefault(name, label)
        return found

    @property
    def beside(self) -> frozenset[str]:
        """The steps whose parts stand side by side, the largest first as long as there is room."""
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
        """The picture, ready to be drawn."""
        return self._node(self.tree, self.labels, self.beside)

    def _node(
        self, branch: Branch, labels: Mapping[str, str], beside: frozenset[str]
    ) -> DiagramNode:
        nodes = tuple(self._node(below, labels, beside) for below in branch.branches)
        wide = branch.name in beside
        # Most steps are for one side only; on a small picture that goes without saying.
        plain = replace(branch, dealt="") if branch.dealt == Cadence.ONE_SIDE else branch
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
    """Every step with its number; one that has no sister has none, and hands on that above it."""
    yield branch.name, label
    above = label or above
    kinds = {how: [b for b in branch.branches if b.how is how] for how in How}
    for below in branch.branches:
        siblings = kinds[below.how]
        mark = ""
        if len(siblings) > 1 and below.how is How.SEQUENCE:
            mark = f"{above}.{below.place}" if above else str(below.place)
        elif 1 < len(siblings) <= len(ascii_lowercase):
            mark = above + ascii_lowercase[siblings.index(below)]
        yield from _labelled(below, mark, above)
