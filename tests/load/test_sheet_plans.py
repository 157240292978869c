"""A sheet plan names entries of the book, forgets none, and says nothing that they do not."""

from pathlib import Path
from textwrap import dedent

import pytest

from turnwright.load.books import as_played
from turnwright.load.library import Library
from turnwright.load.problem import SourceError

DAY = """
    ruleset: day
    title: Day
    language: 2
    sides: [red, blue]
    steps:
      battle:
        clauses:
          - {id: battle.rounds, text: A battle has rounds., means: {repeats: round}}
      round:
        clauses:
          - {id: round.first, text: Red begins., means: {first: listed_first}}
          - {id: round.each, text: All play., means: {each: [act]}}
          - {id: round.once, text: At most 2 each., means: {limit: {per: round, times: 2}}}
      act: {}
    options:
      dice:
        title: Dice
        steps:
          round:
            clauses:
              - id: dice.first
                text: A roll says who begins.
                means: {first: {roll: 1d6}}
                replaces: [round.first]
"""
DAY_BOOK = """
    book: day
    chapters:
      - chapter: round
        title: The round
        entries:
          - {id: begins, say: Red begins., rules: [round.first], not_with: [dice]}
          - {id: rolls, say: Roll who begins., rules: [dice.first], only_with: [dice]}
          - {id: rounds, say: Play rounds., rules: [battle.rounds, round.each]}
          - {id: twice, say: Act at most 2 times., rules: [round.once]}
"""
DAY_SHEET = """
    sheet: day
    chapters:
      - chapter: all
        title: All
        lines:
          - {of: [twice], say: At most 2 times.}
          - {of: [begins]}
          - {of: [rolls], say: Roll.}
    left_out:
      - {of: [rounds], why: Everybody knows.}
"""
NIGHT = """
    {ruleset: night, title: Night, language: 2, extends: day}
"""
NIGHT_BOOK = """
    book: night
    chapters: [{chapter: round}]
"""
NIGHT_SHEET = """
    sheet: night
    chapters:
      - {chapter: round, lines: [{of: [rounds]}, {of: [twice]}]}
    left_out: [{of: [begins, rolls], why: It is dark.}]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two rulesets with books and plans, one on top of the other, where the author is."""
    monkeypatch.chdir(tmp_path)
    for name, *texts in (
        ("day", DAY, DAY_BOOK, DAY_SHEET),
        ("night", NIGHT, NIGHT_BOOK, NIGHT_SHEET),
    ):
        (tmp_path / name).mkdir()
        for file, text in zip(("ruleset", "book", "sheet"), texts, strict=True):
            (tmp_path / name / f"{file}.yaml").write_text(dedent(text), encoding="utf-8")
    return tmp_path


def sheet_of(folder: Path, name: str, *options: str) -> list[str]:
    """What the sheet of a ruleset says."""
    book = Library.read(folder).book(name, options, sheet=True)
    assert book is not None
    return [entry.say for chapter in book.chapters for entry in chapter.entries]


def test_a_sheet_has_what_its_plan_says(folder: Path):
    """Lines that need an option are there with it, and others go."""
    assert sheet_of(folder, "day") == ["At most 2 times.", "Red begins."]
    assert sheet_of(folder, "day", "dice") == ["At most 2 times.", "Roll."]


def test_an_overlay_says_it_in_the_words_of_the_sheet_underneath(folder: Path):
    """Unless it has words of its own."""
    assert sheet_of(folder, "night") == ["Play rounds.", "At most 2 times."]


def test_without_a_plan_the_book_is_the_sheet(folder: Path):
    """As it is played."""
    (folder / "day" / "sheet.yaml").unlink()
    library = Library.read(folder)
    whole = library.whole_book("day")

    assert whole is not None
    assert library.book("day", sheet=True) == as_played(whole, (), {})


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("sheet", "sheet: day", "sheet: dya", "`dya` is not the ruleset beside which this stands."),
        ("sheet", "[begins]", "[begin]", "There is no `begin` in the book."),
        (
            "sheet",
            "of: [rounds]",
            "of: [twice]",
            "`rounds` of the book is neither on the sheet nor",
        ),
        (
            "sheet",
            "At most 2 times.",
            "At most 3 times.",
            "This says `At most 3`, and its meaning has `at most 2`.",
        ),
        ("sheet", "[begins]", "[begins, rolls], say: Begin", "do not hold with the same options"),
        ("sheet", "say: Roll.", "odds: luck", "`luck`"),
        ("book", "id: rounds, ", "", "Give it an `id` in the book."),
    ],
)
def test_what_is_wrong_is_told(folder: Path, file: str, old: str, new: str, told: str):
    """With its place in the file."""
    path = folder / "day" / f"{file}.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")

    with pytest.raises(SourceError) as refused:
        Library.read(folder / "day")

    assert told in str(refused.value)
    assert "day/sheet.yaml:" in str(refused.value)


def test_a_sheet_needs_a_book(folder: Path):
    """Its plan is of nothing else."""
    (folder / "day" / "book.yaml").unlink()

    with pytest.raises(SourceError, match="`day` has no book to make a sheet of"):
        Library.read(folder / "day")
