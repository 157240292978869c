"""Short odds: those of a check in a few lines, for paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from turnwright.describe.check_model import CheckModel, Role, check_models, plain_model
from turnwright.describe.labels import Labels, as_words, heading
from turnwright.describe.odds_table import (
    band_clauses,
    band_height,
    chances_by_dice,
    chances_of_at_least,
    percent,
    totals,
)
from turnwright.language.ruleset import Ruleset

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
