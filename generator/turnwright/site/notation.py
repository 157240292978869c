"""Values as JSON, and the JSON Schema of what is written so.

A value is written as an object of its fields; what is as it would be anyhow is left out.
Where one of several classes may stand, `kind` says which.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Union, get_args, get_origin, get_type_hints

from turnwright.site.glossary import members

Json = bool | int | float | str | None | list["Json"] | dict[str, "Json"]

PLAIN: Mapping[type, str] = {
    bool: "boolean",
    float: "number",
    int: "integer",
    str: "string",
    type(None): "null",
}


def kind(cls: type) -> str:
    """What a class is called in `kind`: `WentFirst` is `went_first`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def written(value: object, apart: frozenset[type] = frozenset()) -> Json:
    """A value as JSON. Objects of the classes in `apart` say their kind."""
    cls: type = type(value)
    if cls in PLAIN:
        return value  # type: ignore[return-value]
    if cls is tuple:
        return [written(inner, apart) for inner in value]  # type: ignore[attr-defined]
    if _is_record(cls):
        said: dict[str, Json] = {"kind": kind(cls)} if cls in apart else {}
        defaults = _defaults(cls)
        for name, hint in _hints(cls).items():
            inner = getattr(value, name)
            if inner != defaults[name]:
                said[name] = written(inner, _told_apart(hint))
        return said
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Mapping):
        return {str(key): written(inner, apart) for key, inner in value.items()}
    raise TypeError(f"{cls.__name__} has no place in JSON")


def schema(cls: type) -> dict[str, Json]:
    """The JSON Schema of objects of this class, with all that they hold under `$defs`."""
    defs: dict[str, Json] = {}
    top = _object(cls, defs, apart=False)
    return {**top, "$defs": dict(sorted(defs.items()))}


def _of(
    hint: object, defs: dict[str, Json], apart: frozenset[type] = frozenset()
) -> dict[str, Json]:
    """The schema of a type; classes go into `defs` and are referred to."""
    if isinstance(hint, type) and hint in PLAIN:
        return {"type": PLAIN[hint]}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [str(member.value) for member in hint]}
    if isinstance(hint, type) and _is_record(hint):
        name = kind(hint) if hint in apart else hint.__name__
        if name not in defs:
            defs[name] = {}  # a class may hold itself
            defs[name] = _object(hint, defs, apart=hint in apart)
        return {"$ref": f"#/$defs/{name}"}
    inside = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return {"anyOf": [_of(each, defs, _told_apart(hint)) for each in inside]}
    if get_origin(hint) is tuple and inside[-1] is ...:
        return {"type": "array", "items": _of(inside[0], defs)}
    if get_origin(hint) is tuple:
        each = [_of(item, defs) for item in inside]
        return {"type": "array", "prefixItems": list(each), "items": False, "minItems": len(each)}
    return {"type": "object", "additionalProperties": _of(inside[1], defs)}


def _object(cls: type, defs: dict[str, Json], *, apart: bool) -> dict[str, Json]:
    """The schema of the objects of one class."""
    told = _told(cls)
    required = [name for name, default in _defaults(cls).items() if default is MISSING]
    properties: dict[str, Json] = {"kind": {"const": kind(cls)}} if apart else {}
    for name, hint in _hints(cls).items():
        said: dict[str, Json] = {"description": told[name]} if told.get(name) else {}
        said |= _of(hint, defs)
        if (default := _defaults(cls)[name]) not in (MISSING, None):
            said["default"] = written(default)
        properties[name] = said
    return {
        "description": inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0],
        "type": "object",
        "properties": properties,
        "required": [*(["kind"] if apart else []), *required],
        "additionalProperties": False,
    }


@cache
def _is_record(cls: type) -> bool:
    """True for dataclasses and named tuples."""
    return is_dataclass(cls) or (issubclass(cls, tuple) and hasattr(cls, "_fields"))


@cache
def _hints(cls: type) -> Mapping[str, object]:
    """The fields of a class and their types, in their order."""
    names = [field.name for field in fields(cls)] if is_dataclass(cls) else cls._fields  # type: ignore[attr-defined]
    hints = get_type_hints(cls)
    return {name: hints[name] for name in names}


@cache
def _defaults(cls: type) -> Mapping[str, object]:
    """What fields of a class are when nobody says; MISSING where somebody has to."""
    if not is_dataclass(cls):
        return dict.fromkeys(_hints(cls), MISSING)
    return {
        field.name: field.default if field.default_factory is MISSING else field.default_factory()
        for field in fields(cls)
    }


@cache
def _told_apart(hint: object) -> frozenset[type]:
    """The classes of a type that stand for each other, so that their objects say their kind."""
    inside = get_args(hint)
    classes = [each for each in inside if isinstance(each, type) and _is_record(each)]
    if get_origin(hint) in (Union, UnionType) and len(classes) > 1:
        return frozenset(classes)
    return frozenset().union(*map(_told_apart, inside))


@cache
def _told(cls: type) -> Mapping[str, str]:
    """The docstring beneath each field, by field."""
    return {name: text for base in reversed(cls.__mro__) for name, text in _beneath(base)}


def _beneath(cls: type) -> Iterator[tuple[str, str]]:
    if _is_record(cls):
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
        assert isinstance(node, ast.ClassDef)
        for name, _, text in members(node):
            yield name, " ".join(text.split())
