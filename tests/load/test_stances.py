"""A sentence that says the opposite of its rule is told, wherever it stands."""

from pathlib import Path

import pytest

from turnwright.language.check import Band, CheckClause, CheckMeaning
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.load.stance_checks import wrong_stances
from turnwright.load.stances import opposed

RULES = """
ruleset: drill
title: Drill
language: 2
sides: [red, blue]
steps:
  battle:
    clauses:
      - id: battle.first
        text: Of those that are ready, units with the highest pace run first.
        means:
          cadence: alternate
          first: listed_first
          among: own
          rank: {value: pace, direction: descending}
      - {id: battle.acts, text: "Units run, one at a time.", means: {each: [run], together: one}}
      - id: battle.once
        text: A unit runs once in a battle at most.
        means: {limit: {per: battle}, uneven: runs_on}
      - id: battle.stop
        text: A side may stop before its last unit has run.
        means: {finish: allowed}
      - {id: battle.end, text: It is over when nobody is left., means: {until: none_left}}
  run:
    clauses:
      - {id: run.far, text: A unit runs up to 6"., means: {moves: {up_to: 6}}}
      - {id: run.way, text: A unit ends nearer to the closest enemy., means: {route: closest}}
      - {id: run.tired, text: A tired unit does not run., means: {bars: {fact: tired}}}
      - id: run.near
        text: Who is within 3" of an enemy does not run.
        means: {bars: {within: {inches: 3, of: enemy}}}
facts:
  tired: {}
  lame: {clauses: [{id: lame.tired, text: A lame unit counts as tired., means: {counts_as: tired}}]}
values:
  pace:
    of: unit
"""
BOOK = """
book: drill
chapters:
  - chapter: all
    title: All
    entries:
      - id: order
        say: Units with the highest pace run first, one at a time, each once in a battle at most.
        rules: [battle.first, battle.acts, battle.once]
      - id: stop
        say: Your side may stop before its last unit has run. It is over when nobody is left.
        rules: [battle.stop, battle.end]
      - {id: far, say: 'A unit runs up to 6".', rules: [run.far]}
      - id: near
        say: It does not run while tired (or lame), or within 3" of an enemy.
        rules: [run.tired, run.near, lame.tired]
      - {id: way, say: Red begins. End nearer to the closest enemy., rules: [battle.first, run.way]}
"""
PLAY = """
example: The highest pace runs first
ruleset: drill
shows: [battle.first]
given:
  red: {Ash: {has: {pace: 2}}, Elm: {has: {pace: 1}}}
  blue: {Oak: {has: {pace: 1}, facts: [tired]}}
play:
  - {side: red, does: run, unit: Elm, refused: battle.first}
"""
EDITS = {
    "ruleset.yaml": [
        ("highest pace run", "lowest pace run"),
        ("run first", "run last"),
        ("once in a battle", "twice in a battle"),
        ('up to 6"', 'up to 9"'),
        ("may stop", "must stop"),
        ("may stop", "must not stop"),
        ("one at a time", "two at a time"),
        ("A unit runs once in", "No unit runs once in"),
        ("lame unit counts", "unit that is lame just now does not count"),
        ("before its last", "after its last"),
        ('within 3" of an', 'beyond 3" of an'),
        ('within 3"', 'within 4"'),
        ("closest enemy", "furthest enemy"),
    ],
    "book.yaml": [
        ("highest pace", "lowest pace"),
        ("run first", "run last"),
        ("once in a battle", "twice in a battle"),
        ('up to 6"', 'at least 6"'),
        ("may stop", "must stop"),
        ("before its last", "after its last"),
        ("within 3", "beyond 3"),
        ("Red begins", "Blue begins"),
    ],
    "examples/play.yaml": [("highest pace", "lowest pace"), ("runs first", "runs last")],
}


def written(folder: Path, **files: str) -> Path:
    """A folder with the drill, some of its files otherwise."""
    texts = {"ruleset.yaml": RULES, "book.yaml": BOOK, "examples/play.yaml": PLAY, **files}
    for name, text in texts.items():
        path = folder / "drill" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_sentences_that_agree_pass(tmp_path: Path):
    """The rules, their book and their example are right as they are."""
    assert "drill" in Library.read(written(tmp_path)).rulesets


@pytest.mark.parametrize(
    ("name", "was", "becomes"),
    [(name, *edit) for name, edits in EDITS.items() for edit in edits],
)
def test_one_word_turned_is_told_where_it_stands(tmp_path: Path, name: str, was: str, becomes: str):
    """Whether in a clause, in the book or in the title of an example."""
    text = {"ruleset.yaml": RULES, "book.yaml": BOOK, "examples/play.yaml": PLAY}[name]
    assert text.count(was) == 1
    folder = written(tmp_path, **{name: text.replace(was, becomes)})

    with pytest.raises(SourceError) as told:
        Library.read(folder)

    line = text[: text.index(was)].count("\n") + 1
    places = {(problem.path, problem.line) for problem in told.value.problems}
    assert (str(folder / "drill" / name), line) in places


def test_rounding_the_other_way_is_told():
    """Half of seven is four or three, and one sentence says which."""
    (told,) = opposed(["Halve the pace, rounded down."], ["Half the pace is rounded up."])

    assert (told.word, told.opposite) == ("rounded down", "rounded up")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Units run first.", "First, units run."),
        ("No unit runs twice.", "A unit runs once."),
        ("Nobody has to run.", "A unit may run."),
        ("From the highest pace to the lowest, units run.", "The highest pace runs first."),
        ("Must a unit run?", "A unit may run."),
        ("A unit that can run must run.", "Each unit must run if it can."),
        ("Round after round, units run.", "Units run before they rest."),
        ("Whoever loses the wind sails first and fires last.", "Whoever has the wind fires first."),
        ("To mend, pay 1 of your 2 timber.", "To mend costs the side 1 timber."),
    ],
)
def test_what_only_sounds_like_the_opposite_is_not_told(one: str, other: str):
    """Denials, ranges, questions and asides say the same in other words."""
    assert not [*opposed([one], [other])]
    assert not [*opposed([other], [one])]


def test_an_outcome_may_be_told_by_another_form_of_its_word():
    """A raking hit rakes; one that is only called a hit does not."""

    def told(text: str) -> list[str]:
        said = {"With 11 or less it is a hit.": "hit", text: "rake"}
        bands = [
            CheckClause(id="gunnery.shot", text=words, means=CheckMeaning(band=Band(outcome=it)))
            for words, it in said.items()
        ]
        return [message for message, _ in wrong_stances(bands[1], bands)]

    assert told("With 12 it is a raking hit.") == []
    assert told("With 12 it is a hit.") == ["This tells of `hit`, and its meaning of `rake`."]
