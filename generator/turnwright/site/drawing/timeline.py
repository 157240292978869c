"""Timeline of an example: a lane for each side, and in order what each did with its chances."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turnwright.describe.labels import Labels, heading, join_names
from turnwright.examples.record import Record
from turnwright.language.event import Began, Chose, Ended, Passed

FILLS = ("filled", "hatched", "dotted", "open", "crossed", "striped")
"""Fill patterns of lanes, distinguishable without colour."""


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
    slight: bool = False
    """True for a pass, which is drawn small."""


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """Timeline: sides, each in its lane, and their entries."""

    sides: tuple[str, ...]
    entries: tuple[TimelineEntry, ...]
    round: str
    """What the system calls a round."""

    @property
    def fills(self) -> tuple[str, ...]:
        """Pattern of each side's lane."""
        return tuple(FILLS[number % len(FILLS)] for number in range(len(self.sides)))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The entries as sentences."""
        return tuple(
            f"{self.round} {entry.round}, {self.sides[entry.side]}: {entry.title}"
            + (f" ({', '.join(entry.steps)})" if entry.steps else "")
            for entry in self.entries
        )


def timeline_of(record: Record, labels: Labels) -> Timeline | None:
    """Timeline of an example. None when nobody acts in it."""
    entries = timeline_entries(record, labels)
    sides = tuple(map(heading, record.example.given))
    if not entries or not sides:
        return None
    return Timeline(sides=sides, entries=entries, round=labels.title("round"))


def timeline_entries(record: Record, labels: Labels) -> tuple[TimelineEntry, ...]:
    """Entries of a record, in order; nested actions belong to the enclosing entry."""
    sides = tuple(record.example.given)
    entries: list[TimelineEntry] = []
    chosen = open_step = ""
    for number, row in enumerate(record.rows):
        # A row records the round after it; its events belong to the round before.
        now = record.rows[number - 1].round if number else row.round
        for event in row.events:
            if isinstance(event, Passed) and event.side in sides and not event.forced:
                lane = sides.index(event.side)
                entries.append(TimelineEntry(side=lane, title="passes", round=now, slight=True))
            elif isinstance(event, Chose) and event.side in sides:
                if open_step and entries:
                    step = _action_text(event, entries[-1], labels)
                    entries[-1] = replace(entries[-1], steps=(*entries[-1].steps, step))
                    continue
                entries.append(
                    TimelineEntry(
                        side=sides.index(event.side),
                        title=join_names(event.units) or labels.title(event.does),
                        does=labels.title(event.does) if event.units else "",
                        units=event.units,
                        round=now,
                    )
                )
                # An ability opens no step of its own, so what comes next is not within it.
                chosen = event.does
            elif isinstance(event, Began) and event.step == chosen:
                open_step = chosen
            elif isinstance(event, Ended) and event.step == open_step:
                open_step = ""
    # If all entries chose the same step, only the nested steps are worth showing.
    kinds = {entry.does for entry in entries if entry.does}
    plain = len(kinds) < 2 and any(entry.steps for entry in entries)
    return tuple(
        entry if plain or not entry.does else replace(entry, steps=(entry.does, *entry.steps))
        for entry in entries
    )


def _action_text(event: Chose, entry: TimelineEntry, labels: Labels) -> str:
    """Text of a nested action; names the units only where they differ from the entry's."""
    against = labels.aimed(event.does, event.target)
    if event.units and event.units != entry.units:
        return f"{join_names(event.units)}: {labels.within(event.does)}{against}"
    return labels.title(event.does) + against
