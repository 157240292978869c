"""Decoding: a syntax tree to a ruleset, an example or a roster, by the declared types."""

from __future__ import annotations

import json
from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from turnwright.language.equivalence import Equivalences
from turnwright.language.example import Example
from turnwright.language.field import rules_of
from turnwright.language.ledger import Ledger
from turnwright.language.roster import Roster
from turnwright.language.ruleset import Ruleset
from turnwright.load.document import (
    Diagnostics,
    Loc,
    Mapping,
    Node,
    Scalar,
    Sequence,
    child,
    node_at,
    to_data,
)
from turnwright.load.formats import is_too_large, parse_dice, suggested_spelling
from turnwright.load.problem import did_you_mean, printable, quoted

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_core import ErrorDetails


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
    """Fields of a class that the loader fills in, and that files may not set."""
    return frozenset(name for name, rule in rules_of(cls).items() if rule.filled)


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


EXPECTED = {
    "string_type": "A text",
    "int_type": "A whole number",
    "int_from_float": "A whole number",
    "float_type": "A number",
    "bool_type": "`true` or `false`",
    "tuple_type": "A list",
    "dict_type": "A mapping",
    "dataclass_type": "A mapping",
    "enum": "A word",
}
"""Expected kind of value, by pydantic's type of error."""


def message_for(detail: ErrorDetails, shape: type, root: Node, loc: Loc) -> tuple[str, str]:
    """Message and hint for a validation error."""
    kind, node = detail["type"], node_at(root, loc)
    if kind == "unexpected_keyword_argument":
        return _unknown_key(str(loc[-1]), type_at(shape, root, loc[:-1]))
    if kind == "missing" and isinstance(loc[-1], str):
        return f"{quoted(loc[-1])} is missing here.", ""
    if kind in ("missing", "too_long", "too_short"):
        return "Two numbers belong here.", "Write them as [3, 4.5]."
    union = union_at(shape, root, loc)
    if kind == "enum" and isinstance(node, Scalar) and isinstance(node.value, str):
        message = f"{quoted(node.text)} is not a word that can stand here."
        return message, _word_hint(node.text, union)
    if kind in EXPECTED and len(branches := branches_of(union)) > 1:
        *others, last = dict.fromkeys(_expected(branch) for branch in branches)
        belongs = " or ".join(filter(None, (", ".join(others), last)))
        hint = ""
        if "a list" in (*others, last) and isinstance(node, Scalar):
            hint = f"Write it in brackets: [{printable(node.text)[:60]}]."
        return f"{belongs[:1].upper()}{belongs[1:]} belongs here, not {_describe(node)}.", hint
    if kind in EXPECTED:
        belongs = EXPECTED[kind]
        return f"{belongs} belongs here, not {_describe(node)}.", _hint(kind, shape, root, loc)
    return f"This is not understood: {detail['msg']}.", ""


def _expected(branch: object) -> str:
    """Description of what a member of a union is written as."""
    if get_origin(branch) is tuple:
        return "a list"
    if get_origin(branch) is not None or is_dataclass(branch):
        return "a mapping"
    names = {int: "a whole number", float: "a number", bool: "`true` or `false`", str: "a text"}
    return names.get(branch, "a word") if isinstance(branch, type) else "a word"


def _word_hint(text: str, union: object) -> str:
    """Hint for a text that is no word of a union's enums."""
    for branch in branches_of(union):
        if "roll" in keys_of(branch) and parse_dice(text):
            return f"Write it as {{roll: {text}}}."
    hint = did_you_mean(text, enum_values(union), "Words known here")
    keys = next((keys for branch in branches_of(union) if (keys := keys_of(branch))), ())
    if keys and not hint.startswith("Did"):
        return f"{hint} {did_you_mean('', keys, 'Or a mapping with one of these keys')}".strip()
    return hint


def _unknown_key(key: str, kind: object) -> tuple[str, str]:
    """Message and hint for an unknown key."""
    known = keys_of(kind)
    inner = keys_of(type_at(kind, Mapping(0, 0), ("means",))) if "means" in known else ()
    message = f"There is no key {quoted(key)} here."
    if key in inner:
        return message, f"It goes under `means`: {{{key}: …}}."
    hint = did_you_mean(key, known, "Keys known here")
    if hint.startswith("Did") or not inner:
        return message, hint
    return message, _under_means(key, inner) or hint


def _under_means(key: str, inner: tuple[str, ...]) -> str:
    """Hint for a key that belongs under `means`."""
    hint = did_you_mean(key, inner)
    return f"{hint} It goes under `means`." if hint.startswith("Did") else ""


def _describe(node: Node) -> str:
    """Description of a node in a message."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node.value, str):
        return f"the text {quoted(node.text)}" if node.text else "an empty text"
    if isinstance(node.value, bool):
        return f"the truth value {quoted(node.text)}"
    return f"the number {quoted(node.text)}"


def _hint(kind: str, shape: type, root: Node, loc: Loc) -> str:
    """Hint with the correct spelling."""
    node = node_at(root, loc)
    if kind in ("tuple_type", "enum") and isinstance(node, Scalar):
        return f"Write it in brackets: [{printable(node.text)[:60]}]." if kind != "enum" else ""
    if kind == "string_type" and isinstance(node, Scalar):
        return f'Quote it: "{printable(node.text)}".'
    wanted = {"bool_type": bool, "int_type": int, "float_type": float}.get(kind)
    text = node.value if isinstance(node, Scalar) else None
    if wanted and isinstance(text, str) and (plainly := suggested_spelling(text, wanted)):
        return f"Write it without quotes: {plainly}."
    if keys := keys_of(type_at(shape, root, loc)):
        return did_you_mean("", keys, "Keys known here")
    return ""


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


_MAX_PASSES = 20

Decoded = TypeVar("Decoded", Ruleset, Example, Ledger, Equivalences, Roster)


@cache
def adapter(shape: type) -> TypeAdapter[tuple[Any]]:
    """Pydantic adapter of a class: unknown keys forbidden, no coercion, docstrings kept.

    The configuration reaches nested data classes only through a type that has none of its own,
    which is why it is an adapter of a tuple.
    """
    # Imported lazily: importing pydantic takes longer than decoding a ruleset.
    from pydantic import ConfigDict, TypeAdapter

    config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)
    return TypeAdapter(tuple[shape], config=config)  # type: ignore[arg-type,valid-type]


def decode_document(shape: type[Decoded], diagnostics: Diagnostics) -> Decoded | None:
    """Decode a document; validation errors are added to its diagnostics.

    Invalid nodes are removed from the tree, so that the rest can be decoded as well; the
    result is None when nothing useful is left.
    """
    from pydantic import ValidationError

    kind: type = shape  # mypy takes no class with a hash of its own for hashable.
    root = diagnostics.root
    check_ambiguous_scalars(diagnostics, shape)
    diagnostics.next_pass()
    for _ in range(_MAX_PASSES):
        if diagnostics.is_full:
            break
        try:
            decoded: Decoded = adapter(kind).validate_json(json.dumps([to_data(root)]))[0]
            return decoded
        except ValidationError as error:
            errors = _relevant_errors(
                shape, root, error.errors(include_url=False, include_input=False)
            )
        for loc, detail in errors:
            if not diagnostics.is_full and not _already_removed(root, loc, detail):
                about_key = detail["type"] == "unexpected_keyword_argument"
                diagnostics.note(loc, *message_for(detail, shape, root, loc), key=about_key)
        if not isinstance(root, Mapping):
            break
        diagnostics.next_pass()
        lists = [_remove(root, loc, detail["type"] == "missing", shape) for loc, detail in errors]
        for parent in filter(None, lists):
            parent.items = [item for item in parent.items if item is not _REMOVED]
    return None


def _relevant_errors(
    shape: type, root: Node, errors: list[ErrorDetails]
) -> list[tuple[Loc, ErrorDetails]]:
    """Validation errors that are about the member of a union that was meant, each with its path.

    Where the language declares a union, pydantic reports errors for every member and
    puts the member's name into the path.
    """
    found: dict[Loc, ErrorDetails] = {}
    for detail in errors:
        node: Node | None = root
        kind: object = shape
        path: list[str | int] = []
        relevant = True
        for step in detail["loc"][1:]:
            if len(branches_of(kind)) > 1:
                kind = meant_member(kind, node)
                relevant = relevant and str(step).startswith(_member_label(kind))
            else:
                kind = item_type(branches_of(kind)[0], step)
                path.append(step)
                node = child(node, step)
        if relevant:
            found.setdefault(tuple(path), detail)
    return [*found.items()]


def _member_label(member: object) -> str:
    """Beginning of pydantic's name for a member of a union."""
    if isinstance(member, type) and issubclass(member, StrEnum):
        return f"str-enum[{member.__name__}]"
    if origin := get_origin(member):
        return "tuple[" if origin is tuple else "dict["
    return getattr(member, "__name__", "")


def _already_removed(root: Node, loc: Loc, detail: ErrorDetails) -> bool:
    """True when a key is missing only because an earlier pass removed it as invalid."""
    parent = node_at(root, loc[:-1])
    if detail["type"] != "missing":
        return False
    if isinstance(parent, Mapping):
        return str(loc[-1]) in parent.removed
    return isinstance(parent, Sequence) and bool(parent.removed)


def _remove(root: Mapping, loc: Loc, missing: bool, shape: type) -> Sequence | None:
    """Remove an invalid node, keeping it in `removed`; returns a list left with a gap."""
    parent, step = node_at(root, loc[:-1]), loc[-1]
    if missing and len(loc) == 1:
        # Decoding needs every top-level key, so a missing one becomes an empty scalar.
        nothing = "" if item_type(shape, step) is str else 0
        root.values[str(step)] = Scalar(root.line, root.column, "", nothing)
    elif missing:
        return _remove(root, loc[:-1], missing=False, shape=shape)
    elif isinstance(parent, Mapping) and str(step) in parent.values:
        parent.removed[str(step)] = parent.values.pop(str(step))
    elif (
        isinstance(parent, Sequence)
        and isinstance(step, int)
        and parent.items[step] is not _REMOVED
    ):
        # A placeholder keeps the positions of later items until all are removed.
        parent.removed.append(parent.items[step])
        parent.items[step] = _REMOVED
        return parent
    return None


_REMOVED = Scalar(0, 0, "", "")
