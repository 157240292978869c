"""Going through the open steps until somebody or something has to decide."""

import pytest

from turnwright.language.input import Choice

MARCH = """
    steps:
      battle: {rounds.follow: {repeats: round}}
      round: {rounds.parts: {sequence: [dawn, noon, dusk]}}
      part:
        part.chances: {cadence: one_side, first: listed_first, among: own, together: one}
        part.what: {each: [wait]}
        part.one: {until: one_chance}
      dawn: {like: part}
      noon: {like: part}
      dusk: {like: part}
      wait: {}
    facts:
      night: {of: battle}
      over: {of: battle}
      tired: {}
      fallen: {fallen.leaves: {leaves: at_once}}
"""


@pytest.fixture
def day(system):
    """A day has three parts, and in each of them the attacker waits once."""
    return system(MARCH)


def steps_of(game, count):
    """The steps in which the next decisions are made, each by waiting."""
    seen = []
    for _ in range(count):
        seen.append(game.step or game.unsaid)
        game = game.choose(game.can[0], game.may[0] if game.may else "")
    return " ".join(seen)


def test_steps_come_in_their_order_round_after_round(day):
    """One after the other, and then anew."""
    assert steps_of(day.battle("Ash", ""), 4) == "dawn noon dusk dawn"


def test_a_fixed_order_is_what_is_listed(day):
    """As if nobody had said anything about the order."""
    rules = day.but("steps: {round: {rounds.order: {order: fixed}}}")

    assert steps_of(rules.battle("Ash", ""), 4) == "dawn noon dusk dawn"


def test_in_a_free_order_the_side_says_what_is_next(day):
    """Of what has not been yet; the last one is no choice."""
    rules = day.but("steps: {round: {rounds.order: {order: free}}}")

    game = rules.battle("Ash", "")
    noon = game.choose("noon")
    then = noon.choose("wait", "Ash")

    assert (game.step, game.next, game.can) == ("round", "attacker", ("dawn", "noon", "dusk"))
    assert (noon.step, then.can) == ("noon", ("dawn", "dusk"))
    assert "rounds.parts" in then.refuses("noon")
    assert then.choose("dusk").choose("wait", "Ash").step == "dawn"


@pytest.mark.parametrize("listed", ["dawn, noon, dawn, dusk", "noon, dawn, dawn, dusk"])
def test_in_a_free_order_twice_is_twice(day, listed):
    """A step that is listed twice is gone through twice, and not a third time."""
    rules = day.but(
        f"""
        steps:
          round: {{rounds.parts: {{sequence: [{listed}]}}, rounds.order: {{order: free}}}}
        """
    )

    game = rules.battle("Ash", "").choose("dawn").choose("wait", "Ash")
    game = game.choose("dawn").choose("wait", "Ash")

    assert (game.can, game.round) == (("noon", "dusk"), 1)


def test_a_part_that_is_not_needed_is_skipped(day):
    """Needs and bars of a step in a sequence, asked of the battle where nobody acts."""
    rules = day.but(
        """
        steps:
          noon: {like: null, noon.light: {bars: {fact: night}}, noon.then: {sequence: [rest]}}
          rest: {like: part}
        """
    )

    assert steps_of(rules.battle("Ash", ""), 4) == "dawn rest dusk dawn"
    assert steps_of(rules.battle("Ash", "", facts={"battle": ("night",)}), 3) == "dawn dusk dawn"


def test_those_who_cannot_take_part_stay_out_of_it(duel):
    """Of two that are active, only the one that is not tired runs; with none, nobody does."""
    rules = duel.but(
        """
        steps:
          turns: {turns.one: {together: several}, turns.group: {group: shared, group_counts: each}}
          activation: {actions.chances: null, actions.active: null, actions.known: null}
          strike: null
          run: {run.fit: {bars: {fact: tired}}}
        facts: {tired: {}}
        """
    ).but("steps: {activation: {actions.done: null, actions.parts: {sequence: [run, rest]}}}")
    army = {"Ash": {}, "Birch": {"facts": ("tired",)}}

    game = rules.battle(army, "Dorn")
    both = game.choose("activation", units=["Ash", "Birch"])
    one = game.choose("activation", "Birch")

    ran = [e.units for e in both.events if type(e).__name__ == "Began" and e.step == "run"]
    assert ran == [("Ash",)]
    assert (both.began, one.began) == (("activation", "run", "rest"), ("activation", "rest"))


def test_what_is_gone_through_counts_as_done(duel):
    """Whoever runs once a round has run, and does not run again."""
    rules = duel.but(
        """
        steps:
          activation: {actions.chances: null, actions.active: null, actions.known: null}
          strike: null
          run: {run.once: {limit: {per: round}}}
        """
    ).but("steps: {activation: {actions.done: null, actions.parts: {sequence: [run, rest, run]}}}")

    game = rules.battle("Ash Birch", "Dorn").choose("activation", "Ash")

    assert game.began == ("activation", "run", "rest")
    assert game.skipped == {"run": {"Ash": ("invented.run.once",)}}
    assert ("run" in game.did("Ash"), "run" in game.did("Birch")) == (True, False)


def test_whoever_goes_through_a_step_may_have_done_another_by_that(duel):
    """Whoever has jogged has run, by the clause that says so."""
    rules = duel.but(
        """
        steps:
          activation: {actions.chances: null, actions.active: null, actions.known: null}
          strike: null
          jog: {jog.runs: {counts_as: run}}
          run: {run.once: {limit: {per: round}}}
        """
    ).but("steps: {activation: {actions.done: null, actions.parts: {sequence: [jog, rest, run]}}}")
    game = rules.battle("Ash Birch", "Dorn")

    jogged = game.choose("activation", "Ash")

    assert jogged.skipped == {"run": {"Ash": ("invented.run.once",)}}
    assert "invented.jog.runs" not in game.consulted
    assert "invented.jog.runs" in jogged.consulted


def test_the_battle_may_end(day):
    """When that is true of it, no further round begins."""
    rules = day.but("steps: {battle: {rounds.end: {until: {fact: over}}}}")

    game = rules.battle("Ash", "").declare("over")
    last = game.choose("wait", "Ash").choose("wait", "Ash").choose("wait", "Ash")

    assert game.step == "dawn"
    assert (last.awaits, last.winner, last.round) == ("end", "", 1)


def test_a_battle_may_be_a_single_sequence(day):
    """Without rounds it is over when its parts are."""
    rules = day.but(
        """
        steps:
          battle: {rounds.follow: {repeats: null, sequence: [dawn, dusk]}}
          round: null
          noon: null
        """
    )

    game = rules.battle("Ash", "").choose("wait", "Ash").choose("wait", "Ash")

    assert game.awaits == "end"


def test_rules_that_go_in_circles_stop(system):
    """A round in which nothing can ever happen: the engine does not wait for it for ever."""
    rules = system(
        """
        steps:
          battle: {rounds.follow: {repeats: round}}
          round: {round.parts: {sequence: [turns]}}
          turns: {turns.each: {each: [wait]}}
          wait: {}
        """
    ).without("turns.each")

    game = rules.battle("Ash", "Dorn")

    assert (game.awaits, game.unsaid) == ("unsaid", "until")


def test_where_nobody_ever_can_it_is_said_who_is_ruled_out_by_what(skirmish):
    """Round after round goes by, for nobody has the key that acting needs."""
    rules = skirmish.but("{steps: {act: {act.key: {needs: {fact: key}}}}, facts: {key: {}}}")

    game = rules.battle("Ash", "Dorn")
    refused = game.refusal(Choice("act", ("Ash",)))

    assert game.awaits == "unsaid"
    assert "Ash is ruled out by act.key; Dorn is ruled out by act.key" in refused.message
    assert "invented.act.key" in refused.by


@pytest.mark.parametrize(("clause", "word"), [("part.chances", "cadence"), ("part.one", "")])
def test_a_step_that_is_like_another_has_its_clauses(day, clause, word):
    """Taken from the one, they are gone from all of them."""
    assert day.without(clause).battle("Ash", "").unsaid == word


def test_an_own_clause_beats_one_that_is_taken_over(day):
    """Noon is like the other parts, except for who is first."""
    rules = day.but("steps: {noon: {noon.first: {first: listed_second}}}")

    game = rules.battle("Ash", "Dorn").choose("wait", "Ash")

    assert (game.step, game.next) == ("noon", "defender")


def test_an_exception_beats_a_rule(day):
    """At night the other side begins, whichever clause comes first in the file."""
    rules = day.but("steps: {dawn: {dawn.night: {when: {fact: night}, first: listed_second}}}")

    assert rules.battle("Ash", "Dorn").next == "attacker"
    assert rules.battle("Ash", "Dorn", facts={"battle": ("night",)}).next == "defender"


def test_stuck_is_told_and_a_declaration_may_help(day):
    """The round stops, and goes on once what it waits for is so."""
    rules = day.but("steps: {dawn: {dawn.who: {needs: {fact: tired}}}}")

    stuck = rules.battle("Ash", "")
    helped = stuck.declare("tired", "Ash")

    assert (stuck.awaits, stuck.unsaid, stuck.step, stuck.may) == ("unsaid", "until", "dawn", ())
    assert [type(e).__name__ for e in stuck.events][-1] == "Stuck"
    assert (helped.awaits, helped.may) == ("choice", ("Ash",))


@pytest.mark.parametrize("order", ["abc", "bca", "cba", "acb"])
def test_in_a_free_order_each_step_is_gone_through_once(duel, order):
    """Chosen by the unit that acts, which is the only one that can be named."""
    rules = duel.but(
        """
        steps:
          activation:
            actions.chances: null
            actions.active: null
            actions.known: null
            actions.done: null
            actions.parts: {sequence: [a, b, c], order: free}
          strike: null
          rest: null
          a: {}
          b: {}
          c: {}
        """
    )
    game = rules.battle("Ash Birch", "Dorn").choose("activation", "Ash")
    assert (set(game.can), game.may) == ({"a", "b", "c"}, ("Ash",))

    game = game.choose(order[0]).choose(order[1])

    assert [step for step in game.began if step in "abc"] == [order[1], order[2]]
    assert (game.step, game.next) == ("turns", "defender")
