"""Exclusions: by which clauses somebody may not be picked, or nothing is offered."""

from __future__ import annotations

from turnwright.engine.decision import Stop
from turnwright.engine.draft import scene_of
from turnwright.engine.eligibility import (
    barring,
    offered,
    ranked,
    remaining,
    unequipped,
)
from turnwright.engine.filters import Filter
from turnwright.engine.passing import pass_of
from turnwright.engine.state import NOBODY, Frame, TurnsBody
from turnwright.engine.step_part import Option, StepPart
from turnwright.engine.transaction import Transaction


def reasons(
    tx: Transaction, frame: Frame, side: int, who: int, does: str = "", target: int = NOBODY
) -> tuple[str, ...]:
    """Every clause that rules somebody out of what a side may do here (of one thing, if named)."""
    found = barred_by(tx, frame, side, who, does, target)
    part = tx.program.steps[frame.step]
    if part.rank:
        try:
            found += put_behind(tx, frame, part, 1 << who, frozenset(found))
        except Stop:
            # The same goes for a number by which it would be ranked.
            if not found:
                raise
    return tuple(dict.fromkeys(found))


def barred_by(
    tx: Transaction, frame: Frame, side: int, who: int, does: str, target: int, item: str = ""
) -> list[str]:
    """Every clause, those of the rank aside, that rules somebody out of what a side may do.

    A number that is not known does not matter to somebody who is ruled out anyway, be it by
    clauses of the step around or of what it offers.
    """
    part = tx.program.steps[frame.step]
    scene = scene_of(frame, side)
    pool = 1 << who
    found: list[str] = []
    unclear: Stop | None = None
    by_side = who <= tx.roster.sides
    common = part.side_filters if by_side else part.filters
    try:
        found += barring(tx, common, pool, scene)
    except Stop as stop:
        unclear = stop
    options = [option for option in part.options if option.by_side is by_side]
    if does:
        options = [option for option in options if option.name == does]
    else:
        options = [option for option in options if offered(tx, frame, option, side)]
    apart = []
    for option in options:
        try:
            by = barring(tx, option.filters, pool, scene)
            if option.equipped or part.says_order:
                lacking = unequipped(tx, frame, part, option, side, pool, target, item=item)
                by += [clause for clause, _ in lacking]
        except Stop as stop:
            unclear = unclear or stop
            by = []
        apart.append(by)
    # Whoever may do one of several things is not ruled out.
    if all(apart):
        found += [clause for by in apart for clause in by]
    if unclear is not None and not found:
        raise unclear
    return found


def put_behind(
    tx: Transaction, frame: Frame, part: StepPart, pool: int, otherwise: frozenset[str]
) -> list[str]:
    """The clauses of the rank by which others come before these, were some clauses otherwise."""
    assert isinstance(frame.body, TurnsBody)
    everybody = pool
    for side in tx.sides():
        if not frame.body.done >> side & 1 and pass_of(tx, frame.step, side) is None:
            everybody |= eligible_if(tx, frame, part, side, otherwise)
    found: list[str] = []
    while True:
        _, behind = ranked(tx, frame, part, everybody, frozenset(found))
        by = [clause for clause, mask in behind if mask & pool]
        if not by:
            return found
        found += by


def eligible_if(
    tx: Transaction, frame: Frame, part: StepPart, side: int, otherwise: frozenset[str]
) -> int:
    """The units of a side that could be picked here, were these clauses otherwise."""
    scene = scene_of(frame, side)

    def kept(filters: tuple[Filter, ...], mask: int) -> int:
        return remaining(tx, tuple(it for it in filters if it.clause not in otherwise), mask, scene)

    pool = kept(part.filters, tx.alive) if part.has_among else 0
    found = 0
    for option in part.options:
        if not option.by_side and offered(tx, frame, option, side):
            mask = kept(option.filters, pool)
            for clause, out in unequipped(tx, frame, part, option, side, mask, otherwise=otherwise):
                if clause not in otherwise:
                    mask &= ~out
            found |= mask
    return found


def not_offered_by(
    tx: Transaction, frame: Frame, option: Option, side: int
) -> tuple[str, ...] | None:
    """The exceptions because of which something is not offered now; None when nothing offers it."""
    if offered(tx, frame, option, side):
        return ()
    pool = tx.holding(frame, side)
    scene = scene_of(frame, side)
    for ruling in option.each:
        if ruling.when is None or ruling.when(tx, pool, scene) == pool:
            return tuple(
                waiver.clause
                for waiver in ruling.waivers
                if waiver.when is None or waiver.when(tx, pool, scene)
            )
    return None
