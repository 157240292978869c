"""Scenes: the parts into which the lines of an example are cut, by the steps that are open.

A long part is cut into those inside it, so a phase is one scene where little happens in it, and
elsewhere each activation, or each phase of an activation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from turnwright.describe.labels import Labels, heading, join_names
from turnwright.describe.story import round_name
from turnwright.examples.record import Row
from turnwright.language.event import Began, Chose

LONGEST = 16
"""Most lines of a scene that could be cut."""
FEWEST = 3
"""An example with fewer scenes is not cut."""


class OpenStep(NamedTuple):
    """An open step on the way from the round to a line."""

    serial: int
    """Its number, as one of all steps that were opened; below 0 for one that is over again."""
    who: str
    """The units or the side whose it is."""
    title: str

    @property
    def heading(self) -> str:
        """Title with those whose it is."""
        return f"{self.who}: {self.title}" if self.who else self.title


def scenes(rows: Sequence[Row], labels: Labels) -> dict[int, str]:
    """Titles of the scenes by the numbers of the lines with which they begin."""
    ways = [_way(row, rows[max(number - 1, 0)], labels) for number, row in enumerate(rows)]
    ways[0] = ways[min(1, len(ways) - 1)]
    found = dict(_cut(range(len(rows)), ways, 0))
    return found if len(found) >= FEWEST else {}


def place(row: Row, before: Row, labels: Labels) -> str:
    """Where a line is: the round, and the outermost steps of the way to it."""
    way = _way(row, before, labels)[:3]
    told = (
        part.title if outer and outer.who == part.who else part.heading
        for outer, part in zip((None, *way), way, strict=False)
    )
    return " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ".join(dict.fromkeys(told))


def _cut(
    lines: Sequence[int], ways: Sequence[tuple[OpenStep, ...]], depth: int
) -> Iterator[tuple[int, str]]:
    for way, group in groupby(lines, key=lambda line: ways[line][: depth + 1]):
        inside = list(group)
        deeper = {ways[line][: depth + 2] for line in inside}
        if depth == 0 or (len(inside) > LONGEST and len(deeper) > 1 and len(way) > depth):
            yield from _cut(inside, ways, depth + 1)
        else:
            yield inside[0], way[-1].heading


def _way(row: Row, before: Row, labels: Labels) -> tuple[OpenStep, ...]:
    """The open steps from the round to a line; with a unit that is picked, the step it goes to."""
    state, program = before.game.state, before.game.program
    steps = [frame.step for frame in state.stack]
    start = steps.index(program.round) + 1 if program.round in steps else 1
    way = [OpenStep(-before.round, "", round_name(before.round, labels))]
    roster = row.game.state.roster
    for frame in state.stack[start:]:
        side = heading(roster.side(frame.side)) if frame.side >= 0 else ""
        who = join_names(roster.named(frame.units)) or side
        way.append(OpenStep(frame.serial, who, labels.title(frame.step)))
    chosen = next((event for event in row.events if isinstance(event, Chose)), None)
    opened = next((event for event in row.events if isinstance(event, Began)), None)
    if chosen and opened and (opened.step, opened.units) == (chosen.does, chosen.units):
        # The line is in the step that it opens; where that is over again, in one of its own.
        serials = [frame.serial for frame in row.game.state.stack if frame.step == opened.step]
        who = join_names(opened.units)
        if who:
            way.append(OpenStep(serials[-1] if serials else -1, who, labels.title(opened.step)))
    return tuple(way)
