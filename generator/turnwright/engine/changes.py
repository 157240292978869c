"""Changes: facts and values change, now or later or for a while, and are paid."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, TypeVar

from turnwright.engine.decision import Stop
from turnwright.engine.losses import leave, lose_models
from turnwright.engine.parts import FactPart, Ruling, Scene
from turnwright.engine.program import CompiledChange, StepPart
from turnwright.engine.state import (
    NOBODY,
    Doing,
    Ending,
    FactSpan,
    Frame,
    KeptOrder,
    Later,
    Pass,
    ValueSpan,
    bits,
    side_bit,
)
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import (
    change_that_binds,
    changed_start,
    holder_of,
    is_stated,
    known_value,
    part_of,
    value_of,
)
from turnwright.language.change import MOST_TIMES, Anchor, Moment, Which
from turnwright.language.event import ValueChanged
from turnwright.language.fact import Excess, Leaves, Subject


def ending_of(tx: Transaction, moment: Moment, who: int) -> Ending:
    """The moment that is meant for whoever has this number."""
    step = moment.start or moment.end
    side = unit = NOBODY
    if moment.whose is Anchor.SIDE:
        side = tx.roster.side_of[who]
    elif moment.whose is Anchor.UNIT:
        unit = who
    left = 2 if moment.which is Which.NEXT else 1
    return Ending(step, bool(moment.start), left, side, unit)


def reached(ending: Ending, frame: Frame, starts: bool) -> bool:
    """Whether this start or end of a step is one of the moments that are meant."""
    return (
        ending.step == frame.step
        and ending.starts is starts
        and ending.side in (NOBODY, frame.side)
        and (ending.unit == NOBODY or bool(frame.units >> ending.unit & 1))
    )


def become_true(tx: Transaction, part: FactPart, mask: int, by: tuple[str, ...]) -> None:
    """A fact becomes true, with what follows: another ends, or whoever has it leaves the battle."""
    tx.set_fact(part, mask, by)
    for ruling in part.ends:
        bound, scene = ruling.binds(tx, mask, tx.scene()), tx.scene()
        if (of := ruling.value.of) is not None:
            others = 0
            for who in bits(bound):
                others |= of(tx, who, scene) & ~(1 << who)
            bound = others
        if bound:
            ended = tx.program.fact(ruling.value.fact or part.name)
            stop_being_true(tx, ended, bound, (ruling.clause,))
    for who in bits(mask & tx.alive) if part.leaves else ():
        leaves = tx.rule_of(part.leaves, 1 << who)
        if leaves is not None and isinstance(leaves.value, Moment):
            at = ending_of(tx, leaves.value, who)
            later = Later("leaves", at, 1 << who, part.name, 0, False, None, leaves.clause)
            tx.update(later=(*tx.rest.later, later))
        elif leaves is not None and leaves.value is Leaves.AT_ONCE:
            leave(tx, 1 << who, (leaves.clause,))


def stop_being_true(tx: Transaction, part: FactPart, mask: int, by: tuple[str, ...]) -> None:
    """A fact stops being true, and nothing is left that would end it later."""
    tx.end_fact(part, mask, by)
    kept = tuple(
        span
        for span in tx.rest.fact_spans
        if span.other != NOBODY or span.fact != part.name or not mask >> span.who & 1
    )
    if len(kept) < len(tx.rest.fact_spans):
        tx.update(fact_spans=kept)


Span = TypeVar("Span", FactSpan, ValueSpan, Pass, KeptOrder, Later)


def last(tx: Transaction, span: FactSpan) -> None:
    """Note how long a fact lasts; only the newest ending counts."""
    whose = span.fact, span.who, span.other
    kept = [it for it in tx.rest.fact_spans if (it.fact, it.who, it.other) != whose]
    tx.update(fact_spans=(*kept, span))


def moment_came(tx: Transaction, frame: Frame, starts: bool) -> None:
    """A step has started or ended: what lasted until then is over, what waited takes effect."""
    rest = tx.rest
    every = (rest.fact_spans, rest.value_spans, rest.passes, rest.kept_orders, rest.later)
    if not any(reached(span.ends, frame, starts) for spans in every for span in spans):
        return
    tx.update(
        fact_spans=left_of(rest.fact_spans, frame, starts),
        value_spans=left_of(rest.value_spans, frame, starts),
        passes=left_of(rest.passes, frame, starts),
        kept_orders=left_of(rest.kept_orders, frame, starts),
        later=left_of(rest.later, frame, starts),
    )
    for span in rest.fact_spans:
        if reached(span.ends, frame, starts) and span.ends.left <= 1:
            part = tx.program.fact(span.fact)
            if span.other == NOBODY:
                tx.end_fact(part, 1 << span.who, span.by)
            else:
                tx.end_pair(part, span.who, span.other, span.by)
    for later in rest.later:
        if reached(later.ends, frame, starts) and later.ends.left <= 1:
            carry_out(tx, later)


def left_of(spans: tuple[Span, ...], frame: Frame, starts: bool) -> tuple[Span, ...]:
    """What of this goes on after this moment."""
    kept: list[Span] = []
    for span in spans:
        if not reached(span.ends, frame, starts):
            kept.append(span)
        elif span.ends.left > 1:
            once_less: Any = replace(span, ends=replace(span.ends, left=span.ends.left - 1))
            kept.append(once_less)
    return tuple(kept)


def carry_out(tx: Transaction, later: Later) -> None:
    """A change takes effect, now or at a later moment."""
    by = (later.by,)
    if later.doing is not None:
        come_due(tx, later, later.doing)
    elif later.kind == "leaves":
        leave(tx, later.who, by)
    elif later.kind == "changes":
        change_value(tx, later)
    elif (part := tx.program.fact(later.name)).subject is Subject.MODELS:
        for unit in bits(later.who & tx.alive):
            many = min(later.amount, tx.models(1 << unit))
            if many > 0:
                lose_models(tx, later.name, unit, many, by)
    elif later.kind == "ends":
        stop_being_true(tx, part, later.who, by)
    else:
        become_true(tx, part, later.who, by)
        if later.until is not None:
            for who in bits(later.who):
                last(tx, FactSpan(later.name, who, NOBODY, later.until, by))


def change_value(tx: Transaction, later: Later) -> None:
    """A value goes up, goes down, or becomes something, for good or for a while.

    Raises Stop where a clause brings one up or down of which nobody says where it starts.
    """
    for who in bits(later.who):
        due: Later | None = later
        while due is not None:
            left = change_once(tx, due, who)
            # What is left is taken from the value as it starts anew.
            due = replace(later, amount=left, sets=False) if left else None


def change_once(tx: Transaction, later: Later, who: int) -> int:
    """A value of one holder changes; how much of the change is carried over, as it ran out."""
    known = known_value(tx, later.name, who)
    if known is None and not later.sets and later.by:
        raise Stop(f"{later.name} of {tx.roster.names[who]}", (later.by,))
    before = known[0] if known is not None else 0
    if later.until is not None:
        span = ValueSpan(later.name, 1 << who, later.amount, later.sets, later.until, (later.by,))
        tx.update(value_spans=(*tx.rest.value_spans, span))
    else:
        change_for_good(tx, later.name, who, later.amount, later.sets)
    now = known_value(tx, later.name, who)
    changed = (now[0] if now else 0) - before
    tx.events.append(ValueChanged(tx.roster.names[who], later.name, changed, (later.by,)))
    return run_out(tx, later, who, now[0]) if now is not None and now[0] <= 0 else 0


def change_for_good(tx: Transaction, name: str, who: int, amount: int, sets: bool) -> None:
    """A value goes up, goes down, or becomes something, and stays so.

    What it was set to for a while changes with it; what it is set to now stands in its place.
    """
    spans = tx.rest.value_spans
    setting = [it for it in spans if it.sets and it.value == name and it.who >> who & 1]
    if setting:
        delta = 0 if sets else change_that_binds(tx, name, who, amount)
        tx.update(value_spans=tuple(it for it in spans if it not in setting))
    if not setting or sets or known_value(tx, name, who) is not None:
        if is_stated(tx, part_of(tx, name), name):
            known = known_value(tx, name, who)
            amount += 0 if sets or known is None else known[0]
        else:
            amount = changed_start(tx, name, who, amount, sets)
        tx.set_number(name, who, amount)
    if setting and not sets:
        moved = {it: replace(it, amount=it.amount + delta) for it in setting}
        tx.update(value_spans=tuple(moved.get(it, it) for it in spans))


def run_out(tx: Transaction, later: Later, who: int, left: int) -> int:
    """A value has run out: where a clause says so a model is lost, and the value starts anew.

    Returns what the next model has to bear of it. Raises Stop where something is left of the
    change and no clause says what becomes of it.
    """
    part = part_of(tx, later.name)
    ruling = tx.rule_of(part.runs_out, 1 << who) if part is not None else None
    if part is None or ruling is None or not tx.alive >> who & 1:
        return 0
    by: tuple[str, ...] = (ruling.clause,)
    excess = tx.rule_of(part.excess, 1 << who) if left < 0 else None
    if excess is not None:
        by = (*by, excess.clause)
    elif left < 0:
        raise Stop("excess", by)
    numbers = tx.rest.numbers.without((later.name, who))
    tx.update(numbers=numbers)
    lose_models(tx, ruling.value, who, 1, by)
    carries = excess is not None and excess.value is Excess.CARRIES_OVER
    return left if carries and tx.alive >> who & 1 else 0


NOW = Ending("")
"""No moment to wait for."""

EVERYBODY = -1
"""The mask of everybody there is, then as now."""

Due = tuple[tuple[str, Ruling[CompiledChange]], ...]


def due_changes(tx: Transaction, part: StepPart, outcomes: tuple[str, ...] | None) -> Due:
    """The changes that are due: without an outcome, or those of these outcomes."""
    found = []
    for word, ruling in part.changes:
        wanted = ruling.value.change.outcome
        if (outcomes is None) is bool(wanted):
            continue
        if wanted and not set(wanted) & set(outcomes or ()):
            continue
        found.append((word, ruling))
    return tuple((word, ruling) for word, ruling in found if tx.holds(ruling))


def whom(tx: Transaction, change: CompiledChange, acting: int, scene: Scene) -> int:
    """The mask of those whom a change is about."""
    subject = change.subject
    if subject is Subject.BATTLE:
        return 1
    if change.of is not None:
        mask = change.of(tx, max(acting.bit_length() - 1, 0), scene)
    elif subject is Subject.SIDE:
        mask = acting
    else:
        mask = scene.active & tx.alive
    if subject is Subject.SIDE:
        sides = 0
        for who in bits(mask & ~1):
            sides |= 1 << tx.roster.side_of[who] + 1
        return sides
    return mask & tx.alive


def make_change(tx: Transaction, word: str, ruling: Ruling[CompiledChange]) -> None:
    """Make one change, now or at the moment that it names.

    Whom it is about, and how much it is, is asked at that moment; only dice are rolled before it.
    """
    at, scene, acting = ruling.value.at, tx.scene(), tx.acting()
    tx.note(*ruling.value.read_by)
    if at is None or ruling.value.dice:
        change_each(tx, word, ruling, whom(tx, ruling.value, acting, scene), acting, scene)
        return
    frame, change = tx.frame, ruling.value.change
    doing = Doing(frame.step, frame.side, frame.units, (), frame.target, frame.item)
    moments = {ending_of(tx, at, 0): EVERYBODY}
    if at.whose is not Anchor.ANYONE:
        mask = whom(tx, ruling.value, acting, scene)
        moments = {ending_of(tx, at, who): 1 << who for who in bits(mask)}
    name = change.value or change.fact
    waiting = (
        Later(word, moment, who, name, 0, False, None, ruling.clause, doing)
        for moment, who in moments.items()
    )
    tx.update(later=(*tx.rest.later, *waiting))


def come_due(tx: Transaction, later: Later, doing: Doing) -> None:
    """A change that waited for a moment is made, of whoever is meant now."""
    ruling = next(
        ruling
        for word, ruling in tx.program.steps[doing.step].changes
        if (word, ruling.clause) == (later.kind, later.by)
    )
    scene = Scene(doing.units, doing.target, NOBODY, doing.side, False, doing.item)
    acting = doing.units & tx.alive or doing.units or side_bit(doing.side)
    mask = whom(tx, ruling.value, acting, scene) & later.who
    change_each(tx, later.kind, ruling, mask, acting, scene, due=True)


def change_each(
    tx: Transaction,
    word: str,
    ruling: Ruling[CompiledChange],
    mask: int,
    acting: int,
    scene: Scene,
    due: bool = False,
) -> None:
    """Change each of these; what dice were rolled for waits for its moment, unless that is due."""
    compiled, change = ruling.value, ruling.value.change
    if compiled.towards is not None:
        change_pairs(tx, word, ruling, mask, scene)
        return
    amount = compiled.by if compiled.by is not None else compiled.to
    dice = list(tx.dice)
    used = len(compiled.dice)
    often = range(how_often(tx, ruling, acting, scene))
    name, sets = change.value or change.fact, compiled.to is not None
    for who, time in product(bits(mask), often):
        tx.dice = iter(dice[time * used : (time + 1) * used])
        waits = compiled.at is not None and not due
        at = ending_of(tx, compiled.at, who) if compiled.at is not None and waits else NOW
        until = ending_of(tx, compiled.until, who) if compiled.until is not None else None
        many = amount(tx, who, scene) if amount is not None else 1
        later = Later(word, at, 1 << who, name, many, sets, until, ruling.clause)
        if waits:
            tx.update(later=(*tx.rest.later, later))
        else:
            carry_out(tx, later)
    tx.dice = iter(dice[len(often) * used :])


def how_often(tx: Transaction, ruling: Ruling[CompiledChange], acting: int, scene: Scene) -> int:
    """How many times a change is made. Stops where nobody would ever see the end of it."""
    times = ruling.value.times
    if times is None:
        return 1
    often = max(times(tx, acting.bit_length() - 1, scene), 0)
    if often > MOST_TIMES:
        raise Stop(f"what {often} changes at once come to", (ruling.clause,))
    return often


def change_pairs(
    tx: Transaction, word: str, ruling: Ruling[CompiledChange], mask: int, scene: Scene
) -> None:
    """A fact between two units becomes true, or stops being true."""
    compiled = ruling.value
    part = tx.program.fact(compiled.change.fact)
    assert compiled.towards is not None
    for one in bits(mask):
        for other in bits(compiled.towards(tx, one, scene) & ~(1 << one)):
            if word == "ends":
                tx.end_pair(part, one, other, (ruling.clause,))
                continue
            tx.set_pair(part, one, other, (ruling.clause,))
            if compiled.until is not None:
                ends = ending_of(tx, compiled.until, one)
                last(tx, FactSpan(part.name, one, other, ends, (ruling.clause,)))


def wanted_by_changes(tx: Transaction, due: Due) -> tuple[tuple[str, str, str], ...]:
    """The dice that changes want: what for, the notation, and the clause."""
    return tuple(
        (ruling.value.change.value, notation, ruling.clause)
        for _, ruling in due
        for _ in range(how_often(tx, ruling, tx.acting(), tx.scene()))
        for notation in ruling.value.dice
    )


def pay(tx: Transaction, child: StepPart, mask: int, dealing: StepPart | None = None) -> None:
    """Take away what something costs, from each unit (or the side) that does it."""
    costs = (*(dealing.costs if dealing else ()), *(() if child.deals else child.costs))
    if not costs:
        return
    scene = tx.scene()
    for who in bits(mask):
        for ruling in costs:
            if not ruling.binds(tx, 1 << who, scene):
                continue
            left = ruling.value.amount(tx, who, scene)
            for name in ruling.value.values:
                number = holder_of(tx.roster, part_of(tx, name), who, name)
                is_last = name == ruling.value.values[-1]
                paid = left if is_last else min(left, max(0, value_of(tx, name, who)))
                if paid or is_last:
                    add_to_value(tx, name, number, -paid, ruling.clause)
                left -= paid


def add_to_value(tx: Transaction, name: str, who: int, amount: int, by: str) -> None:
    """A value goes up, or below 0 down, at once and for good."""
    change_value(tx, Later("changes", NOW, 1 << who, name, amount, False, None, by))
