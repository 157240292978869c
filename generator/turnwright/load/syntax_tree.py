"""Syntax tree of a document: nodes with lines and columns."""

from __future__ import annotations

from dataclasses import dataclass, field

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
