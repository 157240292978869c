"""The compiler: what the clauses of one part say, made into rulings, policies and filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from turnwright.engine.conditions import (
    compile_all_near,
    compile_amount,
    compile_condition,
    compile_who,
)
from turnwright.engine.draft import Draft, Policy, Quantity, Ruling, Scene
from turnwright.engine.rulings import Gathered, RawRuling, Symbols
from turnwright.engine.state import bits
from turnwright.engine.values import value_of
from turnwright.language.change import Moment
from turnwright.language.condition import Amount, Whose
from turnwright.language.eligibility import Limit, Tally


@dataclass(frozen=True, eq=False)
class Context:
    """What the compilation of every part shares."""

    symbols: Symbols
    waivers: Mapping[str, tuple[Ruling[Any], ...]]
    abilities: frozenset[str]

    def remembers(self, step: str) -> bool:
        """Whether a clause asks who was what the last time this step was gone through."""
        remembered = self.symbols.remembered
        return bool(remembered) and (step in remembered or "*" in remembered)


class Compiler:
    """Compiles the clauses of one part, word by word."""

    def __init__(self, said: Gathered, context: Context) -> None:
        self.said = {name: rulings for name, (_, rulings) in said.items()}
        self.symbols = context.symbols
        self.waivers = context.waivers
        self._amounts: dict[Amount, Quantity] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.said

    def ruling(self, raw: RawRuling, value: Any) -> Ruling[Any]:
        """One ruling with its guard and its exceptions."""
        when = compile_condition(raw.when, self.symbols) if raw.when is not None else None
        return Ruling(value, raw.clause, when, self.waivers.get(raw.clause, ()))

    def rulings(
        self, name: str, convert: Callable[[Any], Any] | None = None
    ) -> tuple[Ruling[Any], ...]:
        """Every ruling on a word."""
        return tuple(
            self.ruling(raw, convert(raw.value) if convert else raw.value)
            for raw in self.said.get(name, ())
        )

    def policy(self, name: str, convert: Callable[[Any], Any] | None = None) -> Policy[Any]:
        """A word that one clause decides."""
        return Policy(name, self.rulings(name, convert))

    def amount(self, amount: Amount) -> Quantity:
        """An amount; the same for equal ones, so that clauses that say the same are seen to."""
        if amount not in self._amounts:
            self._amounts[amount] = compile_amount(amount, self.symbols)
        return self._amounts[amount]

    def bound(self, name: str, end: str) -> Policy[Quantity]:
        """One end of the limits that a word sets."""
        return Policy(
            name,
            tuple(
                self.ruling(raw, self.amount(limit))
                for raw in self.said.get(name, ())
                if (limit := getattr(raw.value, end)) is not None
            ),
        )

    def step(self, name: str) -> str:
        """The step that a name means."""
        return self.symbols.step(name)


def moment_of(value: str | Moment | None, said_step: Callable[[str], str]) -> Moment | None:
    """A moment with the steps that are meant; a name alone is the end of that step."""
    if value is None:
        return None
    if isinstance(value, str):
        return Moment(end=said_step(value))
    return replace(
        value,
        start=said_step(value.start) if value.start else "",
        end=said_step(value.end) if value.end else "",
    )


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
