"""Containers: bags, decks and hands; when they are filled, what is drawn, and the odds of it."""

from __future__ import annotations

from collections.abc import Mapping

from turnwright.engine.decision import Refused, did_you_mean
from turnwright.engine.parts import ContainerPart, Ruling
from turnwright.engine.program import BATTLE
from turnwright.engine.state import NOBODY, Frame, Held, Marker, bits
from turnwright.engine.transaction import Transaction
from turnwright.language import container
from turnwright.language.change import Moment
from turnwright.language.container import KeepsUp, OfPassed, Refill
from turnwright.language.event import Markers

ContainerKey = tuple[str, int]
"""A container: its name and, where each side has one, the side; else -1."""


def label(tx: Transaction, marker: Marker) -> str:
    """What people call a marker: the side or unit whose it is, or its name, or its number."""
    if marker.who != NOBODY:
        return tx.roster.names[marker.who]
    return marker.name or str(marker.number)


def name_of(tx: Transaction, marker: Marker) -> str:
    """What people call a marker where several bear its name: with its number."""
    numbered = marker.name and any(
        marker.name in ruling.value.contents.named and ruling.value.contents.low is not None
        for part in tx.program.containers.values()
        for ruling in part.contains
    )
    return f"{marker.name} {marker.number}" if numbered else label(tx, marker)


def key_of(part: ContainerPart, side: int) -> ContainerKey:
    """Which container is meant: the one there is, or that of a side."""
    return part.name, side if part.of_side else NOBODY


def held_in(tx: Transaction, key: ContainerKey) -> Held | None:
    """What a container holds; None before it was filled."""
    return tx.rest.containers.get(key)


def labels(tx: Transaction, key: ContainerKey) -> set[str]:
    """What people call the markers that a container holds."""
    contents = held_in(tx, key)
    return {label(tx, it) for it, many in (contents.markers if contents else ()) if many}


def put(tx: Transaction, key: ContainerKey, new: Held, why: str, *by: str) -> None:
    """A container holds something else now."""
    tx.update(containers=tx.rest.containers.having(key, new))
    holds: dict[str, int] = {}
    for marker, many in new.markers:
        holds[label(tx, marker)] = holds.get(label(tx, marker), 0) + many
    tx.events.append(Markers(key[0], tuple(holds.items()), why, by))


def moment_came(tx: Transaction, frame: Frame, starts: bool) -> None:
    """Fill and empty what is filled and emptied at the start or the end of a step."""
    for part in tx.program.containers.values():
        put_in = [r for r in part.refills if r.value.at and _is(r.value.at, frame, starts)]
        for ruling in tx.held(put_in):
            for side in tx.sides() if part.of_side else (NOBODY,):
                if not part.of_side or frame.side in (NOBODY, side):
                    pour(tx, part, side, ruling, frame.side)
        fills = [r for r in part.fills if _is(r.value, frame, starts)]
        if by := tuple(ruling.clause for ruling in tx.held(fills)):
            for side in tx.sides() if part.of_side else (NOBODY,):
                # What the mission has put in is all there is as the battle begins.
                if frame.step != BATTLE or held_in(tx, (part.name, side)) is None:
                    fill(tx, part, side, *by)
        empties = tx.rule(part.empties)
        if empties and _is(empties.value, frame, starts):
            for side in tx.sides() if part.of_side else (NOBODY,):
                put(
                    tx,
                    (part.name, side),
                    Held((), filled=False),
                    "emptied",
                    empties.clause,
                )


def _is(moment: Moment, frame: Frame, starts: bool) -> bool:
    """Whether this is the start or the end that is meant."""
    return (moment.start if starts else moment.end) == frame.step


def fill(tx: Transaction, part: ContainerPart, side: int, *because: str) -> None:
    """Put everything in that a container contains."""
    held: dict[Marker, int] = {}
    by = [*because]
    scene = tx.scene()
    asker = side + 1
    for ruling in part.contains:
        contents, counted = ruling.value.contents, False
        if ruling.value.of is not None:
            for who in bits(ruling.value.of(tx, asker, scene)):
                if not ruling.binds(tx, 1 << who, scene):
                    continue
                many = ruling.value.many(tx, who, scene)
                held[Marker(who)] = held.get(Marker(who), 0) + many
                counted = counted or many > 0
        elif ruling.binds(tx, 1 << asker, scene):
            low = contents.low if contents.low is not None else 0
            high = contents.high if contents.high is not None else low
            many = ruling.value.many(tx, asker, scene)
            for name in contents.named or ("",):
                for number in range(low, high + 1):
                    marker = Marker(NOBODY, name, number)
                    held[marker] = held.get(marker, 0) + many
            counted = many > 0
        if counted:
            by.append(ruling.clause)
    put(tx, (part.name, side), Held(tuple(held.items())), "filled", *by)


def deal(tx: Transaction, box: str, markers: Mapping[str, int]) -> None:
    """A container, or that of a side, holds this from the start."""
    owner, _, name = box.rpartition(".")
    number = tx.roster.number
    held = {}
    for what, many in markers.items():
        called, _, bears = what.rpartition(" ")
        named = Marker(NOBODY, called, int(bears)) if bears.isdigit() else Marker(NOBODY, what)
        held[Marker(number[what]) if what in number else named] = many
    put(
        tx,
        (name, number[owner] - 1 if owner else NOBODY),
        Held(tuple(held.items())),
        "filled",
    )


def can_draw(tx: Transaction, name: str, side: int) -> bool:
    """Whether something is left to draw from a container, or to put into it when nothing is."""
    part = tx.program.containers[name]
    keys = [key_of(part, side)]
    for ruling in tx.held(when_empty(part)):
        keys += sources(tx, part, side, ruling.value.container)
    return any(many for key in keys for _, many in (held_in(tx, key) or Held(())).markers)


def refill(tx: Transaction, part: ContainerPart, side: int) -> Held | None:
    """What a container holds to draw from: when nothing is left, all of others is put in."""
    contents = held_in(tx, key_of(part, side))
    if contents is None or any(many for _, many in contents.markers):
        return contents
    for ruling in tx.held(when_empty(part)):
        pour(tx, part, side, ruling, NOBODY)
    return held_in(tx, key_of(part, side))


def when_empty(part: ContainerPart) -> list[Ruling[Refill]]:
    """What is put into a container when nothing is left to draw."""
    return [ruling for ruling in part.refills if ruling.value.at is None]


def sources(
    tx: Transaction, part: ContainerPart, side: int, name: str, whose: int = NOBODY
) -> list[ContainerKey]:
    """The containers of a name out of which one is filled.

    That of the same side, or of the side whose step it is, else all.
    """
    other = tx.program.containers[name]
    if not other.of_side:
        return [key_of(other, NOBODY)]
    side = side if part.of_side else whose
    return [key_of(other, it) for it in ((side,) if side != NOBODY else tx.sides())]


def pour(
    tx: Transaction, part: ContainerPart, side: int, ruling: Ruling[Refill], whose: int
) -> None:
    """All that others hold is put into a container."""
    key = key_of(part, side)
    for other in sources(tx, part, side, ruling.value.container, whose):
        theirs = held_in(tx, other)
        if other != key and theirs is not None and any(many for _, many in theirs.markers):
            put(tx, other, theirs._replace(markers=()), "emptied", ruling.clause)
            mine = held_in(tx, key) or Held(())
            markers = dict(mine.markers)
            for marker, many in theirs.markers:
                markers[marker] = markers.get(marker, 0) + many
            put(tx, key, mine._replace(markers=tuple(markers.items())), "filled", ruling.clause)


def change(
    tx: Transaction, key: ContainerKey, marker: Marker, by_how_many: int, why: str, *by: str
) -> None:
    """So many markers of a kind go in, or come out."""
    old = held_in(tx, key) or Held(())
    markers = dict(old.markers)
    markers[marker] = max(0, markers.get(marker, 0) + by_how_many)
    put(tx, key, old._replace(markers=tuple(markers.items())), why, *by)


def unit_joined(tx: Transaction, unit: int) -> None:
    """What a unit that joins does to the containers."""
    side = tx.roster.side_of[unit]
    for part in tx.program.containers.values():
        key = key_of(part, side)
        contents = held_in(tx, key)
        by = keeping_up(tx, part, unit, KeepsUp.JOINED)
        if by and contents is not None and contents.filled:
            change(tx, key, Marker(side + 1), 1, "gained", *by)


def units_gone(tx: Transaction, gone: int) -> None:
    """What the loss of units does to the containers."""
    for part in tx.program.containers.values():
        for unit in bits(gone):
            side = tx.roster.side_of[unit]
            key = key_of(part, side)
            contents = held_in(tx, key)
            held = dict(contents.markers) if contents is not None else {}
            marker = Marker(unit) if Marker(unit) in held else Marker(side + 1)
            by = keeping_up(tx, part, unit, KeepsUp.LOST)
            if by and held.get(marker):
                change(tx, key, marker, -1, "gone", *by)


def keeping_up(tx: Transaction, part: ContainerPart, unit: int, which: KeepsUp) -> tuple[str, ...]:
    """The clauses by which a container takes note of a unit that joins, or that is lost."""
    said = (ruling for ruling in part.keeps_up if ruling.value is which)
    return tuple(ruling.clause for ruling in said if ruling.binds(tx, 1 << unit, tx.scene()))


def putting_in(tx: Transaction, part: ContainerPart, what: str) -> tuple[str, ...]:
    """The clauses that say how many such markers a container holds."""
    is_whose = tx.roster.number.get(what, 0) > 0

    def lists(said: container.Contents) -> bool:
        numbered = said.low is not None and not said.named
        return what in said.named or (numbered and what.isdigit())

    return tuple(
        ruling.clause
        for ruling in part.contains
        if (is_whose if ruling.value.of is not None else lists(ruling.value.contents))
    )


def find(tx: Transaction, key: ContainerKey, what: str, number: int | None) -> Marker:
    """The marker that is named. Raises Refused when the container holds none."""
    contents = held_in(tx, key)
    found = [
        marker
        for marker, many in (contents.markers if contents else ())
        if many
        and what in (label(tx, marker), name_of(tx, marker))
        and number in (None, marker.number)
    ]
    if not found:
        which = f" with the number {number}" if number is not None else ""
        message = f"no marker of {what}{which} is left in {key[0]}"
        by = putting_in(tx, tx.program.containers[key[0]], what)
        raise Refused(message if by else message + did_you_mean(what, labels(tx, key)), by)
    if len(found) > 1:
        raise Refused(f"there are several {what} in {key[0]}; say which, with `number`")
    return found[0]


def counts(tx: Transaction, container: ContainerPart, marker: Marker) -> bool:
    """Whether drawing a marker means anything: those of a side that has passed may not."""
    if marker.who == NOBODY or tx.says(container.of_passed) is not OfPassed.IGNORED:
        return True
    return tx.pass_of(tx.ask.step, tx.roster.side_of[marker.who]) is None
