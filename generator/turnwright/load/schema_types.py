"""Schema types: the type that the language declares at a path of a document."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from turnwright.language.clause import Clause
from turnwright.language.example import Example, Line
from turnwright.language.roster import Roster
from turnwright.load.syntax_tree import Loc, Mapping, Node, Sequence, child, node_at

LOADER_FIELDS: dict[type, frozenset[str]] = {
    Clause: frozenset({"ruleset", "line", "of"}),
    Line: frozenset({"line"}),
    Example: frozenset({"path", "line", "slug"}),
    Roster: frozenset({"path", "name"}),
}
"""Fields that the loader fills in, and that files may not set."""


def type_at(shape: object, root: Node, loc: Loc) -> object:
    """Declared type at a path, or None where the language declares nothing.

    Of a union, the member that the node was meant as.
    """
    return meant_member(union_at(shape, root, loc), node_at(root, loc))


def union_at(shape: object, root: Node, loc: Loc) -> object:
    """Declared type at a path, with all members of a union."""
    kind: object = shape
    node: Node | None = root
    for step in loc:
        kind = item_type(meant_member(kind, node), step)
        node = child(node, step)
    return kind


def branches_of(kind: object) -> tuple[object, ...]:
    """Members of a union, without None; of another type, the type itself."""
    if get_origin(kind) not in (Union, UnionType):
        return (kind,)
    return tuple(branch for branch in get_args(kind) if branch is not NoneType)


def keys_of(kind: object) -> tuple[str, ...]:
    """Keys of a dataclass; none for other types."""
    if isinstance(kind, type) and is_dataclass(kind):
        return tuple(f.name for f in fields(kind) if f.name not in loader_fields(kind))
    return ()


def loader_fields(cls: type) -> frozenset[str]:
    """Fields of a class that the loader fills in, inherited ones included."""
    return frozenset().union(
        *(LOADER_FIELDS[base] for base in cls.__mro__ if base in LOADER_FIELDS)
    )


def enum_values(kind: object) -> tuple[str, ...]:
    """Values of an enum, or of all enums of a union; none for other types."""
    return tuple(
        word.value
        for branch in branches_of(kind)
        if isinstance(branch, type) and issubclass(branch, StrEnum)
        for word in branch
    )


def meant_member(kind: object, node: Node | None) -> object:
    """Member of a union that was meant, judging by the kind of node."""
    branches = branches_of(kind)
    if len(branches) == 1:
        return branches[0]
    fitting = [branch for branch in branches if _fits(branch, node)]
    return fitting[0] if fitting else branches[-1]


def _fits(branch: object, node: Node | None) -> bool:
    """True for a member of a union that a node of this kind can stand for."""
    if isinstance(node, Mapping):
        return get_origin(branch) is MappingType or is_dataclass(branch)
    if isinstance(node, Sequence):
        return get_origin(branch) is tuple
    if get_origin(branch) is not None or is_dataclass(branch) or node is None:
        return False
    is_text = isinstance(node.value, str)
    return isinstance(branch, type) and is_text == issubclass(branch, str)


def item_type(kind: object, step: str | int) -> object:
    """Type of the value under a key or at a position."""
    if isinstance(kind, type) and is_dataclass(kind):
        return field_types(kind).get(str(step))
    arguments = get_args(kind)
    if get_origin(kind) is tuple:
        return arguments[0]
    return arguments[-1] if arguments and get_origin(kind) is MappingType else None


@cache
def field_types(cls: type) -> dict[str, object]:
    """Types of a class's fields."""
    return get_type_hints(cls)
