"""Who is meant by a word: the same ones wherever it stands."""

import pytest

from turnwright.engine.decision import Refused
from turnwright.language.example import Mission, Team

TAKEN = """
    steps:
      turns: {turns.own: {among: anyone}, turns.once: null}
      act: {act.pays: {changes: {value: coins, by: 1}}}
    values:
      coins: {of: side, coins.none: {starts: 0}}
      nerve: {}
"""
"""Whoever has the chance picks anybody's unit."""


@pytest.mark.parametrize(
    "of", ["", ", of: active", ", of: {of: active}", ", of: {of: active, also: away}"]
)
def test_what_a_side_has_is_that_of_the_side_of_the_unit_that_acts(skirmish, of):
    """Not of the side that picked it; whether it is written out or not."""
    rules = skirmish.but(TAKEN).but(
        f"steps: {{act: {{act.pays: null, act.pay: {{changes: {{value: coins, by: 1{of}}}}}}}}}"
    )

    game = rules.battle("Ash", "Dorn").choose("act", "Dorn", side="attacker")

    assert (game.value("attacker.coins"), game.value("defender.coins")) == (0, 1)


@pytest.mark.parametrize(
    "amount",
    ["{value: nerve, of: active}", "{count: active, times: 7}", "{models: active, times: 7}"],
)
def test_an_amount_of_the_unit_that_acts_has_it_too(skirmish, amount):
    """Also where that very unit is asked."""
    rules = skirmish.but(
        f"""
        steps: {{act: {{act.sets: {{changes: {{value: mark, to: {amount}}}}}}}}}
        values: {{nerve: {{}}, mark: {{mark.none: {{starts: 0}}}}}}
        """
    )

    game = rules.battle({"Ash": {"has": {"nerve": 7}}}, "").choose("act", "Ash")

    assert game.value("Ash.mark") == 7


def test_a_condition_of_the_unit_that_acts_counts_it_too(duel):
    """A unit that is tired cannot strike while a tired unit acts, and it is that unit."""
    rules = duel.but(
        """
        steps: {strike: {strike.not: {bars: {count: {of: active, that: {fact: tired}}}}}}
        facts: {tired: {}}
        """
    )
    tired = rules.battle({"Ash": {"facts": ("tired",)}}, "Dorn").choose("activation", "Ash")

    with pytest.raises(Refused) as refused:
        tired.choose("strike", "Ash")
    assert refused.value.by == ("invented.strike.not",)
    assert "strike" in rules.battle("Ash", "Dorn").choose("activation", "Ash").can


def test_of_each_player_who_acts_around_it_acts_for_its_own_side(duel):
    """Each player has a coin when a unit is activated, and not its player one for each."""
    rules = duel.but(
        """
        steps:
          activation:
            actions.chances: null
            actions.active: null
            actions.known: null
            actions.done: null
            actions.parts: {sequence: [wages]}
          wages:
            wages.each: {cadence: each_player, first: listed_first, each: [wage]}
            wages.over: {until: all_dealt}
          wage: {wage.pays: {changes: {value: coins, by: 1}}}
          strike: null
          rest: null
        values: {coins: {of: side, coins.none: {starts: 0}}}
        """
    )

    game = rules.battle("Ash", "Dorn").choose("activation", "Ash")

    assert (game.value("attacker.coins"), game.value("defender.coins")) == (1, 1)


@pytest.mark.parametrize("word", ["target", "active"])
def test_a_value_of_somebody_who_is_not_there_is_not_0(duel, word):
    """Nobody was picked as the target: the rules do not say what that comes to."""
    rules = duel.but(
        f"""
        steps:
          strike: {{strike.sets: {{changes: {{value: mark, to: {{value: nerve, of: {word}}}}}}}}}
        values: {{nerve: {{}}, mark: {{mark.none: {{starts: 0}}}}}}
        """
    )
    armies = ({"Ash": {"has": {"nerve": 7}}}, {"Dorn": {"has": {"nerve": 5}}})

    game = rules.battle(*armies).choose("activation", "Ash").choose("strike", "Ash")

    if word == "active":
        assert game.value("Ash.mark") == 7
    else:
        assert (game.awaits, game.unsaid) == ("unsaid", "nerve of the target")


def test_a_value_of_a_target_that_is_gone_is_not_0(duel):
    """Its card is still there, and it is not."""
    rules = duel.but(
        """
        steps:
          strike:
            strike.at: {target: enemy}
            strike.parts: {sequence: [wound, drain]}
          wound: {wound.kills: {sets: {fact: slain, of: target}}}
          drain: {drain.takes: {changes: {value: nerve, by: {value: nerve, of: target}}}}
        facts: {slain: {}}
        values: {nerve: {}}
        """
    )
    armies = ({"Ash": {"has": {"nerve": 7}}}, {"Dorn": {"has": {"nerve": 5}}})
    alive = rules.battle(*armies).choose("activation", "Ash").choose("strike", "Ash", target="Dorn")
    gone = rules.but("facts: {slain: {slain.leaves: {leaves: at_once}}}").battle(*armies)
    gone = gone.choose("activation", "Ash").choose("strike", "Ash", target="Dorn")

    assert alive.value("Ash.nerve") == 12
    assert (gone.awaits, gone.unsaid) == ("unsaid", "nerve of the target")
    assert gone.value("Ash.nerve") == 7


def test_several_of_whom_nobody_is_there_have_nothing_together(duel):
    """No enemies are no nerve: that is a number, and not a question."""
    rules = duel.but(
        """
        steps: {strike: {strike.sets: {changes: {value: mark, to: {value: nerve, of: enemy}}}}}
        values: {nerve: {}, mark: {mark.none: {starts: 3}}}
        """
    )

    game = rules.battle("Ash", "").choose("activation", "Ash").choose("strike", "Ash")

    assert game.value("Ash.mark") == 0


@pytest.mark.parametrize(
    ("of", "loot"), [("target", None), ("{of: target, also: gone}", 4), ("enemy", 0)]
)
def test_what_a_target_that_is_gone_was_worth_is_known_where_the_gone_count(skirmish, of, loot):
    """Without that, nobody says whose number it is."""
    rules = skirmish.but(
        f"""
        steps:
          act: {{act.at: {{target: enemy}}, act.parts: {{sequence: [fell, rob]}}}}
          fell: {{fell.it: {{sets: {{fact: felled, of: target}}}}}}
          rob: {{rob.it: {{changes: {{value: loot, to: {{value: worth, of: {of}}}}}}}}}
        facts: {{felled: {{felled.gone: {{leaves: at_once}}}}}}
        values: {{loot: {{loot.none: {{starts: 0}}}}, worth: {{}}}}
        """
    )

    game = rules.battle("Ash", {"Dorn": {"has": {"worth": 4}}, "Elm": {"has": {"worth": 0}}})
    game = game.choose("act", "Ash", target="Dorn")

    assert game.unsaid == ("worth of the target" if loot is None else "")
    assert game.value("Ash.loot") == (loot or 0)


@pytest.mark.parametrize(
    ("that", "targets"),
    [
        ("{among: friend}", "Elf"),
        ("{not: {among: friend}}", "Bear Orc"),
        ("{among: enemy}", "Orc"),
    ],
)
def test_friends_inside_that_are_those_of_whoever_asks(skirmish, that, targets):
    """Seen from itself, nobody would be a friend, and everybody would be among its own."""
    rules = skirmish.but(f"steps: {{act: {{act.at: {{target: {{of: anyone, that: {that}}}}}}}}}")
    rules = rules.with_sides("red", "elves", "orcs", "beasts")
    mission = Mission(teams=(Team(sides=("red", "elves")),), neutral=("beasts",))

    game = rules.battle("Ash", "Elf", "Orc", "Bear", mission=mission)

    assert sorted(game.targets("act")) == targets.split()


@pytest.mark.parametrize(("whose", "may"), [("own", "Ash"), ("enemy", "Dorn")])
def test_among_whom_somebody_is_picked_is_seen_from_the_side_that_picks(skirmish, whose, may):
    """Both sides pick among all units, and one rule rules some of them out."""
    rules = skirmish.but(
        f"""
        steps:
          turns: {{turns.own: {{among: anyone}}}}
          act: {{act.whose: {{needs: {{among: {whose}}}}}}}
        """
    )

    game = rules.battle("Ash", "Dorn")

    assert game.may == (may,)
    assert game.choose("act", may).may == ("Dorn" if whose == "own" else "Ash",)
