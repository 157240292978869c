"""Single models: some models of a unit do something, and the others do something else."""

import random
from math import dist

import pytest

from turnwright.engine.decision import Refused
from turnwright.language.input import Choice

ARCHERS = """
    steps:
      turns: {turns.once: ~, turns.over: {until: none_left}, turns.done: {finish: allowed}}
      act:
        act.bow: {uses: bow}
        act.enemy: {target: enemy}
        act.far: {models: {within: {inches: {profile: range}}}}
        act.once: {limit: {per: turns, by: model_item}}
        act.arrows: {check: arrows}
    checks:
      arrows:
        arrows.each: {roll: {count: {doing: itself}, faces: 6}, judged: each_die}
        arrows.hit: {band: {outcome: hit, low: 1}}
"""
BOW = {"carries": {"Bow": ("bow",)}, "profiles": {"Bow": {"range": 10}}}


@pytest.fixture
def archers(skirmish):
    """Each model shoots once at an enemy that its bow reaches."""
    return skirmish.but(ARCHERS)


def stand(*places, **more):
    """A unit whose models stand here."""
    return {"models": len(places), "places": places, **more}


def test_those_shoot_whose_bow_reaches(archers):
    """And the others, at somebody else."""
    game = archers.battle(
        {"Ash": stand((0, 0), (0, 5), (0, 30), **BOW)},
        {"Dorn": {"at": (0, 12)}, "Elm": {"at": (0, 39)}},
    )

    shot = game.choose("act", "Ash", target="Dorn")

    assert shot.dice == "1d6"
    assert game.choose("act", "Ash", target="Dorn", which=(2,)).dice == "1d6"
    assert game.refuses("act", "Ash", target="Dorn", which=(1, 2)) == ("act.far",)
    with pytest.raises(Refused, match="model 3 of Ash cannot do act"):
        game.choose("act", "Ash", target="Dorn", which=(2, 3))
    assert game.choose("act", "Ash", target="Elm").dice == "1d6"


def test_a_model_that_is_named_has_its_own_reason(archers):
    """And not those of the others, none of whom can shoot either."""
    theirs = {"Dorn": {"at": (0, 9)}, "Elm": {"at": (0, 31)}}
    game = archers.battle({"Ash": stand((0, 0), (0, 30), **BOW)}, theirs)

    shot = game.choose("act", "Ash", target="Dorn").roll(1)

    assert shot.refuses("act", "Ash", target="Dorn", which=(1,)) == ("act.once",)
    assert shot.refuses("act", "Ash", target="Dorn", which=(2,)) == ("act.far",)


@pytest.mark.parametrize(
    ("which", "why"),
    [
        ((4,), "Ash has the models 1 to 3, and no model 4"),
        ((0,), "and no model 0"),
        ((1, 1), "model 1 of Ash is named twice"),
        (("one",), "and no model one"),
    ],
)
def test_models_are_named_as_they_are_listed(archers, which, why):
    """From 1, each once."""
    game = archers.battle({"Ash": stand((0, 0), (0, 5), (0, 9), **BOW)}, {"Dorn": {"at": (0, 10)}})

    with pytest.raises(Refused, match=why):
        game.choose("act", "Ash", target="Dorn", which=which)


def test_a_unit_that_stands_as_one_shoots_as_one(archers):
    """Nobody can tell its models apart."""
    game = archers.battle({"Ash": {"at": (0, 0), "models": 3, **BOW}}, {"Dorn": {"at": (0, 10)}})

    with pytest.raises(Refused, match="its models have no places of their own"):
        game.choose("act", "Ash", target="Dorn", which=(1,))


def test_each_shot_is_counted_as_somebody_with_a_tape_counts(archers):
    """A few hundred tables."""
    chance = random.Random(5)
    seen = set()
    for _ in range(200):
        models = [(chance.uniform(0, 15), chance.uniform(0, 15)) for _ in range(4)]
        enemy = [(chance.uniform(0, 15), chance.uniform(0, 15)) for _ in range(2)]
        game = archers.battle({"Ash": stand(*models, **BOW)}, {"Dorn": stand(*enemy)})
        reach = sum(any(dist(one, other) <= 10 for other in enemy) for one in models)
        seen.add(reach)
        if reach:
            assert game.choose("act", "Ash", target="Dorn").dice == f"{reach}d6"
        else:
            assert "Ash" not in game.may
    assert seen >= {0, 1, 2, 3, 4}


def test_what_is_stated_of_single_models_holds_for_these(archers):
    """And no longer when it ends; of units that stand as one, nothing is said of single models."""
    rules = archers.but(
        "steps: {act: {act.seen: {models: {without: hidden}}}}\nfacts: {hidden: {of: sight}}"
    )
    game = rules.battle(
        {"Ash": stand((0, 0), (1, 0), **BOW), "Birch": {"at": (2, 0), "models": 2}},
        {"Dorn": {"at": (0, 9)}, "Elm": {"at": (1, 9)}},
    )

    hidden = game.declare("hidden", "Ash", to_unit="Dorn", which=(2,))

    assert hidden.choose("act", "Ash", target="Dorn").dice == "1d6"
    assert hidden.choose("act", "Ash", target="Elm").dice == "2d6"
    assert hidden.refuses("act", "Ash", target="Dorn", which=(2,)) == ("act.seen",)
    both = hidden.declare("hidden", "Ash", to_unit="Dorn", which=(1,))
    assert both.refuses("act", "Ash", target="Dorn") == ("act.seen",)
    seen = hidden.declare("hidden", "Ash", to_unit="Dorn", which=(2,), ends=True)
    assert seen.choose("act", "Ash", target="Dorn").dice == "2d6"
    with pytest.raises(Refused, match="the models of Birch have no places of their own"):
        game.declare("hidden", "Birch", to_unit="Dorn", which=(1,))
    with pytest.raises(Refused, match="gained is not said of single models"):
        game.declare("gained", "Rue", side="attacker", which=(1,))


def test_who_can_do_something_is_what_single_models_can(archers):
    """Nobody is offered what none of its models is left for."""
    game = archers.battle(
        {"Ash": stand((0, 0), (0, 30), **BOW), "Birch": {"at": (1, 0), **BOW}},
        {"Dorn": {"at": (0, 9)}},
    )

    shot = game.choose("act", "Ash", target="Dorn").roll(1)

    assert shot.may == ("Birch",)
    assert shot.refuses("act", "Ash", target="Dorn") == ("act.far", "act.once")


@pytest.mark.parametrize(
    ("which", "left"), [((2,), [(0, 0), (6, 0)]), ((1,), [(3, 0), (6, 0)]), ((), [(3, 0), (6, 0)])]
)
def test_a_model_that_is_picked_to_be_lost_is_the_one_that_is_gone(skirmish, which, left):
    """Where nobody picks one, the first that could do it."""
    rules = skirmish.but("""
        steps: {act: {act.lost: {sets: {fact: lost, by: 1}, models: {most: 1}}}}
        facts: {lost: {of: models}}
    """)
    game = rules.battle({"Ash": stand((0, 0), (3, 0), (6, 0))}, "Dorn")
    after = game.apply(Choice("act", ("Ash",), which=which))

    assert [*after.state.rest.places[after.number("Ash")]] == left


def test_as_many_as_are_lost_are_picked(skirmish):
    """Of two that are lost, both may be named, and no third."""
    rules = skirmish.but("""
        steps: {act: {act.lost: {sets: {fact: lost, by: 2}, models: {most: 2}}}}
        facts: {lost: {of: models}}
    """)
    game = rules.battle({"Ash": stand((0, 0), (3, 0), (6, 0), (9, 0))}, "Dorn")
    after = game.apply(Choice("act", ("Ash",), which=(1, 3)))

    assert [*after.state.rest.places[after.number("Ash")]] == [(3, 0), (9, 0)]
    assert game.refuses("act", "Ash", which=(1, 2, 3)) == ("act.lost",)


def test_who_picks_fewer_than_are_lost_loses_the_last_besides(skirmish):
    """Of two that are lost, one is named."""
    rules = skirmish.but("""
        steps: {act: {act.lost: {sets: {fact: lost, by: 2}, models: {most: 2}}}}
        facts: {lost: {of: models}}
    """)
    game = rules.battle({"Ash": stand((0, 0), (3, 0), (6, 0), (9, 0))}, "Dorn")
    after = game.apply(Choice("act", ("Ash",), which=(1,)))

    assert [*after.state.rest.places[after.number("Ash")]] == [(3, 0), (6, 0)]


def test_who_loses_all_its_models_at_once_is_still_somewhere(skirmish):
    """All are named, and nobody is left of them."""
    rules = skirmish.but("""
        steps: {act: {act.lost: {sets: {fact: lost, by: 2}, models: {most: 2}}}}
        facts: {lost: {of: models}}
    """)
    game = rules.battle({"Ash": stand((0, 0), (3, 0))}, "Dorn")
    after = game.apply(Choice("act", ("Ash",), which=(1, 2)))

    assert [*after.state.rest.places[after.number("Ash")]] == [(0, 0)]
