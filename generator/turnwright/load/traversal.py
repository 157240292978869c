"""Traversal: every value that is inside a value of the language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from turnwright.load.syntax_tree import Loc


def walk(value: object, loc: Loc = ()) -> Iterator[tuple[Loc, object]]:
    """Walk a value in pre-order: every dataclass in it, with its path."""
    if is_dataclass(value) and not isinstance(value, type):
        yield loc, value
        for field in fields(value):
            inner = getattr(value, field.name)
            if inner is not None and inner != ():
                yield from walk(inner, (*loc, field.name))
    elif isinstance(value, tuple):
        for position, item in enumerate(value):
            yield from walk(item, (*loc, position))
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from walk(item, (*loc, name))
