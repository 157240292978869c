"""Typesetting with typst: sheets, in the largest type that fits the fewest pages, and stills."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from turnwright.sheet.content import Sheet
from turnwright.sheet.request import Paper, SheetKind

if TYPE_CHECKING:
    from typst import Compiler

HERE = Path(__file__).parent
TEMPLATE = HERE / "sheet.typ"
STILL_TEMPLATE = HERE / "still.typ"
FONTS = HERE / "fonts"
ROOT = HERE.parent
"""Folder that templates may read files from: the palette is there."""


class Sizes(NamedTuple):
    """Font sizes of body text, in points."""

    smallest: float
    largest: float


SIZES = {
    SheetKind.PLAYER: Sizes(10.5, 13.0),
    SheetKind.CHANGES: Sizes(10.5, 12.5),
    SheetKind.AGREEMENT: Sizes(10.0, 12.0),
    SheetKind.REFEREE: Sizes(9.0, 11.0),
}
"""What is played from is large enough to be read from where one stands."""
SIZE_STEP = 0.5
MOST_SIDES = 6
STILL_RESOLUTION = 72
"""Dots per inch of a still: a picture of 600 points is as many pixels wide."""
FIXED_TIMESTAMP = 0
"""Timestamp of every PDF, for reproducible builds."""


class TypstMissing(Exception):
    """Error: typst, an optional dependency, is not installed."""

    def __str__(self) -> str:
        return "Sheets are made by typst, which is not here. To get it: pip install turnwright[pdf]"


class Unprintable(Exception):
    """Error: typst cannot render the content, such as a glyph that no font has."""


class TooLong(Exception):
    """Error: the sheet takes more sides than any may, even in the smallest font size."""


def is_typst_here() -> bool:
    """True when typst is installed, and can be loaded."""
    try:
        import typst  # noqa: F401
    except ImportError:
        return False
    return True


@cache
def _compiler(template: Path) -> Compiler:
    try:
        from typst import Compiler
    except ImportError:
        raise TypstMissing from None
    # Bundled fonts only, for reproducible builds.
    return Compiler(
        str(template), root=str(ROOT), font_paths=[str(FONTS)], ignore_system_fonts=True
    )


def typeset(sheet: Sheet, paper: str, kind: SheetKind) -> bytes:
    """Typeset a sheet on the fewest sides, in the largest type in which it takes no more, as PDF.

    Letter is set like A4, or smaller where it would take more sides. Raises TooLong, Unprintable
    or TypstMissing.
    """
    sizes = SIZES[kind]
    attempts = _attempts(json.dumps(asdict(sheet), ensure_ascii=False))
    fewest = attempts.sides_at(Paper.A4, sizes.smallest)
    if sheet.twice and fewest > 1:
        return typeset(replace(sheet, twice=False), paper, kind)
    if fewest > MOST_SIDES:
        raise TooLong
    size = attempts.largest(sizes, fewest)
    while size > sizes.smallest and attempts.sides_at(paper, size) > fewest:
        size -= SIZE_STEP
    return attempts.pdf(paper, size)


class _Attempts:
    """Attempts at a sheet in several sizes of type, each set once."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._made: dict[tuple[str, float], tuple[bytes, int]] = {}

    def _set(self, paper: str, size: float) -> tuple[bytes, int]:
        if (paper, size) not in self._made:
            self._made[paper, size] = _compile(self._words, paper, size)
        return self._made[paper, size]

    def sides_at(self, paper: str, size: float) -> int:
        """How many sides it takes."""
        return self._set(paper, size)[1]

    def pdf(self, paper: str, size: float) -> bytes:
        """The PDF."""
        return self._set(paper, size)[0]

    def largest(self, sizes: Sizes, sides: int) -> float:
        """The largest size in which it takes so many sides of A4."""
        # Sizes are counted in steps; `low` fits, and `high` does not.
        low, high = 0, int((sizes.largest - sizes.smallest) / SIZE_STEP) + 1
        while high - low > 1:
            middle = (low + high) // 2
            if self.sides_at(Paper.A4, sizes.smallest + middle * SIZE_STEP) > sides:
                high = middle
            else:
                low = middle
        return sizes.smallest + low * SIZE_STEP


@lru_cache(maxsize=2)
def _attempts(words: str) -> _Attempts:
    """Attempts at a sheet, kept while it is set on one paper after the other."""
    return _Attempts(words)


def _compile(words: str, paper: str, size: float) -> tuple[bytes, int]:
    """Compile the sheet in one font size; returns the PDF and its number of sides."""
    compiler = _compiler(TEMPLATE)
    try:
        pdf = compiler.compile(
            format="pdf",
            sys_inputs={"sheet": words, "paper": paper, "size": str(size)},
            pdf_standards="ua-1",
            timestamp=FIXED_TIMESTAMP,
        )
    except RuntimeError as error:
        raise Unprintable(str(error)) from None
    sides = json.loads(compiler.query("<sides>", field="value", one=True))
    assert isinstance(pdf, bytes), "nothing but a PDF was asked for"
    return pdf, int(sides)


def draw_still(board: str, title: str, system: str) -> bytes:
    """Draw a still, the picture of an example's page for when it is shared, from a board as SVG.

    Raises Unprintable or TypstMissing.
    """
    inputs = {"board": board, "title": title, "system": system}
    compiler = _compiler(STILL_TEMPLATE)
    try:
        png = compiler.compile(format="png", ppi=STILL_RESOLUTION, sys_inputs=inputs)
    except RuntimeError as error:
        raise Unprintable(str(error)) from None
    assert isinstance(png, bytes), "a still has one page"
    return png
