"""Bases: models stand beside each other and never on each other."""

import random
from math import dist

import pytest

from turnwright.engine.decision import Refused

SOLID = """
    steps: {act: {act.moves: {moves: {up_to: 12}}, act.round: {keeps_off: bases}}}
"""
INCH = 25.4


@pytest.fixture
def deck(skirmish):
    """Units walk up to twelve inches, and round everybody."""
    return skirmish.but(SOLID)


def test_nobody_ends_on_a_base_or_crosses_one(deck):
    """Friend or enemy; bases that touch are beside each other."""
    game = deck.battle(
        {"Ash": {"at": (0, 0), "base": INCH}, "Birch": {"at": (0, 4), "base": INCH}},
        {"Dorn": {"at": (4, 0), "base": INCH}},
    )

    assert game.refuses("act", "Ash", to=(4, 0)) == ("act.round",)
    assert game.refuses("act", "Ash", to=(3.1, 0)) == ("act.round",)
    assert game.refuses("act", "Ash", to=(8, 0)) == ("act.round",)
    assert game.refuses("act", "Ash", to=(0, 8)) == ("act.round",)
    for way in ({"to": (3, 0)}, {"to": (8, 0), "path": ((4, 1.1),)}, {"to": (0, 3)}):
        assert game.choose("act", "Ash", **way).next == "defender"
    with pytest.raises(Refused, match="a model of Ash ends on a base of Dorn"):
        game.choose("act", "Ash", to=(4, 0.2))
    with pytest.raises(Refused, match="a model of Ash moves across a base of Birch"):
        game.choose("act", "Ash", to=(0, 9))


def test_models_without_a_base_stand_on_different_spots(deck):
    """Of a model whose base nobody gave, only the spot is known."""
    game = deck.battle({"Ash": {"at": (0, 0)}}, {"Dorn": {"at": (4, 0)}})

    assert game.refuses("act", "Ash", to=(4, 0)) == ("act.round",)
    assert game.refuses("act", "Ash", to=(8, 0)) == ("act.round",)
    assert game.choose("act", "Ash", to=(3.9, 0)).next == "defender"


def test_models_of_one_unit_do_not_stand_on_each_other(deck):
    """Those that move may go in any order; those that stay are in the way."""
    two = {"models": 2, "base": INCH, "places": ((0, 0), (2, 0))}
    game = deck.battle({"Ash": two}, "Dorn")

    assert game.refuses("act", "Ash", places=((5, 5), (5, 5.5))) == ("act.round",)
    assert game.refuses("act", "Ash", places=((0, 0), (0, 0))) == ("act.round",)
    assert game.refuses("act", "Ash", places=((4, 0), (2, 0))) == ("act.round",)
    assert game.choose("act", "Ash", places=((2, 0), (4, 0))).next == "defender"


def test_who_begins_on_a_base_may_leave_it(deck):
    """As a plan may have it that was drawn by hand."""
    game = deck.battle(
        {"Ash": {"at": (0, 0), "base": INCH}}, {"Dorn": {"at": (0.5, 0), "base": INCH}}
    )

    assert game.choose("act", "Ash", to=(-3, 0)).next == "defender"


def test_a_way_is_refused_where_a_coin_would_push_another(deck):
    """On a few hundred decks, as anybody finds who shoves a coin along in little steps."""
    chance = random.Random(23)
    seen = set()
    for _ in range(300):
        spot, end = ((chance.uniform(0, 5), chance.uniform(-2, 2)) for _ in range(2))
        steps = [(end[0] * part / 500, end[1] * part / 500) for part in range(501)]
        nearest = min(dist(spot, step) for step in steps)
        if dist(spot, (0, 0)) < 1 or 0.9 < nearest < 1.01:
            continue  # They would touch, or begin on each other.
        game = deck.battle(
            {"Ash": {"at": (0, 0), "base": INCH}}, {"Dorn": {"at": spot, "base": INCH}}
        )
        if nearest < 1:
            assert game.refuses("act", "Ash", to=end) == ("act.round",)
        else:
            assert game.choose("act", "Ash", to=end).next == "defender"
        seen.add(nearest < 1)
    assert seen == {True, False}


def test_who_does_not_move_leaves_nobody(skirmish):
    """A move of no inches takes nobody out of what was said of it."""
    rules = skirmish.but(
        """
        steps:
          act:
            act.moves: {moves: {up_to: 6}}
            act.away: {may_leave: melee}
            act.clear: {must_end: {not: {pair: {fact: melee, to: enemy}}}}
        facts: {melee: {of: pair}}
        """
    )
    game = rules.battle({"Ash": {"pairs": {"melee": ("Dorn",)}}}, "Dorn")

    assert game.refuses("act", "Ash", inches=0) == ("act.clear",)
    assert game.choose("act", "Ash", inches=1).facts("Dorn") == ()
