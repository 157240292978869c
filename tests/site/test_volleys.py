"""A volley that is watched: dice and losses as a player would tell them."""

from pathlib import Path

import pytest

from turnwright.describe.labels import Labels
from turnwright.site.clauses import References
from turnwright.site.page import example_url
from turnwright.site.pages.example.lines import LineView, line_views
from turnwright.site.site_data import SiteData

VOLLEY = Path(__file__).parents[1] / "volley" / "ruleset.yaml"

LINES = """\
example: A volley with damage %(damage)s
ruleset: volley
given:
  red: {Elm: {models: 3, at: [0, 20], has: {toughness: 4, armour: 4, wounds: 2}}}
  blue:
    Ash:
      models: 3
      at: [0, 0]
      has: {skill: 3}
      carries: {Gun: [ranged]}
      profiles: {Gun: {range: 24, attacks: 1, strength: 8, ap: 0, damage: %(damage)s}}
play:
  - {side: red, does: shoot, unit: Elm}
  - {side: blue, does: shoot, unit: Ash}
  - {side: blue, does: aim, unit: Ash, target: Elm}
  - {roll: [3, 4, 6]}
  - {roll: [2, 3, 4]}
  - {roll: [1, 2, 3]}
"""


@pytest.fixture(scope="module")
def volleys(tmp_path_factory: pytest.TempPathFactory) -> SiteData:
    """The same dice with a gun that does one damage, and with one that does three."""
    folder = tmp_path_factory.mktemp("volleys")
    (folder / "volley/examples").mkdir(parents=True)
    (folder / "volley/ruleset.yaml").write_text(VOLLEY.read_text("utf-8"), encoding="utf-8")
    plays = "---\n".join(LINES % {"damage": damage} for damage in (1, 3))
    (folder / "volley/examples/play.yaml").write_text(plays, encoding="utf-8")
    site = SiteData.read(folder)
    assert [record.mismatches for record in site.records] == [(), ()]
    return site


def last_line(site: SiteData, sentence: str) -> LineView:
    """The last line of a play: the saves."""
    record = next(record for record in site.records if record.example.example == sentence)
    location = site.location(example_url("volley", record.example.slug))
    refs = References(site, location, "volley")
    return line_views(refs, record, Labels(record.ruleset))[-1]


def test_wounds_are_told_of_the_model_that_has_them(volleys: SiteData):
    """Two of three cost a model with 2 wounds, and the third is the next model's.

    Who goes first in the next round no dice decided, and so nobody tells it here.
    """
    line = last_line(volleys, "A volley with damage 1")

    assert line.sentence == "1, 2 and 3 are rolled for the save (saved on 4 or more): 3 unsaved."
    assert line.followed[:-1] == ("Elm loses 1 model and has 2 left.", "Elm: wounds -1, now 1.")
    assert line.followed[-1] == "Round 2 begins."


def test_models_that_a_volley_costs_are_told_together(volleys: SiteData):
    """And not one by one, with the wounds of each."""
    line = last_line(volleys, "A volley with damage 3")

    assert line.followed[:2] == ("Elm loses the last 3 models.", "Elm is out of the battle.")
