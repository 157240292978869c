"""Single models: each of a unit may stand at a place of its own, and go from there."""

import random
from copy import deepcopy
from math import dist

import pytest

from turnwright.engine.decision import Refused
from turnwright.language.input import Card, Declaration

MARCH = """
    steps: {act: {march.moves: {moves: {up_to: 6}}}}
    facts: {melee: {of: pair, melee.near: {within: 1}}, slain: {of: models}}
"""


@pytest.fixture
def march(skirmish):
    """Units act by moving up to six inches."""
    return skirmish.but(MARCH)


def stand(*places, **more):
    """A unit whose models stand here."""
    return {"models": len(places), "places": places, **more}


def moves(game):
    """Who moved, where to and how far."""
    return [(e.unit, e.to, e.inches) for e in game.events if type(e).__name__ == "Moved"]


# Measuring


def test_units_are_as_near_as_their_nearest_models(march):
    """From base to base; a model in the middle counts as well as the first or the last."""
    near = {"Ash": stand((0, 0), (3, 0), (9, 9))}, {"Dorn": stand((20, 20), (3, 1), (30, 30))}
    far = {"Ash": stand((0, 0), (3, 0), (9, 9))}, {"Dorn": stand((20, 20), (3, 1.1), (30, 30))}
    wide = {"Ash": stand((0, 0), (3, 0), base=25.4)}, {"Dorn": {"at": (5, 0), "base": 25.4}}

    assert march.battle(*near).facts("Dorn") == ("melee",)
    assert march.battle(*far).facts("Dorn") == ()
    assert march.battle(*wide).facts("Ash") == ("melee",)


def test_nearness_is_what_somebody_with_a_tape_finds(march):
    """Every model of one unit is measured to every model of the other, on a few hundred tables."""
    chance = random.Random(9)
    rules = march.but("steps: {act: {act.alone: {bars: {within: {inches: 4, of: enemy}}}}}")
    seen = set()
    for _ in range(300):
        one, other = (
            [(chance.uniform(0, 9), chance.uniform(0, 9)) for _ in range(chance.randint(1, 4))]
            for _ in range(2)
        )
        game = rules.battle(
            {"Ash": stand(*one), "Birch": {"at": (60, 60)}}, {"Dorn": stand(*other)}
        )
        gap = min(dist(a, b) for a in one for b in other)
        seen.add((gap <= 1, gap <= 4))
        assert ("melee" in game.facts("Ash")) is (gap <= 1)
        assert ("Ash" not in game.may) is (gap <= 4)
    assert len(seen) == 3


def test_a_unit_in_places_is_the_same_battle_when_it_is_copied(march):
    """And it hashes alike."""
    game = march.battle({"Ash": stand((0, 0), (2, 0))}, {"Dorn": {"at": (9, 9)}})

    again = deepcopy(game.state)

    assert (again, hash(again)) == (game.state, hash(game.state))


# Moving


def test_each_model_goes_to_its_place_and_none_too_far(march):
    """What is told is how far the one goes that goes farthest."""
    game = march.battle({"Ash": stand((0, 0), (2, 0))}, "Dorn")

    moved = game.choose("act", "Ash", places=((0, 3), (2, 6)))

    assert moves(moved) == [("Ash", (2, 6), 6)]
    assert game.refuses("act", "Ash", places=((0, 0), (2, 6.1))) == ("march.moves",)
    assert game.refuses("act", "Ash", places=((0, 6.1), (2, 0))) == ("march.moves",)
    with pytest.raises(Refused, match=r'7" is too far for a model of Ash, which may move 6"'):
        game.choose("act", "Ash", places=((0, 7), (2, 0)))


def test_a_model_whose_place_is_the_same_stays(march):
    """All of them may, which is a move of no inches."""
    game = march.battle({"Ash": stand((0, 0), (2, 0))}, "Dorn")

    assert moves(game.choose("act", "Ash", places=((0, 0), (2, 1)))) == [("Ash", (2, 1), 1)]
    assert moves(game.choose("act", "Ash", places=((0, 0), (2, 0)))) == [("Ash", (0, 0), 0)]


def test_models_are_measured_from_where_they_went(march):
    """Each from its own place."""
    rules = march.but("steps: {act: {march.may: {may_enter: melee}}}")
    game = rules.battle({"Ash": stand((0, 0), (2, 0))}, {"Dorn": {"at": (8, 0)}})

    near = game.choose("act", "Ash", places=((0, 0), (7, 0)))

    assert near.facts("Dorn") == ("melee",)
    assert game.choose("act", "Ash", places=((6, 0), (2, 0))).facts("Dorn") == ()


def test_no_model_leads_its_unit_into_melee_unless_it_may(march):
    """One is enough."""
    game = march.battle({"Ash": stand((0, 0), (2, 0))}, {"Dorn": {"at": (8, 0)}})

    assert game.refuses("act", "Ash", places=((0, 0), (7, 0))) == ("melee.near",)


def test_the_least_length_is_gone_by_the_model_that_goes_farthest(march):
    """Others may go less."""
    rules = march.but("steps: {act: {march.moves: {moves: {up_to: 6, at_least: 4}}}}")
    game = rules.battle({"Ash": stand((0, 0), (2, 0))}, "Dorn")

    assert game.refuses("act", "Ash", places=((0, 3), (2, 3))) == ("march.moves",)
    assert game.choose("act", "Ash", places=((0, 3), (2, 4))).next == "defender"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"to": (1, 0)}, "each model of Ash has its place; say where each goes, with `places`"),
        ({"inches": 3}, "each model of Ash has its place"),
        ({"places": ((0, 0),)}, "say of each model of Ash where it is: 2 places, not 1"),
        ({"places": ((0, 0),) * 3}, "2 places, not 3"),
        ({"places": ((0, 0), (1, 0)), "to": (1, 0)}, "end with `places` and `paths` alone"),
        ({"places": ((0, 0), (1, 0)), "inches": 0}, "end with `places` and `paths` alone"),
        ({"places": ((0, 0), (1, 0)), "path": ((1, 1),)}, "end with `places` and `paths` alone"),
        ({"places": ((0, 0), (1, 0, 0))}, "a place is two numbers"),
        ({"places": ((0, 0), (1, float("nan")))}, "a place is two numbers, not nan"),
        ({"places": ((0, 0), "ab")}, "a place is two numbers"),
        ({"places": (3, 4)}, "a place is two numbers"),
        ({"paths": (((1, 1),), ())}, "say where the models of Ash end, with `places`"),
        ({"places": ((0, 0), (1, 0)), "paths": ((),)}, "by which points it goes, or of none"),
        ({"places": ((0, 0), (1, 0)), "paths": ((), ((1,),))}, "a place is two numbers"),
    ],
)
def test_where_single_models_go_is_said_model_by_model(march, said, why):
    """Nothing else will do, and the sentence says what will."""
    game = march.battle({"Ash": stand((0, 0), (2, 0))}, "Dorn")

    with pytest.raises(Refused) as refused:
        game.choose("act", "Ash", **said)

    assert why in refused.value.message
    assert refused.value.by == ()


def test_a_unit_that_stands_as_one_goes_as_one(march):
    """Of several models nobody knows where each is; of one, both ways are the same."""
    game = march.battle({"Ash": {"models": 2, "at": (0, 0)}, "Birch": {"at": (0, 0)}}, "Dorn")
    alone = march.battle({"Ash": stand((0, 0))}, "Dorn")
    nowhere = march.battle({"Ash": {"models": 2}}, "Dorn")

    with pytest.raises(Refused, match="Ash stands as one; say where it goes, with `to`"):
        game.choose("act", "Ash", places=((1, 0), (2, 0)))
    with pytest.raises(Refused, match="where the models of Ash stand; give `places`"):
        nowhere.choose("act", "Ash", places=((1, 0), (2, 0)))
    with pytest.raises(Refused, match="Birch where it is: 1 place, not 2"):
        game.choose("act", "Birch", places=((1, 0), (2, 0)))
    assert moves(game.choose("act", "Birch", places=((3, 0),))) == [("Birch", (3, 0), 3)]
    assert moves(alone.choose("act", "Ash", to=(3, 0), path=((0, 1),))) == [
        ("Ash", (3, 0), pytest.approx(1 + 10**0.5, abs=1e-3))
    ]
    with pytest.raises(Refused, match=r'^7" is too far for Ash, which may move 6"'):
        alone.choose("act", "Ash", places=((7, 0),))


def test_models_arrive_at_places_of_their_own(skirmish):
    """Or as one, whichever is said; who was away did not stand anywhere."""
    rules = skirmish.but("""
        facts:
          hidden: {hidden.away: {away: off_table}}
          close: {of: pair, close.near: {within: 2}}
        steps: {act: {act.arrives: {ends: {fact: hidden}}}}
    """)
    hidden = {"facts": ("hidden",), "models": 2}
    game = rules.battle({"Ash": hidden}, {"Dorn": {"at": (0, 0)}})

    assert game.choose("act", "Ash", places=((9, 9), (1, 1))).facts("Ash") == ("close",)
    assert game.choose("act", "Ash", places=((9, 9), (8, 8))).facts("Ash") == ()
    assert game.choose("act", "Ash", to=(1, 1)).facts("Ash") == ("close",)
    with pytest.raises(Refused, match="2 places, not 1"):
        game.choose("act", "Ash", places=((1, 1),))
    for more in ({"to": (1, 1)}, {"path": ((2, 2),)}, {"paths": ((), ((2, 2),))}):
        with pytest.raises(Refused, match="where it arrives"):
            game.choose("act", "Ash", places=((9, 9), (1, 1)), **more)


def test_models_that_only_do_something_else_do_not_go_anywhere(skirmish):
    """Nothing says that one moves by it."""
    game = skirmish.battle({"Ash": stand((0, 0), (2, 0))}, "")

    for said in ({"places": ((0, 0), (3, 0))}, {"paths": ((), ((3, 0),))}, {"path": ((3, 0),)}):
        with pytest.raises(Refused, match="nothing says that one moves"):
            game.choose("act", "Ash", **said)


def test_how_a_move_of_single_models_ends_is_checked(march):
    """As that of any other."""
    near = "{within: {inches: 3, of: friend}}"
    rules = march.but(f"steps: {{act: {{march.line: {{must_end: {near}}}}}}}")
    game = rules.battle({"Ash": stand((0, 0), (2, 0)), "Birch": {"at": (4, 0)}}, "Dorn")

    assert game.refuses("act", "Ash", places=((0, 5), (2, 5))) == ("march.line",)
    assert game.choose("act", "Ash", places=((0, 5), (2, 2))).next == "defender"


# By which way


def route(march, way, more=""):
    """Units that move like this."""
    return march.but(
        f"steps: {{act: {{act.way: {{route: {way}}}, act.may: {{may_enter: melee}}{more}}}}}"
    )


def test_each_model_that_moves_ends_nearer_to_the_enemy_model_closest_to_it(march):
    """From where it stood; that another one is closer to its unit does not matter."""
    enemies = {"Dorn": stand((0, 4), (40, 0)), "Elm": {"at": (12, 5)}}
    game = route(march, "closest").battle({"Ash": stand((0, 0), (12, 0))}, enemies)

    assert game.choose("act", "Ash", places=((0, 1), (12, 1))).next == "defender"
    assert game.choose("act", "Ash", places=((0, 0), (12, 1))).next == "defender"
    assert game.refuses("act", "Ash", places=((0, 1), (11, -1))) == ("act.way",)
    assert game.refuses("act", "Ash", places=((0, -1), (12, 1))) == ("act.way",)
    with pytest.raises(Refused, match="a model of Ash does not end nearer"):
        game.choose("act", "Ash", places=((0, -1), (12, 1)))


def test_a_move_in_which_nobody_moves_ends_no_nearer(march):
    """As with a unit that stands as one."""
    game = route(march, "closest").battle({"Ash": stand((0, 0), (12, 0))}, {"Dorn": {"at": (0, 4)}})

    assert game.refuses("act", "Ash", places=((0, 0), (12, 0))) == ("act.way",)


def test_the_closest_enemy_is_what_somebody_with_a_tape_finds(march):
    """Each model is measured to each enemy, on many tables."""
    chance = random.Random(4)
    rules = route(march, "closest")
    allowed = 0
    for _ in range(200):
        here, there = (
            [(chance.uniform(0, 20), chance.uniform(0, 20)) for _ in range(3)] for _ in range(2)
        )
        ends = [(x + chance.uniform(-2, 2), y + chance.uniform(-2, 2)) for x, y in here]
        ends = [one if chance.random() < 0.4 else end for one, end in zip(here, ends, strict=True)]
        moved = [(a, b) for a, b in zip(here, ends, strict=True) if a != b]
        goals = [min(there, key=lambda place, a=a: dist(a, place)) for a, _ in moved]
        sound = bool(moved) and all(
            dist(b, goal) < dist(a, goal) for (a, b), goal in zip(moved, goals, strict=True)
        )
        enemies = {"Dorn": stand(*there[:2]), "Elm": {"at": there[2]}}
        game = rules.battle({"Ash": stand(*here)}, enemies)
        refused = game.refuses("act", "Ash", places=tuple(ends))
        if "melee.near" not in refused:
            assert (refused == ()) is sound
            allowed += sound
    assert 20 < allowed < 180


def test_no_model_comes_too_near_to_an_enemy_on_its_way(march):
    """To none of its models; who stays is on no way."""
    game = route(march, "clear").battle(
        {"Ash": stand((0, 0), (9, 9))}, {"Dorn": stand((3, 0.5), (30, 30))}
    )

    assert game.refuses("act", "Ash", places=((6, 0), (9, 9))) == ("act.way",)
    assert game.choose("act", "Ash", places=((0, 6), (9, 9))).next == "defender"
    assert game.choose("act", "Ash", places=((0, 0), (9, 12))).next == "defender"


def test_a_model_goes_round_an_enemy_by_the_points_of_its_path(march):
    """And as far as its path is long; one without points goes straight."""
    game = route(march, "clear").battle(
        {"Ash": stand((0, 0), (9, 9))}, {"Dorn": stand((2, 0.5), (30, 30))}
    )
    ends = ((4, 0), (9, 10))

    assert game.refuses("act", "Ash", places=ends) == ("act.way",)
    assert game.refuses("act", "Ash", places=ends, paths=((), ((9, 8),))) == ("act.way",)
    assert game.refuses("act", "Ash", places=ends, paths=(((2, -4),), ())) == ("march.moves",)
    round_it = game.choose("act", "Ash", places=ends, paths=(((2, -1.5),), ()))
    assert moves(round_it) == [("Ash", (4, 0), 5)]
    assert round_it.state.rest.places[round_it.number("Ash")] == ends


def test_the_way_of_a_model_is_measured_as_that_of_a_unit_that_stands_as_one(march):
    """Whoever goes the same way may go it or not, for the same reason."""
    chance = random.Random(2)
    rules = route(march, "clear")
    enemy = {"Dorn": {"at": (3, 3)}}
    alone = rules.battle({"Ash": {"at": (0, 0)}}, enemy)
    beside = rules.battle({"Ash": stand((0, 0), (40, 40))}, enemy)
    allowed = 0
    for _ in range(200):
        *path, end = ((chance.uniform(0, 5), chance.uniform(0, 5)) for _ in range(3))
        by = alone.refuses("act", "Ash", to=end, path=tuple(path))
        places, paths = (end, (40, 40)), (tuple(path), ())
        assert beside.refuses("act", "Ash", places=places, paths=paths) == by
        allowed += not by
    assert 20 < allowed < 180


@pytest.mark.parametrize(
    ("way", "right", "wrong"),
    [
        ("direct", ((1, 0.5), (9, 1)), ((1, 0.5), (9, 0))),
        ("straight", ((2, 0), (10, 2)), ((2, 0.1), (10, 2))),
        ("closer", ((1, 1), (9, 2)), ((1, 1), (10, -1))),
    ],
)
def test_each_model_goes_at_the_model_of_the_target_that_is_nearest_to_it(march, way, right, wrong):
    """By whatever route; those that stay need not."""
    rules = route(march, way, ", act.at: {target: enemy}")
    game = rules.battle({"Ash": stand((0, 0), (10, 0))}, {"Dorn": stand((4, 0), (10, 5))})

    assert game.refuses("act", "Ash", target="Dorn", places=wrong) == ("act.way",)
    assert game.choose("act", "Ash", target="Dorn", places=right).next == "defender"
    stays = ((0, 0), right[1])
    assert game.choose("act", "Ash", target="Dorn", places=stays).next == "defender"
    assert game.choose("act", "Ash", target="Dorn", places=((0, 0), (10, 0))).next == "defender"


def test_of_models_that_are_equally_near_any_will_do(march):
    """Straight at one of them, and not between the two."""
    rules = route(march, "straight", ", act.at: {target: enemy}")
    game = rules.battle({"Ash": {"at": (0, 0)}}, {"Dorn": stand((3, 4), (-3, 4))})

    assert game.choose("act", "Ash", target="Dorn", to=(1.5, 2)).next == "defender"
    assert game.choose("act", "Ash", target="Dorn", to=(-1.5, 2)).next == "defender"
    assert game.refuses("act", "Ash", target="Dorn", to=(0, 2)) == ("act.way",)


def test_models_that_go_straight_make_no_turn_if_nobody_is_aimed_at(march):
    """A way without a point between its ends makes none."""
    game = route(march, "straight").battle(
        {"Ash": stand((0, 0), (9, 9))}, {"Dorn": {"at": (30, 0)}}
    )

    ends = ((2, 3), (9, 4))
    assert game.choose("act", "Ash", places=ends).next == "defender"
    assert game.refuses("act", "Ash", places=ends, paths=(((2, 0),), ())) == ("act.way",)


# Held


@pytest.fixture
def bog(skirmish):
    """Whoever stands within two inches of somebody who is stuck cannot move."""
    return skirmish.but("""
        steps:
          act:
            act.moves: {moves: {up_to: 6}}
            act.stuck: {held: {inches: 2, of: anyone, that: {fact: mired}}}
        facts: {mired: {}, light: {}}
    """)


MIRED = {"at": (0, 0), "facts": ("mired",)}


def test_a_model_that_is_held_stays_and_the_others_go(bog):
    """The clause refuses to move it."""
    game = bog.battle({"Ash": stand((0, 2), (0, 5))}, {"Dorn": MIRED})

    assert game.may == ("Ash",)
    assert game.refuses("act", "Ash", places=((0, 3), (0, 5))) == ("act.stuck",)
    assert game.choose("act", "Ash", places=((0, 2), (3, 5))).next == "defender"
    with pytest.raises(Refused, match="a model of Ash is held where it is"):
        game.choose("act", "Ash", places=((0, 3), (0, 5)))


def test_a_unit_all_of_whose_models_are_held_may_not_move(bog):
    """And the clause says why; a unit that stands as one is held as a whole."""
    ranks = {
        "Ash": stand((0, 2), (2, 0)),
        "Birch": {"at": (1, 0), "models": 2},
        "Cedar": stand((0, 2.1), (2, 0)),
        "Elder": {"at": (9, 9)},
    }
    game = bog.battle(ranks, {"Dorn": MIRED})

    assert game.may == ("Cedar", "Elder")
    assert (game.why("Ash"), game.why("Birch")) == (("act.stuck",), ("act.stuck",))
    assert game.refuses("act", "Birch", to=(3, 0)) == ("act.stuck",)


def test_nobody_is_held_where_nobody_stands_anywhere(bog):
    """Nor by somebody who is not meant."""
    nowhere = bog.battle({"Ash": {"models": 2}}, {"Dorn": {"facts": ("mired",)}})
    dry = bog.battle({"Ash": stand((0, 2), (2, 0))}, {"Dorn": {"at": (0, 0)}})

    assert nowhere.choose("act", "Ash", inches=3).next == "defender"
    assert dry.choose("act", "Ash", places=((0, 3), (3, 0))).next == "defender"


def test_who_is_held_may_be_only_some_of_all_units(bog):
    """Its guard is asked of the unit, when it is picked and when it moves; so are exceptions."""
    rules = bog.but("""
        steps:
          act: {act.floats: {waives: [act.stuck], when: {fact: light}}}
    """)
    light = {"facts": ("light",)}
    ranks = {"Ash": stand((0, 2), (2, 0), **light), "Birch": stand((0, 2), (9, 0), **light)}
    game = rules.battle(ranks, {"Dorn": MIRED})

    assert game.may == ("Ash", "Birch")
    assert game.choose("act", "Ash", places=((0, 3), (2, 1))).next == "defender"
    assert game.choose("act", "Birch", places=((0, 3), (9, 0))).next == "defender"


def test_who_comes_to_be_held_before_it_moves_stays(bog):
    """Somebody got stuck beside it in the meantime."""
    game = bog.battle({"Ash": {"at": (0, 2)}}, {"Dorn": {"at": (0, 0)}}).choose("act", "Ash")

    stuck = game.declare("mired", "Dorn")

    assert stuck.refuses("act", to=(0, 4)) == ("act.stuck",)
    assert stuck.choose("act", to=(0, 2)).next == "defender"


# Who is lost, and who stands where


def test_models_that_are_lost_are_those_listed_last(march):
    """So the unit is as near as those that are left."""
    enemies = {"Dorn": {"at": (4, 0)}}
    game = march.battle({"Ash": stand((0, 0), (2, 0), (4, 0.5))}, enemies)

    hurt = game.declare("slain", "Ash", models=1)

    assert (game.facts("Dorn"), hurt.facts("Dorn")) == (("melee",), ())
    assert hurt.choose("act", "Ash", places=((0, 1), (2, 1))).next == "defender"
    last = hurt.declare("slain", "Ash", models=1)
    assert moves(last.choose("act", "Ash", to=(0, 1))) == [("Ash", (0, 1), 1)]
    assert last.declare("slain", "Ash", models=1).facts("Dorn") == ()


def test_it_may_be_said_who_is_left_where(march):
    """With the loss, or later."""
    enemies = {"Dorn": {"at": (4, 0)}}
    game = march.battle({"Ash": stand((0, 0), (2, 0), (4, 0.5))}, enemies)
    left = {"unit": "Ash", "places": ((2, 0), (4, 0.5))}

    later = game.declare("slain", "Ash", models=1).declare("placed", **left)
    at_once = game.choose(
        "pass", causes=[Declaration("slain", "Ash", models=1), Declaration("placed", **left)]
    )

    assert later.facts("Dorn") == at_once.facts("Dorn") == ("melee",)


def test_a_unit_that_stood_as_one_or_nowhere_may_be_placed(march):
    """From then on each of its models has its place."""
    game = march.battle({"Ash": {"models": 2, "at": (0, 0)}, "Birch": {"models": 2}}, "Dorn")

    placed = game.declare("placed", "Ash", places=((0, 0), (1, 0)))

    assert placed.choose("act", "Ash", places=((0, 6), (1, 6))).next == "defender"
    again = game.declare("placed", "Birch", places=[[0, 0], [1, 0]])
    assert moves(again.choose("act", "Birch", places=[[0, 1], [1, 0]])) == [("Birch", (0, 1), 1)]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"unit": "Ash"}, "say of each model of Ash where it is: 2 places, not 0"),
        ({"unit": "Ash", "places": ((0, 0),)}, "2 places, not 1"),
        ({"unit": "Nobody", "places": ((0, 0),)}, "there is no unit Nobody"),
        ({"places": ((0, 0),)}, "there is no unit"),
        ({"unit": "Ash", "places": ((0, 0), (0, float("inf")))}, "a place is two numbers, not inf"),
        ({"unit": "Ash", "places": "here"}, "a place is two numbers"),
    ],
)
def test_models_are_placed_somewhere(march, said, why):
    """All of them, and each at two numbers."""
    with pytest.raises(Refused, match=why):
        march.battle({"Ash": stand((0, 0), (2, 0))}, "Dorn").declare("placed", **said)


def test_a_unit_may_join_model_by_model(march):
    """With as many places as models, and not at one point besides."""
    game = march.battle("", {"Dorn": {"at": (4, 0)}})

    def joined(**card):
        return game.declare("gained", "Fir", side="attacker", card=Card(**card))

    assert joined(models=2, places=((0, 0), (4, 1))).facts("Dorn") == ("melee",)
    with pytest.raises(Refused, match="3 places, not 2"):
        joined(models=3, places=((0, 0), (4, 1)))
    with pytest.raises(Refused, match="stands `at` one place"):
        joined(models=2, at=(0, 0), places=((0, 0), (4, 1)))
    with pytest.raises(Refused, match="a place is two numbers"):
        joined(models=2, places=((0, 0), (4,)))
