"""Charts: lanes of who acts when, and bars of figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from turnwright.describe.labels import Labels, join_names
from turnwright.lab.measures import Estimate
from turnwright.lab.simulation_report import shown_number
from turnwright.lab.timeline import Deed
from turnwright.site.drawing import WIDTH
from turnwright.site.page import Link

COLUMNS = 30
"""Columns of a line; a longer round goes on in the next one."""
COLUMN = 10
"""Width of a column."""
LANE = 11
"""Height of a lane."""
CELL = 9
"""Height of a cell in its lane."""
PHASE = 12
"""Height of the line of phases below the lanes."""
LETTER = 4.4
"""Average width of a letter in the line of phases."""
BETWEEN = 3
"""Room between the lines of a long round."""


@dataclass(frozen=True, kw_only=True)
class Lane:
    """Lane of a side."""

    side: int
    filled: str
    """Path of what its units do in acts of their own."""
    hollow: str
    """Path of what they do in reaction."""
    waits: str
    """Path of the line where it waits."""
    xs: str
    """Where the letters of its units are."""
    letters: str
    baseline: int


@dataclass(frozen=True, kw_only=True)
class PhaseSpan:
    """Phase: columns side by side in which the same is done."""

    x: int
    y: int
    width: int
    title: str
    text: str
    """The title, where there is room for it."""


@dataclass(frozen=True, kw_only=True)
class Lanes:
    """Lanes of a round with their coordinates."""

    width: int
    height: int
    lanes: tuple[Lane, ...]
    phases: tuple[PhaseSpan, ...]
    summary: str
    """Text alternative: who acts, in order."""


def draw_lanes(deeds: Sequence[Deed], sides: Sequence[str], labels: Labels) -> Lanes:
    """Lay out the lanes of a round, in as many lines as it takes."""
    line = LANE * len(sides) + PHASE + BETWEEN
    lanes: list[Lane] = []
    phases: list[PhaseSpan] = []
    lines = range(0, max(len(deeds), 1), COLUMNS)
    for number, begin in enumerate(lines):
        shown = deeds[begin : begin + COLUMNS]
        y = number * line
        lanes += (_lane(shown, side, y + LANE * side + 1) for side in range(len(sides)))
        phases += _phases(shown, y + LANE * len(sides) + 1, labels)
    return Lanes(
        width=COLUMNS * COLUMN,
        height=len(lines) * line - BETWEEN,
        lanes=tuple(lanes),
        phases=tuple(phases),
        summary=summary(deeds, sides),
    )


def _phases(deeds: Sequence[Deed], y: int, labels: Labels) -> Iterator[PhaseSpan]:
    """Phases below a line."""
    position = 0
    for title, group in groupby(labels.title(deed.does) for deed in deeds):
        width = COLUMN * len(list(group))
        # Where the whole has no room, its last word says most: a Normal Move is a move.
        texts = (text for text in (title, title.split()[-1]) if len(text) * LETTER < width)
        text = next(texts, "")
        yield PhaseSpan(x=position, y=y, width=width, title=title, text=text)
        position += width


def _lane(deeds: Sequence[Deed], side: int, y: int) -> Lane:
    """Lane of one side in one line."""
    filled, hollow, waits = [], [], []
    letters: list[tuple[int, str]] = []
    for number, deed in enumerate(deeds):
        x = number * COLUMN
        if deed.side != side:
            waits.append(f"M{x} {y + CELL // 2}h{COLUMN}")
            continue
        goes_on = number + 1 < len(deeds) and deeds[number + 1].act == deed.act
        if deed.reaction:
            hollow.append(f"M{x + 1} {y + 1}h{COLUMN - 3}v{CELL - 2}h-{COLUMN - 3}z")
        else:
            width = COLUMN if goes_on else COLUMN - 1
            filled.append(f"M{x} {y}h{width}v{CELL}h-{width}z")
            letters.append((x, "+" if len(deed.units) > 1 else deed.units[0][:1]))
    return Lane(
        side=side,
        filled="".join(filled),
        hollow="".join(hollow),
        waits="".join(waits),
        xs=" ".join(str(x + 2) for x, _ in letters),
        letters="".join(letter for _, letter in letters),
        baseline=y + CELL - 2,
    )


def summary(deeds: Sequence[Deed], sides: Sequence[str]) -> str:
    """Who acts in a round, as a sentence."""
    told = []
    for (side, reaction), group in groupby(deeds, lambda deed: (deed.side, deed.reaction)):
        units = dict.fromkeys(name for deed in group for name in deed.units)
        told.append(f"{sides[side]}{' reacts with' if reaction else ''} {join_names(units)}")
    return f"In order: {'; '.join(told)}."


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
    rows: tuple[tuple[Link, tuple[Estimate, ...]], ...]

    @cached_property
    def _longest(self) -> float:
        """The number that a bar across the whole chart stands for."""
        figures = (figure for _, some in self.rows for figure in some)
        return max((float(figure.most) for figure in figures), default=0) or 1

    def length(self, number: Fraction) -> float:
        """How long a bar of a number is; the longest leaves room for what it comes to."""
        return round(float(number) * (WIDTH - NUMBERS) / self._longest, 1)

    def shown(self, figure: Estimate) -> str:
        """The mean of a figure as text, with its error."""
        return shown_number(figure, self.is_share)

    def numbers(self, figure: Estimate) -> Iterator[str]:
        """The mean, the least and the most of a figure as text."""
        yield self.shown(figure)
        for end in (figure.least, figure.most):
            yield self.shown(Estimate(end, end, end))
