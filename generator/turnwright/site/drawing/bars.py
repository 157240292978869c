"""Bar chart: a figure of many systems, drawn as bars and listed in the table beneath."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from turnwright.lab.figures_report import shown_number
from turnwright.lab.measures import Figure
from turnwright.site.drawing import WIDTH
from turnwright.site.page import Link

NUMBERS = 62
"""Room for a number at the right."""


@dataclass(frozen=True, kw_only=True)
class BarChart:
    """Chart of a figure: a row for each system, with a bar for each side or for the round."""

    name: str
    title: str
    text: str
    """What it counts, in plain words."""
    sides: tuple[str, ...] = ()
    """The sides whose bars stand below each other; none for a figure of the whole round."""
    is_share: bool = False
    """True where the figures are shares of a whole."""
    rows: tuple[tuple[Link, tuple[Figure, ...]], ...]

    @cached_property
    def _longest(self) -> float:
        """The number that a bar across the whole chart stands for."""
        figures = (figure for _, some in self.rows for figure in some)
        return max((float(figure.most) for figure in figures), default=0) or 1

    def length(self, number: Fraction) -> float:
        """How long a bar of a number is; the longest leaves room for what it comes to."""
        return round(float(number) * (WIDTH - NUMBERS) / self._longest, 1)

    def shown(self, figure: Figure) -> str:
        """The mean of a figure as text, with its error."""
        return shown_number(figure, self.is_share)

    def numbers(self, figure: Figure) -> Iterator[str]:
        """The mean, the least and the most of a figure as text."""
        yield self.shown(figure)
        for end in (figure.least, figure.most):
            yield self.shown(Figure(end, end, end))
