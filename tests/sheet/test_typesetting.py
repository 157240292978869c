"""A sheet on paper: its sides, its type, and that nothing of it is cut."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdftypes import resolve1
from pdfminer.psparser import LIT

from turnwright.describe.applicability import idle_clauses, without_idle
from turnwright.describe.step_tree import build_tree, reachable_steps
from turnwright.language.step import StepClause
from turnwright.load.library import Library
from turnwright.sheet.build import build_sheet
from turnwright.sheet.clause_groups import group_by_heading
from turnwright.sheet.compose import outline
from turnwright.sheet.request import Audience, Paper, SheetRequest
from turnwright.sheet.typesetting import SMALLEST

SYSTEMS = sorted(
    path.parent.name
    for path in Path(__file__).parents[2].glob("rulesets/*/ruleset.yaml")
    if "\nlibrary: true\n" not in path.read_text(encoding="utf-8")
)
EVERY = pytest.mark.parametrize(
    ("system", "paper"), [(system, paper) for system in SYSTEMS for paper in Paper]
)
MARGIN = 22
"""What most printers leave white, in points."""
SIZES = {Paper.A4: (595, 842), Paper.LETTER: (612, 792)}

Printing = Callable[..., Any]


def said(clause: StepClause) -> list[str]:
    """Under which label of a step a clause is printed."""
    return [label for label, _ in group_by_heading([clause])]


def objects(document: PDFDocument) -> Iterator[dict[str, object]]:
    """Every dictionary in a file."""
    for table in document.xrefs:
        for number in table.get_objids():
            one = document.getobj(number)
            if isinstance(one, dict):
                yield one


def test_there_are_systems_to_print():
    """Without any, all that follows would hold."""
    assert len(SYSTEMS) >= 3


@EVERY
def test_a_system_takes_six_sides_at_most(printing: Printing, system: str, paper: Paper):
    """All are of the paper that was asked for."""
    sheet = printing(system, paper=paper)

    assert len(sheet.pages) in range(1, 7)
    assert tuple(map(round, sheet.size)) == SIZES[paper]


@EVERY
def test_sentences_are_large_enough_to_read(printing: Printing, system: str, paper: Paper):
    """All that is set in the type for reading is at least 8.5 points, and labels at least 6."""
    sheet = printing(system, paper=paper)
    sizes = {(one.fontname, round(one.size, 2)) for page in sheet.pages for one in page}
    reading = {size for font, size in sizes if "Faustina" in font}

    assert reading
    assert min(reading) >= SMALLEST
    assert min(size for _, size in sizes) >= 6


@EVERY
def test_nothing_leaves_the_margins(printing: Printing, system: str, paper: Paper):
    """Every letter is where printers print."""
    sheet = printing(system, paper=paper)
    width, height = sheet.size

    for page in sheet.pages:
        assert min(one.x0 for one in page) >= MARGIN
        assert max(one.x1 for one in page) <= width - MARGIN
        assert min(one.y0 for one in page) >= MARGIN / 2
        assert max(one.y1 for one in page) <= height - MARGIN / 2


@EVERY
def test_columns_do_not_run_into_each_other(printing: Printing, system: str, paper: Paper):
    """No sentence of the left column reaches into the right one."""
    sheet = printing(system, paper=paper)
    middle = sheet.size[0] / 2

    for page in sheet.pages:
        sentences = [one for one in page if "Faustina" in one.fontname]
        assert not [one for one in sentences if one.x0 < middle < one.x1]


@EVERY
def test_every_clause_is_there(printing: Printing, library: Library, system: str, paper: Paper):
    """All words of all rules that the round asks for, or the fewer words that say the same."""
    sheet = printing(system, paper=paper)
    rules = library.effective(system)
    idle = idle_clauses(rules)
    there = [
        clause
        for kind, name, part in rules.parts()
        if kind != "steps" or name in reachable_steps(rules)
        for clause in part.clauses
        if not clause.follows and not clause.advice and clause.full_id not in idle
    ]

    assert len(there) > 10
    for clause in there:
        if not getattr(clause.means, "band", None):
            assert "".join((clause.brief or clause.text).split()) in sheet.text, clause.full_id


@EVERY
def test_the_same_rules_make_the_same_bytes(
    printing: Printing, library: Library, system: str, paper: Paper
):
    """A sheet that is made again is the same file, whatever the day."""
    again = build_sheet(library, SheetRequest(system=system, paper=paper))

    assert again == printing(system, paper=paper).pdf


@EVERY
def test_a_screen_reader_is_told_what_it_needs(printing: Printing, system: str, paper: Paper):
    """The file is tagged, has a title and a language, and says that it keeps to PDF/UA-1."""
    document = printing(system, paper=paper).document
    catalog = document.catalog

    assert catalog["Lang"] == b"en"
    assert resolve1(catalog["MarkInfo"])["Marked"] is True
    assert resolve1(catalog["StructTreeRoot"])
    assert document.info[0]["Title"]
    assert b"pdfuaid:part" in resolve1(catalog["Metadata"]).get_data()


@EVERY
def test_its_type_travels_with_it(printing: Printing, system: str, paper: Paper):
    """All type is embedded, and all of it is ours."""
    sheet = printing(system, paper=paper)
    fonts = {one.fontname for page in sheet.pages for one in page}

    assert all("Faustina" in font or "FiraSans" in font for font in fonts), fonts
    described = [one for one in objects(sheet.document) if one.get("Type") is LIT("FontDescriptor")]
    assert len(described) == len(fonts)
    assert all(one.keys() & {"FontFile2", "FontFile3"} for one in described)


@EVERY
def test_black_and_white_lose_nothing(printing: Printing, system: str, paper: Paper):
    """Nothing is in colour: all ink is a grey, and words are dark or stand on black."""
    sheet = printing(system, paper=paper)
    inks = {one.graphicstate.ncolor for page in sheet.pages for one in page}

    assert all(not isinstance(ink, tuple) or len(set(ink)) == 1 for ink in inks), inks


@EVERY
def test_the_round_comes_first_and_what_is_agreed_last(
    printing: Printing, library: Library, system: str, paper: Paper
):
    """The battle is the first step, then come the others, then tables, then boxes to tick."""
    sheet = printing(system, paper=paper)
    rules = library.effective(system)
    first = rules.steps["battle"].clauses[0]
    battle = sheet.place(first.brief or first.text)

    marks = [sheet.place("Mark on the table")] if "Markonthetable" in sheet.text else []
    agreed = [sheet.place("What you agree")] if rules.readings or rules.gaps else []
    assert [battle, *marks, *agreed] == sorted([battle, *marks, *agreed])


@EVERY
def test_players_have_one_side(printing: Printing, system: str, paper: Paper):
    """In type that is large enough, within the margins, and with the round at its head."""
    sheet = printing(system, paper=paper, audience=Audience.PLAYER)
    width, _ = sheet.size

    (page,) = sheet.pages
    reading = [one for one in page if "Faustina" in one.fontname]
    assert min(round(one.size, 2) for one in reading) >= SMALLEST
    assert not [one for one in reading if one.x0 < width / 2 < one.x1]
    assert min(one.x0 for one in page) >= MARGIN
    assert max(one.x1 for one in page) <= width - MARGIN
    assert "Forplayers" in sheet.text


@EVERY
def test_players_see_who_picks_what_bars_and_what_lasts(
    printing: Printing, library: Library, system: str, paper: Paper
):
    """Every rule about these in every step of the round, down to what a unit may do."""
    sheet = printing(system, paper=paper, audience=Audience.PLAYER)
    rules = without_idle(library.effective(system))
    tree = build_tree(rules)
    assert tree
    steps = {branch.name for branch in outline(tree).walk()} & rules.steps.keys()
    there = [
        clause
        for name in steps
        for clause in rules.steps[name].clauses
        if not clause.follows and not clause.advice and set(said(clause)) & {"Who", "Limits"}
    ]
    there += [clause for term in rules.effects.values() for clause in term.clauses]

    for clause in there:
        if not clause.follows and not clause.advice:
            assert "".join((clause.brief or clause.text).split()) in sheet.text, clause.full_id


@EVERY
def test_a_second_side_is_used(printing: Printing, system: str, paper: Paper):
    """Nobody turns a sheet over for a few lines: what is on the back fills a column of it."""
    sheet = printing(system, paper=paper)

    for back in sheet.pages[1:2]:
        body = [one for one in back if "Faustina" in one.fontname]
        assert [one for one in body if one.x0 > sheet.size[0] / 2]


def test_what_fits_on_one_side_is_on_one(printing: Printing):
    """A sketch with little to agree on takes one side of either paper."""
    sheets = [printing("saga", paper=paper) for paper in Paper]

    assert [len(sheet.pages) for sheet in sheets] == [1, 1]
