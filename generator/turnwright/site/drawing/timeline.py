"""Timeline of an example as an SVG: a lane for each side, a bar for each action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from turnwright.describe.labels import Labels, heading, join_names
from turnwright.language.event import Chose, Ended, Passed
from turnwright.proof.record import Record
from turnwright.site.drawing.roundmap import LETTER, SMALL_LETTER, WIDTH

HEADER_HEIGHT = 40
"""Height of lane names that are one line long."""
TEXT_INDENT = 18
"""Left margin of text within a lane."""
LINE_HEIGHT = 20
ENTRY_GAP = 12
FILLS = ("filled", "hatched", "dotted", "open", "crossed", "striped")
"""Fill patterns by side, distinguishable without colour."""


@dataclass(frozen=True, kw_only=True)
class TimelineEntry:
    """Timeline entry: an action or pass of a side."""

    side: int
    """Index of its lane."""
    title: str
    """Title: the units that acted, or that the side passed."""
    units: tuple[str, ...] = ()
    does: str = ""
    """Title of the step that was chosen."""
    steps: tuple[str, ...] = ()
    """Titles of the steps chosen within it, in order."""
    round: int
    line: int
    """Number of the line that began it, from 1."""
    slight: bool = False
    """True for a pass, which is drawn small."""


@dataclass(frozen=True, kw_only=True)
class TimelineBar:
    """Timeline bar: an entry with its coordinates."""

    fill: str
    x: int
    y: int
    height: int
    title: tuple[tuple[int, str], ...]
    """Title lines, each with its baseline."""
    steps: tuple[tuple[int, str], ...]
    slight: bool


@dataclass(frozen=True, kw_only=True)
class TimelineLane:
    """Timeline lane: a side, with its name above."""

    x: int
    name: tuple[tuple[int, str], ...]
    """Lines of its name, each with its baseline."""
    fill: str


@dataclass(frozen=True, kw_only=True)
class RoundMark:
    """Round mark: where a round begins."""

    y: int
    text: str


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """Timeline with its coordinates."""

    id: str
    summary: str
    width: int
    height: int
    lanes: tuple[TimelineLane, ...]
    bars: tuple[TimelineBar, ...]
    marks: tuple[RoundMark, ...]
    sentences: tuple[str, ...]
    """Text alternative: the entries as sentences."""


def timeline_entries(record: Record, namer: Labels) -> tuple[TimelineEntry, ...]:
    """Timeline entries of a record, in order; nested actions belong to the enclosing entry."""
    sides = tuple(record.example.given)
    entries: list[TimelineEntry] = []
    open_step = ""
    for number, row in enumerate(record.rows):
        # A row records the round after it; its events belong to the round before.
        now = record.rows[number - 1].round if number else row.round
        for event in row.events:
            if isinstance(event, Passed) and event.side in sides and not event.forced:
                lane = sides.index(event.side)
                entries.append(
                    TimelineEntry(side=lane, title="passes", round=now, line=number, slight=True)
                )
            elif isinstance(event, Chose) and event.side in sides:
                if open_step and entries:
                    step = _action_text(event, entries[-1], namer)
                    entries[-1] = replace(entries[-1], steps=(*entries[-1].steps, step))
                    continue
                entries.append(
                    TimelineEntry(
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
    # If all entries chose the same step, only the nested steps are worth showing.
    kinds = {entry.does for entry in entries if entry.does}
    plain = len(kinds) < 2 and any(entry.steps for entry in entries)
    return tuple(
        entry if plain or not entry.does else replace(entry, steps=(entry.does, *entry.steps))
        for entry in entries
    )


def _action_text(event: Chose, entry: TimelineEntry, namer: Labels) -> str:
    """Text of a nested action; names the units only where they differ from the entry's."""
    against = namer.aimed(event.does, event.target)
    if event.units and event.units != entry.units:
        return f"{join_names(event.units)}: {namer.within(event.does)}{against}"
    return namer.title(event.does) + against


def draw_timeline(record: Record, namer: Labels) -> Timeline | None:
    """Lay out the timeline of an example. None when nobody acts in it."""
    entries = timeline_entries(record, namer)
    sides = tuple(record.example.given)
    if not entries or not sides:
        return None
    lane = WIDTH // len(sides)
    names = [wrap(heading(side), letters(lane, SMALL_LETTER)) for side in sides]
    bars: list[TimelineBar] = []
    marks: list[RoundMark] = []
    y = HEADER_HEIGHT + LINE_HEIGHT * (max(map(len, names)) - 1)
    for number, entry in enumerate(entries):
        if number == 0 or entry.round != entries[number - 1].round:
            marks.append(RoundMark(y=y, text=f"{namer.title('round')} {entry.round}"))
            y += LINE_HEIGHT + ENTRY_GAP
        x = entry.side * lane
        title = wrap(entry.title, letters(WIDTH - x, LETTER))
        steps = [
            line for step in entry.steps for line in wrap(step, letters(WIDTH - x, SMALL_LETTER))
        ]
        height = LINE_HEIGHT * (len(title) + len(steps))
        bars.append(
            TimelineBar(
                fill=FILLS[entry.side % len(FILLS)],
                x=x,
                y=y,
                height=height,
                title=tuple((y + LINE_HEIGHT * n + 15, line) for n, line in enumerate(title)),
                steps=tuple(
                    (y + LINE_HEIGHT * n + 15, line) for n, line in enumerate(steps, len(title))
                ),
                slight=entry.slight,
            )
        )
        y += height + ENTRY_GAP
    return Timeline(
        id="timeline",
        summary=_summary(entries, sides),
        width=WIDTH,
        height=y,
        lanes=tuple(
            TimelineLane(
                x=number * lane,
                name=tuple((19 + LINE_HEIGHT * line, text) for line, text in enumerate(name)),
                fill=FILLS[number % len(FILLS)],
            )
            for number, name in enumerate(names)
        ),
        bars=tuple(bars),
        marks=tuple(marks),
        sentences=_entry_sentences(entries, sides, namer),
    )


def letters(width: int, letter: float) -> int:
    """Number of letters that fit beside a bar into so much width."""
    return max(1, int((width - TEXT_INDENT) / letter))


def _entry_sentences(
    entries: Sequence[TimelineEntry], sides: tuple[str, ...], namer: Labels
) -> tuple[str, ...]:
    return tuple(
        f"{namer.title('round')} {entry.round}, {heading(sides[entry.side])}: {entry.title}"
        + (f" ({', '.join(entry.steps)})" if entry.steps else "")
        for entry in entries
    )


def _summary(entries: Sequence[TimelineEntry], sides: tuple[str, ...]) -> str:
    order = "; ".join(f"{heading(sides[entry.side])}: {entry.title}" for entry in entries)
    return f"Timeline. In order: {order}."
