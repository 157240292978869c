"""Document: a syntax tree of nodes with lines and columns, and the problems found in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from turnwright.load.files import File
from turnwright.load.problem import MAX_PROBLEMS, Place, Problem

Loc = tuple[str | int, ...]
"""Path to a node: keys and positions, from the root of a document."""

Value = bool | int | float | str | list["Value"] | dict[str, "Value"]


@dataclass(slots=True)
class Scalar:
    """Scalar node."""

    line: int
    column: int
    text: str
    value: bool | int | float | str
    ambiguity: str = ""
    """Message about its ambiguity; empty when there is none."""


@dataclass(slots=True)
class Sequence:
    """Sequence node."""

    line: int
    column: int
    items: list[Node] = field(default_factory=list)
    removed: list[Node] = field(default_factory=list)
    """Items that decoding removed as invalid."""


@dataclass(slots=True)
class Mapping:
    """Mapping node."""

    line: int
    column: int
    keys: dict[str, Scalar] = field(default_factory=dict)
    values: dict[str, Node] = field(default_factory=dict)
    removed: dict[str, Node] = field(default_factory=dict)
    """Entries that decoding removed as invalid."""


Node = Scalar | Sequence | Mapping


def child(node: Node | None, step: str | int) -> Node | None:
    """Child node under a key or at a position."""
    if isinstance(node, Mapping):
        return node.values.get(str(step))
    if isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
        return node.items[step]
    return None


def node_at(node: Node, loc: Loc) -> Node:
    """Node at a path, or its nearest existing ancestor."""
    for step in loc:
        found = child(node, step)
        if found is None:
            break
        node = found
    return node


def key_at(node: Node, loc: Loc) -> Node:
    """Key node at a path; for the item of a list, the item."""
    parent = node_at(node, loc[:-1])
    if loc and isinstance(parent, Mapping) and str(loc[-1]) in parent.keys:
        return parent.keys[str(loc[-1])]
    return node_at(node, loc)


def to_data(node: Node) -> Value:
    """Plain data of a tree, without places."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [to_data(item) for item in node.items]
    return {key: to_data(value) for key, value in node.values.items()}


class Diagnostics:
    """Diagnostics of one document: collects problems, at most one at each place."""

    def __init__(self, file: File, root: Node, problems: list[Problem]) -> None:
        """`problems` is the list of the whole file, shared by all its documents."""
        self.file = file
        self.root = root
        self.problems = problems
        self.next_pass()

    def note(self, loc: Loc, message: str, hint: str = "", *, key: bool = False) -> None:
        """Add a problem at a path; `key` locates it at the key and not at its value."""
        node = (key_at if key else node_at)(self.root, loc)
        # One problem at each place: whatever an earlier pass reported there hides later ones.
        if not self.is_full and (node.line, node.column) not in self._reported:
            self.problems.append(self.file.problem(node.line, node.column, message, hint))

    @property
    def is_full(self) -> bool:
        """True when the limit of problems is reached."""
        return len(self.problems) > MAX_PROBLEMS

    def next_pass(self) -> None:
        """Begin a pass: suppress further problems at places that have one already."""
        self._reported = {(problem.line, problem.column) for problem in self.problems}

    def place(self, loc: Loc) -> Place:
        """Place of the node at a path."""
        node = node_at(self.root, loc)
        return Place(self.file.path, node.line, node.column)

    def has(self, loc: Loc) -> bool:
        """True when the document has a value at a path."""
        parent = node_at(self.root, loc[:-1])
        return isinstance(parent, Mapping) and str(loc[-1]) in parent.values

    def has_removed(self, loc: Loc) -> bool:
        """True when decoding removed an invalid child of the node at a path."""
        node = node_at(self.root, loc)
        return not isinstance(node, Scalar) and bool(node.removed)


def removed_words(root: Node) -> Iterator[str]:
    """Words inside removed nodes: names that they may have declared."""
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
    """Words of a tree: its keys and scalars."""
    if isinstance(node, Scalar):
        yield node.text
    if isinstance(node, Mapping):
        yield from node.keys
    for inner in _children(node):
        yield from _words(inner)


def _children(node: Node) -> list[Node]:
    """Child nodes of a list or mapping."""
    if isinstance(node, Sequence):
        return node.items
    return list(node.values.values()) if isinstance(node, Mapping) else []
