"""Durations: what lasts until a moment, and what waits for one."""

from __future__ import annotations

from turnwright.engine.decision import Stop
from turnwright.engine.departures import leave, lose_models
from turnwright.engine.facts import become_true, stop_being_true
from turnwright.engine.moments import reached
from turnwright.engine.roster import bits
from turnwright.engine.state import (
    Ending,
    FactSpan,
    Frame,
    Lasting,
    Later,
    PairSpan,
    ValueSpan,
)
from turnwright.engine.transaction import Transaction
from turnwright.engine.values import known_value, part_of, set_number
from turnwright.language.event import ValueChanged
from turnwright.language.fact import Excess, Subject


def last(tx: Transaction, what: FactSpan | ValueSpan | PairSpan, ends: Ending, *by: str) -> None:
    """Note what lasts until a moment; of the same fact only the newest ending counts."""
    kept = tx.rest.lasting
    if not isinstance(what, ValueSpan):
        kept = tuple(lasting for lasting in kept if lasting.what != what)
    tx.rest = tx.rest._replace(lasting=(*kept, Lasting(what, ends, by)))


def moment_came(tx: Transaction, frame: Frame, starts: bool) -> None:
    """A step has started or ended: what lasted until then is over, what waited takes effect."""
    if tx.rest.lasting:
        expire(tx, frame, starts)
    if tx.rest.later:
        take_effect(tx, frame, starts)


def expire(tx: Transaction, frame: Frame, starts: bool) -> None:
    """End what lasts until this moment."""
    kept: list[Lasting] = []
    over: list[Lasting] = []
    for lasting in tx.rest.lasting:
        if not reached(lasting.ends, frame, starts):
            kept.append(lasting)
        elif lasting.ends.left > 1:
            kept.append(lasting._replace(ends=lasting.ends._replace(left=lasting.ends.left - 1)))
        else:
            over.append(lasting)
    tx.rest = tx.rest._replace(lasting=tuple(kept))
    for lasting in over:
        what = lasting.what
        if isinstance(what, FactSpan):
            tx.end_fact(tx.program.fact(what.fact), 1 << what.who, lasting.by)
        elif isinstance(what, PairSpan):
            tx.end_pair(tx.program.fact(what.fact), what.one, what.other, lasting.by)


def take_effect(tx: Transaction, frame: Frame, starts: bool) -> None:
    """Do what waited for this moment."""
    due = [later for later in tx.rest.later if reached(later.at, frame, starts)]
    if not due:
        return
    waiting = []
    for later in tx.rest.later:
        if later in due and later.at.left > 1:
            waiting.append(later._replace(at=later.at._replace(left=later.at.left - 1)))
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
                last(tx, FactSpan(later.name, who), later.until, later.by)


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
            span = ValueSpan(later.name, 1 << who, later.amount, later.sets)
            last(tx, span, later.until, later.by)
        else:
            # The number it starts from becomes such that the value is what it should be.
            start = next((n for v, w, n in tx.rest.numbers if (v, w) == (later.name, who)), None)
            wanted = later.amount if later.sets else before + later.amount
            if start is None and known is not None:
                start = before
                set_number(tx, later.name, who, start)
                now = known_value(tx, later.name, who)
                start -= (now[0] if now else 0) - before
            set_number(tx, later.name, who, (start or 0) + wanted - before)
        now = known_value(tx, later.name, who)
        changed = (now[0] if now else 0) - before
        tx.events.append(ValueChanged(tx.roster.names[who], later.name, changed, (later.by,)))
        if now is not None and now[0] <= 0:
            run_out(tx, later, who, now[0])


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
    kept = tuple(n for n in tx.rest.numbers if n[:2] != (later.name, who))
    tx.rest = tx.rest._replace(numbers=kept)
    lose_models(tx, ruling.value, who, 1, by)
    if excess is not None and excess.value is Excess.CARRIES_OVER and tx.alive >> who & 1:
        change_value(tx, later._replace(who=1 << who, amount=left))
