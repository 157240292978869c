"""Reports: the figures of a simulation as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from textwrap import wrap

from turnwright.describe.labels import as_words
from turnwright.lab.measures import (
    BEFORE_REPLY,
    FIRST,
    FORCE_BEFORE,
    LAST,
    LAST_THEN_FIRST,
    LONGEST_RUN,
    LONGEST_WAIT,
    MEAN_WAIT,
    OF_ROUND,
    TAIL,
    WHOLE,
    Estimate,
    MeasureKey,
    figure,
)
from turnwright.lab.simulation import SimulationResult

SHARES = (FORCE_BEFORE, LAST_THEN_FIRST)
"""Measures that are shown in percent."""
SHOWN = (BEFORE_REPLY, FORCE_BEFORE, LONGEST_RUN, TAIL, LAST_THEN_FIRST)
"""Measures of a whole round that a table shows."""
WAITS = (LONGEST_WAIT, MEAN_WAIT)
"""Measures of each side that a table shows."""


def shown_number(found: Estimate, share: bool = False) -> str:
    """A figure as text: rounded, with its standard error where it has one."""
    scale, unit, places = (100, "%", 0) if share else (1, "", 2)
    number = f"{float(found.mean) * scale:.{places}f}"
    number = number.rstrip("0").rstrip(".") if "." in number else number
    error = f" ± {found.error * scale:.{places}f}" if found.error else ""
    return f"{number}{unit}{error}"


def figures_of(result: SimulationResult) -> dict[MeasureKey, Estimate]:
    """Figures of a result, by measure and side."""
    return {key: figure(counts) for key, counts in result.tally.measures.items()}


def report_text(results: Sequence[SimulationResult]) -> str:
    """Report as text: a table for each roster."""
    parts = []
    for roster, group in groupby(results, lambda result: result.case.roster):
        found = list(group)
        sides = tuple(roster.sides)
        heads = [
            *(as_words(name) for name in SHOWN),
            *(f"{as_words(name)} {side}" for name in WAITS for side in sides),
        ]
        rows = [["", *heads, ""]]
        notes = []
        for result in found:
            if result.stopped:
                notes.append(f"{result.case.title}: {result.stopped}")
                continue
            figures = figures_of(result)
            cells = [_cell(figures, (name, WHOLE)) for name in SHOWN]
            cells += [_cell(figures, (name, n)) for name in WAITS for n in range(len(sides))]
            how = f"{result.tally.rounds} rounds"
            rows.append([result.case.title, *cells, how])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
        parts.append("\n".join([roster.roster, *(lines if len(rows) > 1 else ()), *notes]))
    return "\n\n".join(parts)


def _cell(figures: Mapping[MeasureKey, Estimate], key: MeasureKey) -> str:
    """Cell of a table; a dash where the round has no such figure."""
    return shown_number(figures[key], key[0] in SHARES) if key in figures else "-"


def report_data(
    results: Iterable[SimulationResult], policy: str, rounds: int, seed: int
) -> dict[str, object]:
    """Report as JSON: fractions as text, and their values as numbers."""
    return {
        "policy": policy,
        "rounds": rounds,
        "seed": seed,
        "results": [result_data(result) for result in results],
    }


def result_data(result: SimulationResult) -> dict[str, object]:
    """Result of one case as JSON."""
    case = result.case
    data: dict[str, object] = {"system": case.name, "roster": case.roster.name}
    if result.stopped:
        return {**data, "stopped": result.stopped}
    sides = tuple(case.roster.sides)
    figures = figures_of(result)

    def of(key: MeasureKey) -> dict[str, object]:
        found = figures[key]
        said: dict[str, object] = {"mean": float(found.mean), "exactly": str(found.mean)}
        said |= {"least": float(found.least), "most": float(found.most)}
        return {**said, "error": found.error}

    of_sides = {
        side: {name: of((name, n)) for name, number in sorted(figures) if number == n}
        for n, side in enumerate(sides)
    }
    points = [
        {
            sides[side]: float(weight / sum(by_side.values()))
            for side, weight in sorted(by_side.items())
        }
        for _, by_side in sorted(result.tally.points.items())
    ]
    return {
        **data,
        "sample": result.tally.rounds,
        "round": {name: of((name, WHOLE)) for name in OF_ROUND if (name, WHOLE) in figures},
        "sides": of_sides,
        "acts_next": points,
    }


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


def figures_text(results: Sequence[SimulationResult], width: int) -> str:
    """Figures as text: for each roster a row for each figure, and a column for each system."""
    rosters = groupby(results, lambda result: result.case.roster)
    return "\n\n".join("\n".join(_lines(tuple(group), width)) for _, group in rosters)


def _lines(found: Sequence[SimulationResult], width: int) -> Iterator[str]:
    """Lines of one roster, and after them why a system has no figures."""
    roster = found[0].case.roster
    played = [result for result in found if not result.stopped]
    yield f"The same armies: {roster.roster}"
    if played:
        sides = tuple(roster.sides)
        keys: dict[MeasureKey, str] = {(name, WHOLE): title for name, title in TITLES.items()}
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
        how = [f"{r.tally.rounds} rounds" for r in played]
        yield _row("", how, labels, each)
    for result in found:
        if result.stopped:
            yield f"{result.case.title}: {result.stopped}"


def _row(label: str, cells: Sequence[str], labels: int, each: int) -> str:
    """Row of a table."""
    gap = " " * GAP
    return gap.join([label.ljust(labels), *(cell.ljust(each) for cell in cells)]).rstrip()
