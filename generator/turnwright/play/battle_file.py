"""Battle file: a kept battle as an example in YAML, written and read back, whoever wrote it.

The reader of YAML is that of `turnwright check`; it is loaded when something is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from turnwright.examples.replay import battle_of
from turnwright.language.example import Example
from turnwright.language.input import NO_NAMES, Input
from turnwright.load.confusable_names import skeleton, visible
from turnwright.play.json_values import NotPlain, from_plain, input_of, to_plain, within

LONGEST_NAME = 40
MOST_LETTERS = 2_000_000
"""Most letters of a battle that is read."""
SPREAD = ("given", "play")
"""What is written over several lines: the armies, and what was done."""
LEFT_OUT = ("shows", "start", "about")
"""What an author says of an example, and a battle that is only kept does not."""
CLAIMS = ("then", "note")
"""What an author says beside the input of a line."""


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


def read(text: str, number: int = 0) -> Example:
    """The battle of a text of YAML, or the one of this number out of several. Raises NotPlain."""
    from turnwright.load.files import File
    from turnwright.load.syntax_tree import Node, child
    from turnwright.load.yaml_parser import parse_documents

    if len(text) > MOST_LETTERS:
        raise NotPlain("this is too long for a battle")
    documents, problems = parse_documents(File("", text, tuple(text.splitlines())))
    for problem in problems:
        told = f"{problem.message.rstrip('.')}. {problem.hint}".strip()
        raise NotPlain(_placed(problem.line, problem.column, told))
    if not 0 <= number < len(documents):
        raise NotPlain("there is no battle of this number")
    node: Node | None = documents[number]
    try:
        return battle_from(_without_claims(_value_of(documents[number])))
    except NotPlain as problem:
        for step in problem.at:
            inner = child(node, step)
            node = inner or node
        line, column = (node.line, node.column) if node else (1, 1)
        raise NotPlain(_placed(line, column, str(problem))) from None


def titles(text: str) -> list[str]:
    """The titles of the examples that stand one after another in a text of YAML."""
    found = [re.search(r"^example: *(.*)", each, re.MULTILINE) for each in text.split("\n---")]
    return [each[1].strip("\"'") if each else "" for each in found]


def _placed(line: int, column: int, message: str) -> str:
    return f"line {line}, column {column}: {message[:1].lower()}{message[1:]}"


def _value_of(node: Any) -> Any:
    """The data that a syntax tree stands for."""
    if (keyed := getattr(node, "values", None)) is not None:
        return {key: _value_of(item) for key, item in keyed.items()}
    if (listed := getattr(node, "items", None)) is not None:
        return [_value_of(item) for item in listed]
    return node.value


def _without_claims(data: Any) -> Any:
    """A written example without what its author claims: what is refused in it is not done."""
    if not isinstance(data, dict):
        raise NotPlain("this is no battle")
    bare = {key: value for key, value in data.items() if key not in LEFT_OUT}
    if isinstance(lines := bare.get("play"), list):
        bare["play"] = [_bare(line) if isinstance(line, dict) else line for line in lines]
    return bare


def _bare(line: dict[str, Any]) -> Any:
    if "refused" in line:
        return None
    return {key: value for key, value in line.items() if key not in CLAIMS}


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
        _check_names(example)
        return battle_of(example, [*_inputs(play)])
    except RecursionError:
        raise NotPlain("this is no battle") from None


def _check_names(example: Example) -> None:
    """Raises NotPlain where units cannot be told apart, or are called as no unit can be."""
    taken = {skeleton(name) for name in (*NO_NAMES, *example.given)}
    for name in (name for units in example.given.values() for name in units):
        if skeleton(name) in taken or name != visible(name) or not name.isprintable():
            raise NotPlain(f"no unit, or no second one, can be called {name[:LONGEST_NAME]!r}")
        taken.add(skeleton(name))


def _inputs(play: list[Any]) -> Iterator[Input]:
    for number, line in enumerate(play):
        if line is not None:  # An attempt that is refused.
            with within("play"), within(number):
                yield input_of(line)
