"""What is printed when author and engine disagree."""

import json

import pytest

from turnwright.examples.replay import replay_all
from turnwright.examples.report import Format, annotation, disagreements, format_report, summary

PLACE = ("file", "line", "column")

WRONG = """
    example: "Who begins: 100%, or not?"
    ruleset: invented
    given: {attacker: [Ash], defender: [Dorn]}
    start: {next: attacker}
    play:
      - {side: attacker, does: act, unit: Ash, then: {next: attacker}}
      - {side: defender, does: act, unit: Ash}
"""


@pytest.fixture
def found(written, skirmish):
    """The two mistakes of an author."""
    return disagreements(replay_all(written(skirmish, WRONG)))


def test_for_programs(found):
    """The same, as data."""
    data = json.loads(format_report(found, 1, Format.JSON))

    assert (data["examples"], len(data["disagreements"])) == (1, 2)
    first = data["disagreements"][0]
    assert set(first) == {*PLACE, "example", "claimed", "happened", "clauses"}
    assert (first["line"], first["claimed"], first["happened"]) == (6, "next: attacker", "defender")


def test_for_github(found):
    """One annotation a line, at the file and line; what its format uses is escaped."""
    lines = format_report(found, 1, Format.GITHUB).split("\n")

    assert len(lines) == 2
    assert lines[0].startswith("::error file=")
    assert ",line=6,col=1,title=Who begins%3A 100%25%2C or not?::" in lines[0]
    assert lines[0].endswith("::claimed next: attacker; happened defender")


def test_what_an_annotation_escapes():
    """Percent signs, line ends, and in its properties colons and commas too."""
    told = annotation("a,b:c%.yaml", 3, 7, "50%: a, b", "one\ntwo\r, 3%: four")

    assert told == (
        "::error file=a%2Cb%3Ac%25.yaml,line=3,col=7,title=50%25%3A a%2C b"
        "::one%0Atwo%0D, 3%25: four"
    )


def test_nothing_to_tell(written, skirmish):
    """No annotation at all; for people and programs, the count."""
    right = replay_all(written(skirmish, WRONG.split("    play:")[0]))

    assert disagreements(right) == ()
    assert format_report((), 1, Format.GITHUB) == ""
    assert summary(0, 1) == "1 example replayed, 0 disagreements"
    assert summary(2, 9, 1) == "1 problem in files; 9 examples replayed, 2 disagreements"
    assert json.loads(format_report((), 1, Format.JSON)) == {"examples": 1, "disagreements": []}
