"""Drawing: what is drawn says whose chance is next, or is the outcome of what is done."""

from __future__ import annotations

from turnwright.engine.changes import due_changes, make_change
from turnwright.engine.containers import change, key_of, label, put, refill
from turnwright.engine.decision import Awaits, ChoiceKind
from turnwright.engine.initiative import first_side
from turnwright.engine.parts import ContainerPart
from turnwright.engine.program import StepPart, TurnsPart
from turnwright.engine.state import (
    NOBODY,
    Contents,
    Frame,
    Marker,
    PendingDecision,
    Stage,
    TurnsBody,
)
from turnwright.engine.steps import close_through, hand_chance_over
from turnwright.engine.transaction import Transaction, stuck
from turnwright.engine.values import holder_of, part_of
from turnwright.language.action import Then
from turnwright.language.container import Drawn, Extra, OfPassed, Placed
from turnwright.language.event import Drew, Resulted, ValueChanged
from turnwright.language.turn_order import First


def legal_markers(tx: Transaction, contents: Contents) -> tuple[tuple[str, int], ...]:
    """What may be chosen from a container, by what people call it."""
    names: dict[str, int] = {}
    for marker, many in contents.markers:
        if many:
            names[label(tx, marker)] = 1 << max(marker.who, 0)
    return tuple(names.items())


# A draw for a chance


def draw_chance(tx: Transaction, frame: Frame, part: TurnsPart) -> PendingDecision | None:
    """Ask for the draw that says whose chance comes next; None when nothing is left to draw."""
    ruling = tx.rule_for(part.draws, frame, NOBODY)
    if ruling is None:
        return stuck(frame, "draws")
    name = ruling.value.container
    container = tx.program.containers[name]
    drawn = tx.rule(container.drawn)
    if drawn is None:
        return stuck(frame, "drawn", ruling.clause)
    contents = refill(tx, container, frame.side)
    if contents is None or not contents.markers:
        if contents is None and not any(tx.held(container.fills)):
            return stuck(frame, "fills", ruling.clause)
        if not container.contains:
            return stuck(frame, "contains", ruling.clause)
    if contents is None or not drawable(tx, frame, contents):
        return None
    by = (ruling.clause, drawn.clause)
    if drawn.value is Drawn.SEEN:
        first = tx.rule(part.first)
        if first is None:
            return stuck(frame, "first")
        side, awaited = 0, None
        if first.value is not First.DRAWN:
            side, awaited = first_side(tx, frame, first)
        if awaited is not None:
            return awaited
        return PendingDecision(
            Awaits.CHOICE,
            frame.step,
            side=side,
            legal=legal_markers(tx, contents),
            kind=ChoiceKind.MARKER,
            what=name,
            by=by,
        )
    return PendingDecision(Awaits.DRAW, frame.step, what=name, by=by)


def drawable(tx: Transaction, frame: Frame, contents: Contents) -> bool:
    """Whether something is left to draw that means anything."""
    for marker, many in contents.markers:
        if not many:
            continue
        if marker.who == NOBODY:
            return True
        side = tx.roster.side_of[marker.who]
        if not tx.rest.lost >> side & 1 and tx.pass_of(frame.step, side) is None:
            return True
    return False


def drew_for_chance(
    tx: Transaction, frame: Frame, part: TurnsPart, name: str, marker: Marker
) -> PendingDecision | None:
    """Something was drawn: a chance for its side or its unit, or an outcome."""
    container = tx.program.containers[name]
    key = key_of(container, frame.side)
    if marker.who == NOBODY:
        by = tuple(ruling.clause for ruling in tx.held(part.draws.rulings))
        tx.events.append(Drew(name, label(tx, marker), marker.number, False, by))
        change(tx, key, marker, -1, "drawn", *by)
        tx.outcomes = (marker.name,)
        for word, due in due_changes(tx, part, (marker.name,)):
            make_change(tx, word, due)
        suffer_draw(tx, part, marker.name)
        return None
    each = tx.rule(container.draw_for)
    if each is None:
        return stuck(frame, "draw_for")
    first = tx.rule(part.first)
    if first is None:
        return stuck(frame, "first")
    side = tx.roster.side_of[marker.who]
    by = (each.clause,)
    ignored = False
    if (passed := tx.pass_of(frame.step, side)) is not None:
        ruling = tx.rule(container.of_passed)
        if ruling is None:
            return stuck(frame, "of_passed")
        by = (ruling.clause,)
        ignored = ruling.value is OfPassed.IGNORED
        if not ignored:
            kept = tuple(other for other in tx.rest.passes if other is not passed)
            tx.rest = tx.rest._replace(passes=kept)
    tx.events.append(Drew(name, label(tx, marker), marker.number, ignored, by))
    change(tx, key, marker, -1, "drawn", *by)
    if ignored:
        return None
    holder = side
    if first.value is not First.DRAWN:
        holder, awaited = first_side(tx, frame, first)
        if awaited is not None:
            return awaited
    only = 1 << marker.who if marker.who > tx.roster.sides else 0
    body = tx.frame.body
    assert isinstance(body, TurnsBody)
    order = body.order or tx.sides()
    tx.update_body(
        body._replace(holder=holder, because=(first.clause,), drawn=True, only=only, order=order)
    )
    return None


def lacking_markers(
    tx: Transaction, frame: Frame, part: StepPart, side: int, extra: int
) -> tuple[str, ...]:
    """The clause that wants further markers for a group, if they are not there."""
    draws = tx.rule_for(part.draws, frame, side)
    if draws is None:
        return ()
    container = tx.program.containers[draws.value.container]
    ruling = tx.rule(container.extra)
    contents = tx.contents(*key_of(container, frame.side)) or Contents(())
    if ruling is None or ruling.value is not Extra.PICKED:
        return ()
    return (ruling.clause,) if dict(contents.markers).get(Marker(side + 1), 0) < extra else ()


def take_extra_markers(
    tx: Transaction, frame: Frame, part: StepPart, side: int, extra: int
) -> PendingDecision | None:
    """Take the further markers that a group needs, and that are there."""
    draws = tx.rule_for(part.draws, frame, side)
    if draws is None:
        return None
    container = tx.program.containers[draws.value.container]
    ruling = tx.rule(container.extra)
    if ruling is None:
        return stuck(frame, "extra", draws.clause)
    if ruling.value is not Extra.PICKED:
        return None
    key = key_of(container, frame.side)
    change(tx, key, Marker(side + 1), -extra, "picked", ruling.clause)
    left = tx.contents(*key) or Contents(())
    put(tx, key, left._replace(table=left.table + extra), "placed", ruling.clause)
    return None


def lay_marker(tx: Transaction, frame: Frame, part: StepPart) -> None:
    """The marker that was drawn for a chance goes where the rules say."""
    body = frame.body
    if not isinstance(body, TurnsBody) or not body.drawn:
        return
    draws = tx.rule_for(part.draws, frame, body.holder)
    if draws is None:
        return
    only = body.only.bit_length() - 1
    marker = Marker(only) if only > 0 else Marker(body.holder + 1)
    container = tx.program.containers[draws.value.container]
    lay(tx, container, key_of(container, frame.side)[1], marker)


def lay(tx: Transaction, container: ContainerPart, side: int, marker: Marker) -> None:
    """A marker that was drawn goes where the rules say."""
    ruling = tx.rule(container.placed)
    key = (container.name, side)
    contents = tx.contents(*key)
    if ruling is None or contents is None:
        return
    if ruling.value is Placed.ON_UNIT:
        put(tx, key, contents._replace(table=contents.table + 1), "placed", ruling.clause)
    else:
        change(tx, key, marker, 1, "back", ruling.clause)


# A draw as a part of what is done


def draw_step(tx: Transaction, frame: Frame, part: StepPart) -> PendingDecision | None:
    """Ask for what a step draws, one after another; go on when all of it is drawn."""
    ruling = tx.rule(part.draws)
    many = tx.rule(part.draw_count)
    if ruling is None or many is None:
        tx.enter_stage(part.stages[Stage.DRAW])
        return None
    who = tx.acting().bit_length() - 1
    container = tx.program.containers[ruling.value.container]
    wanted = frame.attempt.drawn < many.value(tx, who, tx.scene())
    contents = refill(tx, container, frame.side) if wanted else None
    if contents is None or not any(count for _, count in contents.markers):
        tx.enter_stage(part.stages[Stage.DRAW])
        return None
    drawn = tx.rule(container.drawn)
    if drawn is None:
        return stuck(frame, "drawn", ruling.clause)
    by = (ruling.clause, drawn.clause)
    if drawn.value is Drawn.SEEN:
        return PendingDecision(
            Awaits.CHOICE,
            frame.step,
            side=max(frame.side, 0),
            legal=legal_markers(tx, contents),
            kind=ChoiceKind.MARKER,
            what=container.name,
            by=by,
        )
    return PendingDecision(Awaits.DRAW, frame.step, what=container.name, by=by)


def drew_in_step(tx: Transaction, frame: Frame, part: StepPart, marker: Marker) -> None:
    """What a step draws was drawn: it is its outcome, and goes where the rules say."""
    ruling = tx.rule(part.draws)
    assert ruling is not None
    draws, by = ruling.value, (ruling.clause,)
    container = tx.program.containers[draws.container]
    key = key_of(container, frame.side)
    tx.events.append(Drew(container.name, label(tx, marker), marker.number, False, by))
    change(tx, key, marker, -1, "drawn", *by)
    if draws.into:
        other = tx.program.containers[draws.into]
        change(tx, key_of(other, frame.side), marker, 1, "put", *by)
    else:
        lay(tx, container, key[1], marker)
    if draws.number:
        write(tx, draws.number, marker.number, by)
    if draws.rank:
        write(tx, draws.rank, _place(container, marker), by)
    outcomes = (*frame.attempt.outcomes, label(tx, marker))
    tx.outcomes = outcomes
    tx.update_attempt(drawn=frame.attempt.drawn + 1, outcomes=outcomes)


def _place(container: ContainerPart, marker: Marker) -> int:
    """The place of a name among those that are listed with it, from 1."""
    for ruling in container.contains:
        named = ruling.value.contents.named
        if marker.name in named:
            return named.index(marker.name) + 1
    return 0


def write(tx: Transaction, value: str, number: int, by: tuple[str, ...]) -> None:
    """A value of whoever acts becomes a number."""
    who = tx.acting().bit_length() - 1
    whose = holder_of(tx.roster, part_of(tx, value), who, value)
    old = tx.rest.numbers.get((value, whose), 0)
    tx.set_number(value, whose, number)
    tx.events.append(ValueChanged(tx.roster.names[whose], value, number - old, by))


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
