"""Decoding: a syntax tree to a ruleset, an example or a roster, by the declared types."""

from __future__ import annotations

import json
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, TypeVar, get_origin

from turnwright.language.example import Example
from turnwright.language.ledger import Ledger
from turnwright.language.roster import Roster
from turnwright.language.ruleset import Ruleset
from turnwright.load.ambiguous_scalars import check_ambiguous_scalars
from turnwright.load.diagnostics import Diagnostics
from turnwright.load.pydantic_messages import message_for
from turnwright.load.schema_types import branches_of, item_type, meant_member
from turnwright.load.syntax_tree import (
    Loc,
    Mapping,
    Node,
    Scalar,
    Sequence,
    child,
    node_at,
    to_data,
)

if TYPE_CHECKING:
    from pydantic import ConfigDict, TypeAdapter
    from pydantic_core import ErrorDetails

_MAX_PASSES = 20

Decoded = TypeVar("Decoded", Ruleset, Example, Ledger, Roster)


@cache
def ruleset_adapter() -> TypeAdapter[tuple[Ruleset]]:
    """Pydantic adapter for rulesets, built once."""
    # Imported lazily: importing pydantic takes longer than decoding a ruleset.
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[Ruleset], config=adapter_config())


@cache
def example_adapter() -> TypeAdapter[tuple[Example]]:
    """Pydantic adapter for examples, built once."""
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[Example], config=adapter_config())


@cache
def ledger_adapter() -> TypeAdapter[tuple[Ledger]]:
    """Pydantic adapter for ledgers, built once."""
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[Ledger], config=adapter_config())


@cache
def roster_adapter() -> TypeAdapter[tuple[Roster]]:
    """Pydantic adapter for rosters, built once."""
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[Roster], config=adapter_config())


def adapter_config() -> ConfigDict:
    """Pydantic configuration: unknown keys forbidden, no coercion, docstrings kept.

    It reaches nested dataclasses only through a type that has no configuration of its own,
    which is why the adapters are adapters of a tuple.
    """
    from pydantic import ConfigDict

    return ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


def decode_document(
    shape: type[Decoded], adapter: TypeAdapter[tuple[Decoded]], diagnostics: Diagnostics
) -> Decoded | None:
    """Decode a document; validation errors are added to its diagnostics.

    Invalid nodes are removed from the tree, so that the rest can be decoded as well; the
    result is None when nothing useful is left.
    """
    from pydantic import ValidationError

    root = diagnostics.root
    check_ambiguous_scalars(diagnostics, shape)
    diagnostics.next_pass()
    for _ in range(_MAX_PASSES):
        if diagnostics.is_full:
            break
        try:
            return adapter.validate_json(json.dumps([to_data(root)]))[0]
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
