"""Odds: the columns and rows in which the chances of a check are shown, in full or in short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product

from turnwright.describe.check_model import CheckModel, Role, check_models, plain_model
from turnwright.describe.labels import Labels, as_words, heading, phrase
from turnwright.language.check import Band, Check
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset

MAX_EXTRA_DICE = 2
"""Number of columns each for bonus dice and penalty dice."""


MINUS, DASH = "\u2212", "\u2013"


def chances_by_dice(
    ruleset: Ruleset, name: str, *, mixed: bool = False
) -> list[tuple[str, Mapping[str, Fraction]]]:
    """Columns of the table of a check: heading, and the probability of each outcome.

    One for each number of bonus dice and of penalty dice of which the check says which ones count,
    and with `mixed` one with both. None where the outcome depends on who rolls.
    """
    model = plain_model(ruleset, name)
    if model is None:
        return []
    means = [clause.means for clause in ruleset.checks[name].clauses if clause.means]
    columns = [("each die" if model.each else "plain", 0, 0)]
    if any(one.penalty_dice for one in means):
        columns[:0] = [(f"{MINUS}{n}", 0, n) for n in range(MAX_EXTRA_DICE, 0, -1)]
    if any(one.bonus_dice for one in means):
        columns += [(f"+{n}", n, 0) for n in range(1, MAX_EXTRA_DICE + 1)]
    if mixed and any(one.mixed_dice for one in means):
        columns.append((f"+1 {MINUS}1", 1, 1))
    found = [(title, model.chances((), *extra)) for title, *extra in columns]
    return [(title, chances) for title, chances in found if chances is not None]


def chances_of_at_least(dice: int, faces: int) -> Mapping[int, Fraction]:
    """The chance of each total or more."""
    rolls = [sum(roll) for roll in product(range(1, faces + 1), repeat=dice)]
    return {
        least: Fraction(sum(total >= least for total in rolls), len(rolls))
        for least in range(dice, dice * faces + 1)
    }


def band_height(band: Band) -> float:
    """Sort key of a band: its low end; an open one comes first, a value of whoever rolls last."""
    if band.low is None:
        return float("-inf")
    return band.low if isinstance(band.low, int) else float("inf")


def totals(band: Band, namer: Labels) -> str:
    """Totals of a band: `7-12`, `7 or more`, or the value that an end is."""
    low, high = (None if end is None else phrase(end, namer.value) for end in (band.low, band.high))
    if low is None or high is None:
        return f"{low} or more" if low is not None else f"{high} or less" if high else "any"
    return low if low == high else f"{low}{DASH}{high}"


def band_clauses(check: Check) -> Iterator[tuple[Clause, Band]]:
    """Clauses that a row represents: those with a band and no condition.

    A band of the natural roll adds to the row of its outcome, if there is another band of it.
    """
    said = [
        (clause, clause.means.band)
        for clause in check.clauses
        if clause.means and clause.means.band and not clause.means.when
    ]
    outcomes = {band.outcome for _, band in said if not band.natural}
    for clause, band in said:
        if not band.natural or band.outcome not in outcomes:
            yield clause, band


def percent(chance: Fraction) -> str:
    """Whole percent; what is hardly ever or nearly always so is not told as never or always."""
    whole = round(chance * 100)
    if chance and not whole:
        return "< 1"
    return "> 99" if chance < 1 and whole == 100 else str(whole)


NONE = Fraction(0)


@dataclass(frozen=True, kw_only=True)
class OddsRow:
    """Row of a table of odds."""

    label: str
    totals: str = ""
    chances: tuple[str, ...]
    """Whole percent, by column."""


@dataclass(frozen=True, kw_only=True)
class OddsTable:
    """Table of odds of a check."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[OddsRow, ...]


def odds_tables(rules: Ruleset, name: str) -> Iterator[OddsTable]:
    """The odds of a check in a few lines; none of one that looks at too much."""
    labels = Labels(rules)
    title = labels.title(name, "checks")
    columns = chances_by_dice(rules, name)
    model = plain_model(rules, name)
    if columns and model and any(len(set(chances)) > 1 for _, chances in columns):
        bands = sorted(band_clauses(rules.checks[name]), key=lambda pair: band_height(pair[1]))
        rows = (
            OddsRow(
                label=heading(as_words(band.outcome)),
                totals=totals(band, labels),
                chances=tuple(_shown(chances.get(band.outcome, NONE)) for _, chances in columns),
            )
            for _, band in bands
        )
        yield OddsTable(title=title, columns=tuple(name for name, _ in columns), rows=tuple(rows))
    elif columns and model:
        yield _line(title, "reached", chances_of_at_least(model.dice, model.faces))
    else:
        found = [table for one in check_models(rules, name) for table in _by_end(one, title)]
        # Kinds of items that make no difference are one table.
        yield from dict.fromkeys(replace(table, title=title) for table in found)


def _by_end(model: CheckModel, title: str) -> Iterator[OddsTable]:
    """The chance of a high roll by the number at which its band ends, all else being plain."""
    if Role.END not in model.roles or Role.COMPARED in model.roles:
        return
    end = model.roles.index(Role.END)
    for outcome in model.successes():
        found: dict[int, Fraction] = {}
        for number in model.range(end):
            plain = [number if each == end else 0 for each in range(len(model.roles))]
            chances = model.chances(tuple(plain))
            if chances is None:
                return
            found[number] = chances.get(outcome, NONE)
        if not all(found.values()):
            return  # The number is not one to be reached: a high roll is above it.
        yield _line(title, as_words(outcome), found)


def _line(title: str, label: str, chances: Mapping[int, Fraction]) -> OddsTable:
    """A table of one row, without the lowest number, which every roll reaches."""
    shown = list(chances.items())[1:]
    plus = "+" if all(one >= two for (_, one), (_, two) in pairwise(shown)) else ""
    return OddsTable(
        title=title,
        columns=tuple(f"{number}{plus}" for number, _ in shown),
        rows=(OddsRow(label=label, chances=tuple(_shown(each) for _, each in shown)),),
    )


def _shown(chance: Fraction) -> str:
    return f"{percent(chance)} %"
