"""Giving up a chance: whether one may, what it does, and for how long."""

import pytest

from turnwright.engine.decision import Reason
from turnwright.language.input import Choice


def test_a_side_may_pass_instead_of_acting(skirmish):
    """Then it is the other's chance."""
    game = skirmish.battle("Ash", "Dorn")

    assert "pass" in game.can
    assert game.choose("pass").next == "defender"


def test_whoever_passed_is_out(skirmish):
    """The other acts with everything it has, and then the step is over."""
    game = skirmish.battle("Ash Birch", "Dorn Elm").choose("pass").choose("act", "Dorn")

    assert (game.next, game.may) == ("defender", ("Elm",))
    assert "turns.pass-is-final" in game.refuses("act", "Birch", side="attacker")


def test_in_the_next_round_everybody_is_back(skirmish):
    """A pass holds for a round."""
    game = skirmish.battle("Ash", "Dorn").choose("pass").choose("pass")

    assert (game.round, game.may) == (2, ("Ash",))


def test_a_pass_may_hold_longer(skirmish):
    """For the battle: in the second round the defender is alone."""
    rules = skirmish.but("steps: {turns: {turns.pass-is-final: {passed: battle}}}")

    game = rules.battle("Ash", "Dorn Elm").choose("pass").choose("act", "Dorn").choose("pass")

    assert game.unsaid == "until"  # in round 2 all have passed already, without end


def test_a_pass_may_be_for_now(skirmish):
    """As soon as somebody acts, the side has a chance again."""
    rules = skirmish.but("steps: {turns: {turns.pass-is-final: {passed: for_now}}}")

    game = rules.battle("Ash", "Dorn Elm").choose("pass").choose("act", "Dorn")

    assert (game.next, game.may) == ("attacker", ("Ash",))


def test_two_passes_for_now_in_a_row_are_the_end(skirmish):
    """Nobody acted in between, so all have passed."""
    rules = skirmish.but("steps: {turns: {turns.pass-is-final: {passed: for_now}}}")

    game = rules.battle("Ash", "Dorn").choose("pass").choose("pass")

    assert game.round == 2


def test_being_done_is_not_acting(skirmish):
    """A pass for now is not over because the other stops for good: then nobody is left to act."""
    rules = skirmish.but(
        "steps: {turns: {turns.pass-is-final: {passed: for_now}, turns.done: {finish: allowed}}}"
    )

    game = rules.battle("Ash", "Dorn").choose("pass").choose("done")

    assert (game.round, game.unsaid) == (2, "")


@pytest.mark.parametrize(
    "said", ["turns.may-pass: {passing: never}", "turns.may-pass: null, turns.pass-is-final: null"]
)
def test_nobody_may_pass_unless_that_is_allowed(skirmish, said):
    """Never, or not a word: both mean no."""
    game = skirmish.but(f"steps: {{turns: {{{said}}}}}").battle("Ash", "Dorn")

    assert "pass" not in game.can
    assert game.refusal(Choice("pass"))


def test_a_refused_pass_names_the_clause_that_forbids_it(skirmish):
    """Where there is one."""
    game = skirmish.but("steps: {turns: {turns.may-pass: {passing: never}}}").battle("A", "D")

    assert game.refuses("pass") == ("turns.may-pass",)


def test_leaving_off_that_nothing_allows_names_what_is_due(skirmish):
    """What has to be done instead, and when the step would be over."""
    game = skirmish.without("turns.may-pass", "turns.pass-is-final", "turns.all-passed")
    game = game.battle("Ash", "Dorn")

    for word in ("pass", "done"):
        refused = game.refusal(Choice(word))
        assert refused.reason is Reason.NOTHING
        assert game.short(refused.by) == ("turns.over", "turns.acts")


def test_what_a_pass_does_is_not_guessed(skirmish):
    """The round stops when somebody passes, and says which word is missing."""
    game = skirmish.without("turns.pass-is-final").battle("Ash", "Dorn")

    assert game.choose("act", "Ash").next == "defender"
    assert game.choose("pass").unsaid == "passed"


def test_a_pass_uses_a_chance(skirmish):
    """Where one chance is all there is, a pass is it."""
    rules = skirmish.but("steps: {turns: {turns.single: {until: one_chance}}}")

    assert rules.battle("Ash", "Dorn").choose("pass").round == 2


def test_a_pass_may_hold_for_the_step_that_says_so(skirmish):
    """Until the end of this one; when it comes again, everybody is back."""
    rules = skirmish.but(
        """
        steps:
          round: {rounds.parts: {sequence: [turns, turns]}}
          turns: {turns.pass-is-final: {passed: this}, turns.once: {limit: {per: turns}}}
        """
    )
    game = rules.battle("Ash", "Dorn").choose("pass").choose("pass")

    assert (game.round, game.next, "pass" in game.can) == (1, "attacker", True)


def test_the_next_chance_follows_nobody_who_passed(skirmish):
    """With a pass for now, whoever acted last has its chance, and the other after it."""
    rules = skirmish.but(
        """
        steps:
          turns:
            turns.alternate: {cadence: follows}
            turns.once: null
            turns.pass-is-final: {passed: for_now}
        """
    ).with_sides("north", "east", "south")
    game = rules.battle("N1", "E1", "S1").choose("pass")

    assert game.next == "east"
    assert game.choose("pass").next == "south"


def test_a_pass_is_over_with_the_step_that_is_named(skirmish):
    """Half a round, of which nothing else speaks."""
    rules = skirmish.but(
        """
        steps:
          round: {rounds.parts: {sequence: [half, half]}}
          half: {halves.parts: {sequence: [turns]}}
          turns: {turns.pass-is-final: {passed: half}}
        """
    )

    game = rules.battle("Ash", "Dorn").choose("pass")
    second = game.choose("pass")

    assert (game.next, game.round) == ("defender", 1)
    assert (second.next, second.round, second.may) == ("attacker", 1, ("Ash",))
