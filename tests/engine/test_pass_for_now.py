"""A pass for now: over as soon as somebody has acted, or nobody else can."""

import pytest

WAITS = """
    steps: {turns: {turns.pass-is-final: {passed: for_now}, turns.all-passed: null}}
"""


def test_whoever_passed_for_now_acts_again_when_nobody_else_can(skirmish):
    """The others are through; so its chances come one after another."""
    game = skirmish.but(WAITS).battle("Ash Birch", "Dorn")

    game = game.choose("act", "Ash").choose("act", "Dorn")
    assert game.next == "attacker"
    game = game.choose("pass")
    assert (game.awaits, game.next, game.may) == ("choice", "attacker", ("Birch",))
    game = game.choose("pass").choose("pass")
    assert (game.round, game.next, game.may) == (1, "attacker", ("Birch",))
    assert game.choose("act", "Birch").round == 2


def test_whoever_passed_for_now_waits_while_somebody_else_can_act(skirmish):
    """The chance is the other's, and comes back after it was used."""
    game = skirmish.but(WAITS).battle("Ash Birch", "Dorn Elm").choose("pass")

    assert (game.next, game.may) == ("defender", ("Dorn", "Elm"))
    game = game.choose("act", "Dorn")
    assert (game.next, game.may) == ("attacker", ("Ash", "Birch"))


@pytest.mark.parametrize("sides", [("north", "south"), ("north", "east", "south")])
def test_where_all_pass_for_now_rules_have_to_say_what_that_comes_to(skirmish, sides):
    """They would all wait for each other: the step ends if a clause says so."""
    rules = skirmish.but(WAITS).with_sides(*sides)
    over = rules.but("steps: {turns: {turns.all-passed: {until: all_passed}}}")

    game, ended = (
        it.battle(*["Ash Alder", "Dorn Dill", "Elm Else"][: len(sides)]) for it in (rules, over)
    )
    for _ in sides:
        game, ended = game.choose("pass"), ended.choose("pass")

    assert (game.awaits, game.unsaid) == ("unsaid", "until")
    assert (ended.awaits, ended.round) == ("choice", 2)


def test_where_the_others_passed_for_good_nobody_waits_for_now(skirmish):
    """Who may only pass for now while the others are out goes on alone."""
    rules = skirmish.but(WAITS).but(
        """
        steps:
          turns:
            turns.pass-is-final: {when: {fact: hasty}, passed: for_now}
            turns.for-good: {passed: round}
        facts: {hasty: {of: side}}
        """
    )
    game = rules.battle("Ash", "Dorn", facts={"defender": ("hasty",)}).choose("pass")

    assert (game.next, game.may) == ("defender", ("Dorn",))
    game = game.choose("pass")
    assert (game.awaits, game.next, game.may) == ("choice", "defender", ("Dorn",))
