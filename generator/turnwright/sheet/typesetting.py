"""Typesetting with typst: sheets, in the largest type that fits the fewest pages, and stills."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from turnwright.sheet.content import Sheet
from turnwright.sheet.request import SheetKind

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


def typeset(sheet: Sheet, kind: SheetKind) -> bytes:
    """Typeset a sheet on the fewest sides, in the largest type in which it takes no more, as PDF.

    A side is as wide as A4 and as tall as US Letter. Raises TooLong, Unprintable or TypstMissing.
    """
    words = json.dumps(asdict(sheet), ensure_ascii=False)
    sizes = SIZES[kind]
    fitting, fewest = _compile(words, sizes.smallest)
    if sheet.twice and fewest > 1:
        return typeset(replace(sheet, twice=False), kind)
    if fewest > MOST_SIDES:
        raise TooLong
    # Sizes are counted in steps; `low` fits, and `high` does not.
    low, high = 0, int((sizes.largest - sizes.smallest) / SIZE_STEP) + 1
    while high - low > 1:
        middle = (low + high) // 2
        pdf, sides = _compile(words, sizes.smallest + middle * SIZE_STEP)
        if sides > fewest:
            high = middle
        else:
            low, fitting = middle, pdf
    return fitting


def _compile(words: str, size: float) -> tuple[bytes, int]:
    """Compile the sheet in one font size; returns the PDF and its number of sides."""
    compiler = _compiler(TEMPLATE)
    try:
        pdf = compiler.compile(
            format="pdf",
            sys_inputs={"sheet": words, "size": str(size)},
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
