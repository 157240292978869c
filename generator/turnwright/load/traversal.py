"""Traversal: every value that is inside a value of the language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache

from turnwright.load.syntax_tree import Loc


def walk(value: object, loc: Loc = ()) -> Iterator[tuple[Loc, object]]:
    """Walk a value in pre-order: every dataclass in it, with its path."""
    found: list[tuple[Loc, object]] = []
    _gather(value, loc, found)
    return iter(found)


def _gather(value: object, loc: Loc, found: list[tuple[Loc, object]]) -> None:
    kind: type = type(value)
    if kind is str or value is None:
        return
    names = _field_names(kind)
    if names is not None:
        found.append((loc, value))
        for name in names:
            inner = getattr(value, name)
            if inner is not None and inner != ():
                _gather(inner, (*loc, name), found)
    elif isinstance(value, tuple):
        for position, item in enumerate(value):
            _gather(item, (*loc, position), found)
    elif isinstance(value, Mapping):
        for name, item in value.items():
            _gather(item, (*loc, name), found)


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    """Names of the fields of a dataclass; None for anything else."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None
