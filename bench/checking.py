"""Checking all rulesets with their examples, one of them, and saying the version."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

from bench.ratio import Ratio, in_turn, ran, worked

ROOT = Path(__file__).parents[1]
RULESETS = ROOT / "rulesets"
COMMAND = Path(sys.executable).with_name("turnwright")
ONE = "wh40k9"
"""The largest system."""


def measured(repetitions: int = 3) -> Iterator[Ratio]:
    """The seconds that each takes of a processor; all, also beside reading the same bytes."""
    files = [path.read_bytes() for path in sorted(RULESETS.rglob("*.yaml"))]

    def parse() -> None:
        for file in files:
            list(yaml.load_all(file, yaml.CSafeLoader))

    everything, one, version, bare = in_turn(
        repetitions,
        lambda: ran([COMMAND, "check", "rulesets"], ROOT),
        lambda: ran([COMMAND, "check", f"rulesets/{ONE}"], ROOT),
        lambda: ran([COMMAND, "--version"], ROOT),
        lambda: worked(parse),
    )
    yield Ratio.of_seconds("checking everything", everything, aim="6 or less")
    yield Ratio.of("the same, beside yaml.CSafeLoader on the same bytes", everything, bare)
    yield Ratio.of_seconds(f"checking {ONE}", one, aim="1.5 or less")
    yield Ratio.of_seconds("turnwright --version", version, aim="0.2 or less")
