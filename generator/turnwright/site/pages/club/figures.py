"""Figures of the page for a club: who acts when between two rosters, counted in each system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turnwright.lab import measures
from turnwright.lab.measures import Figure, figure
from turnwright.lab.simulation import Result
from turnwright.language.roster import Roster
from turnwright.site.pages.armies.view import RosterFigures


@dataclass(frozen=True)
class Measured:
    """What is counted for a question."""

    measure: str
    between_equals: bool
    """True where both sides have as many units."""
    text: str
    """What the number is of."""


MEASURED: Mapping[str, Measured] = {
    "going_first": Measured(
        measures.BEFORE_REPLY,
        between_equals=True,
        text="units of the first side that act before the other side does anything",
    ),
    "waiting": Measured(
        measures.LONGEST_WAIT,
        between_equals=True,
        text="units of the other side that act while you wait, at most",
    ),
    "unequal": Measured(
        measures.TAIL,
        between_equals=False,
        text="units of the larger side that act after the last of the smaller",
    ),
}
"""What is counted, by the key of the question."""


@dataclass(frozen=True)
class Count:
    """What was counted for a question: between which armies, what, and the number by system."""

    roster: Roster
    text: str
    numbers: Mapping[str, str]


def club_counts(figures: RosterFigures) -> Mapping[str, Count]:
    """What is counted for each question that has a roster for it, in all systems.

    The roster is the largest one between two sides that fits.
    """
    found: dict[str, Count] = {}
    rosters = [each for each in figures.rosters if len(each.sides) == 2]
    for question, asked in MEASURED.items():
        fitting = [each for each in rosters if _between_equals(each) is asked.between_equals]
        if fitting:
            roster = max(fitting, key=lambda each: (sum(map(len, each.sides.values())), each.name))
            counted = {
                system: _figures(each, asked.measure)
                for system, each in figures.results(roster).items()
                if not each.stopped
            }
            numbers = {system: _range(some) for system, some in counted.items() if some}
            found[question] = Count(roster, asked.text, numbers)
    return found


def _between_equals(roster: Roster) -> bool:
    return len({len(units) for units in roster.sides.values()}) == 1


def _figures(result: Result, measure: str) -> list[Figure]:
    """Figures of a measure: of the round, or of each side."""
    counted = result.tally.measures
    return [figure(numbers) for (name, _), numbers in counted.items() if name == measure]


def _range(found: Sequence[Figure]) -> str:
    """From the least to the most that came up, and the average where these differ."""
    if len(found) > 1:
        return str(max(each.most for each in found))
    (only,) = found
    if only.least == only.most:
        return str(only.most)
    return f"{only.least} to {only.most}, on average {float(only.mean):.1f}"
