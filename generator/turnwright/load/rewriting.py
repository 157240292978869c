"""Rewriting: values as YAML on one line, and the text of a file with others in their place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from fractions import Fraction
from typing import Any

import yaml

from turnwright.load import layout
from turnwright.load.document import Loc
from turnwright.load.formats import ambiguity, parse_scalar

_PLAIN = re.compile(r"\w(?:[\w .'/+-]*[\w.'/+-])?|\[\]")


def flow(value: Any) -> str:
    """A value as YAML on one line; a tuple is a list."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | Fraction):
        return f"{value}"
    text = str(value)
    is_plain = _PLAIN.fullmatch(text) and isinstance(parse_scalar(text), str)
    return text if is_plain and not ambiguity(text) else json.dumps(text, ensure_ascii=False)


def rewritten(text: str, line: int, values: Mapping[Loc, Any]) -> str:
    """Text of a file with other values in the document that begins in a line.

    None takes a value away, and with it what has nothing left. All else stays.
    """
    for loc, value in values.items():
        root = next((it for it in layout.compose(text) if it.start_mark.line + 1 == line), None)
        edit = _edit(text, root, loc, value) if root is not None else None
        text = layout.edited(text, [edit] if edit else [])
    return text


def changed_lines(before: str, after: str) -> Iterator[str]:
    """Lines of a text that are not as they were before; an empty one for each that is gone."""
    old, new = before.splitlines(), after.splitlines()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind != "equal":
            yield from new[first:last] or [""] * (end - start)


def _edit(text: str, root: yaml.Node, loc: Loc, value: Any) -> layout.Edit | None:
    """Edit that writes a value at a path, adds it there, or takes it away."""
    node, parent = layout.value_at(root, loc), layout.value_at(root, loc[:-1])
    if value is not None and node is not None:
        return layout.replacement(text, node, flow(value))
    if not isinstance(parent, yaml.MappingNode):
        return None
    if value is not None:
        return layout.addition(text, parent, f"{loc[-1]}: {flow(value)}")
    if node is None:
        return None
    if len(parent.value) == 1:
        return _edit(text, root, loc[:-1], None)
    return layout.removal(text, parent, str(loc[-1]))
