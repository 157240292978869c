"""What a unit may do after something happened to it, by the rules of an invented system."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from turnwright.site.pages.may.situations import May, Permission, situation_rows

RULES = """
steps:
  battle: {battle.again: {repeats: round}}
  round:
    title: Watch
    round.turns: {cadence: alternate, first: listed_first, each: [activation]}
    round.own: {among: own, together: one}
    round.once: {limit: {per: round}}
    round.pass: {passing: allowed, uneven: runs_on, unable: passes}
    round.out: {passed: round}
    round.end: {until: none_left}
  activation:
    title: Activation
    activation.order: {sequence: [moving, shooting, answering]}
  moving:
    moving.one: {cadence: one_side, first: active, among: active, together: one}
    moving.ways: {each: [walk, flee]}
    moving.once: {limit: {per: moving, times: 1}}
    moving.enough: {finish: allowed, until: none_left}
  walk: {title: Walk, walk.free: {bars: {fact: pinned}}}
  flee: {title: Flee, flee.pinned: {needs: {fact: pinned}}, flee.shaken: {sets: {fact: fled}}}
  shooting:
    shooting.one: {cadence: one_side, first: active, among: active, together: one}
    shooting.shoot: {each: [shoot]}
    shooting.once: {limit: {per: round}}
    shooting.enough: {finish: allowed, until: none_left}
  answering:
    answering.other: {cadence: one_side, first: other, among: own, together: one, each: [answer]}
    answering.once: {limit: {per: round}}
    answering.enough: {finish: allowed, until: none_left}
  answer: {title: Answer}
  shoot: {title: Shoot, shoot.not-after-flight: {bars: {fact: fled}}}
facts:
  pinned: {title: Pinned}
  fled: {title: Fled}
  lost: {title: Lost, lost.leaves: {leaves: at_once}}
situations:
  pinned: {text: It is pinned, facts: [pinned]}
  fled: {text: It fled, did: [flee]}
  shot: {text: It shot, did: [shoot]}
  answered: {text: It answered an enemy, did: [answer]}
  acted: {text: It was activated before, did: [activation]}
  passed: {text: Its player has passed, passed: round}
  lost: {text: It is lost, facts: [lost]}
"""

Rows = Mapping[str, Mapping[str, Permission]]


@pytest.fixture(scope="module")
def rows(system: Callable[..., Any]) -> Rows:
    """What a unit may do, by what happened."""
    return {row.name: row.permissions for row in situation_rows(system(RULES).rules)}


def said(rows: Rows, situation: str, action: str) -> tuple[May, tuple[str, ...]]:
    """Whether a unit may do something, and the clauses by their short ids."""
    verdict = rows[situation][action]
    return verdict.may, tuple(clause.partition(".")[2] for clause in verdict.by)


def test_a_unit_to_which_nothing_happened_may_do_what_asks_for_nothing(rows: Rows):
    """It walks and shoots; it flees only if it is pinned."""
    assert said(rows, "", "activation") == (May.YES, ())
    assert said(rows, "", "walk") == (May.YES, ())
    assert said(rows, "", "shoot") == (May.YES, ())
    assert said(rows, "", "flee") == (May.IF, ("flee.pinned",))


def test_what_happened_rules_out_and_lets_in(rows: Rows):
    """A pinned unit may flee, and no longer walk."""
    assert said(rows, "pinned", "flee") == (May.YES, ())
    assert said(rows, "pinned", "walk") == (May.NO, ("walk.free",))
    assert said(rows, "pinned", "shoot") == (May.YES, ())


def test_a_deed_counts_with_what_it_brings_about(rows: Rows):
    """Whoever fled has moved, is being activated, and does not shoot."""
    assert said(rows, "fled", "shoot") == (May.NO, ("shoot.not-after-flight",))
    assert said(rows, "fled", "activation") == (May.NO, ("round.once",))
    assert said(rows, "shot", "shoot") == (May.NO, ("shooting.once",))


def test_what_comes_before_it_in_the_order_is_over(rows: Rows):
    """Moving comes before shooting, so whoever shot does not walk any more."""
    assert said(rows, "shot", "walk") == (May.NO, ("activation.order",))


def test_whoever_may_not_be_activated_does_nothing_that_is_part_of_it(rows: Rows):
    """Activated once in a watch, or with a player who has passed, a unit does not shoot."""
    assert said(rows, "acted", "shoot") == (May.NO, ("round.once",))
    assert said(rows, "passed", "activation") == (May.NO, ("round.out",))
    assert said(rows, "passed", "shoot") == (May.NO, ("round.out",))


def test_an_answer_to_an_enemy_is_no_activation(rows: Rows):
    """Whoever answered is still to be activated, and whoever was activated may still answer."""
    assert said(rows, "answered", "activation") == (May.YES, ())
    assert said(rows, "answered", "shoot") == (May.YES, ())
    assert said(rows, "answered", "answer") == (May.NO, ("answering.once",))
    assert said(rows, "acted", "answer") == (May.YES, ())
    assert said(rows, "passed", "answer") == (May.YES, ())


def test_whoever_has_left_the_battle_does_nothing(rows: Rows):
    """By the rule that takes it away."""
    assert {verdict.may for verdict in rows["lost"].values()} == {May.NO}
    assert said(rows, "lost", "activation") == (May.NO, ("lost.leaves",))


def test_where_each_unit_has_one_turn_it_is_had_once(system: Callable[..., Any]):
    """Without any limit: the cadence itself gives a turn to each."""
    turns = system("""
    steps:
      battle: {battle.again: {repeats: round}}
      round:
        round.each: {cadence: each_unit, each: [turn], among: anyone, until: all_dealt}
        round.order: {first: listed_first, rank: {value: wits, direction: descending}}
      turn:
        title: Turn
        turn.one: {cadence: one_side, first: active, among: active, together: one, each: [act]}
        turn.enough: {finish: allowed, until: none_left}
      act: {title: Act}
    values:
      wits: {title: Wits}
    situations:
      had: {text: It had its turn, did: [turn]}
    """)
    before, after = situation_rows(turns.rules)

    assert before.permissions["turn"] == Permission(May.YES)
    assert after.permissions["turn"] == Permission(May.NO, ("invented.round.each",))


def test_what_has_a_price_is_for_those_who_can_pay_it(system: Callable[..., Any]):
    """How much a side has is for the table to know, so the rule that names the price is named."""
    paid = system("""
    steps:
      battle: {battle.again: {repeats: round}}
      round:
        round.turns: {cadence: alternate, first: listed_first, each: [walk, fly]}
        round.own: {among: own, together: one, uneven: runs_on, until: none_left}
      walk: {title: Walk, walk.price: {costs: {value: coins, amount: 1}}}
      fly: {title: Fly, fly.wings: {needs: {fact: winged}}}
    values:
      coins: {title: Coins, of: side}
    facts:
      winged: {title: Winged}
    situations:
      winged: {text: It has wings, facts: [winged]}
    """)
    plain, winged = situation_rows(paid.rules)

    assert plain.permissions["walk"] == Permission(May.IF, ("invented.walk.price",))
    assert plain.permissions["fly"] == Permission(May.IF, ("invented.fly.wings",))
    assert winged.permissions["fly"] == Permission(May.YES)


def test_what_hangs_on_a_draw_is_no_plain_yes(system: Callable[..., Any]):
    """A card of the hill is for units on the hill: a unit of which nothing is known may act, if."""
    cards = system("""
    steps:
      battle: {battle.again: {repeats: round}}
      round:
        round.card: {draws: {container: deck}}
        round.then: {sequence: [orders]}
      orders:
        orders.own: {cadence: one_side, first: listed_first, among: own, together: one}
        orders.order: {each: [order], until: none_left}
        orders.hill: {when: {was: hill}, needs: {fact: uphill}}
      order: {title: Order}
    facts:
      uphill: {title: On the hill}
    containers:
      deck:
        deck.cards: {contains: {named: [hill, valley], count: 2}}
        deck.shuffled: {fills: {start: battle}, drawn: blind}
    situations:
      uphill: {text: It is on the hill, facts: [uphill]}
    """)
    plain, uphill = situation_rows(cards.rules)

    assert plain.permissions["order"] == Permission(May.IF, ("invented.orders.hill",))
    assert uphill.permissions["order"] == Permission(May.YES)


def test_what_was_done_rules_out_although_a_number_is_not_known(system: Callable[..., Any]):
    """Who acts at a call hangs on wits that nobody knows; whoever has walked does not again."""
    calls = system("""
    steps:
      battle: {battle.again: {repeats: round}}
      round: {round.calls: {repeats: walking_call, until: {level: {value: called, at_least: 9}}}}
      call:
        call.wits: {needs: {level: {value: wits, at_least: called, at_most: called}}}
        call.own: {cadence: alternate, first: listed_first, among: own, together: one}
        call.once: {limit: {per: round}}
        call.end: {uneven: runs_on, until: none_left}
      walking_call:
        like: call
        walking.next: {changes: {value: called, of: battle, by: 1}}
        walking.walk: {each: [walk]}
      walk: {title: Walk}
    values:
      wits: {title: Wits}
      called: {title: Called, of: battle, called.from: {starts: 0}}
    situations:
      walked: {text: It has walked, did: [walk]}
    """)
    plain, walked = situation_rows(calls.rules)

    assert plain.permissions["walk"] == Permission(May.IF, ("invented.call.wits",))
    assert walked.permissions["walk"] == Permission(May.NO, ("invented.call.once",))


def test_a_system_that_names_no_situation_has_no_table(lanterns: Any):
    """Which facts and deeds matter is for the ruleset to say."""
    assert situation_rows(lanterns.rules) == ()
