"""Step numbers: how pages, drawings, sheets and citations call the steps of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_lowercase

from turnwright.study.step_tree import Branch, BranchKind


def step_numbers(tree: Branch) -> Mapping[str, str]:
    """Number of each step: `2.1` in sequences, `2.1a` among choices, nothing for an only child."""
    numbers: dict[str, str] = {}
    for name, number in _numbered(tree, "", ""):
        numbers.setdefault(name, number)
    return numbers


def _numbered(branch: Branch, number: str, above: str) -> Iterator[tuple[str, str]]:
    """Numbers of all steps; an only child has none, and passes on its parent's."""
    yield branch.name, number
    above = number or above
    kinds = {how: [b for b in branch.branches if b.how is how] for how in BranchKind}
    for below in branch.branches:
        siblings = kinds[below.how]
        mark = ""
        if len(siblings) > 1 and below.how is BranchKind.SEQUENCE:
            mark = f"{above}.{below.place}" if above else str(below.place)
        elif 1 < len(siblings) <= len(ascii_lowercase):
            mark = above + ascii_lowercase[siblings.index(below)]
        yield from _numbered(below, mark, above)
