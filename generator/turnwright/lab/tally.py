"""Tally: how often each number came up, over many rounds or over all that there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, sqrt
from typing import TypeVar

from turnwright.lab.duel import Order, Passage, Weight, passages, strikers
from turnwright.lab.measures import Key, measured
from turnwright.lab.playing import Round

Name = TypeVar("Name")
Counts = dict[Weight, Weight]
"""For each number, how often it came up, or how likely it is."""


@dataclass
class Tally:
    """Tally of rounds: the numbers of each measure, and who acts at each point."""

    measures: dict[Key, Counts] = field(default_factory=dict)
    points: dict[int, dict[int, Weight]] = field(default_factory=dict)
    """For each activation of the round, counted from 0, how often it is of which side.

    Counted only where the first side of the roster is listed first."""
    duel: dict[Passage, Weight] = field(default_factory=dict)
    """What becomes of the units of a duel in a round."""
    rounds: Weight = 0

    @classmethod
    def of(
        cls, rounds: Iterable[tuple[Round, Weight]], sizes: Sequence[int], with_points: bool = True
    ) -> Tally:
        """Tally of rounds with their weights, between sides of these sizes."""
        listed = list(rounds)
        # Whole numbers are added up, for that is much faster than fractions.
        common = lcm(*(weight.denominator for _, weight in listed))
        tally = cls()
        orders: dict[Order, int] = {}
        for done, share in listed:
            weight = int(share * common)
            tally.rounds += weight
            for key, number in measured(done, sizes).items():
                counts = tally.measures.setdefault(key, {})
                counts[number] = counts.get(number, 0) + weight
            order = strikers(done, sizes)
            orders[order] = orders.get(order, 0) + weight
            own = (act for act in done.acts if with_points and not act.reaction)
            for point, act in enumerate(own):
                sides = tally.points.setdefault(point, {})
                sides[act.side] = sides.get(act.side, 0) + weight
        for order, weight in orders.items():
            _add(tally.duel, passages(order, weight, sizes))
        return tally.over(common) if common > 1 else tally

    def over(self, divisor: int) -> Tally:
        """The tally with all weights divided."""

        def divided(counts: Mapping[Name, Weight]) -> dict[Name, Weight]:
            return {name: Fraction(weight, divisor) for name, weight in counts.items()}

        return Tally(
            measures={key: divided(counts) for key, counts in self.measures.items()},
            points={point: divided(sides) for point, sides in self.points.items()},
            duel=divided(self.duel),
            rounds=Fraction(self.rounds, divisor),
        )

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.rounds += other.rounds
        _add(self.duel, other.duel)
        for key, theirs in other.measures.items():
            counts = self.measures.setdefault(key, {})
            _add(counts, theirs)
        for point, sides in other.points.items():
            _add(self.points.setdefault(point, {}), sides)

    def data(self) -> dict[str, object]:
        """The tally as JSON, for a file; sorted, so that equal tallies are written alike."""
        return {
            "rounds": str(self.rounds),
            "measures": [
                [name, side, [[str(n), str(w)] for n, w in sorted(counts.items())]]
                for (name, side), counts in sorted(self.measures.items())
            ],
            "duel": [[list(passage), str(w)] for passage, w in sorted(self.duel.items())],
            "points": [
                [point, [[side, str(w)] for side, w in sorted(sides.items())]]
                for point, sides in sorted(self.points.items())
            ],
        }

    @classmethod
    def read(cls, data: Mapping[str, object]) -> Tally:
        """Tally as it was written. Raises ValueError, TypeError or LookupError for other data."""
        measures: object = data["measures"]
        points: object = data["points"]
        duel: object = data["duel"]
        assert isinstance(measures, list)
        assert isinstance(points, list)
        assert isinstance(duel, list)
        return cls(
            measures={
                (str(name), int(side)): {Fraction(n): Fraction(w) for n, w in counts}
                for name, side, counts in measures
            },
            points={
                int(point): {int(side): Fraction(w) for side, w in sides} for point, sides in points
            },
            duel={_passage(listed): Fraction(w) for listed, w in duel},
            rounds=Fraction(str(data["rounds"])),
        )


def _add(to: dict[Name, Weight], more: Mapping[Name, Weight]) -> None:
    """Add weights to those that are there."""
    for name, weight in more.items():
        to[name] = to.get(name, 0) + weight


def _passage(listed: Sequence[int]) -> Passage:
    """Passage as it was written."""
    first, one, other, one_after, other_after = listed
    return first, one, other, one_after, other_after


@dataclass(frozen=True)
class Figure:
    """Figure: the mean of a measure, how far it reaches, and how sure it is."""

    mean: Fraction
    least: Fraction
    most: Fraction
    error: float = 0.0
    """The standard error of the mean; 0 where it is exact."""


def figure(counts: Mapping[Weight, Weight], exact: bool) -> Figure:
    """Figure of the numbers of a measure."""
    every = Fraction(sum(counts.values(), Fraction(0)))
    mean = sum((number * weight for number, weight in counts.items()), Fraction(0)) / every
    error = 0.0
    if not exact and every > 1:
        squares = sum((weight * (n - mean) ** 2 for n, weight in counts.items()), Fraction(0))
        error = sqrt(squares / (every - 1) / every)
    return Figure(mean, Fraction(min(counts)), Fraction(max(counts)), error)
