"""Measures: what is counted of one round, as numbers, and figures of many rounds.

Units are counted, each once, and not how often they act: in one system a unit moves, shoots and
fights in three activations, in another in one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import groupby, takewhile
from math import sqrt
from operator import or_

from turnwright.lab.playing import Act, Round

ACTIVATIONS = "activations"
"""Activations in the round, without reactions."""
BEFORE_REPLY = "before_reply"
"""Units of the side that begins that act before another side acts or reacts."""
FORCE_BEFORE = "force_before"
"""The share of units of the side that begins that act before another side's first activation."""
LONGEST_RUN = "longest_run"
"""The most units of one side that act in a row."""
TAIL = "tail"
"""Units of the largest side that act after the last of any other; of equals, of the last."""
LAST_THEN_FIRST = "last_then_first"
"""1 when the side that was last in the round is the first in the next, and else 0."""
LONGEST_WAIT = "longest_wait"
"""The most units of others that act between two decisions of a side, or at an end of the round."""
MEAN_WAIT = "mean_wait"
"""The mean of such waits of a side."""
FIRST = "first"
"""1 when a side acts first in the round, and else 0."""
LAST = "last"
"""1 when a side acts last in the round, and else 0."""

OF_ROUND = (ACTIVATIONS, BEFORE_REPLY, FORCE_BEFORE, LONGEST_RUN, TAIL, LAST_THEN_FIRST)
"""Measures of a round as a whole."""

MeasureKey = tuple[str, int]
"""A measure and the number of a side; -1 for the round as a whole."""
WHOLE = -1


def measured(done: Round, sizes: Sequence[int]) -> Mapping[MeasureKey, int | Fraction]:
    """Measures of a round between sides of these sizes; without those that make no sense in it."""
    own = [act for act in done.acts if not act.reaction]
    if not own:
        return {}
    first, last = own[0].side, own[-1].side
    found: dict[MeasureKey, int | Fraction] = {
        (ACTIVATIONS, WHOLE): len(own),
        (BEFORE_REPLY, WHOLE): before_reply(done.acts),
        (FORCE_BEFORE, WHOLE): force_before(own, sizes),
        (LONGEST_RUN, WHOLE): max(_units(run) for _, run in groupby(own, lambda act: act.side)),
        (TAIL, WHOLE): tail(own, sizes),
    }
    if done.next_first is not None:
        found[LAST_THEN_FIRST, WHOLE] = int(done.next_first.side == last)
    for side in range(len(sizes)):
        waits = list(waits_of(done.acts, side))
        found[LONGEST_WAIT, side] = max(waits, default=0)
        found[MEAN_WAIT, side] = Fraction(sum(waits), len(waits)) if waits else 0
        found[FIRST, side] = int(first == side)
        found[LAST, side] = int(last == side)
    return found


def before_reply(acts: Sequence[Act]) -> int:
    """Units of the side that begins that act until another side acts or reacts."""
    alone = takewhile(lambda act: act.side == acts[0].side, acts)
    return _units(act for act in alone if not act.reaction)


def force_before(own: Sequence[Act], sizes: Sequence[int]) -> Fraction:
    """Share of the units of the side that begins that act before another side does."""
    alone = takewhile(lambda act: act.side == own[0].side, own)
    return Fraction(_units(alone), sizes[own[0].side])


def tail(own: Sequence[Act], sizes: Sequence[int]) -> int:
    """Units of the largest side that act after the last of any other."""
    last = own[-1].side
    if sizes[last] < max(sizes):
        return 0
    return _units(takewhile(lambda act: act.side == last, reversed(own)))


def waits_of(acts: Sequence[Act], side: int) -> Iterator[int]:
    """How many units of others act at a time while a side sits through it."""
    for own, run in groupby(acts, lambda act: act.side == side):
        if not own and (waited := _units(act for act in run if not act.reaction)):
            yield waited


def _units(acts: Iterable[Act]) -> int:
    """How many units act, each counted once."""
    return reduce(or_, (act.units for act in acts), 0).bit_count()


@dataclass
class RoundTally:
    """Tally of rounds: the numbers of each measure, and who acts at each point."""

    measures: dict[MeasureKey, Counter[int | Fraction]] = field(default_factory=dict)
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

    def add(self, other: RoundTally) -> None:
        """Add another tally to this one."""
        self.rounds += other.rounds
        for key, numbers in other.measures.items():
            self.measures.setdefault(key, Counter()).update(numbers)
        for point, sides in other.points.items():
            self.points.setdefault(point, Counter()).update(sides)


@dataclass(frozen=True)
class Estimate:
    """Figure: the mean of a measure, how far it reaches, and how sure it is."""

    mean: Fraction
    least: Fraction
    most: Fraction
    error: float = 0.0
    """The standard error of the mean; 0 where every round came to the same."""


def figure(counts: Mapping[int | Fraction, int]) -> Estimate:
    """Figure of the numbers of a measure."""
    every = sum(counts.values())
    mean = sum((number * Fraction(many) for number, many in counts.items()), Fraction(0)) / every
    error = 0.0
    if every > 1:
        squares = sum((many * (n - mean) ** 2 for n, many in counts.items()), Fraction(0))
        error = sqrt(squares / (every - 1) / every)
    return Estimate(mean, Fraction(min(counts)), Fraction(max(counts)), error)
