"""Chances: how many a side has, how many in a row, and when it is not even asked."""

import pytest

from turnwright.language.input import Choice

SIDES = ("north", "east", "south")


def turns(rules, said):
    """The system with more said of its turns."""
    return rules.but(f"steps: {{turns: {{{said}}}}}")


def order_of(game):
    """The sides in the order in which they have their chances in this round."""
    sides, number = [], game.round
    while game.round == number and game.awaits == "choice":
        sides.append(game.next[0])
        game = game.choose("act", game.may[0])
    return " ".join(sides)


# A budget


def test_whoever_has_used_its_chances_is_done(skirmish):
    """Two chances each, whatever is left; then the step is over."""
    rules = turns(skirmish, "turns.budget: {chances: 2}").with_sides(*SIDES)

    assert order_of(rules.battle("N1 N2 N3", "E1", "S1 S2 S3")) == "n e s n s"


def test_how_many_chances_may_differ(skirmish):
    """As many as a value of the side says."""
    rules = turns(skirmish, "turns.budget: {chances: orders}").but("values: {orders: {of: side}}")
    values = {"north": {"orders": 1}, "east": {"orders": 3}, "south": {"orders": 2}}
    armies = ("N1 N2 N3", "E1 E2 E3", "S1 S2 S3")

    game = rules.with_sides(*SIDES).battle(*armies, values=values)

    assert order_of(game) == "n e s e s e"


def test_without_rounds_the_battle_has_the_budget(system):
    """Three turns each, and it is over."""
    rules = system(
        """
        steps:
          battle:
            turns.how: {cadence: alternate, first: listed_first, each: [act], among: own}
            turns.one: {together: one, chances: 3, uneven: runs_on}
            turns.over: {until: none_left}
          act: {}
        """
    )
    game = rules.battle("Ash", "Dorn")

    for _ in range(6):
        assert game.round == 0
        game = game.choose("act", game.may[0])

    assert game.awaits == "end"


# A pass that is something one does


PAID = """
    steps:
      turns: {turns.may-pass: {passing: {opens: wait}}, turns.pass-is-final: {passed: for_now}}
      wait: {wait.side: {among: side}, wait.token: {costs: {value: tokens}}}
    values: {tokens: {of: side, tokens.start: {starts: 1}}}
"""


def test_passing_is_doing_that_step(skirmish):
    """It is paid for, and opened."""
    game = skirmish.but(PAID).with_sides(*SIDES).battle("N1", "E1", "S1").choose("pass")

    assert (game.began, game.value("north.tokens"), game.next) == (("wait",), 0, "east")


def test_whoever_cannot_pay_for_a_pass_cannot_pass(skirmish):
    """By the clause that wants to be paid."""
    game = skirmish.but(PAID).battle("Ash Birch", "Dorn Elm").choose("pass").choose("act", "Dorn")

    assert (game.next, game.can) == ("attacker", ("act",))
    assert game.refuses("pass") == ("wait.token",)


def test_whether_one_may_pass_is_asked_of_the_side(skirmish):
    """Only whoever is behind: fewer units left than the others."""
    rules = turns(
        skirmish,
        "turns.may-pass: {passing: never}, turns.behind: {when: {fact: behind}, passing: allowed}",
    ).but("facts: {behind: {of: side}}")

    game = rules.battle("Ash", "Dorn", facts={"defender": ("behind",)})

    assert game.refuses("pass") == ("turns.may-pass",)
    assert "pass" in game.choose("act", "Ash").can


@pytest.mark.parametrize("does", ["pass", "done"])
def test_passing_and_being_done_are_counted(skirmish, does):
    """Whoever has done so this round may be asked."""
    rules = turns(skirmish, "turns.done: {finish: allowed}").but(
        f"""
        steps:
          act:
            act.alert:
              when: {{fact: shy}}
              bars: {{count: {{of: sides, that: {{did: {{action: {does}, this: round}}}}}}}}
        facts: {{shy: {{}}}}
        """
    )

    game = rules.with_sides(*SIDES).battle("N1", {"E1": {"facts": ("shy",)}}, "S1")

    assert game.choose("act", "N1").may == ("E1",)
    assert game.choose(does).may == ("S1",)
    assert "act.alert" in game.choose(does).why("E1")


# The next chance follows the unit that acted


def test_the_next_chance_may_follow_the_unit_that_acted(skirmish):
    """Whose unit acted last has it; anybody's unit may be picked."""
    rules = turns(
        skirmish,
        "turns.alternate: {cadence: follows}, turns.own: {among: anyone}",
    ).with_sides(*SIDES)

    game = rules.battle("N1 N2", "E1", "S1")
    east = game.choose("act", "E1")

    assert (game.next, east.next) == ("north", "east")
    assert east.choose("act", "S1").next == "south"
    assert east.choose("act", "N2").next == "north"


# A chance that is lost


BALL = """
    steps:
      turns: {turns.alternate: {cadence: one_side}, turns.once: null, turns.uneven: null}
      act:
        act.check: {check: luck}
        act.kept: {result: {outcome: [good], then: carry_out}}
        act.lost: {result: {outcome: [bad], then: hand_over, step: turns}}
        act.goal: {changes: {value: goals, by: 1, of: side}}
    checks:
      luck:
        luck.die: {roll: 1d6}
        luck.bad: {band: {outcome: bad, high: 3}}
        luck.good: {band: {outcome: good, low: 4}}
    values: {goals: {of: side, goals.start: {starts: 0}}}
"""


def test_one_side_has_all_chances_until_it_loses_them(skirmish):
    """Then the next side has them, and what was attempted is not done."""
    game = skirmish.but(BALL).with_sides(*SIDES).battle("N1", "E1", "S1")

    kept = game.choose("act", "N1").roll(5)
    lost = kept.choose("act", "N1").roll(2)

    assert (kept.next, kept.value("north.goals")) == ("north", 1)
    assert (lost.next, lost.value("north.goals")) == ("east", 1)
    assert lost.choose("act", "E1").roll(1).choose("act", "S1").roll(1).next == "north"


def test_a_side_that_loses_is_out_and_the_others_go_on(skirmish):
    """With its units; the last one wins."""
    rules = skirmish.but(BALL).but(
        """
        steps:
          turns: {turns.alternate: {cadence: alternate}, turns.rest: {uneven: runs_on}}
          act: {act.lost: {result: {outcome: [bad], then: lose, step: null}}}
        """
    )

    game = rules.with_sides(*SIDES).battle("N1 N2", "E1", "S1").choose("act", "N1").roll(1)

    assert (game.awaits, game.winner, game.next) == ("choice", "", "east")
    game = game.choose("act", "E1").roll(6)
    assert (game.next, game.may) == ("south", ("S1",))
    over = game.choose("act", "S1").roll(1)
    assert (over.awaits, over.winner) == ("end", "east")
    assert over.refusal(Choice("act", ("E1",))) is not None
