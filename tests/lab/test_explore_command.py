"""`turnwright explore`: what it says of a ruleset in somebody's folder, and what it saves."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.cli import main

RULES = """
ruleset: duel
language: 2
title: Duel
sides: [red, blue]
never:
  both:
    text: Nobody lunges and parries in one round.
    that: {all_of: [{fact: lunged}, {fact: parried}]}
always:
  somebody_stands:
    text: Somebody stands.
    of: battle
    that: {count: {of: anyone, at_least: 1}}
steps:
  battle:
    clauses:
      - {id: battle.rounds, text: Rounds follow each other., means: {repeats: round}}
  round:
    clauses:
      - id: round.turns
        text: Sides take turns, and act with one unit each time.
        means: {cadence: alternate, first: listed_first, uneven: runs_on, among: own, together: one}
      - {id: round.acts, text: A unit lunges or parries., means: {each: [lunge, parry]}}
      - {id: round.once, text: Each once., means: {limit: {per: round}, until: none_left}}
  lunge:
    clauses:
      - {id: lunge.sets, text: It has lunged., means: {sets: {fact: lunged, until: round}}}
  parry:
    clauses:
      - {id: parry.sets, text: It has parried., means: {sets: {fact: parried, until: round}}}
facts: {lunged: {title: Lunged}, parried: {title: Parried}}
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """The folder of a ruleset of two claims, one of which does not hold."""
    folder = tmp_path / "duel"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    return folder


def explored(folder: Path, *said: str) -> tuple[int, str]:
    """The exit code of the command, and what it printed."""
    done = CliRunner().invoke(main, ["explore", "duel", "--rulesets", str(folder), *said])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_a_broken_claim_is_told_as_a_play(duel):
    """Red lunges, blue does something, and red parries: none is shorter."""
    code, told = explored(duel)

    assert code == 1
    lines = told.splitlines()
    at = lines.index("Broken: never.both. Nobody lunges and parries in one round.")
    assert len([line for line in lines[at:] if line.startswith("    ")]) >= 3
    assert "  No line of play is shorter that does it." in lines[at:]
    assert "Claims that held in all of it: somebody_stands." in lines


def test_what_breaks_a_claim_is_saved_as_an_example_that_check_accepts(duel, tmp_path):
    """As it is, from wherever it was saved."""
    plays = tmp_path / "duel" / "examples"
    more = "  nobody: {text: Nobody stands., of: battle, that: {count: {of: anyone, equals: 0}}}"
    (duel / "ruleset.yaml").write_text(RULES.replace("always:", f"always:\n{more}"), "utf-8")

    explored(duel, "--save", str(plays))
    checked = CliRunner().invoke(main, ["check", str(duel)])

    # One is broken after three inputs, and the other before the first.
    names = {path.name for path in plays.iterdir()}
    assert names == {"duel-broken-both.yaml", "duel-broken-nobody.yaml"}
    assert checked.exit_code == 0, checked.output


def test_what_is_saved_beside_the_rulesets_of_a_project_is_checked_as_it_says(
    duel, tmp_path, monkeypatch
):
    """Somebody types the line that it prints."""
    (tmp_path / "rulesets").mkdir()
    duel.rename(tmp_path / "rulesets" / "duel")
    monkeypatch.chdir(tmp_path)

    done = CliRunner().invoke(main, ["explore", "duel", "--save", "found/here"])
    typed = done.output.partition("`turnwright ")[2].partition("`")[0]
    checked = CliRunner().invoke(main, typed.split())

    assert typed == "check found/here/duel-broken-both.yaml"
    assert (checked.exit_code, checked.output) == (0, "1 example replayed, 0 disagreements\n")


def test_the_same_seed_writes_the_same_bytes(duel):
    """However many processes play, and however much of it is at random."""
    said = ("--armies", "3x3", "--positions", "60", "--rounds", "40", "--seed", "5", "--json")

    one, other = explored(duel, *said), explored(duel, *said, "--executor", "2")

    assert one == other
    data = json.loads(one[1])
    assert data["tried"]["random_battles"] == 40
    assert [each["claim"] for each in data["broken"]] == ["both"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("--armies", "nobody"), "no roster, no example of `duel`, and no sizes such as `2x2`"),
        (("--executor", "many"), "--executor wants `here`, a number of processes, or an address"),
        (("--armies", "2x2x2"), "It is for 2 sides, and this roster has 3."),
        (("--rounds", "few"), "--rounds wants a whole number, and `few` is none."),
    ],
)
def test_what_cannot_be_tried_is_told_in_a_sentence(duel, said, told):
    """No traceback, whatever was asked."""
    code, printed = explored(duel, *said)

    assert code == (2 if "wants" in told else 1)
    assert told in printed


def test_a_system_that_is_not_there_is_told_in_a_sentence():
    """Also where no folder is named, as somebody types it who is in a project."""
    ran = CliRunner().invoke(main, ["explore", "nobody"])

    assert ran.exit_code == 1
    assert "There is no system `nobody`." in ran.output


def seconds_of(process: int) -> float:
    """For how long a processor has worked for a process."""
    said = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(said[11]) + int(said[12])) / os.sysconf("SC_CLK_TCK")


def test_ctrl_c_tells_what_was_found_so_far(duel):
    """Both sides of ten are too many for any walk."""
    command = [sys.executable, "-m", "turnwright", "explore", "duel", "--rulesets", str(duel)]
    started = subprocess.Popen(
        [*command, "--armies", "9x9", "--positions", "100000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    # By then it is past all imports, however busy the machine is.
    while started.poll() is None and seconds_of(started.pid) < 4:
        time.sleep(0.2)
    started.send_signal(signal.SIGINT)
    try:
        told, wrong = started.communicate(timeout=60)
    finally:
        started.kill()

    assert wrong == ""
    assert "It was stopped: this is what was found so far." in told
    assert "Broken: never.both." in told


CARDS = """
ruleset: cards
language: 2
title: Cards
sides: [red, blue]
steps:
  battle:
    clauses:
      - {id: battle.rounds, text: Rounds follow each other., means: {repeats: round}}
  round:
    clauses:
      - id: round.turns
        text: Sides take turns, and act with one unit each time.
        means: {cadence: alternate, uneven: runs_on, among: own, together: one}
      - {id: round.first, text: Red begins., means: {first: listed_first}}
      - {id: round.acts, text: A unit tires., means: {each: [tire]}}
      - {id: round.once, text: Once a round., means: {limit: {per: round}, until: none_left}}
  tire:
    clauses:
      - {id: tire.one, text: It loses 1 breath., means: {changes: {value: breath, by: -1}}}
      - id: tire.out
        text: Whoever has none left is out.
        means: {sets: {fact: out, of: {of: active, that: {level: {value: breath, at_most: 0}}}}}
values: {breath: {}}
facts:
  out: {clauses: [{id: out.gone, text: Whoever is out is gone., means: {leaves: at_once}}]}
"""
BREATH = """
example: Ash has breath for one more round
ruleset: cards
given: {red: {Ash: {has: {breath: 2}}}, blue: {Rook: {has: {breath: 2}}}}
play: [{does: tire, unit: Ash}]
"""


def test_battles_that_stop_for_want_of_a_number_are_not_said_to_come_to_an_end(tmp_path):
    """Plain units have no card; those of an example do, and it is named by how it begins."""
    (tmp_path / "cards/examples").mkdir(parents=True)
    (tmp_path / "cards/ruleset.yaml").write_text(CARDS, "utf-8")
    (tmp_path / "cards/examples/breath.yaml").write_text(BREATH, "utf-8")

    def told(*said: str) -> str:
        words = ["explore", "cards", "--rulesets", str(tmp_path / "cards"), *said]
        return CliRunner().invoke(main, words).output

    plain = told("--armies", "2x2", "--positions", "1")
    of_example = told("--armies", "Ash has breath", "--positions", "1")

    assert "No battle that was played came to an end." in plain
    assert "What needs `breath`, which no card and no rule says." in plain
    assert "Units of an example say it" in plain
    assert "Every battle that was played came to an end, the longest after 2 inputs." in of_example


def test_of_several_examples_that_begin_so_none_is_taken(tmp_path):
    """Unless one is called just that."""
    (tmp_path / "cards/examples").mkdir(parents=True)
    (tmp_path / "cards/ruleset.yaml").write_text(CARDS, "utf-8")
    other = BREATH.replace("for one more round", "for one more round, and two at most")
    (tmp_path / "cards/examples/breath.yaml").write_text(f"{BREATH}---{other}", "utf-8")

    def told(said: str) -> str:
        words = ["explore", "cards", "--rulesets", str(tmp_path / "cards"), "--positions", "1"]
        return CliRunner().invoke(main, [*words, "--armies", said]).output

    assert "2 examples begin with `Ash has breath`: say more." in told("Ash has breath")
    assert "came to an end" in told("Ash has breath for one more round")
