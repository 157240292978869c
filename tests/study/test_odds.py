"""Exact odds, against a second opinion that looks at every fall of every die."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from turnwright.describe.odds import odds
from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.parts import CheckPart
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


def compiled(one: Check) -> CheckPart:
    """The check, in a ruleset with a value and a fact that it may speak of."""
    ruleset = Ruleset(
        ruleset="odds",
        language=2,
        title="Odds",
        checks={"check": one},
        values={"skill": Value()},
        facts={"tired": Fact()},
    )
    return compile_ruleset(ruleset).checks["check"]


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
    chart = compiled(CHART)

    assert odds(chart, bonus=extra) == brute(extra, highest=True)


@pytest.mark.parametrize("extra", [1, 2])
def test_penalty_dice_count_for_as_much_as_they_do_in_play(extra: int):
    """The lowest dice count."""
    chart = compiled(CHART)

    assert odds(chart, penalty=extra) == brute(extra, highest=False)


def test_what_no_clause_says_has_no_odds():
    """Bonus dice of which nothing is said are not guessed about."""
    bare = compiled(check(CheckMeaning(roll="1d6")))

    assert odds(bare, bonus=1) is None


def test_a_bucket_of_dice_is_not_counted_out():
    """A check of a hundred dice would take for ever, so it has no odds."""
    bucket = compiled(check(CheckMeaning(roll="100d20")))

    assert odds(bucket) is None


def test_dice_that_are_judged_one_by_one_have_the_odds_of_one_of_them():
    """However many are rolled: a five or a six is a third of all falls."""
    volley = check(
        CheckMeaning(roll=Dice(count="skill", faces=6)),
        CheckMeaning(judged=Judged.EACH_DIE),
        CheckMeaning(band=Band(outcome="hit", low=5)),
        CheckMeaning(band=Band(outcome="miss", high=4)),
    )

    assert odds(compiled(volley)) == {"hit": Fraction(1, 3), "miss": Fraction(2, 3)}


def test_where_it_depends_on_who_rolls_there_are_no_odds():
    """A band that ends at a value, dice by a value, and what is added are somebody's own."""
    band = CheckMeaning(band=Band(outcome="hit", low=5))
    own = CheckMeaning(band=Band(outcome="hit", low="skill"))
    plain = CheckMeaning(roll="1d6")

    assert odds(compiled(check(plain, own))) is None
    assert odds(compiled(check(plain, band, CheckMeaning(add="skill")))) is None
    assert odds(compiled(check(CheckMeaning(roll=Dice(count="skill", faces=6)), band))) is None


def test_a_band_for_some_only_is_left_out_of_the_odds():
    """They are those of a roll of which nothing in particular is known."""
    tired = CheckMeaning(when=Condition(fact="tired"), band=Band(outcome="miss", low=6))
    hit = CheckMeaning(band=Band(outcome="hit", low=5))
    miss = CheckMeaning(band=Band(outcome="miss", high=4))

    shot = compiled(check(CheckMeaning(roll="1d6"), tired, hit, miss))

    assert odds(shot) == {"hit": Fraction(1, 3), "miss": Fraction(2, 3)}
