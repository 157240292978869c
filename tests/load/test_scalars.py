"""What words without quotes stand for."""

from fractions import Fraction

import pytest
import yaml

from turnwright.load.scalars import (
    ambiguity,
    is_too_large,
    parse_fraction,
    parse_scalar,
    suggested_spelling,
)

WORDS = ["a", "none", "round", "2d6", "1/2", "25-27", "a.b", "north", "fell_back", "1d6", "L11"]
TRAPS = ["yes", "No", "ON", "off", "y", "N", "TRUE", "~", "null", "010", "0x1F", "1:30", "1_000"]
TRAPS += [".inf", ".nan", "2026-11-21", "+6", ".5", "6.", "1e3", "1.5e3", "0o17", "-.INF", "="]


@pytest.mark.parametrize("word", [*WORDS, "true", "false", "0", "6", "-3", "0.10", "2.5"])
def test_ordinary_words_and_numbers_are_no_traps(word: str):
    """And they stand for what YAML takes them for."""
    assert ambiguity(word) == ""
    assert parse_scalar(word) == yaml.safe_load(word)


@pytest.mark.parametrize("word", TRAPS)
def test_what_programs_read_in_different_ways_is_a_trap(word: str):
    """The author is asked for quotes."""
    assert ambiguity(word)


@pytest.mark.parametrize("word", ["9" * 5000, "2026-99-99", "1:" + "59:" * 500 + "59"])
def test_monstrous_numbers_are_told_and_not_computed(word: str):
    """Reading them costs nothing."""
    assert ambiguity(word)


@pytest.mark.parametrize(
    ("text", "kind", "better"),
    [
        ("010", int, "10 or 8"),
        ("007", int, "7"),
        ("0o17", int, "15"),
        ("0x1F", int, "31"),
        ("1_000", int, "1000"),
        ("+6", int, "6"),
        ("6.", int, "6"),
        ("1e3", int, "1000"),
        ("1e3", float, "1000"),
        (".5", float, "0.5"),
        (".5", int, ""),
        ("1e-7", float, "0.0000001"),
        ("0.12345678901234567890", float, "0.123456789012346"),
        (".nan", float, ""),
        ("-.inf", float, ""),
        ("9" * 5000, int, ""),
        ("yes", bool, "true"),
        ("Off", bool, "false"),
        ("yes", int, ""),
        ("1", bool, ""),
        ("north", float, ""),
    ],
)
def test_where_a_number_belongs_the_better_way_to_write_it_can_be_read(
    text: str, kind: type, better: str
):
    """Whoever follows the hint is not told of another mistake."""
    assert suggested_spelling(text, kind) == better
    for way in better.split(" or ") if better else ():
        assert ambiguity(way) == ""
        assert isinstance(parse_scalar(way), kind | int)


@pytest.mark.parametrize(
    ("text", "is_so"),
    [("9" * 5000, True), ("-" + "9" * 16, True), ("1e400", True), ("6", False), (".inf", False)],
)
def test_a_number_that_nobody_counts_to_is_too_large(text: str, is_so: bool):
    """And what is no number is not large."""
    assert is_too_large(text) is is_so


@pytest.mark.parametrize(("text", "read"), [("0", 0), ("1/2", Fraction(1, 2)), ("3/2", None)])
def test_a_chance_is_a_fraction_of_at_most_one(text: str, read: Fraction | None):
    """Written as people write it."""
    assert parse_fraction(text) == read


def test_the_chance_of_many_dice_may_be_claimed():
    """That one of twelve shows a 6, and none that has more letters than any odds."""
    assert parse_fraction("1932641711/2176782336") == 1 - Fraction(5, 6) ** 12
    assert parse_fraction("1/" + "9" * 5000) is None
