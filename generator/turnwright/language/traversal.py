"""Traversal: everything that is inside a value of the language."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from enum import Enum


def field_names(kind: type) -> tuple[str, ...] | None:
    """Names of the fields of a data class, in order; None for any other type."""
    if kind not in _NAMES:
        is_one = dataclasses.is_dataclass(kind)
        _NAMES[kind] = tuple(it.name for it in dataclasses.fields(kind)) if is_one else None
    return _NAMES[kind]


_NAMES: dict[type, tuple[str, ...] | None] = {}


def subvalues(value: object) -> list[object]:
    """A value and everything inside it, in pre-order; of a mapping, its values."""
    found: list[object] = []
    _gather(value, found)
    return found


def _gather(value: object, found: list[object]) -> None:
    """Add a value and everything inside it."""
    found.append(value)
    kind = type(value)
    names = field_names(kind)
    inside: Iterable[object]
    if names is not None:
        inside = [getattr(value, name) for name in names]
    elif isinstance(value, tuple):
        inside = value
    else:
        inside = value.values() if isinstance(value, dict) else ()
    for inner in inside:
        # Most have nothing inside, and need not be gone into.
        if not inner or type(inner) is str:
            found.append(inner)
        else:
            _gather(inner, found)


def texts_in(value: object) -> Iterator[str]:
    """Texts inside a value, words of the language left out."""
    return (it for it in subvalues(value) if isinstance(it, str) and not isinstance(it, Enum))
