"""Ratios: things done in turn within one run, and how their times compare."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median, quantiles
from time import process_time

Timed = Callable[[], float]
"""Does something once, and says how many seconds it took."""


@dataclass(frozen=True)
class Ratio:
    """One line of the table."""

    what: str
    value: float
    low: float
    """A quarter of the repetitions were below this."""
    high: float
    """A quarter of the repetitions were above this."""
    aim: str = ""
    unit: str = "times"

    @classmethod
    def of(cls, what: str, over: Iterable[float], under: Iterable[float], aim: str = "") -> Ratio:
        """The median of how many times one thing is another, repetition by repetition."""
        several = [one / other for one, other in zip(over, under, strict=True)]
        low, _, high = quantiles(several, n=4) if several[1:] else several * 3
        return cls(what, median(several), low, high, aim)

    @classmethod
    def of_seconds(cls, what: str, took: list[float], aim: str = "") -> Ratio:
        """The median of some seconds."""
        return replace(cls.of(what, took, [1.0] * len(took), aim), unit="seconds")

    @classmethod
    def known(cls, what: str, value: float, aim: str = "", unit: str = "times") -> Ratio:
        """A number that comes out the same in every repetition."""
        return cls(what, value, value, value, aim, unit)


def in_turn(repetitions: int, *things: Timed) -> list[list[float]]:
    """The seconds that each of these things took, repetition by repetition.

    Another one begins each time, so that none always has the quiet part of the run.
    """
    took: list[list[float]] = [[] for _ in things]
    for repetition in range(repetitions):
        for turn in range(len(things)):
            which = (repetition + turn) % len(things)
            took[which].append(things[which]())
    return took


def worked(do: Callable[[], object]) -> float:
    """The seconds that this process worked to do something, waiting left out."""
    begun = process_time()
    do()
    return process_time() - begun


def ran(command: list[str | Path], folder: Path) -> float:
    """The seconds that a whole process worked, with those it started, waiting left out."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = spent()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return spent() - before


def table(ratios: Iterable[Ratio]) -> str:
    """All of it as a table, a line each."""
    rows = [("measured", "found", "quarter to quarter", "aim")]
    for ratio in ratios:
        spread = "" if ratio.low == ratio.high else f"{ratio.low:.3g} to {ratio.high:.3g}"
        rows.append((ratio.what, f"{ratio.value:.3g} {ratio.unit}", spread, ratio.aim))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rows.insert(1, tuple("-" * width for width in widths))  # type: ignore[arg-type]
    return "\n".join(
        f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |"
        for row in rows
    )
