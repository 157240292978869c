"""A sheet on paper: its sides, its type, and that nothing of it is cut."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdftypes import resolve1
from pdfminer.psparser import LIT

from turnwright.load.library import Library
from turnwright.sheet.build import build_sheet, sheet_requests
from turnwright.sheet.content import styled_text
from turnwright.sheet.request import SheetKind, SheetRequest

LIBRARY = Library.read()
REFEREES, PLAYERS = (
    sorted({each.system for each in sheet_requests(LIBRARY) if each.kind == kind})
    for kind in (SheetKind.REFEREE, SheetKind.PLAYER)
)
EVERY = pytest.mark.parametrize("system", REFEREES)
FOR_PLAYERS = pytest.mark.parametrize("system", PLAYERS)
MARGIN = 22
"""What most printers leave white, in points."""
FOOT = 7.0
"""The size of what stands at the foot: sources and publishers, in points."""
A4, LETTER = (595, 842), (612, 792)

Printing = Callable[..., Any]


def squeezed(text: str) -> str:
    """The text without its spaces, which a PDF need not have."""
    return "".join(text.split())


def objects(document: PDFDocument) -> Iterator[dict[str, object]]:
    """Every dictionary in a file."""
    for table in document.xrefs:
        for number in table.get_objids():
            one = document.getobj(number)
            if isinstance(one, dict):
                yield one


def test_there_are_systems_to_print():
    """Without any, all that follows would hold."""
    assert len(REFEREES) >= 3
    assert len(PLAYERS) > len(REFEREES)


@EVERY
def test_a_system_takes_six_sides_at_most(printing: Printing, system: str):
    """They fit on A4 and on US Letter as they are."""
    sheet = printing(system)

    assert len(sheet.pages) in range(1, 7)
    assert tuple(map(round, sheet.size)) == (A4[0], LETTER[1])


@EVERY
def test_sentences_are_large_enough_to_read(printing: Printing, system: str):
    """All that is set in the type for reading is at least 9 points, and labels at least 6."""
    sheet = printing(system)
    sizes = {(one.fontname, round(one.size, 2)) for page in sheet.pages for one in page}
    reading = {size for font, size in sizes if "Faustina" in font}

    assert reading
    assert min(reading) >= 9
    assert min(size for _, size in sizes) >= 6


@EVERY
def test_nothing_leaves_the_margins(printing: Printing, system: str):
    """Every letter is where printers print."""
    sheet = printing(system)
    width, height = sheet.size

    for page in sheet.pages:
        inked = [one for one in page if one.get_text().strip()]
        assert min(one.x0 for one in inked) >= MARGIN
        assert max(one.x1 for one in inked) <= width - MARGIN
        assert min(one.y0 for one in page) >= MARGIN / 2
        assert max(one.y1 for one in page) <= height - MARGIN / 2


@EVERY
def test_columns_do_not_run_into_each_other(printing: Printing, system: str):
    """No sentence of the left column reaches into the right one."""
    sheet = printing(system)
    middle = sheet.size[0] / 2

    for page in sheet.pages:
        sentences = [one for one in page if "Faustina" in one.fontname]
        assert not [one for one in sentences if one.x0 < middle < one.x1]


@EVERY
def test_the_whole_book_is_there(printing: Printing, library: Library, system: str):
    """All that it says unless somebody agrees otherwise, and the clauses behind it."""
    sheet = printing(system)
    book = library.book(system)
    assert book is not None

    for entry in (entry for chapter in book.chapters for entry in chapter.entries):
        for text in (entry.agree, entry.say):
            words = "".join(span.text for span in styled_text(text))
            assert squeezed(words) in sheet.text, text
        for rule in entry.rules:
            assert squeezed(rule.partition(".")[2]) in sheet.text, rule


@EVERY
def test_the_same_rules_make_the_same_bytes(printing: Printing, library: Library, system: str):
    """A sheet that is made again is the same file, whatever the day."""
    again = build_sheet(library, SheetRequest(system=system))

    assert again == printing(system).pdf


@EVERY
def test_a_screen_reader_is_told_what_it_needs(printing: Printing, system: str):
    """The file is tagged, has a title and a language, and says that it keeps to PDF/UA-1."""
    document = printing(system).document
    catalog = document.catalog

    assert catalog["Lang"] == b"en"
    assert resolve1(catalog["MarkInfo"])["Marked"] is True
    assert resolve1(catalog["StructTreeRoot"])
    assert document.info[0]["Title"]
    assert b"pdfuaid:part" in resolve1(catalog["Metadata"]).get_data()


@EVERY
def test_its_type_travels_with_it(printing: Printing, system: str):
    """All type is embedded, and all of it is ours."""
    sheet = printing(system)
    fonts = {one.fontname for page in sheet.pages for one in page}

    assert all("Faustina" in font or "FiraSans" in font for font in fonts), fonts
    described = [one for one in objects(sheet.document) if one.get("Type") is LIT("FontDescriptor")]
    assert len(described) == len(fonts)
    assert all(one.keys() & {"FontFile2", "FontFile3"} for one in described)


@EVERY
def test_black_and_white_lose_nothing(printing: Printing, system: str):
    """Nothing is in colour: all ink is a grey, and words are dark or stand on black."""
    sheet = printing(system)
    inks = {one.graphicstate.ncolor for page in sheet.pages for one in page}

    assert all(not isinstance(ink, tuple) or len(set(ink)) == 1 for ink in inks), inks


@FOR_PLAYERS
def test_players_have_one_side(printing: Printing, system: str):
    """Of every system and pack, in 10.5 points at least but for the foot, within the margins."""
    for pack in ("", *LIBRARY.rulesets[system].packs):
        sheet = printing(system, pack=pack, kind=SheetKind.PLAYER)
        width, _ = sheet.size

        (page,) = sheet.pages
        reading = [one for one in page if "Faustina" in one.fontname]
        assert {round(one.size, 2) for one in page if round(one.size, 2) < 10.5} <= {FOOT}
        assert not [one for one in reading if one.x0 < width / 2 < one.x1]
        inked = [one for one in page if one.get_text().strip()]
        assert min(one.x0 for one in inked) >= MARGIN
        assert max(one.x1 for one in inked) <= width - MARGIN
        assert "Forplayers" in sheet.text


@FOR_PLAYERS
def test_no_code_leads_nowhere_on_paper(printing: Printing, library: Library, system: str):
    """A player finds no name of a rule on a sheet, for there is nothing to look it up in."""
    sheet = printing(system, kind=SheetKind.PLAYER)

    assert not [
        clause.id for clause in library.effective(system).clauses() if clause.id in sheet.text
    ]


@pytest.mark.parametrize("kind", [SheetKind.CHANGES, SheetKind.AGREEMENT])
def test_what_changes_takes_one_side_and_what_is_agreed_at_most_two(
    printing: Printing, library: Library, kind: SheetKind
):
    """What changes stands there twice, for two players; the other has boxes to tick."""
    asked = [each for each in sheet_requests(library) if each.kind == kind]

    assert len(asked) >= 2
    for one in asked:
        sheet = printing(one.system, pack=one.pack, kind=kind)
        assert len(sheet.pages) <= (1 if kind is SheetKind.CHANGES else 2)
        assert sheet.text.count(squeezed(kind.label)) == (2 if kind is SheetKind.CHANGES else 1)
