"""Formatting: the keys of a file in the order of the reference, and all else as it was written.

Whole entries are moved, each with the comments above it, so no comment and no line break is lost.
What reads as a sentence keeps its author's order: meanings, claims, cards and conditions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, get_args, get_origin

import yaml

from turnwright.language.clause import Meaning
from turnwright.language.condition import Condition
from turnwright.language.example import Claim
from turnwright.language.field import plain_key
from turnwright.language.input import Card
from turnwright.language.ruleset import Body
from turnwright.load.decoding import branches_of, field_types, keys_of
from turnwright.load.files import File
from turnwright.load.problem import SourceError
from turnwright.load.scalars import ambiguity, parse_scalar
from turnwright.load.syntax_tree import Loc, Node, Scalar
from turnwright.load.syntax_tree import Mapping as MappingTree
from turnwright.load.yaml_parser import parse_documents

_BLANK_LINES = re.compile(r"(?:[ \t]*\r?\n)+")
_COMMENT_LINE = re.compile(r"([ \t]*)(#[^\n]*)?(?:\n|$)")


class Edit(NamedTuple):
    """Stretch of a text, by its offsets, and what stands there instead."""

    start: int
    end: int
    text: str


@lru_cache(maxsize=2)
def compose(text: str) -> tuple[yaml.Node, ...]:
    """Nodes, which nobody changes, of the documents of a text that is known to be YAML."""
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


SENTENCES = (Meaning, Claim, Card, Condition)
"""Classes whose keys stay in the order in which somebody wrote them."""

BEFORE_PARTS = "documents"
"""Key of a ruleset that its parts stand behind; those of a patch stand behind all its own keys."""


@cache
def order_of(cls: type) -> tuple[str, ...]:
    """Keys of a class in the order in which files have them."""
    keys = keys_of(cls)
    if not issubclass(cls, Body):
        return keys
    parts = keys_of(Body)
    own = tuple(key for key in keys if key not in parts)
    cut = own.index(BEFORE_PARTS) + 1 if BEFORE_PARTS in own else len(own)
    return (*own[:cut], *parts, *own[cut:])


def formatted(file: File, cls: type) -> str:
    """Text of a file of this class with its keys in their order.

    Raises SourceError for one that cannot be read, and for one that would say something else then.
    """
    before = _read(file)
    text = file.text
    edits = (edit for root in compose(text) for edit in _edits(text, cls, root))
    made = edited(text, edits)
    if made != text and _read(File(file.path, made, tuple(made.splitlines()))) != before:
        hint = "Write each key on a line of its own."
        raise SourceError([file.problem(1, 1, "This file cannot be put in order.", hint)])
    return made


def _read(file: File) -> list[object]:
    """What the documents of a file say. Raises SourceError where that cannot be read."""
    roots, problems = parse_documents(file)
    if problems:
        raise SourceError(problems)
    return [_plain(root) for root in roots]


def _plain(node: Node) -> object:
    """What a node says, without where it stands."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, MappingTree):
        return {key: _plain(value) for key, value in node.values.items()}
    return [_plain(item) for item in node.items]


def _edits(text: str, kind: object, node: yaml.Node, *, is_root: bool = True) -> Iterator[Edit]:
    """Edits that put the keys of a node of this type in order, and those of all inside it."""
    if isinstance(node, yaml.SequenceNode):
        for branch in branches_of(kind):
            if get_origin(branch) is tuple:
                for item in node.value:
                    yield from _edits(text, get_args(branch)[0], item, is_root=False)
                return
    if not isinstance(node, yaml.MappingNode):
        return
    inside = [[*_edits(text, k, v, is_root=False)] for k, v in _typed_values(kind, node)]
    order = _order(kind, node)
    # Where blank lines belong to a text, it has to stay where they are.
    is_bound = any(keeps_blank_lines(text, value) for _, value in node.value)
    if order == sorted(order) or is_bound:
        yield from (edit for edits in inside for edit in edits)
    elif not node.flow_style:
        yield _block_in_order(text, node, order, inside, is_root=is_root)
    elif "\n" not in text[node.start_mark.index : node.end_mark.index]:
        yield _line_in_order(text, node, order, inside)


def _class_of(kind: object) -> type | None:
    """Data class that a mapping of this type stands for; None where its keys are its author's."""
    for branch in branches_of(kind):
        if isinstance(branch, type) and is_dataclass(branch) and not issubclass(branch, SENTENCES):
            return branch
    return None


def _typed_values(kind: object, node: yaml.MappingNode) -> Iterator[tuple[object, yaml.Node]]:
    """Values of a mapping with their types; of unknown keys and in sentences, with none."""
    cls = _class_of(kind)
    types = {plain_key(name): it for name, it in field_types(cls).items()} if cls else {}
    named = (get_args(it)[1] for it in branches_of(kind) if get_origin(it) is Mapping)
    every = next(named, None)
    for key, value in node.value:
        yield types.get(key.value, every), value


def _order(kind: object, node: yaml.MappingNode) -> list[int]:
    """Ranks of the keys of a mapping; an unknown key stays behind the one before it."""
    cls = _class_of(kind)
    if cls is None:
        return []
    order, ranks = order_of(cls), [-1]
    for key, _ in node.value:
        ranks.append(order.index(key.value) if key.value in order else ranks[-1])
    return ranks[1:]


def _in_order(order: list[int]) -> list[int]:
    """Positions of entries in the order of their ranks."""
    return sorted(range(len(order)), key=order.__getitem__)


def _line_in_order(
    text: str, node: yaml.MappingNode, order: list[int], inside: list[list[Edit]]
) -> Edit:
    """Edit of a mapping in braces: what is between its entries stays where it is."""
    spans = [(key.start_mark.index, value.end_mark.index) for key, value in node.value]
    made = [edited(text, inside[at], *spans[at]) for at in _in_order(order)]
    between = [text[end:start] for (_, end), (start, _) in pairwise(spans)]
    joined = "".join(it + sign for it, sign in zip(made, (*between, ""), strict=True))
    return Edit(spans[0][0], spans[-1][1], joined)


def _block_in_order(
    text: str,
    node: yaml.MappingNode,
    order: list[int],
    inside: list[list[Edit]],
    *,
    is_root: bool,
) -> Edit:
    """Edit of a mapping whose entries have lines of their own: comments move, blank lines stay."""
    starts = [key.start_mark.index for key, _ in node.value]
    ends = [entry_end(text, value, key.start_mark.column) for key, value in node.value]
    lines = [line_start(text, start) for start in starts]
    prefix = text[lines[0] : starts[0]]
    # What is above the first key of a document is about the whole of it.
    first = lines[0] if prefix.strip() or is_root else leading_comments(text, starts[0])
    above = [text[first : lines[0]]]
    above += [text[end:line] for end, line in zip(ends, lines[1:], strict=False)]
    blank = [blank_lines(lead) for lead in above]
    made = []
    for position, at in enumerate(_in_order(order)):
        body = edited(text, inside[at], starts[at], ends[at])
        body += "" if body.endswith("\n") else "\n"
        indent = prefix if position == 0 else text[lines[1] : starts[1]]
        made.append(blank[position] + above[at][len(blank[at]) :] + indent + body)
    return Edit(first, ends[-1], "".join(made))


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

    None takes a value away, and with it what has nothing left. All else stays, unread.
    """
    lines = text.splitlines(keepends=True)
    end = next((at for at in range(line, len(lines)) if lines[at].startswith("---")), len(lines))
    document = "".join(lines[line - 1 : end])
    for loc, value in values.items():
        edit = next((_edit(document, root, loc, value) for root in compose(document)), None)
        document = edited(document, [edit] if edit else [])
    return "".join((*lines[: line - 1], document, *lines[end:]))


def changed_lines(before: str, after: str) -> Iterator[str]:
    """Lines of a text that are not as they were before; an empty one for each that is gone."""
    old, new = before.splitlines(), after.splitlines()
    # Comparing takes the square of what is compared, and nearly all lines are the same.
    for _ in range(2):
        least = min(len(old), len(new))
        first = next((at for at in range(least) if old[at] != new[at]), least)
        old, new = old[first:][::-1], new[first:][::-1]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind != "equal":
            yield from new[first:last] or [""] * (end - start)


def _edit(text: str, root: yaml.Node, loc: Loc, value: Any) -> Edit | None:
    """Edit that writes a value at a path, adds it there, or takes it away."""
    node, parent = value_at(root, loc), value_at(root, loc[:-1])
    if value is not None and node is not None:
        return replacement(text, node, flow(value))
    if not isinstance(parent, yaml.MappingNode):
        return None
    if value is not None:
        return addition(text, parent, f"{loc[-1]}: {flow(value)}")
    if node is None:
        return None
    if len(parent.value) == 1:
        return _edit(text, root, loc[:-1], None)
    return removal(text, parent, str(loc[-1]))
