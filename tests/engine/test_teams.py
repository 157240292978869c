"""Teams, neutral sides, sides that are not there, and what lies in containers already."""

import pytest

from turnwright.engine.game import Game
from turnwright.language.event import Won
from turnwright.language.example import Mission, Team
from turnwright.language.input import Card

SIDES = ("north", "east", "south", "west")
NORTH_AND_SOUTH = (Team(sides=("north", "south")), Team(sides=("east", "west")))


@pytest.fixture(scope="module")
def four(skirmish):
    """Four sides take turns; a unit strikes an enemy, who is gone, helps a friend, or gives up."""
    return skirmish.but(
        """
        facts: {gone: {gone.at-once: {leaves: at_once}}}
        steps:
          act: null
          turns:
            turns.acts: {each: [strike, help, give_up]}
            turns.pass-is-final: null
            turns.may-pass: null
            turns.all-passed: null
            turns.waits: {unable: waits}
          strike:
            strike.at: {target: enemy}
            strike.gone: {sets: {fact: gone, of: target}}
          help: {help.whom: {target: friend}}
          give_up: {yield.how: {check: luck, result: {outcome: [bad], then: lose}}}
        checks:
          luck: {luck.die: {roll: 1d6}, luck.bad: {band: {outcome: bad}}}
        """
    ).with_sides(*SIDES)


def begin(four, armies, **mission):
    """A battle of the sides for which there are units, one for each letter."""
    cards = {
        side: dict.fromkeys(units, Card())
        for side, units in zip(SIDES, armies, strict=True)
        if units is not None
    }
    return Game.begin(four.rules, cards, Mission(**mission))


def targets(game, does, unit):
    """Whom a unit may do something to."""
    return next((dict(it.targets)[unit] for it in game.decision.legal if it.does == does), ())


def given_up(game, unit):
    """The game when a unit has lost the battle for its side."""
    return game.choose("give_up", unit).roll(1)


def test_without_teams_every_other_side_is_an_enemy(four):
    """And a friend is of the same side."""
    game = begin(four, ("NM", "E", "S", "W"))

    assert targets(game, "strike", "N") == ("E", "S", "W")
    assert targets(game, "help", "N") == ("M",)


def test_units_of_a_team_are_friends_and_none_of_them_is_an_enemy(four):
    """Sides still take turns one by one."""
    game = begin(four, ("NM", "E", "S", "W"), teams=NORTH_AND_SOUTH)

    assert targets(game, "strike", "N") == ("E", "W")
    assert targets(game, "help", "N") == ("M", "S")
    assert game.choose("help", "N", target="S").next == "east"


def test_a_team_has_won_when_all_others_have_lost(four):
    """With one side of each left, nobody has; with one team left, all of it has."""
    game = begin(four, ("N", "E", "S", "W"), teams=NORTH_AND_SOUTH)

    one_each = given_up(given_up(game, "N"), "E")
    over = given_up(one_each, "S")

    assert one_each.next == "south"
    assert (over.awaits, over.winner) == ("end", "west")


def test_all_of_a_team_win_together(four):
    """Each of its sides that has not lost."""
    game = begin(four, ("N", "E", "S", "W"), teams=NORTH_AND_SOUTH)

    left = given_up(game.choose("help", "N", target="S"), "E").choose("help", "S", target="N")
    over = given_up(left, "W")

    assert over.awaits == "end"
    assert [event.side for event in over.events if isinstance(event, Won)] == ["north", "south"]


def test_a_neutral_side_is_nobodys_enemy_and_has_no_chances(four):
    """Its units are there all the same."""
    game = begin(four, ("NM", "E", "S", "W"), neutral=("east",))

    assert targets(game, "strike", "N") == ("S", "W")
    assert game.choose("strike", "N", target="S").next == "west"
    assert "E" in game.choose("strike", "N", target="W").state.roster.names


def test_the_last_side_wins_although_a_neutral_one_is_there(four):
    """Nobody fights the neutral one."""
    game = begin(four, ("N", "E", "S", None), neutral=("east",))

    assert given_up(game, "N").winner == "south"


def test_a_side_that_is_not_given_takes_no_part(four):
    """Of four, any two or three may fight, in the order in which they are listed."""
    game = begin(four, (None, "E", None, "WX"))

    assert game.next == "east"
    assert targets(game, "strike", "E") == ("W", "X")
    assert game.choose("strike", "E", target="W").next == "west"
    assert given_up(game, "E").winner == "west"
