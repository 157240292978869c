"""`turnwright claim`: what could be claimed after each line, to pick from."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from turnwright.cli import main
from turnwright.describe.claimable import claimable
from turnwright.examples.replay import Replayer, replay

STAKE = Path(__file__).parent.parent / "stake" / "ruleset.yaml"

EXAMPLE = """\
example: A wager is won
ruleset: stake
given: {north: [Ash, Birch], south: [Dorn]}
play:
  - {does: wager, unit: Ash}
  - {roll: [6, 5]}
  - {does: wager, unit: Birch, refused: round.own}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An example that claims nothing yet."""
    (tmp_path / "stake" / "examples").mkdir(parents=True)
    (tmp_path / "stake" / "ruleset.yaml").write_text(STAKE.read_text("utf-8"), encoding="utf-8")
    path = tmp_path / "stake" / "examples" / "it.yaml"
    path.write_text(EXAMPLE, encoding="utf-8")
    return path


def listed(*words: str) -> str:
    """What the command prints."""
    done = CliRunner().invoke(main, ["claim", *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_after_each_line_it_lists_what_could_be_claimed(path: Path):
    """Who may act, what is refused and by which clause, what happened, and the chances."""
    start, first, second, third = listed(str(path)).split("\n\n")[1:5]

    assert yaml.safe_load(start.partition("\n- ")[0])["start"]["only"] == {
        "wager": ["Ash", "Birch"]
    }
    assert "  odds: {lost: 5/12, won: 7/12}" in first
    claims, _, refused = second.partition("\n- ")
    then = yaml.safe_load(claims)["then"]
    assert {key: then[key] for key in ("next", "may", "only", "outcome", "total")} == {
        "next": "south",
        "may": ["Dorn"],
        "only": {"wager": ["Dorn"]},
        "outcome": "won",
        "total": 11,
    }
    assert then["by"] == {"Ash": "round.own", "Birch": "round.own"}
    assert "# round.own: You wager with your own unit." in claims
    assert "# alone: {outcome: won, likelihood: 7/12, rolls: 1}" in claims
    assert refused.startswith("{side: south, does: wager, unit: Ash, refused: round.own}")
    assert "# It is refused by round.alternate, round.own" in third


def test_one_line_is_told_with_all_that_is_refused_and_nothing_is_written(path: Path):
    """The start is line 0."""
    before = path.read_text("utf-8")

    text = listed(str(path), "--line", "2")

    assert text.count("refused: round.own") == 2
    assert "# Line 1" not in text
    assert "start:" in listed(str(path), "--line", "0")
    assert path.read_text("utf-8") == before


def test_a_book_that_is_not_written_yet_keeps_nobody_from_it(path: Path):
    """Rules first, then how they play, then the book."""
    entry = "{say: Hm., rules: [no.one]}"
    book = f"book: stake\nchapters: [{{chapter: all, title: All, entries: [{entry}]}}]"
    (path.parents[1] / "book.yaml").write_text(book, encoding="utf-8")

    checked = CliRunner().invoke(main, ["check", str(path.parents[1])])

    assert "There is no clause `no.one`." in checked.output
    assert "next: south" in listed(str(path), "--line", "2")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["it.yaml", "--line", "9"], "it has 3 lines"),
        (["A wedding", "it.yaml"], "There is no example"),
    ],
)
def test_what_is_not_there_is_said(path: Path, monkeypatch: pytest.MonkeyPatch, words, told):
    """A line, an example."""
    monkeypatch.chdir(path.parent)

    done = CliRunner().invoke(main, ["claim", *words])

    assert done.exit_code == 1
    assert told in done.output


def test_an_example_that_is_named_after_its_file_is_not_passed_over(path: Path):
    """Else all that is in the file would be listed, and nobody would know why."""
    done = CliRunner().invoke(main, ["claim", str(path), "A wager"])

    assert done.exit_code == 2
    assert "Name the example first, and then its file." in done.output


def pasted(record: Any, position: int, *, everything: bool) -> tuple[dict, list[dict]]:
    """All that is listed after a line: the claims, and the lines that are refused."""
    text = "\n".join(claimable(record, position, everything=everything))
    claims, dash, lines = text.partition("\n- ")
    said = yaml.safe_load(claims) or {}
    refused = yaml.safe_load(dash + lines) if dash else []
    return said, refused


@pytest.mark.parametrize(("system", "everything"), [("bolt_action", False), ("x_wing", True)])
def test_whatever_is_listed_agrees_once_it_is_pasted(library, system: str, everything: bool):
    """All of it at once, into each line of every other example of a system."""
    replayer = Replayer(library)
    examples = [example for example in library.examples if example.ruleset == system]
    assert examples
    for example in examples[::2]:
        texts = library.file(example.path).text.split("\n---\n")
        (data,) = (
            it for it in map(yaml.safe_load, texts) if it and it["example"] == example.example
        )
        record = replayer.replay(example)
        data |= pasted(record, 0, everything=everything)[0]
        play = []
        for position, line in enumerate(data.get("play", ()), start=1):
            said, refused = pasted(record, position, everything=everything)
            line.pop("then", None)
            play += [{**line, **said}, *refused]
        data |= {"play": play} if play else {}

        again = library.example(data)

        assert replay(again, record.ruleset).mismatches == ()


def test_many_numbers_stand_one_below_the_other(path: Path):
    """One does not read a line of a thousand letters; and it is still YAML."""
    units = ", ".join(f"A unit with a long name {n}: {{has: {{purse: {n}}}}}" for n in range(9))
    text = EXAMPLE.replace("south: [Dorn]", f"south: {{Dorn: {{}}, {units}}}")
    path.write_text(text, encoding="utf-8")
    rules = path.parents[1] / "ruleset.yaml"
    rules.write_text(f"{rules.read_text('utf-8')}values: {{purse: {{}}}}\n", encoding="utf-8")

    start = listed(str(path), "--line", "0")

    assert "\n    A unit with a long name 8.purse: 8\n" in start
    claims = yaml.safe_load(start.partition("\n- ")[0])["start"]
    assert claims["value"]["A unit with a long name 8.purse"] == 8
