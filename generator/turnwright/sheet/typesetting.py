"""Typesetting of a sheet with typst, in the largest font size that fits the fewest pages."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from turnwright.sheet.content import Sheet

if TYPE_CHECKING:
    from typst import Compiler

HERE = Path(__file__).parent
TEMPLATE = HERE / "sheet.typ"
FONTS = HERE / "fonts"

SMALLEST, LARGEST = 8.5, 11.0
"""Font size of body text, in points."""
SIZE_STEP = 0.25
SIDES = (1, 2)
"""Page counts to try; the first that fits is taken."""
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


@cache
def _compiler() -> Compiler:
    try:
        from typst import Compiler
    except ImportError:
        raise TypstMissing from None
    # Bundled fonts only, for reproducible builds.
    return Compiler(str(TEMPLATE), font_paths=[str(FONTS)], ignore_system_fonts=True)


def typeset(sheet: Sheet, paper: str) -> bytes:
    """Typeset a sheet as PDF. Raises TooLong, Unprintable or TypstMissing."""
    words = json.dumps(asdict(sheet), ensure_ascii=False)
    sizes = int((LARGEST - SMALLEST) / SIZE_STEP)

    for most in SIDES:
        pdf, sides = _compile(words, paper, SMALLEST)
        if sides > most:
            continue
        # Binary search for the largest font size that fits.
        fits, too_large = 0, sizes + 1
        while too_large - fits > 1:
            middle = (fits + too_large) // 2
            larger, sides = _compile(words, paper, SMALLEST + middle * SIZE_STEP)
            if sides > most:
                too_large = middle
            else:
                fits, pdf = middle, larger
        return pdf
    raise TooLong


def _compile(words: str, paper: str, size: float) -> tuple[bytes, int]:
    """Compile the sheet at one font size; returns the PDF and its page count."""
    compiler = _compiler()
    try:
        pdf = compiler.compile(
            format="pdf",
            sys_inputs={"sheet": words, "paper": paper, "size": str(size)},
            pdf_standards="ua-1",
            timestamp=FIXED_TIMESTAMP,
        )
    except RuntimeError as error:
        raise Unprintable(str(error)) from None
    sides = compiler.query("<sides>", field="value", one=True)
    assert isinstance(pdf, bytes), "nothing but a PDF was asked for"
    return pdf, int(sides)
