"""`make bench`: measure it all within this run, and print a table of ratios."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from bench import building, checking, measuring, pages, play, rolled
from bench.ratio import Ratio, table

PACKAGES = Path(__file__).parents[1] / "build/bench/node_modules"
"""What npm has fetched."""

MEASURES: Mapping[str, Callable[[], Iterator[Ratio]]] = {
    "play": lambda: play.measured(PACKAGES),
    "round": rolled.measured,
    "measuring": measuring.measured,
    "check": checking.measured,
    "pages": lambda: pages.measured(PACKAGES),
    "build": building.our_own,
    "build-200": lambda: building.measured(200, repetitions=3),
    "build-2000": lambda: building.measured(2000, repetitions=1),
}


def main() -> None:
    """Measure what was asked for, or everything."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("what", nargs="*", help=f"any of: {', '.join(MEASURES)}; or everything")
    asked = parser.parse_args()
    if unknown := [name for name in asked.what if name not in MEASURES]:
        parser.error(f"there is nothing to measure called {', '.join(unknown)}")
    found: list[Ratio] = []
    for name in asked.what or MEASURES:
        print(f"Measuring {name} ...", file=sys.stderr, flush=True)
        try:
            found += MEASURES[name]()
        except subprocess.CalledProcessError as failed:
            sys.exit(f"{failed.stderr or ''}The line that failed: {' '.join(map(str, failed.cmd))}")
    print(table(found))


if __name__ == "__main__":
    main()
