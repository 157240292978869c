"""What a run of rolls comes to: an attack from its first die to the models that it costs."""

from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path

import pytest

from turnwright import start
from turnwright.lab.chances import TooMany, models_lost
from turnwright.site.pages.odds.played import attack_table

VOLLEY = str(Path(__file__).parents[1] / "volley")


def volley(models, attacks=1, wounds=1, damage=1, target=10, **numbers):
    """Ash shoots at Birch, and the first roll is awaited."""
    profile = {"range": 24, "attacks": attacks, "strength": 4, "ap": 0, "damage": damage}
    shooter = {"skill": 4, "toughness": 4, "armour": 4, "wounds": 1}
    given = {
        "red": {
            "Ash": {
                "models": models,
                "at": [0, 0],
                "has": shooter,
                "carries": {"Rifle": ["ranged"]},
                "profiles": {"Rifle": profile},
            }
        },
        "blue": {
            "Birch": {
                "models": target,
                "at": [0, 20],
                "has": {**shooter, "wounds": wounds, **numbers},
            }
        },
    }
    game = start("volley", given, rulesets=[VOLLEY])
    game = game.choose("shoot", "Ash").choose("aim", "Ash", target="Birch", using="Rifle")
    assert game.decision.dice == f"{models * attacks}d6"
    return game


def lost(game):
    """How likely it is that so many models are lost."""
    return models_lost(game.program, game.state)


def binomial(many, chance):
    """The chance of each number of successes."""
    return {
        hits: comb(many, hits) * chance**hits * (1 - chance) ** (many - hits)
        for hits in range(many + 1)
    }


@pytest.mark.parametrize("dice", [1, 2, 10])
def test_hit_wound_and_save_at_four_each_cost_one_in_eight(dice):
    """4 or more of 6 three times is 1/2 * 1/2 * 1/2, and every die is alone with its luck."""
    assert lost(volley(dice)) == binomial(dice, Fraction(1, 8))


def test_better_armour_saves_more():
    """An armour of 2 fails on a 1 only."""
    assert lost(volley(3, armour=2)) == binomial(3, Fraction(1, 4) * Fraction(1, 6))


def test_no_more_models_are_lost_than_there_are():
    """Three dice at two models: the third loss has nobody left."""
    three = binomial(3, Fraction(1, 8))

    assert lost(volley(3, target=2)) == {0: three[0], 1: three[1], 2: three[2] + three[3]}


def test_two_wounds_take_two_hits_of_one():
    """Of four dice two have to come through for the first model, all four for the second."""
    four = binomial(4, Fraction(1, 8))

    assert lost(volley(4, wounds=2)) == {0: four[0] + four[1], 1: four[2] + four[3], 2: four[4]}


def test_two_dice_go_as_they_go_when_every_roll_is_rolled():
    """Each of the 6 times 6 rolls to hit, to wound and to save is played by the engine."""
    game = volley(2, damage=2, wounds=3, target=3)
    counted: dict[int, Fraction] = {}

    def play(at, weight):
        if at.decision.awaits != "roll":
            gone = [event.left for event in at.events if type(event).__name__ == "LostModels"]
            key = 3 - gone[-1] if gone else 0
            counted[key] = counted.get(key, Fraction(0)) + weight
            return
        many = int(at.decision.dice.partition("d")[0])
        for dice in product(range(1, 7), repeat=many):
            play(at.roll(*dice), weight / 6**many)

    play(game, Fraction(1))

    assert lost(game) == counted


def test_too_many_dice_are_said_to_be_too_many():
    """Nobody waits for ever."""
    with pytest.raises(TooMany):
        lost(volley(10, attacks=200))


def test_the_table_of_an_attack_has_a_row_for_each_number_of_models():
    """Two dice that each come through once in eight."""
    table = attack_table(volley(2), "Ash shoots at Birch")

    assert table is not None
    assert [(row.label, *row.chances) for row in table.rows] == [
        ("No model is lost", Fraction(49, 64)),
        ("1 model is lost", Fraction(14, 64)),
        ("2 models are lost", Fraction(1, 64)),
    ]


def test_an_attack_that_costs_nobody_has_no_table():
    """Ten wounds are more than one die takes."""
    assert attack_table(volley(1, wounds=10), "Ash shoots at Birch") is None
