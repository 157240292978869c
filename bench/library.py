"""Reading all rulesets, replaying all examples and proving all clauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml

from bench.ratio import Ratio, in_turn, worked
from turnwright.load.library import Library
from turnwright.proof.mutation_testing import prove
from turnwright.proof.replay import replay_all

RULESETS = Path(__file__).parents[1] / "rulesets"


def loading(repetitions: int = 9) -> Iterator[Ratio]:
    """How many times as long as PyYAML's fastest reader takes for the same bytes."""
    files = [path.read_bytes() for path in sorted(RULESETS.rglob("*.yaml"))]

    def parse() -> None:
        for file in files:
            list(yaml.load_all(file, yaml.CSafeLoader))

    ours, theirs = in_turn(
        repetitions, lambda: worked(lambda: Library.read(RULESETS)), lambda: worked(parse)
    )
    yield Ratio.of("loading all rulesets, beside yaml.CSafeLoader on the same bytes", ours, theirs)


def proving(repetitions: int = 3) -> Iterator[Ratio]:
    """How many times as long as replaying every example once."""

    def fresh(what: object) -> float:
        # What a library has worked out once it keeps, so each time it is another one.
        library = Library.read(RULESETS)
        return worked(lambda: what(library))  # type: ignore[operator]

    proof, replays = in_turn(repetitions, lambda: fresh(prove), lambda: fresh(replay_all))
    yield Ratio.of("proving everything, beside replaying everything once", proof, replays)
