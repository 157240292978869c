"""Memoization: values that are read from facts, cards and numbers alone are remembered.

Which those are is seen from how their clauses are written. Whatever asks for something else, such
as who acts, what was done or who is near, is worked out anew at each moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any, NamedTuple

from turnwright.engine.parts import FactPart, ReadKey, Ruling, ValuePart
from turnwright.engine.rulings import RawRuling, Symbols
from turnwright.language.condition import (
    Condition,
    Count,
    Every,
    Level,
    Limits,
    Selection,
    Sum,
    Whose,
)
from turnwright.language.fact import Holder

BATTLE = Holder.BATTLE
MemoKey = tuple[Any, ...]
"""What values are read from: facts, open steps, who is alive, armies; numbers, spans, effects."""
SOMETHING_ELSE = ("", "")

_AMOUNTS = dict.fromkeys(("at_least", "at_most", "above", "below", "equals"), "value")
_SELECTION = dict.fromkeys(("of", "that", "also"), "")
_READS: Mapping[type, Mapping[str, str]] = {
    Condition: {"fact": "fact", "open": "step"}
    | dict.fromkeys(("all_of", "any_of", "not_", "level", "count", "every", "carries"), ""),
    Sum: dict.fromkeys(("value", "times", "per", "plus", "less", "at_least", "at_most"), "value")
    | dict.fromkeys(("number", "count", "of", "take", "rounded"), ""),
    Level: {"value": "value", **_AMOUNTS},
    Limits: _AMOUNTS,
    Selection: _SELECTION,
    Count: {"share": "", **_SELECTION, **_AMOUNTS},
    Every: _SELECTION,
}
"""By field, what a name in it is the name of; whatever says anything else does not last."""
_ALL_ALONG = (Whose.OWN, Whose.FRIEND, Whose.ENEMY, Whose.ANYONE, Whose.ITSELF)
"""Who is meant, asked of a unit or a side, by its army alone."""


def reads_of(said: object, kind: str = "value") -> Iterator[ReadKey]:
    """All that an amount or a condition reads. Dice are read where they are rolled."""
    if isinstance(said, tuple):
        for each in said:
            yield from reads_of(each, kind)
    elif isinstance(said, Whose):
        yield ("units", "") if said in _ALL_ALONG else SOMETHING_ELSE
    elif isinstance(said, str) and kind:
        yield kind, said
    elif is_dataclass(said):
        known = _READS.get(type(said), {})
        for name, inner in vars(said).items():
            if name in known:
                yield from reads_of(inner, known[name])
            elif inner not in (None, ""):
                yield SOMETHING_ELSE


def reads_of_rulings(rulings: Iterable[RawRuling]) -> frozenset[ReadKey]:
    """All that some clauses read, with their guards."""
    return frozenset(
        read for raw in rulings for said in (raw.value, raw.when) for read in reads_of(said)
    )


class Lasting(NamedTuple):
    """The values that last, and what is read for any of them beside numbers and cards."""

    values: Mapping[str, frozenset[str]] = {}
    """By name, the values whose numbers are read for it, itself among them."""
    facts: tuple[int, ...] = ()
    steps: frozenset[str] = frozenset()


def lasting_values(
    values: Mapping[str, ValuePart], facts: Sequence[FactPart], symbols: Symbols
) -> Lasting:
    """The values that are read from what lasts alone, and from others that are.

    What the battle as a whole has is not among them: its `own` are those whose step it is.
    """
    read = {name: set(part.reads) for name, part in values.items() if part.holder is not BATTLE}
    away = [part for part in facts if part.away]
    on_table = {("fact", part.name) for part in away}
    for reads in read.values():
        if ("units", "") in reads:
            reads |= on_table
    unsteady = {("fact", part.name) for part in facts if not _is_stated(part)}
    unsteady |= {("value", name) for name in values.keys() - read.keys()} | {SOMETHING_ELSE}
    if not all(map(_is_bare, (ruling for part in away for ruling in part.away.rulings))):
        unsteady.add(("units", ""))
    while lost := {("value", name) for name in read if not unsteady.isdisjoint(read[name])}:
        unsteady |= lost
        read = {name: reads for name, reads in read.items() if ("value", name) not in lost}
    every = frozenset().union(*read.values())
    asked = [facts[symbols.facts[name]] for kind, name in every if kind == "fact"]
    numbers = {it for part in asked for it in (part.number, *(other for other, _ in part.also))}
    steps = frozenset(symbols.step(name) for kind, name in every if kind == "step")
    behind = {name: _values_behind(name, read) for name in read}
    return Lasting(behind, tuple(sorted(numbers)), steps)


def _values_behind(name: str, read: Mapping[str, set[ReadKey]]) -> frozenset[str]:
    """The values that are read for one, at once or through others, and itself."""
    found = {name}
    waiting = [name]
    while waiting:
        new = {other for kind, other in read.get(waiting.pop(), ()) if kind == "value"} - found
        found |= new
        waiting += new
    return frozenset(found)


def _is_stated(part: FactPart) -> bool:
    """Whether a fact is true of those alone of whom it, or one that counts as it, was stated."""
    return not part.whenever and all(_is_bare(ruling) for _, ruling in part.also)


def _is_bare(ruling: Ruling[Any]) -> bool:
    """Whether a ruling holds at all times."""
    return ruling.when is None and not ruling.waivers


class Memory:
    """Memory of one program: the values that last, as long as what is read for them is the same."""

    def __init__(self, lasting: Lasting) -> None:
        self.lasting = lasting
        self._seen: MemoKey = ()
        self._read: MemoKey = ()
        self._amounts: dict[str, object] = {}
        """By value, the numbers, and what lasts of them, that were read for it."""
        self._looked_at: set[str] = set()
        """The values of which that is known at this moment."""
        self._known: dict[str, dict[tuple[object, ...], Any]] = {}

    def at(self, moment: MemoKey, value: str) -> dict[tuple[object, ...], Any]:
        """What was worked out of a value at this moment, or since nothing it reads has changed.

        Nearly always the moment is the one that was seen last, or holds the same objects.
        """
        if moment != self._seen:
            facts, steps, *others = moment[:4]
            read = (
                [facts[number] for number in self.lasting.facts],
                self.lasting.steps.intersection(steps),
                *others,
            )
            if read != self._read:
                self._read = read
                self._known = {}
            self._seen = moment
            self._looked_at = set()
        if value not in self._looked_at:
            self._looked_at.add(value)
            names, (numbers, *lasting) = self.lasting.values[value], moment[4:]
            amounts = (
                {it: number for it, number in numbers.items() if it[1] and it[0] in names},
                [it for spans in lasting for it in spans if it.value in names],
            )
            if value not in self._known or amounts != self._amounts[value]:
                self._amounts[value], self._known[value] = amounts, {}
        return self._known[value]
