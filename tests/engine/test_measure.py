"""Bases are circles; distances are in inches, from edge to edge."""

import random
from math import dist

import pytest

from turnwright.engine.measure import apart, gap, length, near, nearest


def test_the_gap_between_two_bases_is_what_is_measured():
    """Bases of 25.4 mm are an inch across: with centres three inches apart, the gap is two."""
    assert apart((0, 0), (3, 0), 25.4, 25.4) == pytest.approx(2)


def test_bases_that_overlap_touch():
    """A distance is never less than nothing."""
    assert apart((0, 0), (0.5, 0), 25.4, 25.4) == 0


def test_two_units_are_as_far_apart_as_their_nearest_models():
    """And these are the two between which a tape is laid."""
    ones, others = ((0, 0), (9, 0)), ((3, 0), (7, 0), (20, 0))

    assert nearest(ones, others) == ((9, 0), (7, 0))
    assert gap(ones, others, 25.4, 25.4) == pytest.approx(1)
    assert gap(ones[:1], others, 0, 0) == 3


def test_exactly_so_many_inches_is_within():
    """Rounding costs nobody his charge; a hair more than that does."""
    assert near(apart((0, 0), (0.3, 0), 0, 0), 0.1 + 0.2)
    assert not near(6.001, 6)


def test_a_path_is_as_long_as_its_legs():
    """Three along and four up."""
    assert length(((0, 0), (3, 0), (3, 4))) == 7


def test_a_group_is_one_that_can_be_walked_through(skirmish):
    """From neighbour to neighbour, as somebody finds who draws lines, on a few hundred tables."""
    chance = random.Random(8)
    rules = skirmish.but("steps: {act: {act.together: {needs: {one_group: 3}}}}")
    seen = set()
    for _ in range(300):
        places = [(chance.uniform(0, 8), chance.uniform(0, 8)) for _ in range(4)]
        lines = {(a, b) for a in places for b in places if dist(a, b) <= 3}
        for middle in places:
            lines |= {(a, b) for a in places for b in places if {(a, middle), (middle, b)} <= lines}
        for middle in places:
            lines |= {(a, b) for a in places for b in places if {(a, middle), (middle, b)} <= lines}
        game = rules.battle(
            {"Ash": {"models": 4, "places": tuple(places)}, "Birch": {}}, {"Dorn": {}}
        )
        is_one = all((places[0], other) in lines for other in places)
        assert ("Ash" in game.may) is is_one
        seen.add(is_one)
    assert seen == {True, False}
