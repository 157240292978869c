"""A round that is told as a player tells it: what is needed, what follows, in scenes."""

import pytest

from turnwright.describe.labels import Labels
from turnwright.language.example import Example
from turnwright.language.input import Card
from turnwright.site.clauses import References
from turnwright.site.page import example_url
from turnwright.site.pages.example.lines import LineView, line_views
from turnwright.site.pages.example.view import abbreviations, army_cards, example_page
from turnwright.site.rendering import render
from turnwright.site.site_data import SiteData

ICE = """\
ruleset: ice
language: 2
title: Thin ice
sides: [red, blue]
synonyms: {breath: [B]}
steps:
  battle:
    clauses:
      - {id: battle.rounds, text: Round follows round., means: {repeats: round}}
  round:
    clauses:
      - id: day.turns
        text: Each side has a turn.
        means: {cadence: each_player, first: listed_first, each: [turn], until: all_dealt}
  turn:
    title: Turn
    clauses:
      - id: turn.moves
        text: In it each of your units may cross the ice.
        means: {cadence: one_side, first: active, each: [cross], among: own, together: one}
      - id: turn.once
        text: Each crosses once, if you like.
        means: {until: none_left, limit: {per: turn}, finish: allowed}
  cross:
    title: Crossing
    verb: cross
    clauses:
      - {id: cross.rolls, text: Crossing takes a roll., means: {check: footing}}
      - id: cross.counts
        text: Steps are counted.
        machine: true
        means: {changes: {value: steps, by: 1}}
      - {id: cross.notes, text: One that crosses has set out., means: {sets: {fact: set_out}}}
      - {id: cross.tires, text: It wears you out., means: {changes: {value: breath, by: -1}}}
      - id: cross.over
        text: One that stands is across.
        means: {result: {outcome: [stands], then: carry_out}}
      - {id: cross.wet, text: One that slips is wet., means: {sets: {fact: wet, outcome: [slips]}}}
      - id: cross.breaks
        text: A slip ends the turn.
        means: {result: {outcome: [slips], then: end, step: turn}}
checks:
  footing:
    title: Footing
    clauses:
      - {id: footing.roll, text: Roll a die., means: {roll: 1d6}}
      - {id: footing.stands, text: From 3 on it stands., means: {band: {outcome: stands, low: 3}}}
      - {id: footing.slips, text: Up to 2 it slips., means: {band: {outcome: slips, high: 2}}}
facts:
  set_out: {title: Has set out}
  wet: {title: Wet}
  sunk:
    clauses: [{id: sunk.gone, text: What sank is gone., means: {leaves: at_once}}]
values:
  breath:
    title: Breath
    clauses: [{id: breath.three, text: You have three breaths., means: {starts: 3}}]
  steps:
    clauses: [{id: steps.none, machine: true, text: None are counted yet., means: {starts: 0}}]
"""

DAY = """\
example: Ash slips
ruleset: ice
shows: [turn.moves]
given:
  red: [Ash, Birch]
  blue: [Elm, Fir]
play:
  - {side: red, does: cross, unit: Ash}
  - {roll: [5]}
  - {declare: sunk, unit: Fir, note: It was old.}
  - {side: red, does: done}
  - {side: blue, does: cross, unit: Elm}
  - {roll: [1]}
  - {side: red, does: cross, unit: Birch}
"""


@pytest.fixture(scope="module")
def ice(tmp_path_factory: pytest.TempPathFactory) -> SiteData:
    """The invented system with a day on the ice."""
    folder = tmp_path_factory.mktemp("ice")
    (folder / "ice/examples").mkdir(parents=True)
    (folder / "ice/ruleset.yaml").write_text(ICE, encoding="utf-8")
    (folder / "ice/examples/play.yaml").write_text(DAY, encoding="utf-8")
    site = SiteData.read(folder)
    assert [record.mismatches for record in site.records] == [()]
    return site


def lines_of(site: SiteData) -> tuple[LineView, ...]:
    """The lines of the day."""
    record = site.records[0]
    location = site.location(example_url("ice", record.example.slug))
    return line_views(References(site, location, "ice"), record, Labels(record.ruleset))


def test_who_is_done_and_what_dice_did_is_told_with_the_line_before(ice: SiteData):
    """With what was not done, and with the notes of all; every line keeps its address."""
    lines = lines_of(ice)
    page = str(render("pages/example/page", example_page(ice, ice.records[0])))

    assert [line.numbers for line in lines] == [(0,), (1,), (2, 3, 4), (5,), (6,), (7,)]
    assert lines[2].followed == (
        "Ash: breath -1, now 2.",
        "Fir: sunk.",
        "Birch does not cross.",
    )
    assert lines[2].notes == ("It was old.",)
    assert lines[2].chance == "Blue chooses"
    assert all(f'id="line-{number}"' in page for number in range(8))


def test_dice_say_what_they_needed(ice: SiteData):
    """As the numbers are for whoever rolls."""
    told = lines_of(ice)[2].sentence

    assert told == "5 is rolled for the footing (needs 3 or more): stands."


def test_a_failure_is_told_with_what_it_ends(ice: SiteData):
    """And with what the dice have made of somebody."""
    failed = lines_of(ice)[4]

    assert failed.sentence == "1 is rolled for the footing (needs 3 or more): slips."
    assert failed.followed == ("Elm: wet.", "The turn is over.", "Round 2 begins.")


def test_what_only_the_machine_counts_or_notes_is_not_told(ice: SiteData):
    """A number that players keep is, with what it is now."""
    crossed = lines_of(ice)[2]

    assert [told for told in crossed.followed if "Ash" in told] == ["Ash: breath -1, now 2."]
    behind = [link.href.rpartition("#")[2] for _, link in crossed.rules]
    assert "cross.tires" in behind
    assert "cross.counts" not in behind


def test_a_round_is_cut_into_scenes(ice: SiteData):
    """A turn begins one; the page has it as a heading."""
    headings = {line.number: line.scene for line in lines_of(ice) if line.scene}

    assert headings == {0: "Red: Turn", 5: "Blue: Turn", 7: "Red: Turn"}


def test_cards_are_written_as_in_a_rulebook(ice: SiteData):
    """With the letters that the ruleset knows, and distances in inches."""
    ash = Card(
        has={"breath": 4},
        carries={"Bow": ("ranged",)},
        profiles={"Bow": {"range": 9, "breath": 2, "ap": -1}},
    )
    example = Example(example="x", ruleset="ice", given={"red": {"Ash": ash}})
    short = abbreviations(ice.rulesets, "ice")

    cards = army_cards(example, Labels(ice.rulesets["ice"]), short)

    assert cards["red"]["Ash"] == 'B 4; Bow (ranged): 9", B 2, AP -1'


def test_no_id_of_a_rule_stands_on_the_page_of_an_example(ice: SiteData):
    """Only in what is for programs."""
    page = str(render("pages/example/page", example_page(ice, ice.records[0])))
    for_players = page.partition('id="session"')[0]

    assert ">turn.moves<" not in for_players
    assert ">In it each of your units may cross the ice.<" in for_players
