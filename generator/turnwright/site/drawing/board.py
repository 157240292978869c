"""Board: the table at each line of an example, in one viewport, with names where they are free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import ceil, dist, floor, hypot

from turnwright.describe.battlefield import (
    Battlefield,
    contact_facts,
    places_of,
    units_gone,
    way_of,
)
from turnwright.describe.grammar import counted, with_article
from turnwright.describe.labels import Labels, heading, join_names
from turnwright.describe.story import units_changed
from turnwright.engine.decision import Awaits
from turnwright.engine.measure import MM_PER_INCH, gap, length, nearest
from turnwright.engine.state import Places, Point
from turnwright.examples.record import Record, Row
from turnwright.language import event as happened
from turnwright.language.input import Choice, Declaration

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
class Viewport:
    """The part of the table that all boards of an example show."""

    left: float
    top: float
    scale: float
    height: int

    def at(self, point: Point) -> Point:
        """Where a point of the table is in the picture."""
        x, y = point
        return MARGIN + (x - self.left) * self.scale, MARGIN + (self.top - y) * self.scale

    def shows(self, place: Point) -> bool:
        """Whether a place is inside the picture."""
        return 0 <= place[0] <= WIDTH and 0 <= place[1] <= self.height

    @property
    def square(self) -> int:
        """How many inches a square of the grid measures."""
        return 1 if self.scale >= 11 else 6

    @property
    def grid(self) -> str:
        """The lines of the grid."""
        step, margin = self.square, MARGIN / self.scale
        left, top = self.left - margin, self.top + margin
        right, bottom = left + WIDTH / self.scale, top - self.height / self.scale
        across = range(ceil(left / step), floor(right / step) + 1)
        down = range(floor(top / step), ceil(bottom / step) - 1, -1)
        columns = (f"M{short(self.at((step * n, 0))[0])} 0v{self.height}" for n in across)
        rows = (f"M0 {short(self.at((0, step * n))[1])}h{WIDTH}" for n in down)
        return "".join((*columns, *rows))


def viewport_of(record: Record) -> Viewport | None:
    """The viewport of an example; None where too few positions are known to draw a table."""
    known: dict[str, set[Point]] = {}
    wanted: list[Point] = []
    named: set[str] = set()
    for row in record.rows:
        for name, places in places_of(row).items():
            known.setdefault(name, set()).update(places)
        said = row.line.input if row.line else None
        if isinstance(said, Choice):
            named |= {said.target, *said.units}
            wanted += [*said.path, *((said.to,) if said.to else ()), *said.places]
            wanted += chain(*said.paths)
        elif isinstance(said, Declaration):
            named.add(said.unit)
            wanted += said.places
    if len(known) < 2:
        return None
    everywhere = set().union(*known.values())
    core = {*wanted}.union(*(known.get(name, ()) for name in named)) or everywhere
    near = {place for place in everywhere if min(dist(place, other) for other in core) <= FAR}
    points = core | near
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    across, up = max(right - left, 6.0), max(top - bottom, 2.0)
    scale = min((WIDTH - 2 * MARGIN) / across, (TALLEST - 2 * MARGIN) / up, LARGEST_SCALE)
    # What is narrower than the picture stands in its middle.
    left -= ((WIDTH - 2 * MARGIN) / scale - (right - left)) / 2
    top += (up - (top - bottom)) / 2
    return Viewport(left, top, scale, round(up * scale + 2 * MARGIN))


def place_names(spots: Spots, field: Battlefield, *, in_rows: bool) -> dict[str, Point]:
    """Where names are written: below or above, and never over each other if that can be."""
    taken: list[tuple[float, float, float]] = []
    found = {}
    for name, (models, r) in spots.items():
        half = len(name) * LETTER / 2
        (left, top), (right, bottom) = corners_of(models)
        x, y = (left + right) / 2, (top + bottom) / 2
        middle = min(max(x, half + 2), WIDTH - half - 2)
        below, above = (middle, bottom + r + 17), (middle, top - r - 9)
        order = (below,) if in_rows else (above, below) if field.side(name) else (below, above)
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


SMALLEST_BASE = 8.0
"""Least radius of a base, so that the number of models can be read."""
SMALLEST_MODEL = 3.0
"""Least radius of the base of a single model."""
IN_A_ROW = 4
COLUMN = 90
ROW_HEIGHT = 58


@dataclass(frozen=True, kw_only=True)
class BoardUnit:
    """A unit on the board."""

    name: str
    side: int
    places: tuple[Point, ...]
    """Where it is, or each of its models, if each has its place."""
    r: float
    label: Point
    """Where its name is written."""
    models: str
    """How many models it has, where that is more than one and they are not drawn one by one."""
    acting: bool
    may: bool
    """True when it may be picked now."""
    changed: bool
    gone: bool


@dataclass(frozen=True, kw_only=True)
class BoardLine:
    """A line on the board: a move, a distance, or two units in contact."""

    kind: str
    """`move`, `refused`, `range` or `pair`."""
    path: str
    label: str = ""
    x: float = 0
    y: float = 0


@dataclass(frozen=True, kw_only=True)
class Board:
    """The table at one moment, with coordinates."""

    width: int
    height: int
    grid: str
    square: str
    """What a square of the grid measures; empty where positions are not known."""
    lines: tuple[BoardLine, ...]
    units: tuple[BoardUnit, ...]
    elsewhere: str
    """Units that are not in the picture, as a sentence."""
    sides: tuple[str, ...]
    """The sides, for the legend."""
    summary: str
    """Text alternative."""


class Boards:
    """The boards of an example: one for each line, all with the same viewport."""

    def __init__(self, record: Record) -> None:
        self._rows = record.rows
        self._order: dict[str, None] = {}
        for row in record.rows:
            self._order.update(dict.fromkeys(Battlefield(row.game).listed))
        self._viewport = viewport_of(record)
        self._labels = Labels(record.ruleset)
        self._contacts = contact_facts(record.ruleset)

    def draw(self, number: int, last: int | None = None) -> Board | None:
        """The board after a line, or after the last one told with it; None with nobody to draw."""
        row, after = self._rows[number], self._rows[number if last is None else last]
        before = self._rows[number - 1] if number else None
        field = Battlefield(after.game)
        viewport = self._viewport
        if viewport is None:
            spots, height = self._in_rows(field)
        else:
            spots, height = self._on_table(viewport, field, row, before), viewport.height
        if not spots:
            return None
        pairs = field.contacts(self._contacts)
        lines = [
            BoardLine(kind="pair", path=path_of(nearest(spots[one][0], spots[other][0])))
            for one, other in pairs
            if one in spots and other in spots
        ]
        lines += self._done(field, row, before, pairs)
        outside = sorted({*field.alive} - spots.keys(), key=[*self._order].index)
        squares = f"Squares of {counted(viewport.square, 'inch')}" if viewport else ""
        return Board(
            width=WIDTH,
            height=height,
            grid=viewport.grid if viewport else "",
            square=squares,
            lines=tuple(lines),
            units=tuple(self._units(field, row, after, spots)),
            elsewhere=f"Not in the picture: {join_names(outside)}." if outside else "",
            sides=tuple(map(heading, field.sides)),
            summary=_summary(field, pairs),
        )

    def _on_table(
        self, viewport: Viewport, field: Battlefield, row: Row, before: Row | None
    ) -> Spots:
        """Where each unit is drawn, and how large; those that are just gone, where they were."""
        places = {**places_of(before), **field.places}
        spots: Spots = {}
        for name in dict.fromkeys((*units_gone(row), *field.alive)):
            models = tuple(map(viewport.at, places.get(name, ())))
            inside = tuple(filter(viewport.shows, models))
            if inside:
                least = SMALLEST_BASE if len(models) == 1 else SMALLEST_MODEL
                size = field.card(name).base / MM_PER_INCH / 2 * viewport.scale
                spots[name] = (inside, max(least, size))
        return spots

    def _in_rows(self, field: Battlefield) -> tuple[Spots, int]:
        """Units in rows, a side below the other, where nobody says where they are."""
        spots: Spots = {}
        y = 34.0
        here = [name for name in self._order if name in field.listed]
        for side in range(len(field.sides)):
            names = [name for name in here if field.side(name) == side]
            for start in range(0, len(names), IN_A_ROW):
                row_of = names[start : start + IN_A_ROW]
                left = WIDTH / 2 - (len(row_of) - 1) * COLUMN / 2
                for place, name in enumerate(row_of):
                    spots[name] = (((left + COLUMN * place, y),), 13.0)
                y += ROW_HEIGHT
        return spots, int(y - 18)

    def _units(self, field: Battlefield, row: Row, after: Row, spots: Spots) -> Iterator[BoardUnit]:
        chosen = after.decision.legal if after.decision.awaits is Awaits.CHOICE else ()
        active = set(field.game.active)
        may = {name for action in chosen for name in action.units} - active
        changed = {*units_changed(row, self._labels), *units_changed(after, self._labels)}
        written = place_names(spots, field, in_rows=self._viewport is None)
        for name, (models, r) in spots.items():
            count = field.models(name) if len(models) == 1 else 1
            yield BoardUnit(
                name=name,
                side=field.side(name),
                places=tuple((round(x, 1), round(y, 1)) for x, y in models),
                r=round(r, 1),
                label=(round(written[name][0], 1), round(written[name][1], 1)),
                models=str(count) if count > 1 else "",
                acting=name in active,
                may=name in may,
                changed=name in changed,
                gone=name not in field.alive,
            )

    def _done(
        self, field: Battlefield, row: Row, before: Row | None, pairs: Sequence[tuple[str, str]]
    ) -> list[BoardLine]:
        """The move or the distance that this line is about."""
        said = row.line.input if row.line else None
        viewport = self._viewport
        if said is None or viewport is None:
            return []
        unit = said.unit if isinstance(said, Choice | Declaration) else ""
        target = said.target if isinstance(said, Choice) else ""
        unit = unit or next(
            (event.unit for event in row.events if isinstance(event, happened.Moved)), ""
        )
        places = places_of(before)
        here = places.get(unit)
        if here is None:
            return []
        if points := way_of(said, here):
            inches = length(points)
            if isinstance(said, Choice | Declaration) and said.places and not inches:
                return []
            kind = "refused" if row.refused else "move"
        elif target in places and not {(unit, target), (target, unit)} & {*pairs}:
            there = places[target]
            points = nearest(here, there)
            inches = gap(here, there, field.card(unit).base, field.card(target).base)
            kind = "refused" if row.refused else "range"
        else:
            return []
        drawn = [viewport.at(point) for point in points]
        x, y = beside_middle(drawn)
        return [
            BoardLine(
                kind=kind, path=arrow_of(drawn), label=f"{round(inches, 2):g}\u2033", x=x, y=y
            )
        ]


def _summary(field: Battlefield, pairs: Sequence[tuple[str, str]]) -> str:
    """The board in words."""
    told = []
    for number, side in enumerate(field.sides):
        units = [name for name in field.alive if field.side(name) == number]
        shown = (
            name + (f" ({models} models)" if (models := field.models(name)) > 1 else "")
            for name in units
        )
        told.append(f"{heading(side)}: {join_names(shown) or 'nobody'}.")
    if pairs:
        held = join_names(f"{one} and {with_article(other)}" for one, other in pairs)
        told.append(f"In contact: {held}.")
    return " ".join(told)
