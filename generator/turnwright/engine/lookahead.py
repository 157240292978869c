"""Lookahead: whether what cannot be done while dice or a draw are awaited is allowed after them."""

from __future__ import annotations

from collections.abc import Callable

from turnwright.engine.decision import Awaits, Reason, Refused
from turnwright.engine.odds import TooMany, likely_inputs
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.engine.transaction import Transaction
from turnwright.engine.untimely import whose
from turnwright.language.input import Choice, Input

MOST = 130
"""Of so many ways in which dice may fall each is tried; of more nothing is said."""

MOST_ROLLS = 4
"""So many rolls and draws after each other are tried."""

AWAITED = (Awaits.ROLL, Awaits.DRAW)

Apply = Callable[[Program, State, Input], tuple[State, object]]
"""The state after an input, and what happened. Raises Refused."""


def outlook(
    program: Program, state: State, choice: Choice, refused: Refused, apply: Apply
) -> Refused:
    """The refusal of a choice before its time, with what comes of the same choice after it."""
    if state.ask.awaits not in AWAITED:
        return refused
    try:
        states = settled(program, state, apply)
        later = [tried(program, after, choice, apply) for after in states]
    except TooMany:
        return refused
    by = refused.by
    no = [it for it in later if isinstance(it, Refused)]
    if not later or None in later:
        then = "more is awaited after that"
    elif all(it is True for it in later):
        then = "it is allowed after that"
    elif len(no) == len(later):
        then = "nor is it allowed after that"
        common = [clause for clause in no[0].by if all(clause in it.by for it in no)]
        # What rules it out tells more than whose chance would come then.
        theirs = {clause for after in states for clause in whose(Transaction(program, after))}
        told = [clause for clause in common if clause not in theirs] or common
        by = tuple(dict.fromkeys((*by, *told)))
    else:
        then = "whether it is allowed after that depends on what comes up"
    return Refused(f"{refused.message}; {then}", by, refused.reason)


def settled(program: Program, state: State, apply: Apply) -> list[State]:
    """What it comes to once no dice and no draw are awaited, or where that takes too many rolls.

    Raises TooMany when there are too many ways already for the first of them.
    """
    # In the order in which dice may fall, as what is told begins with the first.
    found: dict[State, None] = {}
    rolling = {state: None}
    for roll in range(MOST_ROLLS):
        try:
            ways = [(it, way) for it in rolling for _, way in likely_inputs(program, it)]
        except TooMany:
            ways = []
        if not 0 < len(ways) <= MOST:
            if not roll:
                raise TooMany
            break
        rolling = {}
        for before, way in ways:
            try:
                after, _ = apply(program, before, way)
            except Refused:  # Nobody can go on from there.
                continue
            (rolling if after.ask.awaits in AWAITED else found)[after] = None
        if not rolling:
            break
    return [*found, *rolling]


def tried(program: Program, state: State, choice: Choice, apply: Apply) -> Refused | bool | None:
    """Whether a choice is allowed now; None where something else is awaited first."""
    if state.ask.awaits not in (Awaits.CHOICE, Awaits.END):
        return None
    try:
        apply(program, state, choice)
    except Refused as refused:
        return refused.reason is Reason.UNCLEAR or refused
    return True
