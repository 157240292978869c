"""Input validation: what a program hands over has the form that an example file gives it."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from turnwright.engine.decision import Refused, did_you_mean
from turnwright.language.input import Choice, Declaration, Draw, Roll

KINDS = (Choice, Roll, Draw, Declaration)
TEXTS = {
    kind: tuple(it.name for it in fields(kind) if it.type == "str" or it.type is str)
    for kind in KINDS
}
"""The fields of each kind of input that are texts."""
NUMBERS = {
    kind: tuple(it.name for it in fields(kind) if it.name in ("number", "value", "models"))
    for kind in KINDS
}
"""The fields that are whole numbers, where they are said."""


def check_input(given: Any) -> None:
    """Raises Refused for what is no input, or has something in it that none could have."""
    kind = type(given)
    if kind not in TEXTS:
        names = ", ".join(it.__name__ for it in KINDS)
        raise Refused(f"an input is one of {names}, not {given!r:.60}")
    for name in TEXTS[kind]:
        if not isinstance(getattr(given, name), str):
            raise Refused(f"{name} is a text, not {getattr(given, name)!r:.60}")
    for name in NUMBERS[kind]:
        number = getattr(given, name)
        if number is not None and type(number) is not int:
            raise Refused(f"{name} is a whole number, not {number!r:.60}")
    units = getattr(given, "units", ())
    if not isinstance(units, tuple | list) or not all(isinstance(it, str) for it in units):
        raise Refused(f"units are a list of names, not {units!r:.60}")
    for cause in getattr(given, "causes", ()):
        check_input(cause)


def check_fields(kind: type, said: dict[str, Any]) -> None:
    """Raises Refused for a key that an input of this kind does not have."""
    known = [it.name for it in fields(kind) if it.default is not MISSING]
    for name in said:
        if name not in known:
            raise Refused(f"nothing is called {name} there{did_you_mean(name, known)}")


def check_text(said: object) -> None:
    """Raises Refused for a name that is no text."""
    if not isinstance(said, str):
        raise Refused(f"a name is a text, not {said!r:.60}")
