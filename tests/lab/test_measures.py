"""Figures of one round, against a count on paper: `R` and `B` act, `r` and `b` react."""

import re
from fractions import Fraction
from itertools import product

import pytest

from turnwright.lab.measures import WHOLE, measured
from turnwright.lab.playing import Act, Round


def round_of(letters: str, following: str = "") -> Round:
    """A round as it is written on paper; each act is another unit's."""
    acts = tuple(
        Act("RB".index(letter.upper()), 1 << n, letter.islower())
        for n, letter in enumerate(letters)
    )
    return Round(acts, Act("RB".index(following), 1) if following else None)


@pytest.mark.parametrize(
    ("letters", "answer"), [("RRBB", 2), ("RRbRB", 2), ("RBRB", 1), ("RRR", 3), ("BBR", 2)]
)
def test_before_the_first_reply_only_one_side_does_anything(letters, answer):
    """A reaction is a reply as well."""
    assert measured(round_of(letters), (3, 3))["before_reply", WHOLE] == answer


@pytest.mark.parametrize(("letters", "answer"), [("RRBBBB", 4), ("RBBRBB", 2), ("BBBBRR", 0)])
def test_the_tail_is_what_the_larger_side_does_alone_at_the_end(letters, answer):
    """When the smaller side is last, there is none."""
    assert measured(round_of(letters), (2, 4))["tail", WHOLE] == answer


def test_the_tail_of_equals_is_that_of_whoever_is_last():
    """Neither is larger."""
    assert measured(round_of("RBBR"), (2, 2))["tail", WHOLE] == 1


def test_the_force_that_acts_first_counts_units_and_not_activations():
    """One of two units has acted, twice."""
    twice = Round((Act(0, 2), Act(0, 2), Act(1, 8), Act(0, 4)))

    assert measured(twice, (2, 1))["force_before", WHOLE] == Fraction(1, 2)


@pytest.mark.parametrize(("following", "answer"), [("B", 1), ("R", 0)])
def test_last_then_first_looks_over_the_end_of_the_round(following, answer):
    """Blue was last."""
    assert measured(round_of("RB", following), (1, 1))["last_then_first", WHOLE] == answer


def test_nobody_knows_who_is_next_when_the_battle_is_over():
    """The figure is left out, and not 0."""
    assert ("last_then_first", WHOLE) not in measured(round_of("RB"), (1, 1))


def test_runs_and_waits_are_those_that_one_sees_on_paper():
    """Every round of five acts and reactions that has an act, by regular expressions."""
    for letters in map("".join, product("RBrb", repeat=5)):
        own = re.sub("[rb]", "", letters)
        if not own:
            continue
        found = measured(round_of(letters), (5, 5))
        # Red waits while only blue acts; what blue does in reaction is no wait.
        waits = [n for part in re.split("[Rr]", letters) if (n := part.count("B"))]

        assert found["activations", WHOLE] == len(own)
        assert found["longest_run", WHOLE] == max(map(len, re.findall("R+|B+", own)))
        assert found["longest_wait", 0] == max(waits, default=0)
        assert found["mean_wait", 0] == (Fraction(sum(waits), len(waits)) if waits else 0)
        assert (found["first", 0], found["last", 1]) == (own[0] == "R", own[-1] == "B")
