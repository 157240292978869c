"""Layout: where the nodes of a YAML text begin and end, and edits of the text between them.

An edit replaces a stretch of text and leaves every other letter as its author wrote it, so that
comments and line breaks stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import yaml

from turnwright.load.document import Loc

_BLANK_LINES = re.compile(r"(?:[ \t]*\r?\n)+")
_COMMENT_LINE = re.compile(r"([ \t]*)(#[^\n]*)?(?:\n|$)")


class Edit(NamedTuple):
    """Stretch of a text, by its offsets, and what stands there instead."""

    start: int
    end: int
    text: str


def compose(text: str) -> tuple[yaml.Node, ...]:
    """Nodes of the documents of a text that is known to be YAML."""
    return tuple(yaml.compose_all(text, Loader=yaml.CSafeLoader))


def edited(text: str, edits: Iterable[Edit], start: int = 0, end: int | None = None) -> str:
    """Text, or a stretch of it, after edits that do not overlap."""
    made, at = [], start
    for edit in sorted(edits):
        made += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join((*made, text[at:end]))


def line_start(text: str, offset: int) -> int:
    """Offset of the start of a line."""
    return text.rfind("\n", 0, offset) + 1


def line_end(text: str, offset: int) -> int:
    """Offset after the end of a line, its line break included."""
    found = text.find("\n", offset)
    return len(text) if found < 0 else found + 1


def content_end(text: str, node: yaml.Node) -> int:
    """Offset after the last letter of a node: PyYAML ends blocks where the next token begins."""
    end: int = node.end_mark.index
    if isinstance(node, yaml.ScalarNode):
        is_block = node.style in ("|", ">") and not keeps_blank_lines(text, node)
        return len(text[:end].rstrip()) if is_block else end
    last = _last(node)
    return content_end(text, last) if last else end


def keeps_blank_lines(text: str, node: yaml.Node) -> bool:
    """True for a node that ends in a text such as `|+`: blank lines below belong to it."""
    if isinstance(node, yaml.ScalarNode):
        return node.style in ("|", ">") and "+" in text[node.start_mark.index :][:3]
    last = _last(node)
    return last is not None and keeps_blank_lines(text, last)


def _last(node: yaml.Node) -> yaml.Node | None:
    """Last node inside a block; None in brackets."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style or not node.value:
        return None
    last: yaml.Node = node.value[-1]
    return last[1] if isinstance(last, tuple) else last


def entry_end(text: str, node: yaml.Node, column: int) -> int:
    """Offset after the lines of a value, with comments below it that are indented deeper."""
    content = content_end(text, node)
    at = end = content if text[:content].endswith("\n") else line_end(text, content)
    while at < len(text) and (line := _COMMENT_LINE.match(text, at)):
        at = line.end()
        if line[2] and len(line[1]) > column:
            end = at
        elif line[2]:
            break
    return end


def leading_comments(text: str, offset: int) -> int:
    """Offset of the first of the comments and blank lines right above a line."""
    start = line_start(text, offset)
    while start and (line := _COMMENT_LINE.fullmatch(text, line_start(text, start - 1), start)):
        start = line.start()
    return start


def blank_lines(text: str) -> str:
    """Blank lines at the start of a text."""
    found = _BLANK_LINES.match(text)
    return found[0] if found else ""


def value_at(node: yaml.Node, loc: Loc) -> yaml.Node | None:
    """Node at a path; None where there is none."""
    for step in loc:
        if isinstance(node, yaml.MappingNode):
            found = [value for key, value in node.value if key.value == step]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            found = node.value[step : step + 1]
        else:
            found = []
        if not found:
            return None
        node = found[0]
    return node


def replacement(text: str, node: yaml.Node, written: str) -> Edit:
    """Edit that writes something else in place of a value."""
    end = content_end(text, node)
    return Edit(node.start_mark.index, end, written)


def removal(text: str, mapping: yaml.MappingNode, key: str) -> Edit:
    """Edit that takes an entry out of a mapping that holds others as well."""
    names = [name.value for name, _ in mapping.value]
    position = names.index(key)
    name, value = mapping.value[position]
    if not mapping.flow_style:
        start = line_start(text, name.start_mark.index)
        return Edit(start, entry_end(text, value, name.start_mark.column), "")
    if position:
        return Edit(content_end(text, mapping.value[position - 1][1]), content_end(text, value), "")
    return Edit(name.start_mark.index, mapping.value[1][0].start_mark.index, "")


def addition(text: str, mapping: yaml.MappingNode, written: str) -> Edit:
    """Edit that adds an entry at the end of a mapping."""
    name, value = mapping.value[-1]
    end = content_end(text, value)
    if mapping.flow_style:
        return Edit(end, end, f", {written}")
    end = line_end(text, end)
    return Edit(end, end, f"{' ' * name.start_mark.column}{written}\n")
