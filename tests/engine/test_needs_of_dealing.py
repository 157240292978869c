"""What a step needs that deals chances, in a sequence or for a side: of whom it is asked."""

import pytest

REACTIONS = """
    steps:
      act: {act.parts: {sequence: [stir, reactions]}}
      stir: {stir.moves: {sets: {fact: stirred}}}
      reactions:
        reactions.how: {cadence: alternate, first: other, among: own, together: one}
        reactions.what: {each: [react], until: none_left, limit: {per: act}, uneven: runs_on}
        reactions.who: {among: {that: {not: {fact: stirred}}}}
      react: {react.done: {sets: {fact: stirred}}}
    facts: {stirred: {}, ready: {}, loud: {}}
"""
"""Whoever acts stirs; then the others may react, each once."""


def reacting(game):
    """Who may react now."""
    return {unit for it in game.decision.legal if it.does == "react" for unit in it.units}


def test_it_needs_it_of_those_who_are_picked(skirmish):
    """A reaction is for who is ready, whether the one that acts is ready or not."""
    rules = skirmish.but(REACTIONS).but(
        """
        steps:
          reactions: {reactions.ready: {needs: {fact: ready}}}
        """
    )
    ready = {"facts": ("ready",)}

    for ash in ({}, ready):
        game = rules.battle({"Ash": ash}, {"Dorn": ready, "Elm": {}}).choose("act", "Ash")
        assert (game.step, reacting(game)) == ("reactions", {"Dorn"})
    none = rules.battle({"Ash": ready}, {"Dorn": {}, "Elm": {}}).choose("act", "Ash")
    assert (none.step, none.next) == ("turns", "defender")


WHOLE_TURNS = """
    steps:
      battle: {battle.rounds: {repeats: round}}
      round: {round.each: {cadence: each_player, first: listed_first, each: [turn]},
              round.over: {until: all_dealt}}
      turn:
        turn.whose: {cadence: one_side, first: active, among: own, together: one}
        turn.what: {each: [act], until: none_left, limit: {per: turn}}
      act: {}
    facts: {down: {}, late: {of: side}}
    values: {nerve: {}}
"""
"""Each side has a turn in which its units act, each once."""


@pytest.mark.parametrize(
    "said",
    [
        "{bars: {fact: down}}",
        "{needs: {not: {fact: down}}}",
        "{bars: {any_of: [{fact: down}, {fact: late}]}}",
        "{needs: {level: {value: nerve, at_least: 1}}}",
    ],
)
def test_what_only_units_can_be_is_asked_of_them_and_not_of_the_side_that_has_the_turn(
    system, said
):
    """Who is down does not act in a turn of its side, and the turn goes on without it."""
    rules = system(WHOLE_TURNS).but(f"steps: {{turn: {{turn.down: {said}}}}}")
    down, up = {"facts": ("down",), "has": {"nerve": 0}}, {"has": {"nerve": 2}}

    game = rules.battle({"Ash": down, "Birch": up}, {"Dorn": up})
    after = game.choose("act", "Birch")

    assert (game.step, game.only["act"]) == ("turn", ("Birch",))
    assert (after.next, after.only["act"]) == ("defender", ("Dorn",))


def test_what_a_side_can_be_is_asked_of_the_side_that_would_have_the_turn(system):
    """Whoever is late has no turn at all."""
    rules = system(WHOLE_TURNS).but("steps: {turn: {turn.late: {bars: {fact: late}}}}")

    game = rules.battle("Ash", "Dorn", facts={"attacker": ("late",)})

    assert game.next == "defender"


def test_of_whoever_acts_around_it_it_is_asked_in_a_line(skirmish):
    """Only to somebody who is loud do the others react, ready or not."""
    said = "{count: {of: active, that: {fact: loud}}}"
    needed = skirmish.but(REACTIONS).but(
        f"steps: {{reactions: {{reactions.loud: {{needs: {said}}}}}}}"
    )
    barred = skirmish.but(REACTIONS).but(
        f"steps: {{reactions: {{reactions.loud: {{bars: {said}}}}}}}"
    )
    loud, still = {"Ash": {"facts": ("loud",)}}, {"Ash": {}}

    for rules, armies in ((needed, (loud, still)), (barred, (still, loud))):
        reacted_to, ignored = (rules.battle(it, "Dorn").choose("act", "Ash") for it in armies)
        assert (reacted_to.step, reacting(reacted_to)) == ("reactions", {"Dorn"})
        assert (ignored.step, ignored.next) == ("turns", "defender")
        assert ignored.skipped["reactions"]["Dorn"] == ("invented.reactions.loud",)
