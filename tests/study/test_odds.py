"""Exact odds, against a second opinion that looks at every fall of every die."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from turnwright.engine.plan import plans
from turnwright.language.check import Band, Check, CheckClause, CheckMeaning, Keep
from turnwright.study.odds import odds


def check(*means: CheckMeaning) -> Check:
    """A check with one clause for each meaning."""
    return Check(
        clauses=tuple(
            CheckClause(id=f"check.{number}", text="A rule.", means=mean)
            for number, mean in enumerate(means)
        )
    )


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
    chart = plans({"chart": CHART})["chart"]

    assert odds(chart, bonus=extra) == brute(extra, highest=True)


@pytest.mark.parametrize("extra", [1, 2])
def test_penalty_dice_count_for_as_much_as_they_do_in_play(extra: int):
    """The lowest dice count."""
    chart = plans({"chart": CHART})["chart"]

    assert odds(chart, penalty=extra) == brute(extra, highest=False)


def test_what_no_clause_says_has_no_odds():
    """Bonus dice of which nothing is said are not guessed about."""
    bare = plans({"bare": check(CheckMeaning(roll="1d6"))})["bare"]

    assert odds(bare, bonus=1) is None


def test_a_bucket_of_dice_is_not_counted_out():
    """A check of a hundred dice would take for ever, so it has no odds."""
    bucket = plans({"bucket": check(CheckMeaning(roll="100d20"))})["bucket"]

    assert odds(bucket) is None
