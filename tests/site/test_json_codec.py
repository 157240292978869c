"""Values as JSON, and the schema that describes them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import pytest
from jsonschema import Draft202012Validator

from turnwright.site.data.json_codec import JsonValue, encode, json_schema


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
    seen: tuple[WentOut | Lit, ...] = ()
    below: Mapping[str, "Shelf"] = field(default_factory=dict)
    spare: Lit | None = None


CASES: list[tuple[Shelf, JsonValue]] = [
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
    (Shelf("top", spare=Lit("a")), {"name": "top", "spare": {"lantern": "a"}}),
]


@pytest.mark.parametrize(("value", "said"), CASES)
def test_a_value_is_written_as_its_fields(value: Shelf, said: JsonValue):
    """What is as it would be anyhow is left out; a kind is said only where there are several."""
    assert encode(value) == said
    assert list(Draft202012Validator(json_schema(Shelf)).iter_errors(said)) == []


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
def test_the_schema_refuses_what_is_never_written(wrong: JsonValue):
    """Otherwise data that keeps to it would tell a program nothing."""
    assert list(Draft202012Validator(json_schema(Shelf)).iter_errors(wrong)) != []


def test_the_schema_tells_what_the_docstrings_tell():
    """Of classes and of their fields, with what a field is when nobody says."""
    schema = json_schema(Shelf)

    assert schema["description"] == "A shelf, and what is on it."
    assert schema["properties"]["name"] == {"type": "string", "description": "What it is called."}
    assert schema["properties"]["light"] == {"enum": ["dim", "bright"], "default": "dim"}


def test_what_has_no_place_in_json_is_said():
    """A set has no order, so it would be written differently each time."""
    with pytest.raises(TypeError, match="frozenset"):
        encode(frozenset({"a"}))
