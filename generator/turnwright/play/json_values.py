"""JSON values: values of the language as JSON holds them, with the keys that authors write.

Only this comes from outside: a kept battle, a link, a pasted text. What does not fit raises
NotPlain, whoever wrote it.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, Field, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from typing import Any, Union, get_args, get_origin, get_type_hints

from turnwright.language.field import rule_of, written_keys
from turnwright.language.input import INPUTS

DECIMALS = 3
"""Digits of an inch after the point that are kept."""


class NotPlain(Exception):
    """Raised for data that is not what it should be. Carries a sentence."""

    at: tuple[str | int, ...] = ()
    """The keys and positions that lead to it from the root of the data."""


@contextmanager
def within(step: str | int) -> Iterator[None]:
    """What is not plain in here is so under this key, or at this position."""
    try:
        yield
    except NotPlain as problem:
        problem.at = (step, *problem.at)
        raise


def to_plain(value: Any) -> Any:
    """Plain data of a value: what is as it is without being said is left out."""
    if isinstance(value, Enum):
        return str(value.value)
    if is_dataclass(value):
        found: dict[str, Any] = {}
        for key, declared in written_keys(type(value)):
            said, rule = getattr(value, declared.name), rule_of(declared)
            if rule.filled or said == default_of(declared):
                continue
            if rule.one and len(said) == 1:
                found[rule.one] = said[0]
            else:
                found[key] = to_plain(said)
        return found
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, DECIMALS)
    return value


def default_of(declared: Field[Any]) -> Any:
    """What a field holds that nobody sets; MISSING for one that has to be set."""
    if declared.default_factory is not MISSING:
        return declared.default_factory()
    return declared.default


def input_of(data: Any) -> Any:
    """The input that is written so. Raises NotPlain."""
    held = [cls for key, cls in INPUTS.items() if isinstance(data, dict) and key in data]
    if len(held) != 1:
        raise NotPlain("a line says one thing: does, roll, draw or declare")
    return from_plain(held[0], data)


@cache
def _fields(cls: type) -> Mapping[str, tuple[str, Any, bool]]:
    """The keys of a data class: the field of each, its type, and whether it stands for one."""
    kinds = get_type_hints(cls)
    found: dict[str, tuple[str, Any, bool]] = {}
    for key, declared in written_keys(cls):
        rule = rule_of(declared)
        if not rule.filled:
            found[key] = declared.name, kinds[declared.name], False
            if rule.one:
                found[rule.one] = declared.name, str, True
    return found


def from_plain(kind: Any, data: Any) -> Any:
    """The value of a type that plain data says. Raises NotPlain for any other data."""
    origin = get_origin(kind)
    if kind is Any:
        return data
    if origin in (Union, types.UnionType):
        return _any_of(get_args(kind), data)
    if origin is typing.Literal:
        if data in get_args(kind):
            return data
    elif origin is tuple:
        return _tuple(get_args(kind), data)
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        if isinstance(data, dict):
            key, item = get_args(kind)
            return {from_plain(key, k): _inside(k, item, v) for k, v in data.items()}
    elif isinstance(kind, type) and is_dataclass(kind):
        return _data_class(kind, data)
    elif isinstance(kind, type) and issubclass(kind, Enum):
        if data in [each.value for each in kind]:
            return kind(data)
    elif kind is types.NoneType:
        if data is None:
            return None
    elif kind is float:
        if type(data) in (int, float) and isfinite(data):
            return data
    elif type(data) is kind:
        return data
    raise NotPlain(f"{_shown(data)} does not belong here")


def _any_of(kinds: tuple[Any, ...], data: Any) -> Any:
    found: list[NotPlain] = []
    for kind in kinds:
        try:
            return from_plain(kind, data)
        except NotPlain as problem:
            found.append(problem)
    # The one that fits best says what is wrong inside.
    raise max(found, key=lambda problem: len(problem.at))


def _tuple(kinds: tuple[Any, ...], data: Any) -> Any:
    if not isinstance(data, list):
        raise NotPlain(f"{_shown(data)} is no list")
    if len(kinds) == 2 and kinds[1] is ...:
        return tuple(_inside(number, kinds[0], item) for number, item in enumerate(data))
    if len(kinds) != len(data):
        raise NotPlain(f"{_shown(data)} does not have {len(kinds)} parts")
    both = enumerate(zip(kinds, data, strict=True))
    return tuple(_inside(number, kind, item) for number, (kind, item) in both)


def _inside(step: str | int, kind: Any, data: Any) -> Any:
    with within(step):
        return from_plain(kind, data)


def _data_class(cls: type, data: Any) -> Any:
    if not isinstance(data, dict):
        raise NotPlain(f"{_shown(data)} is no {cls.__name__.lower()}")
    said: dict[str, Any] = {}
    known = _fields(cls)
    for key, item in data.items():
        if key not in known:
            with within(key):
                raise NotPlain(f"a {cls.__name__.lower()} has no {_shown(key)}")
        name, kind, one = known[key]
        value = _inside(key, kind, item)
        said[name] = (value,) if one else value
    try:
        return cls(**said)
    except TypeError:
        raise NotPlain(f"a {cls.__name__.lower()} lacks something") from None


def _shown(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 40 else text[:37] + "..."
