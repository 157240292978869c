"""Whose chance is next, when there are none left, and what a chance nobody can use means."""

import pytest


def acts(game, *units):
    """The game after these units have acted, one after the other."""
    for unit in units:
        game = game.choose("act", unit)
    return game


def order_of(game):
    """The sides in the order in which they decide, when everybody acts as soon as possible."""
    sides = []
    number = game.round
    while game.round == number and game.awaits == "choice":
        sides.append(game.next)
        game = game.choose("act", game.may[0])
    return " ".join(side[0] for side in sides)


# Sides take turns


def test_sides_take_turns(skirmish):
    """After each chance it is the other side's."""
    game = skirmish.battle("Ash Birch", "Dorn Elm")

    assert order_of(game) == "a d a d"


@pytest.mark.parametrize(
    ("attacker", "defender", "expected"),
    [
        ("A1", "D1 D2 D3", "a d d d"),
        ("A1 A2 A3", "D1 D2 D3 D4 D5 D6 D7 D8 D9 D10", "a d a d a d d d d d d d d"),
        ("", "D1 D2", "d d"),
        ("A1 A2", "", "a a"),
    ],
)
def test_whoever_has_more_runs_on(skirmish, attacker, defender, expected):
    """Unequal numbers: the side with units left takes its chances one after another."""
    game = skirmish.battle(attacker, defender)

    assert order_of(game) == expected


def test_three_sides_take_turns_in_their_order(skirmish):
    """With three sides the chance goes round, past those who have nothing left."""
    three = skirmish.with_sides("north", "east", "south")

    game = three.battle("N1 N2", "E1", "S1 S2 S3")

    assert order_of(game) == "n e s n s s"


def test_without_a_cadence_nobody_is_dealt_a_chance(skirmish):
    """How chances are dealt is never guessed."""
    game = skirmish.without("turns.alternate").battle("Ash", "Dorn")

    assert (game.awaits, game.unsaid, game.next) == ("unsaid", "cadence", "nobody")


def test_one_side_takes_every_chance(skirmish):
    """The other side is not asked, even when it has units."""
    turn = skirmish.but(
        "steps: {turns: {turns.alternate: {cadence: one_side}, turns.uneven: null}}"
    )

    game = turn.battle("Ash Birch", "Dorn")

    assert order_of(game) == "a a"


# Each player has the step once

MUSTER = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [musters]}}
      musters:
        muster.each: {cadence: each_player}
        muster.first: {first: listed_first}
        muster.what: {each: [muster]}
        muster.over: {until: all_dealt}
      muster: {muster.roll: {check: nerve, result: {outcome: [calm], then: carry_out}}}
    checks:
      nerve: {nerve.die: {roll: 1d6}, nerve.calm: {band: {outcome: calm, low: 1, high: 6}}}
    facts:
      broken: {of: side}
"""


def test_each_player_has_the_step_once(system):
    """One after the other, starting with the side that is first; then it is over."""
    game = system(MUSTER).battle("Ash", "Dorn")

    first, second, again = game.next, game.roll(3).next, game.roll(3).roll(3)

    assert (first, second) == ("attacker", "defender")
    assert (again.round, again.next) == (2, "attacker")


def test_each_player_has_the_step_even_without_units(system):
    """A player whose units are all gone still has what is each player's."""
    game = system(MUSTER).battle("", "Dorn")

    assert game.next == "attacker"


def test_three_players_have_the_step_one_after_another(system):
    """Starting with the first, in their order."""
    three = system(MUSTER, ("north", "east", "south")).but(
        "steps: {musters: {muster.first: {first: listed_second}}}"
    )

    game = three.battle("", "", "")

    assert [game.next, game.roll(1).next, game.roll(1).roll(1).next] == ["east", "south", "north"]


def test_a_player_of_whom_something_is_needed_has_the_step_only_then(system):
    """Needs and bars are asked of the side."""
    test = system(MUSTER).but("steps: {musters: {muster.broken: {needs: {fact: broken}}}}")

    game = test.battle("Ash", "Dorn", facts={"defender": ("broken",)})

    assert game.next == "defender"
    assert game.roll(1).round == 2


def test_what_the_step_itself_needs_is_asked_of_the_side_too(system):
    """It makes no difference whether the dealing step or the dealt one says so."""
    test = system(MUSTER).but("steps: {muster: {muster.broken: {bars: {fact: broken}}}}")

    game = test.battle("Ash", "Dorn", facts={"attacker": ("broken",)})

    assert game.next == "defender"


def test_a_limit_counts_per_side_where_a_step_is_dealt_to_sides(system):
    """Once in the whole battle, for each player."""
    once = (
        system(MUSTER)
        .but(
            """
        steps:
          musters: {muster.once: {limit: {per: battle}}}
          round: {rounds.parts: {sequence: [musters, pause]}}
          pause: {pause.like: {cadence: one_side, first: listed_first, each: [wait], among: own}}
          wait: {}
        """
        )
        .but("steps: {pause: {pause.one: {together: one, until: one_chance}}}")
    )

    game = once.battle("Ash", "Dorn").roll(1).roll(1).choose("wait", "Ash")

    assert (game.round, game.can) == (2, ("wait",))


def test_each_player_needs_a_way_to_end(system):
    """When everybody had the step and nothing says that this ends it, the round stops."""
    game = system(MUSTER).without("muster.over").battle("Ash", "Dorn").roll(1).roll(1)

    assert game.unsaid == "until"


# Nothing left


def test_when_one_side_runs_out_it_may_be_over(skirmish):
    """Uneven stops: as soon as one side has nothing left to pick."""
    fair = skirmish.but("steps: {turns: {turns.uneven: {uneven: stops}}}")

    game = acts(fair.battle("Ash", "Dorn Elm"), "Ash", "Dorn")

    assert game.ended == ("act", "turns", "round")
    assert game.round == 2


def test_what_happens_when_one_side_runs_out_is_not_guessed(skirmish):
    """Without a word on unequal numbers the round stops there, and not before."""
    game = acts(skirmish.without("turns.uneven").battle("Ash", "Dorn Elm"), "Ash")

    assert game.next == "defender"
    assert game.choose("act", "Dorn").unsaid == "uneven"


def test_a_side_that_is_unable_passes(skirmish):
    """It counts as having passed, and everybody is told so."""
    forced = skirmish.but("steps: {turns: {turns.cannot: {unable: passes}}}")

    game = acts(forced.battle("Ash", "Dorn Elm"), "Ash", "Dorn")

    assert [e.side for e in game.events if type(e).__name__ == "Passed" and e.forced] == [
        "attacker"
    ]
    assert game.next == "defender"


def test_when_one_is_unable_and_the_other_has_passed_all_have_passed(skirmish):
    """Being unable is a pass like any other, so the step is over."""
    forced = skirmish.but("steps: {turns: {turns.cannot: {unable: passes}}}")

    game = acts(forced.battle("Ash", "Dorn Elm"), "Ash").choose("pass")

    assert game.round == 2


def test_one_out_of_units_while_the_other_has_passed_is_a_hole(skirmish):
    """Neither is nothing left, nor has everybody passed: the rules do not say what now."""
    game = acts(skirmish.battle("Ash", "Dorn Elm"), "Ash").choose("pass")

    assert game.unsaid == "until"


def test_a_side_that_is_unable_may_wait(skirmish):
    """It is skipped without a pass, and asked again once it has something."""
    waits = skirmish.without("turns.uneven").but("steps: {turns: {turns.cannot: {unable: waits}}}")

    game = acts(waits.battle("Ash", "Dorn Elm Fir"), "Ash", "Dorn")
    joined = game.declare("gained", "Beech", side="attacker").choose("act", "Elm")

    assert game.next == "defender"
    assert (joined.next, joined.may) == ("attacker", ("Beech",))


def test_a_single_side_that_is_unable_passes(skirmish):
    """Nobody is ever asked for a choice that does not exist."""
    turn = skirmish.without("turns.over").but(
        """
        steps:
          turns:
            turns.alternate: {cadence: one_side}
            turns.uneven: null
            turns.cannot: {unable: passes}
        """
    )

    game = acts(turn.battle("Ash", "Dorn"), "Ash")

    assert game.round == 2


# When it ends


def test_the_step_ends_when_nobody_is_left(skirmish):
    """Every unit has acted: the next round begins."""
    game = acts(skirmish.battle("Ash", "Dorn"), "Ash", "Dorn")

    assert (game.round, game.may) == (2, ("Ash",))


def test_that_nobody_is_left_ends_nothing_by_itself(skirmish):
    """An ending has to be said."""
    game = acts(skirmish.without("turns.over").battle("Ash", "Dorn"), "Ash", "Dorn")

    assert game.unsaid == "until"


def test_the_step_ends_when_all_have_passed(skirmish):
    """Units or no units."""
    game = skirmish.battle("Ash", "Dorn").choose("pass").choose("pass")

    assert game.round == 2


def test_that_all_have_passed_ends_nothing_by_itself(skirmish):
    """There are units left, so no other ending applies."""
    game = skirmish.without("turns.all-passed").battle("Ash", "Dorn")

    assert game.choose("pass").choose("pass").unsaid == "until"


def test_one_chance_may_be_all_there_is(skirmish):
    """The step ends when a chance has been used, whoever has units left."""
    single = skirmish.but("steps: {turns: {turns.single: {until: one_chance}}}")

    game = single.battle("Ash Birch", "Dorn").choose("act", "Ash")

    assert (game.round, game.next) == (2, "attacker")


def test_a_step_may_end_with_something_becoming_true(skirmish):
    """As soon as it is true of the battle, whatever else is left."""
    dusk = skirmish.but(
        """
        steps:
          turns: {turns.dusk: {until: {fact: dusk}}}
          act: {act.late: {sets: {fact: dusk, of: battle, until: round}}}
        facts: {dusk: {of: battle}}
        """
    )

    game = dusk.battle("Ash", "Dorn Elm").choose("act", "Ash")

    assert (game.round, game.ended) == (2, ("act", "turns", "round"))


def test_one_round_is_followed_by_the_next_with_everything_counted_anew(skirmish):
    """The limit is per round."""
    game = acts(skirmish.battle("Ash", "Dorn"), "Ash", "Dorn", "Ash")

    assert (game.round, game.next) == (2, "defender")


# Done


def test_whoever_is_done_gets_no_more_chances(skirmish):
    """The other goes on alone, as when all units are used."""
    done = skirmish.but("steps: {turns: {turns.done: {finish: allowed}}}")

    game = done.battle("Ash Birch", "Dorn Elm").choose("done")

    assert order_of(game) == "d d"


def test_the_step_ends_when_all_are_done(skirmish):
    """Nobody has to use up what could be used."""
    done = skirmish.but("steps: {turns: {turns.done: {finish: allowed}}}")

    game = done.battle("Ash Birch", "Dorn Elm").choose("done").choose("done")

    assert game.round == 2


def test_nobody_is_done_early_unless_that_is_allowed(skirmish):
    """Never, or not a word: it is refused either way, by the clause if there is one."""
    never = skirmish.but("steps: {turns: {turns.done: {finish: never}}}")

    assert "done" not in skirmish.battle("Ash", "Dorn").can
    assert never.battle("Ash", "Dorn").refuses("done") == ("turns.done",)


def test_a_side_that_acts_alone_ends_the_step_when_done(duel):
    """Its activation is over, and the other side has the next."""
    game = duel.battle("Ash", "Dorn").choose("activation", "Ash").choose("strike").choose("done")

    assert (game.ended, game.next) == (("activation",), "defender")


# The order in which things are done


def test_in_a_fixed_order_there_is_no_way_back(duel):
    """Whoever has rested strikes no more; striking again and resting again are fine."""
    fixed = duel.but("steps: {activation: {actions.order: {order: fixed}}}")

    game = fixed.battle("Ash", "Dorn").choose("activation", "Ash").choose("strike").choose("strike")
    rested = game.choose("rest")

    assert game.can == ("strike", "rest", "done")
    assert rested.can == ("rest", "done")
    assert rested.refuses("strike", "Ash") == ("actions.order",)


@pytest.mark.parametrize("drilled", [True, False])
def test_the_order_may_be_fixed_for_some(duel, drilled):
    """The drilled do not go back; for others nothing is said of the order."""
    rules = duel.but(
        """
        steps: {activation: {actions.order: {when: {fact: drilled}, order: fixed}}}
        facts: {drilled: {}}
        """
    )
    army = {"Ash": {"facts": ("drilled",) if drilled else ()}}

    game = rules.battle(army, "Dorn").choose("activation", "Ash").choose("rest")

    assert ("strike" in game.can) is not drilled


@pytest.mark.parametrize("order", ["actions.order: {order: free}", "actions.order: null"])
def test_in_a_free_order_everything_stays_open(duel, order):
    """Free is what holds when nobody says anything about the order."""
    free = duel.but(f"steps: {{activation: {{{order}}}}}")

    game = free.battle("Ash", "Dorn").choose("activation", "Ash").choose("rest")

    assert game.can == ("strike", "rest", "done")


# Limits


def test_a_limit_may_allow_twice(skirmish):
    """Two times in a round, and not a third."""
    twice = skirmish.but("steps: {turns: {turns.once: {limit: {per: round, times: 2}}}}")

    game = acts(twice.battle("Ash", "Dorn"), "Ash", "Dorn", "Ash", "Dorn")

    assert game.round == 2


def test_a_limit_may_count_longer_than_a_round(skirmish):
    """Once in the battle means not in the next round either."""
    once = skirmish.but("steps: {turns: {turns.battle-once: {limit: {per: battle, times: 2}}}}")

    game = acts(once.battle("Ash Birch", ""), "Ash", "Birch", "Ash")

    assert game.may == ("Birch",)
    assert acts(once.battle("Ash", "Dorn"), "Ash", "Dorn", "Ash", "Dorn").unsaid == "until"


def test_without_a_limit_one_may_go_on_and_on(skirmish):
    """Nothing is limited that no clause limits."""
    game = acts(skirmish.without("turns.once").battle("Ash", "Dorn"), "Ash", "Dorn", "Ash", "Dorn")

    assert (game.round, game.may) == (1, ("Ash",))


def test_a_limit_of_one_action_leaves_the_others_alone(duel):
    """The clause stands with the action, and counts it only."""
    once = duel.but("steps: {strike: {strike.once: {limit: {per: activation}}}}")

    game = once.battle("Ash", "Dorn").choose("activation", "Ash").choose("strike")

    assert game.can == ("rest", "done")
    assert game.refuses("strike", "Ash") == ("strike.once",)


def test_a_chance_that_is_handed_over_is_for_the_next_side(skirmish):
    """Not for the one after that, although it would have been the next side's chance anyway."""
    rules = skirmish.with_sides("north", "east", "south").but(
        """
        steps:
          act:
            act.roll: {check: luck}
            act.good: {result: {outcome: [good], then: carry_out}}
            act.bad: {result: {outcome: [bad], then: hand_over, step: turns}}
        checks:
          luck:
            luck.roll: {roll: 1d6}
            luck.good: {band: {outcome: good, low: 2}}
            luck.bad: {band: {outcome: bad, high: 1}}
        """
    )

    game = rules.battle("A1 A2 A3", "D1 D2", "E1 E2").choose("act", "A1")

    assert game.roll(1).next == "east"


def test_why_a_step_is_skipped_is_told_of_those_who_act_in_it(duel):
    """And of no other unit of theirs, nor of one that is gone."""
    rules = duel.but(
        """
        steps:
          activation: {actions.done: null, actions.over: {until: none_left}}
          strike: {strike.fit: {bars: {fact: tired}}}
          rest: {rest.fit: {bars: {fact: tired}}}
        facts: {tired: {}, fallen: {fallen.leaves: {leaves: at_once}}}
        """
    )
    tired = {"facts": ("tired",)}
    game = rules.battle({"Ash": tired, "Birch": tired, "Cedar": tired}, "Dorn")

    game = game.declare("fallen", "Cedar").choose("activation", "Ash")

    why = game.skipped["activation"]
    assert set(why) == {"Ash"}
    assert set(game.short(why["Ash"])) == {"strike.fit", "rest.fit"}


def test_why_a_step_is_skipped_is_told_of_all_where_nobody_acts(skirmish):
    """Of both sides, but for those that are gone."""
    rules = skirmish.but(
        """
        steps:
          round: {rounds.parts: {sequence: [turns, rests]}}
          turns: {turns.fit: {bars: {fact: tired}}}
          rests: {rests.chances: {cadence: one_side, first: listed_first, each: [rest]}}
          rest: {rest.side: {among: side}}
        facts: {tired: {}, fallen: {fallen.leaves: {leaves: at_once}}}
        """
    )
    tired = {"facts": ("tired",)}
    army = {"Ash": tired, "Birch": {"facts": ("tired", "fallen")}}

    why = rules.battle(army, {"Dorn": tired}).skipped["turns"]

    assert {name: "invented.turns.fit" in by for name, by in why.items()} == {
        "Ash": True,
        "Dorn": True,
    }
