"""Filters: the clauses that narrow who may be picked, compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from turnwright.engine.compiler import Compiler
from turnwright.engine.conditions import compile_all_near, compile_condition, compile_who
from turnwright.engine.draft import Draft, Quantity, Ruling, Scene
from turnwright.engine.roster import bits
from turnwright.engine.symbols import Symbols
from turnwright.engine.values import value_of
from turnwright.language.condition import Whose
from turnwright.language.eligibility import Limit, Tally


class Filter(NamedTuple):
    """A clause that narrows who may be picked."""

    clause: str
    excluded: Callable[[Draft, int, Scene], int]
    """Of a mask, those that it rules out."""


@dataclass(frozen=True, eq=False)
class CompiledCost:
    """What doing something takes, compiled."""

    value: str
    amount: Quantity


def compile_filters(said: Compiler, words: tuple[str, ...], counted: str) -> tuple[Filter, ...]:
    """The filters that the clauses of a part make with some words."""
    return tuple(
        _guarded(_excluding(word, raw.value, said, counted), said.ruling(raw, None))
        for word in words
        for raw in said.said.get(word, ())
    )


def _excluding(
    word: str, value: Any, said: Compiler, counted: str
) -> Callable[[Draft, int, Scene], int]:
    """Whom a word rules out, were there no guard."""
    symbols = said.symbols
    if word == "among" and value is Whose.OWN:
        return lambda draft, pool, scene: pool & ~draft.roster.units[scene.side]
    if word == "among":
        selected = compile_who(value, symbols, among=True)
        return lambda draft, pool, scene: pool & ~selected(draft, scene.side + 1, scene)
    if word == "limit" and value.by is Tally.ITEM:
        # It rules items out, and a unit only with the last of them.
        symbols.counter(counted, value.per)
        return lambda draft, pool, scene: 0
    if word == "limit":
        return _limited(value, symbols, counted, said)
    if word == "costs":
        return _unaffordable(CompiledCost(value.value, said.amount(value.amount)))
    if word == "held":
        return compile_all_near(value, symbols)
    test = compile_condition(value, symbols)
    if word == "bars":
        return test
    return lambda draft, pool, scene: pool & ~test(draft, pool, scene)


def _limited(
    limit: Limit, symbols: Symbols, counted: str, said: Compiler
) -> Callable[[Draft, int, Scene], int]:
    """Those who have done something as often as they may."""
    counter = symbols.counter(counted, limit.per)
    by = symbols.read_by(limit.per)
    if isinstance(limit.times, int) and limit.by is Tally.UNIT and not by:
        index = limit.times - 1

        def used_up(draft: Draft, pool: int, scene: Scene) -> int:
            done = draft.counters[counter]
            return pool & done[index] if len(done) > index else 0

        return used_up if index >= 0 else lambda draft, pool, scene: pool
    times = said.amount(limit.times)

    def used(draft: Draft, pool: int, scene: Scene) -> int:
        draft.note(*by)
        out = 0
        for who in bits(pool):
            if limit.by is Tally.UNIT:
                together = 1 << who
            elif limit.by is Tally.SIDE:
                side = draft.roster.side_of[who]
                together = draft.roster.units[side] | 1 << side + 1
            else:
                together = -1
            often = sum((done & together).bit_count() for done in _all(draft, counter))
            if often >= times(draft, who, scene):
                out |= 1 << who
        return out

    return used


def _all(draft: Draft, counter: int) -> Iterable[int]:
    """The masks of a counter: those that did it once, twice, and so on."""
    mask = (1 << len(draft.roster.names)) - 1
    return (done & mask for done in draft.counters[counter])


def _unaffordable(cost: CompiledCost) -> Callable[[Draft, int, Scene], int]:
    """Those who have not enough to pay."""

    def poor(draft: Draft, pool: int, scene: Scene) -> int:
        out = 0
        for who in bits(pool):
            if value_of(draft, cost.value, who) < cost.amount(draft, who, scene):
                out |= 1 << who
        return out

    return poor


def _guarded(excluding: Callable[[Draft, int, Scene], int], ruling: Ruling[None]) -> Filter:
    """A filter that binds only where its guard holds and no exception does."""
    if ruling.when is None and not ruling.waivers:
        return Filter(ruling.clause, excluding)

    def excluded(draft: Draft, pool: int, scene: Scene) -> int:
        # The guard is asked only of those who would be ruled out.
        out = excluding(draft, pool, scene)
        return ruling.binds(draft, out, scene) if out else 0

    return Filter(ruling.clause, excluded)
