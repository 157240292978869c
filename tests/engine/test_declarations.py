"""Declarations: what a plan cannot tell, stated at any moment."""

import pytest

from turnwright.engine.decision import Refused
from turnwright.language.input import Card

FACTS = """
    facts:
      keen: {}
      proud: {of: side}
      night: {of: battle}
      bound: {of: pair}
      sees: {of: sight}
      slain: {of: models, slain.last: {leaves: last_model}}
      fallen: {fallen.leaves: {leaves: at_once}}
"""


@pytest.fixture
def game(skirmish):
    """A battle in which anything may be declared."""
    return skirmish.but(FACTS).battle({"Ash": {"models": 3}, "Birch": {}}, "Dorn Elm")


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ({"fact": "keen", "unit": "Ash"}, "Ash"),
        ({"fact": "proud", "side": "defender"}, "defender"),
        ({"fact": "night"}, "battle"),
        ({"fact": "bound", "unit": "Ash", "to_unit": "Dorn"}, "Dorn"),
        ({"fact": "sees", "unit": "Ash", "to_unit": "Dorn"}, "Ash"),
    ],
)
def test_a_fact_becomes_true_and_ends(game, said, who):
    """Of a unit, a side, the battle, or between two."""
    now = game.declare(**said)

    assert now.facts(who) == (said["fact"],)
    assert now.declare(**said, ends=True).facts(who) == ()
    assert game.facts(who) == ()


def test_it_may_be_declared_while_dice_are_awaited_or_the_round_is_stuck(skirmish):
    """At any moment, before the battle is over; what is awaited stays awaited."""
    rules = skirmish.but(FACTS).but(
        "steps: {turns: {turns.first: {first: fewest, ties: {roll: 1d6}}}}"
    )

    rolling = rules.battle("Ash", "Dorn").declare("keen", "Ash")
    stuck = skirmish.but(FACTS).without("turns.one").battle("Ash", "").declare("keen", "Ash")

    assert (rolling.awaits, rolling.dice, rolling.facts("Ash")) == ("roll", "1d6", ("keen",))
    assert (stuck.unsaid, stuck.facts("Ash")) == ("together", ("keen",))


def test_a_unit_that_leaves_is_gone(game):
    """It acts no more, is bound to nobody, and cannot leave twice."""
    now = game.declare("bound", "Dorn", to_unit="Ash").declare("fallen", "Dorn")

    assert now.choose("act", "Ash").may == ("Elm",)
    assert now.facts("Ash") == ()
    with pytest.raises(Refused, match="Dorn is already gone"):
        now.declare("fallen", "Dorn")
    with pytest.raises(Refused, match="Dorn is already gone"):
        now.declare("bound", "Ash", to_unit="Dorn")


def test_a_unit_whose_card_says_that_it_is_gone_is_not_there(skirmish):
    """It never acts."""
    rules = skirmish.but(FACTS)

    game = rules.battle({"Ash": {"facts": ("fallen",)}, "Birch": {}}, "Dorn")

    assert game.may == ("Birch",)


def test_a_unit_loses_models_and_leaves_with_the_last(game):
    """Three, two, none."""
    two = game.declare("slain", "Ash", models=1)
    none = two.declare("slain", "Ash", models=2)

    assert "Ash" in two.may
    assert none.may == ("Birch",)
    assert [(e.models, e.left) for e in none.events if type(e).__name__ == "LostModels"] == [(2, 0)]


@pytest.mark.parametrize("models", [0, -1, 4])
def test_nobody_loses_more_than_it_has(game, models):
    """Nor less than one model."""
    with pytest.raises(Refused, match="cannot lose"):
        game.declare("slain", "Ash", models=models)


def test_a_unit_joins(game):
    """With what its card says; it may act at once."""
    now = game.declare("gained", "Fir", side="attacker", card=Card(facts=("keen",)))

    assert now.may == ("Ash", "Birch", "Fir")
    assert now.facts("Fir") == ("keen",)


@pytest.mark.parametrize(
    ("card", "why"),
    [
        (Card(abilities=("odd",)), "no ability odd"),
        (Card(models=0), "at least 1 model"),
        (Card(models=-3), "at least 1 model"),
        (Card(at=(float("nan"), 0)), "not nan"),
        (Card(at=(0, float("inf"))), "not inf"),
        (Card(base=-1), "no smaller than 0"),
        (Card(base=float("nan")), "not nan"),
    ],
)
def test_a_unit_that_cannot_be_does_not_join(game, card, why):
    """Without models, of no size or place, or with an ability that nobody knows."""
    before = game.state

    with pytest.raises(Refused, match=why):
        game.declare("gained", "Fir", side="attacker", card=card)

    assert game.state is before


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"fact": "gained", "unit": "Ash", "side": "attacker"}, "already taken"),
        ({"fact": "gained", "unit": "attacker", "side": "attacker"}, "already taken"),
        ({"fact": "gained", "unit": "", "side": "attacker"}, "which unit joins"),
        ({"fact": "gained", "unit": "Fir", "side": "nobody"}, "no side nobody"),
        ({"fact": "gained", "unit": "Fir"}, "no side"),
        (
            {"fact": "gained", "unit": "F", "side": "attacker", "card": Card(facts=("odd",))},
            "no fact odd",
        ),
        (
            {
                "fact": "gained",
                "unit": "F",
                "side": "attacker",
                "card": Card(pairs={"bound": ("Nobody",)}),
            },
            "no unit Nobody",
        ),
        ({"fact": "odd", "unit": "Ash"}, "no fact odd"),
        ({"fact": "keen", "unit": "Nobody"}, "no unit Nobody"),
        ({"fact": "keen", "unit": "attacker"}, "no unit attacker"),
        ({"fact": "keen"}, "no unit"),
        ({"fact": "proud", "side": "nobody"}, "no side nobody"),
        ({"fact": "bound", "unit": "Ash"}, "no unit"),
        ({"fact": "bound", "unit": "Ash", "to_unit": "Ash"}, "between two units"),
    ],
)
def test_what_cannot_be_is_refused(game, said, why):
    """Unknown facts, units and sides; names that are taken; a unit bound to itself."""
    with pytest.raises(Refused, match=why):
        game.declare(**said)


def test_the_card_of_whoever_joins_is_a_card_or_what_one_says(skirmish):
    """Nothing else."""
    game = skirmish.but("facts: {brave: {}}").battle("Ash", "Dorn")

    joined = game.declare("gained", "Elm", side="defender", card={"facts": ("brave",)})

    assert joined.facts("Elm") == ("brave",)
    for nonsense in ("brave", ["brave"], {"courage": 3}, {"courage": 3, "models": 2}):
        with pytest.raises(Refused, match="a card has only these"):
            game.declare("gained", "Elm", side="defender", card=nonsense)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"carries": ("sword",)}, "carries of a card is a mapping"),
        ({"has": ("nerve",)}, "has of a card is a mapping"),
        ({"carries": {"sword": "blade"}}, "lists of names, not blade"),
        ({"facts": "keen"}, "lists of names, not keen"),
        ({"pairs": {"odd": ("Ash",)}}, "no fact odd"),
        ({"abilities": ("odd",)}, "no ability odd"),
        ({"profiles": {"sword": 3}}, "a profile is a mapping, not 3"),
        ({"profiles": {"sword": {"strength": 2.5}}}, "whole numbers, not 2.5"),
        ({"has": {"nerve": "7"}}, "whole numbers, not 7"),
        ({"dice": {"luck": True}}, "whole numbers, not True"),
        ({"models": 0}, "at least 1 model"),
        ({"at": 5}, "a place is two numbers"),
        ({"at": (5,)}, "a place is two numbers"),
        ({"at": (5, "b")}, "not b"),
        ({"at": (5, float("inf"))}, "not inf"),
        ({"base": "32mm"}, "not 32mm"),
        ({"base": -1}, "no smaller than 0"),
    ],
)
def test_a_card_that_nobody_could_write_is_refused(game, said, why):
    """Whoever joins has a card as any other unit."""
    with pytest.raises(Refused, match=why):
        game.declare("gained", "Elk", side="attacker", card=said)


def test_a_card_may_say_all_that_cards_say(game):
    """A place and a base at the edge, one model, and nothing in its hands."""
    card = {"at": (0, 0.5), "base": 0, "models": 1, "facts": ["keen"], "carries": {"sword": []}}

    joined = game.declare("gained", "Elk", side="attacker", card=card)

    assert (joined.may, joined.facts("Elk")) == (("Ash", "Birch", "Elk"), ("keen",))
