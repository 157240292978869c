"""Board: the table at one moment, as a drawing of positions, or of units in rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist, hypot

from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.measure import MM_PER_INCH, apart
from turnwright.language import event as happened
from turnwright.language.ruleset import Ruleset
from turnwright.proof.record import Record, Row
from turnwright.site.grammar import with_article
from turnwright.study.labels import Labels, heading, join_names

Point = tuple[float, float]

WIDTH = 360
"""Width of a drawing, in CSS pixels of a small phone."""
MARGIN = 26
"""Room around what is drawn, for names."""
LARGEST_SCALE = 26.0
"""Most pixels that an inch is drawn as."""
TALLEST = 300
SMALLEST_BASE = 8.0
"""Least radius of a base, so that the number of models can be read."""
FAR = 14.0
"""Inches from everything that takes part, from which on a unit is only named."""
IN_A_ROW = 4
COLUMN = 90
ROW_HEIGHT = 58
LETTER = 6.4
"""Average width of a letter of a name."""


@dataclass(frozen=True, kw_only=True)
class BoardUnit:
    """A unit on the board."""

    name: str
    side: int
    x: float
    y: float
    r: float
    label_x: float
    label_y: float
    models: str
    """How many models it has, where that is more than one."""
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


class Boards:
    """The boards of an example: one for each line, all with the same frame."""

    def __init__(self, record: Record, namer: Labels) -> None:
        self._rows = record.rows
        self._namer = namer
        self._order: dict[str, None] = {}
        for row in record.rows:
            if row.game is not None:
                roster = row.game.state.roster
                self._order.update((name, None) for name in roster.names[roster.sides + 1 :])
        self._frame = _frame_of(record)
        self._contacts = contact_facts(record.ruleset)

    def draw(self, number: int) -> Board | None:
        """The board after a line; None where no battle is known."""
        row = self._rows[number]
        if row.game is None:
            return None
        before = self._rows[number - 1] if number else None
        spots, height = self._spots(row, before)
        if not spots:
            return None
        units = self._units(row, before, spots)
        pairs = _pairs(row, self._contacts)
        lines = [
            BoardLine(kind="pair", path=_path((spots[one][0], spots[other][0])))
            for one, other in pairs
            if one in spots and other in spots
        ]
        lines += self._done(row, before, pairs)
        alive = set(_alive(row))
        outside = sorted(alive - spots.keys(), key=[*self._order].index)
        return Board(
            width=WIDTH,
            height=height,
            grid=self._grid(height),
            square=f"Squares of {self._square()} inches".replace("1 inches", "1 inch")
            if self._frame
            else "",
            lines=tuple(lines),
            units=units,
            elsewhere=f"Not in the picture: {join_names(outside)}." if outside else "",
            sides=tuple(map(heading, row_sides(row))),
            summary=self._summary(row, pairs),
        )

    def _square(self) -> int:
        return 1 if self._frame and self._frame.scale >= 14 else 6

    def _grid(self, height: int) -> str:
        frame = self._frame
        if frame is None:
            return ""
        step = self._square()
        first_x = ceil((frame.left - MARGIN / frame.scale) / step) * step
        xs, x = [], first_x
        while (place := frame.at((x, 0))[0]) <= WIDTH:
            xs.append(place)
            x += step
        top = frame.top + MARGIN / frame.scale
        ys, y = [], int(top // step) * step
        while (place := frame.at((0, y))[1]) <= height:
            ys.append(place)
            y -= step
        return "".join(
            (*(f"M{_n(x)} 0v{height}" for x in xs), *(f"M0 {_n(y)}h{WIDTH}" for y in ys))
        )

    def _spots(self, row: Row, before: Row | None) -> tuple[dict[str, tuple[Point, float]], int]:
        """Where each unit is drawn, and how large; those that are just gone, where they were."""
        shown = {**dict.fromkeys(_gone(row)), **dict.fromkeys(_alive(row))}
        if self._frame is None:
            return self._in_rows(row)
        places = {**_places(before), **_places(row)}
        cards = _bases(row)
        frame = self._frame
        spots = {}
        for name in shown:
            if name not in places:
                continue
            x, y = frame.at(places[name])
            if 0 <= x <= WIDTH and 0 <= y <= frame.height:
                size = cards.get(name, 0) / MM_PER_INCH / 2 * frame.scale
                spots[name] = ((x, y), max(SMALLEST_BASE, size))
        return spots, frame.height

    def _in_rows(self, row: Row) -> tuple[dict[str, tuple[Point, float]], int]:
        """Units in rows, a side below the other, where nobody says where they are."""
        if row.game is None:
            return {}, 0
        roster = row.game.state.roster
        spots = {}
        y = 34.0
        for side in range(roster.sides):
            names = [name for name in self._order if _side_of(row, name) == side]
            for start in range(0, len(names), IN_A_ROW):
                row_of = names[start : start + IN_A_ROW]
                left = WIDTH / 2 - (len(row_of) - 1) * COLUMN / 2
                for place, name in enumerate(row_of):
                    spots[name] = ((left + COLUMN * place, y), 13.0)
                y += ROW_HEIGHT
        return spots, int(y - 18)

    def _units(
        self, row: Row, before: Row | None, spots: dict[str, tuple[Point, float]]
    ) -> tuple[BoardUnit, ...]:
        game = row.game
        if game is None:
            return ()
        alive = set(_alive(row))
        may = {name for action in row.decision.legal for name in action.units}
        if row.decision.awaits is not Awaits.CHOICE:
            may = set()
        active = set(game.active)
        changed = set(_changed(row))
        labels = _labels(spots, row, in_rows=self._frame is None)
        return tuple(
            BoardUnit(
                name=name,
                side=_side_of(row, name),
                x=round(x, 1),
                y=round(y, 1),
                r=round(r, 1),
                label_x=round(labels[name][0], 1),
                label_y=round(labels[name][1], 1),
                models=str(count) if (count := _models(row, name)) > 1 else "",
                acting=name in active,
                may=name in may - active,
                changed=name in changed,
                gone=name not in alive,
            )
            for name, ((x, y), r) in spots.items()
        )

    def _done(
        self, row: Row, before: Row | None, pairs: Sequence[tuple[str, str]]
    ) -> list[BoardLine]:
        """The move or the distance that this line is about."""
        line = row.line
        frame = self._frame
        if line is None or frame is None:
            return []
        unit = line.unit or next(
            (event.unit for event in row.events if isinstance(event, happened.Moved)), ""
        )
        here = _places(before).get(unit)
        if here is None:
            return []
        if line.to is not None:
            points = (here, *line.path, line.to)
            inches = sum(dist(one, other) for one, other in pairwise(points))
            kind = "refused" if row.refused else "move"
        elif line.target in _places(before) and not {(unit, line.target), (line.target, unit)} & {
            *pairs
        }:
            there = _places(before)[line.target]
            points = (here, there)
            bases = _bases(row)
            inches = apart(here, there, bases.get(unit, 0), bases.get(line.target, 0))
            kind = "refused" if row.refused else "range"
        else:
            return []
        drawn = [frame.at(point) for point in points]
        x, y = _middle(drawn)
        return [
            BoardLine(kind=kind, path=_line(drawn), label=f"{round(inches, 2):g}\u2033", x=x, y=y)
        ]

    def _summary(self, row: Row, pairs: Sequence[tuple[str, str]]) -> str:
        """The board in words."""
        told = []
        game = row.game
        if game is None:
            return ""
        roster = game.state.roster
        alive = _alive(row)
        for side in range(roster.sides):
            names = [name for name in alive if _side_of(row, name) == side]
            counted = (
                name + (f" ({count} models)" if (count := _models(row, name)) > 1 else "")
                for name in names
            )
            told.append(f"{heading(roster.side(side))}: {join_names(counted) or 'nobody'}.")
        if pairs:
            held = join_names(f"{one} and {with_article(other)}" for one, other in pairs)
            told.append(f"In contact: {held}.")
        return " ".join(told)


# What a row knows


def row_sides(row: Row) -> tuple[str, ...]:
    """The sides of a battle, in the order in which they are listed."""
    roster = row.game.state.roster if row.game else None
    return roster.names[1 : 1 + roster.sides] if roster else ()


def _alive(row: Row) -> tuple[str, ...]:
    return (
        row.game.state.roster.named(row.game.state.alive & row.game.state.roster.everybody)
        if row.game
        else ()
    )


def _gone(row: Row) -> tuple[str, ...]:
    return tuple(event.unit for event in row.events if isinstance(event, happened.Gone))


def _places(row: Row | None) -> dict[str, Point]:
    if row is None or row.game is None:
        return {}
    names = row.game.state.roster.names
    return {names[number]: place for number, place in row.game.state.rest.places}


def _bases(row: Row) -> dict[str, float]:
    if row.game is None:
        return {}
    roster = row.game.state.roster
    return {name: card.base for name, card in zip(roster.names, roster.cards, strict=True)}


def _side_of(row: Row, name: str) -> int:
    roster = row.game.state.roster if row.game else None
    number = roster.number.get(name) if roster else None
    return roster.side_of[number] if roster and number is not None else -1


def _models(row: Row, name: str) -> int:
    if row.game is None:
        return 1
    state = row.game.state
    number = state.roster.number.get(name, 0)
    return dict(state.rest.models).get(number, state.roster.cards[number].models)


def contact_facts(rules: Ruleset) -> frozenset[str]:
    """The facts that are contact on the table: measured, or begun and ended by moves."""
    measured = {
        name
        for name, fact in rules.facts.items()
        if any(clause.means and clause.means.within is not None for clause in fact.clauses)
    }
    moved = {
        fact
        for step in rules.steps.values()
        for clause in step.clauses
        if clause.means
        for fact in (clause.means.may_enter, clause.means.may_leave)
        if fact
    }
    return frozenset(measured | moved)


def _pairs(row: Row, contacts: frozenset[str]) -> list[tuple[str, str]]:
    """Units that are in contact with each other, as far as the rules say."""
    if row.game is None:
        return []
    try:
        pairs = row.game.pairs()
        return list(dict.fromkeys((one, other) for fact, one, other in pairs if fact in contacts))
    except Refused:
        return []  # The rules contradict each other about it; the page says so elsewhere.


def _changed(row: Row) -> Iterable[str]:
    """The units of which something became otherwise by this line."""
    for event in row.events:
        match event:
            case happened.Moved() | happened.LostModels() | happened.Gone() | happened.Joined():
                yield event.unit
            case happened.BecameTrue() | happened.NoLonger():
                yield from (event.who, event.to_unit)
            case happened.ValueChanged():
                yield event.who
            case happened.EffectStarted():
                yield event.target


# Geometry


def _frame_of(record: Record) -> Frame | None:
    """The frame of an example; None where too few positions are known to draw a table."""
    known: dict[str, list[Point]] = {}
    wanted: list[Point] = []
    named: set[str] = set()
    for row in record.rows:
        for name, place in _places(row).items():
            known.setdefault(name, []).append(place)
        if row.line is not None:
            named |= {row.line.unit, row.line.target, *row.line.units}
            wanted += [*row.line.path, *((row.line.to,) if row.line.to else ())]
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


def _labels(spots: dict[str, tuple[Point, float]], row: Row, *, in_rows: bool) -> dict[str, Point]:
    """Where names are written: below or above, and never over each other if that can be."""
    taken: list[tuple[float, float, float]] = []
    found = {}
    for name, ((x, y), r) in spots.items():
        half = len(name) * LETTER / 2
        middle = min(max(x, half + 2), WIDTH - half - 2)
        below, above = (middle, y + r + 17), (middle, y - r - 9)
        order = (below,) if in_rows else (above, below) if _side_of(row, name) else (below, above)
        beside = ((x + r + 9 + half, y + 4), (x - r - 9 - half, y + 4))
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


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _line(points: Sequence[Point]) -> str:
    """A path that ends in an arrow."""
    (x1, y1), (x2, y2) = points[-2:]
    long = hypot(x2 - x1, y2 - y1) or 1
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    wings = [(x2 - 7 * ux + 4 * s * uy, y2 - 7 * uy - 4 * s * ux) for s in (1, -1)]
    return _path(points) + _path((wings[0], (x2, y2), wings[1]))


def _middle(points: Sequence[Point]) -> Point:
    """A place for a label, beside the middle of the longest leg."""
    one, other = max(pairwise(points), key=lambda leg: dist(*leg))
    long = dist(one, other) or 1
    nx, ny = (other[1] - one[1]) / long, -(other[0] - one[0]) / long
    aside = 10 + 12 * abs(nx)
    x, y = (one[0] + other[0]) / 2 + aside * nx, (one[1] + other[1]) / 2 + aside * ny
    return round(min(max(x, 16), WIDTH - 16), 1), round(y + 4, 1)
