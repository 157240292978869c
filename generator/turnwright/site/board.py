"""Board: the table at one moment, as a drawing of positions, or of units in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from turnwright.engine.inputs import Awaits
from turnwright.engine.measure import MM_PER_INCH, Point, gap, length, nearest
from turnwright.language import event as happened
from turnwright.proof.record import Record, Row
from turnwright.site.battlefield import (
    bases_of,
    contact_facts,
    contacts_of,
    models_of,
    places_of,
    row_sides,
    side_of,
    units_alive,
    units_changed,
    units_gone,
    way_of,
)
from turnwright.site.board_layout import (
    MARGIN,
    WIDTH,
    Spots,
    arrow_of,
    beside_middle,
    frame_of,
    path_of,
    place_names,
    short,
)
from turnwright.site.grammar import with_article
from turnwright.study.labels import Labels, heading, join_names

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
    x: float
    y: float
    r: float
    others: tuple[Point, ...]
    """Where the other models are, if each has its place."""
    label_x: float
    label_y: float
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
    """The boards of an example: one for each line, all with the same frame."""

    def __init__(self, record: Record, namer: Labels) -> None:
        self._rows = record.rows
        self._namer = namer
        self._order: dict[str, None] = {}
        for row in record.rows:
            if row.game is not None:
                roster = row.game.state.roster
                self._order.update((name, None) for name in roster.names[roster.sides + 1 :])
        self._frame = frame_of(record)
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
        units = self._units(row, spots)
        pairs = contacts_of(row, self._contacts)
        lines = [
            BoardLine(kind="pair", path=path_of(nearest(spots[one][0], spots[other][0])))
            for one, other in pairs
            if one in spots and other in spots
        ]
        lines += self._done(row, before, pairs)
        alive = set(units_alive(row))
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
        return 1 if self._frame and self._frame.scale >= 11 else 6

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
            (*(f"M{short(x)} 0v{height}" for x in xs), *(f"M0 {short(y)}h{WIDTH}" for y in ys))
        )

    def _spots(self, row: Row, before: Row | None) -> tuple[Spots, int]:
        """Where each unit is drawn, and how large; those that are just gone, where they were."""
        shown = {**dict.fromkeys(units_gone(row)), **dict.fromkeys(units_alive(row))}
        if self._frame is None:
            return self._in_rows(row)
        places = {**places_of(before), **places_of(row)}
        cards = bases_of(row)
        frame = self._frame
        spots: Spots = {}
        for name in shown:
            models = tuple(map(frame.at, places.get(name, ())))
            inside = tuple((x, y) for x, y in models if 0 <= x <= WIDTH and 0 <= y <= frame.height)
            if inside:
                least = SMALLEST_BASE if len(models) == 1 else SMALLEST_MODEL
                size = cards.get(name, 0) / MM_PER_INCH / 2 * frame.scale
                spots[name] = (inside, max(least, size))
        return spots, frame.height

    def _in_rows(self, row: Row) -> tuple[Spots, int]:
        """Units in rows, a side below the other, where nobody says where they are."""
        if row.game is None:
            return {}, 0
        roster = row.game.state.roster
        spots: Spots = {}
        y = 34.0
        for side in range(roster.sides):
            names = [name for name in self._order if side_of(row, name) == side]
            for start in range(0, len(names), IN_A_ROW):
                row_of = names[start : start + IN_A_ROW]
                left = WIDTH / 2 - (len(row_of) - 1) * COLUMN / 2
                for place, name in enumerate(row_of):
                    spots[name] = (((left + COLUMN * place, y),), 13.0)
                y += ROW_HEIGHT
        return spots, int(y - 18)

    def _units(self, row: Row, spots: Spots) -> tuple[BoardUnit, ...]:
        game = row.game
        if game is None:
            return ()
        alive = set(units_alive(row))
        may = {name for action in row.decision.legal for name in action.units}
        if row.decision.awaits is not Awaits.CHOICE:
            may = set()
        active = set(game.active)
        changed = set(units_changed(row))
        labels = place_names(spots, row, in_rows=self._frame is None)
        return tuple(
            BoardUnit(
                name=name,
                side=side_of(row, name),
                x=round(models[0][0], 1),
                y=round(models[0][1], 1),
                r=round(r, 1),
                others=tuple((round(x, 1), round(y, 1)) for x, y in models[1:]),
                label_x=round(labels[name][0], 1),
                label_y=round(labels[name][1], 1),
                models=str(count)
                if len(models) == 1 and (count := models_of(row, name)) > 1
                else "",
                acting=name in active,
                may=name in may - active,
                changed=name in changed,
                gone=name not in alive,
            )
            for name, (models, r) in spots.items()
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
        places = places_of(before)
        here = places.get(unit)
        if here is None:
            return []
        if points := way_of(line, here):
            inches = length(points)
            if line.places and not inches:
                return []
            kind = "refused" if row.refused else "move"
        elif line.target in places and not {(unit, line.target), (line.target, unit)} & {*pairs}:
            there = places[line.target]
            points = nearest(here, there)
            bases = bases_of(row)
            inches = gap(here, there, bases.get(unit, 0), bases.get(line.target, 0))
            kind = "refused" if row.refused else "range"
        else:
            return []
        drawn = [frame.at(point) for point in points]
        x, y = beside_middle(drawn)
        return [
            BoardLine(
                kind=kind, path=arrow_of(drawn), label=f"{round(inches, 2):g}\u2033", x=x, y=y
            )
        ]

    def _summary(self, row: Row, pairs: Sequence[tuple[str, str]]) -> str:
        """The board in words."""
        told = []
        game = row.game
        if game is None:
            return ""
        roster = game.state.roster
        alive = units_alive(row)
        for side in range(roster.sides):
            names = [name for name in alive if side_of(row, name) == side]
            counted = (
                name + (f" ({count} models)" if (count := models_of(row, name)) > 1 else "")
                for name in names
            )
            told.append(f"{heading(roster.side(side))}: {join_names(counted) or 'nobody'}.")
        if pairs:
            held = join_names(f"{one} and {with_article(other)}" for one, other in pairs)
            told.append(f"In contact: {held}.")
        return " ".join(told)
