"""Simulations: whoever plays them, the figures are the same."""

import json
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner

from turnwright.cli import main
from turnwright.lab.measures import figure
from turnwright.lab.policies import Policy
from turnwright.lab.simulation import SimulationStopped, simulate

ROUNDS = 50


DRAWN = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round:
        turns.drawn: {cadence: draw, draws: bag, first: drawn, uneven: runs_on}
        turns.acts: {each: [act], among: own, together: one}
        turns.once: {limit: {per: round}, until: none_left}
      act: {}
    values: {order: {}}
    containers:
      bag:
        bag.fills: {fills: {start: round}, drawn: blind, draw_for: each_chance}
        bag.each: {contains: {of: anyone}}
    options:
      loud: {title: Loud, steps: {act: {act.loud: {sets: {fact: loud}}}}}
    facts: {loud: {}}
    muster: {text: Everybody has a place., unit: {has: {order: place}}}
"""
"""A marker for each unit comes out of a bag."""


@pytest.fixture
def drawn(system):
    """A marker for each unit comes out of a bag."""
    return system(DRAWN)


@pytest.fixture
def cases(drawn, case):
    """Two rosters, played at random."""
    rules = replace(drawn.rules, muster=None)
    return [case(rules, n, 4, policy=Policy.RANDOM_LEGAL) for n in (2, 3)]


@pytest.fixture
def whole(cases):
    """What comes out when nothing is in the way."""
    return simulate(cases, ROUNDS, 7)


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_makes_no_difference(cases, whole, workers):
    """The same seed, the same figures."""
    with ThreadPoolExecutor(workers) as executor:
        assert simulate(cases, ROUNDS, 7, executor) == whole


def test_workers_in_other_processes_make_no_difference(cases, whole):
    """A case can be sent to another process."""
    with ProcessPoolExecutor(2) as executor:
        assert simulate(cases, ROUNDS, 7, executor) == whole


def test_another_seed_is_another_simulation(cases, whole):
    """Or the standard errors would mean nothing."""
    assert simulate(cases, ROUNDS, 8) != whole


def test_a_worker_that_dies_stops_it_with_a_sentence(cases):
    """Whatever kind of executor it was."""

    class Gone(ThreadPoolExecutor):
        def submit(self, *_, **__):
            raise BrokenProcessPool

    with Gone(1) as executor, pytest.raises(SimulationStopped, match="A worker died"):
        simulate(cases, ROUNDS, 7, executor)


def test_between_equal_sides_it_makes_no_difference_who_is_listed_first(drawn, case):
    """Each is listed first in half of the rounds."""
    equal = case(replace(drawn.rules, muster=None), 2, 2)

    (result,) = simulate([equal], 400)

    first = figure(result.tally.measures["first", 0])
    assert float(first.mean) == pytest.approx(0.5, abs=4 * first.error)


def test_between_many_units_fewer_rounds_are_played(alternating, case):
    """A round takes about the square of the units, and a page waits for none of them."""
    few, many, crowd = simulate([case(alternating.rules, n, n) for n in (4, 40, 150)], 20)

    assert (few.tally.rounds, many.tally.rounds, crowd.tally.rounds) == (20, 5, 2)


# `turnwright simulate`


@pytest.fixture
def run(drawn, tmp_path):
    """Types the command, in a folder with one system: its exit code and what it printed."""
    folder = tmp_path / "rulesets"
    (folder / "invented").mkdir(parents=True)
    (folder / "invented" / "ruleset.yaml").write_text(drawn.text, encoding="utf-8")
    (folder / "rosters").mkdir()
    sides = "sides: {red: [Ash, Birch], blue: [Rook, Swift]}"
    for name, more in (("equal", sides), ("three_sides", f"{sides[:-1]}, green: [Fern]}}")):
        text = f"roster: The {name} one\neach: {{has: {{place: 1}}}}\n{more}\n"
        (folder / "rosters" / f"{name}.yaml").write_text(text, encoding="utf-8")

    def type_in(*words):
        words = ["simulate", *map(str, words), "--rulesets", str(folder), "--workers", "0"]
        result = CliRunner().invoke(main, words)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        return result.exit_code, result.output

    return type_in


def test_figures_for_programs_say_how_sure_they_are(run):
    """Two against two: whoever is drawn first is followed by the other side at 2 of 3."""
    code, output = run("invented", "--roster", "equal", "--json")
    (found,) = json.loads(output)["results"]
    before = found["round"]["before_reply"]

    assert (code, found["sample"]) == (0, 400)
    assert before["mean"] == pytest.approx(4 / 3, abs=4 * before["error"])
    assert before["exactly"] == str(Fraction(before["mean"]).limit_denominator(400))


def test_figures_for_people_are_a_table_with_standard_errors(run):
    """Where rounds were simulated."""
    code, output = run("--roster", "equal", "--rounds", 40)

    assert code == 0
    assert "The equal one" in output
    assert "40 rounds" in output
    assert " ± " in output


def test_a_system_that_cannot_take_up_a_roster_says_why_beside_the_others(run):
    """There is a table for one roster, and a sentence for the other."""
    code, output = run()

    assert code == 0
    assert "Invented: It is for 2 sides, and this roster has 3." in output
    assert "400 rounds" in output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seed", "x"), "--seed wants a whole number, and `x` is none."),
        (("--seed", "1.5"), "--seed wants a whole number, and `1.5` is none."),
        (("--rounds", "0"), "--rounds is at least 1, not 0."),
        (("invent",), "There is no system `invent`. Did you mean `invented`?"),
        (("invented.lout",), "There is no system `invented.lout`. Did you mean `invented.loud`"),
        (("--roster", "equals"), "There is no roster `equals`. Did you mean `equal`?"),
        (("--roster", "missing.yaml"), "missing.yaml:1:1: This does not exist."),
        (("--roster", "three_sides"), "It is for 2 sides, and this roster has 3."),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(run, words, message):
    """And the exit code is not 0."""
    code, output = run(*words)

    assert message in output
    assert code in (1, 2)


def test_a_roster_of_ones_own_is_read_from_a_file(run, tmp_path):
    """And a unit without a number that the system needs is found in it."""
    path = tmp_path / "mine.yaml"
    path.write_text("roster: Mine\nsides: {red: [Ash], blue: [Rook]}\n", encoding="utf-8")
    refused, told = run("--roster", path)
    whole = path.read_text(encoding="utf-8") + "each: {has: {place: 2}}\n"
    path.write_text(whole, encoding="utf-8")
    code, output = run("--roster", path)

    assert refused == 1
    assert f"{path}:2:15: `Ash` has no number `place`, which `invented` needs for `order`." in told
    assert (code, output.splitlines()[0]) == (0, "Mine")


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_without_rosters_there_is_nothing_to_play(run, tmp_path, more):
    """Which is told, and where they would be."""
    for roster in (tmp_path / "rulesets" / "rosters").iterdir():
        roster.unlink()

    told = run("invented", *more)

    assert told == (1, "Error: There are no rosters here. They are in `rosters/*.yaml`.\n")
