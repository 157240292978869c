"""Words that programs take for different things, told with what belongs where they stand."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.load.declared import declared, words_of
from turnwright.load.problem import did_you_mean
from turnwright.load.report import Report
from turnwright.load.scalar import instead, is_too_large
from turnwright.load.tree import Loc, Mapping, Node, Scalar, Sequence


def note_doubts(report: Report, shape: type) -> None:
    """Note every such word of a document, which is to have this shape."""
    for loc, scalar, key in _doubtful(report.root):
        kind = None if key else declared(shape, report.root, loc)
        report.note(loc, *_worded(scalar, kind), key=key)


def _worded(scalar: Scalar, kind: object) -> tuple[str, str]:
    """What is wrong with it, and what to write where this kind of value belongs."""
    if kind in (int, float) and is_too_large(scalar.text):
        return "This number is too large.", "Numbers have at most 15 digits."
    if kind in (int, float, bool) and isinstance(kind, type):
        belongs = {int: "a whole number", float: "a number", bool: "true or false"}[kind]
        return scalar.trap, f"Write {instead(scalar.text, kind) or belongs}."
    if words := words_of(kind):
        return scalar.trap, did_you_mean(scalar.text, words, "Words known here")
    return scalar.trap, f'Quote it: "{scalar.text}".'


def _doubtful(node: Node, loc: Loc = ()) -> Iterator[tuple[Loc, Scalar, bool]]:
    """The words in doubt, each with the way to it, and whether it is a key."""
    if isinstance(node, Scalar) and node.trap:
        yield loc, node, False
    elif isinstance(node, Sequence):
        for position, item in enumerate(node.items):
            yield from _doubtful(item, (*loc, position))
    elif isinstance(node, Mapping):
        for name, key in node.keys.items():
            if key.trap:
                yield (*loc, name), key, True
            yield from _doubtful(node.values[name], (*loc, name))
