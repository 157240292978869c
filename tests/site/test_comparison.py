"""The page on which systems stand side by side, question by question."""

from pathlib import Path

import pytest

from turnwright.load.library import Library
from turnwright.site.page import Link
from turnwright.site.pages.comparison.view import ComparisonPage, comparison_page
from turnwright.site.site_data import SiteData


@pytest.fixture(scope="module")
def page(site: SiteData) -> ComparisonPage:
    """The invented rulesets."""
    return comparison_page(site, {})


def test_whole_systems_are_shown_before_anybody_chooses(page: ComparisonPage):
    """Packs and options are there to be added."""
    assert "duel" in page.whole
    assert "duel.blues" not in page.whole
    assert "duel.blues" in [column.key for column in page.columns]


def test_an_answer_that_the_source_leaves_open_is_to_be_agreed_on(page: ComparisonPage):
    """Who begins is read in two ways."""
    (duel,) = (column for column in page.columns if column.key == "duel")

    assert [answer.readings for answer in duel.cells["first"].answers] == [("who_begins",)]


def test_each_answer_leads_to_its_rule(page: ComparisonPage):
    """On the page of the system that wrote it."""
    (duel,) = (column for column in page.columns if column.key == "duel")
    (answer, *_) = duel.cells["next"].answers

    assert page.clause_href(answer.clauses[0]) == "../systems/duel/#deeds.alternate"


def test_what_has_no_round_of_its_own_is_named_and_not_asked(tmp_path: Path):
    """Rules that only others use stand beside nobody, and whoever looks for them is told so."""
    (tmp_path / "dice").mkdir()
    (tmp_path / "dice" / "ruleset.yaml").write_text(
        "{ruleset: dice, language: 2, title: Dice, library: true, steps: {roll: {title: Roll}}}",
        encoding="utf-8",
    )

    page = comparison_page(SiteData(Library.read(tmp_path)), {})

    assert not page.columns
    assert page.without_round == (Link("Dice", "../systems/dice/"),)


TURNS = """
ruleset: ditch
title: Ditch
language: 2
sides: [moat, wall]
steps:
  battle:
    clauses:
      - {id: battle.again, text: Rounds follow one another., means: {repeats: round}}
  round:
    clauses:
      - id: round.turns
        text: Each side has a turn.
        means: {cadence: each_player, first: listed_first, each: [turn], until: all_dealt}
  turn:
    clauses:
      - id: turn.parts
        text: First you dig and then both brawl.
        means: {sequence: [digging, brawl]}
  digging:
    clauses:
      - id: digging.own
        text: In your turn you dig, unit by unit.
        means:
          cadence: one_side
          first: active
          each: [dig]
          among: own
          together: one
          until: none_left
      - {id: digging.stop, text: You stop digging when you like., means: {finish: allowed}}
      - {id: digging.once, text: A unit digs once., means: {limit: {per: digging}}}
  brawl:
    clauses:
      - id: brawl.turns
        text: In a brawl you and your enemy pick one unit each, turn about.
        means:
          cadence: alternate
          first: other
          each: [hit]
          among: own
          together: one
          until: none_left
      - {id: brawl.once, text: A unit hits once., means: {limit: {per: brawl}, uneven: runs_on}}
  dig: {}
  hit: {}
"""


def test_whoever_stops_in_their_own_turn_passes_to_nobody(tmp_path: Path):
    """Whether I may pass is asked first where both of us pick; what is mine alone comes after."""
    (tmp_path / "ditch").mkdir()
    (tmp_path / "ditch" / "ruleset.yaml").write_text(TURNS, encoding="utf-8")

    (ditch,) = comparison_page(SiteData(Library.read(tmp_path)), {}).columns

    assert [answer.text for answer in ditch.cells["pass"].answers] == [
        "In a brawl you and your enemy pick one unit each, turn about.",
        "You stop digging when you like.",
    ]
