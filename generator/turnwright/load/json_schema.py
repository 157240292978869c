"""JSON Schemas of values and of the files of authors; and frozen values as JSON.

Pydantic makes both from the fields of the classes. Fields that have their default value are left
out, and members of a union that is `Tagged` say their `kind`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from turnwright.language.book import Book, SheetPlan
from turnwright.language.clause import Clause, Meaning
from turnwright.language.companion import Equivalences, Ledger, Reviews
from turnwright.language.condition import Bounds, Selection
from turnwright.language.example import Example, Line
from turnwright.language.field import own_docs, plain_key
from turnwright.language.roster import Roster
from turnwright.language.ruleset import Body, Ruleset
from turnwright.load.decoding import loader_fields
from turnwright.load.example_syntax import (
    WrittenDeclaration,
    WrittenExample,
    WrittenLine,
    stands_for,
)

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
    from pydantic_core import CoreSchema

Json = dict[str, Any]

FILES: dict[str, tuple[type, str]] = {
    "ruleset": (Ruleset, "A turn system, as in `rulesets/<id>/ruleset.yaml`"),
    "example": (WrittenExample, "An example, as in `rulesets/<id>/examples/*.yaml`"),
    "ledger": (Ledger, "A ledger of a document, as in `rulesets/<id>/ledger/*.yaml`"),
    "proof": (Equivalences, "What proof cannot tell apart, as in `rulesets/<id>/proof.yaml`"),
    "reviewed": (Reviews, "What was last read beside its source, `rulesets/<id>/reviewed.yaml`"),
    "book": (Book, "The book of a ruleset, as in `rulesets/<id>/book.yaml`"),
    "sheet": (SheetPlan, "What goes on a player's sheet, as in `rulesets/<id>/sheet.yaml`"),
    "roster": (Roster, "Armies for comparisons, as in `rulesets/rosters/*.yaml`"),
}
"""Kinds of file that have a schema, each with its class and its title."""


@cache
def adapter(shape: type) -> TypeAdapter[tuple[Any]]:
    """Pydantic adapter of a class: unknown keys forbidden, no coercion, docstrings kept.

    The configuration reaches nested data classes only through a type that has none of its own,
    which is why it is an adapter of a tuple.
    """
    # Imported lazily: loading and playing do without pydantic.
    from pydantic import ConfigDict, TypeAdapter

    config = ConfigDict(
        extra="forbid", strict=True, use_attribute_docstrings=True, alias_generator=plain_key
    )
    return TypeAdapter(tuple[shape], config=config)  # type: ignore[arg-type,valid-type]


def to_json(value: object) -> Json:
    """JSON of a data class or named tuple, without the fields that have their default value.

    Raises TypeError for anything else.
    """
    if not (is_dataclass(value) or hasattr(value, "_fields")):
        raise TypeError(f"{type(value).__name__} has no place in JSON")
    cls: type = type(value)
    (made,) = adapter(cls).dump_python(
        (value,), mode="json", exclude_defaults=True, by_alias=True, warnings="error"
    )
    return dict(zip(cls._fields, made, strict=True)) if issubclass(cls, tuple) else made  # type: ignore[attr-defined]


def value_schema(cls: type) -> Json:
    """JSON Schema of what `to_json` writes of a class, with referenced classes under `$defs`."""
    return _schema(cls, "serialization")


def file_schema(what: str) -> Json:
    """JSON Schema (draft 2020-12) of a file, or of one document of an `example` file.

    Raises KeyError for another kind of file.
    """
    cls, title = FILES[what]
    schema = _schema(cls, "validation")
    declared = {cls.__name__: schema, **schema["$defs"]}
    for each in (*Clause.__subclasses__(), Line, Example, Roster):
        properties = declared.get(each.__name__, {}).get("properties", {})
        for name in loader_fields(each) & properties.keys():
            del properties[name]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:turnwright:schema:{what}",
        "title": title,
        **schema,
    }


class Tagged:
    """Annotation of a union of data classes or named tuples: each says its `kind`.

    Written as `Annotated[Event, Tagged()]`.
    """

    def __get_pydantic_core_schema__(
        self, union: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Schema of the union, by which members are written with their kind."""
        from pydantic_core import core_schema

        self._members = get_args(union)
        return core_schema.union_schema(
            [handler.generate_schema(member) for member in self._members],
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda member: {"kind": kind_of(type(member)), **to_json(member)}
            ),
        )

    def __get_pydantic_json_schema__(
        self, union: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Json:
        """JSON Schema of the members, each with its kind."""
        written = handler(union)["anyOf"]
        return {
            "anyOf": [
                _with_kind(member, handler.resolve_ref_schema(schema))
                for member, schema in zip(self._members, written, strict=True)
            ]
        }


def kind_of(cls: type) -> str:
    """Kind of a class in a tagged union: `WentFirst` is `went_first`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def _with_kind(cls: type, schema: Json) -> Json:
    """Schema of an object of a class that says its kind; a named tuple is an object as well."""
    if issubclass(cls, tuple):
        properties = dict(zip(_field_docs(cls), schema["prefixItems"], strict=True))
        required = [*properties]
    else:
        properties, required = schema["properties"], schema.get("required", [])
    _describe(cls, properties)
    return {
        "description": inspect.getdoc(cls),
        "type": "object",
        "properties": {"kind": {"const": kind_of(cls)}, **properties},
        "required": ["kind", *required],
        "additionalProperties": False,
    }


def _schema(cls: type, mode: Literal["validation", "serialization"]) -> Json:
    """JSON Schema of a class, with referenced classes under `$defs`."""
    made = adapter(cls).json_schema(mode=mode)
    classes = made["$defs"]
    for base in (Clause, Body, Meaning, Selection, Bounds):
        for heir in base.__subclasses__():
            _describe(heir, classes.get(heir.__name__, {}).get("properties", {}))
    if cls is WrittenExample:
        for written in (WrittenExample, WrittenLine, WrittenDeclaration):
            _describe(written, classes[written.__name__]["properties"])
    top = classes[cls.__name__]
    if f"'#/$defs/{cls.__name__}'" not in str(classes):  # It does not hold others of its kind.
        del classes[cls.__name__]
    return {
        **_class_schema(top),
        "$defs": {name: _class_schema(classes[name]) for name in sorted(classes)},
    }


def _describe(cls: type, properties: Json) -> None:
    """Add the docstrings of fields that pydantic does not read: inherited, or of named tuples."""
    for name, text in _field_docs(cls).items():
        if text and name in properties:
            properties[name].setdefault("description", text)


def _class_schema(declared: Json) -> Json:
    """Schema of one class; its properties may well be called `title` or `default`."""
    plain: Json = _simplified({name: declared[name] for name in declared if name != "properties"})
    if "properties" in declared:
        properties = declared["properties"]
        plain["properties"] = {name: _simplified(properties[name]) for name in properties}
    return plain


def _simplified(value: Any) -> Any:
    """Simplify a schema: drop a default of null, which is never written, and redundant titles."""
    if isinstance(value, list):
        return [_simplified(item) for item in value]
    if not isinstance(value, dict):
        return value
    plain = {name: inner for name, inner in value.items() if name != "title"}
    if "default" in plain and plain["default"] is None:
        del plain["default"]
        choices = [choice for choice in plain.pop("anyOf") if choice != {"type": "null"}]
        plain |= choices[0] if len(choices) == 1 else {"anyOf": choices}
    return {name: _simplified(inner) for name, inner in plain.items()}


@cache
def _field_docs(cls: type) -> Mapping[str, str]:
    """Docstring of each field of a class, inherited ones included."""
    if cls in (WrittenLine, WrittenDeclaration):
        return {
            key: " ".join(dict.fromkeys(_field_docs(owner)[name] for owner, name in said))
            for key, said in stands_for(cls).items()
        }
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base is not WrittenExample and base.__module__ != "builtins":
            found |= own_docs(base)
    return found
