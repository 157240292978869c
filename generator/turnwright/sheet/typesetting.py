"""Setting a sheet with typst, in the largest type that fits on one side, else on two."""

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
"""The type that sentences are set in, in points."""
SIZE_STEP = 0.25
SIDES = (1, 2)
"""How many sides a sheet may have; the first that holds it is taken."""
FIXED_TIMESTAMP = 0
"""The hour that every sheet is dated, so that the same rules make the same bytes."""


class TypstMissing(Exception):
    """Sheets are set by typst, which is an extra."""

    def __str__(self) -> str:
        return "Sheets are made by typst, which is not here. To get it: pip install turnwright[pdf]"


class Unprintable(Exception):
    """There is something in a sheet that typst cannot set, such as a letter that no type has."""


class TooLong(Exception):
    """Even in the smallest type a sheet does not fit."""


@cache
def _compiler() -> Compiler:
    try:
        from typst import Compiler
    except ImportError:
        raise TypstMissing from None
    # Only the type that is bundled: what a machine happens to have must not change a sheet.
    return Compiler(str(TEMPLATE), font_paths=[str(FONTS)], ignore_system_fonts=True)


def typeset(sheet: Sheet, paper: str) -> bytes:
    """The sheet as a PDF. Raises TooLong, Unprintable, or NoTypst where that is not installed."""
    words = json.dumps(asdict(sheet), ensure_ascii=False)
    sizes = int((LARGEST - SMALLEST) / SIZE_STEP)

    for most in SIDES:
        pdf, sides = _compile(words, paper, SMALLEST)
        if sides > most:
            continue
        # The largest size that fits is searched for as in a phone book.
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
    """The sheet in type of this size, and how many sides it takes."""
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
