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
from turnwright.load.syntax_tree import Loc, Mapping, Node, child

LOADER_FIELDS: dict[type, frozenset[str]] = {
    Clause: frozenset({"ruleset", "line", "of"}),
    Line: frozenset({"line"}),
    Example: frozenset({"path", "line", "slug"}),
}
"""Fields that the loader fills in, and that files may not set."""


def type_at(shape: object, root: Node, loc: Loc) -> object:
    """Declared type at a path, or None where the language declares nothing."""
    kind: object = shape
    node: Node | None = root
    for step in loc:
        kind = _item_type(_union_member(kind, node), step)
        node = child(node, step)
    return _union_member(kind, node)


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
    """Values of an enum; none for other types."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(word.value for word in kind)
    return ()


def _union_member(kind: object, node: Node | None) -> object:
    """Member of a union that matches the kind of node."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    branches = [branch for branch in get_args(kind) if branch is not NoneType]
    if len(branches) == 1:
        return branches[0]
    wanted = MappingType if isinstance(node, Mapping) else tuple
    return next((branch for branch in branches if get_origin(branch) is wanted), None)


def _item_type(kind: object, step: str | int) -> object:
    """Type of the value under a key or at a position."""
    if isinstance(kind, type) and is_dataclass(kind):
        return _field_types(kind).get(str(step))
    arguments = get_args(kind)
    if get_origin(kind) is tuple:
        return arguments[0]
    return arguments[-1] if arguments else None


@cache
def _field_types(cls: type) -> dict[str, object]:
    """Types of a class's fields."""
    return get_type_hints(cls)
