"""Typesetting with typst: sheets, in the largest type that fits the fewest pages, and stills."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
FEW_WORDS = 10_500
"""Letters of a sheet, with all that describes it, that are likely to fit on a side at `LARGEST`."""
MOST_WORDS = 30_000
"""Letters that fit on no side in an easy size: the fullest have two thirds of it."""
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


class SetSheet(NamedTuple):
    """Sheet that was set: the PDF, which of the sheets that will do it is, and how large."""

    pdf: bytes
    which: int
    sides: int
    size: float


def typeset(
    sheets: Sequence[Sheet], paper: str, sides: int, near: SetSheet | None = None
) -> SetSheet:
    """Typeset the first of some sheets that fits on so many sides in an easy size, as PDF.

    The last one may be smaller. It takes no more sides than it has to, and then the largest
    type. `near` is how they were set on larger paper, from where the search goes on. Raises
    TooLong, TooTall, Unprintable or TypstMissing.
    """
    fewest = 0
    for which, sheet in enumerate(sheets):
        is_last = which == len(sheets) - 1
        words = json.dumps(asdict(sheet), ensure_ascii=False)
        # Setting it takes most of the time, so what cannot fit is not tried.
        if not is_last and (len(words) > MOST_WORDS * sides or (near and which < near.which)):
            continue
        attempts = _Attempts(words, paper, SMALLEST if is_last else EASY)
        if near and which == near.which and attempts.sides_at(near.size) <= near.sides:
            fewest, fits = near.sides, near.size
        elif len(words) < FEW_WORDS and attempts.sides_at(LARGEST) == 1:
            fewest, fits = 1, LARGEST
        else:
            fewest = attempts.sides_at(attempts.smallest)
            fits = attempts.smallest
        if fewest > sides:
            continue
        # A booklet is set as small as may be: no size of type saves it a side.
        size = attempts.largest(fits, fewest, near) if fewest <= 2 else fits
        return SetSheet(attempts.pdf_at(size), which, fewest, size)
    raise TooTall if fewest == CUT else TooLong


class _Attempts:
    """Attempts at a sheet in several sizes of type, each set once."""

    def __init__(self, words: str, paper: str, smallest: float) -> None:
        self.smallest = smallest
        self._words, self._paper = words, paper
        self._made: dict[float, tuple[bytes, int]] = {}

    def sides_at(self, size: float) -> int:
        """How many sides it takes, or `CUT`."""
        if size not in self._made:
            self._made[size] = _compile(self._words, self._paper, size)
        return self._made[size][1]

    def pdf_at(self, size: float) -> bytes:
        """The PDF."""
        self.sides_at(size)
        return self._made[size][0]

    def largest(self, fits: float, sides: int, near: SetSheet | None) -> float:
        """The largest size from `fits` on in which it takes so many sides."""
        most = LARGEST if sides == 1 else LARGEST_OF_TWO
        # Sizes are counted in steps; `low` fits, and `high` does not.
        low, high = 0, int((most - fits) / SIZE_STEP) + 1
        # Short sheets are frequent, and take the largest type; beside other paper it is alike.
        middle = 1 if near else high - 1
        while high - low > 1:
            if self.sides_at(fits + middle * SIZE_STEP) > sides:
                high = middle
            else:
                low = middle
            middle = (low + high) // 2
        return fits + low * SIZE_STEP


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
