"""What the language declares at some place of a file: which class, which words."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from turnwright.language.clause import Clause
from turnwright.language.example import Example, Line
from turnwright.load.tree import Loc, Mapping, Node, child

FILLED_IN: dict[type, frozenset[str]] = {
    Clause: frozenset({"ruleset", "line", "of"}),
    Line: frozenset({"line"}),
    Example: frozenset({"path", "line", "slug"}),
}
"""Fields that the loader fills in, so that authors may not."""


def declared(shape: object, root: Node, loc: Loc) -> object:
    """The type of the value there, or None where the language declares nothing."""
    kind: object = shape
    node: Node | None = root
    for step in loc:
        kind = _inside(_branch(kind, node), step)
        node = child(node, step)
    return _branch(kind, node)


def keys_of(kind: object) -> tuple[str, ...]:
    """The keys of a class of the language; none where any name may stand."""
    if isinstance(kind, type) and is_dataclass(kind):
        return tuple(f.name for f in fields(kind) if f.name not in filled_in(kind))
    return ()


def filled_in(cls: type) -> frozenset[str]:
    """The fields of a class that the loader fills in."""
    return frozenset().union(*(FILLED_IN[base] for base in cls.__mro__ if base in FILLED_IN))


def words_of(kind: object) -> tuple[str, ...]:
    """The words of a closed list."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(word.value for word in kind)
    return ()


def _branch(kind: object, node: Node | None) -> object:
    """The branch of a union that fits what the author wrote."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    branches = [branch for branch in get_args(kind) if branch is not NoneType]
    if len(branches) == 1:
        return branches[0]
    wanted = MappingType if isinstance(node, Mapping) else tuple
    return next((branch for branch in branches if get_origin(branch) is wanted), None)


def _inside(kind: object, step: str | int) -> object:
    """The type of what stands under a key or at a position."""
    if isinstance(kind, type) and is_dataclass(kind):
        return _hints(kind).get(str(step))
    arguments = get_args(kind)
    if get_origin(kind) is tuple:
        return arguments[0]
    return arguments[-1] if arguments else None


@cache
def _hints(cls: type) -> dict[str, object]:
    """The types of a class's fields."""
    return get_type_hints(cls)
