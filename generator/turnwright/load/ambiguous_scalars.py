"""Ambiguous scalars: unquoted words that YAML parsers read differently, each with a correction."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.load.diagnostics import Diagnostics
from turnwright.load.problem import did_you_mean
from turnwright.load.scalars import is_too_large, suggested_spelling
from turnwright.load.schema_types import branches_of, enum_values, type_at, union_at
from turnwright.load.syntax_tree import Loc, Mapping, Node, Scalar, Sequence


def check_ambiguous_scalars(diagnostics: Diagnostics, shape: type) -> None:
    """Diagnostics for every ambiguous scalar of a document that is decoded to this type."""
    for loc, scalar, key in _ambiguous(diagnostics.root):
        kind = None if key else _expected_type(shape, diagnostics.root, loc, scalar)
        diagnostics.note(loc, *_message(scalar, kind), key=key)


def _expected_type(shape: type, root: Node, loc: Loc, scalar: Scalar) -> object:
    """Type of which a scalar was meant; of a union with numbers, a number where it is like one."""
    branches = branches_of(union_at(shape, root, loc))
    if bool in branches and suggested_spelling(scalar.text, bool):
        return bool
    if int in branches and "number" in scalar.ambiguity:
        return int
    return type_at(shape, root, loc)


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
