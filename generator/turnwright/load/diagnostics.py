"""One file under examination: its tree, and the problems found in it so far."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.load.file import File
from turnwright.load.problem import MAX_PROBLEMS, Place, Problem
from turnwright.load.syntax_tree import Loc, Mapping, Node, Scalar, Sequence, key_at, node_at


class Diagnostics:
    """Notes problems of one document, at most one at each place."""

    def __init__(self, file: File, root: Node, problems: list[Problem]) -> None:
        """`problems` is the list of the whole file, to which this adds."""
        self.file = file
        self.root = root
        self.problems = problems
        self.next_pass()

    def note(self, loc: Loc, message: str, hint: str = "", *, key: bool = False) -> None:
        """Something is wrong there; `key` when it is the key and not its value."""
        node = (key_at if key else node_at)(self.root, loc)
        # What an earlier look found mistaken need not be told to be mistaken in another way.
        if not self.is_full and (node.line, node.column) not in self._reported:
            self.problems.append(self.file.problem(node.line, node.column, message, hint))

    @property
    def is_full(self) -> bool:
        """True when there is no use in looking for more."""
        return len(self.problems) > MAX_PROBLEMS

    def next_pass(self) -> None:
        """From now on nothing more is said about places that have a problem already."""
        self._reported = {(problem.line, problem.column) for problem in self.problems}

    def place(self, loc: Loc) -> Place:
        """Where that is."""
        node = node_at(self.root, loc)
        return Place(self.file.path, node.line, node.column)

    def has(self, loc: Loc) -> bool:
        """True when the author wrote something there."""
        above = node_at(self.root, loc[:-1])
        return isinstance(above, Mapping) and str(loc[-1]) in above.values

    def has_removed(self, loc: Loc) -> bool:
        """True when something mistaken was taken out directly below."""
        node = node_at(self.root, loc)
        return not isinstance(node, Scalar) and bool(node.removed)


def removed_words(root: Node) -> Iterator[str]:
    """Every word inside the parts that were taken out: what they might have named."""
    if isinstance(root, Mapping):
        for key, value in root.removed.items():
            yield key
            yield from _words(value)
    if isinstance(root, Sequence):
        for item in root.removed:
            yield from _words(item)
    for node in _children(root):
        yield from removed_words(node)


def _words(node: Node) -> Iterator[str]:
    """Every key and every text of a tree."""
    if isinstance(node, Scalar):
        yield node.text
    if isinstance(node, Mapping):
        yield from node.keys
    for inner in _children(node):
        yield from _words(inner)


def _children(node: Node) -> list[Node]:
    """What stands directly in a list or mapping."""
    if isinstance(node, Sequence):
        return node.items
    return list(node.values.values()) if isinstance(node, Mapping) else []
