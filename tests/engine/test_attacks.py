"""Attacks: weapons with profiles, hits, wounds and saves, and the models that they cost."""

import random
from pathlib import Path

import pytest

from turnwright import Refused, start

VOLLEY = str(Path(__file__).parents[1] / "volley")
RIFLE = {"range": 24, "attacks": 1, "strength": 4, "ap": 0, "damage": 1}
CANNON = {"range": 48, "attacks": 2, "strength": 8, "ap": -2, "damage": 3}
KEYWORDS = {"Rifle": ["ranged", "rapid"], "Cannon": ["ranged"]}


def unit(place, models=3, weapons=("Rifle", "Cannon"), **card):
    """A unit with a place and weapons."""
    profiles = {"Rifle": RIFLE, "Cannon": CANNON}
    numbers = {"skill": 3, "toughness": 4, "armour": 4, "wounds": 2, **card.pop("has", {})}
    return {
        "models": models,
        "at": [0, place],
        "has": numbers,
        "carries": {name: KEYWORDS[name] for name in weapons},
        "profiles": {name: profiles[name] for name in weapons},
        **card,
    }


def battle(facing, facts=None, **shooter):
    """Ash, who shoots first, and those that it faces."""
    armies = {"red": {"Ash": unit(0, **shooter)}, "blue": facing}
    return start("volley", armies, rulesets=[VOLLEY], facts=facts or {}).choose("shoot", "Ash")


def dice(game, *rolled):
    """What is asked for, with each roll; and the game after all of them."""
    asked = []
    for roll in rolled:
        asked.append(game.decision.dice)
        game = game.roll(*roll)
    return asked, game


def test_a_weapon_reaches_as_far_as_its_own_range():
    """So a target may be one for the cannon and none for the rifles."""
    game = battle({"Near": unit(20), "Far": unit(30)})

    with pytest.raises(Refused) as refused:
        game.choose("aim", "Ash", target="Far", using="Rifle")
    far = game.choose("aim", "Ash", target="Far", using="Cannon")

    assert "volley.aim.range" in refused.value.by
    assert far.choose("aim", "Ash", target="Near", using="Rifle")
    (aim,) = (action for action in game.decision.legal if action.does == "aim")
    assert dict(aim.targets) == {"Ash": ("Near", "Far")}


def test_whoever_reaches_nobody_with_any_weapon_does_not_aim():
    """With rifles alone there is nothing left but to be done."""
    game = battle({"Far": unit(30)}, weapons=("Rifle",))

    assert game.next == "blue"


def test_each_weapon_is_used_once_and_all_targets_are_chosen_before_dice_are_rolled():
    """The second aim is known before the first volley."""
    game = battle({"Near": unit(20)}).choose("aim", "Ash", target="Near", using="Rifle")

    with pytest.raises(Refused) as refused:
        game.choose("aim", "Ash", target="Near", using="Rifle")
    both = game.choose("aim", "Ash", target="Near", using="Cannon")

    assert refused.value.by == ("volley.aim.once",)
    assert game.decision.awaits == "choice"
    assert both.decision.dice == "3d6"


@pytest.mark.parametrize(("place", "asked"), [(12, "6d6"), (13, "3d6")])
def test_rapid_weapons_have_twice_the_dice_within_half_their_range(place, asked):
    """Half of 24 inches is 12."""
    game = battle({"Near": unit(place)}).choose("aim", "Ash", target="Near", using="Rifle")

    assert game.choose("done").decision.dice == asked


def test_cover_and_fog_together_take_no_more_than_one():
    """With skill 3 a 4 still hits, and a 3 does not."""
    game = battle({"Near": unit(20, facts=["cover"])}, facts={"battle": ["fog"]})
    game = game.choose("aim", "Ash", target="Near", using="Rifle").choose("done")

    assert game.roll(4, 4, 3).decision.dice == "2d6"


def test_a_six_hits_and_a_one_misses_whatever_is_added():
    """Even with skill 7, and with skill 1."""
    bad = battle({"Near": unit(20)}, has={"skill": 7})
    good = battle({"Near": unit(20)}, has={"skill": 1})

    for game, hits in ((bad, "1d6"), (good, "2d6")):
        shot = game.choose("aim", "Ash", target="Near", using="Rifle").choose("done")
        assert shot.roll(6, 5, 1).decision.dice == hits


def test_damage_beyond_the_last_wound_of_a_model_is_lost():
    """Two hits of 3 on models with 2 wounds cost two models, and no third is hurt."""
    game = battle({"Near": unit(20)}).choose("aim", "Ash", target="Near", using="Cannon")
    game = game.choose("done").roll(6, 6, 6, 1, 1, 1).roll(6, 6, 6).roll(1, 1, 6)

    lost = [event for event in game.events if type(event).__name__ == "LostModels"]
    assert [event.left for event in lost] == [2, 1]
    assert game.value("Near.wounds") == 2


def by_hand(rng, shooter, target, weapon):
    """One volley, from the texts of the rules: the dice of each roll, and what is left."""
    profile = {"Rifle": RIFLE, "Cannon": CANNON}[weapon]
    number = profile["attacks"] * shooter["models"]
    if weapon == "Rifle" and target["at"][1] <= 12:
        number *= 2
    worse = -1 if "cover" in target.get("facts", ()) else 0
    rolls = [[rng.randint(1, 6) for _ in range(number)]]
    hits = [d for d in rolls[0] if d == 6 or (d > 1 and d + worse >= shooter["has"]["skill"])]
    strength, toughness = profile["strength"], target["has"]["toughness"]
    needed = 2 if strength >= 2 * toughness else 3 if strength > toughness else 4
    wounds = []
    if hits:
        rolls.append([rng.randint(1, 6) for _ in hits])
        wounds = [d for d in rolls[1] if d >= needed]
    models, left = target["models"], target["has"]["wounds"]
    if wounds:
        rolls.append([rng.randint(1, 6) for _ in wounds])
        for d in rolls[2]:
            if models and (d == 1 or d + profile["ap"] < target["has"]["armour"]):
                left -= profile["damage"]
                if left <= 0:
                    models, left = models - 1, target["has"]["wounds"]
    return rolls, models, left


def test_a_hundred_volleys_go_as_they_go_by_hand():
    """By a second reckoning that was written from the texts."""
    rng = random.Random(7)
    for _ in range(100):
        weapon = rng.choice(["Rifle", "Cannon"])
        near = unit(
            rng.choice([8, 12, 13, 24]),
            models=rng.randint(1, 4),
            facts=rng.choice([[], ["cover"]]),
            has={"toughness": rng.choice([3, 4]), "armour": rng.randint(2, 6)},
        )
        shooter = {"models": rng.randint(1, 4), "has": {"skill": rng.randint(2, 5)}}
        game = battle({"Near": near}, **shooter)
        game = game.choose("aim", "Ash", target="Near", using=weapon)
        game = game.choose("done") if game.decision.awaits == "choice" else game
        shooter = unit(0, **shooter)

        rolls, models, left = by_hand(rng, shooter, near, weapon)
        asked, game = dice(game, *rolls)

        assert asked == [f"{len(roll)}d6" for roll in rolls]
        lost = [event.left for event in game.events if type(event).__name__ == "LostModels"]
        assert (lost[-1] if lost else near["models"]) == models
        if models:
            assert game.value("Near.wounds") == left
