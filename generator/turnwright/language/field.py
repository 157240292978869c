"""Field: what is declared of a field beside its type, its default and its docstring.

The loader checks all of it in one place, so no class has a check of its own for such things.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
from collections.abc import Mapping
from dataclasses import MISSING, dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import Any


class Form(StrEnum):
    """How a text has to be written."""

    DICE = "dice"
    """Dice, such as `2d6`."""
    FRACTION = "fraction"
    """A fraction of at most 1, such as `1/2`."""
    LINES = "lines"
    """Lines of a document, such as `22, 25-27`."""
    LINK = "link"
    """An address in the web."""


@dataclass(frozen=True, kw_only=True)
class FieldRule:
    """What a field may hold, and what may stand beside it."""

    beside: tuple[str, ...] = ()
    """It means something only beside one of these fields."""
    apart: tuple[str, ...] = ()
    """It means nothing beside any of these fields."""
    because: str = ""
    """Why, where a reader would ask."""
    hint: str = ""
    """What to write instead."""
    one_of: bool = False
    """Exactly one of the fields that say so is there."""
    some_of: bool = False
    """At least one of the fields that say so is there."""
    joins: str = ""
    """The other field that may be there with this `one_of`."""
    least: int | None = None
    """A plain number is not lower."""
    most: int | None = None
    """A plain number is not higher: what is done or made so often would take for ever."""
    form: Form | None = None
    """How its text has to be written."""
    empty: bool = False
    """The list may be empty."""
    key: str = ""
    """The key under which authors write it, where that is another word."""
    one: str = ""
    """The key under which authors write one alone."""
    inline: bool = False
    """Its keys stand beside those of the value that it is in."""
    names: str = ""
    """The kind of name that it refers to, such as `step`. Of a mapping, its keys do."""
    values: str = ""
    """The kind of name that the values of a mapping refer to."""
    filled: bool = False
    """It is filled in when the file is loaded, and no file may set it."""


def ruled(default: Any = MISSING, *, default_factory: Any = MISSING, **rule: Any) -> Any:
    """A field with a rule; without a default it is required."""
    metadata = {"rule": FieldRule(**rule)}
    if default is MISSING:
        return dataclasses.field(default_factory=default_factory, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def rule_of(declared: dataclasses.Field[Any]) -> FieldRule:
    """The rule that is declared of a field; an empty one where there is none."""
    rule: FieldRule = declared.metadata.get("rule", _NO_RULE)
    return rule


_NO_RULE = FieldRule()


def plain_key(name: str) -> str:
    """The key of a field that is no word of Python: `not` is declared as `not_`."""
    return name.rstrip("_")


def written_keys(cls: type) -> tuple[tuple[str, dataclasses.Field[Any]], ...]:
    """The keys under which authors write the fields of a data class, each with its field."""
    if cls not in _KEYS:
        _KEYS[cls] = tuple(
            (rule_of(declared).key or plain_key(declared.name), declared)
            for declared in dataclasses.fields(cls)
        )
    return _KEYS[cls]


_KEYS: dict[type, tuple[tuple[str, dataclasses.Field[Any]], ...]] = {}


@cache
def rules_of(cls: type) -> Mapping[str, FieldRule]:
    """The fields of a data class for which a rule is declared, in order."""
    declared = {each.name: rule_of(each) for each in dataclasses.fields(cls)}
    return {name: rule for name, rule in declared.items() if rule != _NO_RULE}


@cache
def own_docs(cls: type) -> Mapping[str, str]:
    """Docstring of each field that a class declares itself; none of one that is made of another."""
    try:
        source = inspect.getsource(cls)
    except OSError:
        return {}
    (node,) = ast.parse(textwrap.dedent(source)).body
    assert isinstance(node, ast.ClassDef)
    found: dict[str, str] = {}
    for field, below in pairwise([*node.body, ast.Pass()]):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = isinstance(below, ast.Expr) and ast.literal_eval(below.value)
            found[field.target.id] = inspect.cleandoc(text or "")
    return found


def first_sentence(cls: type, field: str) -> str:
    """First sentence of the docstring of a field, inherited ones included; empty without one."""
    known = (own_docs(base).get(field, "") for base in cls.__mro__ if base is not object)
    said = " ".join(next(filter(None, known), "").split())
    first, dot, _ = said.partition(". ")
    return first + dot.strip()
