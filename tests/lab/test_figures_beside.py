"""`turnwright compare --roster`: the same armies' figures beside the answers."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.cli import main

SYSTEM = """\
ruleset: {name}
language: 2
title: {name}
sides: [red, blue]
steps:
  battle:
    clauses:
      - {{id: battle.again, text: Rounds follow., means: {{repeats: round}}}}
  round:
    clauses:
      - {{id: round.turns, text: Turns., means: {{cadence: alternate, first: listed_first}}}}
      - {{id: round.one, text: Units., means: {{each: [go], among: own, together: one}}}}
      - {{id: round.once, text: Once., means: {{limit: {{per: round}}}}}}
      - {{id: round.rest, text: Alone., means: {{uneven: runs_on, until: none_left}}}}
  go: {{title: Go}}
values: {{nerve: {{}}}}
muster: {{text: Each has its nerve., unit: {{has: {{nerve: {number}}}}}}}
"""


@pytest.fixture
def run(tmp_path: Path):
    """Types the command, with two systems, of which one asks for a number, and one roster."""
    for name, number in (("calm", "1"), ("brave", "courage")):
        (tmp_path / name).mkdir()
        text = SYSTEM.format(name=name, number=number)
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "rosters").mkdir()
    text = "each: {has: {courage: 3}}\nsides: {red: [Ash], blue: [Rook, Swift, Teal]}\n"
    (tmp_path / "rosters/few.yaml").write_text(f"roster: Few\n{text}", encoding="utf-8")

    def type_in(*words: str):
        folders = (f"--rulesets={tmp_path / name}" for name in ("calm", "brave", "rosters"))
        return CliRunner().invoke(main, ["compare", "calm", "brave", *words, *folders])

    return type_in


def test_figures_of_a_roster_follow_the_answers(run):
    """One against three: three act in a row when the one begins, and two when another does."""
    printed = run("--roster", "few").output

    assert "Who acts next?" in printed
    assert printed.index("Who acts next?") < printed.index("The same armies: Few")
    (tail,) = [line for line in printed.splitlines() if line.startswith("Tail")]
    assert tail.split().count("2.5") == 2


def test_without_a_roster_there_are_no_figures(run):
    """Nobody waits for what was not asked for."""
    assert "The same armies" not in run().output
    assert "figures" not in json.loads(run("--json").output)


def test_figures_for_programs_stand_beside_the_questions(run):
    """Each system with the roster."""
    figures = json.loads(run("--roster", "few", "--json").output)["figures"]

    assert [each["system"] for each in figures["results"]] == ["calm", "brave"]
    assert [each["round"]["tail"]["exactly"] for each in figures["results"]] == ["5/2", "5/2"]


def test_an_unknown_roster_gets_a_sentence(run):
    """With what may have been meant."""
    result = run("--roster", "fwe")

    assert result.exit_code == 1
    assert "There is no roster `fwe`. Did you mean `few`?" in result.output


def test_a_unit_without_a_number_that_a_system_needs_gets_a_sentence(run, tmp_path):
    """With file, line and column."""
    path = tmp_path / "mine.yaml"
    path.write_text("roster: Mine\nsides: {red: [Ash], blue: [Rook]}\n", encoding="utf-8")

    result = run("--roster", str(path))

    assert result.exit_code == 1
    assert f"{path}:2:15: `Ash` has no number `courage`, which `brave` needs" in result.output
