"""Odds pages: every table of chances of a system, and an index of all of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from turnwright.describe.odds_table import percent
from turnwright.examples.programs import program_of
from turnwright.language.clause import Clause
from turnwright.site.drawing import SHADES, WIDTH
from turnwright.site.page import (
    ODDS,
    Link,
    Page,
    odds_url,
    system_url,
)
from turnwright.site.pages.odds.odds_tables import ChanceKind, ChanceTable, chance_tables
from turnwright.site.pages.systems.view import in_page_order
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

BAR_HEIGHT = 22
BAR_GAP = 6
AXIS = 20
"""Height of the line that says what the bars are for."""
LABEL_WIDTH = 48
SQUARE = 30
"""Side of a square, in a chart of one colour."""
NARROWEST = 34
"""Width of a segment that a number fits into."""
OUTCOME = re.compile(r": [^(]+?(?= \(|$)")
"""The outcome in the title of a table, before a choice in brackets."""


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A part of a bar: one outcome."""

    x: float
    y: int
    width: float
    shade: int
    text: str
    opacity: float = 1
    """How strong its colour is, in a chart of one colour."""


@dataclass(frozen=True, kw_only=True)
class ChanceChart:
    """Chart of a table: a bar for each column, with a segment for each outcome.

    Where columns make no whole, a square for each chance: the stronger its colour, the likelier.
    """

    summary: str
    width: int
    height: int
    labels: tuple[tuple[float, int, str], ...]
    """The start and the baseline of each label, and the label."""
    segments: tuple[Segment, ...]


@dataclass(frozen=True, kw_only=True)
class ShownTable:
    """A table of chances as it is on the page."""

    anchor: str
    table: ChanceTable
    chart: ChanceChart | None


@dataclass(frozen=True, kw_only=True)
class OddsPage:
    """View model of the odds of a system."""

    crumbs: tuple[Link, ...]
    tables: tuple[ShownTable, ...]
    clause_href: Callable[[Clause], str]
    shades: int


@dataclass(frozen=True, kw_only=True)
class OddsIndex:
    """View model of the index of all odds."""

    crumbs: tuple[Link, ...]
    systems: tuple[tuple[Link, tuple[Link, ...]], ...]
    """Link to the odds of each system that has any, and to each thing that is rolled or drawn."""


def odds_pages(site: SiteData) -> Iterator[Page]:
    """The index of all odds, and a page for each system that has any."""
    found = dict(_tables(site))
    yield Page(
        url=ODDS,
        title="Odds",
        summary="The chances of every check, draw and roll-off, exactly.",
        template="pages/odds/index",
        view=partial(odds_index, site, found),
    )
    for name, tables in found.items():
        title = plain_text(site.rulesets[name].title)
        yield Page(
            url=odds_url(name),
            title=f"Odds: {title}",
            summary=f"The chances of every check, draw and roll-off of {title}, exactly.",
            template="pages/odds/page",
            view=partial(odds_page, site, name, tables),
            assets=("odds.css",),
        )


def _tables(site: SiteData) -> Iterator[tuple[str, tuple[ShownTable, ...]]]:
    """The tables of each system that has any, with those that packs and options change."""
    found: dict[str, dict[object, ChanceTable]] = {}
    for variant in in_page_order(site, site.variants):
        if variant.reading:
            continue
        known = found.setdefault(variant.system, {})
        choice = plain_text(variant.label)
        book = site.library.book(variant.system, variant.options, variant.readings)
        at_most = frozenset(book.at_most.items()) if book else frozenset()
        for table in chance_tables(program_of(variant.ruleset), at_most):
            title = f"{table.title} ({choice})" if choice else table.title
            known.setdefault(table.content, replace(table, title=title))
    for name, tables in found.items():
        if tables:
            yield name, tuple(_shown(tables.values()))


def odds_index(site: SiteData, found: Mapping[str, tuple[ShownTable, ...]]) -> OddsIndex:
    """View model of the index of all odds."""
    location = site.location(ODDS)
    return OddsIndex(
        crumbs=location.crumbs(),
        systems=tuple(
            (
                Link(site.rulesets[name].title, location.to(odds_url(name))),
                tuple(
                    Link(title, location.to(odds_url(name), anchor))
                    for title, anchor in _titled(tables).items()
                ),
            )
            for name, tables in found.items()
        ),
    )


def _titled(tables: Iterable[ShownTable]) -> dict[str, str]:
    """The anchor of the first table of each roll: one may have a table for each outcome."""
    found: dict[str, str] = {}
    for each in tables:
        title = each.table.title
        if each.table.kind is ChanceKind.CHECK:
            title = OUTCOME.sub("", title)
        found.setdefault(title, each.anchor)
    return found


def odds_page(site: SiteData, name: str, tables: tuple[ShownTable, ...]) -> OddsPage:
    """View model of the odds of a system."""
    location = site.location(odds_url(name))
    system = Link(site.rulesets[name].title, location.to(system_url(name)))
    return OddsPage(
        crumbs=(*location.crumbs(("Odds", ODDS)), system),
        tables=tables,
        clause_href=lambda clause: location.to(system_url(clause.ruleset), clause.id),
        shades=SHADES,
    )


def _shown(tables: Iterable[ChanceTable]) -> Iterator[ShownTable]:
    """Tables with their anchors: further ones of a part are numbered."""
    taken: Counter[str] = Counter()
    for table in tables:
        taken[table.part] += 1
        many = taken[table.part]
        anchor = f"{table.part}-{many}" if many > 1 else table.part
        yield ShownTable(anchor=anchor, table=table, chart=_chart(table))


def _chart(table: ChanceTable) -> ChanceChart | None:
    """Chart of a table whose columns each make a whole, or of a table of draws."""
    if table.stacked:
        return _bars(table)
    return _squares(table) if table.kind is ChanceKind.DRAW else None


def _bars(table: ChanceTable) -> ChanceChart:
    """A bar for each column."""
    room = WIDTH - LABEL_WIDTH
    segments: list[Segment] = []
    labels: list[tuple[float, int, str]] = [(0, 12, table.across)]
    top = AXIS if table.across else 0
    for number, column in enumerate(table.columns):
        y, x = top + number * (BAR_HEIGHT + BAR_GAP), float(LABEL_WIDTH)
        labels.append((0, y + 16, column if len(column) < 7 else ""))
        for shade, row in enumerate(table.rows):
            width = round(float(row.chances[number]) * room, 1)
            text = f"{percent(row.chances[number])} %" if width >= NARROWEST else ""
            segments.append(
                Segment(x=round(x, 1), y=y, width=width, shade=shade % SHADES, text=text)
            )
            x += width
    said = "; ".join(
        f"{column}: "
        + ", ".join(f"{row.label} {percent(row.chances[number])} %" for row in table.rows)
        for number, column in enumerate(table.columns)
    )
    return ChanceChart(
        summary=f"Chances of {table.title}. {said}.",
        width=WIDTH,
        height=top + len(table.columns) * (BAR_HEIGHT + BAR_GAP),
        labels=tuple(labels),
        segments=tuple(segment for segment in segments if segment.width),
    )


def _squares(table: ChanceTable) -> ChanceChart:
    """A square for each two numbers of markers."""
    top = 40
    labels = [(LABEL_WIDTH, 12, f"{table.across} \u2192"), (0, 32, "yours \u2193")]
    labels += [
        (LABEL_WIDTH + n * SQUARE + 10, 32, column) for n, column in enumerate(table.columns)
    ]
    labels += [(0, top + n * SQUARE + 20, row.label) for n, row in enumerate(table.rows)]
    return ChanceChart(
        summary=f"Chances of {table.title} in percent, as in the table beneath.",
        width=LABEL_WIDTH + len(table.columns) * SQUARE,
        height=top + len(table.rows) * SQUARE,
        labels=tuple(labels),
        segments=tuple(
            Segment(
                x=LABEL_WIDTH + across * SQUARE,
                y=top + down * SQUARE,
                width=SQUARE - 1,
                shade=0 if chance > Fraction(1, 2) else 3,
                text=percent(chance),
                opacity=round(float(chance), 2),
            )
            for down, row in enumerate(table.rows)
            for across, chance in enumerate(row.chances)
        ),
    )
