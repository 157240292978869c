"""The outcomes of a check: every total has one, and only one."""

from __future__ import annotations

from itertools import pairwise

from turnwright.language.check import Check, CheckClause
from turnwright.language.ruleset import Body
from turnwright.load.clash import Clash
from turnwright.load.problem import MOST, quoted
from turnwright.load.spelling import dice


def unfit_bands(body: Body) -> tuple[Clash, ...]:
    """Totals without an outcome, with two, or that the dice cannot give."""
    return tuple(clash for name, check in body.checks.items() for clash in _unfit(name, check))


def _unfit(name: str, check: Check) -> list[Clash]:
    """What is wrong with the bands of one check."""
    bands = [clause for clause in check.clauses if clause.means and clause.means.band]
    rolls = [clause for clause in check.clauses if clause.means and clause.means.roll]
    if not bands or len(rolls) != 1 or rolls[0].means is None:
        return []
    rolled = dice(rolls[0].means.roll or "")
    if rolled is None:
        return []
    if len(bands) > MOST:
        message = f"Check {quoted(name)} has more than {MOST} bands."
        return [Clash(message, "Neighbours with one outcome are one band.", (bands[MOST],))]
    low, high = rolled[0], rolled[0] * rolled[1]
    clashes = [clash for clause in bands for clash in _out_of_reach(clause, low, high)]
    none = [total for total in range(low, high + 1) if not _giving(bands, total)]
    if none:
        message = f"Check {quoted(name)} has no outcome for {_totals(none)}."
        clashes.append(Clash(message, "Give every total of the dice an outcome.", (rolls[0],)))
    return clashes + _overlaps(bands, low, high)


def _out_of_reach(clause: CheckClause, low: int, high: int) -> list[Clash]:
    """What a band says of totals that there are not."""
    band = clause.means.band if clause.means else None
    if band is None:
        return []
    if band.low > band.high:
        return [Clash(f"No total is {band.low} or more and {band.high} or less.", "", (clause,))]
    if band.low < low or band.high > high:
        message = f"The dice give {low} to {high}, never {band.low} to {band.high}."
        return [Clash(message, "", (clause,))]
    return []


def _overlaps(bands: list[CheckClause], low: int, high: int) -> list[Clash]:
    """Totals that have two outcomes at the same time."""
    both: dict[tuple[str, str], list[int]] = {}
    clauses = {clause.full_id: clause for clause in bands}
    for total in range(low, high + 1):
        # Bands that hold at different times are kept apart by `when`.
        giving = [c for c in _giving(bands, total) if c.means and c.means.when is None]
        for first, second in pairwise(giving):
            both.setdefault((first.full_id, second.full_id), []).append(total)
    return [
        Clash(
            f"{_totals(totals)} {'is' if len(totals) == 1 else 'are'} both "
            f"{quoted(_outcome(clauses[first]))} and {quoted(_outcome(clauses[second]))}.",
            "Give every total one outcome.",
            (clauses[first], clauses[second]),
        )
        for (first, second), totals in both.items()
    ]


def _giving(bands: list[CheckClause], total: int) -> list[CheckClause]:
    """The clauses that give this total an outcome."""
    return [
        clause
        for clause in bands
        if clause.means and (band := clause.means.band) and band.low <= total <= band.high
    ]


def _outcome(clause: CheckClause) -> str:
    """The outcome that a clause gives."""
    return clause.means.band.outcome if clause.means and clause.means.band else ""


def _totals(totals: list[int]) -> str:
    """Some totals, in a row: `7`, `2 to 4 and 9`."""
    runs: list[list[int]] = []
    for total in totals:
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return " and ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
