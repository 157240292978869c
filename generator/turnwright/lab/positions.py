"""Canonical states: two ways that lead to the same position of a battle are seen to do so."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from turnwright.engine.state import State


def position(state: State, counted: frozenset[int] = frozenset()) -> Hashable:
    """What of a state makes a difference to how the battle goes on.

    Steps are numbered in the order in which they open: it matters which of two that are remembered
    opened first, and not how many opened before. Why something is over inside a step is left out.
    `counted` are the open steps that belong to acts which are counted.
    """
    rest = state.rest
    told = {state.serial, *(frame.serial for frame in state.stack)}
    told.update(number for it in rest.effects for number in (it.made_in, it.serial))
    told.update(deed.serial for deed in rest.deeds)
    told.update(serial for serial, _ in rest.over.values())
    rank = {serial: number for number, serial in enumerate(sorted(told))}
    effects = tuple(
        it._replace(made_in=rank[it.made_in], serial=rank[it.serial]) for it in rest.effects
    )
    over = frozenset((name, rank[it[0]], it[1]) for name, it in rest.over.items())
    return (
        tuple(replace(frame, serial=rank[frame.serial], over=(), by=()) for frame in state.stack),
        (state.roster, state.alive, state.facts, state.counters, state.round, state.winner),
        rest._replace(
            effects=effects,
            deeds=tuple(it._replace(serial=rank[it.serial]) for it in rest.deeds),
            over=type(rest.over)(),
        ),
        over,
        (state.outcomes, state.total, state.ask.awaits, state.ask.dice, state.ask.unsaid),
        frozenset(rank[it] for it in counted if it in rank),
    )
