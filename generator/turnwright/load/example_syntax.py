"""Example syntax: a line as authors write it, with the keys of its one input beside its claims.

The keys come from the fields of the inputs, so that each is declared once.
"""

from collections.abc import Iterator
from dataclasses import Field, field, fields, make_dataclass, replace
from typing import Any, get_type_hints

from turnwright.language.example import Example, Line
from turnwright.language.field import rule_of, written_keys
from turnwright.language.input import INPUTS, Choice, Declaration

_STANDS_FOR = "stands for"
"""What the metadata of a written field says: the fields that it stands for, with their classes."""


def stands_for(written: type) -> dict[str, tuple[tuple[type, str], ...]]:
    """The fields that each key of a written class stands for, each with its class."""
    return {each.name: each.metadata[_STANDS_FOR] for each in fields(written)}


def _many(kind: Any) -> Any:
    """The type of a list of these."""
    return tuple[kind, ...]


def _fields_of(cls: type) -> Iterator[tuple[str, Any, Any]]:
    """The keys of a class, as the fields of a written one."""
    types = get_type_hints(cls)
    for key, declared in written_keys(cls):
        rule, kind = rule_of(declared), types[declared.name]
        if rule.inline:
            continue
        if kind == tuple[Declaration, ...]:
            kind = _many(WrittenDeclaration)
        said = {"rule": rule, _STANDS_FOR: ((cls, declared.name),)}
        yield key, kind, field(default=declared.default, metadata=said)
        if rule.one:
            yield rule.one, str, field(default="", metadata=said)


def _line_fields() -> Iterator[tuple[str, Any, Any]]:
    """The keys of a line: those of every input, which go with that input alone, and its own."""
    found: dict[str, tuple[Any, Field[Any]]] = {}
    mains: dict[str, tuple[str, ...]] = {}
    origins: dict[str, tuple[tuple[type, str], ...]] = {}
    for main, cls in INPUTS.items():
        for key, kind, declared in _fields_of(cls):
            found[key] = kind, declared
            mains[key] = (*mains.get(key, ()), main)
            origins[key] = (*origins.get(key, ()), *declared.metadata[_STANDS_FOR])
    # As lines are written: whose it is, what is done, and the rest of it.
    for key in sorted(found, key=lambda key: (key != "side", key not in INPUTS)):
        kind, declared = found[key]
        rule, default = rule_of(declared), declared.default
        if key in INPUTS:
            rule, kind, default = replace(rule, one_of=True), kind | None, None
        else:
            rule = replace(rule, beside=rule.beside or mains[key])
        yield key, kind, field(default=default, metadata={"rule": rule, _STANDS_FOR: origins[key]})
    yield from _fields_of(Line)


def _written(cls: type, declared: Iterator[tuple[str, Any, Any]], *bases: type) -> Any:
    """The class of what authors write for a class, with these fields."""
    return make_dataclass(
        cls.__name__,
        declared,
        bases=bases,
        namespace={"__doc__": cls.__doc__},
        frozen=True,
        kw_only=True,
    )


WrittenDeclaration: Any = _written(Declaration, _fields_of(Declaration))
"""What a line causes, as authors write it."""

WrittenLine: Any = _written(Line, _line_fields())
"""A line of play, as authors write it."""

WrittenExample: type[Example] = _written(
    Example, iter([("play", _many(WrittenLine), field(default=()))]), Example
)
"""An example, as authors write it."""


def example_of(written: Example) -> Example:
    """Example that is written so."""
    said = {each.name: getattr(written, each.name) for each in fields(Example)}
    return Example(**{**said, "play": tuple(map(_line_of, written.play))})


def _line_of(written: Any) -> Line:
    """Line that is written so; one without an input, which is a problem, chooses nothing."""
    own = {each.name: getattr(written, each.name) for each in fields(Line) if each.name != "input"}
    held = next((cls for key, cls in INPUTS.items() if getattr(written, key) is not None), None)
    return Line(input=_input_of(written, held) if held else Choice(""), **own)


def _input_of(written: Any, cls: type) -> Any:
    """Input that is written so."""
    said: dict[str, Any] = {}
    for key, declared in written_keys(cls):
        value, one = getattr(written, key), rule_of(declared).one
        if one and not value and getattr(written, one):
            value = (getattr(written, one),)
        if declared.name == "causes":
            value = tuple(_input_of(cause, Declaration) for cause in value)
        said[declared.name] = value
    return cls(**said)
