"""Dice: notation, which of them count, and what a total means."""

from fractions import Fraction
from itertools import product

import pytest

from turnwright.engine.decision import parse_dice

CHART = """
    steps:
      battle: {battle.parts: {sequence: [rolls]}}
      rolls: {rolls.how: {
        cadence: one_side, first: listed_first, among: own, together: one, each: [roll],
        until: one_chance}}
      roll:
        roll.check: {check: chart}
        roll.leads: {result: {outcome: [failure, success, critical], then: go_on}}
    checks:
      chart:
        chart.dice: {roll: 2d6}
        chart.from: {dice_from: [skill, harm]}
        chart.plus: {bonus_dice: keep_highest}
        chart.minus: {penalty_dice: keep_lowest}
        chart.both: {mixed_dice: keep_lowest}
        chart.fails: {band: {outcome: failure, low: 2, high: 6}}
        chart.works: {band: {outcome: success, low: 7, high: 11}}
        chart.shines: {band: {outcome: critical, low: 12, high: 12}}
"""


def rolling(chart, bonus=0, penalty=0):
    """A unit of the first side rolls, with so many bonus and penalty dice."""
    return chart.battle({"Ash": {"dice": {"skill": bonus, "harm": -penalty}}}, "").choose(
        "roll", "Ash"
    )


def odds(chart, bonus=0, penalty=0):
    """The chance of each outcome."""
    game = rolling(chart, bonus, penalty)
    return {outcome: game.odds(outcome) for outcome in ("failure", "success", "critical")}


@pytest.fixture
def chart(system):
    """Two dice: up to 6 fails, 7 to 11 works, 12 shines."""
    return system(CHART)


def test_notation():
    """So many dice of so many faces."""
    assert parse_dice("2d6") == (2, 6)
    assert parse_dice("1d100") == (1, 100)


@pytest.mark.parametrize(
    ("bonus", "penalty", "failure", "success", "critical"),
    [
        (0, 0, Fraction(15, 36), Fraction(20, 36), Fraction(1, 36)),
        (1, 0, Fraction(42, 216), Fraction(158, 216), Fraction(16, 216)),
        (0, 1, Fraction(147, 216), Fraction(68, 216), Fraction(1, 216)),
    ],
)
def test_the_chances_of_two_dice(chart, bonus, penalty, failure, success, critical):
    """Plain, with the two highest of three, with the two lowest of three."""
    assert odds(chart, bonus, penalty) == {
        "failure": failure,
        "success": success,
        "critical": critical,
    }


@pytest.mark.parametrize(
    ("mixed", "many", "highest"),
    [("keep_lowest", 5, False), ("keep_highest", 5, True), ("cancel", 3, True)],
)
def test_bonus_and_penalty_dice_together(chart, mixed, many, highest):
    """Two and one of them: all are rolled, or one of each cancels out."""
    rules = chart.but(f"checks: {{chart: {{chart.both: {{mixed_dice: {mixed}}}}}}}")

    dice = rolling(rules, 2, 1).state.ask.hand

    assert (dice.many, dice.keep, dice.highest) == (many, 2, highest)
    assert "invented.chart.both" in dice.by


def test_one_of_each_may_cancel_out_whole(chart):
    """Then it is as if there were none."""
    rules = chart.but("checks: {chart: {chart.both: {mixed_dice: cancel}}}")

    assert odds(rules, 1, 1) == odds(rules)
    assert odds(rules, 1, 2) == odds(rules, 0, 1)


def test_any_penalty_may_outweigh_every_bonus(chart):
    """The two lowest of four."""
    everything = list(product(range(1, 7), repeat=4))
    failing = sum(sum(sorted(dice)[:2]) <= 6 for dice in everything)

    assert odds(chart, 1, 1)["failure"] == Fraction(failing, len(everything))


@pytest.mark.parametrize(
    ("clause", "bonus", "penalty", "word"),
    [
        ("chart.dice", 0, 0, "roll"),
        ("chart.plus", 1, 0, "bonus_dice"),
        ("chart.minus", 0, 1, "penalty_dice"),
        ("chart.both", 1, 1, "mixed_dice"),
    ],
)
def test_which_dice_count_is_not_guessed(chart, clause, bonus, penalty, word):
    """The word that is missing is the answer."""
    game = rolling(chart.without(clause), bonus, penalty)

    assert (game.awaits, game.unsaid) == ("unsaid", word)


def test_a_roll_says_which_clauses_made_it(chart):
    """The check, the dice, what was kept of them, and the band."""
    game = rolling(chart, 1).roll(2, 6, 6)

    rolled = next(event for event in game.events if type(event).__name__ == "Rolled")
    assert (rolled.kept, rolled.total, rolled.outcome) == ((6, 6), 12, "critical")
    assert set(rolled.by) == {
        "invented.chart.dice",
        "invented.chart.plus",
        "invented.chart.shines",
    }


@pytest.mark.parametrize("extra", [{"bonus": 999_999_999}, {"penalty": 1_001}])
def test_more_extra_dice_than_anybody_rolls_stop_the_round(chart, extra):
    """The clause that adds what a card says is named, and nothing is counted one by one."""
    game = rolling(chart, **extra)

    assert (game.awaits, game.unsaid.split()[2:]) == ("unsaid", ["more", "dice", "come", "to"])
    assert game.short(game.decision.by) == ("chart.from",)
    assert rolling(chart, bonus=1_000).dice == "1002d6"
