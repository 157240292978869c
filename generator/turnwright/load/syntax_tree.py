"""A file as a tree that remembers where everything stands."""

from __future__ import annotations

from dataclasses import dataclass, field

Loc = tuple[str | int, ...]
"""The way to a value: keys and positions, from the top of a document."""

Value = bool | int | float | str | list["Value"] | dict[str, "Value"]


@dataclass(slots=True)
class Scalar:
    """A word, a number or a text."""

    line: int
    column: int
    text: str
    value: bool | int | float | str
    ambiguity: str = ""
    """What programs take it for, where that is in doubt."""


@dataclass(slots=True)
class Sequence:
    """A list."""

    line: int
    column: int
    items: list[Node] = field(default_factory=list)
    removed: list[Node] = field(default_factory=list)
    """Items that were taken out because they are mistaken."""


@dataclass(slots=True)
class Mapping:
    """Keys and values."""

    line: int
    column: int
    keys: dict[str, Scalar] = field(default_factory=dict)
    values: dict[str, Node] = field(default_factory=dict)
    removed: dict[str, Node] = field(default_factory=dict)
    """Entries that were taken out because they are mistaken."""


Node = Scalar | Sequence | Mapping


def child(node: Node | None, step: str | int) -> Node | None:
    """The value under a key or at a position."""
    if isinstance(node, Mapping):
        return node.values.get(str(step))
    if isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
        return node.items[step]
    return None


def node_at(node: Node, loc: Loc) -> Node:
    """What stands there, or as far on the way as there is something."""
    for step in loc:
        found = child(node, step)
        if found is None:
            break
        node = found
    return node


def key_at(node: Node, loc: Loc) -> Node:
    """The key there; for the item of a list, the item."""
    above = node_at(node, loc[:-1])
    if loc and isinstance(above, Mapping) and str(loc[-1]) in above.keys:
        return above.keys[str(loc[-1])]
    return node_at(node, loc)


def to_data(node: Node) -> Value:
    """The plain value, without places."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [to_data(item) for item in node.items]
    return {key: to_data(value) for key, value in node.values.items()}
