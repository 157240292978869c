"""What a sentence says in numbers is read as a player reads it."""

import pytest

from turnwright.language.change import Cost
from turnwright.language.step import StepMeaning
from turnwright.load.figures import Kind, Need, figures_of
from turnwright.load.meant_figures import constants_of
from turnwright.load.stances import opposed


def fits(sentence: str) -> list[frozenset[object]]:
    """What the figures of a sentence would have to find in a meaning."""
    return [frozenset(figure.fits) for figure in figures_of(sentence)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("at least 7", "7 or more"),
        ("at least 7", "7+"),
        ("at least 7", "less than 7"),
        ("at most 7", "more than 7"),
        ("at most 7", "no more than 7"),
        ('up to 7"', 'within 7"'),
        ('up to 7"', 'no further than 7"'),
        ("two D6", "2D6"),
        ("a D6", "1D6"),
        ("seven models", "7 models"),
        ("7-11", "7 to 11"),
        ("a double 6", "two sixes"),
        ("half of its models or fewer", "more than half of its models"),
        ("from the highest to the lowest", "the highest"),
        ("the best", "the highest"),
    ],
)
def test_the_same_said_in_other_words(one: str, other: str):
    """A negation says the same as its opposite, and words say the same as digits."""
    assert fits(one) == fits(other) != []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('12"', '18"'),
        ("7-11", "8-11"),
        ("7-11", "7-12"),
        ("+1", "+2"),
        ("+1", "-1"),
        ("4+", "5+"),
        ("D6", "2D6"),
        ("2D6", "2D3"),
        ("D6+1", "D6+2"),
        ("the highest", "the lowest"),
        ("at least 2", "at most 2"),
        ("2 or more", "2 or less"),
        ("more than half", "half"),
        ("at least half", "at most half"),
        ("twice", "half"),
        ("two highest dice", "three highest dice"),
        ("higher than its Leadership", "lower than its Leadership"),
        ("once at most", "once at least"),
    ],
)
def test_what_says_something_else(one: str, other: str):
    """These are the slips that the eye passes over."""
    assert fits(one) != fits(other)


@pytest.mark.parametrize(
    "sentence",
    [
        "One unit acts, and then the other one.",
        "Once it has acted, the two of them go on.",
        "Units under one marker act together.",
        "Multiply first in a roll such as 2D6x5.",
        "A unit that is in reserve acts no further.",
    ],
)
def test_what_only_sounds_like_a_number(sentence: str):
    """Language counts where nobody counts; and what only illustrates a rule is none of it."""
    assert figures_of(sentence) == ()


def test_what_no_rule_can_hold_is_no_number():
    """Python reads no text of so many digits as a number."""
    endless = "9" * 5000

    for sentence in (f"{endless} units walk.", f"{endless} more are added.", f"{endless}+ hits."):
        assert figures_of(sentence) == ()
    assert [*opposed((f"{endless} walk.",), (f"{endless} run.",), ())] == []


def test_a_figure_is_told_as_it_was_said():
    """A message shows the whole comparison, with its inches."""
    (figure,) = figures_of('A unit moves no more than 6" in a phase.')

    assert figure.said == 'more than 6"'
    assert figure.family is Kind.NUMBER


def test_what_costs_something_costs_one():
    """Where no clause says how much, a sentence may say that it is 1, and not that it is 2."""
    (constant,) = constants_of(StepMeaning(costs=Cost(value="coins")))

    assert Need(Kind.NUMBER, 1) in constant
    assert Need(Kind.NUMBER, 2) not in constant
