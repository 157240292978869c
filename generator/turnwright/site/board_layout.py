"""Board layout: the frame that boards share, and where names and labels go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import dist, hypot

from turnwright.engine.measure import Places, Point
from turnwright.proof.record import Record, Row
from turnwright.site.battlefield import places_of, side_of

WIDTH = 360
"""Width of a drawing, in CSS pixels of a small phone."""
MARGIN = 34
"""Room around what is drawn, for names."""
LARGEST_SCALE = 26.0
"""Most pixels that an inch is drawn as."""
TALLEST = 300
FAR = 14.0
"""Inches from everything that takes part, from which on a unit is only named."""
LETTER = 6.4
"""Average width of a letter of a name."""

Spots = dict[str, tuple[Places, float]]
"""Where each unit is in the picture, or each of its models, and the radius they are drawn with."""


@dataclass(frozen=True)
class Frame:
    """The part of the table that all boards of an example show."""

    left: float
    top: float
    scale: float
    height: int

    def at(self, point: Point) -> Point:
        """Where a point of the table is in the picture."""
        x, y = point
        return MARGIN + (x - self.left) * self.scale, MARGIN + (self.top - y) * self.scale


def frame_of(record: Record) -> Frame | None:
    """The frame of an example; None where too few positions are known to draw a table."""
    known: dict[str, list[Point]] = {}
    wanted: list[Point] = []
    named: set[str] = set()
    for row in record.rows:
        for name, places in places_of(row).items():
            known.setdefault(name, []).extend(places)
        if row.line is not None:
            named |= {row.line.unit, row.line.target, *row.line.units}
            wanted += [*row.line.path, *((row.line.to,) if row.line.to else ()), *row.line.places]
            wanted += chain(*row.line.paths)
    if len(known) < 2:
        return None
    core = [place for name in named for place in known.get(name, ())] + wanted
    core = core or [place for places in known.values() for place in places]
    near = [
        place
        for places in known.values()
        for place in places
        if min(dist(place, other) for other in core) <= FAR
    ]
    points = core + near
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    across, up = max(right - left, 6.0), max(top - bottom, 2.0)
    scale = min((WIDTH - 2 * MARGIN) / across, (TALLEST - 2 * MARGIN) / up, LARGEST_SCALE)
    # What is narrower than the picture stands in its middle.
    left -= ((WIDTH - 2 * MARGIN) / scale - (right - left)) / 2
    top += (up - (top - bottom)) / 2
    return Frame(left, top, scale, round(up * scale + 2 * MARGIN))


def place_names(spots: Spots, row: Row, *, in_rows: bool) -> dict[str, Point]:
    """Where names are written: below or above, and never over each other if that can be."""
    taken: list[tuple[float, float, float]] = []
    found = {}
    for name, (models, r) in spots.items():
        half = len(name) * LETTER / 2
        (left, top), (right, bottom) = corners_of(models)
        x, y = (left + right) / 2, (top + bottom) / 2
        middle = min(max(x, half + 2), WIDTH - half - 2)
        below, above = (middle, bottom + r + 17), (middle, top - r - 9)
        order = (below,) if in_rows else (above, below) if side_of(row, name) else (below, above)
        beside = ((right + r + 9 + half, y + 4), (left - r - 9 - half, y + 4))
        for place in (*order, *beside, (middle, order[-1][1] + 13)):
            free = all(
                abs(place[0] - other) >= half + width or abs(place[1] - height) >= 13
                for other, width, height in taken
            )
            if free and half <= place[0] <= WIDTH - half:
                break
        else:
            place = order[0]
        taken.append((place[0], half, place[1]))
        found[name] = place
    return found


def corners_of(points: Iterable[Point]) -> tuple[Point, Point]:
    """The corners of what some points take up: with the lowest numbers, and the highest."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def short(number: float) -> str:
    """A coordinate in as few letters as it needs."""
    return f"{number:.1f}".removesuffix(".0")


def path_of(points: Iterable[Point]) -> str:
    """A path through points."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


def arrow_of(points: Sequence[Point]) -> str:
    """A path that ends in an arrow."""
    (x1, y1), (x2, y2) = points[-2:]
    long = hypot(x2 - x1, y2 - y1) or 1
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    wings = [(x2 - 7 * ux + 4 * s * uy, y2 - 7 * uy - 4 * s * ux) for s in (1, -1)]
    return path_of(points) + path_of((wings[0], (x2, y2), wings[1]))


def beside_middle(points: Sequence[Point]) -> Point:
    """A place for a label, beside the middle of the longest leg."""
    one, other = max(pairwise(points), key=lambda leg: dist(*leg))
    long = dist(one, other) or 1
    nx, ny = (other[1] - one[1]) / long, -(other[0] - one[0]) / long
    aside = 10 + 12 * abs(nx)
    x, y = (one[0] + other[0]) / 2 + aside * nx, (one[1] + other[1]) / 2 + aside * ny
    return round(min(max(x, 16), WIDTH - 16), 1), round(y + 4, 1)
