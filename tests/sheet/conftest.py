"""Sheets as their readers get them: letters on pages, read back from the PDF."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pdfminer.high_level import extract_pages
from pdfminer.layout import LAParams, LTChar, LTComponent, LTPage
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfparser import PDFParser

from turnwright.load.library import Library
from turnwright.sheet.build import build_sheet
from turnwright.sheet.request import SheetRequest

ROOT = Path(__file__).parents[2]


def letters(found: Iterable[LTComponent]) -> Iterator[LTChar]:
    """Every letter on a page, however deep."""
    for one in found:
        if isinstance(one, LTChar):
            yield one
        elif isinstance(one, Iterable):
            yield from letters(one)


def squeezed(text: str) -> str:
    """The text without its spaces, which a PDF need not have."""
    return "".join(text.split())


@dataclass(frozen=True)
class PrintedSheet:
    """A sheet, read back."""

    pdf: bytes

    @cached_property
    def document(self) -> PDFDocument:
        """What the file says of itself."""
        return PDFDocument(PDFParser(BytesIO(self.pdf)))

    @cached_property
    def pages(self) -> tuple[tuple[LTChar, ...], ...]:
        """The letters of each side."""
        return tuple(tuple(letters(page)) for page in self._laid_out)

    @cached_property
    def _laid_out(self) -> tuple[LTPage, ...]:
        # How letters make up lines is of no interest, and takes long to find out.
        return tuple(extract_pages(BytesIO(self.pdf), laparams=LAParams(all_texts=False)))

    @property
    def size(self) -> tuple[float, float]:
        """How wide and high a side is, in points."""
        return self._laid_out[0].width, self._laid_out[0].height

    @cached_property
    def text(self) -> str:
        """All that is printed, column by column and line by line, without its spaces."""
        return squeezed("".join(self._lines()))

    def _lines(self) -> Iterator[str]:
        for page in self.pages:
            for right in (False, True):
                column = [one for one in page if (one.x0 > self.size[0] / 2) is right]
                column.sort(key=lambda one: (-round(one.matrix[5]), one.x0))
                yield "".join(one.get_text() for one in column)

    def place(self, text: str) -> int:
        """Where in the reading order this stands. Fails when it is not there."""
        return self.text.index(squeezed(text))


@pytest.fixture(scope="session")
def library() -> Library:
    """The rulesets that come with Turnwright."""
    return Library.read(ROOT / "rulesets")


@pytest.fixture
def invented(tmp_path: Path) -> Any:
    """A way to read a ruleset that is written in a test, with its book and its sheet plan."""

    def read(text: str, book: str = "", sheet: str = "") -> Library:
        folder = tmp_path / "invented"
        folder.mkdir(exist_ok=True)
        files = {"ruleset.yaml": text, "book.yaml": book, "sheet.yaml": sheet}
        for name, content in files.items():
            (folder / name).unlink(missing_ok=True)
            if content:
                (folder / name).write_text(content, encoding="utf-8")
        return Library.read(folder)

    return read


@pytest.fixture(scope="session")
def read_back() -> Callable[[bytes], PrintedSheet]:
    """A way to read a PDF."""
    return PrintedSheet


@pytest.fixture(scope="session")
def printing(library: Library) -> Callable[..., PrintedSheet]:
    """A way to print and read back: a system, and whatever else an order says.

    The same order is printed once for all tests.
    """
    read: dict[str, PrintedSheet] = {}

    def order(system: str, **asked: Any) -> PrintedSheet:
        request = SheetRequest(system=system, **asked)
        if repr(request) not in read:
            read[repr(request)] = PrintedSheet(build_sheet(library, request))
        return read[repr(request)]

    return order


DUEL = """
ruleset: invented
language: 2
title: A duel
edition: first edition
official: https://example.org/duel
sides: [red, blue]
documents: {book: {title: The duel book, edition: first edition}, unused: {title: Another book}}
steps:
  battle:
    source: {document: book}
    clauses: [{id: round.again, text: Round follows round., means: {repeats: round}}]
  round:
    source: {document: book}
    clauses:
      - id: round.order
        text: First they draw, then they shoot.
        means: {sequence: [draw, shots]}
  draw:
    title: Draw
    text: Both draw.
  shots:
    title: Shots
    source: {document: book}
    clauses:
      - {id: shot.limit, text: Nobody shoots twice., means: {limit: {per: round}}}
      - {id: shot.what, text: A chance is a shot., means: {each: [shot]}}
      - {id: shot.who, text: They shoot in turn., means: {cadence: alternate}}
      - {id: shot.over, text: So both have shot., follows: [shot.limit]}
      - {id: shot.aim, text: Aim well., advice: It helps.}
  shot:
    title: Shot
    source: {document: book}
    clauses:
      - {id: shot.roll, text: A shot is rolled for., means: {check: aim}}
      - id: shot.hit
        text: A hit lasts.
        means: {sets: {fact: hurt, of: target, outcome: [hit], until: battle}}
checks:
  aim:
    title: Aim
    source: {document: book}
    clauses:
      - {id: aim.dice, text: Roll a die., means: {roll: 1d6}}
      - {id: aim.hit, text: A five or more hits., means: {band: {outcome: hit, low: 5, high: 6}}}
      - {id: aim.miss, text: Anything else misses., means: {band: {outcome: miss, low: 1, high: 4}}}
facts:
  hurt: {title: Hurt}
"""


@pytest.fixture(scope="session")
def duel() -> str:
    """An invented system, as its author writes it."""
    return DUEL
