"""Types of the language: where each word and type is explained, and types in words with links."""

import ast
from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from markupsafe import Markup

from turnwright.describe.docstrings import Declaration, declarations
from turnwright.describe.labels import as_words, heading
from turnwright.language.condition import Condition
from turnwright.site.page import LANGUAGE, PageLocation
from turnwright.site.pages.language.samples import CONDITION, PARTS
from turnwright.site.rendering import inline_html

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
    "example": "Examples",
}
"""The modules whose classes are the types of words, in the order of the reference."""

PLAIN: Mapping[str, str] = {
    "str": "a name",
    "int": "a number",
    "float": "a number",
    "bool": "`true` or `false`",
}
"""What types of Python are called."""


@cache
def declared_in(module: str) -> tuple[Declaration, ...]:
    """Classes and unions of a module of the language."""
    return declarations(f"turnwright.language.{module}").declared


@cache
def declared_types() -> Mapping[str, Declaration]:
    """Classes and unions that are types of words, or of what is said in them, by name."""
    return {
        declared.name: declared
        for module in TYPES
        for declared in declared_in(module)
        if declared.name != Condition.__name__
        and not {"Clause", "Meaning"} & {*declared.bases}
        and not any(member.name == "clauses" for member in declared.members)
    }


def is_enum(declared: Declaration) -> bool:
    """True for a type whose members are words."""
    return StrEnum.__name__ in declared.bases


def type_title(name: str) -> str:
    """Title of a type."""
    return heading(type_folder(name))


def type_anchor(name: str) -> str:
    """Anchor of a type: `StepMeaning` has `type-step-meaning`."""
    return f"type-{_hyphened(name)}"


def type_folder(name: str) -> str:
    """Folder of the samples of a type."""
    return _hyphened(name).replace("-", "_")


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


def chapter_url(anchor: str) -> str:
    """URL of the chapter that an anchor is in."""
    owner = anchor.partition(".")[0]
    if owner in (*PARTS, CONDITION):
        return words_url(owner)
    return types_url(_modules()[owner])


def language_href(location: PageLocation, anchor: str) -> str:
    """Relative URL of what an anchor of the reference is about."""
    return location.to(chapter_url(anchor), anchor)


@cache
def _modules() -> Mapping[str, str]:
    """Module of each type, by the anchor of the type."""
    return {
        type_anchor(declared.name): module for module in TYPES for declared in declared_in(module)
    }


def _hyphened(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


def names_of(written: str) -> tuple[str, ...]:
    """Names in a type as it is written."""
    tree = ast.parse(written, mode="eval")
    return tuple(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def type_html(written: str, location: PageLocation) -> Markup:
    """A type as it is written, in words with links."""
    return _type_html(ast.parse(written, mode="eval").body, location)


def _type_html(node: ast.expr, location: PageLocation) -> Markup:
    if isinstance(node, ast.BinOp):
        sides = (_type_html(node.left, location), _type_html(node.right, location))
        return Markup(" or ").join(side for side in sides if side)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
        first, second = (_type_html(inner, location) for inner in node.slice.elts)
        if ast.unparse(node.value) != "tuple":
            return Markup("for each of them (").join((Markup(), first)) + ") " + second
        if isinstance(node.slice.elts[1], ast.Constant):
            return Markup("a list, each ") + first
        return Markup("two numbers")
    if isinstance(node, ast.Constant):
        return Markup()
    name = ast.unparse(node)
    if name in PLAIN:
        return inline_html(PLAIN[name])
    is_condition = name == Condition.__name__
    if name not in declared_types() and not is_condition:
        return Markup(as_words(_hyphened(name)))
    label = type_title(name).lower()
    href = (
        location.to(words_url(CONDITION))
        if is_condition
        else language_href(location, type_anchor(name))
    )
    if not is_condition and is_enum(declared_types()[name]):
        return Markup('one of the words of <a href="{}">{}</a>').format(href, label)
    article = "an" if label[0] in "aeiou" else "a"
    return Markup('{} <a href="{}">{}</a>').format(article, href, label)
