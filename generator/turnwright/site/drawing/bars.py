"""Bars: a figure of many systems as an SVG chart, with the numbers for the table beneath."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import shorten

from turnwright.lab.report import shown_number
from turnwright.lab.tally import Figure
from turnwright.site.page import Link

WIDTH = 360
"""Width of a chart, in CSS pixels of a small phone."""
TITLE = 17
"""Height of the line with the system's name."""
BAR = 9
"""Height of a bar."""
GAP = 7
LONGEST_NAME = 54
"""Letters of a name that there is room for; the table beneath has it in full."""
NUMBERS = 62
"""Room for a number at the right."""


@dataclass(frozen=True, kw_only=True)
class Bar:
    """Bar: the mean of a figure, and how far the figure reaches."""

    side: int
    """The side whose it is; 0 for a figure of the whole round."""
    y: int
    width: float
    least: float
    most: float
    middle: float
    """Where the line of the reach is."""
    number: str


@dataclass(frozen=True, kw_only=True)
class Row:
    """Row of a chart: a system with its bars."""

    system: Link
    name: str
    """Its name, as far as there is room."""
    y: int
    """Baseline of its name."""
    bars: tuple[Bar, ...]
    figures: tuple[tuple[str, str, str], ...]
    """For the table: of each bar the mean, the least and the most."""


@dataclass(frozen=True, kw_only=True)
class Chart:
    """Chart of a figure, with its coordinates."""

    name: str
    title: str
    text: str
    """What it counts, in plain words."""
    sides: tuple[str, ...]
    """The sides whose bars stand below each other; none for a figure of the whole round."""
    width: int
    height: int
    rows: tuple[Row, ...]


def draw_chart(
    name: str,
    title: str,
    text: str,
    found: Sequence[tuple[Link, tuple[Figure, ...]]],
    share: bool = False,
    sides: tuple[str, ...] = (),
) -> Chart:
    """Lay out a chart of a figure of each system, or of each side in each."""
    longest = max((float(one.most) for _, figures in found for one in figures), default=0) or 1
    scale = (WIDTH - NUMBERS) / longest
    rows = []
    y = 0
    for system, figures in found:
        top = y + TITLE
        rows.append(
            Row(
                system=system,
                name=shorten(system.text, LONGEST_NAME, placeholder=" \u2026"),
                y=y + 12,
                bars=tuple(
                    Bar(
                        side=side,
                        y=top + side * (BAR + 1),
                        width=round(float(one.mean) * scale, 1),
                        least=round(float(one.least) * scale, 1),
                        most=round(float(one.most) * scale, 1),
                        middle=top + side * (BAR + 1) + BAR / 2,
                        number=shown_number(one, share),
                    )
                    for side, one in enumerate(figures)
                ),
                figures=tuple(
                    (shown_number(one, share), _end(one.least, share), _end(one.most, share))
                    for one in figures
                ),
            )
        )
        y = top + len(figures) * (BAR + 1) + GAP
    return Chart(
        name=name, title=title, text=text, sides=sides, width=WIDTH, height=y, rows=tuple(rows)
    )


def _end(number: Fraction, share: bool) -> str:
    """The least or the most of a figure as text."""
    return shown_number(Figure(number, number, number), share)
