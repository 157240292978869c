"""Checking all rulesets with their examples, one of them, and saying the version."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from bench.building import from_nothing
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

    check: list[str | Path] = [COMMAND, "check"]
    with TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        everything, one, version, bare = in_turn(
            repetitions,
            partial(from_nothing, ROOT, [*check, "rulesets"]),
            partial(from_nothing, ROOT, [*check, f"rulesets/{ONE}"]),
            lambda: ran([COMMAND, "--version"], ROOT),
            lambda: worked(parse),
        )
        ran([*check, "rulesets"], ROOT)
        again = [ran([*check, "rulesets"], ROOT) for _ in range(repetitions)]
    yield Ratio.of_seconds("checking everything, from nothing", everything, aim="6 or less")
    yield Ratio.of("the same, beside yaml.CSafeLoader on the same bytes", everything, bare)
    yield Ratio.of_seconds("checking everything, with nothing changed", again)
    yield Ratio.of_seconds(f"checking {ONE}, from nothing", one, aim="1.5 or less")
    yield Ratio.of_seconds("turnwright --version", version, aim="0.2 or less")
