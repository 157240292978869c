"""An example as a session that a reader can paste into Python.

What it is expected to print comes from the author's claims, never from a run.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction

from turnwright.language.example import NOTHING, Card, Claim, Example, Line

WIDTH = 88
"""Calls that would be wider than this are broken over several lines."""

CHOSEN = ("side", "unit", "units", "target", "using", "to", "path", "inches", "first")
"""What can be said with a choice."""

DECLARED = ("unit", "to_unit", "side", "models", "ends", "card")
"""What can be said with a declaration."""

PLAIN_CLAIMS = ("next", "step", "round", "awaits", "dice", "outcome", "winner", "unsaid")
"""Claims that are a member of the game as it stands."""


Short = Callable[[str], str]
"""The id of a clause without its ruleset, which is how a game names it."""


def session(example: Example, short: Short = str) -> str:
    """The whole session, with prompts and what each question is answered."""
    lines = [">>> import turnwright"]
    lines += _wrapped("game = turnwright.start", (json.dumps(example.ruleset), *_start(example)))
    lines += _claims(example.start, short)
    for line in example.play:
        lines += _line(line, short)
    return "\n".join(lines) + "\n"


def _start(example: Example) -> Iterator[str]:
    yield written(example.given)
    for name in ("options", "params", "readings", "mission", "facts"):
        value = getattr(example, name)
        if as_data(value):
            yield f"{name}={written(value)}"


def _line(line: Line, short: Short) -> list[str]:
    method, arguments = _input(line)
    if line.refused is None:
        return [*_wrapped(f"game = game.{method}", arguments), *_claims(line.then, short)]
    refused = (line.refused,) if isinstance(line.refused, str) else line.refused
    if method != "choose" or not refused or NOTHING in refused:
        # Only a choice can be asked about, and only by clause; anything else has to be tried.
        return [
            f">>> game.{method}({', '.join(arguments)})  # doctest: +IGNORE_EXCEPTION_DETAIL",
            "Traceback (most recent call last):",
            "turnwright.Refused",
            *_claims(line.then, short),
        ]
    call = f"game.refuses({', '.join(arguments)})"
    asked = [f">>> {written(short(clause))} in {call}\nTrue" for clause in refused]
    return [*asked, *_claims(line.then, short)]


def _input(line: Line) -> tuple[str, tuple[str, ...]]:
    """The method of the game that takes a line, and its arguments."""
    if line.roll is not None:
        return "roll", tuple(str(die) for die in line.roll)
    if line.draw:
        return "draw", (written(line.draw),)
    if line.declare:
        return "declare", (written(line.declare), *_named(line, DECLARED))
    return "choose", (written(line.does), *_named(line, CHOSEN))


def _named(line: Line, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        value = getattr(line, name)
        if value is not None and value not in ("", (), False):
            yield f"{name}={written(value)}"


def _claims(claim: Claim | None, short: Short) -> list[str]:
    if claim is None:
        return []
    return [
        text for question, answer in _asked(claim, short) for text in (f">>> {question}", answer)
    ]


def _asked(claim: Claim, short: Short) -> Iterator[tuple[str, str]]:
    """Each claim as a question to the game, and the answer its author gave."""
    for name in PLAIN_CLAIMS:
        value = getattr(claim, name)
        if value is not None:
            yield f"game.{name}", repr(value)
    for name in ("may", "active"):
        units = getattr(claim, name)
        if units is not None:
            yield f"sorted(game.{name})", repr(sorted(units))
    yield from _among("game.may", claim.may_not, False)
    for unit, clause in (claim.by or {}).items():
        yield f"{written(short(clause))} in game.why({written(unit)})", "True"
    yield from _among("game.can", claim.can, True)
    yield from _among("game.can", claim.cannot, False)
    for does, units in (claim.targets or {}).items():
        yield f"sorted(game.targets({written(does)}))", repr(sorted(units))
    for name in ("ended", "began"):
        yield from _in_order(f"game.{name}", getattr(claim, name))
    for who, facts in (claim.facts or {}).items():
        yield from _among(f"game.facts({written(who)})", facts, True)
    for who, facts in (claim.no_facts or {}).items():
        yield from _among(f"game.facts({written(who)})", facts, False)
    for what, number in (claim.value or {}).items():
        yield f"game.value({written(what)})", repr(number)
    for ability, units in (claim.serves or {}).items():
        yield from _among(f"game.serves({written(ability)})", units, True)
    for ability, units in (claim.no_serves or {}).items():
        yield from _among(f"game.serves({written(ability)})", units, False)
    yield from _among("game.lasts", claim.lasts, True)
    yield from _among("game.lasts", claim.stopped, False)
    for side, count in (claim.holds or {}).items():
        yield f"game.holds({written(side)})", repr(count)
    for side, odds in (claim.odds or {}).items():
        yield f"str(game.odds({written(side)}))", repr(str(Fraction(odds)))


def _among(where: str, names: tuple[str, ...] | None, answer: bool) -> Iterator[tuple[str, str]]:
    for name in names or ():
        yield f"{written(name)} in {where}", repr(answer)


def _in_order(where: str, names: tuple[str, ...] | None) -> Iterator[tuple[str, str]]:
    if names and len(names) == 1:
        yield f"{written(names[0])} in {where}", "True"
    elif names:
        # An iterator is used up as it is searched, so this finds them only in this order.
        yield f"seen = iter({where}); all(step in seen for step in {written(names)})", "True"


def as_data(value: object) -> object:
    """A value of the language as lists, dicts and text, with what is left unsaid left out."""
    if isinstance(value, Enum):
        return str(value)
    if is_dataclass(value):
        said = {
            field.name: getattr(value, field.name)
            for field in fields(value)
            if getattr(value, field.name) != field.default
        }
        return {name: as_data(item) for name, item in said.items() if item not in ({}, (), None)}
    if isinstance(value, Mapping):
        units = {name: as_data(item) for name, item in value.items()}
        bare = value and all(item == Card() for item in value.values())
        return list(units) if bare else units
    if isinstance(value, tuple):
        listed = [as_data(item) for item in value]
        # A list of names is a list; a point on the table is a pair.
        return listed if all(isinstance(item, str) for item in value) else tuple(listed)
    return value


def written(value: object) -> str:
    """A value as Python that can be pasted, with straight double quotes."""
    value = as_data(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(k)}: {written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(written, value)) + ("," * (len(value) == 1)) + ")"
    return f"{value:g}" if isinstance(value, float) else repr(value)


def _wrapped(function: str, arguments: tuple[str, ...]) -> list[str]:
    """A call behind a prompt, over several lines when one would be too wide."""
    line = f">>> {function}({', '.join(arguments)})"
    if len(line) <= WIDTH:
        return [line]
    return [f">>> {function}(", *(f"...     {argument}," for argument in arguments), "... )"]
