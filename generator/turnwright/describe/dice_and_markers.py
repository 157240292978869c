"""Dice and markers of a line: what lies on the table beside the units."""

from __future__ import annotations

from dataclasses import dataclass

from turnwright.describe.grammar import counted
from turnwright.describe.labels import Labels, as_words, heading
from turnwright.examples.record import Row
from turnwright.language.event import Rolled
from turnwright.language.input import Roll

LEFT, MIDDLE, RIGHT = 7, 14, 21
CORNERS = ((LEFT, LEFT), (RIGHT, RIGHT)), ((RIGHT, LEFT), (LEFT, RIGHT))
PIPS = {
    1: ((MIDDLE, MIDDLE),),
    2: CORNERS[0],
    3: (*CORNERS[0], (MIDDLE, MIDDLE)),
    4: (*CORNERS[0], *CORNERS[1]),
    5: (*CORNERS[0], *CORNERS[1], (MIDDLE, MIDDLE)),
    6: (*CORNERS[0], *CORNERS[1], (LEFT, MIDDLE), (RIGHT, MIDDLE)),
}
"""Where the pips of a face are."""
CUBE = "6"
"""The number of faces of dice that have pips."""
MOST = 12
"""Most markers of a kind that are drawn one by one."""


@dataclass(frozen=True, kw_only=True)
class Die:
    """A die that was rolled."""

    shows: int
    has_pips: bool
    """False for dice that bear numbers."""
    counts: bool = True
    """False when it is left out of the result."""
    outcome: str = ""
    """What it came to, where dice are judged one by one."""

    @property
    def pips(self) -> str:
        """Path of its pips."""
        places = PIPS.get(self.shows, ()) if self.has_pips else ()
        return "".join(f"M{x} {y}h0" for x, y in places)


def dice_of(row: Row, before: Row | None) -> tuple[Die, ...]:
    """The dice of a line, in the order in which they were rolled."""
    has_pips = before is not None and before.decision.dice.partition("d")[2] == CUBE
    rolled = [event for event in row.events if isinstance(event, Rolled)]
    if not rolled:
        said = row.line.input if row.line else None
        shown = said.dice if isinstance(said, Roll) else ()
        return tuple(Die(shows=shows, has_pips=has_pips) for shows in shown)
    dice = []
    for event in rolled:
        left = list(event.kept)
        for place, shows in enumerate(event.dice):
            counts = shows in left
            if counts:
                left.remove(shows)
            outcome = as_words(event.outcomes[place]) if place < len(event.outcomes) else ""
            dice.append(Die(shows=shows, has_pips=has_pips, counts=counts, outcome=outcome))
    return tuple(dice)


@dataclass(frozen=True, kw_only=True)
class MarkerKind:
    """Markers of one kind in a container."""

    side: int
    """The side whose they are, or -1 for those that bear a name."""
    name: str
    count: int

    @property
    def drawn(self) -> bool:
        """Whether they are drawn one by one: those of a side that are not too many."""
        return self.side >= 0 and self.count <= MOST


@dataclass(frozen=True, kw_only=True)
class FilledContainer:
    """A container with its markers."""

    title: str
    kinds: tuple[MarkerKind, ...]
    table: str
    """How many lie on the table, in words."""


def containers_of(row: Row, labels: Labels) -> tuple[FilledContainer, ...]:
    """The containers after a line; cards that nobody has drawn from are counted together."""
    roster = row.game.state.roster
    found = []
    for (name, of), contents in sorted(row.game.state.rest.containers.items()):
        kinds: dict[tuple[int, str], int] = {}
        for marker, many in contents.markers:
            if many:
                side = roster.side_of[marker.who] if marker.who >= 0 else -1
                whose = roster.names[marker.who] if marker.who >= 0 else marker.name
                kinds[side, whose] = kinds.get((side, whose), 0) + many
        whose = f" ({heading(roster.side(of))})" if of >= 0 else ""
        found.append(
            FilledContainer(
                title=labels.title(name, "containers") + whose,
                kinds=tuple(
                    MarkerKind(side=side, name=heading(as_words(whose)), count=many)
                    for (side, whose), many in kinds.items()
                ),
                table=f"{counted(contents.table, 'marker')} on the table" if contents.table else "",
            )
        )
    return tuple(found)


def lasting(row: Row, labels: Labels) -> tuple[str, ...]:
    """The effects that last after a line, each with its source and whom it is on."""
    names = row.game.state.roster.names
    return tuple(
        labels.title(going.ability)
        + (f" of {names[going.source]}" if going.source > 0 else "")
        + (f", on {names[going.target]}" if going.target > 0 else "")
        for going in row.game.state.rest.effects
    )
