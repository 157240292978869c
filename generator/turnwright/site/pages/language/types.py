"""Types of the language, and where each word and type is explained.

What words take, and the sentences about them, are what the JSON Schema of the files says.
"""

import ast
import inspect
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from turnwright.describe.labels import heading
from turnwright.language.check import CheckMeaning
from turnwright.language.clause import Clause, Meaning
from turnwright.language.condition import Condition
from turnwright.language.container import ContainerMeaning
from turnwright.language.effect import EffectMeaning
from turnwright.language.fact import FactMeaning, ValueMeaning
from turnwright.language.step import StepMeaning
from turnwright.load.json_schema import file_schema
from turnwright.site.page import LANGUAGE, PageLocation
from turnwright.site.rendering import inline_html

Schema = Mapping[str, Any]
"""JSON Schema of a type."""

CONDITION = "condition"
"""What conditions are called, whose words are explained beside those of the parts."""
PARTS: Mapping[str, type] = {
    "step": StepMeaning,
    "check": CheckMeaning,
    "fact": FactMeaning,
    "value": ValueMeaning,
    "container": ContainerMeaning,
    "effect": EffectMeaning,
    CONDITION: Condition,
}
"""What a clause of each kind of part means, and what a condition says."""
TYPES: Mapping[str, str] = {
    "condition": "Amounts and selections",
    "change": "Changes and moments",
    "turn_order": "Turn order",
    "eligibility": "Eligibility",
    "action": "Actions",
    "check": "In checks",
    "fact": "In facts and values",
    "container": "In containers",
    "effect": "In effects and abilities",
    "input": "Cards and declarations",
    "example": "Examples",
}
"""The modules whose classes are the types of words, in the order of the reference."""
PLAIN: Mapping[str, str] = {
    "string": "a name",
    "integer": "a number",
    "number": "a number",
    "boolean": "`true` or `false`",
}
"""What plain types are called."""


@cache
def _schemas() -> Schema:
    """JSON Schema of every class of the language that a file may have."""
    files = [file_schema(what) for what in ("example", "ruleset")]
    return {name: each for file in files for name, each in file["$defs"].items()}


def schema_of(name: str) -> Schema:
    """JSON Schema of a class of the language; nothing for one that no file has."""
    found: Schema = _schemas().get(name, {})
    return found


@cache
def types_of(module: str) -> tuple[type, ...]:
    """The types of words that a module of the language declares, in their order."""
    path = f"turnwright.language.{module}"
    return tuple(
        declared
        for declared in vars(import_module(path)).values()
        if isinstance(declared, type)
        and declared.__module__ == path
        and schema_of(declared.__name__)
        and not issubclass(declared, (Clause, Meaning, Condition))
        and "clauses" not in schema_of(declared.__name__).get("properties", {})
    )


@cache
def all_types() -> Mapping[str, tuple[type, str]]:
    """Every type by name, with its module."""
    return {each.__name__: (each, module) for module in TYPES for each in types_of(module)}


@cache
def member_docs(cls: type[StrEnum]) -> Mapping[str, str]:
    """Docstring of each member of an enum, by its word; only the source knows them."""
    (node,) = ast.parse(inspect.getsource(cls)).body
    return {
        cls[statement.targets[0].id].value: inspect.cleandoc(str(below.value.value))
        for statement, below in pairwise(getattr(node, "body", ()))
        if isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
    }


def type_title(name: str) -> str:
    """Title of a type."""
    return heading(type_folder(name))


def type_anchor(name: str) -> str:
    """Anchor of a type: `StepMeaning` has `type-step-meaning`."""
    return f"type-{type_folder(name).replace('_', '-')}"


def type_folder(name: str) -> str:
    """Folder of the samples of a type."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def word_anchor(owner: str, word: str) -> str:
    """Anchor of a word or value, by the name of the class that declares it."""
    parts = (part for part, meaning in PARTS.items() if meaning.__name__ == owner)
    return f"{next(parts, type_anchor(owner))}.{word.lower()}"


def words_url(part: str) -> str:
    """URL of the chapter about the words of a part, or about conditions."""
    return f"{LANGUAGE}{part}/"


def types_url(module: str) -> str:
    """URL of the chapter about the types of a module."""
    return f"{LANGUAGE}types/{module}/"


def language_href(location: PageLocation, anchor: str) -> str:
    """Relative URL of what an anchor of the reference is about."""
    owner = anchor.partition(".")[0]
    if owner in PARTS:
        return location.to(words_url(owner), anchor)
    module = next(module for name, (_, module) in all_types().items() if type_anchor(name) == owner)
    return location.to(types_url(module), anchor)


def enums_in(schema: Schema) -> Iterator[type[StrEnum]]:
    """The enums of whose words a schema takes one."""
    for each in schema.get("anyOf", (schema,)):
        known, _ = all_types().get(each.get("$ref", "").rpartition("/")[2], (object, ""))
        if issubclass(known, StrEnum):
            yield known


def type_html(schema: Schema, location: PageLocation) -> Markup:
    """A type in words with links."""
    if "anyOf" in schema:
        return Markup(" or ").join(type_html(each, location) for each in schema["anyOf"])
    if "$ref" in schema:
        return _reference(schema["$ref"].rpartition("/")[2], location)
    if "prefixItems" in schema:
        return Markup("two numbers")
    if "items" in schema:
        return Markup("a list, each ") + type_html(schema["items"], location)
    if schema.get("type") == "object":
        return Markup("names, each with ") + type_html(schema["additionalProperties"], location)
    return inline_html(PLAIN[schema["type"]])


def _reference(name: str, location: PageLocation) -> Markup:
    """A class of the language in words, with a link where it is explained."""
    label = type_title(name).lower()
    article = "an" if label[0] in "aeiou" else "a"
    if name == Condition.__name__:
        href = location.to(words_url(CONDITION))
    elif name in all_types():
        href = language_href(location, type_anchor(name))
        if issubclass(all_types()[name][0], StrEnum):
            return Markup('one of the words of <a href="{}">{}</a>').format(href, label)
    else:
        return Markup(f"{article} {label}")
    return Markup('{} <a href="{}">{}</a>').format(article, href, label)
