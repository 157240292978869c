"""Simulations: whoever plays them, however often they stop, the figures are the same."""

import json
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from dataclasses import replace

import pytest
from click.testing import CliRunner

from turnwright.cli import main
from turnwright.lab.playing import exact_rounds
from turnwright.lab.policies import Policy
from turnwright.lab.simulation import SimulationStopped, seated, simulate
from turnwright.lab.tally import Tally
from turnwright.proof.cache import ResultCache

ROUNDS = 50


class Here(Executor):
    """Works at once, and breaks off with an error after so many parts."""

    def __init__(self, parts, error):
        self.parts = parts
        self.error = error

    def submit(self, fn, /, *args, **kwargs):
        """The result of a call, at once."""
        future = Future()
        self.parts -= 1
        if self.parts < 0 and self.error is KeyboardInterrupt:
            raise KeyboardInterrupt
        if self.parts < 0:
            future.set_exception(self.error())
        else:
            future.set_result(fn(*args, **kwargs))
        return future


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
    return simulate(cases, ROUNDS, 7, workers=0, try_exact=False)


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_makes_no_difference(cases, whole, workers):
    """The same seed, the same figures."""
    with ThreadPoolExecutor(workers) as executor:
        assert simulate(cases, ROUNDS, 7, executor=executor, try_exact=False) == whole


def test_workers_in_other_processes_make_no_difference(cases, whole):
    """A case can be sent to another process."""
    with ProcessPoolExecutor(2) as executor:
        assert simulate(cases, ROUNDS, 7, executor=executor, try_exact=False) == whole


def test_another_seed_is_another_simulation(cases, whole):
    """Or the standard errors would mean nothing."""
    assert simulate(cases, ROUNDS, 8, workers=0, try_exact=False) != whole


@pytest.mark.parametrize("error", [KeyboardInterrupt, BrokenProcessPool, ConnectionResetError])
def test_a_simulation_that_stops_loses_nothing_and_goes_on(cases, whole, tmp_path, error):
    """Somebody stopped it, a worker died, or it cannot be reached any more."""
    path = tmp_path / "kept.json"

    with pytest.raises(SimulationStopped) as stopped:
        simulate(cases, ROUNDS, 7, executor=Here(4, error), kept=ResultCache(path), try_exact=False)
    kept = ResultCache(path, strict=True)
    played = Here(2, AssertionError)

    assert "The same command goes on from there." in str(stopped.value)
    assert len(kept.results) == 4
    assert simulate(cases, ROUNDS, 7, executor=played, kept=kept, try_exact=False) == whole
    assert played.parts == 0


def test_a_worker_that_is_gone_before_it_gets_a_part_stops_it_with_a_sentence(cases):
    """Nobody is left to take the next part."""
    gone = Here(0, BrokenProcessPool)
    gone.submit = lambda *_: (_ for _ in ()).throw(BrokenProcessPool)

    with pytest.raises(SimulationStopped, match="A worker died"):
        simulate(cases, ROUNDS, 7, executor=gone)


def test_a_cache_keeps_what_others_found_meanwhile(tmp_path):
    """Somebody builds a site, and somebody else compares two systems."""
    path = tmp_path / "figures.json"
    one, other = ResultCache(path), ResultCache(path)
    one.put("a", {"exact": False})
    other.put("b", {"exact": True})
    one.save()
    other.save()

    assert ResultCache(path).results == {"a": {"exact": False}, "b": {"exact": True}}


def test_a_cache_forgets_what_other_code_found_and_a_file_of_ones_own_does_not(tmp_path):
    """It would never be looked up again."""
    path = tmp_path / "figures.json"
    earlier = ResultCache(path)
    earlier.edition = "of yesterday"
    earlier.put("a", {"exact": False})
    earlier.save()

    assert not ResultCache(path).results
    assert ResultCache(path, strict=True).results


def test_between_equal_sides_it_makes_no_difference_who_is_listed_first(drawn, case):
    """Both ways to list them are gone through here, and only one of them there."""
    equal = case(replace(drawn.rules, muster=None), 2, 2)
    both = Tally()
    for number, armies in enumerate(equal.seats()):
        rounds = exact_rounds(armies, equal.policy) or {}
        seen = [(seated(equal, armies, done), weight / 2) for done, weight in rounds.items()]
        both.add(Tally.of(seen, equal.sizes, with_points=number == 0))

    (result,) = simulate([equal], ROUNDS, workers=0)

    assert result.exact
    assert result.tally == both


def test_what_is_kept_is_not_played_again(cases, whole, tmp_path):
    """No worker has anything to do."""
    path = tmp_path / "kept.json"
    simulate(cases, ROUNDS, 7, kept=ResultCache(path), workers=0, try_exact=False)

    again = simulate(
        cases, ROUNDS, 7, kept=ResultCache(path), executor=Here(0, AssertionError), try_exact=False
    )

    assert again == whole


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


def test_figures_for_programs_are_exact_fractions_where_they_can_be(run):
    """Two against two: whoever is drawn first is followed by the other side at 2 of 3."""
    code, output = run("invented", "--roster", "equal", "--json")
    (found,) = json.loads(output)["results"]

    assert code == 0
    assert found["exact"]
    assert found["round"]["before_reply"]["exactly"] == "4/3"
    assert found["sides"]["red"]["first"]["exactly"] == "1/2"
    assert [point["red"] for point in found["acts_next"]] == [0.5] * 4


def test_figures_for_people_are_a_table_with_standard_errors(run):
    """Where rounds were simulated."""
    code, output = run("--sampled", "--roster", "equal", "--rounds", 40)

    assert code == 0
    assert "The equal one" in output
    assert "40 rounds" in output
    assert " ± " in output


def test_a_system_that_cannot_take_up_a_roster_says_why_beside_the_others(run):
    """There is a table for one roster, and a sentence for the other."""
    code, output = run()

    assert code == 0
    assert "Invented: `invented` is for 2 sides, and this roster has 3." in output
    assert "exact" in output


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
        (("--roster", "three_sides"), "`invented` is for 2 sides, and this roster has 3."),
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


def test_a_file_that_holds_something_else_is_left_alone(run, tmp_path):
    """Nobody wants to lose it."""
    path = tmp_path / "diary.json"
    path.write_text("{}", encoding="utf-8")

    code, output = run("--roster", "equal", "--keep", path)

    assert code == 1
    assert "is there and holds something else. Name another file." in output
    assert path.read_text(encoding="utf-8") == "{}"
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["diary.json"]
