"""Outcome bands of a check: they cover every total of its dice, and do not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from turnwright.language.check import Check, CheckClause, Judged
from turnwright.language.ruleset import Body
from turnwright.load.conflicts import RuleConflict
from turnwright.load.formats import parse_dice
from turnwright.load.problem import MAX_PROBLEMS, quoted

Range = tuple[int | None, int | None]
"""Lowest and highest number of a band, both included; None where an end is open."""


def band_conflicts(body: Body) -> tuple[RuleConflict, ...]:
    """Conflicts of bands: totals without an outcome, with two, or that the dice cannot give."""
    return tuple(
        conflict
        for name, check in body.checks.items()
        for conflict in _check_conflicts(name, check)
    )


def _check_conflicts(name: str, check: Check) -> list[RuleConflict]:
    """Conflicts of the bands of one check."""
    # A band of the natural roll stands before the others, and so contradicts none of them.
    bands = [
        clause
        for clause in check.clauses
        if clause.means and clause.means.band and not clause.means.band.natural
    ]
    if len(bands) > MAX_PROBLEMS:
        message = f"Check {quoted(name)} has more than {MAX_PROBLEMS} bands."
        return [
            RuleConflict(
                message, "Neighbours with one outcome are one band.", (bands[MAX_PROBLEMS],)
            )
        ]
    conflicts = [conflict for clause in bands for conflict in _empty(clause)]
    rolls = [clause for clause in check.clauses if clause.means and clause.means.roll]
    faces = _faces(check, rolls)
    if not bands or faces is None:
        return [*conflicts, *_overlaps(bands, ())]
    low, high = faces
    if not any(clause.means and clause.means.add is not None for clause in check.clauses):
        conflicts += [conflict for clause in bands for conflict in _out_of_range(clause, low, high)]
    totals = range(low, high + 1)
    if all(_numbers(clause) for clause in bands):
        none = [total for total in totals if not _bands_for(bands, total)]
        if none:
            message = f"Check {quoted(name)} has no outcome for {_totals(none)}."
            conflicts.append(
                RuleConflict(message, "Give every total of the dice an outcome.", (rolls[0],))
            )
    return conflicts + _overlaps(bands, totals)


def _faces(check: Check, rolls: list[CheckClause]) -> tuple[int, int] | None:
    """Lowest and highest number that the bands are about; None when nobody can tell."""
    meaning = rolls[0].means if len(rolls) == 1 else None
    if meaning is None or meaning.roll is None:
        return None
    judged = {clause.means.judged for clause in check.clauses if clause.means} - {None}
    of_each_die = judged == {Judged.EACH_DIE}
    if len(judged) > 1 or (judged and not of_each_die and judged != {Judged.TOTAL}):
        return None
    if not isinstance(meaning.roll, str):
        return (1, meaning.roll.faces) if of_each_die else None
    if not (rolled := parse_dice(meaning.roll)):
        return None
    return (1, rolled[1]) if of_each_die else (rolled[0], rolled[0] * rolled[1])


def _numbers(clause: CheckClause) -> Range | None:
    """Ends of a clause's band where both are plain numbers, or open; else None."""
    band = clause.means.band if clause.means else None
    if band is None:
        return None
    low, high = band.low, band.high
    if (low is None or isinstance(low, int)) and (high is None or isinstance(high, int)):
        return low, high
    return None


def _empty(clause: CheckClause) -> list[RuleConflict]:
    """Conflict of a band that no total fits."""
    low, high = _numbers(clause) or (None, None)
    if low is None or high is None or low <= high:
        return []
    return [RuleConflict(f"No total is {low} or more and {high} or less.", "", (clause,))]


def _out_of_range(clause: CheckClause, low: int, high: int) -> list[RuleConflict]:
    """Conflict of a band with totals outside the range of the dice."""
    first, last = _numbers(clause) or (None, None)
    lowest, highest = low if first is None else first, high if last is None else last
    if (first is not None and last is not None and first > last) or (
        low <= lowest <= high and low <= highest <= high
    ):
        return []
    wanted = str(lowest) if lowest == highest else f"{lowest} to {highest}"
    message = f"The dice give {low} to {high}, never {wanted}."
    return [RuleConflict(message, "", (clause,))]


def _covers(outer: Range | None, inner: Range | None) -> bool:
    """True when every total of the inner range is one of the outer."""
    if outer is None or inner is None:
        return False
    from_below = outer[0] is None or (inner[0] is not None and outer[0] <= inner[0])
    return from_below and (outer[1] is None or (inner[1] is not None and inner[1] <= outer[1]))


def _overlaps(bands: list[CheckClause], known: Sequence[int]) -> list[RuleConflict]:
    """Overlapping bands: totals that have two outcomes at the same time."""
    both: dict[tuple[str, str], list[int]] = {}
    clauses = {clause.full_id: clause for clause in bands}
    # Only plain bands are compared: play stops when a guarded one holds beside another.
    plain = [clause for clause in bands if clause.means and clause.means.when is None]
    ends = [end for clause in plain for end in _numbers(clause) or () if end is not None]
    totals = known or range(min(ends, default=0), min(max(ends, default=-1), 999) + 1)
    for total in totals:
        for first, second in pairwise(_bands_for(plain, total)):
            both.setdefault((first.full_id, second.full_id), []).append(total)
    return [
        RuleConflict(
            f"{_totals(totals)} {'is' if len(totals) == 1 else 'are'} both "
            f"{quoted(_outcome(clauses[first]))} and {quoted(_outcome(clauses[second]))}.",
            "Give every total one outcome.",
            (clauses[first], clauses[second]),
        )
        for (first, second), totals in both.items()
    ]


def _bands_for(bands: list[CheckClause], total: int) -> list[CheckClause]:
    """Clauses whose band has plain numbers as ends, and contains this total."""
    return [clause for clause in bands if _covers(_numbers(clause), (total, total))]


def _outcome(clause: CheckClause) -> str:
    """Outcome of a clause's band; empty when it has none."""
    return clause.means.band.outcome if clause.means and clause.means.band else ""


def _totals(totals: list[int]) -> str:
    """Ranges of totals as text: `7`, `2 to 4 and 9`."""
    runs: list[list[int]] = []
    for total in totals:
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return " and ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
