"""Mutants: a clause with its meaning turned round, or shifted by one."""

import pytest

from turnwright.proof import mutants

RULES = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [dawn, turns, dusk]}, rounds.order: {order: fixed}}
      dawn: {}
      dusk: {}
      turns:
        turns.once: {limit: {per: round, times: 2}}
        turns.first: {first: fewest}
        turns.tie: {ties: {roll: 1d6}}
        turns.again: {ties: again}
        turns.each: {each: [dawn]}
        turns.may: {passing: allowed}
        turns.pass: {passed: turns}
        turns.check: {check: luck}
        turns.none: {when: {fact: keen}, check: none}
        turns.risk: {risky: true}
        turns.fit: {needs: {count: {of: own, also: gone, that: {fact: keen}, share: 1/2}}}
        turns.near: {bars: {within: {inches: 6, of: enemy}}}
        turns.keen: {sets: {fact: keen, until: this}}
        turns.on: {result: {outcome: [good], then: carry_out}}
    checks:
      luck:
        luck.dice: {roll: 2d6}
        luck.bad: {band: {outcome: bad, low: 2, high: 6}}
        luck.good: {band: {outcome: good, low: 7, high: 12}}
      fate: {}
    facts: {keen: {}}
"""


@pytest.fixture
def turned(system):
    """All ways to turn one clause of an invented system round: what they mean then."""
    rules = system(RULES).rules

    def ways(name):
        clause = next(c for c in rules.clauses() if c.id == name)
        found = list(mutants.mutants_of(clause, rules))
        assert all(other.id == clause.id and other != clause for other in found)
        return [other.means for other in found]

    return ways


def test_an_enum_becomes_each_of_its_other_members(turned):
    """Fixed becomes free."""
    assert [m.order for m in turned("rounds.order")] == ["free"]


def test_a_number_becomes_one_more_and_one_less(turned):
    """Twice becomes three times and once; and the span may be another."""
    limits = [(m.limit.per, m.limit.times) for m in turned("turns.once")]

    assert ("round", 3) in limits
    assert ("round", 1) in limits
    assert ("battle", 2) in limits


def test_a_list_loses_and_swaps_neighbours(turned):
    """Every step can be left out, and every two that follow each other can change places."""
    orders = [m.sequence for m in turned("rounds.parts")]

    assert ("turns", "dawn", "dusk") in orders
    assert ("dawn", "dusk", "turns") in orders
    assert ("turns", "dusk") in orders
    assert ("dawn", "turns") in orders


def test_dice_become_one_die_more_or_fewer(turned):
    """A single die is never none."""
    assert [m.roll for m in turned("luck.dice")] == ["3d6", "1d6"]
    assert "2d6" in {m.ties.roll for m in turned("turns.tie") if hasattr(m.ties, "roll")}


def test_a_step_becomes_one_that_goes_on_longer(turned):
    """Until the end of the turns becomes until the end of the round, or of the battle."""
    assert {"battle", "round"} <= {m.passed for m in turned("turns.pass")}


def test_this_step_becomes_one_that_goes_on_longer(turned):
    """Until this ends becomes until the round ends, or the battle."""
    assert {"battle", "round"} <= {m.sets.until for m in turned("turns.keen")}


def test_a_tie_that_is_rolled_again_is_broken_without_a_roll(turned):
    """By what the ruleset lists first, or any other word that puts sides in order."""
    assert {"listed_first", "listed_second"} <= {m.ties for m in turned("turns.again")}


def test_a_check_becomes_another_or_none(turned):
    """And none becomes one."""
    assert {m.check for m in turned("turns.check")} == {"none", "fate"}
    assert {"luck", "fate"} <= {m.check for m in turned("turns.none")}


def test_a_truth_becomes_its_opposite(turned):
    """Risky becomes safe."""
    assert [m.risky for m in turned("turns.risk")] == [False]


def test_a_condition_is_denied_and_shifted(turned):
    """Not so; a greater share or a smaller one; an inch more or less; somebody else."""
    denied = [m.needs for m in turned("turns.fit") if m.needs.none_of]
    shares = {m.needs.count.share for m in turned("turns.fit") if m.needs.count}
    inches = {m.bars.within.inches for m in turned("turns.near") if m.bars.within}

    assert len(denied) == 1
    assert {"2/2", "1/3"} <= shares
    assert {5, 6, 7} == inches


def test_a_guard_is_turned_round_too(turned):
    """What holds only then, holds only otherwise."""
    assert any(m.when and m.when.none_of and m.check == "none" for m in turned("turns.none"))


def test_a_band_moves_at_either_end_and_gets_another_outcome(turned):
    """One up, one down, and the name of another."""
    bands = {(m.band.outcome, m.band.low, m.band.high) for m in turned("luck.bad")}

    assert bands == {("bad", 3, 6), ("bad", 1, 6), ("bad", 2, 7), ("bad", 2, 5), ("good", 2, 6)}


def test_what_says_nothing_has_no_mutants(system):
    """A clause that follows from others, or only advises."""
    rules = system(RULES).but("steps: {dawn: {dawn.so: {follows: [rounds.parts]}}}").rules
    clause = next(c for c in rules.clauses() if c.id == "dawn.so")

    assert list(mutants.mutants_of(clause, rules)) == []


def test_who_is_first_becomes_whoever_is_listed_first_or_second(skirmish):
    """A roll, an amount or an earlier order gives way to a side that nothing has to settle."""
    rules = skirmish.but("steps: {turns: {turns.first: {first: {roll: 1d6}, ties: again}}}").rules
    clause = next(c for c in rules.clauses() if c.id == "turns.first")

    firsts = [other.means.first for other in mutants.mutants_of(clause, rules)]

    assert {"listed_first", "listed_second"} <= {*filter(lambda f: isinstance(f, str), firsts)}
