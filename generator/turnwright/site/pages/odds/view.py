"""View model of the odds page: every table of chances, with a chart where it makes a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from markupsafe import Markup

from turnwright.describe.labels import Labels
from turnwright.describe.programs import program_of
from turnwright.describe.story import line_sentence
from turnwright.describe.variants import variants_with_libraries
from turnwright.engine.inputs import DONE, Awaits
from turnwright.site.drawing import SHADES, WIDTH
from turnwright.site.page import (
    ODDS,
    Link,
    Page,
    PageLocation,
    example_url,
    odds_anchor,
    system_url,
)
from turnwright.site.pages.odds.chances import attack_table, chance_tables
from turnwright.site.pages.odds.tables import ChanceKind, ChanceTable
from turnwright.site.pages.systems.view import in_page_order
from turnwright.site.rendering import inline_html, plain_text, render
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
class Chart:
    """Chart of a table: a bar for each column, with a segment for each outcome.

    Where columns make no whole, a square for each chance: the stronger its colour, the likelier.
    """

    id: str
    summary: str
    width: int
    height: int
    labels: tuple[tuple[float, int, str], ...]
    """The start and the baseline of each label, and the label."""
    segments: tuple[Segment, ...]


@dataclass(frozen=True, kw_only=True)
class ChanceRowView:
    """View model of a row."""

    label: str
    clause: Link | None
    shade: int
    chances: tuple[tuple[str, str], ...]
    """Percent and the exact fraction."""


@dataclass(frozen=True, kw_only=True)
class ChanceView:
    """View model of a table of chances."""

    anchor: str
    title: str
    kind: str
    down: str
    across: str
    columns: tuple[str, ...]
    rows: tuple[ChanceRowView, ...]
    clauses: tuple[tuple[Link, Markup], ...]
    example: Link | None
    """Where an attack is played."""
    chart: Chart | None
    stacked: bool
    """True when the chances of a column make a whole."""


@dataclass(frozen=True, kw_only=True)
class OddsSection:
    """View model of the chances of one system."""

    anchor: str
    system: Link
    tables: tuple[ChanceView, ...]


@dataclass(frozen=True, kw_only=True)
class OddsPage:
    """View model of the odds page."""

    crumbs: tuple[Link, ...]
    sections: tuple[OddsSection, ...]


def odds_pages(site: SiteData) -> Iterator[Page]:
    """The odds page."""
    yield Page(
        url=ODDS,
        title="Odds",
        summary="The chances of every check, draw and roll-off, exactly.",
        html=render("pages/odds/page", odds_page(site)),
        assets=("compare.css",),
    )


def odds_page(site: SiteData) -> OddsPage:
    """View model of the odds page."""
    location = site.location(ODDS)
    tables: dict[str, list[ChanceTable]] = {}
    for variant in in_page_order(site, variants_with_libraries(site.library)):
        known = tables.setdefault(variant.system, [])
        choice = plain_text(variant.label)
        seen = [_content(table) for table in known]
        for table in chance_tables(program_of(variant.ruleset)):
            if _content(table) not in seen:
                title = f"{table.title} ({choice})" if choice else table.title
                known.append(replace(table, title=title))
    return OddsPage(
        crumbs=(Link("Home", location.to("")),),
        sections=tuple(
            OddsSection(
                anchor=odds_anchor(name, "system"),
                system=Link(site.rulesets[name].title, location.to(system_url(name))),
                tables=found,
            )
            for name, known in tables.items()
            if (found := (*_views(location, name, known), *_attacks(site, location, name)))
        ),
    )


def _content(table: ChanceTable) -> object:
    """What a table shows, whatever option brought it."""
    return table.kind, table.part, table.columns, [(row.label, row.chances) for row in table.rows]


def _views(location: PageLocation, name: str, found: list[ChanceTable]) -> Iterator[ChanceView]:
    taken: set[str] = set()
    for table in found:
        anchor = odds_anchor(name, table.part)
        number = 2
        while anchor in taken:
            anchor = f"{odds_anchor(name, table.part)}-{number}"
            number += 1
        taken.add(anchor)
        yield _view(location, anchor, table)


def _view(
    location: PageLocation, anchor: str, table: ChanceTable, example: Link | None = None
) -> ChanceView:
    return ChanceView(
        anchor=anchor,
        title=table.title,
        kind=table.kind,
        down=table.down,
        across=table.across,
        columns=table.columns,
        rows=tuple(
            ChanceRowView(
                label=row.label,
                clause=Link(row.clause.id, _clause_url(location, row.clause))
                if row.clause
                else None,
                shade=number % SHADES,
                chances=tuple((percent(chance), str(chance)) for chance in row.chances),
            )
            for number, row in enumerate(table.rows)
        ),
        clauses=tuple(
            (Link(each.id, _clause_url(location, each)), inline_html(each.text))
            for each in table.clauses
        ),
        example=example,
        stacked=table.stacked,
        chart=_chart(f"chart-{anchor}", table)
        if table.stacked
        else _squares(f"chart-{anchor}", table)
        if table.kind is ChanceKind.DRAW
        else None,
    )


def _attacks(site: SiteData, location: PageLocation, name: str) -> Iterator[ChanceView]:
    """What the attacks in the examples of a system cost, each where its dice are first awaited."""
    seen: list[object] = []
    for record in site.records:
        if record.example.ruleset != name:
            continue
        namer = Labels(record.ruleset)
        rolling = False
        for number, (before, row) in enumerate(pairwise((None, *record.rows))):
            if row is None:
                continue
            begins, rolling = not rolling, row.decision.awaits is Awaits.ROLL
            # What is rolled when somebody is done was begun by another line, which says more.
            is_done = row.line is not None and row.line.does == DONE
            if not (begins and rolling) or is_done or row.game is None:
                continue
            table = attack_table(row.game, line_sentence(row, before, namer))
            if table is None or _content(table) in seen:
                continue
            seen.append(_content(table))
            url = example_url(name, record.example.slug)
            text = f"line {number} of {record.example.example}"
            link = Link(text, location.to(url, f"line-{number}"))
            anchor = f"{odds_anchor(name, 'attack')}-{len(seen)}"
            yield _view(location, anchor, table, link)


def _clause_url(location: PageLocation, clause: object) -> str:
    return location.to(system_url(clause.ruleset), clause.id)  # type: ignore[attr-defined]


def percent(chance: Fraction) -> str:
    """Whole percent; what is hardly ever or nearly always so is not told as never or always."""
    whole = round(chance * 100)
    if chance and not whole:
        return "< 1"
    return "> 99" if chance < 1 and whole == 100 else str(whole)


def _chart(anchor: str, table: ChanceTable) -> Chart:
    """Chart of a table whose columns each make a whole."""
    room = WIDTH - LABEL_WIDTH
    segments: list[Segment] = []
    labels: list[tuple[float, int, str]] = [(0, 12, table.across)]
    top = AXIS if table.across else 0
    for number, column in enumerate(table.columns):
        y, x = top + number * (BAR_HEIGHT + BAR_GAP), float(LABEL_WIDTH)
        labels.append((0, y + 16, column if len(column) < 7 else ""))
        for shade, row in enumerate(table.rows):
            width = round(float(row.chances[number]) * room, 1)
            fits = width >= NARROWEST
            segments.append(
                Segment(
                    x=round(x, 1),
                    y=y,
                    width=width,
                    shade=shade % SHADES,
                    text=f"{percent(row.chances[number])} %" if fits else "",
                )
            )
            x += width
    said = "; ".join(
        f"{column}: "
        + ", ".join(f"{row.label} {percent(row.chances[number])} %" for row in table.rows)
        for number, column in enumerate(table.columns)
    )
    return Chart(
        id=anchor,
        summary=f"Chances of {table.title}. {said}.",
        width=WIDTH,
        height=top + len(table.columns) * (BAR_HEIGHT + BAR_GAP),
        labels=tuple(labels),
        segments=tuple(segment for segment in segments if segment.width),
    )


def _squares(anchor: str, table: ChanceTable) -> Chart:
    """Chart of a table of draws: a square for each two numbers of markers."""
    labels = [(LABEL_WIDTH, 12, f"{table.across} \u2192"), (0, 32, "yours \u2193")]
    labels += [
        (LABEL_WIDTH + n * SQUARE + 10, 32, column) for n, column in enumerate(table.columns)
    ]
    segments = []
    for row_number, row in enumerate(table.rows):
        y = 40 + row_number * SQUARE
        labels.append((0, y + 20, row.label))
        for column_number, chance in enumerate(row.chances):
            segments.append(
                Segment(
                    x=LABEL_WIDTH + column_number * SQUARE,
                    y=y,
                    width=SQUARE - 1,
                    shade=0 if chance > Fraction(1, 2) else 3,
                    text=percent(chance),
                    opacity=round(float(chance), 2),
                )
            )
    return Chart(
        id=anchor,
        summary=f"Chances of {table.title} in percent, as in the table beneath.",
        width=LABEL_WIDTH + len(table.columns) * SQUARE,
        height=40 + len(table.rows) * SQUARE,
        labels=tuple(labels),
        segments=tuple(segments),
    )
