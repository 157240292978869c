"""Kept battles: an example as a file of YAML, one JSON value a line, and read back from it.

It is what `turnwright check` reads; here it is read without a parser of YAML.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from turnwright.language.example import Example
from turnwright.language.input import Input
from turnwright.play.plain import NotPlain, from_plain, input_of, to_plain
from turnwright.proof.replay import battle_of

MOST_LETTERS = 2_000_000
"""Most letters of a battle that is read."""
SPREAD = ("given", "play")
"""What is written over several lines: the armies, and what was done."""
LEFT_OUT = ("shows", "start", "about")
"""What an author says of an example, and a battle that is only kept does not."""
_KEY = re.compile(r"([a-z_]+):(?: (.*))?")
_ITEM = re.compile(r' {2}(?:- (.*)|("(?:[^"\\]|\\.)*"): (.*))')


def inputs_of(example: Example) -> tuple[Input, ...]:
    """The inputs of an example that the rules allow."""
    return tuple(line.input for line in example.play if line.refused is None)


def written(battle: Example, told: Iterable[str] = ()) -> str:
    """A battle as the text of a file, below what is told of it in comments."""
    data = plain_battle(battle)
    lines = ["# Kept by Turnwright. `turnwright check` plays it again; claims may be added."]
    lines += [f"# {line}" for line in told]
    for key, value in data.items():
        if key not in SPREAD:
            lines.append(f"{key}: {_json(value)}")
            continue
        lines.append(f"{key}:")
        if isinstance(value, dict):
            lines += [f"  {_json(name)}: {_json(item)}" for name, item in value.items()]
        else:
            lines += [f"  - {_json(item)}" for item in value]
    return "\n".join(lines) + "\n"


def plain_battle(battle: Example) -> dict[str, Any]:
    """A battle as plain data."""
    data: dict[str, Any] = to_plain(replace(battle_of(battle), play=()))
    if lines := [to_plain(said) for said in inputs_of(battle)]:
        data["play"] = lines
    return data


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)


def read(text: str) -> Example:
    """The battle of a text that was written here. Raises NotPlain."""
    if len(text) > MOST_LETTERS:
        raise NotPlain("this is too long for a battle")
    data: dict[str, Any] = {}
    inside: Any = None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if found := _KEY.fullmatch(line):
            key, value = found[1], found[2]
            inside = None if value else [] if key == "play" else {}
            data[key] = _value(value, number) if value else inside
        elif (item := _ITEM.fullmatch(line)) and isinstance(inside, list) and item[1]:
            inside.append(_value(item[1], number))
        elif item and isinstance(inside, dict) and item[2]:
            inside[_value(item[2], number)] = _value(item[3], number)
        else:
            raise NotPlain(f"line {number} is not as it is kept here")
    return battle_from(data)


def _value(text: str, number: int) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise NotPlain(f"line {number} is not as it is kept here") from None


def battle_from(data: Mapping[str, Any]) -> Example:
    """The battle of plain data, such as a link holds. Raises NotPlain."""
    known = {field.name for field in fields(Example)} - {*LEFT_OUT}
    if not isinstance(data, dict) or not known.issuperset(data):
        raise NotPlain("this is no battle")
    play = data.get("play", [])
    if not isinstance(play, list):
        raise NotPlain("this is no battle")
    try:
        example = from_plain(Example, {key: it for key, it in data.items() if key != "play"})
        return battle_of(example, [input_of(line) for line in play])
    except RecursionError:
        raise NotPlain("this is no battle") from None
