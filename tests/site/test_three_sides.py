"""Three sides, or four, are as good as two: on every page, in the data and print."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from turnwright.sheet.compose import compose
from turnwright.sheet.request import SheetRequest, resolve_request
from turnwright.site.data.files import data_files
from turnwright.site.pages.example.view import example_page
from turnwright.site.pages.system.view import system_page
from turnwright.site.site_data import SiteData
from turnwright.site.site_map import pages

SIDES = ("red", "blue", "green", "grey")
RULESET = """\
ruleset: ponds
language: 2
title: Ponds
status: sketch
checked: Looked up in a *drawer*; not sure of the newts.
sides: [{sides}]
documents: {{pond: {{title: The pond}}}}
steps:
  battle:
    source: {{document: pond}}
    clauses:
      - {{id: battle.rounds, text: Round follows round., means: {{repeats: round}}}}
  round:
    source: {{document: pond}}
    clauses:
      - {{id: round.alternate, text: Frogs leap in turn., means: {{cadence: alternate}}}}
      - {{id: round.first, text: The first listed begins., means: {{first: listed_first}}}}
      - {{id: round.leaps, text: A frog leaps., means: {{each: [leap], together: one, among: own}}}}
      - {{id: round.once, text: A frog leaps once a round., means: {{limit: {{per: round}}}}}}
      - {{id: round.even, text: Whoever has more frogs goes on., means: {{uneven: runs_on}}}}
      - {{id: round.end, text: A round ends when all have leapt., means: {{until: none_left}}}}
  leap:
    source: {{document: pond}}
    clauses:
      - {{id: leap.roll, text: A leap is rolled for., means: {{check: splash}}}}
      - id: leap.dry
        text: A dry leap is a point for the side.
        means: {{changes: {{value: points, by: 1, of: side, outcome: [dry]}}}}
      - id: leap.any
        text: Dry or wet, the leap is over.
        means: {{result: {{outcome: [dry, wet], then: carry_out}}}}
checks:
  splash:
    source: {{document: pond}}
    clauses:
      - {{id: splash.die, text: Roll a die., means: {{roll: 1d6}}}}
      - {{id: splash.dry, text: Four or more is dry., means: {{band: {{outcome: dry, low: 4}}}}}}
      - {{id: splash.wet, text: Less is wet., means: {{band: {{outcome: wet, high: 3}}}}}}
values:
  points:
    of: side
    source: {{document: pond}}
    clauses:
      - {{id: points.none, text: A side begins without a point., means: {{starts: 0}}}}
"""


def example(sides: tuple[str, ...]) -> str:
    """A round in which each side leaps once, and only the last one stays dry."""
    lines = [
        "example: Each side leaps once",
        "ruleset: ponds",
        "shows: [round.alternate, leap.dry]",
        f"given: {{{', '.join(f'{side}: [{side.title()}]' for side in sides)}}}",
        f"values: {{{sides[0]}: {{points: 3}}}}",
        "play:",
    ]
    for side, after in zip(sides, [*sides[1:], sides[0]], strict=True):
        die, points = (6, 1) if side == sides[-1] else (1, 3 if side == sides[0] else 0)
        lines += [
            f"  - {{side: {side}, does: leap, unit: {side.title()}, then: {{awaits: roll}}}}",
            f"  - {{roll: [{die}], then: {{next: {after}, value: {{{side}.points: {points}}}}}}}",
        ]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module", params=[3, 4])
def sides(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The sides of a battle."""
    return SIDES[: request.param]


@pytest.fixture(scope="module")
def ponds(sides: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory) -> SiteData:
    """A sketch for so many sides, and a round of it."""
    folder: Path = tmp_path_factory.mktemp("ponds") / "ponds"
    (folder / "examples").mkdir(parents=True)
    text = RULESET.format(sides=", ".join(sides))
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    (folder / "examples" / "round.yaml").write_text(example(sides), encoding="utf-8")
    return SiteData.read(folder)


def test_the_play_goes_round_all_sides(ponds: SiteData):
    """As the example claims."""
    (record,) = ponds.records

    assert record.mismatches == ()


def test_every_page_is_made(ponds: SiteData, sides: tuple[str, ...]):
    """And the page of the example names every side, its lane and its number."""
    made = {page.url: page.html for page in pages(ponds)}
    (record,) = ponds.records
    shown = example_page(ponds, record)

    assert "systems/ponds/" in made
    assert [*shown.armies] == [*sides]
    assert shown.timeline is not None
    assert len({*shown.timeline.fills}) == len(shown.timeline.sides) == len(sides)
    assert shown.agreed == (f"From the start, {sides[0].capitalize()}: points 3.",)


def test_its_data_have_every_side(ponds: SiteData, sides: tuple[str, ...]):
    """In the form that the schema promises."""
    files = {file.path: json.loads(file.text) for file in data_files(ponds)}
    played = files["data/examples/ponds/each-side-leaps-once.json"]

    Draft202012Validator(files["data/schema/example.json"]).validate(played)
    Draft202012Validator(files["data/schema/index.json"]).validate(files["data/index.json"])
    assert list(played["given"]) == list(sides)
    assert played["values"] == {sides[0]: {"points": 3}}


def test_a_sketch_says_so_wherever_it_is_told(ponds: SiteData):
    """On its page, in the list, in the data and on its sheet."""
    page = system_page(ponds, "ponds")
    made = {page.url: str(page.html) for page in pages(ponds)}
    index = next(json.loads(f.text) for f in data_files(ponds) if f.path == "data/index.json")
    request = SheetRequest(system="ponds")
    sheet = compose(ponds.library, resolve_request(ponds.library, request))

    assert page.is_sketch
    assert "in a <em>drawer</em>" in made["systems/ponds/"]
    assert "A sketch." in made["systems/ponds/"]
    assert 'id="sketches"' in made["systems/"]
    assert index["rulesets"][0]["status"] == "sketch"
    assert index["rulesets"][0]["checked"].startswith("Looked up")
    assert sheet.lead[0][0].text.startswith("A sketch: ")
    assert ("drawer", "emph") in sheet.parts[-1].items[0].say
