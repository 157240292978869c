"""Doing something: the check it takes, and what the outcome leads to."""

import pytest

from turnwright.engine.decision import Refused

RISK = """
    steps:
      strike:
        strike.check: {check: luck}
        strike.good: {result: {outcome: [good], then: carry_out}}
        strike.bad: {result: {outcome: [bad], then: go_on}}
        strike.hits: {sets: {fact: hit, until: round}}
        strike.then: {sequence: [cheer]}
      cheer: {}
      rest: {}
    checks:
      luck:
        luck.dice: {roll: 2d6}
        luck.from: {dice_from: [skill]}
        luck.plus: {bonus_dice: keep_highest}
        luck.minus: {penalty_dice: keep_lowest}
        luck.bad: {band: {outcome: bad, low: 2, high: 6}}
        luck.good: {band: {outcome: good, low: 7, high: 12}}
    facts: {hit: {}, shaken: {of: side}, drunk: {}}
"""


@pytest.fixture
def risk(duel):
    """Units strike by luck."""
    return duel.but(RISK)


def striking(rules, ash=None, **rest):
    """Ash is about to roll for its strike."""
    game = rules.battle({"Ash": ash or {}, "Birch": {}}, "Dorn", **rest)
    return game.choose("activation", "Ash").choose("strike")


def test_dice_are_awaited(risk):
    """As many as the check says, of nobody but the dice."""
    game = striking(risk)

    assert (game.awaits, game.dice, game.decision.what) == ("roll", "2d6", "luck")
    with pytest.raises(Refused, match="2d6 for luck is awaited"):
        game.choose("rest", "Ash")


def test_a_total_is_that_of_the_roll_that_was_just_made(risk):
    """With the next thing that is done it is over, and so is the outcome."""
    rolled = striking(risk).roll(6, 5)
    after = rolled.choose("rest")

    assert (rolled.total, rolled.outcome) == (11, "good")
    assert "invented.luck.good" in rolled.consulted
    assert "invented.luck.good" not in striking(risk).consulted
    assert (after.total, after.outcome) == (0, "")


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        ((3,), "too few"),
        ((1, 2, 3), "too many"),
        ((), "too few"),
        ((0, 3), "no face 0"),
        ((3, 7), "no face 7"),
        ((-1, 3), "no face -1"),
    ],
)
def test_wrong_dice_are_refused(risk, dice, why):
    """Too few, too many, and faces that a die does not have; by the clause that wants them."""
    game = striking(risk)

    with pytest.raises(Refused, match=why) as refused:
        game.roll(*dice)

    assert refused.value.by == ("invented.strike.check", "invented.luck.dice")


def test_success_carries_it_out(risk):
    """What was attempted happens, with all that follows from it."""
    game = striking(risk).roll(3, 4)

    assert (game.outcome, game.began, game.facts("Ash")) == ("good", ("cheer",), ("hit",))


def test_failure_may_cost_only_the_attempt(risk):
    """It is not done, and the unit may go on with something else."""
    game = striking(risk).roll(3, 3)

    assert (game.outcome, game.began, game.facts("Ash")) == ("bad", (), ())
    assert game.can == ("strike", "rest", "done")


def test_failure_may_end_a_step_around_it(risk):
    """The activation is over at once."""
    rules = risk.but(
        "steps: {strike: {strike.bad: {result: {outcome: [bad], then: end, step: activation}}}}"
    )

    game = striking(rules).roll(1, 1)

    assert (game.ended, game.next) == (("strike", "activation"), "defender")


def test_a_step_that_is_not_open_cannot_end(risk):
    """Then only what was attempted is over, and the battle goes on."""
    rules = risk.but(
        "steps: {strike: {strike.bad: {result: {outcome: [bad], then: end, step: cheer}}}}"
    )

    assert striking(rules).roll(1, 1).can == ("strike", "rest", "done")


def test_failure_may_lose_the_battle(risk):
    """At once, and to the other side; after that there is nothing left to do."""
    rules = risk.but("steps: {strike: {strike.bad: {result: {outcome: [bad], then: lose}}}}")

    game = striking(rules).roll(1, 1)

    assert (game.awaits, game.winner, game.next) == ("end", "defender", "nobody")
    for input_ in ("strike", "pass", "done", "first"):
        with pytest.raises(Refused, match="the battle is over"):
            game.choose(input_)
    with pytest.raises(Refused, match="the battle is over"):
        game.roll(1, 1)
    with pytest.raises(Refused, match="the battle is over"):
        game.draw("attacker")
    with pytest.raises(Refused, match="the battle is over"):
        game.declare("hit", "Ash")


def test_of_three_sides_nobody_has_won_when_one_has_lost(risk):
    """It is out, with its units, and the battle goes on until one side is left."""
    rules = risk.but("steps: {strike: {strike.bad: {result: {outcome: [bad], then: lose}}}}")

    game = rules.with_sides("north", "east", "south").battle("N", "E", "S")
    game = game.choose("activation", "N").choose("strike").roll(1, 1)

    assert (game.awaits, game.winner, game.next) == ("choice", "", "east")
    ended = [event for event in game.events if type(event).__name__ == "Ended"]
    assert (ended[0].step, ended[0].by) == ("strike", ("invented.strike.bad",))
    assert "N" not in game.choose("activation", "E").may
    over = game.choose("activation", "E").choose("strike").roll(1, 1)
    assert (over.awaits, over.winner) == ("end", "south")


def test_what_an_outcome_leads_to_is_not_guessed(risk):
    """Once it comes up."""
    rules = risk.without("strike.bad")

    assert striking(rules).roll(6, 6).outcome == "good"
    assert striking(rules).roll(1, 1).unsaid == "result"


def test_which_dice_a_check_rolls_is_not_guessed(risk):
    """The sober have no dice, so play stops and says that it is the roll that nobody gives."""
    rules = risk.but("checks: {luck: {luck.dice: {when: {fact: drunk}}}}")

    sober = striking(rules)

    assert (sober.unsaid, sober.decision.by) == ("roll", ("invented.strike.check",))
    assert striking(rules, {"facts": ("drunk",)}).dice == "2d6"


def test_which_outcome_a_total_is_is_not_guessed(risk):
    """The sober have no good outcome, which shows once a good total is rolled."""
    rules = risk.but("checks: {luck: {luck.good: {when: {fact: drunk}}}}")

    assert striking(rules).roll(1, 1).outcome == "bad"
    assert striking(rules).roll(6, 6).unsaid == "band"
    assert striking(rules, {"facts": ("drunk",)}).roll(6, 6).outcome == "good"


def test_a_check_may_be_none(risk):
    """What is like something that takes a roll may take none itself."""
    rules = risk.but("steps: {rest: {like: strike, rest.easy: {check: none}}}")

    game = rules.battle("Ash", "Dorn").choose("activation", "Ash").choose("rest")

    assert game.facts("Ash") == ("hit",)


# Dice from the card


@pytest.mark.parametrize(("extra", "dice"), [(1, "3d6"), (-2, "4d6"), (0, "2d6")])
def test_the_card_brings_bonus_and_penalty_dice(risk, extra, dice):
    """Under the headings that the check names."""
    assert striking(risk, {"dice": {"skill": extra, "weather": -3}}).dice == dice


def test_the_best_dice_count_with_a_bonus(risk):
    """5 and 2 make 7."""
    game = striking(risk, {"dice": {"skill": 1}}).roll(1, 5, 2)

    assert game.outcome == "good"


def test_a_guarded_clause_of_a_check_holds_for_some(risk):
    """The drunk keep their worst dice, whatever others keep; the exception beats the rule."""
    rules = risk.but("checks: {luck: {luck.drunk: {when: {fact: drunk}, bonus_dice: keep_lowest}}}")

    sober = striking(rules, {"dice": {"skill": 1}}).roll(1, 5, 2)
    drunk = striking(rules, {"dice": {"skill": 1}, "facts": ("drunk",)}).roll(1, 5, 2)

    assert (sober.outcome, drunk.outcome) == ("good", "bad")


# Risky


def test_what_is_risky_may_cost_more(risk):
    """A clause that holds only for risky things."""
    rules = risk.but(
        """
        steps:
          strike:
            strike.wild: {risky: true}
            strike.worse:
              when: {risky: true}
              result: {outcome: [bad], then: end, step: activation}
        """
    )

    assert striking(rules).roll(1, 1).next == "defender"
    assert striking(rules.without("strike.wild")).roll(1, 1).next == "attacker"
    calm = rules.but("steps: {strike: {strike.wild: {risky: false}}}")
    assert striking(calm).roll(1, 1).next == "attacker"


def test_it_may_be_risky_for_some(risk):
    """A shaken side risks more."""
    rules = risk.but(
        """
        steps:
          strike:
            strike.wild: {when: {fact: shaken}, risky: true}
            strike.worse:
              when: {risky: true}
              result: {outcome: [bad], then: end, step: activation}
        """
    )

    assert striking(rules, facts={"attacker": ("shaken",)}).roll(1, 1).next == "defender"
    assert striking(rules).roll(1, 1).next == "attacker"


# Instead


@pytest.fixture
def choice(risk):
    """Whoever fails may flinch instead."""
    return risk.but(
        """
        steps:
          strike:
            strike.bad: {result: {outcome: [bad], then: lose}}
            strike.or: {instead: {outcome: bad, step: flinch}}
          flinch: {flinch.once: {limit: {per: battle}}, flinch.how: {sets: {fact: drunk}}}
        """
    )


def test_something_may_be_chosen_instead_of_an_outcome(choice):
    """The side is asked before it suffers."""
    game = striking(choice).roll(1, 1)

    assert (game.next, game.can) == ("attacker", ("flinch", "pass"))
    assert game.choose("pass").winner == "defender"
    flinched = game.choose("flinch")
    assert (flinched.facts("Ash"), flinched.can) == (("drunk",), ("strike", "rest", "done"))


def test_it_is_only_for_that_outcome(choice):
    """Success is success."""
    assert striking(choice).roll(6, 6).began == ("cheer",)


def test_it_is_offered_only_while_it_may_be_done(choice):
    """Once in the battle, by its own clause."""
    game = striking(choice).roll(1, 1).choose("flinch").choose("strike").roll(1, 1)

    assert game.winner == "defender"
    assert "invented.flinch.once" in game.consulted


def test_what_is_chosen_instead_is_paid_for(choice):
    """Flinching costs its side a coin."""
    rules = choice.but(
        """
        steps: {flinch: {flinch.price: {costs: {value: coins}}}}
        values: {coins: {of: side, coins.few: {starts: 2}}}
        """
    )

    game = striking(rules).roll(1, 1).choose("flinch")

    assert (game.value("attacker.coins"), game.value("defender.coins")) == (1, 2)


def test_declining_it_says_nothing_about_the_body(risk):
    """Who suffers the outcome and carries on has all of what follows."""
    rules = risk.but(
        """
        steps:
          strike:
            strike.bad: {result: {outcome: [bad], then: carry_out}}
            strike.or: {instead: {outcome: bad, step: flinch}}
            strike.then: {sequence: null, cadence: one_side, first: active, each: [cheer]}
          flinch: {}
        """
    ).but("steps: {strike: {strike.who: {among: active, together: one, until: one_chance}}}")

    game = striking(rules).roll(1, 1).choose("pass")

    assert game.can == ("cheer",)


def test_dice_of_a_change_that_comes_with_an_outcome_are_rolled_then(risk):
    """A good strike is worth a die of coins."""
    rules = risk.but(
        """
        steps: {strike: {strike.coins: {changes: {value: coins, by: 1d6, outcome: [good]}}}}
        values: {coins: {of: side, coins.none: {starts: 0}}}
        """
    )

    good, bad = striking(rules).roll(6, 6), striking(rules).roll(1, 1)

    assert (good.awaits, good.dice, good.decision.what) == ("roll", "1d6", "coins")
    assert good.roll(4).value("attacker.coins") == 4
    assert bad.value("attacker.coins") == 0


def test_whoever_declined_is_not_asked_again(choice):
    """The outcome costs a die of coins: when it is rolled, nobody may flinch any more."""
    rules = choice.but(
        """
        steps:
          strike:
            strike.bad: {result: {outcome: [bad], then: carry_out}}
            strike.coins: {changes: {value: coins, by: 1d6, outcome: [bad]}}
        values: {coins: {of: side, coins.none: {starts: 0}}}
        """
    )

    game = striking(rules).roll(1, 1).choose("pass").roll(4)

    assert game.value("attacker.coins") == 4
    assert "flinch" not in game.can


# Facts by outcome


def test_a_fact_may_come_with_one_outcome_only(risk):
    """A hit that is no hit when it fails."""
    rules = risk.but(
        """
        steps:
          strike:
            strike.bad: {result: {outcome: [bad], then: carry_out}}
            strike.hits: {sets: {fact: hit, outcome: [good], until: round}}
        """
    )

    assert striking(rules).roll(6, 6).facts("Ash") == ("hit",)
    assert striking(rules).roll(1, 1).facts("Ash") == ()


def test_a_step_ends_when_all_who_act_in_it_are_gone(risk):
    """Ash falls while its dice are in the air: nothing more is rolled."""
    rules = risk.but("facts: {fallen: {fallen.leaves: {leaves: at_once}}}")

    game = striking(rules).declare("fallen", "Ash")

    assert (game.ended, game.next) == (("strike", "activation"), "defender")


def test_the_odds_of_very_many_dice_are_not_worked_out(skirmish):
    """And nobody waits for them, nor takes them for 0."""
    game = skirmish.but("""
        steps:
          act: {act.check: {check: luck}, act.on: {result: {outcome: [good], then: go_on}}}
        checks:
          luck:
            luck.roll: {roll: {count: 999999999999999, faces: 6}}
            luck.good: {band: {outcome: good}}
    """).battle("Ash", "Dorn")
    now = game.choose("act", "Ash")

    assert now.dice == "999999999999999d6"
    with pytest.raises(Refused, match="too many dice"):
        now.odds("good")
