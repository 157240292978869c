"""The word `this` in place of a name: the step that says so, also where another takes it over."""

from collections.abc import Callable
from typing import Any

import pytest

Invent = Callable[..., Any]

MARKET = """
    steps:
      battle: {days.follow: {repeats: day}}
      day: {days.parts: {sequence: [morning, evening]}}
      stalls:
        stalls.by-turns: {cadence: alternate, first: listed_first, uneven: runs_on}
        stalls.trades: {each: [trade], among: own, together: one}
        stalls.over: {until: none_left}
      morning: {like: stalls}
      evening: {like: stalls}
      trade: {}
"""
"""Traders of two guilds trade by turns, in the morning and again in the evening."""


@pytest.fixture
def market(system: Invent) -> Any:
    """Traders of two guilds trade by turns, in the morning and again in the evening."""
    return system(MARKET)


def test_what_is_limited_in_this_step_is_free_again_in_the_one_that_is_like_it(market):
    """Once each morning and once each evening; per day, once in all."""
    once = market.but("steps: {stalls: {stalls.once: {limit: {per: this}}}}")
    a_day = market.but("steps: {stalls: {stalls.once: {limit: {per: day}}}}")

    game = once.battle("Ash", "Elm").choose("trade", "Ash")

    assert game.may == ("Elm",)
    game = game.choose("trade", "Elm")
    assert (game.step, game.may) == ("evening", ("Ash",))
    game = game.choose("trade", "Ash").choose("trade", "Elm")
    assert (game.round, game.step) == (2, "morning")
    game = a_day.battle("Ash", "Elm").choose("trade", "Ash").choose("trade", "Elm")
    assert (game.round, game.step) == (2, "morning")


def test_what_was_done_in_this_step(market):
    """Each market closes as soon as anybody of the guild that begins has traded in it."""
    rules = market.but(
        """
        steps:
          stalls:
            stalls.over: null
            stalls.one: {until: {count: {of: anyone, that: {did: {action: trade, this: this}}}}}
        """
    )

    game = rules.battle("Ash Birch", "Elm").choose("trade", "Ash")

    assert game.step == "evening"
    assert game.choose("trade", "Ash").round == 2


def test_a_pass_may_be_forgotten_with_this_step(market):
    """Who passes in the morning is asked again in the evening."""
    rules = market.but(
        """
        steps:
          stalls:
            stalls.once: {limit: {per: this}}
            stalls.pass: {passing: allowed, passed: this, unable: passes}
            stalls.all-passed: {until: all_passed}
        """
    )

    game = rules.battle("Ash", "Elm").choose("pass")

    assert (game.step, game.next) == ("morning", "defender")
    game = game.choose("trade", "Elm")
    assert (game.step, game.next) == ("evening", "attacker")


def test_who_is_first_may_be_settled_for_this_step(market):
    """It is rolled for in the morning and again in the evening."""
    rules = market.but(
        """
        steps:
          stalls:
            stalls.by-turns: {first: {roll: 1d6}, kept: this}
            stalls.tied: {ties: again}
            stalls.once: {limit: {per: this}}
        """
    )

    game = rules.battle("Ash", "Elm").roll(1, 6).choose("trade", "Elm").choose("trade", "Ash")

    assert (game.step, game.awaits) == ("evening", "roll")


EFFORT = """
    steps:
      effort:
        effort.rests: {each: [breathe], cadence: one_side, first: active, until: one_chance}
        effort.itself: {among: active, together: one}
        effort.strains: {sets: {fact: strained, until: this}}
        effort.tires: {changes: {value: tired, by: 1, at: {end: this}}}
      strike: {like: effort}
      rest: {like: effort}
      breathe: {}
    facts: {strained: {}}
    values: {tired: {tired.none: {starts: 0}}}
"""


@pytest.mark.parametrize("doing", ["strike", "rest"])
def test_what_lasts_until_this_ends_or_waits_for_it(duel, doing):
    """Whoever makes an effort is strained while it goes on, and tired when it is over."""
    game = duel.but(EFFORT).battle("Ash", "Elm").choose("activation", "Ash").choose(doing)

    assert (game.facts("Ash"), game.value("Ash.tired")) == (("strained",), 0)
    game = game.choose("breathe")
    assert game.step == "activation"
    assert (game.facts("Ash"), game.value("Ash.tired")) == ((), 1)


def test_this_step_may_be_what_an_outcome_ends(duel):
    """The fumbled effort is over at once, and whoever made it goes on with something else."""
    rules = duel.but(EFFORT).but(
        """
        steps:
          effort:
            effort.luck: {check: luck}
            effort.fumbled: {result: {outcome: [bad], then: end, step: this}}
            effort.made: {result: {outcome: [good], then: carry_out}}
        checks:
          luck:
            luck.die: {roll: 1d6}
            luck.bad: {band: {outcome: bad, high: 3}}
            luck.good: {band: {outcome: good, low: 4}}
        """
    )

    game = rules.battle("Ash", "Elm").choose("activation", "Ash").choose("rest")

    assert game.roll(6).step == "rest"
    assert game.roll(1).step == "activation"
