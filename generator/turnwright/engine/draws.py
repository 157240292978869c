"""Draws: what is drawn says whose chance is next, or is the outcome of what is done."""

from __future__ import annotations

from turnwright.engine.chances import hand_chance_over
from turnwright.engine.changes import NOW, change_value, due_changes, make_change
from turnwright.engine.containers import (
    ContainerKey,
    change,
    held_in,
    key_of,
    label,
    name_of,
    put,
    refill,
)
from turnwright.engine.decision import Awaits, ChoiceKind
from turnwright.engine.initiative import ordering
from turnwright.engine.parts import ContainerPart
from turnwright.engine.program import StepPart
from turnwright.engine.state import (
    NOBODY,
    Held,
    Later,
    Marker,
    PendingDecision,
    Stage,
)
from turnwright.engine.steps import close_through
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import holder_of, part_of
from turnwright.language.action import Then
from turnwright.language.container import Drawn, Extra, OfPassed, Placed
from turnwright.language.event import Drew, Resulted
from turnwright.language.turn_order import First


def ask_for_draw(
    tx: Transaction, side: int, container: ContainerPart, contents: Held, by: str
) -> PendingDecision:
    """Ask for a draw from a container: unseen, or chosen by a side from what is seen."""
    drawn = tx.demand(container.drawn, by)
    clauses = by, drawn.clause
    if drawn.value is not Drawn.SEEN:
        whose = side if container.of_side else NOBODY
        return PendingDecision(Awaits.DRAW, tx.frame.step, whose, what=container.name, by=clauses)
    names = {name_of(tx, it): 1 << max(it.who, 0) for it, many in contents.markers if many}
    legal = tuple(names.items())
    return tx.choice(ChoiceKind.MARKER, side, legal, clauses, what=container.name)


def container_of(tx: Transaction, part: StepPart, side: int) -> ContainerPart | None:
    """The container from which chances are drawn, if they are."""
    draws = tx.says(part.draws, side)
    return None if draws is None else tx.program.containers[draws.container]


# A draw for a chance


def draw_chance(tx: Transaction) -> PendingDecision | None:
    """Ask for the draw that says whose chance comes next; None when nothing is left to draw."""
    part = tx.dealing
    ruling = tx.demand(part.draws, side=NOBODY)
    container = tx.program.containers[ruling.value.container]
    tx.demand(container.drawn, ruling.clause)
    contents = refill(tx, container, tx.frame.side)
    if contents is None or not contents.markers:
        if contents is None and not any(tx.held(container.fills)):
            raise tx.unsaid("fills", ruling.clause)
        if not container.contains:
            raise tx.unsaid("contains", ruling.clause)
    if contents is None or not drawable(tx, contents):
        return None
    side = max(tx.frame.side, 0)
    if tx.says(container.drawn) is Drawn.SEEN and not container.of_side:
        first = tx.demand(part.first)
        side = 0 if first.value is First.DRAWN else ordering(tx, first).sides[0]
    return ask_for_draw(tx, side, container, contents, ruling.clause)


def drawable(tx: Transaction, contents: Held) -> bool:
    """Whether something is left to draw that means anything."""
    for marker, many in contents.markers:
        if many:
            side = tx.roster.side_of[marker.who] if marker.who != NOBODY else NOBODY
            if side == NOBODY or not (
                tx.out() >> side & 1 or tx.pass_of(tx.frame.step, side) is not None
            ):
                return True
    return False


def drew_for_chance(tx: Transaction, name: str, marker: Marker) -> None:
    """Something was drawn: a chance for its side or its unit, or an outcome."""
    part, step, container = tx.dealing, tx.frame.step, tx.program.containers[name]
    key = key_of(container, tx.frame.side)
    if marker.who == NOBODY:
        by = tx.clauses(part.draws.rulings)
        tx.events.append(Drew(name, label(tx, marker), marker.number, False, by))
        take_for_chance(tx, part, key, marker, by)
        tx.outcomes = (marker.name,)
        for word, due in due_changes(tx, part, (marker.name,)):
            make_change(tx, word, due)
        suffer_draw(tx, part, marker.name)
        return
    by = (tx.demand(container.draw_for).clause,)
    first = tx.demand(part.first)
    side = tx.roster.side_of[marker.who]
    ignored = False
    if (passed := tx.pass_of(step, side)) is not None:
        ruling = tx.demand(container.of_passed)
        by = (ruling.clause,)
        ignored = ruling.value is OfPassed.IGNORED
        if not ignored:
            tx.update(passes=tuple(other for other in tx.rest.passes if other is not passed))
    tx.events.append(Drew(name, label(tx, marker), marker.number, ignored, by))
    take_for_chance(tx, part, key, marker, by)
    if ignored:
        return
    tx.update(drawn=side)
    if first.value is not First.DRAWN:
        side = ordering(tx, first).sides[0]
    tx.update_turns(
        holder=side,
        because=(first.clause,),
        drawn=True,
        only=1 << marker.who if marker.who > tx.roster.sides else 0,
        order=tx.turns.order or tx.sides(),
    )


def take_for_chance(
    tx: Transaction, part: StepPart, key: ContainerKey, marker: Marker, by: tuple[str, ...]
) -> None:
    """A marker that says whose chance it is comes out, and goes where it is put."""
    change(tx, key, marker, -1, "drawn", *by)
    ruling = tx.rule(part.draws)
    if ruling is not None and ruling.value.into:
        into = key_of(tx.program.containers[ruling.value.into], tx.frame.side)
        change(tx, into, marker, 1, "put", *by)


def lacking_markers(tx: Transaction, side: int, extra: int) -> tuple[str, ...]:
    """The clause that wants further markers for a group, if they are not there."""
    container = container_of(tx, tx.part, side)
    ruling = tx.rule(container.extra) if container is not None else None
    if container is None or ruling is None or ruling.value is not Extra.PICKED:
        return ()
    contents = held_in(tx, key_of(container, tx.frame.side)) or Held(())
    return (ruling.clause,) if dict(contents.markers).get(Marker(side + 1), 0) < extra else ()


def take_extra_markers(tx: Transaction, side: int, extra: int) -> None:
    """Take the further markers that a group needs, and that are there."""
    draws = tx.rule(tx.part.draws, side)
    if draws is None:
        return
    container = tx.program.containers[draws.value.container]
    ruling = tx.demand(container.extra, draws.clause)
    if ruling.value is not Extra.PICKED:
        return
    key = key_of(container, tx.frame.side)
    change(tx, key, Marker(side + 1), -extra, "picked", ruling.clause)
    left = held_in(tx, key) or Held(())
    put(tx, key, left._replace(table=left.table + extra), "placed", ruling.clause)


def lay_marker(tx: Transaction) -> None:
    """The marker that was drawn for a chance goes where the rules say."""
    turns = tx.turns
    draws = tx.says(tx.part.draws, turns.holder) if turns.drawn else None
    if draws is not None and not draws.into:
        container = tx.program.containers[draws.container]
        only = turns.only.bit_length() - 1
        lay(tx, container, Marker(only) if only > 0 else Marker(turns.holder + 1))


def lay(tx: Transaction, container: ContainerPart, marker: Marker) -> None:
    """A marker that was drawn goes where the rules say."""
    ruling = tx.rule(container.placed)
    key = key_of(container, tx.frame.side)
    contents = held_in(tx, key)
    if ruling is None or contents is None:
        return
    if ruling.value is Placed.ON_UNIT:
        put(tx, key, contents._replace(table=contents.table + 1), "placed", ruling.clause)
    else:
        change(tx, key, marker, 1, "back", ruling.clause)


# A draw as a part of what is done


def draw_step(tx: Transaction) -> PendingDecision | None:
    """Ask for what a step draws, one after another; go on when all of it is drawn."""
    frame, part = tx.frame, tx.part
    ruling, many = tx.rule(part.draws), tx.rule(part.draw_count)
    if ruling is not None and many is not None:
        who = tx.acting().bit_length() - 1
        container = tx.program.containers[ruling.value.container]
        if frame.attempt.to_draw is None:
            tx.update_attempt(to_draw=max(0, many.value(tx, who, tx.scene())))
        contents = refill(tx, container, frame.side) if tx.frame.attempt.to_draw else None
        if contents is not None and any(count for _, count in contents.markers):
            return ask_for_draw(tx, frame.side, container, contents, ruling.clause)
    tx.enter_stage(part.stages[Stage.DRAW])
    return None


def drew_in_step(tx: Transaction, marker: Marker) -> None:
    """What a step draws was drawn: it is its outcome, and goes where the rules say."""
    ruling, side = tx.demand(tx.part.draws), tx.frame.side
    draws, by = ruling.value, (ruling.clause,)
    container = tx.program.containers[draws.container]
    tx.events.append(Drew(container.name, label(tx, marker), marker.number, False, by))
    change(tx, key_of(container, side), marker, -1, "drawn", *by)
    if marker.who != NOBODY:
        tx.update(drawn=tx.roster.side_of[marker.who])
    # Where it goes may depend on what was drawn.
    attempt = tx.frame.attempt
    tx.outcomes = (*attempt.outcomes, label(tx, marker))
    tx.update_attempt(to_draw=(attempt.to_draw or 1) - 1, outcomes=tx.outcomes)
    if draws.into:
        change(tx, key_of(tx.program.containers[draws.into], side), marker, 1, "put", *by)
    else:
        lay(tx, container, marker)
    if draws.number:
        write(tx, draws.number, marker.number, by)
    if draws.rank:
        write(tx, draws.rank, _place(tx, container, marker), by)


def _place(tx: Transaction, container: ContainerPart, marker: Marker) -> int:
    """The place of a name among those that are listed with it, from 1.

    What lies in a hand is listed where it came from.
    """
    for each in (container, *tx.program.containers.values()):
        for ruling in each.contains:
            named = ruling.value.contents.named
            if marker.name in named:
                return named.index(marker.name) + 1
    return 0


def write(tx: Transaction, value: str, number: int, by: tuple[str, ...]) -> None:
    """A value of whoever acts becomes a number."""
    who = tx.acting().bit_length() - 1
    whose = holder_of(tx.roster, part_of(tx, value), who, value)
    change_value(tx, Later("changes", NOW, 1 << whose, value, number, True, None, by[0]))


def suffer_draw(tx: Transaction, part: StepPart, outcome: str) -> None:
    """Do what a drawn name leads to, in the step that deals chances by drawing."""
    for ruling in tx.held(part.result):
        result = ruling.value.result
        if outcome in result.outcome:
            tx.events.append(Resulted(outcome, result.then, (), (ruling.clause,)))
            if result.then is Then.END:
                close_through(tx, ruling.value.step or part.name, (ruling.clause,))
                return
            if result.then is Then.HAND_OVER:
                hand_chance_over(tx, ruling.value.step, (ruling.clause,))
