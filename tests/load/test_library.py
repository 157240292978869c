"""Finding rulesets and examples, and remembering where everything stands."""

from pathlib import Path
from textwrap import dedent

import pytest

from turnwright.load.library import Library
from turnwright.load.problem import Place, SourceError

GROUND = Path(__file__).parent.parent / "ground"

EXAMPLES = """
    example: "North's first: Ash acts!"
    ruleset: ground
    given: {north: {Ash: ASH}, south: [Elm]}
    play:
      - {side: north, does: activation, unit: Ash}

      - side: south
        does: activation
        unit: Elm
    ---
    example: Norths first, Ash acts
    ruleset: ground
    start: {next: north}
""".replace(
    "ASH", "{facts: [down], pairs: {engaged: [Elm]}, has: {agility: 3}, abilities: [shield]}"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a ruleset and a file of examples, where the author is."""
    monkeypatch.chdir(tmp_path)
    examples = tmp_path / "ground" / "examples"
    examples.mkdir(parents=True)
    text = (GROUND / "ruleset.yaml").read_text(encoding="utf-8")
    (tmp_path / "ground" / "ruleset.yaml").write_text(text, encoding="utf-8")
    (examples / "turns.yaml").write_text(dedent(EXAMPLES).lstrip(), encoding="utf-8")
    return tmp_path


def test_a_folder_is_read_with_all_that_is_in_it(folder: Path):
    """Rulesets by id, examples in the order of their files."""
    library = Library.read(folder)

    assert list(library.rulesets) == ["ground"]
    assert [example.line for example in library.examples] == [1, 11]
    assert {example.path for example in library.examples} == {"ground/examples/turns.yaml"}


def test_an_example_file_finds_the_ruleset_around_it(folder: Path):
    """One may check a single file."""
    library = Library.read(folder / "ground" / "examples" / "turns.yaml")

    assert list(library.rulesets) == ["ground"]
    assert len(library.examples) == 2


def test_pages_are_named_after_the_sentence_and_never_twice(folder: Path):
    """The name of a page is what a person would type."""
    library = Library.read(folder)

    assert [example.slug for example in library.examples] == [
        "norths-first-ash-acts",
        "norths-first-ash-acts-2",
    ]


def test_every_line_and_clause_knows_where_it_stands(folder: Path):
    """So that whoever finds a mismatch later can say where."""
    library = Library.read(folder)

    assert [line.line for line in library.examples[0].play] == [5, 7]
    assert library.place("ground.round.once") == Place("ground/ruleset.yaml", 27, 9)
    assert library.problem("ground/examples/turns.yaml", 7, "Not so.").text.splitlines() == [
        "ground/examples/turns.yaml:7:5: Not so.",
        "    - side: south",
        "      ^",
    ]


def test_clauses_inherit_where_they_come_from(folder: Path):
    """A clause without a source has that of its part."""
    library = Library.read(folder)

    (clause,) = library.rulesets["ground"].steps["battle"].clauses

    assert clause.source is not None
    assert clause.source.section == "Play"


def test_all_problems_of_all_files_come_at_once_from_top_to_bottom(folder: Path):
    """Nobody mends one mistake only to be told of the next."""
    ruleset = folder / "ground" / "ruleset.yaml"
    text = ruleset.read_text(encoding="utf-8")
    wrong = text.replace("{per: round}", "{per: raund}").replace("cadence: alternate", "cadnce: x")
    ruleset.write_text(wrong, encoding="utf-8")
    example = folder / "ground" / "examples" / "more.yaml"
    example.write_text("example: More\nruleset: ground\nplay: [{side: nort, does: pass}]\n")

    with pytest.raises(SourceError) as caught:
        Library.read(folder)

    assert [str(problem.place) for problem in caught.value.problems] == [
        "ground/examples/more.yaml:3:15",
        "ground/ruleset.yaml:23:17",
        "ground/ruleset.yaml:29:30",
    ]


def test_the_rulesets_that_come_with_turnwright_are_in_order():
    """Whoever clones the project has nothing to mend."""
    library = Library.read()

    assert library.rulesets
    assert library.examples


# Samples

SAMPLE = """
ruleset: NAME
language: 2
title: One move
sides: [red, blue]
steps:
  battle:
    clauses:
      - id: battle.moves
        text: Red moves one unit.
        means:
          {cadence: one_side, first: listed_first, each: [move], among: own, together: one,
           until: one_chance}
  move: {}
---
example: Red moves
ruleset: NAME
shows: [battle.moves]
given: {red: [Ash], blue: [Birch]}
start: {next: red}
"""


def test_a_sample_is_a_file_with_a_ruleset_and_its_examples(tmp_path: Path):
    """Whatever folder it is in, and whatever it is called."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "any.yaml").write_text(SAMPLE.replace("NAME", name), encoding="utf-8")

    library = Library.read_samples(tmp_path)

    assert [*library.rulesets] == ["first", "second"]
    assert [(it.ruleset, it.example) for it in library.examples] == [
        ("first", "Red moves"),
        ("second", "Red moves"),
    ]
    assert library.place("second.battle.moves").line == 9


def test_what_is_wrong_in_a_sample_is_said_with_its_line(tmp_path: Path):
    """In the ruleset and in the example; no two rulesets have the same id."""
    wrong = SAMPLE.replace("red: [Ash]", "green: [Ash]").replace("[move]", "[mvoe]")
    (tmp_path / "a.yaml").write_text(SAMPLE.replace("NAME", "same"), encoding="utf-8")
    (tmp_path / "b.yaml").write_text(SAMPLE.replace("NAME", "same"), encoding="utf-8")
    (tmp_path / "c.yaml").write_text(wrong.replace("NAME", "wrong"), encoding="utf-8")

    with pytest.raises(SourceError) as error:
        Library.read_samples(tmp_path)

    found = [(Path(it.path).name, it.line) for it in error.value.problems]
    assert ("b.yaml", 2) in found
    assert ("c.yaml", 12) in found
    assert ("c.yaml", 19) in found


def test_no_two_examples_have_the_same_address(folder: Path):
    """Whatever their sentences end in, each has a page, and a name that files can bear."""
    sentences = ["Ash acts", "Ash acts", "Ash acts 2", "Ash acts", "Ash acts " * 50, "—"]
    documents = (f'example: "{it}"\nruleset: ground\nstart: {{next: north}}\n' for it in sentences)
    text = "---\n".join(documents)
    (folder / "ground" / "examples" / "addresses.yaml").write_text(text, encoding="utf-8")

    slugs = [example.slug for example in Library.read(folder).examples[: len(sentences)]]

    assert slugs[:4] == ["ash-acts", "ash-acts-2", "ash-acts-2-2", "ash-acts-3"]
    assert slugs[5] == "example"
    assert max(map(len, slugs)) <= 60
    assert slugs[4].startswith("ash-acts-ash-acts")
