"""What a measured condition costs for each pair of units that it looks at, in large battles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.play import SIDES
from bench.ratio import Ratio, in_turn, worked
from turnwright.engine.apply import apply, start
from turnwright.engine.compiler import compile_ruleset
from turnwright.language.input import Card, Choice
from turnwright.load.library import Library

HERE = Path(__file__).parent
FEW, MANY = 10, 80
"""Units a side."""
ROWS_APART = 40.0
"""Inches between the two lines of battle."""


def measured(repetitions: int = 9) -> Iterator[Ratio]:
    """How many times as long a pair takes among many units as among few."""
    program = compile_ruleset(Library.read(HERE / "measuring").effective("measuring"))

    def for_a_pair(units: int) -> float:
        armies = {
            side: {
                f"{side} {number}": Card(at=(float(number), row * ROWS_APART))
                for number in range(units)
            }
            for row, side in enumerate(SIDES)
        }
        state, _ = start(program, armies)
        choices = [Choice("activation", (f"{side} {n}",)) for n in range(8) for side in SIDES]

        def play() -> None:
            at = state
            for choice in choices:
                at, _ = apply(program, at, choice)

        return worked(play) / (len(choices) * units * units)

    many, few = in_turn(repetitions, lambda: for_a_pair(MANY), lambda: for_a_pair(FEW))
    told = f"a measured condition, for each pair it looks at: {MANY} units a side beside {FEW}"
    yield Ratio.of(told, many, few, "1 or less")
