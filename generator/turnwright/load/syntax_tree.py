"""Syntax tree: the nodes of a document with lines and columns, and the problems found in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from turnwright.language.field import plain_key
from turnwright.load.files import File
from turnwright.load.problem import MAX_PROBLEMS, Place, Problem

Loc = tuple[str | int, ...]
"""Path to a node: keys and positions, from the root of a document."""


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
    key = plain_key(str(loc[-1])) if loc else ""
    if loc and isinstance(parent, Mapping) and key in parent.keys:
        return parent.keys[key]
    return node_at(node, loc)


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
        self.note_at((key_at if key else node_at)(self.root, loc), message, hint)

    def note_at(self, node: Node, message: str, hint: str = "") -> None:
        """Add a problem at a node."""
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

    def written(self, loc: Loc) -> Node | None:
        """Node at a path: None for what is only meant where nobody says it."""
        node: Node | None = self.root
        for step in loc:
            node = child(node, step)
        return node

    def has(self, loc: Loc) -> bool:
        """True when the document has a value at a path."""
        parent = node_at(self.root, loc[:-1])
        return isinstance(parent, Mapping) and str(loc[-1]) in parent.values

    def removed_words(self, loc: Loc = ()) -> Iterator[str]:
        """Words inside nodes that were removed at a path: names that they may have declared."""
        # What is removed has a problem, and most files have none.
        return _removed_words(node_at(self.root, loc)) if self.problems else iter(())

    def has_removed(self, loc: Loc) -> bool:
        """True when decoding removed an invalid child of the node at a path."""
        node = node_at(self.root, loc)
        return not isinstance(node, Scalar) and bool(node.removed)


def _removed_words(root: Node) -> Iterator[str]:
    """Words inside removed nodes: names that they may have declared."""
    if isinstance(root, Mapping):
        yield from root.removed
        gone, kept = [*root.removed.values()], [*root.values.values()]
    else:
        gone, kept = ([], []) if isinstance(root, Scalar) else (root.removed, root.items)
    for node in gone:
        yield from _words(node)
    for node in kept:
        yield from _removed_words(node)


def _words(node: Node) -> Iterator[str]:
    """Words of a tree: its keys and scalars, those that were removed among them."""
    if isinstance(node, Scalar):
        yield node.text
        return
    if isinstance(node, Mapping):
        yield from node.keys
        inside = [*node.values.values(), *node.removed.values()]
    else:
        inside = [*node.items, *node.removed]
    for inner in inside:
        yield from _words(inner)
