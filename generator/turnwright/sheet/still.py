"""Stills: the picture of an example's page for when it is shared, as PNG."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from turnwright.sheet.typesetting import FONTS, HERE, ROOT, TypstMissing, Unprintable

if TYPE_CHECKING:
    from typst import Compiler

TEMPLATE = HERE / "still.typ"
DOTS_PER_INCH = 108
"""So that a picture of 600 points is 900 pixels wide."""


@cache
def _compiler() -> Compiler:
    try:
        from typst import Compiler
    except ImportError:
        raise TypstMissing from None
    return Compiler(
        str(TEMPLATE), root=str(ROOT), font_paths=[str(FONTS)], ignore_system_fonts=True
    )


def draw_still(board: str, title: str, system: str) -> bytes:
    """Draw a still from the SVG of a board. Raises Unprintable or TypstMissing."""
    inputs = {"board": board, "title": title, "system": system}
    try:
        png = _compiler().compile(format="png", ppi=DOTS_PER_INCH, sys_inputs=inputs)
    except RuntimeError as error:
        raise Unprintable(str(error)) from None
    assert isinstance(png, bytes), "a still has one page"
    return png
