"""Changes: facts that become true or stop being true, and values that go up or down."""

from __future__ import annotations

from itertools import product

from turnwright.engine.draft import Ruling
from turnwright.engine.durations import carry_out, last
from turnwright.engine.moments import ending_of
from turnwright.engine.roster import bits
from turnwright.engine.state import NOBODY, Ending, Later, PairSpan
from turnwright.engine.step_part import CompiledChange, StepPart
from turnwright.engine.transaction import Transaction
from turnwright.language.fact import Subject

NOW = Ending("")
"""No moment to wait for."""

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


def whom(tx: Transaction, change: CompiledChange) -> int:
    """The mask of those whom a change is about."""
    frame, subject = tx.frame, change.subject
    if subject is Subject.BATTLE:
        return 1
    asker = tx.acting().bit_length() - 1
    if change.of is not None:
        mask = change.of(tx, max(asker, 0), tx.scene())
    elif subject is Subject.SIDE:
        mask = 1 << frame.side + 1 if frame.side != NOBODY else tx.acting()
    else:
        mask = frame.units & tx.alive
    if subject is Subject.SIDE:
        sides = 0
        for who in bits(mask & ~1):
            sides |= 1 << tx.roster.side_of[who] + 1
        return sides
    return mask & tx.alive


def make_change(tx: Transaction, word: str, ruling: Ruling[CompiledChange]) -> None:
    """Make one change, now or at the moment that it names."""
    compiled = ruling.value
    change = compiled.change
    tx.note(*compiled.read_by)
    mask = whom(tx, compiled)
    if compiled.towards is not None:
        change_pairs(tx, word, ruling, mask)
        return
    scene = tx.scene()
    amount = compiled.by if compiled.by is not None else compiled.to
    dice = list(tx.dice)
    used = len(compiled.dice)
    often = range(how_often(tx, compiled))
    name, sets = change.value or change.fact, compiled.to is not None
    for who, time in product(bits(mask), often):
        tx.dice = iter(dice[time * used : (time + 1) * used])
        at = ending_of(tx, compiled.at, who) if compiled.at is not None else NOW
        until = ending_of(tx, compiled.until, who) if compiled.until is not None else None
        many = amount(tx, who, scene) if amount is not None else 1
        later = Later(word, at, 1 << who, name, many, sets, until, ruling.clause)
        if compiled.at is not None:
            tx.rest = tx.rest._replace(later=(*tx.rest.later, later))
        else:
            carry_out(tx, later)
    tx.dice = iter(dice[len(often) * used :])


def how_often(tx: Transaction, change: CompiledChange) -> int:
    """How many times a change is made."""
    if change.times is None:
        return 1
    return max(change.times(tx, tx.acting().bit_length() - 1, tx.scene()), 0)


def change_pairs(tx: Transaction, word: str, ruling: Ruling[CompiledChange], mask: int) -> None:
    """A fact between two units becomes true, or stops being true."""
    compiled = ruling.value
    part = tx.program.fact(compiled.change.fact)
    assert compiled.towards is not None
    for one in bits(mask):
        for other in bits(compiled.towards(tx, one, tx.scene()) & ~(1 << one)):
            if word == "ends":
                tx.end_pair(part, one, other, (ruling.clause,))
                continue
            tx.set_pair(part, one, other, (ruling.clause,))
            if compiled.until is not None:
                ends = ending_of(tx, compiled.until, one)
                last(tx, PairSpan(part.name, one, other, ends, (ruling.clause,)))


def wanted_by_changes(tx: Transaction, due: Due) -> tuple[tuple[str, str, str], ...]:
    """The dice that changes want: what for, the notation, and the clause."""
    return tuple(
        (ruling.value.change.value, notation, ruling.clause)
        for _, ruling in due
        for _ in range(how_often(tx, ruling.value))
        for notation in ruling.value.dice
    )
