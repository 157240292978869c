"""From a tree to a ruleset or an example: every key and value as the language declares it."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from turnwright.language.example import Example
from turnwright.language.ruleset import Ruleset
from turnwright.load.doubt import note_doubts
from turnwright.load.report import Report
from turnwright.load.tree import Loc, Mapping, Node, Scalar, Sequence, at, child, value_of
from turnwright.load.wording import worded

if TYPE_CHECKING:
    from pydantic import ConfigDict, TypeAdapter
    from pydantic_core import ErrorDetails

_ROUNDS = 20

Shape = TypeVar("Shape", Ruleset, Example)


@cache
def ruleset_adapter() -> TypeAdapter[tuple[Ruleset]]:
    """Pydantic's reader of rulesets, made once."""
    # Importing pydantic takes longer than reading a ruleset, so it waits until it is needed.
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[Ruleset], config=config())


@cache
def example_adapter() -> TypeAdapter[tuple[Example]]:
    """Pydantic's reader of examples, made once."""
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[Example], config=config())


def config() -> ConfigDict:
    """No unknown keys, nothing converted, docstrings kept.

    It reaches nested dataclasses only through a type that has no configuration of its own,
    which is why the readers are readers of a tuple.
    """
    from pydantic import ConfigDict

    return ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


def read_shape(
    shape: type[Shape], adapter: TypeAdapter[tuple[Shape]], report: Report
) -> Shape | None:
    """The value; what is wrong with it goes into the report.

    Mistaken parts are taken out of the tree, so that the rest can be looked at as well; the
    value is None when nothing useful is left.
    """
    from pydantic import ValidationError

    root = report.root
    note_doubts(report, shape)
    report.next_look()
    for _ in range(_ROUNDS):
        if report.is_full:
            break
        try:
            return adapter.validate_json(json.dumps([value_of(root)]))[0]
        except ValidationError as error:
            wrong = _meant(root, error.errors(include_url=False, include_input=False))
        for loc, detail in wrong:
            if not report.is_full and not _already_lost(root, loc, detail):
                about_key = detail["type"] == "unexpected_keyword_argument"
                report.note(loc, *worded(detail, shape, root, loc), key=about_key)
        if not isinstance(root, Mapping):
            break
        report.next_look()
        lists = [_take_out(root, loc, detail["type"] == "missing") for loc, detail in wrong]
        for above in filter(None, lists):
            above.items = [item for item in above.items if item is not _GONE]
    return None


def _meant(root: Node, errors: list[ErrorDetails]) -> list[tuple[Loc, ErrorDetails]]:
    """The complaints that are about what the author meant, each with the way to it.

    Where the language allows one of several shapes, pydantic complains about all of them and
    puts a name for the shape into the way.
    """
    shapes: dict[Loc, list[str]] = {}
    found = []
    for detail in errors:
        node: Node | None = root
        way: list[str | int] = []
        branches = []
        for step in detail["loc"][1:]:
            if _is_branch(step) and child(node, step) is None:
                shapes.setdefault(tuple(way), []).append(str(step))
                branches.append((tuple(way), node, str(step)))
            else:
                way.append(step)
                node = child(node, step)
        found.append((tuple(way), detail, branches))
    return [
        (loc, detail)
        for loc, detail, branches in found
        if all(branch == _fitting(node, shapes[way]) for way, node, branch in branches)
    ]


def _is_branch(step: str | int) -> bool:
    """True for pydantic's name of a shape."""
    return isinstance(step, str) and (step.startswith(("dict[", "tuple[")) or step == "str")


def _fitting(node: Node | None, shapes: list[str]) -> str:
    """The shape that the author meant, going by what was written."""
    wanted = {Mapping: "dict", Sequence: "tuple", Scalar: "str"}.get(type(node), "")
    return next((shape for shape in shapes if shape.startswith(wanted)), shapes[-1])


def _already_lost(root: Node, loc: Loc, detail: ErrorDetails) -> bool:
    """True when this is missing only because it was mistaken and taken out."""
    above = at(root, loc[:-1])
    if detail["type"] != "missing":
        return False
    if isinstance(above, Mapping):
        return str(loc[-1]) in above.lost
    return isinstance(above, Sequence) and bool(above.lost)


def _take_out(root: Mapping, loc: Loc, missing: bool) -> Sequence | None:
    """Take a mistaken part out of the tree, noting it where it was; the list that has a gap now."""
    above, step = at(root, loc[:-1]), loc[-1]
    if missing and len(loc) == 1:
        # Nothing can be said about a file without its name: give it an empty one.
        root.values[str(step)] = Scalar(root.line, root.column, "", "")
    elif missing:
        return _take_out(root, loc[:-1], missing=False)
    elif isinstance(above, Mapping) and str(step) in above.values:
        above.lost[str(step)] = above.values.pop(str(step))
    elif isinstance(above, Sequence) and isinstance(step, int) and above.items[step] is not _GONE:
        # Positions of later items must stay as they are until all are taken out.
        above.lost.append(above.items[step])
        above.items[step] = _GONE
        return above
    return None


_GONE = Scalar(0, 0, "", "")
