"""Moving: how far, by which way, and into or out of what."""

import pytest

from turnwright.engine.decision import Refused
from turnwright.language.event import NoLonger
from turnwright.language.input import Declaration

MARCH = """
    steps: {act: {march.moves: {moves: {up_to: speed}}}}
    facts: {bound: {of: pair}, melee: {of: pair, melee.near: {within: 1}}}
    values: {speed: {}}
"""


@pytest.fixture
def march(skirmish):
    """Units act by moving."""
    return skirmish.but(MARCH)


def at(x, y=0.0, **more):
    """A unit that stands somewhere and moves up to six inches."""
    return {"at": (x, y), "has": {"speed": 6}, **more}


def test_a_move_goes_so_far_and_no_farther(march):
    """Six inches, or less; the clause that gives the move refuses more."""
    game = march.battle({"Ash": at(0)}, "Dorn")

    moved = game.choose("act", "Ash", to=(0, 6))

    assert [(e.unit, e.to, e.inches) for e in moved.events if type(e).__name__ == "Moved"] == [
        ("Ash", (0, 6), 6)
    ]
    assert game.refuses("act", "Ash", to=(0, 6.1)) == ("march.moves",)
    assert game.choose("act", "Ash", to=(0, 0)).next == "defender"


def test_a_move_may_be_chosen_after_what_is_done(march):
    """Then it is asked for, and for nothing else."""
    game = march.battle({"Ash": at(0)}, "Dorn").choose("act", "Ash")

    assert (game.next, game.can, game.may) == ("attacker", ("act",), ("Ash",))
    assert game.choose("act", to=(3, 0)).next == "defender"
    with pytest.raises(Refused, match="say how far"):
        game.choose("act")


def test_without_places_inches_are_enough(march):
    """Nobody has to measure what nobody has set up."""
    game = march.battle({"Ash": {"has": {"speed": 6}}}, "Dorn")

    assert game.choose("act", "Ash", inches=6).next == "defender"
    assert game.refuses("act", "Ash", inches=6.5) == ("march.moves",)
    with pytest.raises(Refused, match="where Ash stands"):
        game.choose("act", "Ash", to=(1, 1))


def test_a_unit_that_was_away_arrives_at_a_place(skirmish):
    """From there it is measured; nobody else is put somewhere by what is no move."""
    rules = skirmish.but("""
        facts:
          hidden: {hidden.away: {away: off_table}}
          close: {of: pair, close.near: {within: 2}}
        steps: {act: {act.arrives: {ends: {fact: hidden}}}}
    """)
    hidden = {"facts": ("hidden",)}
    game = rules.battle({"Ash": hidden, "Birch": {"at": (0, 9)}}, {"Dorn": {"at": (0, 0)}})

    for place in ((1, 1), [1, 1]):
        assert game.choose("act", "Ash", to=place).facts("Ash") == ("close",)
    assert game.choose("act", "Ash").facts("Ash") == ()
    with pytest.raises(Refused, match="a place is two numbers"):
        game.choose("act", "Ash", to=(1, "1"))
    for more in ({"to": (1, 1), "path": ((2, 2),)}, {"inches": 3}):
        with pytest.raises(Refused, match="where it arrives"):
            game.choose("act", "Ash", **more)
    with pytest.raises(Refused, match="nothing says that one moves"):
        game.choose("act", "Birch", to=(1, 1))


@pytest.mark.parametrize("inches", [-1, float("nan"), float("inf")])
def test_a_distance_is_a_distance(march, inches):
    """Not less than nothing, and not what is no number."""
    game = march.battle({"Ash": {"has": {"speed": 6}}}, "")

    assert game.refuses("act", "Ash", inches=inches) == ("march.moves",)


def test_who_stands_somewhere_goes_somewhere(march):
    """Inches alone would leave it where it is."""
    with pytest.raises(Refused, match="say where it goes"):
        march.battle({"Ash": at(0)}, "").choose("act", "Ash", inches=3)


def test_how_far_and_where_to_are_not_said_both(march):
    """They might disagree."""
    with pytest.raises(Refused, match="say how far"):
        march.battle({"Ash": at(0)}, "").choose("act", "Ash", to=(20, 0), inches=1)


def test_the_length_of_the_path_counts(march):
    """Round the corner it is farther."""
    game = march.battle({"Ash": at(0)}, "Dorn")

    assert game.refuses("act", "Ash", to=(3, 4), path=((3, 0),)) == ("march.moves",)
    assert game.choose("act", "Ash", to=(3, 3), path=((3, 0),)).next == "defender"


def test_a_unit_without_such_a_number_does_not_move(march):
    """How far is not guessed."""
    with pytest.raises(Refused, match="no such number"):
        march.battle("Ash", "").choose("act", "Ash", inches=1)


def test_what_is_no_move_goes_nowhere(skirmish):
    """Nothing says that one moves by it."""
    with pytest.raises(Refused, match="nothing says that one moves"):
        skirmish.battle({"Ash": at(0)}, "").choose("act", "Ash", to=(1, 0))


def test_dice_that_are_added_come_first(march):
    """The reach is rolled when it is needed; then the move is chosen."""
    rules = march.but("values: {speed: {speed.roll: {add: 1d6}}}")

    game = rules.battle({"Ash": at(0)}, "Dorn")
    rolled = game.choose("act", "Ash").roll(3)

    assert game.refuses("act", "Ash", to=(1, 0)) == ("speed.roll",)
    assert (game.choose("act", "Ash").dice, rolled.value("Ash.speed")) == ("1d6", 9)
    assert (rolled.total, rolled.choose("act", to=(9, 0)).total) == (3, 0)
    assert rolled.refuses("act", to=(9.5, 0)) == ("march.moves", "speed.roll")
    assert rolled.choose("act", to=(9, 0)).next == "defender"


def test_dice_of_several_clauses_add_up(march):
    """Each is rolled, and those that do not hold are not."""
    rules = march.but(
        """
        facts: {keen: {}, slow: {}}
        values:
          speed:
            speed.roll: {add: 1d6}
            speed.keen: {when: {fact: keen}, add: 2d6}
            speed.slow: {when: {fact: slow}, add: 1d3}
        """
    )

    game = rules.battle({"Ash": at(0, facts=("keen",))}, "Dorn").choose("act", "Ash").roll(2)

    assert game.dice == "2d6"
    assert game.roll(3, 4).value("Ash.speed") == 6 + 2 + 7


def test_a_check_comes_before_the_move(march):
    """So nobody moves whose check fails."""
    rules = march.but(
        """
        steps:
          act:
            act.check: {check: nerve}
            act.held: {result: {outcome: [held], then: carry_out}}
            act.lost: {result: {outcome: [lost], then: go_on}}
        checks:
          nerve:
            nerve.die: {roll: 1d6}
            nerve.low: {band: {outcome: lost, low: 1, high: 3}}
            nerve.high: {band: {outcome: held, low: 4, high: 6}}
        """
    )

    game = rules.battle({"Ash": at(0)}, "Dorn")

    assert game.refuses("act", "Ash", to=(1, 0)) == ("act.check",)
    assert game.choose("act", "Ash").roll(3).next == "defender"
    assert game.choose("act", "Ash").roll(4).can == ("act",)


def test_units_of_a_group_move_one_by_one(march):
    """Each makes a move of its own, in whatever order."""
    rules = march.but(
        """
        steps:
          turns:
            turns.one: {together: several}
            turns.group: {group: shared, group_counts: each}
        """
    )

    game = rules.battle({"Ash": at(0), "Birch": at(9)}, "Dorn")
    game = game.choose("act", units=["Ash", "Birch"])
    one = game.choose("act", "Birch", to=(9, 3))

    with pytest.raises(Refused, match="say which unit moves"):
        game.choose("act", to=(1, 0))
    assert (game.may, one.may, one.next) == (("Ash", "Birch"), ("Ash",), "attacker")
    assert one.choose("act", "Ash", to=(0, 3)).next == "defender"


# Into and out of melee


def test_no_move_leads_into_melee_unless_it_may(march):
    """The clause that says what melee is refuses it."""
    game = march.battle({"Ash": at(0)}, {"Dorn": at(5)})

    assert game.refuses("act", "Ash", to=(4.5, 0)) == ("melee.near",)
    assert game.choose("act", "Ash", to=(3.9, 0)).next == "defender"


def test_a_move_that_may_enter_does(march):
    """And both are then in melee."""
    rules = march.but("steps: {act: {march.enters: {may_enter: melee}}}")

    game = rules.battle({"Ash": at(0)}, {"Dorn": at(5)}).choose("act", "Ash", to=(4.5, 0))

    assert (game.facts("Ash"), game.facts("Dorn")) == (("melee",), ("melee",))


def test_whether_a_move_may_enter_is_asked_where_it_ends(march):
    """So that it may be for one enemy alone."""
    others = "{pair: {fact: melee, to: {of: enemy, that: {not: {among: target}}}}}"
    rules = march.but(
        "steps: {act: {act.at: {target: enemy}, "
        f"march.enters: {{when: {{not: {others}}}, may_enter: melee}}}}}}"
    )
    game = rules.battle({"Ash": at(0)}, {"Dorn": at(5), "Elm": at(-5)})

    assert game.refuses("act", "Ash", target="Elm", to=(4.5, 0)) == ("melee.near", "march.enters")
    assert game.choose("act", "Ash", target="Dorn", to=(4.5, 0)).facts("Ash") == ("melee",)


def test_no_move_leads_out_of_melee_unless_it_may(march):
    """Entering and leaving are two things."""
    game = march.battle({"Ash": at(0)}, {"Dorn": at(1)})
    leaving = march.but("steps: {act: {march.leaves: {may_leave: melee}}}")

    assert game.refuses("act", "Ash", to=(-3, 0)) == ("melee.near",)
    assert (
        leaving.battle({"Ash": at(0)}, {"Dorn": at(1)})
        .choose("act", "Ash", to=(-3, 0))
        .facts("Ash")
        == ()
    )


def test_who_stays_as_near_as_that_has_not_left(march):
    """What was said of them holds as long as it is measured; a move within it ends nothing."""
    leaving = march.but("steps: {act: {march.leaves: {may_leave: melee}}}")
    armies = {"Ash": at(0)}, {"Dorn": at(1)}
    game = leaving.battle(*armies).declare("melee", "Ash", to_unit="Dorn")
    nearer = game.choose("act", "Ash", to=(0.5, 0))

    assert nearer.facts("Ash") == ("melee",)
    assert not any(isinstance(event, NoLonger) for event in nearer.events)
    assert game.choose("act", "Ash", to=(-3, 0)).facts("Ash") == ()


def test_a_refusal_to_leave_names_what_lets_others_leave(march):
    """No other move may, which is the reason; it is the only one where nothing is measured."""
    rules = march.but("steps: {act: {march.flees: {when: {fact: scared}, may_leave: melee}}}")
    rules = rules.but("steps: {act: {march.tears: {when: {fact: scared}, may_leave: bound}}}")
    rules = rules.but("facts: {scared: {}}")
    near = rules.battle({"Ash": at(0)}, {"Dorn": at(1)})
    held = rules.battle({"Ash": at(0)}, {"Dorn": at(9)}).declare("bound", "Ash", to_unit="Dorn")

    assert near.refuses("act", "Ash", to=(-3, 0)) == ("melee.near", "march.flees")
    assert held.refuses("act", "Ash", to=(1, 0)) == ("march.tears",)


TEARS = """
    steps: {act: {march.tears: {when: {fact: scared}, may_leave: bound}}}
    facts: {scared: {}}
"""


def test_what_was_declared_holds_a_unit_too(march):
    """Bound by word: it stays where it is, or a move that may leave ends it."""
    rules = march.but(TEARS)
    held = rules.battle({"Ash": at(0)}, {"Dorn": at(9)}).declare("bound", "Ash", to_unit="Dorn")
    leaving = march.but("steps: {act: {march.leaves: {may_leave: bound}}}")
    freed = leaving.battle({"Ash": at(0)}, {"Dorn": at(9)}).declare("bound", "Dorn", to_unit="Ash")

    with pytest.raises(Refused, match="held where it is"):
        held.choose("act", "Ash", to=(1, 0))
    assert held.choose("act", "Ash", inches=0).next == "defender"
    assert freed.choose("act", "Ash", to=(1, 0)).facts("Ash") == ()


def test_what_no_move_begins_or_ends_holds_nobody(march):
    """Such as a grudge: only what some move leads into or out of is in the way."""
    game = march.battle({"Ash": at(0)}, {"Dorn": at(9)}).declare("bound", "Ash", to_unit="Dorn")

    assert game.choose("act", "Ash", to=(1, 0)).facts("Ash") == ("bound",)


def test_a_move_may_stay_in_what_was_declared(march):
    """It is not held by it, and does not end it; being let into it is not enough."""
    rules = march.but(TEARS)
    enters = rules.but("steps: {act: {march.grabs: {may_enter: bound}}}")
    stays = rules.but("steps: {act: {march.drags: {may_stay: bound}}}")
    armies = {"Ash": at(0)}, {"Dorn": at(9)}
    held = enters.battle(*armies).declare("bound", "Ash", to_unit="Dorn")
    dragged = stays.battle(*armies).declare("bound", "Ash", to_unit="Dorn")

    assert held.refuses("act", "Ash", to=(1, 0)) == ("march.tears",)
    assert dragged.choose("act", "Ash", to=(1, 0)).facts("Ash") == ("bound",)


# How it ends

ALONE = "{not: {pair: {fact: bound, to: enemy}}}"


def test_a_move_must_end_as_all_clauses_say(march):
    """With what it causes, and each clause refuses for itself."""
    rules = march.but(
        f"steps: {{act: {{march.alone: {{must_end: {ALONE}}}, "
        "march.brave: {must_end: {not: {fact: scared}}}}}"
    ).but("facts: {scared: {}}")
    game = rules.battle({"Ash": at(0), "Birch": at(1)}, {"Dorn": at(9)})
    grabbed = (Declaration("bound", "Ash", to_unit="Dorn"),)
    frightened = (Declaration("scared", "Ash"),)

    assert game.refuses("act", "Ash", to=(1, 0), causes=grabbed) == ("march.alone",)
    assert game.refuses("act", "Ash", to=(1, 0), causes=frightened) == ("march.brave",)
    both = game.refuses("act", "Ash", to=(1, 0), causes=(*grabbed, *frightened))
    assert both == ("march.alone", "march.brave")
    assert game.choose("act", "Ash", to=(1, 0)).next == "defender"
    others = (Declaration("scared", "Birch"),)
    assert game.choose("act", "Ash", to=(1, 0), causes=others).next == "defender"


# By which way

RUSH = """
    steps:
      act: {act.at: {target: enemy}, act.way: {route: direct}, act.may: {may_enter: melee}}
"""


def test_a_direct_route_always_comes_nearer(march):
    """No detour, no going back, and no running past."""
    game = march.but(RUSH).battle({"Ash": at(0)}, {"Dorn": at(5)})

    assert game.refuses("act", "Ash", target="Dorn", to=(1, 0), path=((0, 2),)) == ("act.way",)
    assert game.refuses("act", "Ash", target="Dorn", to=(-1, 0)) == ("act.way",)
    assert game.refuses("act", "Ash", target="Dorn", to=(6, 0)) == ("act.way",)
    assert game.choose("act", "Ash", target="Dorn", to=(4, 0), path=((2, 0),)).next == "defender"


def test_a_unit_that_stays_goes_by_any_route_to_its_target(march):
    """However that is put: by no inches, or to where it is. There and back is a move."""
    for route in ("direct", "closer"):
        rules = march.but(RUSH).but(f"steps: {{act: {{act.way: {{route: {route}}}}}}}")
        game = rules.battle({"Ash": at(0)}, {"Dorn": at(5)})

        assert game.choose("act", "Ash", target="Dorn", inches=0).next == "defender"
        assert game.choose("act", "Ash", target="Dorn", to=(0, 0)).next == "defender"
        assert game.refuses("act", "Ash", target="Dorn", to=(0, 0), path=((1, 0),)) == ("act.way",)


def test_a_route_may_only_have_to_end_nearer(march):
    """Whatever way it took."""
    rules = march.but(RUSH).but("steps: {act: {act.way: {route: closer}}}")

    game = rules.battle({"Ash": at(0)}, {"Dorn": at(5)})

    assert game.refuses("act", "Ash", target="Dorn", to=(0, 1)) == ("act.way",)
    assert game.choose("act", "Ash", target="Dorn", to=(1, 0), path=((0, 2),)).next == "defender"


def test_a_route_may_have_to_end_nearer_to_the_closest_enemy(march):
    """Closest as it began, from base to base; of two that are equally close, to one of them."""
    rules = march.but("steps: {act: {act.way: {route: closest}}}")
    dorn, elm = {"at": (6, 0), "base": 51}, {"at": (0, 5.5)}
    game = rules.battle({"Ash": at(0)}, {"Dorn": dorn, "Elm": elm})
    level = rules.battle({"Ash": at(0), "Birch": at(1)}, {"Dorn": at(6), "Elm": at(-6)})

    assert game.refuses("act", "Ash", to=(0, 3)) == ("act.way",)
    assert game.refuses("act", "Ash", to=(0, 0)) == ("act.way",)
    assert game.choose("act", "Ash", to=(1, 0)).next == "defender"
    assert level.choose("act", "Ash", to=(-1, 0)).next == "defender"
    assert level.refuses("act", "Ash", to=(0, 3)) == ("act.way",)
    assert rules.battle({"Ash": at(0)}, "Dorn").choose("act", "Ash", to=(-1, 0)).next == "defender"
    unplaced = rules.battle({"Ash": {"has": {"speed": 6}}}, "Dorn")
    assert unplaced.choose("act", "Ash", inches=2).next == "defender"


def test_a_clear_route_comes_near_to_no_enemy(march):
    """Neither on its way nor at its end; whom it is in a melee with as it begins does not count."""
    rules = march.but("steps: {act: {act.way: {route: clear}, act.out: {may_leave: melee}}}")
    game = rules.battle({"Ash": at(0), "Birch": at(3, 3)}, {"Dorn": at(3), "Elm": at(-1)})

    assert game.refuses("act", "Ash", to=(5, 0)) == ("act.way",)
    assert game.refuses("act", "Ash", to=(2.2, 0.5)) == ("act.way", "melee.near")
    assert game.refuses("act", "Ash", to=(4.5, 2), path=((3.5, 0.5),)) == ("act.way",)
    assert game.choose("act", "Ash", to=(4.2, 3.3), path=((1, 2),)).next == "defender"
    assert game.choose("act", "Ash", to=(0, 0)).next == "defender"
    nowhere = rules.battle({"Ash": at(0)}, {"Dorn": {}})
    assert nowhere.choose("act", "Ash", to=(3, 0)).next == "defender"
    unplaced = rules.battle({"Ash": {"has": {"speed": 6}}}, "Dorn")
    assert unplaced.choose("act", "Ash", inches=2).next == "defender"


def test_a_move_is_refused_by_all_that_stands_in_its_way(march):
    """Too far, on a base, another way than straight or closer, and to where it may not end."""
    rules = march.but("""
        steps:
          act:
            act.at: {target: enemy}
            act.closer: {route: closer}
            act.straight: {when: {fact: drilled}, route: unbent}
            act.base: {keeps_off: bases}
            act.alone: {must_end: {not: {within: {inches: 2, of: friend}}}}
        facts: {drilled: {}}
    """)
    armies = {"Ash": at(0), "Birch": at(9)}, {"Dorn": at(20)}
    plain, drilled = rules.battle(*armies), rules.battle(*armies, facts={"Ash": ("drilled",)})

    def by(game, *to, path=()):
        return {*game.refuses("act", "Ash", target="Dorn", to=to, path=path)}

    assert by(plain, 9, 0) == {"march.moves", "act.base", "act.alone"}
    assert by(plain, -7, 0) == {"march.moves", "act.closer"}
    assert by(plain, 3, 0, path=((2, 1),)) == set()
    assert by(drilled, 3, 0, path=((2, 1),)) == {"act.straight"}
    assert by(drilled, -3, 0) == {"act.straight", "act.closer"}


def test_a_fact_between_two_units_counts_as_another(march):
    """Whoever is in a melee counts as bound, be it by measure or by word."""
    rules = march.but("""
        steps: {act: {act.bound: {bars: {pair: {fact: bound, to: enemy}}}}}
        facts: {melee: {melee.binds: {counts_as: bound}}}
    """)
    game = rules.battle({"Ash": at(0), "Birch": at(9)}, {"Dorn": at(0.5)})

    assert game.may == ("Birch",)
    assert rules.without("melee.binds").battle({"Ash": at(0)}, {"Dorn": at(0.5)}).may == ("Ash",)
    assert game.declare("melee", "Birch", to_unit="Dorn").may == ()


def test_a_move_names_all_that_says_how_far_it_may_go(skirmish):
    """What the unit's speed starts from, what is added to it, and what bounds it."""
    rules = skirmish.but(
        """
        steps: {act: {act.moves: {moves: {up_to: speed}}}}
        values:
          speed:
            speed.start: {starts: 4}
            speed.more: {add: 2}
            speed.most: {bounds: {at_most: 5}}
        """
    )
    game = rules.battle("Ash", "Dorn")

    moved = game.choose("act", "Ash", inches=5)

    (event,) = (it for it in moved.events if type(it).__name__ == "Moved")
    assert set(game.short(event.by)) == {"act.moves", "speed.start", "speed.more", "speed.most"}
    assert game.refuses("act", "Ash", inches=6) == game.short(event.by)


def test_how_near_is_near_may_hang_on_both(skirmish):
    """Only where neither of the two flies."""
    rules = skirmish.but(
        """
        facts:
          flies: {}
          engaged:
            of: pair
            engaged.near: {when: {not: {fact: flies}}, within: 1}
        """
    )
    bird = {"at": (0, 0), "facts": ("flies",)}
    beast = {"at": (0.5, 0)}

    def engaged(one, other):
        return "engaged" in rules.battle({"Ash": one}, {"Dorn": other}).facts("Ash")

    assert engaged({"at": (0, 0)}, beast)
    assert not engaged(bird, beast)
    assert not engaged({"at": (0, 0)}, {**beast, "facts": ("flies",)})
    assert not engaged(bird, {**beast, "facts": ("flies",)})


def test_a_move_may_have_a_least_length(skirmish):
    """Whoever flees goes as far as it is told, neither less nor more."""
    game = skirmish.but("steps: {act: {flee.far: {moves: {up_to: 6, at_least: 4}}}}")
    game = game.battle({"Ash": at(0)}, "Dorn")

    assert game.refuses("act", "Ash", to=(3.9, 0)) == ("flee.far",)
    assert game.refuses("act", "Ash", to=(6.1, 0)) == ("flee.far",)
    assert game.choose("act", "Ash", to=(4, 0)).next == "defender"


def test_the_length_of_a_move_may_be_rolled_and_bind(skirmish):
    """The dice are rolled once, for the most and the least."""
    game = skirmish.but("""
        steps: {act: {drift.far: {moves: {up_to: drift, at_least: drift}}}}
        values: {drift: {drift.dice: {starts: 0, add: 2d6}}}
    """).battle({"Ash": {"at": (0, 0)}}, "Dorn")

    rolled = game.choose("act", "Ash").roll(3, 4)

    assert rolled.refuses("act", to=(6, 0)) == ("drift.far",)
    assert rolled.choose("act", to=(0, 7)).next == "defender"


def test_a_straight_move_keeps_to_the_line(skirmish):
    """Even a swerve that brings the unit nearer all along is none; a rounded place is on it."""
    game = skirmish.but("""
        steps:
          act: {fly.at: {target: enemy}, fly.far: {moves: {up_to: 9}}, fly.way: {route: straight}}
    """).battle({"Ash": at(0)}, {"Dorn": at(10)})

    assert game.refuses("act", "Ash", target="Dorn", to=(5, 0.1)) == ("fly.way",)
    assert game.refuses("act", "Ash", target="Dorn", path=((2, 1),), to=(5, 0)) == ("fly.way",)
    assert game.choose("act", "Ash", target="Dorn", to=(5, 0)).next == "defender"
    assert game.choose("act", "Ash", target="Dorn", to=(5, 0.04)).next == "defender"
    assert game.choose("act", "Ash", target="Dorn", path=((5, 0),), to=(5, 0)).next == "defender"


def test_a_straight_move_at_nobody_makes_no_turn(skirmish):
    """A marker that scatters has no target, and drifts in one line all the same."""
    game = skirmish.but("""
        steps: {act: {fly.far: {moves: {up_to: 9}}, fly.way: {route: straight}}}
    """).battle({"Ash": at(0)}, {"Dorn": at(10)})

    assert game.refuses("act", "Ash", path=((0, 3),), to=(4, 3)) == ("fly.way",)
    assert game.choose("act", "Ash", path=((2, 1),), to=(4, 2)).next == "defender"
