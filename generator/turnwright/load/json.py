"""JSON Schema of the files, for editors and other programs, generated from the language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from turnwright.language.clause import Clause
from turnwright.language.example import Example, Line
from turnwright.language.roster import Roster
from turnwright.language.ruleset import Body
from turnwright.load.decoding import (
    adapter_config,
    equivalences_adapter,
    example_adapter,
    ledger_adapter,
    loader_fields,
    roster_adapter,
    ruleset_adapter,
)

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Json = dict[str, Any]

FILES = {
    "ruleset": "A turn system, as in `rulesets/<id>/ruleset.yaml`",
    "example": "An example, as in `rulesets/<id>/examples/*.yaml`",
    "ledger": "A ledger of a document, as in `rulesets/<id>/ledger/*.yaml`",
    "proof": "What proof cannot tell apart, as in `rulesets/<id>/proof.yaml`",
    "roster": "Armies for comparisons, as in `rulesets/rosters/*.yaml`",
}
"""Kinds of file that have a schema, each with its title."""


def json_schema(what: str) -> Json:
    """JSON Schema (draft 2020-12) of a file, or of one document of an `example` file.

    Raises KeyError for another kind of file.
    """
    title = FILES[what]
    adapters: Mapping[str, Callable[[], TypeAdapter[Any]]] = {
        "ruleset": ruleset_adapter,
        "example": example_adapter,
        "ledger": ledger_adapter,
        "proof": equivalences_adapter,
        "roster": roster_adapter,
    }
    classes = adapters[what]().json_schema()["$defs"]
    for base in (Clause, Body):
        inherited = _properties(base)
        for cls in base.__subclasses__():
            _add_descriptions(classes.get(cls.__name__, {}).get("properties", {}), inherited)
    for cls in (*Clause.__subclasses__(), Line, Example, Roster):
        properties = classes.get(cls.__name__, {}).get("properties", {})
        for name in loader_fields(cls):
            properties.pop(name, None)
    top = classes.pop("Equivalences" if what == "proof" else what.capitalize())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:turnwright:schema:{what}",
        "title": title,
        **_class_schema(top),
        "$defs": {name: _class_schema(classes[name]) for name in sorted(classes)},
    }


def _class_schema(declared: Json) -> Json:
    """Schema of one class; its properties may well be called `title` or `default`."""
    plain: Json = _simplified({name: declared[name] for name in declared if name != "properties"})
    if "properties" in declared:
        properties = declared["properties"]
        plain["properties"] = {name: _simplified(properties[name]) for name in properties}
    return plain


def _properties(base: type[Clause] | type[Body]) -> Json:
    """Properties of a base class."""
    from pydantic import TypeAdapter

    made = TypeAdapter(tuple[base], config=adapter_config()).json_schema()  # type: ignore[valid-type]
    properties: Json = made["$defs"][base.__name__]["properties"]
    return properties


def _add_descriptions(properties: Json, inherited: Json) -> None:
    """Copy descriptions to inherited properties, which pydantic leaves bare."""
    for name, declared in inherited.items():
        if name in properties and "description" in declared:
            properties[name].setdefault("description", declared["description"])


def _simplified(value: Any) -> Any:
    """Simplify a schema: drop null, which no file may hold, and redundant titles and defaults."""
    if isinstance(value, list):
        return [_simplified(item) for item in value]
    if not isinstance(value, dict):
        return value
    value = {name: inner for name, inner in value.items() if name not in ("title", "default")}
    choices = [choice for choice in value.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1:
        value = {**{name: value[name] for name in value if name != "anyOf"}, **choices[0]}
    elif choices:
        value = {**value, "anyOf": choices}
    return {name: _simplified(inner) for name, inner in value.items()}
