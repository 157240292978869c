"""Markers: what each container holds after a line, and what lies on the table."""

from dataclasses import dataclass

from turnwright.proof.record import Row
from turnwright.site.grammar import counted
from turnwright.study.labels import Labels, as_words, heading

MOST = 12
"""Most markers of a kind that are drawn one by one."""


@dataclass(frozen=True, kw_only=True)
class MarkerKind:
    """Markers of one kind in a container."""

    side: int
    """The side whose they are, or -1 for those that bear a name."""
    name: str
    count: int
    drawn: tuple[int, ...]
    """Where each is drawn, from the left; empty where they are too many."""


@dataclass(frozen=True, kw_only=True)
class ContainerView:
    """View model of a container."""

    title: str
    kinds: tuple[MarkerKind, ...]
    table: str
    """How many lie on the table, in words."""


def containers_of(row: Row, namer: Labels) -> tuple[ContainerView, ...]:
    """The containers after a line; cards that nobody has drawn from are counted together."""
    if row.game is None:
        return ()
    roster = row.game.state.roster
    views = []
    for name, contents in row.game.state.rest.containers:
        kinds: dict[tuple[int, str], int] = {}
        for marker, many in contents.markers:
            if not many:
                continue
            side = roster.side_of[marker.who] if marker.who >= 0 else -1
            whose = roster.names[marker.who] if marker.who >= 0 else marker.name
            kinds[side, whose] = kinds.get((side, whose), 0) + many
        base, _, of = name.partition(" of ")
        title = namer.title(base, "containers")
        if of.isdigit():
            title += f" ({heading(roster.side(int(of)))})"
        views.append(
            ContainerView(
                title=title,
                kinds=tuple(
                    MarkerKind(
                        side=side,
                        name=heading(as_words(whose)),
                        count=many,
                        drawn=tuple(range(many)) if side >= 0 and many <= MOST else (),
                    )
                    for (side, whose), many in kinds.items()
                ),
                table=f"{counted(contents.table, 'marker')} on the table" if contents.table else "",
            )
        )
    return tuple(views)
