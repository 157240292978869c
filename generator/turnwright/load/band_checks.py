"""Outcome bands of a check: they cover every total of its dice, and do not overlap."""

from __future__ import annotations

from itertools import pairwise

from turnwright.language.check import Check, CheckClause
from turnwright.language.ruleset import Body
from turnwright.load.conflicts import RuleConflict
from turnwright.load.formats import parse_dice
from turnwright.load.problem import MAX_PROBLEMS, quoted


def band_conflicts(body: Body) -> tuple[RuleConflict, ...]:
    """Conflicts of bands: totals without an outcome, with two, or that the dice cannot give."""
    return tuple(
        conflict
        for name, check in body.checks.items()
        for conflict in _check_conflicts(name, check)
    )


def _check_conflicts(name: str, check: Check) -> list[RuleConflict]:
    """Conflicts of the bands of one check."""
    bands = [clause for clause in check.clauses if clause.means and clause.means.band]
    rolls = [clause for clause in check.clauses if clause.means and clause.means.roll]
    if not bands or len(rolls) != 1 or rolls[0].means is None:
        return []
    rolled = parse_dice(rolls[0].means.roll or "")
    if rolled is None:
        return []
    if len(bands) > MAX_PROBLEMS:
        message = f"Check {quoted(name)} has more than {MAX_PROBLEMS} bands."
        return [
            RuleConflict(
                message, "Neighbours with one outcome are one band.", (bands[MAX_PROBLEMS],)
            )
        ]
    low, high = rolled[0], rolled[0] * rolled[1]
    conflicts = [conflict for clause in bands for conflict in _out_of_range(clause, low, high)]
    none = [total for total in range(low, high + 1) if not _bands_for(bands, total)]
    if none:
        message = f"Check {quoted(name)} has no outcome for {_totals(none)}."
        conflicts.append(
            RuleConflict(message, "Give every total of the dice an outcome.", (rolls[0],))
        )
    return conflicts + _overlaps(bands, low, high)


def _out_of_range(clause: CheckClause, low: int, high: int) -> list[RuleConflict]:
    """Conflict of a band with totals outside the range of the dice."""
    band = clause.means.band if clause.means else None
    if band is None:
        return []
    if band.low > band.high:
        return [
            RuleConflict(f"No total is {band.low} or more and {band.high} or less.", "", (clause,))
        ]
    if band.low < low or band.high > high:
        message = f"The dice give {low} to {high}, never {band.low} to {band.high}."
        return [RuleConflict(message, "", (clause,))]
    return []


def _overlaps(bands: list[CheckClause], low: int, high: int) -> list[RuleConflict]:
    """Overlapping bands: totals that have two outcomes at the same time."""
    both: dict[tuple[str, str], list[int]] = {}
    clauses = {clause.full_id: clause for clause in bands}
    for total in range(low, high + 1):
        # Only unconditional bands are compared: `when` keeps the others apart.
        giving = [c for c in _bands_for(bands, total) if c.means and c.means.when is None]
        for first, second in pairwise(giving):
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
    """Clauses whose band contains this total."""
    return [
        clause
        for clause in bands
        if clause.means and (band := clause.means.band) and band.low <= total <= band.high
    ]


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
