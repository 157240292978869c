"""Limits of what counts as something else: each counts what it says."""

import pytest

VOLLEYS = """
    steps:
      turns: {turns.once: null, turns.acts: {each: [act, volley, salvo]}}
      volley: {volley.once: {limit: {per: round, by: side}}}
      salvo: {salvo.as: {counts_as: volley}}
"""
"""One volley a side and round; a salvo counts as one."""


def who_can(game, does):
    """Who may do something now."""
    return {unit for it in game.decision.legal if it.does == does for unit in it.units}


@pytest.mark.parametrize("first", ["volley", "salvo"])
def test_what_counts_as_another_uses_its_limit(skirmish, first):
    """After a salvo there is no volley, and after a volley none either; salvos have no limit."""
    game = skirmish.but(VOLLEYS).battle("Ash Birch", "").choose(first, "Ash")

    assert game.refuses("volley", "Birch") == ("volley.once",)
    assert who_can(game, "salvo") == {"Ash", "Birch"}


@pytest.mark.parametrize("by", ["unit", "side", "battle"])
def test_its_own_limit_is_not_used_up_by_the_other(skirmish, by):
    """One salvo a round: two volleys are none, though a salvo is a volley."""
    rules = skirmish.but(VOLLEYS).but(
        f"""
        steps:
          volley: {{volley.once: null, volley.pays: {{changes: {{value: shots, by: 1}}}}}}
          salvo: {{salvo.once: {{limit: {{per: round, by: {by}}}}}}}
        values: {{shots: {{shots.none: {{starts: 0}}}}}}
        """
    )
    game = rules.battle("Ash", "").choose("volley", "Ash").choose("volley", "Ash")

    assert who_can(game, "salvo") == {"Ash"}
    game = game.choose("salvo", "Ash")
    assert game.refuses("salvo", "Ash") == ("salvo.once",)
    game = game.choose("volley", "Ash")
    assert game.refuses("salvo", "Ash") == ("salvo.once",)


def test_a_limit_of_all_that_is_dealt_is_one_for_what_counts_as_the_same(skirmish):
    """Each thing once a round and unit: a salvo is a volley, and an act is none."""
    rules = skirmish.but(VOLLEYS).but(
        "steps: {turns: {turns.once: {limit: {per: round}}}, volley: {volley.once: null}}"
    )

    game = rules.battle("Ash Birch", "").choose("salvo", "Ash")

    assert who_can(game, "act") == {"Ash", "Birch"}
    assert who_can(game, "volley") == who_can(game, "salvo") == {"Birch"}
