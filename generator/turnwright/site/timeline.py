"""The timeline of an example as a drawing: a lane for each side, and a bar for each chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from turnwright.engine.event import Chose, Ended, Passed
from turnwright.proof.record import Record
from turnwright.site.roundmap import LETTER, SMALL_LETTER, WIDTH
from turnwright.study.labels import Labels, join_names

TOP = 40
TEXT = 18
"""How far text stands from the edge of its lane."""
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
    units: tuple[str, ...] = ()
    does: str = ""
    """What the chance was spent on."""
    steps: tuple[str, ...] = ()
    """What was done in it, in this order."""
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
    title: tuple[tuple[int, str], ...]
    """Height of the baseline and words of each line."""
    steps: tuple[tuple[int, str], ...]
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


def blocks(record: Record, namer: Labels) -> tuple[Block, ...]:
    """The chances that were spent, in order; what is done inside one belongs to it."""
    sides = tuple(record.example.given)
    found: list[Block] = []
    open_step = ""
    for number, row in enumerate(record.rows):
        # A row tells the round that holds after it; what was chosen came before that.
        now = record.rows[number - 1].round if number else row.round
        for event in row.events:
            if isinstance(event, Passed) and event.side in sides and not event.forced:
                lane = sides.index(event.side)
                found.append(Block(side=lane, title="passes", round=now, line=number, slight=True))
            elif isinstance(event, Chose) and event.side in sides:
                if open_step and found:
                    step = _inside(event, found[-1], namer)
                    found[-1] = replace(found[-1], steps=(*found[-1].steps, step))
                    continue
                found.append(
                    Block(
                        side=sides.index(event.side),
                        title=join_names(event.units) or namer.title(event.does),
                        does=namer.title(event.does) if event.units else "",
                        units=event.units,
                        round=now,
                        line=number,
                    )
                )
                open_step = event.does
            elif isinstance(event, Ended) and event.step == open_step:
                open_step = ""
    # Where every chance is spent on the same thing, what was done in it tells more.
    kinds = {block.does for block in found if block.does}
    plain = len(kinds) < 2 and any(block.steps for block in found)
    return tuple(
        block if plain or not block.does else replace(block, steps=(block.does, *block.steps))
        for block in found
    )


def _inside(event: Chose, block: Block, namer: Labels) -> str:
    """What was done inside a chance; who did it is said only where it is somebody else."""
    against = f" against {event.target}" if event.target else ""
    if event.units and event.units != block.units:
        return f"{join_names(event.units)}: {namer.within(event.does)}{against}"
    return namer.title(event.does) + against


def draw(record: Record, namer: Labels) -> Timeline | None:
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
        x = block.side * lane
        room = WIDTH - x - TEXT
        title = wrap(block.title, int(room / LETTER))
        steps = [line for step in block.steps for line in wrap(step, int(room / SMALL_LETTER))]
        height = LINE * (len(title) + len(steps))
        bars.append(
            Bar(
                fill=FILLS[block.side % len(FILLS)],
                x=x,
                y=y,
                height=height,
                title=tuple((y + LINE * n + 15, line) for n, line in enumerate(title)),
                steps=tuple((y + LINE * n + 15, line) for n, line in enumerate(steps, len(title))),
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


def _sentences(spent: Sequence[Block], sides: tuple[str, ...], namer: Labels) -> tuple[str, ...]:
    return tuple(
        f"{namer.title('round')} {block.round}, {sides[block.side]}: {block.title}"
        + (f" ({', '.join(block.steps)})" if block.steps else "")
        for block in spent
    )


def _summary(spent: Sequence[Block], sides: tuple[str, ...]) -> str:
    order = "; ".join(f"{sides[block.side]}: {block.title}" for block in spent)
    return f"Timeline. In order: {order}."
