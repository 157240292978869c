"""The same armies in every system, on pages: what is drawn, what is counted, what is left out."""

from pathlib import Path

import pytest

from turnwright.load.library import Library
from turnwright.site.pages.armies.view import RosterFigures, armies_pages
from turnwright.site.site_data import SiteData
from turnwright.site.site_map import club_pages, pages

TURNS = """\
ruleset: {name}
language: 2
title: {title}
sides: [red, blue]
steps:
  battle:
    clauses:
      - {{id: round.next, text: Rounds follow., means: {{repeats: round}}}}
  round:
    title: Round
    clauses:
{round}
  go: {{title: Go}}
  fire: {{title: Fire}}
"""
ALTERNATE = """\
      - {id: round.turns, text: In turns., means: {cadence: alternate, first: listed_first}}
      - {id: round.unit, text: A unit., means: {each: [go], among: own, together: one}}
      - {id: round.rest, text: Alone., means: {uneven: runs_on, until: none_left}}
      - {id: round.once, text: Once., means: {limit: {per: round}}}
"""
WHOLE = """\
      - {id: round.each, text: A turn each., means: {cadence: each_player, first: listed_first}}
      - {id: round.turn, text: Turns., means: {each: [turn], until: all_dealt}}
  turn:
    title: Turn
    clauses:
      - {id: turn.parts, text: Go and fire., means: {sequence: [going, firing]}}
  part:
    title: Part
    clauses:
      - {id: part.own, text: One's own., means: {cadence: one_side, first: active, among: own}}
      - {id: part.one, text: One by one., means: {together: one, until: none_left}}
  going:
    title: Going
    like: part
    clauses:
      - {id: going.go, text: They go., means: {each: [go], limit: {per: turn}}}
  firing:
    title: Firing
    like: part
    clauses:
      - {id: firing.fire, text: They fire., means: {each: [fire], limit: {per: turn}}}
"""
CLAUSES = {
    "turns": "round.turns, round.unit, round.rest, round.once, round.next",
    "whole": "round.each, round.turn, turn.parts, part.own, part.one, going.go, firing.fire,"
    " round.next",
}
"""The clauses of each, which a book of it has to say."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two systems and two rosters, one of them with a side too many."""
    for name, title, said in (
        ("turns", "In <turns>", ALTERNATE.replace("  go: ", "")),
        ("whole", "Whole turns", WHOLE),
    ):
        text = TURNS.format(name=name, title=title, round=said.rstrip())
        if name == "turns":
            text = text.replace("  fire: {title: Fire}\n", "")
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "rosters").mkdir()
    two = "sides: {red: [Ash, Birch], blue: [Rook, Swift]}"
    for name, more in (("two", two), ("three", f"{two[:-1]}, green: [Fern]}}")):
        text = f"roster: The <{name}>\nabout: Said of {name}.\n{more}\n"
        (tmp_path / "rosters" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def site(folder: Path) -> SiteData:
    """A site of these."""
    return SiteData(Library.read(folder))


def test_each_roster_has_a_page_and_there_is_a_list_of_them(site):
    """Names are text, and no markup."""
    pages = {page.url: page for page in armies_pages(site)}

    assert set(pages) == {
        "compare/armies/",
        "compare/armies/two/",
        "compare/armies/three/",
    }
    assert "The &lt;two&gt;" in pages["compare/armies/"].html
    assert "In &lt;turns&gt;" in pages["compare/armies/two/"].html


def test_lanes_show_who_acts_and_who_waits(site):
    """Two against two in turns: A and B above, R and S below, none of them twice."""
    page = RosterFigures(site).page(site.library.rosters["two"])
    turns, whole = page.rows

    assert [lane.letters for lane in turns.lanes.lanes] == ["AB", "RS"]
    assert [lane.xs for lane in turns.lanes.lanes] == ["2 22", "12 32"]
    assert turns.lanes.summary == "In order: red Ash; blue Rook; red Birch; blue Swift."
    assert [lane.letters for lane in whole.lanes.lanes] == ["ABAB", "RSRS"]
    assert [phase.title for phase in whole.lanes.phases] == ["Go", "Fire", "Go", "Fire"]


def test_the_matrix_says_whether_units_or_phases_come_one_by_one(site):
    """In whole turns all go before any fires."""
    page = RosterFigures(site).page(site.library.rosters["two"])
    turns, whole = page.rows

    assert turns.loop == "Unit by unit: each does one thing."
    assert whole.loop.startswith("Phase by phase")
    assert whole.when == {
        "Ash": {"go": (1,), "fire": (3,)},
        "Birch": {"go": (2,), "fire": (4,)},
    }


def test_charts_have_the_numbers_that_they_show(site):
    """Before the first reply: one unit acts in turns, and both of them in whole turns."""
    page = RosterFigures(site).page(site.library.rosters["two"])
    chart = next(chart for chart in page.charts if chart.name == "before_reply")

    shown = [
        (system.text, [[*chart.numbers(one)] for one in figures]) for system, figures in chart.rows
    ]
    assert shown == [
        ("In <turns>", [["1", "1", "1"]]),
        ("Whole turns", [["2", "2", "2"]]),
    ]


def test_a_horde_is_counted_by_a_command_and_stops_no_build(folder):
    """Two hundred a side are told of on their page, in which nobody plays them."""
    sides = ("red", "blue")
    units = {side: ", ".join(f"{side.title()}{n}" for n in range(200)) for side in sides}
    said = ", ".join(f"{side}: [{names}]" for side, names in units.items())
    text = f"roster: A horde\nabout: Many.\nsides: {{{said}}}\n"
    (folder / "rosters" / "horde.yaml").write_text(text, encoding="utf-8")
    figures = RosterFigures(SiteData(Library.read(folder)))

    page = figures.page(figures.site.library.rosters["horde"])

    assert page.rows == ()
    assert [why for _, why in page.stopped] == [
        f"400 units are too many for a page; `turnwright simulate {system} --roster horde`"
        " counts them."
        for system in ("turns", "whole")
    ]
    assert "simulate turns --roster horde" in page_of(figures.site, "compare/armies/horde/")


def page_of(site, url):
    """The text of one of the pages of rosters."""
    return next(page.html for page in armies_pages(site) if page.url == url)


OPTIONS = """\
options:
  hush:
    title: Hush
    text: Nobody passes.
    steps:
      round: {clauses: [{id: round.hush, text: No pass., means: {passing: never}}]}
  once:
    title: Once
    text: Each side has a single chance.
    steps:
      round: {clauses: [{id: round.single, text: A single one., means: {chances: 1}}]}
"""


def test_an_option_that_changes_a_figure_is_a_row_and_any_other_is_listed(folder):
    """One chance each is seen; that nobody may pass is not, where nobody does."""
    path = folder / "turns/ruleset.yaml"
    path.write_text(path.read_text(encoding="utf-8") + OPTIONS, encoding="utf-8")
    site = SiteData(Library.read(folder))

    page = RosterFigures(site).page(site.library.rosters["two"])

    ((system, idle),) = page.idle.items()
    assert [row.system.text for row in page.rows][1].endswith(": Once")
    assert (system.text, [link.text for link in idle]) == (page.rows[0].system.text, ["Hush"])


def test_who_acts_next_has_its_numbers_in_a_table(site):
    """In turns it is every other activation; in whole turns the first four."""
    page = RosterFigures(site).page(site.library.rosters["two"])
    turns, whole = page.rows

    assert tuple(turns.numbers) == (("1", "100%"), ("2", "0%"), ("3", "100%"), ("4", "0%"))
    assert tuple(whole.numbers) == (("1\u20134", "100%"), ("5\u20138", "0%"))


def test_a_system_that_cannot_play_a_roster_is_listed_with_the_reason(site):
    """It is for two sides."""
    page = RosterFigures(site).page(site.library.rosters["three"])

    assert not page.rows
    assert [why for _, why in page.stopped] == [
        "It is for 2 sides, and this roster has 3.",
        "It is for 2 sides, and this roster has 3.",
    ]


def test_without_rosters_the_list_says_so(folder):
    """Somebody's own rulesets need none."""
    for roster in (folder / "rosters").iterdir():
        roster.unlink()

    (page,) = armies_pages(SiteData(Library.read(folder)))

    assert "There are no rosters here." in page.html


def test_without_the_laboratory_there_are_no_figures(site, monkeypatch):
    """It is a part of its own; all other pages are as they were."""
    monkeypatch.setattr("turnwright.site.site_map.find_spec", lambda _: None)

    assert not [page.url for page in pages(site) if page.url.startswith("compare/armies/")]


def test_a_club_is_told_what_going_first_comes_to_where_the_rules_were_played(folder):
    """Two against two: one unit before the first reply in turns, both in whole turns."""
    for name in ("turns", "whole"):
        (folder / name / "book.yaml").write_text(
            f"""\
book: {name}
chapters:
  - chapter: round
    title: Round
    entries: [{{say: You take turns., rules: [{CLAUSES[name]}]}}]
club:
  going_first: {{say: The first side begins., rules: [{CLAUSES[name].partition(",")[0]}]}}
  luck: {{say: Nothing is rolled., rules: [round.next]}}
""",
            encoding="utf-8",
        )

    (page,) = club_pages(SiteData(Library.read(folder)))
    first, luck = page.view().questions

    assert first.armies.text == "The <two>"
    assert [(each.system.text, each.count) for each in first.whole] == [
        ("In <turns>", "1"),
        ("Whole turns", "2"),
    ]
    assert [each.count for each in luck.whole] == ["", ""]
