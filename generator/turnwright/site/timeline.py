"""The timeline of an example as a drawing: a lane for each side, and a bar for each chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turnwright.engine.event import Chose, Ended, Passed
from turnwright.proof.record import Record, Row
from turnwright.site.telling import Namer, names

WIDTH = 360
"""Pictures are this wide, in units that are pixels on a small phone."""
TOP = 40
LINE = 20
GAP = 12
FILLS = ("filled", "hatched", "dotted")
"""How the bars of the first, second and further sides are told apart without colour."""


@dataclass(frozen=True, kw_only=True)
class Block:
    """A chance that a side spent."""

    side: int
    """The number of its lane."""
    title: str
    """The units that acted, or that the side passed."""
    steps: tuple[str, ...] = ()
    """What they did, in this order."""
    round: int
    line: int
    """The line of the example that began it, counted from 1."""
    slight: bool = False
    """True for a pass, which takes no time."""


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A block, placed."""

    fill: str
    x: int
    y: int
    height: int
    title: str
    steps: tuple[tuple[int, str], ...]
    """Height of the baseline, and words."""
    slight: bool


@dataclass(frozen=True, kw_only=True)
class Mark:
    """Where a round begins."""

    y: int
    text: str


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """Everything the drawing shows."""

    id: str
    summary: str
    width: int
    height: int
    lanes: tuple[tuple[int, str, str], ...]
    """Left edge, name and fill of each lane."""
    bars: tuple[Bar, ...]
    marks: tuple[Mark, ...]
    told: tuple[str, ...]
    """The same as sentences, for a list."""


def blocks(record: Record, namer: Namer) -> tuple[Block, ...]:
    """The chances that were spent, in order; what is done inside one belongs to it."""
    sides = tuple(record.example.given)
    found: list[Block] = []
    open_step = ""
    open_units: tuple[str, ...] = ()
    for number, row in enumerate(record.rows):
        for event in row.events:
            if isinstance(event, Passed) and event.side in sides:
                # A side that is out keeps passing; that it does so again is no news.
                block = _block(event.side, sides, "passes", row, number, slight=True)
                if not any(b.slight and b.side == block.side and b.round == block.round for b in found):
                    found.append(block)
            elif isinstance(event, Chose) and event.side in sides:
                if open_step and found:
                    inside = _inside(event, open_units, namer)
                    found[-1] = _with_step(found[-1], inside)
                else:
                    title = names(event.units) or namer.title(event.does)
                    found.append(_block(event.side, sides, title, row, number))
                    open_step, open_units = event.does, event.units
                    if event.units:
                        found[-1] = _with_step(found[-1], namer.within(event.does))
            elif isinstance(event, Ended) and event.step == open_step:
                open_step, open_units = "", ()
    return tuple(found)


def _block(
    side: str, sides: tuple[str, ...], title: str, row: Row, line: int, *, slight: bool = False
) -> Block:
    return Block(side=sides.index(side), title=title, round=row.round, line=line, slight=slight)


def _inside(event: Chose, units: tuple[str, ...], namer: Namer) -> str:
    """What was done inside a chance; who did it is said only where it is somebody else."""
    who = f"{names(event.units)}: " if event.units and event.units != units else ""
    return who + namer.within(event.does) + (f" against {event.target}" if event.target else "")


def _with_step(block: Block, step: str) -> Block:
    return Block(
        side=block.side,
        title=block.title,
        steps=(*block.steps, step),
        round=block.round,
        line=block.line,
        slight=block.slight,
    )


def draw(record: Record, namer: Namer) -> Timeline | None:
    """The timeline of an example. None when nobody does anything in it."""
    spent = blocks(record, namer)
    sides = tuple(record.example.given)
    if not spent or not sides:
        return None
    lane = WIDTH // len(sides)
    bars: list[Bar] = []
    marks: list[Mark] = []
    y = TOP
    for number, block in enumerate(spent):
        if number == 0 or block.round != spent[number - 1].round:
            marks.append(Mark(y=y, text=f"{namer.title('round')} {block.round}"))
            y += LINE + GAP
        height = LINE * (1 + len(block.steps))
        bars.append(
            Bar(
                fill=FILLS[block.side % len(FILLS)],
                x=block.side * lane,
                y=y,
                height=height,
                title=block.title,
                steps=tuple(
                    (y + LINE * place + 15, step) for place, step in enumerate(block.steps, start=1)
                ),
                slight=block.slight,
            )
        )
        y += height + GAP
    return Timeline(
        id="timeline",
        summary=_summary(spent, sides),
        width=WIDTH,
        height=y,
        lanes=tuple(
            (number * lane, side, FILLS[number % len(FILLS)]) for number, side in enumerate(sides)
        ),
        bars=tuple(bars),
        marks=tuple(marks),
        told=_sentences(spent, sides, namer),
    )


def _sentences(spent: Sequence[Block], sides: tuple[str, ...], namer: Namer) -> tuple[str, ...]:
    return tuple(
        f"{namer.title('round')} {block.round}, {sides[block.side]}: {block.title}"
        + (f" ({', '.join(block.steps)})" if block.steps else "")
        for block in spent
    )


def _summary(spent: Sequence[Block], sides: tuple[str, ...]) -> str:
    order = "; ".join(f"{sides[block.side]}: {block.title}" for block in spent)
    return f"Timeline. In order: {order}."
