"""Exploring: what is found by every order is what a dumb loop over the rules finds."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from tests.conftest import taken_away

from turnwright.engine.decision import Refused
from turnwright.examples.replay import initial_game
from turnwright.lab import exploration
from turnwright.lab.exploration import Effort, explore
from turnwright.lab.exploration_report import exploration_text
from turnwright.lab.muster import muster, mustered
from turnwright.lab.trials import Trial
from turnwright.language.input import Card, Choice
from turnwright.language.roster import Roster

SMALL = Effort(positions=20_000, rounds=0)

SKIRMISH = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {round.goes: {sequence: [turns, count_up]}}
      turns:
        turns.alternate: {cadence: alternate, first: listed_first}
        turns.uneven: {uneven: runs_on}
        turns.acts: {each: [strike, guard], among: own, together: one}
        turns.once: {limit: {per: round}, until: none_left}
      strike: {}
      guard: {guard.up: {sets: {fact: guarded}}}
      count_up:
        count.one: {cadence: alternate, first: listed_first}
        count.it: {each: [count_one], among: side, together: one}
        count.once: {limit: {per: round}, until: none_left, uneven: runs_on}
      count_one: {}
    facts: {guarded: {}}
"""
"""Each unit strikes and guards once a round, sides by turns; then each side counts."""


def with_claims(system, **claims):
    """An invented system with claims in its file, under `always` or `never`."""
    return replace(system, parts={**system.parts, **claims})


@pytest.fixture
def skirmish(system):
    """Each unit strikes and guards once a round, sides by turns; then each side counts."""
    return system(SKIRMISH)


@pytest.fixture
def trial(roster_of):
    """A trial of rules with sides of these sizes."""

    def of(rules, *sizes, rounds=1):
        return Trial(rules, muster(rules, roster_of(*sizes)).battle(), rounds)

    return of


# A second opinion: every line of play, from what a game says that may be done


def ways(game):
    """Every choice, from what the game lists."""
    for does in game.can:
        for unit in game.only[does]:
            if does in ("pass", "done"):
                yield Choice(does)
            elif unit in game.program.sides:
                yield Choice(does, (), side=unit)
            else:
                yield Choice(does, (unit,))


def every_line(game, line=()):
    """Every line of play to the end of the first round, with the games on the way."""
    yield line, game
    if game.round > 1 or game.awaits != "choice":
        return
    for choice in ways(game):
        try:
            after = game.apply(choice)
        except Refused:
            continue
        yield from every_line(after, (*line, choice))


def begun(trial):
    """The battle of a trial, before the first line."""
    return initial_game(trial.battle, trial.program)


SIZES = [(1, 1), (2, 1), (1, 2)]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_every_round_ends_after_as_many_inputs_as_the_longest_line(skirmish, trial, sizes):
    """And all that can be come to was come to."""
    tried = trial(skirmish.rules, *sizes)
    lines = [(line, game) for line, game in every_line(begun(tried))]

    found = explore([tried], SMALL)

    assert found.walk.is_whole
    assert found.course.loop is None
    assert not found.seen.stuck
    assert found.course.longest == max(len(line) for line, _ in lines)
    assert not found.unreached
    # Of two that are equal nobody runs on alone.
    assert [clause.id for clause in found.unused] == ["turns.uneven"] * (sizes == (1, 1))


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_the_longest_wait_is_that_of_some_line(skirmish, trial, sizes):
    """Strikes and guards of others between two of one's own, or at an end of the round."""
    tried = trial(skirmish.rules, *sizes)
    waits = [0, 0]
    for line, _ in every_line(begun(tried)):
        row = [0, 0]
        for choice in line:
            if choice.units:
                side = int(choice.units[0].startswith("blue"))
                row[side] = 0
                row[1 - side] += 1
                waits = [max(pair) for pair in zip(waits, row, strict=True)]

    found = explore([tried], SMALL)

    assert [found.seen.waits.get(side, (0,))[0] for side in (0, 1)] == waits


UNITS = ("red0", "red1", "blue0")


def struck(line, unit):
    """How often a unit strikes in a line of play."""
    return sum(choice.does == "strike" and choice.units == (unit,) for choice in line)


def test_a_claim_that_is_broken_comes_back_as_the_shortest_line(skirmish, trial):
    """It is as long as the shortest line of the dumb loop, and is one of those that break it."""
    claim = {
        "text": "Nobody has struck who is on guard.",
        "that": {"all_of": [{"fact": "guarded"}, {"did": {"action": "strike", "this": "round"}}]},
    }
    tried = trial(with_claims(skirmish, never={"both": claim}).rules, 2, 1)
    breaks = [
        line
        for line, game in every_line(begun(tried))
        if any(struck(line, unit) and "guarded" in game.facts(unit) for unit in UNITS)
        and game.round == 1
    ]

    line = explore([tried], SMALL).seen.broken["both"]

    assert len(line.said) == min(map(len, breaks))
    assert line.said in breaks


def test_a_claim_that_holds_in_every_order_is_not_broken(skirmish, trial):
    """Twice is what the limit keeps; and somebody was asked."""
    claim = {
        "text": "Nobody strikes twice in a round.",
        "that": {"did": {"action": "strike", "this": "round", "times": 2}},
    }
    rules = with_claims(skirmish, never={"twice": claim})
    tried = trial(rules.rules, 2, 1)

    found = explore([tried], SMALL)

    assert not any(struck(line, u) > 1 for line, _ in every_line(begun(tried)) for u in UNITS)
    assert not found.seen.broken
    assert found.unasked == ()
    without = trial(rules.without("turns.once").rules, 2, 1)
    # Nobody need ever stop then; the second strike is the second chance of one's own.
    line = explore([without], replace(SMALL, positions=200)).seen.broken["twice"]
    assert [struck(line.said, unit) for unit in UNITS].count(2) == 1
    assert len(line.said) == 3


def test_a_limit_that_another_thing_uses_up_is_found(skirmish, trial):
    """A slip that no round of its author need show: to strike counts as to guard."""
    claim = {
        "text": "When it is counted, everybody is on guard.",
        "of": {"of": "anyone", "that": {"open": "count_up"}},
        "that": {"fact": "guarded"},
    }
    right = with_claims(skirmish, always={"all_guard": claim})
    wrong = right.but("steps: {strike: {strike.is: {counts_as: guard}}}")
    tried = trial(wrong.rules, 1, 1)
    breaks = [
        line
        for line, game in every_line(begun(tried))
        if game.step == "count_up" and {"guarded"} != {*game.facts("red0"), *game.facts("blue0")}
    ]

    line = explore([tried], SMALL).seen.broken["all_guard"]

    assert not explore([trial(right.rules, 1, 1)], SMALL).seen.broken
    assert len(line.said) == min(map(len, breaks))


@pytest.mark.parametrize("sizes", [(1, 2), (1, 3), (2, 3)], ids=str)
def test_a_hole_in_the_rules_is_come_to_by_the_shortest_line(skirmish, trial, sizes):
    """Nobody says what happens when one side is through and the other is not."""
    tried = trial(skirmish.without("turns.uneven").rules, *sizes)
    holes = [line for line, game in every_line(begun(tried)) if game.unsaid]

    found = explore([tried], SMALL)

    assert [len(line.said) for line in found.seen.stuck.values()] == [min(map(len, holes))]
    assert list(found.seen.stuck) == ["It stops in `turns`: no rule says `uneven`."]


def test_a_round_that_need_not_end_is_told_with_what_goes_on_and_on(skirmish, trial):
    """Whoever wants may go on: the same inputs are allowed as often as one likes."""
    endless = skirmish.without("turns.once").but(
        "steps: {turns: {turns.over: {until: all_passed, passing: allowed, passed: for_now}}}"
    )
    tried = trial(endless.rules, 1, 1)

    found = explore([tried], SMALL)

    loop = found.course.loop
    assert found.walk.is_whole
    assert loop.has_way_out
    game = begun(tried)
    for said in (*loop.line.said, *loop.again * 9):
        game = game.apply(said)
    assert game.round == 1


def test_who_can_be_left_waiting_for_ever_is_told_with_what_goes_on_and_on(skirmish, trial):
    """A side that is through waits for one that strikes as often as it likes, and not otherwise."""
    tireless = skirmish.without("turns.once").but(
        """
        steps:
          turns: {turns.over: {until: none_left}}
          strike: {strike.fresh: {bars: {fact: guarded}}}
          guard: {guard.fresh: {bars: {fact: guarded}}}
        """
    )
    tried = trial(tireless.rules, 2, 1)

    found = explore([tried], SMALL)

    assert found.walk.is_whole
    assert set(found.course.waits) == {0, 1}
    for side, wait in found.course.waits.items():
        game = begun(tried)
        for said in (*wait.line.said, *wait.again * 9):
            game = game.apply(said)
        assert game.round == 1
        assert not any(
            unit.startswith(("red", "blue")[side]) for it in wait.again for unit in it.units
        )
    text = exploration_text(found)
    assert "Attacker can be left waiting for ever, if those who choose want it:" in text


def test_the_longest_wait_can_be_played_where_another_can_go_on_for_ever(skirmish, trial):
    """Who is tireless waits for the others as often as they may act, and they wait for ever."""
    uneven = skirmish.without("turns.once").but(
        """
        steps:
          turns: {turns.over: {until: none_left}}
          strike: {strike.fresh: {bars: {any_of: [{fact: guarded}, {fact: weary}]}}}
          guard: {guard.fresh: {bars: {fact: guarded}}}
        facts: {weary: {}}
        """
    )
    tried = trial(uneven.rules, 1, 2)
    given = {side: dict(army) for side, army in tried.battle.given.items()}
    given["defender"] = {unit: Card(facts=("weary",)) for unit in given["defender"]}
    tried = replace(tried, battle=replace(tried.battle, given=given))

    found = explore([tried], SMALL)

    assert set(found.course.waits) == {1}
    acts, line = found.seen.waits[0]
    game, alone = begun(tried), 0
    for said in line.said:
        game = game.apply(said)
        alone = 0 if said.units == ("red0",) else alone + 1
    assert acts == alone == 2


def test_what_no_army_can_do_is_never_reached(skirmish, trial):
    """A step that is only for those who have a fact that nobody has, and all its rules."""
    rules = skirmish.but(
        """
        steps:
          turns: {turns.acts: {each: [strike, guard, fly]}}
          fly: {fly.needs: {needs: {fact: winged}}, fly.up: {sets: {fact: guarded}}}
        facts: {winged: {}}
        """
    ).rules

    found = explore([trial(rules, 2, 1)], SMALL)

    assert found.unreached == ("fly",)
    assert [clause.id for clause in found.unused] == ["fly.up"]


@pytest.mark.parametrize("workers", [1, 3])
def test_the_same_seed_finds_the_same_however_many_play(skirmish, trial, workers):
    """A walk that is cut short, and battles at random."""
    tried, effort = trial(skirmish.rules, 3, 3), Effort(positions=50, rounds=60, seed=3)
    alone = explore([tried], effort)

    with ThreadPoolExecutor(workers) as executor:
        found = explore([tried], effort, executor)

    assert found.seen == alone.seen
    assert found.seen.rounds == 60
    assert not found.walk.is_whole


def test_what_was_found_before_somebody_stopped_it_is_kept(skirmish, trial, monkeypatch):
    """Ctrl-C in the middle of a battle."""
    tried = trial(skirmish.rules, 3, 3)
    known = explore([tried], Effort(positions=50, rounds=20)).seen.rounds

    def stopped(trials, first, numbers, seed):
        if numbers.start:
            raise KeyboardInterrupt
        return known_play(trials, first, numbers, seed)

    known_play = exploration.play_at_random
    monkeypatch.setattr(exploration, "play_at_random", stopped)
    found = explore([tried], Effort(positions=50, rounds=20))

    assert found.is_stopped
    assert 0 < found.seen.rounds < known


@pytest.mark.parametrize(
    ("ruleset", "claim", "kept_by"),
    [
        ("bolt_action", "two_orders", "orders.once"),
        ("gaslands", "one_pole", "pole.one-player"),
    ],
)
def test_a_claim_of_a_sketch_holds_by_the_clause_that_keeps_it(library, ruleset, claim, kept_by):
    """And by that one: without it, two units a side break it."""
    rules = library.effective(ruleset)
    names = rules.sides[:2]
    two = {name: (f"{name[0]}1", f"{name[0]}2") for name in names}
    battle = mustered(rules, Roster(roster="", sides=two))
    effort = Effort(positions=1000, rounds=0)

    found = explore([Trial(rules, battle)], effort)
    without = explore([Trial(taken_away(rules, [kept_by]), battle)], effort)

    assert found.walk.is_whole
    assert found.holds(claim)
    assert claim in without.seen.broken
