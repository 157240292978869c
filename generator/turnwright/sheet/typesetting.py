"""Typesetting with typst: sheets, in the largest type that fits the fewest pages, and stills."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from turnwright.sheet.content import Sheet

if TYPE_CHECKING:
    from typst import Compiler

HERE = Path(__file__).parent
TEMPLATE = HERE / "sheet.typ"
STILL_TEMPLATE = HERE / "still.typ"
FONTS = HERE / "fonts"
ROOT = HERE.parent
"""Folder that templates may read files from: the palette is there."""

SMALLEST, LARGEST = 8.5, 11.0
"""Font size of body text, in points."""
LARGEST_OF_TWO = 13.0
"""Font size of body text on a sheet with two sides, which would else have an empty back."""
SIZE_STEP = 0.5
EASY = 9.0
"""Font size from which on a sheet is easy to read: a fuller one is not set in a smaller type."""
CUT = 1000
"""Page count of a sheet whose picture is cut: more than any sheet may have."""
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
    """Error: the sheet does not fit, even in the smallest font size."""


class TooTall(Exception):
    """Error: the picture of the round is taller than a side, even in the smallest font size."""


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


def typeset(sheets: Sequence[Sheet], paper: str, sides: int) -> bytes:
    """Typeset the first of some sheets that fits on so many sides in an easy size, as PDF.

    The last one may be smaller. It takes no more sides than it has to, and then the largest
    type. Raises TooLong, TooTall, Unprintable or TypstMissing.
    """
    for sheet in sheets:
        words = json.dumps(asdict(sheet), ensure_ascii=False)
        smallest = SMALLEST if sheet is sheets[-1] else EASY
        found, fewest = _compile(words, paper, smallest)
        if fewest > sides:
            continue
        if fewest > 2:
            return found  # A booklet: no size of type saves it a side.
        # Binary search; sizes are counted in steps.
        largest = LARGEST if fewest == 1 else LARGEST_OF_TWO
        fits, too_large = 0, int((largest - smallest) / SIZE_STEP) + 1
        middle = too_large - 1  # Short sheets are frequent, and take the largest type.
        while too_large - fits > 1:
            larger, taken = _compile(words, paper, smallest + middle * SIZE_STEP)
            if taken > fewest:
                too_large = middle
            else:
                fits, found = middle, larger
            middle = (fits + too_large) // 2
        return found
    raise TooTall if fewest == CUT else TooLong


def _compile(words: str, paper: str, size: float) -> tuple[bytes, int]:
    """Compile the sheet at one font size; returns the PDF and its page count, or `CUT`."""
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
    taken = json.loads(compiler.query("<taken>", field="value", one=True))
    assert isinstance(pdf, bytes), "nothing but a PDF was asked for"
    return pdf, CUT if taken["cut"] else int(taken["sides"])


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
