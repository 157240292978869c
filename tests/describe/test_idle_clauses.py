"""Rules that nobody took away, and that nothing in the round asks for."""

from pathlib import Path

import pytest

from turnwright.battle import library as bundled_library
from turnwright.describe.applicability import idle_clauses, without_idle
from turnwright.load.library import Library

MARKET = """
ruleset: market
language: 2
title: A market
sides: [north, south]
documents: {book: {title: A book}}
steps:
  battle:
    source: {document: book}
    clauses:
      - {id: battle.days, text: Day follows day., means: {repeats: round}}
  round:
    source: {document: book}
    clauses:
      - {id: round.parts, text: Buy and then sell., means: {sequence: [buy, sell]}}
  stall:
    source: {document: book}
    clauses:
      - {id: stall.one, text: One at a time., means: {together: one}}
      - {id: stall.own, text: Among your own., means: {among: own}}
  buy:
    like: stall
    source: {document: book}
    clauses:
      - id: buy.turns
        text: Sides take turns.
        means: {cadence: alternate, first: listed_first, each: [haggle], until: all_passed}
      - {id: buy.pass, text: You may pass., means: {passing: allowed, passed: round}}
      - {id: buy.rest, text: The other goes on., means: {uneven: runs_on, unable: passes}}
      - {id: buy.days, text: Nobody buys on all days., follows: [sell.tired]}
  haggle: {title: Haggle}
  sell:
    source: {document: book}
    clauses:
      - {id: sell.tired, text: A seller is tired., means: {sets: {fact: tired, of: anyone}}}
      - {id: sell.loud, text: Shout., advice: Nobody can check.}
facts:
  tired: {title: Tired}
"""

NIGHT = """
ruleset: night_market
language: 2
title: A night market
extends: market
documents: {leaf: {title: A leaf}}
steps:
  round:
    source: {document: leaf}
    clauses:
      - {id: night.parts, text: You buy., replaces: [round.parts], means: {sequence: [buy]}}
  buy:
    source: {document: leaf}
    clauses:
      - {id: night.crowds, text: Several at a time., means: {together: several, group: shared}}
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """The market, and its night, in which nobody sells."""
    for name, text in (("market", MARKET), ("night_market", NIGHT)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text)
    return Library.read(tmp_path)


def test_a_round_that_asks_for_everything_has_no_idle_rule(library: Library):
    """Advice is not asked for, but the step that it is about comes."""
    assert idle_clauses(library.effective("market")) == frozenset()


def test_rules_of_a_step_that_never_comes_are_idle_and_what_follows_from_them(library: Library):
    """So is a rule of all stalls whose every word the only stall says otherwise."""
    assert idle_clauses(library.effective("night_market")) == {
        "market.sell.tired",
        "market.sell.loud",
        "market.buy.days",
        "market.stall.one",
    }


def test_without_its_idle_rules_a_ruleset_has_all_others(library: Library):
    """And the parts that they were in."""
    rules = library.effective("night_market")
    left = without_idle(rules)

    assert {c.full_id for c in left.clauses()} == {
        c.full_id for c in rules.clauses()
    } - idle_clauses(rules)
    assert left.steps.keys() == rules.steps.keys()


def test_a_rule_about_several_units_is_idle_where_they_are_picked_one_by_one():
    """Such as the marker for each further unit, when no option lets units go together."""
    library = bundled_library()

    alone = library.effective("alternate_40k9", ["random"])

    assert idle_clauses(alone) == {
        "alternate_40k9.random.simul-picks-extra",
        "alternate_40k9.effects.window-simultaneous",
    }
