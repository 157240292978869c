"""Messages for the validation errors of pydantic."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import TYPE_CHECKING, get_origin

from turnwright.load.formats import parse_dice
from turnwright.load.problem import did_you_mean, printable, quoted
from turnwright.load.scalars import suggested_spelling
from turnwright.load.schema_types import branches_of, enum_values, keys_of, type_at, union_at
from turnwright.load.syntax_tree import Loc, Mapping, Node, Scalar, Sequence, node_at

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

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
