"""JSON codec: encodes frozen values, and derives the JSON Schema of what is encoded.

Dataclasses and named tuples become objects, without the fields that have their default value.
Members of a union are tagged: `kind` names the class.
"""

import inspect
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Union, get_args, get_origin, get_type_hints

from turnwright.describe.docstrings import field_docs

JsonValue = bool | int | float | str | None | list["JsonValue"] | dict[str, "JsonValue"]

JSON_TYPES: Mapping[type, str] = {
    bool: "boolean",
    float: "number",
    int: "integer",
    str: "string",
    type(None): "null",
}


def kind_of(cls: type) -> str:
    """Discriminator of a class in a tagged union: `WentFirst` is `went_first`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def encode(value: object, tagged: frozenset[type] = frozenset()) -> JsonValue:
    """Encode a value as JSON; instances of `tagged` classes carry their `kind`."""
    cls: type = type(value)
    if cls in JSON_TYPES:
        return value  # type: ignore[return-value]
    if cls is tuple:
        return [encode(inner, tagged) for inner in value]  # type: ignore[attr-defined]
    if _is_record(cls):
        encoded: dict[str, JsonValue] = {"kind": kind_of(cls)} if cls in tagged else {}
        defaults = _defaults(cls)
        for name, hint in _hints(cls).items():
            inner = getattr(value, name)
            if inner != defaults[name]:
                encoded[name] = encode(inner, _union_members(hint))
        return encoded
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Mapping):
        return {str(key): encode(inner, tagged) for key, inner in value.items()}
    raise TypeError(f"{cls.__name__} has no place in JSON")


def json_schema(cls: type) -> dict[str, JsonValue]:
    """JSON Schema of a class, with referenced classes under `$defs`."""
    defs: dict[str, JsonValue] = {}
    top = _object_schema(cls, defs, tagged=False)
    return {**top, "$defs": dict(sorted(defs.items()))}


def _type_schema(
    hint: object, defs: dict[str, JsonValue], tagged: frozenset[type] = frozenset()
) -> dict[str, JsonValue]:
    """JSON Schema of a type; classes are added to `defs` and referenced."""
    if isinstance(hint, type) and hint in JSON_TYPES:
        return {"type": JSON_TYPES[hint]}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [str(member.value) for member in hint]}
    if isinstance(hint, type) and _is_record(hint):
        name = kind_of(hint) if hint in tagged else hint.__name__
        if name not in defs:
            defs[name] = {}  # recursive types
            defs[name] = _object_schema(hint, defs, tagged=hint in tagged)
        return {"$ref": f"#/$defs/{name}"}
    inside = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return {"anyOf": [_type_schema(each, defs, _union_members(hint)) for each in inside]}
    if get_origin(hint) is tuple and inside[-1] is ...:
        return {"type": "array", "items": _type_schema(inside[0], defs)}
    if get_origin(hint) is tuple:
        each = [_type_schema(item, defs) for item in inside]
        return {"type": "array", "prefixItems": list(each), "items": False, "minItems": len(each)}
    return {"type": "object", "additionalProperties": _type_schema(inside[1], defs)}


def _object_schema(cls: type, defs: dict[str, JsonValue], *, tagged: bool) -> dict[str, JsonValue]:
    """JSON Schema of an object of a class, without `$defs`."""
    docs = field_docs(cls)
    required = [name for name, default in _defaults(cls).items() if default is MISSING]
    properties: dict[str, JsonValue] = {"kind": {"const": kind_of(cls)}} if tagged else {}
    for name, hint in _hints(cls).items():
        described = " ".join(docs.get(name, "").split())
        schema: dict[str, JsonValue] = {"description": described} if described else {}
        schema |= _type_schema(hint, defs)
        if (default := _defaults(cls)[name]) not in (MISSING, None):
            schema["default"] = encode(default)
        properties[name] = schema
    return {
        "description": inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0],
        "type": "object",
        "properties": properties,
        "required": [*(["kind"] if tagged else []), *required],
        "additionalProperties": False,
    }


@cache
def _is_record(cls: type) -> bool:
    """True for dataclasses and named tuples."""
    return is_dataclass(cls) or (issubclass(cls, tuple) and hasattr(cls, "_fields"))


@cache
def _hints(cls: type) -> Mapping[str, object]:
    """Field types of a class by name, in order of declaration."""
    names = [field.name for field in fields(cls)] if is_dataclass(cls) else cls._fields  # type: ignore[attr-defined]
    hints = get_type_hints(cls)
    return {name: hints[name] for name in names}


@cache
def _defaults(cls: type) -> Mapping[str, object]:
    """Default value of each field; MISSING for required fields."""
    if not is_dataclass(cls):
        return dict.fromkeys(_hints(cls), MISSING)
    return {
        field.name: field.default if field.default_factory is MISSING else field.default_factory()
        for field in fields(cls)
    }


@cache
def _union_members(hint: object) -> frozenset[type]:
    """Members of a tagged union, whose instances carry their `kind`."""
    inside = get_args(hint)
    classes = [each for each in inside if isinstance(each, type) and _is_record(each)]
    if get_origin(hint) in (Union, UnionType) and len(classes) > 1:
        return frozenset(classes)
    return frozenset().union(*map(_union_members, inside))
