"""`turnwright schema --of`: editors complete the words of one's own ruleset."""

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from turnwright.cli import main
from turnwright.load.files import default_folder
from turnwright.load.library import Library

GROUND = Path(__file__).parent.parent / "ground"
SYSTEM = default_folder() / "trench_crusade"


@pytest.fixture(scope="module")
def schemas():
    """The schemas of a shipped system, with its words."""
    library, _ = Library.read_sound(SYSTEM)
    return {what: library.schema(what) for what in ("ruleset", "example", "book", "sheet")}


def references(said):
    """The lists of words that a part of a schema refers to; of a mapping, those of its values."""
    if isinstance(said, dict):
        found = {said["$ref"]} if "words_" in said.get("$ref", "") else set()
        return found.union(*(references(it) for key, it in said.items() if key != "properties"))
    return set().union(*map(references, said)) if isinstance(said, list) else set()


def words(schema, *path):
    """The words that complete at a key of a class, each with its explanation."""
    declared = schema["$defs"].get(path[0], schema)
    (reference,) = references(declared["properties"][path[-1]])
    listed = schema["$defs"][reference.rpartition("/")[2]]["anyOf"]
    return {it["const"]: it.get("description", "") for it in listed}


@pytest.mark.parametrize("what", ["ruleset", "example", "book", "sheet"])
def test_it_is_a_schema_that_the_files_of_the_system_fit(schemas, what):
    """What the loader takes is underlined nowhere."""
    Draft202012Validator.check_schema(schemas[what])
    validator = Draft202012Validator(schemas[what])
    pattern = "examples/*.yaml" if what == "example" else f"{what}.yaml"
    paths = [*SYSTEM.glob(pattern)]
    assert paths
    for path in paths:
        for document in yaml.safe_load_all(path.read_text("utf-8")):
            assert [error.message for error in validator.iter_errors(document)] == []


def test_words_of_the_ruleset_complete_where_they_can_stand(schemas):
    """Steps, facts, values, clauses, options, readings; each is explained."""
    example, ruleset = schemas["example"], schemas["ruleset"]

    assert "activation" in words(example, "Line", "does")
    assert {"pass", "done"} <= words(example, "Line", "does").keys()
    assert words(example, "", "shows").keys() == words(example, "Claim", "by").keys()
    assert "nothing" in words(example, "Line", "refused")
    assert words(example, "Line", "side").keys() >= {"north", "south"}
    assert words(example, "", "ruleset")["trench_crusade"].startswith("Trench Crusade")
    assert (
        words(ruleset, "StepMeaning", "sequence").keys() <= words(example, "Claim", "step").keys()
    )
    assert words(ruleset, "Condition", "fact").keys() >= words(example, "Claim", "facts").keys()
    assert words(schemas["book"], "Entry", "rules") == words(example, "", "shows")
    clauses = {
        clause.id: clause.text for clause in Library.read(SYSTEM).effective(SYSTEM.name).clauses()
    }
    told = words(example, "", "shows")
    assert {name: told[name] for name in clauses} == {n: t.strip() for n, t in clauses.items()}


def test_steps_checks_and_clauses_complete_in_a_book_and_on_a_sheet(schemas):
    """The picture of the round names steps; a table, and odds on a sheet, name checks."""
    book, sheet, ruleset = schemas["book"], schemas["sheet"], schemas["ruleset"]

    assert words(book, "Box", "step") == words(ruleset, "StepMeaning", "sequence")
    assert "success_chart" in words(book, "Table", "check")
    assert words(sheet, "SheetLine", "odds") == words(book, "Table", "check")
    assert words(sheet, "SheetLine", "rules") == words(book, "Answer", "rules")


def test_names_of_readings_complete_as_keys_and_their_answers_as_values(schemas):
    """With the question."""
    readings = Library.read(SYSTEM).effective(SYSTEM.name).readings
    assert readings

    said = schemas["example"]["properties"]["readings"]["properties"]

    assert {name: it["description"] for name, it in said.items()} == {
        name: reading.question for name, reading in readings.items()
    }
    answers = words(schemas["example"], "", "readings").keys()
    assert answers == {name for it in readings.values() for name in it.alternatives}


def test_a_word_that_is_not_there_yet_fits(schemas):
    """A wrong type does not."""
    validator = Draft202012Validator(schemas["example"])
    said = {"example": "X", "ruleset": "new", "play": [{"does": "newly_made", "unit": "Ash"}]}

    assert validator.is_valid(said)
    assert not validator.is_valid({**said, "play": [{"does": 3}]})


def test_a_broken_file_is_named_and_stops_nothing(tmp_path):
    """The words of the others are there."""
    text = (GROUND / "ruleset.yaml").read_text("utf-8")
    for name, said in (("ground", text), ("broken", "ruleset: [")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(said, encoding="utf-8")

    done = CliRunner().invoke(main, ["schema", "example", "--of", str(tmp_path)])

    assert done.exit_code == 0
    assert "broken/ruleset.yaml: has mistakes" in done.stderr
    assert words(json.loads(done.stdout), "", "ruleset").keys() == {"ground"}


def test_a_folder_that_is_not_there_is_told():
    """And there is no schema."""
    done = CliRunner().invoke(main, ["schema", "--of", "nowhere"])

    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "nowhere:1:1: This does not exist.\n"
