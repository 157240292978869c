"""Formatting: the keys of a file in the order of the reference, and all else as it was written.

Whole entries are moved, each with the comments above it, so no comment and no line break is lost.
What reads as a sentence keeps its author's order: meanings, claims, cards and conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from itertools import pairwise
from typing import get_args, get_origin

import yaml

from turnwright.language.clause import Meaning
from turnwright.language.condition import Condition
from turnwright.language.example import Claim
from turnwright.language.field import plain_key
from turnwright.language.input import Card
from turnwright.language.ruleset import Body
from turnwright.load import layout
from turnwright.load.decoding import branches_of, field_types, keys_of
from turnwright.load.document import Mapping as MappingTree
from turnwright.load.document import Node, Scalar
from turnwright.load.files import File
from turnwright.load.layout import Edit
from turnwright.load.problem import SourceError
from turnwright.load.yaml_parser import parse_documents

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
    edits = (edit for root in layout.compose(text) for edit in _edits(text, cls, root))
    made = layout.edited(text, edits)
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
    is_bound = any(layout.keeps_blank_lines(text, value) for _, value in node.value)
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
    made = [layout.edited(text, inside[at], *spans[at]) for at in _in_order(order)]
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
    ends = [layout.entry_end(text, value, key.start_mark.column) for key, value in node.value]
    lines = [layout.line_start(text, start) for start in starts]
    prefix = text[lines[0] : starts[0]]
    # What is above the first key of a document is about the whole of it.
    first = lines[0] if prefix.strip() or is_root else layout.leading_comments(text, starts[0])
    above = [text[first : lines[0]]]
    above += [text[end:line] for end, line in zip(ends, lines[1:], strict=False)]
    blank = [layout.blank_lines(lead) for lead in above]
    made = []
    for position, at in enumerate(_in_order(order)):
        body = layout.edited(text, inside[at], starts[at], ends[at])
        body += "" if body.endswith("\n") else "\n"
        indent = prefix if position == 0 else text[lines[1] : starts[1]]
        made.append(blank[position] + above[at][len(blank[at]) :] + indent + body)
    return Edit(first, ends[-1], "".join(made))
