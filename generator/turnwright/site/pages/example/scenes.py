"""Scenes: the parts into which the lines of an example are cut, by the steps that are open.

A long part is cut into those inside it, so a phase is one scene where little happens in it, and
elsewhere each activation, or each phase of an activation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from turnwright.describe.labels import Labels, join_names
from turnwright.describe.story import round_name
from turnwright.engine.state import Frame
from turnwright.language.event import Began, Chose
from turnwright.proof.record import Row

LONGEST = 16
"""Most lines of a scene that could be cut."""
FEWEST = 3
"""An example with fewer scenes is not cut."""


class Part(NamedTuple):
    """An open step on the way from the round to a line."""

    key: tuple[int, str]
    """The round or the step, as one of all that there are."""
    title: str


def scenes(rows: Sequence[Row], labels: Labels) -> dict[int, str]:
    """Titles of the scenes by the numbers of the lines with which they begin."""
    ways = [_way(row, rows[max(number - 1, 0)], labels) for number, row in enumerate(rows)]
    ways[0] = ways[min(1, len(ways) - 1)]
    found = dict(_cut(range(len(rows)), ways, 0))
    return found if len(found) >= FEWEST else {}


def place(row: Row, before: Row, labels: Labels) -> str:
    """Where a line is: the innermost steps of the way to it that are worth a heading."""
    titles = dict.fromkeys(part.title for part in _way(row, before, labels)[:3])
    return " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ".join(titles)


def _cut(
    lines: Sequence[int], ways: Sequence[tuple[Part, ...]], depth: int
) -> Iterator[tuple[int, str]]:
    for way, group in groupby(lines, key=lambda line: ways[line][: depth + 1]):
        inside = list(group)
        deeper = {ways[line][: depth + 2] for line in inside}
        if depth == 0 or (len(inside) > LONGEST and len(deeper) > 1 and len(way) > depth):
            yield from _cut(inside, ways, depth + 1)
        else:
            yield inside[0], way[-1].title


def _way(row: Row, before: Row, labels: Labels) -> tuple[Part, ...]:
    """The open steps from the round to a line; with a unit that is picked, the step it goes to."""
    state, program = before.game.state, before.game.program
    steps = [frame.step for frame in state.stack]
    start = steps.index(program.round) + 1 if program.round in steps else 1
    way = [Part((before.round, ""), round_name(before.round, labels))]
    outer: Frame | None = None
    for frame in state.stack[start:]:
        way.append(Part((frame.serial, ""), _title(frame, outer, row, labels)))
        outer = frame
    chosen = next((event for event in row.events if isinstance(event, Chose)), None)
    began = (event for event in row.events if isinstance(event, Began) and event.units)
    opened = next(began, None)
    if chosen and opened and (opened.step, opened.units) == (chosen.does, chosen.units):
        # The line is in the step that it opens; where that is over again, in one of its own.
        serials = [frame.serial for frame in row.game.state.stack if frame.step == opened.step]
        title = f"{join_names(opened.units)}: {labels.title(opened.step)}"
        way.append(Part((serials[-1], "") if serials else (-1, title), title))
    return tuple(way)


def _title(frame: Frame, outer: Frame | None, row: Row, labels: Labels) -> str:
    """Title of a step, with those who act in it."""
    roster, title = row.game.state.roster, labels.title(frame.step)
    if frame.units:
        return f"{join_names(roster.named(frame.units))}: {title}"
    if frame.side >= 0 and outer is not None:
        return f"{roster.side(frame.side).capitalize()}: {title}"
    return title
