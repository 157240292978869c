"""References: what each field of the language refers to, and the names in a value."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import is_dataclass
from typing import NamedTuple

from turnwright.language.condition import Sum
from turnwright.language.field import rules_of
from turnwright.language.traversal import field_names
from turnwright.load.decoding import branches_of, field_types
from turnwright.load.syntax_tree import Loc


def inner_values(value: object, loc: Loc = ()) -> Iterator[tuple[Loc, object]]:
    """Walk a value in pre-order: every dataclass in it, with its path."""
    found: list[tuple[Loc, object]] = []
    _gather(value, loc, found)
    return iter(found)


def _gather(value: object, loc: Loc, found: list[tuple[Loc, object]]) -> None:
    kind: type = type(value)
    if kind is str or value is None:
        return
    names = field_names(kind)
    if names is not None:
        found.append((loc, value))
        for name in names:
            inner = getattr(value, name)
            # Most have nothing inside, and need not be gone into.
            if inner and type(inner) is not str:
                _gather(inner, (*loc, name), found)
    elif isinstance(value, tuple):
        for position, item in enumerate(value):
            _gather(item, (*loc, position), found)
    elif isinstance(value, dict):
        for name, item in value.items():
            _gather(item, (*loc, name), found)


CLAUSE, REFUSAL = "clause", "clause_or_nothing"
AMOUNT = "amount"
"""Kinds of reference that are no kind of symbol."""


class Reference(NamedTuple):
    """Name in a field of a value."""

    loc: Loc
    what: str
    """The kind of name."""
    name: str
    is_key: bool
    """True for the key of a mapping."""


def references_of(cls: type) -> Mapping[str, str]:
    """Kind of name that each field of a class refers to; of an amount, `amount`."""
    if cls not in _REFERENCES:
        found: dict[str, str] = {}
        if is_dataclass(cls):
            types = field_types(cls).items()
            found = {name: AMOUNT for name, kind in types if _is_amount(kind)}
            found |= {name: rule.names for name, rule in rules_of(cls).items() if rule.names}
        _REFERENCES[cls] = found
    return _REFERENCES[cls]


_REFERENCES: dict[type, dict[str, str]] = {}


def _is_amount(kind: object) -> bool:
    """True for the type of an amount."""
    return {int, str, Sum} <= {*branches_of(kind)}


def references_in(
    value: object, loc: Loc = (), written: Collection[str] | None = None
) -> Iterator[Reference]:
    """References in the fields of one value, or in those that are written; without its children."""
    cls: type = type(value)
    for field, what in references_of(cls).items():
        inside = getattr(value, field) if written is None or field in written else None
        if not inside:
            continue
        for where, name, is_key in names_in(inside, (*loc, field)):
            yield Reference(where, what, name, is_key)
            of_value = rules_of(cls)[field].values if is_key else ""
            for inner, other, other_is_key in names_in(inside[name] if of_value else None, where):
                yield Reference(inner, of_value, other, other_is_key)


def names_in(value: object, loc: Loc) -> Iterator[tuple[Loc, str, bool]]:
    """Names in a field: one, those of a list, or the keys of a mapping (then with true)."""
    if isinstance(value, str):
        yield loc, value, False
    elif isinstance(value, dict):
        for name in value:
            yield (*loc, name), name, True
    elif isinstance(value, tuple):
        for position, name in enumerate(value):
            yield (*loc, position), str(name), False
