"""An example that is watched: its sentences, the drawing of the table, and what is beside it."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from turnwright.describe.dice_and_markers import dice_of, lasting
from turnwright.describe.labels import Labels
from turnwright.site.clauses import References
from turnwright.site.drawing.board import Board, Boards
from turnwright.site.page import example_url
from turnwright.site.pages.example.lines import LineView, line_views
from turnwright.site.pages.example.view import ExamplePage, example_page
from turnwright.site.rendering import render
from turnwright.site.site_data import SiteData

MEADOW = """\
ruleset: meadow
language: 2
title: Meadow
sides: [red, blue]
steps:
  battle:
    clauses:
      - {id: battle.rounds, text: Round follows round., means: {repeats: round}}
  round:
    title: Watch
    clauses:
      - id: turns.cadence
        text: Sides take turns.
        means: {cadence: alternate, among: own, together: one, uneven: runs_on, until: none_left}
      - {id: turns.first, text: Red begins., means: {first: listed_first}}
      - id: turns.each
        text: "A unit walks, charges or shoots."
        means: {each: [walk, charge, shoot]}
      - {id: turns.once, text: Each unit acts once a round., means: {limit: {per: round}}}
  walk:
    title: Walk
    verb: walk
    clauses:
      - {id: walk.far, text: One walks up to 6 inches., means: {moves: {up_to: 6}}}
  charge:
    title: Charge
    verb: charge
    clauses:
      - {id: charge.far, text: A charge goes up to 6 inches., means: {moves: {up_to: 6}}}
      - id: charge.engages
        text: A charge may bring one into a fight.
        means: {may_enter: engaged}
  shoot:
    title: Shooting
    verb: shoot (at)
    clauses:
      - {id: shoot.luck, text: A shot takes luck., means: {check: luck}}
      - {id: shoot.at, text: One shoots at an enemy., means: {target: enemy}}
      - id: shoot.hit
        text: "It is a hit or a miss."
        means: {result: {outcome: [hit, miss], then: carry_out}}
checks:
  luck:
    title: Luck
    clauses:
      - {id: luck.dice, text: Two dice are rolled., means: {roll: 2d6}}
      - {id: luck.hit, text: From 7 on it is a hit., means: {band: {outcome: hit, low: 7}}}
      - {id: luck.miss, text: Up to 6 it is a miss., means: {band: {outcome: miss, high: 6}}}
facts:
  engaged:
    title: In a fight
    of: pair
    clauses:
      - {id: engaged.near, text: Enemies within 1 inch are in a fight., means: {within: 1}}
  slain:
    title: Slain
    of: models
    clauses:
      - {id: slain.gone, text: A unit without models is gone., means: {leaves: last_model}}
"""

PLAY = """\
example: The Lancers charge the Pikemen
ruleset: meadow
shows: [charge.far, turns.cadence]
given:
  red: {Lancers: {models: 5, at: [10, 10]}, Ash: {at: [2, 10]}}
  blue: {Pikemen: {models: 8, at: [10, 15]}, Elm: {at: [60, 60]}}
play:
  - {side: red, does: charge, unit: Lancers, to: [10, 3.5], refused: charge.far}
  - {side: red, does: charge, unit: Lancers, to: [10, 14]}
  - {side: blue, does: shoot, unit: Pikemen, target: Ash}
  - {roll: [3, 5]}
  - {declare: slain, unit: Ash, models: 1}
  - {declare: slain, unit: Lancers, models: 1, note: They stay.}
---
example: Nobody says where units are
ruleset: meadow
shows: [turns.cadence]
given: {red: [Ash, Birch], blue: [Elm]}
play:
  - {side: red, does: walk, unit: Ash, inches: 1}
"""


def played(folder: Path, plays: str) -> SiteData:
    """The invented system with these plays of it."""
    (folder / "meadow/examples").mkdir(parents=True)
    (folder / "meadow/ruleset.yaml").write_text(MEADOW, encoding="utf-8")
    (folder / "meadow/examples/play.yaml").write_text(plays, encoding="utf-8")
    return SiteData.read(folder)


@pytest.fixture(scope="module")
def meadow(tmp_path_factory: pytest.TempPathFactory) -> SiteData:
    """An invented system, and two plays of it."""
    site = played(tmp_path_factory.mktemp("meadow"), PLAY)
    assert [record.mismatches for record in site.records] == [(), ()]
    return site


def refs_of(site: SiteData, number: int = 0) -> References:
    """Links to rules, as they are on the page of a play."""
    slug = site.records[number].example.slug
    return References(site, site.location(example_url("meadow", slug)), "meadow")


def steps_of(site: SiteData, number: int = 0) -> tuple[LineView, ...]:
    """The lines of a play."""
    record = site.records[number]
    return line_views(refs_of(site, number), record, Labels(record.ruleset))


def board(step: LineView) -> Board:
    """The drawing of a line."""
    assert step.board is not None
    return step.board


def test_each_line_reads_as_a_player_would_tell_it(meadow: SiteData):
    """With names, numbers and plurals as they are spoken."""
    assert [step.sentence for step in steps_of(meadow)] == [
        "Both sides are ready.",
        "The Lancers want to charge 6.5 inches.",
        "The Lancers charge 4 inches.",
        "The Pikemen shoot at Ash.",
        "3 and 5 are rolled for the luck (hit on 7 or more), 8 in all: hit.",
        "Ash loses the last model.",
        "The Lancers lose 1 model and have 4 left.",
    ]


def test_what_followed_is_told_in_sentences_too(meadow: SiteData):
    """Who fights whom, and who is gone."""
    steps = steps_of(meadow)

    assert steps[2].followed == ("The Lancers and the Pikemen are now in a fight.",)
    assert steps[5].followed == ("Ash is out of the battle.",)


def test_a_line_that_the_rules_refuse_says_the_rule(meadow: SiteData):
    """As a sentence, with the way to it."""
    refused = steps_of(meadow)[1]

    assert refused.row.refused
    assert [str(refs_of(meadow).sentence(one)) for one in refused.refused_by] == [
        "A charge goes up to 6 inches."
    ]


def test_who_may_act_stands_beside_it_and_for_the_others_what_bars_them(meadow: SiteData):
    """A sentence and no bare id."""
    after = steps_of(meadow)[6]
    barred = {units: str(reason) for units, reason, _ in after.barred}

    assert after.chance == "Red chooses"
    assert after.choices == ("Lancers: Walk or Shooting",)
    assert barred == {("Pikemen", "Elm"): "Sides take turns."}


def test_the_table_is_drawn_where_positions_are_known(meadow: SiteData):
    """The move has its way and its length, and a unit far from everything is only named."""
    step = steps_of(meadow)[2]
    drawn = board(step)
    (move,) = [line for line in drawn.lines if line.kind == "move"]

    assert {unit.name for unit in drawn.units} == {"Lancers", "Ash", "Pikemen"}
    assert move.label == "4\u2033"
    assert "Elm" in drawn.elsewhere
    assert step.turning


def test_whoever_fights_is_tied_to_the_enemy_in_the_drawing(meadow: SiteData):
    """And the words of the drawing say so."""
    before, after = (board(step) for step in steps_of(meadow)[1:3])

    assert [line.kind for line in before.lines] == ["refused"]
    assert "pair" in [line.kind for line in after.lines]
    assert "In contact: Lancers and the Pikemen." in after.summary


def test_a_shot_shows_how_far_the_target_is(meadow: SiteData):
    """In inches, from base to base."""
    (shot,) = [line for line in board(steps_of(meadow)[3]).lines if line.kind == "range"]

    assert shot.label == "9.43\u2033"


def test_what_has_just_changed_is_marked(meadow: SiteData):
    """And whoever is gone is crossed out where it was."""
    units = {unit.name: unit for unit in board(steps_of(meadow)[5]).units}

    assert (units["Ash"].changed, units["Ash"].gone) == (True, True)
    assert not units["Lancers"].changed


def test_names_do_not_lie_over_each_other(meadow: SiteData):
    """Neither in the frame of a table nor in rows, and no name is cut off."""
    for record in meadow.records:
        boards = Boards(record)
        for number in range(len(record.rows)):
            drawn = boards.draw(number)
            assert drawn is not None
            places = [unit.label for unit in drawn.units]
            assert len({*places}) == len(places)
            # A letter rises about ten above the line it is written on, and hangs about four below.
            assert all(0 < x < drawn.width and 10 <= y <= drawn.height - 4 for x, y in places)


def test_where_nobody_says_where_units_are_each_side_has_its_row(meadow: SiteData):
    """The first above the second."""
    drawn = board(steps_of(meadow, 1)[1])
    heights = {unit.name: unit.places[0][1] for unit in drawn.units}

    assert drawn.grid == ""
    assert heights["Ash"] == heights["Birch"] < heights["Elm"]


def test_dice_are_drawn_as_dice(meadow: SiteData):
    """With as many pips as they show."""
    rows = meadow.records[0].rows
    dice = dice_of(rows[4], rows[3])

    assert [die.shows for die in dice] == [3, 5]
    assert [die.pips.count("h0") for die in dice] == [3, 5]


def test_what_lasts_stands_below_the_picture(meadow: SiteData):
    """Whose it is, and whom it is on."""
    record = meadow.records[0]
    going = SimpleNamespace(ability="long_ward", source=6, target=5)
    state = record.rows[2].game.state
    rest = SimpleNamespace(effects=(going,))
    row: Any = SimpleNamespace(
        game=SimpleNamespace(state=SimpleNamespace(roster=state.roster, rest=rest))
    )

    assert lasting(row, Labels(record.ruleset)) == ("Long ward of Elm, on Pikemen",)


def page_of(site: SiteData) -> ExamplePage:
    """The page of the first play."""
    return example_page(site, site.records[0])


def test_a_shown_rule_leads_to_the_line_that_shows_it(meadow: SiteData):
    """To where it refuses, or brings something about."""
    lines = page_of(meadow).shows

    assert lines["charge.far"] == 1
    assert lines["turns.cadence"] is not None


def test_without_script_the_list_has_the_drawings_of_the_turning_points(meadow: SiteData):
    """And those in between wait for the player."""
    html = str(render("pages/example/page", page_of(meadow)))

    assert html.count('<svg class="board"') == 7
    assert 0 < html.count('class="table" hidden>') < 7
    assert 'id="line-6"' in html
    assert "Claimed" not in html


def test_what_stands_where_it_stood_is_on_the_page_once(meadow: SiteData):
    """And is used again; whoever moves is drawn anew."""
    html = str(render("pages/example/page", page_of(meadow)))
    used = re.findall('<use href="#([^"]*)"/>', html)

    assert used
    assert all(html.count(f'id="{shape}"') == 1 for shape in used)
    assert html.count('<path class="rule"') == 1
    assert html.count(">Ash</text>") > 1


MARCH = """\
example: Each of the Lancers goes where it will
ruleset: meadow
shows: [walk.far]
given:
  red: {Lancers: {models: 3, base: 25, places: [[10, 10], [12, 10], [14, 10]]}, Ash: {at: [2, 10]}}
  blue: {Pikemen: {models: 8, at: [14, 15]}}
play:
  - {does: walk, unit: Lancers, places: [[10, 10], [12, 17], [14, 10]], refused: walk.far}
  - {side: red, does: charge, unit: Lancers, places: [[10, 10], [12, 13], [14, 14]]}
  - {side: blue, does: shoot, unit: Pikemen, target: Ash}
  - {roll: [3, 5]}
  - {side: red, does: walk, unit: Ash, to: [2, 11]}
  - {declare: placed, unit: Lancers, places: [[9, 9], [12, 13], [14, 14]]}
  - {declare: slain, unit: Lancers, models: 3}
"""


@pytest.fixture(scope="module")
def march(tmp_path_factory: pytest.TempPathFactory) -> SiteData:
    """A play in which each model of a unit has its place."""
    site = played(tmp_path_factory.mktemp("march"), MARCH)
    assert [record.mismatches for record in site.records] == [()]
    return site


def test_each_model_of_a_unit_is_drawn_where_it_stands(march: SiteData):
    """As large as its base, with the name of the unit once and no number on it."""
    first = board(steps_of(march)[0])
    (lancers,) = (unit for unit in first.units if unit.name == "Lancers")
    (pikemen,) = (unit for unit in first.units if unit.name == "Pikemen")
    html = str(render("pages/example/page", page_of(march)))
    drawing = html[html.index('class="board"') :].partition("</svg>")[0]

    across, twice = (x - lancers.places[0][0] for x, _ in lancers.places[1:])
    assert twice == pytest.approx(2 * across, abs=0.2)
    assert lancers.r == pytest.approx(across / 2 * 25 / 25.4 / 2, abs=0.1)
    assert (lancers.models, len({y for _, y in lancers.places})) == ("", 1)
    assert (pikemen.models, len(pikemen.places)) == ("8", 1)
    assert first.summary == "Red: Lancers (3 models) and Ash. Blue: Pikemen (8 models)."
    assert drawing.count(">Lancers<") == 1
    # A circle for each model and a ring around it, and two for each of the others.
    assert drawing.count("<circle") == 2 * 3 + 2 + 1


def test_the_move_of_single_models_is_told_as_that_of_the_farthest(march: SiteData):
    """Also of one that is refused."""
    _, refused, charge, *_ = steps_of(march)

    assert [line.label for line in board(refused).lines] == ["7\u2033"]
    assert [line.label for line in board(charge).lines if line.label] == ["4\u2033"]
    assert refused.sentence == "The Lancers want to walk up to 7 inches."
    assert charge.sentence == "The Lancers charge up to 4 inches."


def test_units_in_contact_are_joined_where_they_are_nearest(march: SiteData):
    """From one model to another."""
    charge = board(steps_of(march)[2])
    (pair,) = (line for line in charge.lines if line.kind == "pair")
    (pikemen,) = (unit for unit in charge.units if unit.name == "Pikemen")
    (lancers,) = (unit for unit in charge.units if unit.name == "Lancers")

    assert pair.path == "M{:g} {:g}L{:g} {:g}".format(*lancers.places[2], *pikemen.places[0])


def test_where_models_stand_now_is_told_and_who_is_gone_is_crossed_out(march: SiteData):
    """Each of them, where it was."""
    *_, placed, gone = steps_of(march)
    (lancers,) = (unit for unit in board(gone).units if unit.name == "Lancers")

    assert placed.sentence == "The models of the Lancers have new places."
    assert lancers.gone
    html = str(render("pages/example/page", page_of(march)))
    assert "at (10, 10), (12, 10) and (14, 10)" in html
