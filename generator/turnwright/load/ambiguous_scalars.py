"""Ambiguous scalars: unquoted words that YAML parsers read differently, each with a correction."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.load.diagnostics import Diagnostics
from turnwright.load.problem import did_you_mean
from turnwright.load.scalars import is_too_large, suggested_spelling
from turnwright.load.schema_types import enum_values, type_at
from turnwright.load.syntax_tree import Loc, Mapping, Node, Scalar, Sequence


def check_ambiguous_scalars(diagnostics: Diagnostics, shape: type) -> None:
    """Diagnostics for every ambiguous scalar of a document that is decoded to this type."""
    for loc, scalar, key in _ambiguous(diagnostics.root):
        kind = None if key else type_at(shape, diagnostics.root, loc)
        diagnostics.note(loc, *_message(scalar, kind), key=key)


def _message(scalar: Scalar, kind: object) -> tuple[str, str]:
    """Message and hint for an ambiguous scalar where a value of this type is expected."""
    if kind in (int, float) and is_too_large(scalar.text):
        return "This number is too large.", "Numbers have at most 15 digits."
    if kind in (int, float, bool) and isinstance(kind, type):
        belongs = {int: "a whole number", float: "a number", bool: "true or false"}[kind]
        return scalar.ambiguity, f"Write {suggested_spelling(scalar.text, kind) or belongs}."
    if words := enum_values(kind):
        return scalar.ambiguity, did_you_mean(scalar.text, words, "Words known here")
    return scalar.ambiguity, f'Quote it: "{scalar.text}".'


def _ambiguous(node: Node, loc: Loc = ()) -> Iterator[tuple[Loc, Scalar, bool]]:
    """Ambiguous scalars of a tree, each with its path, and whether it is a key."""
    if isinstance(node, Scalar) and node.ambiguity:
        yield loc, node, False
    elif isinstance(node, Sequence):
        for position, item in enumerate(node.items):
            yield from _ambiguous(item, (*loc, position))
    elif isinstance(node, Mapping):
        for name, key in node.keys.items():
            if key.ambiguity:
                yield (*loc, name), key, True
            yield from _ambiguous(node.values[name], (*loc, name))
