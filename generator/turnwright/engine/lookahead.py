"""Lookahead: whether what cannot be done while dice or a draw are awaited is allowed after them."""

from __future__ import annotations

from collections.abc import Callable

from turnwright.engine.decision import Awaits, Reason, Refused
from turnwright.engine.odds import TooMany, likely_inputs
from turnwright.engine.program import Program
from turnwright.engine.state import State
from turnwright.language.input import Choice, Input

MOST = 130
"""Of so many ways in which dice may fall each is tried; of more nothing is said."""

AWAITED = (Awaits.ROLL, Awaits.DRAW)

Apply = Callable[[Program, State, Input], tuple[State, object]]
"""The state after an input, and what happened. Raises Refused."""


def outlook(
    program: Program, state: State, choice: Choice, refused: Refused, apply: Apply
) -> Refused:
    """The refusal of a choice before its time, with what comes of the same choice after it."""
    try:
        ways = likely_inputs(program, state) if state.ask.awaits in AWAITED else ()
    except TooMany:
        return refused
    if not ways or len(ways) > MOST:
        return refused
    later = [tried(program, state, way, choice, apply) for _, way in ways]
    by = refused.by
    no = [it for it in later if isinstance(it, Refused)]
    if all(it is True for it in later):
        then = "it is allowed after that"
    elif len(no) == len(later):
        then = "nor is it allowed after that"
        common = (clause for clause in no[0].by if all(clause in it.by for it in no))
        by = tuple(dict.fromkeys((*by, *common)))
    elif True in later:
        then = "whether it is allowed after that depends on what comes up"
    else:
        then = "more is awaited after that"
    return Refused(f"{refused.message}; {then}", by, refused.reason)


def tried(
    program: Program, state: State, way: Input, choice: Choice, apply: Apply
) -> Refused | bool:
    """Whether a choice is allowed after a way on; False where something else is awaited first."""
    try:
        after, _ = apply(program, state, way)
    except Refused:
        return False
    if after.ask.awaits not in (Awaits.CHOICE, Awaits.END):
        return False
    try:
        apply(program, after, choice)
    except Refused as refused:
        return refused.reason is Reason.UNCLEAR or refused
    return True
