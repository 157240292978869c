"""Bases are circles; distances are in inches, from edge to edge."""

import pytest

from turnwright.engine.measure import apart, closes_in, length, near


def test_the_gap_between_two_bases_is_what_is_measured():
    """Bases of 25.4 mm are an inch across: with centres three inches apart, the gap is two."""
    assert apart((0, 0), (3, 0), 25.4, 25.4) == pytest.approx(2)


def test_bases_that_overlap_touch():
    """A distance is never less than nothing."""
    assert apart((0, 0), (0.5, 0), 25.4, 25.4) == 0


def test_exactly_so_many_inches_is_within():
    """Rounding costs nobody his charge; a hair more than that does."""
    assert near(apart((0, 0), (0.3, 0), 0, 0), 0.1 + 0.2)
    assert not near(6.001, 6)


def test_a_path_is_as_long_as_its_legs():
    """Three along and four up."""
    assert length(((0, 0), (3, 0), (3, 4))) == 7


def test_every_leg_has_to_come_nearer():
    """A step aside that keeps the distance does not."""
    assert closes_in(((0, 0), (2, 1), (5, 0)), (6, 0))
    assert not closes_in(((0, 0), (0, 3), (5, 0)), (6, 0))
