"""What words without quotes stand for."""

import pytest
import yaml

from turnwright.load.scalar import plain, trap

WORDS = ["a", "none", "round", "2d6", "1/2", "25-27", "a.b", "north", "fell_back", "1d6", "L11"]
TRAPS = ["yes", "No", "ON", "off", "y", "N", "TRUE", "~", "null", "010", "0x1F", "1:30", "1_000"]
TRAPS += [".inf", ".nan", "2026-11-21", "+6", ".5", "6.", "1e3", "1.5e3", "0o17", "-.INF", "="]


@pytest.mark.parametrize("word", [*WORDS, "true", "false", "0", "6", "-3", "0.10", "2.5"])
def test_ordinary_words_and_numbers_are_no_traps(word: str):
    """And they stand for what YAML takes them for."""
    assert trap(word) == ""
    assert plain(word) == yaml.safe_load(word)


@pytest.mark.parametrize("word", TRAPS)
def test_what_programs_read_in_different_ways_is_a_trap(word: str):
    """The author is asked for quotes."""
    assert trap(word)


@pytest.mark.parametrize("word", ["9" * 5000, "2026-99-99", "1:" + "59:" * 500 + "59"])
def test_monstrous_numbers_are_told_and_not_computed(word: str):
    """Reading them costs nothing."""
    assert trap(word)
