"""Systems side by side: the table, its variants, and the command that prints it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwright.cli import main
from turnwright.describe.variants import pairs, variants
from turnwright.load.library import Library
from turnwright.site.pages.comparison.view import AnswerStatus, answered_by_some, column

DUEL = """\
ruleset: duel
language: 2
title: Duel
game: Lanterns
sides: [red, blue]
steps:
  battle:
    clauses: [{id: battle.again, text: Watches follow each other., means: {repeats: round}}]
  round:
    title: Watch
    clauses:
      - {id: round.alternate, text: You alternate., means: {cadence: alternate}}
      - {id: round.first, text: Red begins., means: {first: listed_first}}
      - {id: round.each, text: You activate a unit., means: {each: [activation]}}
      - {id: round.own, text: It is your own., means: {among: own}}
      - {id: round.one, text: One at a time., means: {together: one}}
      - {id: round.once, text: Each unit once a watch., means: {limit: {per: round}}}
      - {id: round.end, text: All are used., means: {until: none_left}}
  activation: {title: Activation, text: The unit acts.}
options:
  silence:
    title: Silence
    steps:
      round:
        clauses: [{id: round.silence, text: You may pass., means: {passing: never}}]
readings:
  who_begins:
    question: Who begins?
    default: red
    why: It says so.
    clauses: [round.first]
    alternatives:
      red: {text: Red begins.}
      blue:
        text: Blue begins.
        steps:
          round:
            clauses:
              - id: round.blue-first
                text: Blue begins.
                means: {first: listed_second}
                replaces: [round.first]
packs:
  hush: {title: Hush, options: [silence]}
"""

NIGHT = """\
ruleset: night
language: 2
title: Night
game: Lanterns
extends: duel
steps:
  round:
    clauses:
      - id: round.dark
        text: In the dark two units act at once.
        means: {together: several}
        replaces: [round.one]
"""

LIBRARY = """\
ruleset: words
language: 2
title: Words
facts:
  lit: {title: Lit, text: It has a light.}
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a base, an overlay, and a ruleset that nobody can play."""
    folder = tmp_path_factory.mktemp("rulesets")
    for name, text in (("duel", DUEL), ("night", NIGHT), ("words", LIBRARY)):
        (folder / name).mkdir()
        (folder / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def library(shelf: Path) -> Library:
    """The folder, loaded."""
    return Library.read(shelf)


def compare(shelf: Path, *words: str) -> Result:
    """What `turnwright compare` comes to."""
    return CliRunner().invoke(main, ["compare", *words, "--rulesets", str(shelf)])


def test_two_systems_stand_side_by_side_question_by_question(library: Library):
    """The overlay differs in one answer, and in no other."""
    columns = [column(library.effective(name)) for name in ("duel", "night")]

    terms = {
        question.name: [
            [answer.text for answer in each.cells[question.name].answers] for each in columns
        ]
        for question in answered_by_some(columns)
    }

    assert terms["many"] == [["One at a time."], ["In the dark two units act at once."]]
    assert [name for name, (base, overlay) in terms.items() if base != overlay] == ["many"]


def test_an_answer_that_the_source_leaves_open_is_open(library: Library):
    """Who begins can be read in two ways; how many act cannot."""
    cells = column(library.effective("duel")).cells

    assert cells["first"].status is AnswerStatus.OPEN
    assert cells["first"].answers[0].readings == ("who_begins",)
    assert cells["many"].status is AnswerStatus.SAID
    assert cells["react"].status is AnswerStatus.NOT_SAID


def test_a_reading_that_is_chosen_still_answers_an_open_question(library: Library):
    """Blue begins, by a rule of the other reading, and that stays open."""
    (answer,) = (
        column(library.effective("duel", readings={"who_begins": "blue"})).cells["first"].answers
    )

    assert [clause.id for clause in answer.clauses] == ["round.blue-first"]
    assert answer.readings == ("who_begins",)


def test_systems_packs_and_options_each_have_a_column(library: Library):
    """An option that a pack already switches on by itself has no second one."""
    assert [each.key for each in variants(library)] == ["duel", "duel.hush", "night", "words"]


def test_an_option_has_its_name_even_where_a_pack_is_the_same(shelf: Path):
    """The pack of silence has no column beside the option, and both can be asked for."""
    words = ("duel.hush", "duel.silence", "--json")
    data = json.loads(compare(shelf, *words).output)

    assert [each["key"] for each in data["systems"]] == ["duel.hush", "duel.silence"]
    for question in data["questions"]:
        pack, option = question["cells"]
        assert pack["answers"] == option["answers"]


def test_a_single_reading_has_a_name_after_a_dot(shelf: Path):
    """The system as written, its overlay, and the same system read the other way."""
    words = ("duel", "night", "duel.who_begins.blue", "--json")
    data = json.loads(compare(shelf, *words).output)

    (first,) = [each for each in data["questions"] if each["name"] == "first"]
    begins = [[one["clauses"][0]["id"] for one in cell["answers"]] for cell in first["cells"]]
    assert begins[0] == begins[1] != begins[2] == ["duel.round.blue-first"]


def test_a_reading_that_is_not_there_gets_a_name_that_is(shelf: Path):
    """Names after the dot are known, too."""
    refused = compare(shelf, "duel", "duel.who_begins.bleu")

    assert refused.exit_code == 1
    assert "There is no system `duel.who_begins.bleu`. Did you mean" in refused.output


def test_base_and_overlay_belong_side_by_side_and_so_do_a_system_and_its_pack(library: Library):
    """The base stands first."""
    found = [(one.key, other.key) for one, other in pairs(variants(library))]

    assert found == [("duel", "duel.hush"), ("duel", "night")]


def test_the_command_prints_questions_with_sentences_and_clauses(shelf: Path):
    """What stands on the page stands in the terminal."""
    printed = compare(shelf, "duel", "night").output

    assert "How many at once?" in printed
    assert "In the dark two units act at once." in printed
    assert "[night.round.dark]" in printed


def test_the_command_prints_data_for_programs(shelf: Path):
    """Each cell with its status, term and clauses."""
    data = json.loads(compare(shelf, "duel", "duel.hush", "--json").output)

    assert [each["key"] for each in data["systems"]] == ["duel", "duel.hush"]
    (passing,) = [each for each in data["questions"] if each["name"] == "pass"]
    assert [cell["status"] for cell in passing["cells"]] == ["not said", "said"]
    assert passing["cells"][1]["answers"][0]["text"] == "You may pass."


def test_an_option_and_a_reading_hold_in_the_systems_that_have_them(shelf: Path):
    """Both systems of one game are read the same way."""
    words = ("duel", "night", "--option", "silence", "--reading", "who_begins=blue", "--json")
    data = json.loads(compare(shelf, *words).output)

    (first,) = [each for each in data["questions"] if each["name"] == "first"]
    texts = [answer["text"] for cell in first["cells"] for answer in cell["answers"]]
    assert texts == ["Blue begins.", "Blue begins."]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("duel", "nihgt"), "There is no system `nihgt`. Did you mean `night`?"),
        (("duel", "duel.hsh"), "There is no system `duel.hsh`. Did you mean `duel.hush`?"),
        (("duel",), "Name two systems to compare, or more."),
        ((), "Name two systems to compare, or more."),
        (("duel", "words"), "There is no question that `Duel` and `Words` all answer."),
        (
            ("duel", "night", "--option", "silnce"),
            "None of these has the option `silnce`. Did you mean `silence`?",
        ),
        (
            ("duel", "night", "--reading", "who_begin=red"),
            "None of these has the reading `who_begin`. Did you mean `who_begins`?",
        ),
        (("duel", "night", "--reading", "who_begins"), "--reading wants NAME=VALUE"),
        (
            ("duel", "night", "--reading", "who_begins=blu"),
            "Reading `who_begins` has no alternative `blu`.",
        ),
    ],
)
def test_what_cannot_be_compared_gets_a_sentence(
    shelf: Path, words: tuple[str, ...], sentence: str
):
    """No traceback, and what may have been meant."""
    result = compare(shelf, *words)

    assert result.exit_code == (2 if sentence.startswith(("Name two", "--reading")) else 1)
    assert sentence in result.output
