"""Exact odds, against a second opinion that looks at every fall of every die."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from turnwright.describe.check_model import plain_model
from turnwright.language.check import (
    Band,
    Check,
    CheckClause,
    CheckMeaning,
    Dice,
    Judged,
    Keep,
)
from turnwright.language.condition import Condition
from turnwright.language.event import Rolled
from turnwright.language.fact import Fact, Value
from turnwright.language.ruleset import Ruleset


def check(*means: CheckMeaning) -> Check:
    """A check with one clause for each meaning."""
    return Check(
        clauses=tuple(
            CheckClause(id=f"check.{number}", text="A rule.", means=mean)
            for number, mean in enumerate(means)
        )
    )


def odds(one: Check, bonus: int = 0, penalty: int = 0) -> Mapping[str, Fraction] | None:
    """The chance of each outcome of a check, with a value and a fact that it may speak of."""
    ruleset = Ruleset(
        ruleset="odds",
        language=2,
        title="Odds",
        checks={"check": one},
        values={"skill": Value()},
        facts={"tired": Fact()},
    )
    model = plain_model(ruleset, "check")
    return model and model.chances((), bonus, penalty)


CHART = check(
    CheckMeaning(roll="2d6"),
    CheckMeaning(bonus_dice=Keep.HIGHEST),
    CheckMeaning(penalty_dice=Keep.LOWEST),
    CheckMeaning(band=Band(outcome="failure", low=2, high=6)),
    CheckMeaning(band=Band(outcome="success", low=7, high=12)),
)


def brute(extra: int, highest: bool) -> dict[str, Fraction]:
    """Two of two or more six-sided dice, fall by fall."""
    many = 2 + extra
    falls = [
        "failure" if sum(sorted(dice, reverse=highest)[:2]) <= 6 else "success"
        for dice in product(range(1, 7), repeat=many)
    ]
    return {name: Fraction(count, 6**many) for name, count in Counter(falls).items()}


@pytest.mark.parametrize("extra", [0, 1, 2])
def test_bonus_dice_count_for_as_much_as_they_do_in_play(extra: int):
    """The highest dice count, and each fall is as likely as any other."""
    assert odds(CHART, bonus=extra) == brute(extra, highest=True)


@pytest.mark.parametrize("extra", [1, 2])
def test_penalty_dice_count_for_as_much_as_they_do_in_play(extra: int):
    """The lowest dice count."""
    assert odds(CHART, penalty=extra) == brute(extra, highest=False)


def test_what_no_clause_says_has_no_odds():
    """Bonus dice of which nothing is said are not guessed about."""
    bare = check(CheckMeaning(roll="1d6"), CheckMeaning(band=Band(outcome="hit")))

    assert odds(bare) == {"hit": 1}
    assert odds(bare, bonus=1) is None


def test_a_bucket_of_dice_is_not_counted_out():
    """A check of a hundred dice would take for ever, so it has no odds."""
    bucket = check(CheckMeaning(roll="100d20"), CheckMeaning(band=Band(outcome="hit")))

    assert odds(bucket) is None


def test_dice_that_are_judged_one_by_one_have_the_odds_of_one_of_them():
    """However many are rolled: a five or a six is a third of all falls."""
    volley = check(
        CheckMeaning(roll=Dice(count="skill", faces=6)),
        CheckMeaning(judged=Judged.EACH_DIE),
        CheckMeaning(band=Band(outcome="hit", low=5)),
        CheckMeaning(band=Band(outcome="miss", high=4)),
    )

    assert odds(volley) == {"hit": Fraction(1, 3), "miss": Fraction(2, 3)}


def test_where_it_depends_on_who_rolls_there_are_no_odds():
    """A band that ends at a value, dice by a value, and what is added are somebody's own."""
    band = CheckMeaning(band=Band(outcome="hit", low=5))
    own = CheckMeaning(band=Band(outcome="hit", low="skill"))
    plain = CheckMeaning(roll="1d6")

    assert odds(check(plain, own)) is None
    assert odds(check(plain, band, CheckMeaning(add="skill"))) is None
    assert odds(check(CheckMeaning(roll=Dice(count="skill", faces=6)), band)) is None


def test_a_band_for_some_only_is_left_out_of_the_odds():
    """They are those of a roll of which nothing in particular is known."""
    tired = CheckMeaning(when=Condition(fact="tired"), band=Band(outcome="miss", low=6))
    hit = CheckMeaning(band=Band(outcome="hit", low=5))
    miss = CheckMeaning(band=Band(outcome="miss", high=4))

    shot = check(CheckMeaning(roll="1d6"), tired, hit, miss)

    assert odds(shot) == {"hit": Fraction(1, 3), "miss": Fraction(2, 3)}


WAIVED = """
    steps:
      battle: {battle.parts: {sequence: [rolls]}}
      rolls: {rolls.how: {
        cadence: one_side, first: listed_first, among: own, together: one, each: [roll],
        until: one_chance}}
      roll:
        roll.check: {check: luck}
        roll.leads: {result: {outcome: [good, bad, superb], then: go_on}}
        roll.no-luck: {waives: [luck.superb]}
    checks:
      luck:
        luck.dice: {roll: 1d6}
        luck.superb: {band: {outcome: superb, low: 6, natural: true}}
        luck.good: {band: {outcome: good, low: 4}}
        luck.bad: {band: {outcome: bad, high: 3}}
"""


@pytest.mark.parametrize(
    ("left_out", "expected"),
    [
        ((), {"good": Fraction(1, 2), "bad": Fraction(1, 2)}),
        (
            ("roll.no-luck",),
            {"superb": Fraction(1, 6), "good": Fraction(1, 3), "bad": Fraction(1, 2)},
        ),
    ],
)
def test_a_band_that_is_waived_is_played_and_computed_the_same(system, left_out, expected):
    """An exception that stands in another part takes the six away; every roll is rolled."""
    rules = system(WAIVED)
    for clause in left_out:
        rules = rules.without(clause)
    rolling = rules.battle("Ash", "").choose("roll", "Ash")
    model = plain_model(rules.rules, "luck")
    outcomes = [
        next(event.outcome for event in rolling.roll(die).events if isinstance(event, Rolled))
        for die in range(1, 7)
    ]

    assert {name: Fraction(many, 6) for name, many in Counter(outcomes).items()} == expected
    assert model is not None
    assert model.chances() == expected
    assert {name: rolling.odds(name) for name in expected} == expected
