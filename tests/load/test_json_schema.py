"""Values as JSON; the JSON Schemas of values and of files, which agree with the loader."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from inspect import getsource
from itertools import pairwise
from pathlib import Path
from typing import Annotated, NamedTuple

import pytest
from jsonschema import Draft202012Validator

from turnwright.language.clause import Clause
from turnwright.language.example import Example, Line
from turnwright.language.roster import Roster
from turnwright.load.decoding import loader_fields
from turnwright.load.files import File, default_folder, read_file
from turnwright.load.json_schema import FILES, Json, Tagged, file_schema, to_json, value_schema
from turnwright.load.syntax_tree import Mapping as MappingNode
from turnwright.load.syntax_tree import Node, Scalar
from turnwright.load.yaml_parser import parse_documents

GROUND = Path(__file__).parent.parent / "ground" / "ruleset.yaml"
RULESETS = sorted(default_folder().glob("*/ruleset.yaml"))
EXAMPLES = sorted(default_folder().glob("*/examples/*.yaml"))


def plain(node: Node) -> object:
    """What a node says, without where it stands."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, MappingNode):
        return {key: plain(value) for key, value in node.values.items()}
    return [plain(item) for item in node.items]


def values(path: Path) -> list[object]:
    """The documents of a file, as plain values."""
    file = read_file(path)
    assert isinstance(file, File)
    return [plain(root) for root in parse_documents(file)[0]]


@pytest.mark.parametrize("what", FILES)
def test_a_schema_is_a_schema(what: str):
    """Editors can rely on it."""
    Draft202012Validator.check_schema(file_schema(what))


def test_real_files_fit_their_schema():
    """What the loader takes, an editor that knows the schema takes too."""
    assert RULESETS
    assert EXAMPLES
    for what, paths in (("ruleset", [*RULESETS, GROUND]), ("example", EXAMPLES)):
        validator = Draft202012Validator(file_schema(what))
        for path in paths:
            for value in values(path):
                assert [error.message for error in validator.iter_errors(value)] == []


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("ruleset", {"ruleset": "x"}),
        ("ruleset", {"ruleset": "x", "title": "X", "titel": "X"}),
        ("ruleset", {"ruleset": "x", "title": 6}),
        ("example", {"example": "X", "ruleset": "x", "line": 3}),
        ("example", {"example": "X", "ruleset": "x", "play": [{"roll": [True]}]}),
    ],
)
def test_wrong_files_do_not_fit(what: str, value: object):
    """An editor underlines what the loader would refuse."""
    assert list(Draft202012Validator(file_schema(what)).iter_errors(value))


def test_keys_are_explained_in_the_words_of_the_language():
    """Hovering over a key tells what it is."""
    told = file_schema("ruleset")["$defs"]["StepClause"]["properties"]["text"]["description"]

    assert told.startswith("The rule in our own words")


def test_what_the_loader_fills_in_is_not_for_authors():
    """The language's own docstrings say which fields those are."""
    for cls in (Clause, Line, Example, Roster):
        body = getsource(cls).splitlines()
        said = {
            line.split(":")[0].strip()
            for line, docstring in pairwise(body)
            if "Filled in when" in docstring
        }
        assert said == loader_fields(cls)


class Light(StrEnum):
    """How bright it is."""

    DIM = "dim"
    BRIGHT = "bright"


class WentOut(NamedTuple):
    """A lantern went out."""

    lantern: str
    at: tuple[float, float] | None


class Lit(NamedTuple):
    """A lantern was lit."""

    lantern: str


@dataclass(frozen=True)
class Shelf:
    """A shelf, and what is on it."""

    name: str
    """What it is called."""
    light: Light = Light.DIM
    seen: tuple[Annotated[WentOut | Lit, Tagged()], ...] = ()
    below: Mapping[str, "Shelf"] = field(default_factory=dict)


CASES: list[tuple[Shelf, Json]] = [
    (Shelf("top"), {"name": "top"}),
    (Shelf(""), {"name": ""}),
    (Shelf("top", Light.BRIGHT), {"name": "top", "light": "bright"}),
    (
        Shelf("top", seen=(WentOut("a", (1.5, 2)), Lit("a"), WentOut("b", None))),
        {
            "name": "top",
            "seen": [
                {"kind": "went_out", "lantern": "a", "at": [1.5, 2]},
                {"kind": "lit", "lantern": "a"},
                {"kind": "went_out", "lantern": "b", "at": None},
            ],
        },
    ),
    (Shelf("top", below={"a": Shelf("mid")}), {"name": "top", "below": {"a": {"name": "mid"}}}),
]


@pytest.mark.parametrize(("value", "said"), CASES)
def test_a_value_is_written_as_its_fields(value: Shelf, said: Json):
    """What is as it would be anyhow is left out; a kind is said only where there are several."""
    assert to_json(value) == said
    assert list(Draft202012Validator(value_schema(Shelf)).iter_errors(said)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"name": 1},
        {"name": "top", "colour": "red"},
        {"name": "top", "light": "dark"},
        {"name": "top", "seen": [{"lantern": "a"}]},
        {"name": "top", "seen": [{"kind": "lit", "lantern": "a", "at": None}]},
        {"name": "top", "seen": [{"kind": "went_out", "lantern": "a", "at": [1]}]},
        {"name": "top", "below": {"a": {}}},
    ],
)
def test_the_schema_refuses_what_is_never_written(wrong: Json):
    """Otherwise data that keeps to it would tell a program nothing."""
    assert list(Draft202012Validator(value_schema(Shelf)).iter_errors(wrong)) != []


def test_the_schema_tells_what_the_docstrings_tell():
    """Of classes and of their fields, with what a field is when nobody says."""
    schema = value_schema(Shelf)

    assert schema["description"] == "A shelf, and what is on it."
    assert schema["properties"]["name"] == {"type": "string", "description": "What it is called."}
    assert schema["properties"]["light"] == {"$ref": "#/$defs/Light", "default": "dim"}
    assert schema["$defs"]["Light"]["enum"] == ["dim", "bright"]


def test_what_has_no_place_in_json_is_said():
    """A set has no order, so it would be written differently each time."""
    with pytest.raises(TypeError, match="frozenset"):
        to_json(frozenset({"a"}))
