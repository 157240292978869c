"""Durations: what lasts until a moment, and what waits for one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from turnwright.engine.decision import Stop
from turnwright.engine.departures import leave, lose_models
from turnwright.engine.draft import Known
from turnwright.engine.facts import become_true, stop_being_true
from turnwright.engine.moments import reached
from turnwright.engine.roster import bits
from turnwright.engine.state import (
    FactSpan,
    Frame,
    KeptOrder,
    Later,
    PairSpan,
    Pass,
    ValueSpan,
)
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import is_stated, known_value, part_of
from turnwright.language.event import ValueChanged
from turnwright.language.fact import Excess, Subject

Span = TypeVar("Span", FactSpan | PairSpan, ValueSpan, Pass, KeptOrder)


def last(tx: Transaction, span: FactSpan | PairSpan) -> None:
    """Note how long a fact lasts; only the newest ending counts."""
    fact, whose = span.fact, span.whose
    spans = tx.rest.fact_spans
    kept = [other for other in spans if other.fact != fact or other.whose != whose]
    tx.rest = tx.rest._replace(fact_spans=(*kept, span))


def moment_came(tx: Transaction, frame: Frame, starts: bool) -> None:
    """A step has started or ended: what lasted until then is over, what waited takes effect."""
    rest = tx.rest
    if rest.fact_spans or rest.value_spans or rest.passes or rest.kept_orders:
        expire(tx, frame, starts)
    if rest.later:
        take_effect(tx, frame, starts)


def expire(tx: Transaction, frame: Frame, starts: bool) -> None:
    """End what lasts until this moment."""
    rest = tx.rest
    every = (*rest.fact_spans, *rest.value_spans, *rest.passes, *rest.kept_orders)
    if not any(reached(span.ends, frame, starts) for span in every):
        return
    tx.rest = rest._replace(
        fact_spans=left_of(rest.fact_spans, frame, starts),
        value_spans=left_of(rest.value_spans, frame, starts),
        passes=left_of(rest.passes, frame, starts),
        kept_orders=left_of(rest.kept_orders, frame, starts),
    )
    for span in rest.fact_spans:
        if reached(span.ends, frame, starts) and span.ends.left <= 1:
            part = tx.program.fact(span.fact)
            if isinstance(span, FactSpan):
                tx.end_fact(part, 1 << span.who, span.by)
            else:
                tx.end_pair(part, span.one, span.other, span.by)


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


def take_effect(tx: Transaction, frame: Frame, starts: bool) -> None:
    """Do what waited for this moment."""
    due = [later for later in tx.rest.later if reached(later.at, frame, starts)]
    if not due:
        return
    waiting = []
    for later in tx.rest.later:
        if later in due and later.at.left > 1:
            waiting.append(replace(later, at=replace(later.at, left=later.at.left - 1)))
        elif later not in due:
            waiting.append(later)
    tx.rest = tx.rest._replace(later=tuple(waiting))
    for later in due:
        if later.at.left == 1:
            carry_out(tx, later)


def carry_out(tx: Transaction, later: Later) -> None:
    """A change takes effect, now or at a later moment."""
    by = (later.by,)
    if later.kind == "leaves":
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
                last(tx, FactSpan(later.name, who, later.until, by))


def change_value(tx: Transaction, later: Later) -> None:
    """A value goes up, goes down, or becomes something, for good or for a while.

    Raises Stop where a clause brings one up or down of which nobody says where it starts.
    """
    for who in bits(later.who):
        known = known_value(tx, later.name, who)
        if known is None and not later.sets and later.by:
            raise Stop(f"{later.name} of {tx.roster.names[who]}")
        before = known[0] if known is not None else 0
        if later.until is not None:
            span = ValueSpan(
                later.name, 1 << who, later.amount, later.sets, later.until, (later.by,)
            )
            tx.rest = tx.rest._replace(value_spans=(*tx.rest.value_spans, span))
        else:
            wanted = later.amount if later.sets else before + later.amount
            if not is_stated(tx, part_of(tx, later.name)):
                wanted += start_of(tx, later.name, who, known) - before
            tx.set_number(later.name, who, wanted)
        now = known_value(tx, later.name, who)
        changed = (now[0] if now else 0) - before
        tx.events.append(ValueChanged(tx.roster.names[who], later.name, changed, (later.by,)))
        if now is not None and now[0] <= 0:
            run_out(tx, later, who, now[0])


def start_of(tx: Transaction, name: str, who: int, known: Known | None) -> int:
    """The number that a value starts from, to which other clauses add."""
    start = tx.rest.numbers.get((name, who))
    if start is None and known is not None:
        start = known[0]
        tx.set_number(name, who, start)
        now = known_value(tx, name, who)
        start -= (now[0] if now else 0) - known[0]
    return start or 0


def run_out(tx: Transaction, later: Later, who: int, left: int) -> None:
    """A value has run out: where a clause says so a model is lost, and the value starts anew.

    Raises Stop where something is left of the change and no clause says what becomes of it.
    """
    part = part_of(tx, later.name)
    ruling = tx.rule_of(part.runs_out, 1 << who) if part is not None else None
    if part is None or ruling is None or not tx.alive >> who & 1:
        return
    by: tuple[str, ...] = (ruling.clause,)
    excess = tx.rule_of(part.excess, 1 << who) if left < 0 else None
    if excess is not None:
        by = (*by, excess.clause)
    elif left < 0:
        raise Stop("excess", by)
    tx.rest = tx.rest.with_numbers(tx.rest.numbers.without((later.name, who)))
    lose_models(tx, ruling.value, who, 1, by)
    if excess is not None and excess.value is Excess.CARRIES_OVER and tx.alive >> who & 1:
        change_value(tx, replace(later, who=1 << who, amount=left))
