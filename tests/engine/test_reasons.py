"""Reasons: every clause that says no, for those who ask."""

import pytest

from turnwright.engine.decision import Refused

TARGETS = """
    steps:
      strike:
        strike.at: {target: enemy}
        strike.near: {target: {that: {within: {inches: 3, of: active}}}}
        strike.seen: {target: {that: {pair: {fact: sees, to: active}}}}
    facts: {sees: {of: sight}}
"""


def at(*place, **card):
    """A card of a unit that stands somewhere."""
    return {"at": place, **card}


def test_a_unit_without_a_target_is_told_what_is_wrong_with_each_enemy(duel):
    """One enemy is near and hidden, the other is seen and far away."""
    army = {"Ash": at(0, 0, pairs={"sees": ("Elm",)}), "Birch": at(1, 0)}
    enemies = {"Dorn": at(2, 0), "Elm": at(30, 0)}

    game = duel.but(TARGETS).battle(army, enemies).choose("activation", "Ash")

    assert game.refuses("strike", "Ash", target="Dorn") == ("strike.near", "strike.seen")


def test_what_is_true_of_every_enemy_is_no_reason(duel):
    """The only enemy is near enough, so its distance is not what stands in the way."""
    game = duel.but(TARGETS).battle({"Ash": at(0, 0)}, {"Dorn": at(2, 0)})

    assert game.choose("activation", "Ash").refuses("strike", "Ash") == ("strike.seen",)


def test_without_an_enemy_it_is_that_enemies_are_meant(duel):
    """There is a friend, who is no target."""
    game = duel.but(TARGETS).battle("Ash Birch", "").choose("activation", "Ash")

    assert game.refuses("strike", "Ash") == ("strike.at",)


def test_another_unit_is_not_activated_in_the_middle_of_an_activation(duel):
    """Only the unit that is active has chances there."""
    game = duel.battle("Ash Birch", "Dorn").choose("activation", "Ash")

    with pytest.raises(Refused) as refused:
        game.choose("activation", "Birch")

    assert {"invented.actions.active", "invented.actions.known"} <= {*refused.value.by}


def test_whose_chance_it_is_is_a_reason_against_saying_who_goes_first(skirmish):
    """Nobody decides that here: it is settled."""
    game = skirmish.battle("Ash", "Dorn")

    assert "turns.first" in game.refuses("first", first="defender")


def test_a_fixed_order_is_a_reason_against_what_comes_later(system):
    """First marching, then shooting."""
    rules = system(
        """
        steps:
          battle: {rounds.follow: {repeats: round}}
          round: {rounds.parts: {sequence: [marching, shooting]}, rounds.order: {order: fixed}}
          marching:
            marching.own: {cadence: one_side, first: listed_first, among: own, together: one}
            marching.over: {each: [march], limit: {per: marching}, until: none_left}
          march: {}
          shooting:
            shooting.own: {cadence: one_side, first: listed_first, among: own, together: one}
            shooting.over: {each: [shoot], limit: {per: shooting}, until: none_left}
          shoot: {}
        """
    )

    assert "rounds.order" in rules.battle("Ash", "Dorn").refuses("shoot", "Ash")


def test_that_an_ability_was_used_is_a_reason(duel):
    """What is done once, is done once, abilities included."""
    prayers = duel.but(
        """
        steps:
          activation:
            actions.cards: {each_ability: unit}
            actions.once: {limit: {per: activation}}
        effects: {own: {own.work: {work_of: unit, bearer: active}}}
        abilities: {pray: {text: It prays., used: {during: activation}}}
        """
    )

    game = prayers.battle({"Ash": {"abilities": ("pray",)}}, "Dorn").choose("activation", "Ash")

    assert "actions.once" in game.choose("pray", "Ash").refuses("pray", "Ash")


def test_a_number_that_nobody_knows_is_no_reason_to_keep_the_others_back(skirmish):
    """Nobody knows the nerve of Dorn; that it is not one's own unit is known all the same."""
    rules = skirmish.but(
        "{steps: {act: {act.nerve: {costs: {value: nerve}}}}, values: {nerve: {}}}"
    )

    game = rules.battle({"Ash": {"has": {"nerve": 3}}}, "Dorn")

    assert game.refuses("act", "Dorn", side="attacker") == ("turns.own",)
