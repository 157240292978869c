"""What somebody has read beside its source is told when it is changed and not read again."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwright.cli import main

RULES = """\
ruleset: drill
title: Drill
language: 2
sides: [red, blue]
steps:
  battle:
    clauses:
      - id: battle.turns
        text: Sides take turns, red first.
        means: {cadence: alternate, first: listed_first, among: own, together: one}
      - {id: battle.runs, text: Units run., means: {each: [run]}}
      - {id: battle.once, text: A unit runs once in a battle., means: {limit: {per: battle}}}
      - {id: battle.end, text: It is over when nobody is left., means: {until: none_left}}
  run: {verb: run}
gaps:
  - {name: ties, text: Who begins after a draw is not in our source.}
"""
BOOK = """\
book: drill
chapters:
  - chapter: all
    title: All
    entries:
      - id: turns
        say: Take turns, red first. Units run, each once in a battle, until nobody is left.
        rules: [battle.turns, battle.runs, battle.once, battle.end]
"""
PLAY = """\
example: Red begins
ruleset: drill
shows: [battle.turns]
given: {red: {Ash: {}}, blue: {Elm: {}}}
play:
  - {side: red, does: run, unit: Ash, then: {next: blue}}
"""
TEXTS = {"ruleset.yaml": RULES, "book.yaml": BOOK, "examples/play.yaml": PLAY}
MEANING = "What this means was changed, and its sentence was not, since both were read."
SENTENCE = "The sentence was changed, and what it means was not, since both were read."
BOTH = "This was changed since it was last read beside its source."
NEW = "Nobody has read this beside its source since it was written."

Edit = Callable[[str, str, str], None]


def turnwright(*words: object) -> Result:
    """A command, as it is typed where nobody answers questions."""
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def drill(tmp_path: Path) -> Path:
    """A small ruleset of which everything has been read."""
    folder = tmp_path / "drill"
    for name, text in TEXTS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    assert turnwright("review", "--all", folder).exit_code == 0
    return folder


@pytest.fixture
def edit(drill: Path) -> Edit:
    """Writes something else into one of its files."""

    def written(name: str, was: str, becomes: str) -> None:
        text = (drill / name).read_text(encoding="utf-8")
        assert text.count(was) == 1
        (drill / name).write_text(text.replace(was, becomes), encoding="utf-8")

    return written


def test_what_was_read_passes(drill: Path):
    """Nothing was changed since."""
    checked = turnwright("check", drill)

    assert checked.output == "1 example replayed, 0 disagreements\n"


@pytest.mark.parametrize(
    ("name", "was", "becomes", "place", "told"),
    [
        ("ruleset.yaml", "Units run.", "Units go.", "11:33", SENTENCE),
        ("ruleset.yaml", "together: one", "together: several", "10:16", MEANING),
        ("ruleset.yaml", "verb: run", "verb: dash", "14:8", BOTH),
        ("ruleset.yaml", "after a draw", "after a tie", "16:5", BOTH),
        ("book.yaml", "until nobody", "while somebody", "6:9", BOTH),
        ("examples/play.yaml", "Red begins", "Red is first", "1:10", BOTH),
    ],
)
def test_a_change_of_anything_that_was_read_is_told(
    drill: Path, edit: Edit, name: str, was: str, becomes: str, place: str, told: str
):
    """Of a sentence or a meaning alone, of a gap, of the book, of the title of an example.

    No word of the sentence speaks against the meaning, so nothing else would tell it.
    """
    edit(name, was, becomes)

    checked = turnwright("check", drill)

    assert checked.exit_code == 1
    assert f"{name}:{place}: {told}" in checked.output


def test_a_sentence_that_contradicts_its_meaning_hides_no_other_change(drill: Path, edit: Edit):
    """All are told at once: the one that only a reader can judge beside the other."""
    edit("ruleset.yaml", "Sides take turns, red first.", "Sides take turns, red last.")
    edit("ruleset.yaml", "It is over when nobody", "It is going on when nobody")

    told = turnwright("check", drill).output

    assert "This says `last`, and its meaning has who is first." in told
    assert told.count(SENTENCE) == 2


def test_a_clause_that_is_new_is_to_be_read_and_no_mistake(drill: Path, edit: Edit):
    """What was read before is as it was."""
    edit(
        "ruleset.yaml",
        "  run: {verb: run}",
        "      - {id: battle.stop, text: A side may stop., machine: true, "
        "means: {finish: allowed}}\n"
        "  run: {verb: run}",
    )

    assert turnwright("check", drill).exit_code == 0
    reviewed = turnwright("review", drill)
    assert f"ruleset.yaml:14:9: {NEW}" in reviewed.output
    assert reviewed.output.endswith("\n1 part left to be read\n")


def test_an_example_that_was_played_and_saved_is_no_mistake(drill: Path):
    """In a file of its own; its title was nobody else's before."""
    more = PLAY.replace("Red begins", "Ash is the first to run")
    (drill / "examples" / "saved.yaml").write_text(more, encoding="utf-8")

    assert turnwright("check", drill).exit_code == 0


def test_an_entry_that_is_gone_is_told_until_it_is_reviewed(drill: Path, edit: Edit):
    """The file of reviews names what is not there."""
    edit("ruleset.yaml", "  - {name: ties, text", "  - {name: draws, text")

    assert "There is no `gaps/ties` any more." in turnwright("check", drill).output
    assert turnwright("review", "--all", drill).exit_code == 0
    assert turnwright("check", drill).exit_code == 0


def test_other_line_breaks_order_of_keys_and_comments_are_no_change(drill: Path, edit: Edit):
    """Nothing is said otherwise."""
    edit(
        "ruleset.yaml",
        "{id: battle.runs, text: Units run., means: {each: [run]}}",
        "text:\n          Units\n          run.\n        means: {each: [run]}  # as ever\n"
        "        id: battle.runs",
    )

    assert turnwright("check", drill).exit_code == 0


def test_where_nobody_answers_nothing_is_kept_as_read(drill: Path, edit: Edit):
    """It is listed, and left."""
    edit("ruleset.yaml", "Units run.", "Units go.")
    before = (drill / "reviewed.yaml").read_text(encoding="utf-8")

    reviewed = turnwright("review", drill)

    assert reviewed.exit_code == 1
    assert SENTENCE in reviewed.output
    assert reviewed.output.endswith("1 part left to be read\n")
    assert (drill / "reviewed.yaml").read_text(encoding="utf-8") == before


def test_only_what_is_read_again_is_kept(drill: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch):
    """On a terminal each is shown: of two changes, one is agreed to."""
    edit("ruleset.yaml", "Units run.", "Units go.")
    edit("ruleset.yaml", "together: one", "together: several")
    monkeypatch.setattr("turnwright.cli.review.is_asked", lambda: True)

    reviewed = CliRunner().invoke(main, ["review", str(drill)], input="no\nyes\n")

    assert "text: Units go." in reviewed.output
    assert reviewed.output.endswith("1 part kept as read\n1 part left to be read\n")
    checked = turnwright("check", drill)
    assert MEANING in checked.output
    assert SENTENCE not in checked.output


def test_a_file_of_reviews_that_cannot_be_read_is_told(drill: Path):
    """With its place, by both commands; it is not written over."""
    (drill / "reviewed.yaml").write_text("reviewed: [run]\n", encoding="utf-8")

    for command in ("check", "review"):
        asked = turnwright(command, drill)
        assert asked.exit_code == 1
        assert "reviewed.yaml:1:11: " in asked.output
    assert (drill / "reviewed.yaml").read_text(encoding="utf-8") == "reviewed: [run]\n"


def test_a_file_alone_is_held_against_what_was_read_of_it(drill: Path, edit: Edit):
    """The examples that were not asked for are still there, also when it is read again."""
    edit("ruleset.yaml", "Units run.", "Units go.")

    checked = turnwright("check", "--no-examples", drill / "ruleset.yaml")
    reviewed = turnwright("review", "--all", drill / "ruleset.yaml")

    assert SENTENCE in checked.output
    assert "any more" not in checked.output
    assert "1 part kept as read" in reviewed.output
    assert turnwright("check", drill).exit_code == 0


def test_rules_without_such_a_file_need_no_review(drill: Path):
    """Who has never asked for it is not asked to read."""
    (drill / "reviewed.yaml").unlink()

    assert turnwright("check", drill).exit_code == 0


def test_a_file_that_cannot_be_read_is_the_only_thing_told(drill: Path, edit: Edit):
    """Nobody knows which examples are in it, so none of them is said to be gone or missed."""
    edit("examples/play.yaml", "then: {next: blue}", "note: It ends, at once")

    checked = turnwright("check", drill)

    assert "examples/play.yaml:6:54: `at once` has no value." in checked.output
    assert checked.output.count(".yaml:") == 1


def test_of_a_book_that_cannot_be_read_no_entry_is_said_to_be_gone(drill: Path):
    """It is there, in letters that nobody can read."""
    (drill / "book.yaml").write_bytes((drill / "book.yaml").read_text("utf-8").encode("utf-16"))

    checked = turnwright("check", drill)

    assert "book.yaml:1:1: " in checked.output
    assert "any more" not in checked.output
