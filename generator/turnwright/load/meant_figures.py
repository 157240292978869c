"""Figures of a meaning: every constant that it holds, and what a sentence may make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import singledispatch
from typing import Any

from turnwright.language.action import Draws, Result
from turnwright.language.change import Cost
from turnwright.language.check import Dice, Keep, Mixed
from turnwright.language.condition import Bounds, Count, Level, Sum, Take
from turnwright.language.container import Contents
from turnwright.language.eligibility import Direction, Limit
from turnwright.language.fact import FactMeaning
from turnwright.language.step import StepMeaning
from turnwright.language.turn_order import First, OrderKey
from turnwright.load.figures import CutSide, Extreme, Kind, Need, Number, cut
from turnwright.load.scalars import parse_dice, parse_fraction

Constant = frozenset[Need]
"""What one constant of a meaning is good for in a sentence."""

_BELOW = ("at_least", "below", "low")
_ABOVE = ("at_most", "above", "high", "up_to", "inches")
_ADDED = ("add", "by", "plus")

_EXTREMES: Mapping[object, Extreme] = {
    Take.HIGHEST: Extreme.MOST,
    Take.LOWEST: Extreme.LEAST,
    Keep.HIGHEST: Extreme.MOST,
    Keep.LOWEST: Extreme.LEAST,
    Mixed.HIGHEST: Extreme.MOST,
    Mixed.LOWEST: Extreme.LEAST,
    Direction.DESCENDING: Extreme.MOST,
    Direction.ASCENDING: Extreme.LEAST,
    First.MOST: Extreme.MOST,
    First.FEWEST: Extreme.LEAST,
}


def constants_of(meaning: object) -> tuple[Constant, ...]:
    """The constants of a meaning, in the order in which it says them."""
    return tuple(_walk(meaning, ""))


def _walk(value: Any, field: str) -> Iterator[Constant]:
    """Constants inside a value that stands in a field of this name."""
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, Enum):
        if value in _EXTREMES:
            yield frozenset({Need(Kind.EXTREME, _EXTREMES[value])})
    elif isinstance(value, str):
        yield from _dice(value, field)
    elif isinstance(value, int | float):
        yield _number(Fraction(value), field)
    elif isinstance(value, tuple):
        for item in value:
            yield from _walk(item, field)
    elif is_dataclass(value):
        yield from _own(value, field)
        for each in fields(value):
            inner = getattr(value, each.name)
            if inner != each.default or (type(value), each.name) in _EVEN_BY_DEFAULT:
                name = field if (type(value), each.name) == (Sum, "number") else each.name
                yield from _walk(inner, _SAME_AS.get((type(value), each.name), name))


_EVEN_BY_DEFAULT = (
    (Limit, "times"),
    (Result, "at_least"),
    (Cost, "amount"),
    (Draws, "count"),
    (Contents, "count"),
)
"""Fields in which also what is not written is said in a sentence."""

_SAME_AS = {
    (Limit, "times"): "at_most",
    (Cost, "amount"): "cost",
    (StepMeaning, "chances"): "at_most",
    (FactMeaning, "within"): "at_most",
    (Sum, "less"): "less",
    (Sum, "times"): "factor",
    (Sum, "per"): "divisor",
}
"""Fields that bound or multiply, by the name of the field that does so elsewhere."""


def _number(number: Fraction, field: str) -> Constant:
    """What a number in a field is good for."""
    whole: Number = number.numerator if number.denominator == 1 else number
    size = abs(whole)
    if field == "factor":
        facts = {Need(Kind.NUMBER, size), Need(Kind.PART, size)}
        return frozenset(facts | ({Need(Kind.SIGNED, whole)} if whole < 0 else set()))
    if field == "divisor":
        return frozenset({Need(Kind.NUMBER, size), Need(Kind.PART, Fraction(1) / whole)})
    if field in (*_BELOW, *_ABOVE):
        side = CutSide.BELOW if field in _BELOW else CutSide.ABOVE
        at = cut(whole, side)
        facts = {Need(Kind.NUMBER, size), Need(Kind.CUT, at)}
        if whole < 0:  # Taking at most 1 away leaves at least -1.
            facts |= {Need(Kind.CUT, -at), Need(Kind.SIGNED, whole)}
        return frozenset(facts)
    facts = {Need(Kind.NUMBER, size), Need(Kind.LOOSE, size)}
    if field in _ADDED:
        facts.add(Need(Kind.SIGNED, whole))
    if field == "cost":  # It takes 1 away, and another rule takes 1 more.
        facts |= {Need(Kind.SIGNED, whole), Need(Kind.SIGNED, -whole)}
    if field == "less":
        facts.add(Need(Kind.SIGNED, -whole))
    return frozenset(facts)


def _dice(text: str, field: str) -> Iterator[Constant]:
    """Dice of an amount, or a share; any other text is a name."""
    if field == "share" and (share := parse_fraction(text)) is not None:
        yield frozenset({Need(Kind.PART, share, CutSide.BELOW)})
    elif dice := parse_dice(text):
        count, faces = dice
        yield frozenset(
            {
                Need(Kind.DICE, dice),
                Need(Kind.FACES, faces),
                Need(Kind.EDGE, cut(count, CutSide.BELOW)),
                Need(Kind.EDGE, cut(count * faces, CutSide.ABOVE)),
                *([Need(Kind.NUMBER, count)] if count > 1 else []),
            }
        )
    elif field in (*_BELOW, *_ABOVE):
        side = CutSide.BELOW if field in _BELOW else CutSide.ABOVE
        yield frozenset({Need(Kind.SIDE, side)})


@singledispatch
def _own(value: object, field: str) -> Iterator[Constant]:
    """What a data class says by being there, or by several of its fields together."""
    yield from ()


@_own.register
def _(value: Sum, field: str) -> Iterator[Constant]:
    """As a bound: beyond it by one is strictly beyond it; half of something is a share."""
    if field in (*_BELOW, *_ABOVE) and value.number is None:
        side = CutSide.BELOW if field in _BELOW else CutSide.ABOVE
        if side is CutSide.BELOW and value.plus == 1:
            side = CutSide.ABOVE
        elif side is CutSide.ABOVE and (value.less == 1 or value.plus == -1):
            side = CutSide.BELOW
        yield frozenset({Need(Kind.SIDE, side)})
        yield from _shares(value, side)


@_own.register
def _(value: Level, field: str) -> Iterator[Constant]:
    """A multiple that is compared with the whole is a share of it."""
    for name in ("at_least", "at_most", "above", "below"):
        bound = getattr(value, name)
        if bound is not None and isinstance(value.value, Sum):
            side = CutSide.BELOW if name in _BELOW else CutSide.ABOVE
            losses = _is_loss(value.value), _is_loss(bound)
            if losses in ((True, False), (False, True)):
                # Half is said of what is left: lost at least as many means half left, or fewer.
                left = _OTHER[side] if losses[0] else side
                yield frozenset({Need(Kind.PART, Fraction(1, 2), left)})
            for inverse in _shares(value.value, side):
                yield frozenset(Need(Kind.PART, 1 / Fraction(fact.what), side) for fact in inverse)


_OTHER = {CutSide.BELOW: CutSide.ABOVE, CutSide.ABOVE: CutSide.BELOW}


def _is_loss(amount: object) -> bool | None:
    """True for how many models a unit has lost, False for how many it has; else None."""
    if not isinstance(amount, Sum) or amount.times != 1 or amount.per is not None:
        return None
    return True if amount.lost_models else False if amount.models is not None else None


def _shares(value: Sum, side: CutSide) -> Iterator[Constant]:
    """The share or the multiple that an amount is, as a bound."""
    if isinstance(value.per, int):
        yield frozenset({Need(Kind.PART, Fraction(1, value.per), side)})
    if isinstance(value.times, int) and value.times > 1:
        yield frozenset({Need(Kind.PART, value.times, side)})


@_own.register
def _(value: Dice, field: str) -> Iterator[Constant]:
    count = value.count if isinstance(value.count, int) else 1
    facts = {Need(Kind.DICE, (count, value.faces)), Need(Kind.FACES, value.faces)}
    edges = {
        Need(Kind.EDGE, cut(1, CutSide.BELOW)),
        Need(Kind.EDGE, cut(value.faces, CutSide.ABOVE)),
    }
    yield frozenset(facts | edges)


@_own.register
def _(value: OrderKey, field: str) -> Iterator[Constant]:
    if value.roll or value.amount is not None:
        end = Extreme.LEAST if value.lowest else Extreme.MOST
        yield frozenset({Need(Kind.EXTREME, end)})


@_own.register
def _(value: Count, field: str) -> Iterator[Constant]:
    if not value.share and all(getattr(value, each.name) is None for each in fields(Bounds)):
        yield frozenset({Need(Kind.SOME, None)})
