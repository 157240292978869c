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
from turnwright.load.figures import Extreme, Fact, Kind, Number, Side, cut
from turnwright.load.formats import parse_dice, parse_fraction

Constant = frozenset[Fact]
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
            yield frozenset({Fact(Kind.EXTREME, _EXTREMES[value])})
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
        facts = {Fact(Kind.NUMBER, size), Fact(Kind.PART, size)}
        return frozenset(facts | ({Fact(Kind.SIGNED, whole)} if whole < 0 else set()))
    if field == "divisor":
        return frozenset({Fact(Kind.NUMBER, size), Fact(Kind.PART, Fraction(1) / whole)})
    if field in (*_BELOW, *_ABOVE):
        side = Side.BELOW if field in _BELOW else Side.ABOVE
        at = cut(whole, side)
        facts = {Fact(Kind.NUMBER, size), Fact(Kind.CUT, at)}
        if whole < 0:  # Taking at most 1 away leaves at least -1.
            facts |= {Fact(Kind.CUT, -at), Fact(Kind.SIGNED, whole)}
        return frozenset(facts)
    facts = {Fact(Kind.NUMBER, size), Fact(Kind.LOOSE, size)}
    if field in _ADDED:
        facts.add(Fact(Kind.SIGNED, whole))
    if field == "cost":  # It takes 1 away, and another rule takes 1 more.
        facts |= {Fact(Kind.SIGNED, whole), Fact(Kind.SIGNED, -whole)}
    if field == "less":
        facts.add(Fact(Kind.SIGNED, -whole))
    return frozenset(facts)


def _dice(text: str, field: str) -> Iterator[Constant]:
    """Dice of an amount, or a share; any other text is a name."""
    if field == "share" and (share := parse_fraction(text)) is not None:
        yield frozenset({Fact(Kind.PART, share, Side.BELOW)})
    elif dice := parse_dice(text):
        count, faces = dice
        yield frozenset(
            {
                Fact(Kind.DICE, dice),
                Fact(Kind.FACES, faces),
                Fact(Kind.EDGE, cut(count, Side.BELOW)),
                Fact(Kind.EDGE, cut(count * faces, Side.ABOVE)),
                *([Fact(Kind.NUMBER, count)] if count > 1 else []),
            }
        )
    elif field in (*_BELOW, *_ABOVE):
        side = Side.BELOW if field in _BELOW else Side.ABOVE
        yield frozenset({Fact(Kind.SIDE, side)})


@singledispatch
def _own(value: object, field: str) -> Iterator[Constant]:
    """What a data class says by being there, or by several of its fields together."""
    yield from ()


@_own.register
def _(value: Sum, field: str) -> Iterator[Constant]:
    """As a bound: beyond it by one is strictly beyond it; half of something is a share."""
    if field in (*_BELOW, *_ABOVE) and value.number is None:
        side = Side.BELOW if field in _BELOW else Side.ABOVE
        if side is Side.BELOW and value.plus == 1:
            side = Side.ABOVE
        elif side is Side.ABOVE and (value.less == 1 or value.plus == -1):
            side = Side.BELOW
        yield frozenset({Fact(Kind.SIDE, side)})
        yield from _shares(value, side)


@_own.register
def _(value: Level, field: str) -> Iterator[Constant]:
    """A multiple that is compared with the whole is a share of it."""
    for name in ("at_least", "at_most", "above", "below"):
        bound = getattr(value, name)
        if bound is not None and isinstance(value.value, Sum):
            side = Side.BELOW if name in _BELOW else Side.ABOVE
            losses = _is_loss(value.value), _is_loss(bound)
            if losses in ((True, False), (False, True)):
                # Half is said of what is left: lost at least as many means half left, or fewer.
                left = _OTHER[side] if losses[0] else side
                yield frozenset({Fact(Kind.PART, Fraction(1, 2), left)})
            for inverse in _shares(value.value, side):
                yield frozenset(Fact(Kind.PART, 1 / Fraction(fact.what), side) for fact in inverse)


_OTHER = {Side.BELOW: Side.ABOVE, Side.ABOVE: Side.BELOW}


def _is_loss(amount: object) -> bool | None:
    """True for how many models a unit has lost, False for how many it has; else None."""
    if not isinstance(amount, Sum) or amount.times != 1 or amount.per is not None:
        return None
    return True if amount.lost_models else False if amount.models is not None else None


def _shares(value: Sum, side: Side) -> Iterator[Constant]:
    """The share or the multiple that an amount is, as a bound."""
    if isinstance(value.per, int):
        yield frozenset({Fact(Kind.PART, Fraction(1, value.per), side)})
    if isinstance(value.times, int) and value.times > 1:
        yield frozenset({Fact(Kind.PART, value.times, side)})


@_own.register
def _(value: Dice, field: str) -> Iterator[Constant]:
    count = value.count if isinstance(value.count, int) else 1
    facts = {Fact(Kind.DICE, (count, value.faces)), Fact(Kind.FACES, value.faces)}
    edges = {Fact(Kind.EDGE, cut(1, Side.BELOW)), Fact(Kind.EDGE, cut(value.faces, Side.ABOVE))}
    yield frozenset(facts | edges)


@_own.register
def _(value: OrderKey, field: str) -> Iterator[Constant]:
    if value.roll or value.amount is not None:
        end = Extreme.LEAST if value.lowest else Extreme.MOST
        yield frozenset({Fact(Kind.EXTREME, end)})


@_own.register
def _(value: Count, field: str) -> Iterator[Constant]:
    if not value.share and all(getattr(value, each.name) is None for each in fields(Bounds)):
        yield frozenset({Fact(Kind.SOME, None)})
