"""Figures beside a comparison: what the same armies come to in each system, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from textwrap import wrap

from turnwright.study.play.measures import (
    BEFORE_REPLY,
    FIRST,
    FORCE_BEFORE,
    LAST,
    LAST_THEN_FIRST,
    LONGEST_RUN,
    LONGEST_WAIT,
    MEAN_WAIT,
    TAIL,
    WHOLE,
    Key,
)
from turnwright.study.play.report import SHARES, figures_of, shown_number
from turnwright.study.play.simulation import Result

TITLES = {
    BEFORE_REPLY: "Before the first reply",
    FORCE_BEFORE: "Force that acts first",
    LONGEST_RUN: "Longest run of one side",
    TAIL: "Tail of the larger side",
    LAST_THEN_FIRST: "Last, then first",
}
"""Titles of the figures of a round as a whole."""
TITLES_OF_SIDES = {
    LONGEST_WAIT: "Longest wait",
    MEAN_WAIT: "Mean wait",
    FIRST: "Acts first",
    LAST: "Acts last",
}
"""Titles of the figures of each side."""
NARROWEST = 12
"""Letters that a column of figures needs."""
GAP = 2
"""Letters between columns."""


def figures_text(results: Sequence[Result], width: int) -> str:
    """Figures as text: for each roster a row for each figure, and a column for each system."""
    rosters = groupby(results, lambda result: result.case.roster)
    return "\n\n".join("\n".join(_lines(tuple(group), width)) for _, group in rosters)


def _lines(found: Sequence[Result], width: int) -> Iterator[str]:
    """Lines of one roster, and after them why a system has no figures."""
    roster = found[0].case.roster
    played = [result for result in found if not result.stopped]
    yield f"The same armies: {roster.roster}"
    if played:
        sides = tuple(roster.sides)
        keys: dict[Key, str] = {(name, WHOLE): title for name, title in TITLES.items()}
        for name, title in TITLES_OF_SIDES.items():
            keys |= {(name, n): f"{title}: {side}" for n, side in enumerate(sides)}
        labels = max(map(len, keys.values()))
        each = max((width - labels) // len(played) - GAP, NARROWEST)
        heads = [wrap(result.case.title, each) for result in played]
        for parts in zip_longest(*heads, fillvalue=""):
            yield _row("", parts, labels, each)
        figures = [figures_of(result) for result in played]
        for key, title in keys.items():
            share = key[0] in (*SHARES, FIRST, LAST)
            cells = [shown_number(of[key], share) if key in of else "-" for of in figures]
            yield _row(title, cells, labels, each)
        how = ["exact" if r.exact else f"{r.tally.rounds} rounds" for r in played]
        yield _row("", how, labels, each)
    for result in found:
        if result.stopped:
            yield f"{result.case.title}: {result.stopped}"


def _row(label: str, cells: Sequence[str], labels: int, each: int) -> str:
    """Row of a table."""
    gap = " " * GAP
    return gap.join([label.ljust(labels), *(cell.ljust(each) for cell in cells)]).rstrip()
