"""The JSON Schema agrees with the loader."""

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from turnwright.load.decoding import LOADER_FIELDS
from turnwright.load.document import Value, to_data
from turnwright.load.files import File, default_folder, read_file
from turnwright.load.json import FILES, json_schema
from turnwright.load.yaml_parser import parse_documents

GROUND = Path(__file__).parent.parent / "ground" / "ruleset.yaml"
RULESETS = sorted(default_folder().glob("*/ruleset.yaml"))
EXAMPLES = sorted(default_folder().glob("*/examples/*.yaml"))


def values(path: Path) -> list[Value]:
    """The documents of a file, as plain values."""
    file = read_file(path)
    assert isinstance(file, File)
    return [to_data(root) for root in parse_documents(file)[0]]


@pytest.mark.parametrize("what", FILES)
def test_a_schema_is_a_schema(what: str):
    """Editors can rely on it."""
    Draft202012Validator.check_schema(json_schema(what))


def test_real_files_fit_their_schema():
    """What the loader takes, an editor that knows the schema takes too."""
    assert RULESETS
    assert EXAMPLES
    for what, paths in (("ruleset", [*RULESETS, GROUND]), ("example", EXAMPLES)):
        validator = Draft202012Validator(json_schema(what))
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
def test_wrong_files_do_not_fit(what: str, value: Value):
    """An editor underlines what the loader would refuse."""
    assert list(Draft202012Validator(json_schema(what)).iter_errors(value))


def test_keys_are_explained_in_the_words_of_the_language():
    """Hovering over a key tells what it is."""
    told = json_schema("ruleset")["$defs"]["StepClause"]["properties"]["text"]["description"]

    assert told.startswith("The rule in our own words")


def test_what_the_loader_fills_in_is_not_for_authors():
    """The language's own docstrings say which fields those are."""
    for cls, names in LOADER_FIELDS.items():
        source = Path(__import__(cls.__module__, fromlist=["_"]).__file__).read_text()
        body = source.partition(f"class {cls.__name__}")[2].partition("\n@dataclass")[0]
        said = {
            lines.split(":")[0].strip()
            for lines, docstring in zip(body.splitlines(), body.splitlines()[1:], strict=False)
            if "Filled in when" in docstring
        }
        assert said == names
