"""What is handed out: sheets for a site, and a clear word where there can be none."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from turnwright.load.cache import KeptFiles
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.sheet import build, typesetting
from turnwright.sheet.build import build_sheet, sheet_path, sheet_requests
from turnwright.sheet.content import Sheet
from turnwright.sheet.request import SheetKind, SheetRequest
from turnwright.sheet.typesetting import TypstMissing
from turnwright.site.build import make_site
from turnwright.site.site_data import SiteData

Reading = Callable[[str], Library]


AGREED = """
options:
  hush:
    title: Hush
    steps:
      draw:
        clauses: [{id: draw.hush, text: Nobody speaks., means: {sets: {fact: hurt, of: anyone}}}]
packs: {quiet: {title: Quiet, options: [hush]}}
"""


def test_a_site_has_every_system_and_pack(invented: Reading, duel: str):
    """For players and for referees; what is agreed, for each system alone."""
    site = SiteData.of(invented(duel + AGREED), "index.html")
    made = make_site(site).files
    sheets = {path: pdf for path, pdf in made.items() if path.startswith("sheets/")}

    wanted = ("invented", "invented-quiet", "player/invented", "player/invented-quiet")
    wanted += ("agreement/invented",)
    assert sheets.keys() == {f"sheets/{name}.pdf" for name in wanted}
    assert all(pdf.startswith(b"%PDF-1.7") for pdf in sheets.values())


def test_our_own_sheets_are_some_forty(library: Library):
    """A sketch, which is short, has one for players alone."""
    asked = list(sheet_requests(library))

    assert len(asked) in range(35, 48)
    assert [each.kind for each in asked if each.system == "saga"] == [SheetKind.PLAYER]


def test_sheets_that_are_as_before_are_not_made_anew(
    invented: Reading, duel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A build that follows another takes what that one kept; what changed is made."""
    kept, asked = KeptFiles(tmp_path / "kept"), SheetRequest(system="invented")
    first = build_sheet(invented(duel), asked, kept)
    made = []

    def noted(sheet: Sheet, *given: Any) -> bytes:
        made.append(sheet.title)
        return typesetting.typeset(sheet, *given)

    monkeypatch.setattr(build, "typeset", noted)
    assert build_sheet(invented(duel), asked, kept) == first
    assert made == []
    build_sheet(invented(duel.replace("A duel", "Two duels")), asked, kept)
    assert made == ["Two duels"]


def test_a_kept_sheet_that_was_cut_short_is_made_anew(invented: Reading, duel: str, tmp_path: Path):
    """A full disk or a power cut costs time and nothing else."""
    kept, asked = KeptFiles(tmp_path / "kept"), SheetRequest(system="invented")
    first = build_sheet(invented(duel), asked, kept)
    for file in (tmp_path / "kept").iterdir():
        file.write_bytes(file.read_bytes()[:-100])

    assert build_sheet(invented(duel), asked, kept) == first


def test_no_two_sheets_have_the_same_path(library: Library):
    """Whatever options, readings and packs are called."""
    paths = [sheet_path(request) for request in sheet_requests(library)]

    assert len(paths) > len(library.rulesets)
    assert len(set(paths)) == len(paths)


def test_what_does_not_fit_says_what_to_shorten(invented: Reading, duel: str):
    """The longest clauses are named, each with its place in the file."""
    words = "word " * 600
    library = invented(
        duel.replace("Nobody shoots twice.", words.strip()).replace(
            "They shoot in turn.", (words * 40).strip()
        )
    )

    with pytest.raises(SourceError) as refused:
        build_sheet(library, SheetRequest(system="invented"))

    first, second, *_ = refused.value.problems
    assert first.message == (
        "The sheet of `invented` does not fit on 6 sides in type of 9 points, and "
        "`invented.shot.who` is one of its longest clauses: 119999 letters."
    )
    assert first.hint == "Shorten it, or write a book: its entries sum clauses up."
    lines = duel.splitlines()
    assert "shot.who" in lines[first.line - 1]
    assert "shot.limit" in lines[second.line - 1]
    assert "`invented.shot.limit`" in second.message


def test_a_sentence_that_is_longer_than_a_column_goes_on_in_the_next(
    invented: Reading, duel: str, read_back: Callable[[bytes], Any]
):
    """However large the type, nothing of it is printed over the foot or beyond the paper."""
    library = invented(duel.replace("Nobody shoots twice.", "plank " * 1400))

    sheet = read_back(build_sheet(library, SheetRequest(system="invented")))

    assert sheet.text.count("plank") == 1400
    words = [one for page in sheet.pages for one in page if "Faustina" in one.fontname]
    foot = max(one.y1 for page in sheet.pages for one in page if round(one.size, 1) == 7)
    assert min(one.y0 for one in words) > foot


def test_a_letter_that_no_type_has_is_told(invented: Reading, duel: str):
    """Rather than print an empty box."""
    library = invented(duel.replace("Nobody shoots twice.", "中文"))

    with pytest.raises(SourceError) as refused:
        build_sheet(library, SheetRequest(system="invented"))

    assert "The sheet of `invented` cannot be set." in str(refused.value)


def test_without_typst_one_is_told_how_to_get_it(
    invented: Reading, duel: str, monkeypatch: pytest.MonkeyPatch
):
    """Sheets are an extra, and everything else goes on without."""
    monkeypatch.setitem(sys.modules, "typst", None)
    typesetting._compiler.cache_clear()
    library = invented(duel.replace("A duel", "A duel without typst"))

    with pytest.raises(TypstMissing) as told:
        build_sheet(library, SheetRequest(system="invented"))

    assert str(told.value).endswith("pip install turnwright[pdf]")
    typesetting._compiler.cache_clear()
