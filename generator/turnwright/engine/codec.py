"""JSON: a state written as text, and read back as an equal state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from turnwright.engine import decision, state
from turnwright.engine.frozen_map import FrozenMap
from turnwright.engine.roster import Roster
from turnwright.engine.state import State
from turnwright.language.example import Card

TYPES: Mapping[str, type] = {
    kind.__name__: kind
    for module in (state, decision)
    for kind in vars(module).values()
    if isinstance(kind, type)
    and (issubclass(kind, Enum) or hasattr(kind, "_fields") or is_dataclass(kind))
}
"""The named tuples, data classes and enumerations that a state is made of."""

FIELDS: Mapping[type, Mapping[str, Any]] = {
    kind: get_type_hints(kind) for kind in (*TYPES.values(), Card) if not issubclass(kind, Enum)
}
"""The types of the fields of those, and of cards."""


def to_json(at: State) -> str:
    """A state as JSON: the same state is always the same text."""
    return json.dumps(_encoded(at), separators=(",", ":"))


def from_json(text: str) -> State:
    """The state that was written. Raises ValueError when the text is none."""
    try:
        found = _decoded(json.loads(text))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"this text is not a state: {error}") from error
    if not _fits(found, State) or not all(_fits(card, Card) for card in found.roster.cards):
        raise ValueError("this text is not a state")
    return cast(State, found)


def _encoded(value: Any) -> Any:
    if isinstance(value, Enum):
        return {"": type(value).__name__, "value": value.value}
    if isinstance(value, Roster):
        sides = value.names[1 : value.sides + 1]
        units = [
            [value.names[n], value.side_of[n], _card(value.cards[n])]
            for n in range(value.sides + 1, len(value.names))
        ]
        return {"": "Roster", "sides": list(sides), "units": units}
    if type(value) in FIELDS:
        named = {name: _encoded(getattr(value, name)) for name in FIELDS[type(value)]}
        return {"": type(value).__name__, **named}
    if isinstance(value, FrozenMap):
        return {"": "map", "items": sorted(_encoded(item) for item in value.items())}
    if isinstance(value, frozenset):
        return {"": "set", "items": sorted(_encoded(item) for item in value)}
    if isinstance(value, tuple):
        return [_encoded(item) for item in value]
    return value


def _card(card: Card) -> dict[str, Any]:
    """A card as plain data."""
    assert is_dataclass(card)
    return {
        field.name: value
        for field in fields(card)
        if (value := getattr(card, field.name)) not in ((), {}, None)
    }


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_decoded(item) for item in value)
    if not isinstance(value, dict):
        return value
    kind = value.pop("", "")
    if kind == "set":
        return frozenset(_decoded(item) for item in value["items"])
    if kind == "map":
        return FrozenMap(_decoded(item) for item in value["items"])
    if kind == "Roster":
        return _roster(value)
    known = TYPES[kind]
    if issubclass(known, Enum):
        return known(value["value"])
    return known(**{name: _decoded(item) for name, item in value.items()})


def _fits(value: Any, kind: Any) -> bool:
    """True for a value of this type, and all that is in it of the types that are declared."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(_fits(value, one) for one in inner)
    if origin is tuple and Ellipsis not in inner:
        several = isinstance(value, tuple) and len(value) == len(inner)
        return several and all(map(_fits, value, inner))
    if origin in (tuple, frozenset):
        return isinstance(value, origin) and all(_fits(item, inner[0]) for item in value)
    if origin in (Mapping, FrozenMap):
        of_kind = isinstance(value, dict if origin is Mapping else FrozenMap)
        return of_kind and all(
            _fits(key, inner[0]) and _fits(item, inner[1]) for key, item in value.items()
        )
    if kind is float:
        return type(value) in (int, float)
    inside = FIELDS.get(kind, {})
    return type(value) is kind and all(_fits(getattr(value, name), inside[name]) for name in inside)


def _roster(value: dict[str, Any]) -> Roster:
    """A roster; units that joined later keep their numbers."""
    roster = Roster.of({side: {} for side in value["sides"]})
    for name, side, card in value["units"]:
        roster = roster.joined(name, side, _read_card(card))
    return roster


def _read_card(card: dict[str, Any]) -> Card:
    """A card from plain data."""
    said = dict(card)
    for name in ("facts", "abilities", "at"):
        if name in said:
            said[name] = tuple(said[name])
    if "places" in said:
        said["places"] = tuple(map(tuple, said["places"]))
    for name in ("pairs", "carries"):
        if name in said:
            said[name] = {key: tuple(values) for key, values in said[name].items()}
    return Card(**said)
