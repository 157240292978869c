"""Tally: how often each number came up over many rounds, and figures of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from turnwright.lab.measures import Key, measured
from turnwright.lab.playing import Round


@dataclass
class Tally:
    """Tally of rounds: the numbers of each measure, and who acts at each point."""

    measures: dict[Key, Counter[int | Fraction]] = field(default_factory=dict)
    points: dict[int, Counter[int]] = field(default_factory=dict)
    """For each activation of the round, counted from 0, how often it is of which side.

    Counted only where the first side of the roster is listed first."""
    rounds: int = 0

    def count(self, done: Round, sizes: Sequence[int], with_points: bool = True) -> None:
        """Count a round between sides of these sizes."""
        self.rounds += 1
        for key, number in measured(done, sizes).items():
            self.measures.setdefault(key, Counter())[number] += 1
        own = (act for act in done.acts if with_points and not act.reaction)
        for point, act in enumerate(own):
            self.points.setdefault(point, Counter())[act.side] += 1

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.rounds += other.rounds
        for key, numbers in other.measures.items():
            self.measures.setdefault(key, Counter()).update(numbers)
        for point, sides in other.points.items():
            self.points.setdefault(point, Counter()).update(sides)


@dataclass(frozen=True)
class Figure:
    """Figure: the mean of a measure, how far it reaches, and how sure it is."""

    mean: Fraction
    least: Fraction
    most: Fraction
    error: float = 0.0
    """The standard error of the mean; 0 where every round came to the same."""


def figure(counts: Mapping[int | Fraction, int]) -> Figure:
    """Figure of the numbers of a measure."""
    every = sum(counts.values())
    mean = sum((number * Fraction(many) for number, many in counts.items()), Fraction(0)) / every
    error = 0.0
    if every > 1:
        squares = sum((many * (n - mean) ** 2 for n, many in counts.items()), Fraction(0))
        error = sqrt(squares / (every - 1) / every)
    return Figure(mean, Fraction(min(counts)), Fraction(max(counts)), error)
