"""Facts: they become true and stop being true, and something follows from that."""

from __future__ import annotations

from turnwright.engine.departures import leave
from turnwright.engine.draft import FactPart
from turnwright.engine.moments import ending_of
from turnwright.engine.roster import bits
from turnwright.engine.state import FactSpan, Later
from turnwright.engine.transaction import Transaction
from turnwright.language.change import Moment
from turnwright.language.fact import Leaves


def become_true(tx: Transaction, part: FactPart, mask: int, by: tuple[str, ...]) -> None:
    """A fact becomes true, with what follows: another ends, or whoever has it leaves the battle."""
    tx.set_fact(part, mask, by)
    for ruling in part.ends:
        bound = ruling.binds(tx, mask, tx.scene())
        if bound:
            stop_being_true(tx, tx.program.fact(ruling.value), bound, (ruling.clause,))
    for who in bits(mask & tx.alive) if part.leaves else ():
        leaves = tx.rule_of(part.leaves, 1 << who)
        if leaves is not None and isinstance(leaves.value, Moment):
            at = ending_of(tx, leaves.value, who)
            later = Later("leaves", at, 1 << who, part.name, 0, False, None, leaves.clause)
            tx.rest = tx.rest._replace(later=(*tx.rest.later, later))
        elif leaves is not None and leaves.value is Leaves.AT_ONCE:
            leave(tx, 1 << who, (leaves.clause,))


def stop_being_true(tx: Transaction, part: FactPart, mask: int, by: tuple[str, ...]) -> None:
    """A fact stops being true, and nothing is left that would end it later."""
    tx.end_fact(part, mask, by)
    kept = tuple(
        span
        for span in tx.rest.fact_spans
        if not (isinstance(span, FactSpan) and span.fact == part.name and mask >> span.who & 1)
    )
    if len(kept) < len(tx.rest.fact_spans):
        tx.rest = tx.rest._replace(fact_spans=kept)
