"""A book is read with its ruleset, reads on from the one underneath, and follows what is chosen."""

from pathlib import Path
from textwrap import dedent

import pytest

from turnwright.language.book import Book
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
          - {id: round.each, text: All play., means: {each: [act]}, machine: true}
          - {id: round.hint, text: Be quick., advice: It is late.}
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
    readings:
      ends:
        question: When does it end?
        default: late
        why: It is long.
        alternatives:
          late: {text: Late., steps: {battle: {clauses: [{id: ends.late, text: L., advice: So.}]}}}
          soon: {text: Soon., steps: {battle: {clauses: [{id: ends.soon, text: S., advice: So.}]}}}
"""
DAY_BOOK = """
    book: day
    round: [{step: round}]
    chapters:
      - chapter: before
        title: Before
        entries:
          - {agree: When does it end?, reading: ends, say: Late., rules: [ends.late]}
          - {say: It ends soon., rules: [ends.soon], only_with: ["ends:soon"]}
      - chapter: round
        title: The round
        entries:
          - {id: begins, say: Red begins., rules: [round.first], not_with: [dice]}
          - {id: rolls, say: Roll who begins., rules: [dice.first], only_with: [dice]}
          - {id: rounds, say: Play rounds., rules: [battle.rounds]}
          - {id: hurry, say: Be quick., rules: [round.hint]}
    first_game: {need: Dice., sides: Red., agree: Nothing., round: [Move.]}
"""
NIGHT = """
    ruleset: night
    title: Night
    language: 2
    extends: day
    steps:
      round:
        clauses:
          - {id: night.calm, text: Be slow., advice: It is dark., replaces: [round.hint]}
          - {id: night.lamp, text: Bring a lamp., advice: It is dark.}
          - {id: night.coat, text: Bring a coat., advice: It is cold.}
"""
NIGHT_BOOK = """
    book: night
    chapters:
      - chapter: round
        entries:
          - {say: Bring a coat., rules: [night.coat]}
          - {say: Be slow., rules: [night.calm], replaces: [hurry]}
          - {say: Bring a lamp., rules: [night.lamp], after: begins}
      - {chapter: before, title: Before dark}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two rulesets with books, one on top of the other, where the author is."""
    monkeypatch.chdir(tmp_path)
    for name, ruleset, book in (("day", DAY, DAY_BOOK), ("night", NIGHT, NIGHT_BOOK)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(dedent(ruleset), encoding="utf-8")
        (tmp_path / name / "book.yaml").write_text(dedent(book), encoding="utf-8")
    return tmp_path


def said(book: Book | None) -> list[str]:
    """What the entries of a book say, in order."""
    assert book is not None
    return [entry.say for chapter in book.chapters for entry in chapter.entries]


def test_a_book_is_there_as_written_and_a_ruleset_needs_none(folder: Path):
    """What stands in the file is what one gets."""
    (folder / "night" / "book.yaml").unlink()
    library = Library.read(folder)

    assert list(library.books) == ["day"]
    assert library.books["day"].chapters[1].entries[0].rules == ("round.first",)
    assert library.book("night") is None
    assert library.whole_book("night") is None


def test_an_overlay_reads_on_in_its_own_order(folder: Path):
    """What replaces stands where that stood, `after` where it says, all else last."""
    library = Library.read(folder)
    whole = library.whole_book("night")

    assert whole is not None
    assert [chapter.title for chapter in whole.chapters] == ["The round", "Before dark"]
    assert [entry.say for entry in whole.chapters[0].entries] == [
        "Red begins.",
        "Bring a lamp.",
        "Roll who begins.",
        "Play rounds.",
        "Be slow.",
        "Bring a coat.",
    ]
    assert whole.chapters[0].entries[0].rules == ("day.round.first",)
    assert [box.step for box in whole.round] == ["round"]
    assert whole.first_game is None


def test_what_an_overlay_changes_can_be_had_alone(folder: Path):
    """Its own entries are its change."""
    whole = Library.read(folder).whole_book("night")

    assert whole is not None
    entries = [entry for chapter in whole.chapters for entry in chapter.entries]
    assert [entry.say for entry in entries if entry.ruleset == "night"] == [
        "Bring a lamp.",
        "Be slow.",
        "Bring a coat.",
    ]


def test_options_and_readings_choose_among_the_entries(folder: Path):
    """What is not so with a choice is gone, and what holds only then is there."""
    library = Library.read(folder)

    assert said(library.book("day")) == ["Late.", "Red begins.", "Play rounds.", "Be quick."]
    assert said(library.book("day", ["dice"], {"ends": "soon"})) == [
        "Late.",
        "It ends soon.",
        "Roll who begins.",
        "Play rounds.",
        "Be quick.",
    ]
    with pytest.raises(SourceError, match="There is no option `dicee`"):
        library.book("day", ["dicee"])


def test_a_book_that_was_changed_is_read_again(folder: Path):
    """Writers see at once what they write."""
    library = Library.read(folder)
    path = folder / "day" / "book.yaml"
    path.write_text(path.read_text().replace("Be quick", "Hurry up"), encoding="utf-8")

    renewed = library.renewed(folder / "day")

    assert said(renewed.book("day"))[-1] == "Hurry up."
    assert said(renewed.book("night")) == said(library.book("night"))
    path.write_text(path.read_text().replace("round.hint", "round.hin"), encoding="utf-8")
    with pytest.raises(SourceError, match=r"There is no clause `round\.hin`"):
        library.renewed(folder / "day")
