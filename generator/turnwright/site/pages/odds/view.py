"""Odds page: every table of chances, with a chart where it makes a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from itertools import pairwise

from turnwright.describe.labels import Labels
from turnwright.describe.odds import percent
from turnwright.describe.programs import program_of
from turnwright.describe.story import line_sentence
from turnwright.engine.decision import Awaits
from turnwright.language.clause import Clause
from turnwright.language.input import DONE, Choice
from turnwright.proof.record import Record
from turnwright.site.drawing import SHADES, WIDTH
from turnwright.site.page import (
    ODDS,
    Link,
    Page,
    example_url,
    odds_anchor,
    system_url,
)
from turnwright.site.pages.odds.chances import chance_tables
from turnwright.site.pages.odds.tables import ChanceKind, ChanceTable
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

MOST_EXAMPLES = 3
"""How many examples of a system are searched for attacks."""


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
    example: Link | None = None
    """Where an attack is played."""


@dataclass(frozen=True, kw_only=True)
class OddsPage:
    """View model of the odds page."""

    crumbs: tuple[Link, ...]
    sections: tuple[tuple[str, Link, tuple[ShownTable, ...]], ...]
    """For each system its anchor, a link to it and its tables."""
    clause_href: Callable[[Clause], str]
    shades: int


def odds_pages(site: SiteData) -> Iterator[Page]:
    """The odds page."""
    yield Page(
        url=ODDS,
        title="Odds",
        summary="The chances of every check, draw and roll-off, exactly.",
        template="pages/odds/page",
        view=partial(odds_page, site),
        assets=("odds.css",),
    )


def odds_page(site: SiteData) -> OddsPage:
    """View model of the odds page."""
    location = site.location(ODDS)
    found: dict[str, dict[object, ChanceTable]] = {}
    for variant in in_page_order(site, site.variants):
        if variant.reading:
            continue
        known = found.setdefault(variant.system, {})
        choice = plain_text(variant.label)
        for table in chance_tables(program_of(variant.ruleset)):
            title = f"{table.title} ({choice})" if choice else table.title
            known.setdefault(table.content, replace(table, title=title))
    sections = []
    for name, known in found.items():
        shown = (*_shown(name, known.values()), *_attacks(site, name))
        if shown:
            system = Link(site.rulesets[name].title, location.to(system_url(name)))
            sections.append((odds_anchor(name, "system"), system, shown))
    return OddsPage(
        crumbs=(Link("Home", location.to("")),),
        sections=tuple(sections),
        clause_href=lambda clause: location.to(system_url(clause.ruleset), clause.id),
        shades=SHADES,
    )


def _shown(name: str, tables: Iterable[ChanceTable]) -> Iterator[ShownTable]:
    """Tables with their anchors: further ones of a part are numbered."""
    taken: Counter[str] = Counter()
    for table in tables:
        anchor = odds_anchor(name, table.part)
        taken[anchor] += 1
        numbered = f"{anchor}-{taken[anchor]}" if taken[anchor] > 1 else anchor
        yield ShownTable(anchor=numbered, table=table, chart=_chart(table))


def _attacks(site: SiteData, name: str) -> Iterator[ShownTable]:
    """What the attacks of one example of a system cost: of the longest one that has any.

    To go through the rolls of one attack may take a tenth of a second, and there are hundreds.
    """
    if site.rulesets[name].library:
        return
    records = [record for record in site.records if record.example.ruleset == name]
    for record in sorted(records, key=lambda record: -len(record.rows))[:MOST_EXAMPLES]:
        found = {table.content: (number, table) for number, table in _attacks_in(record)}
        for count, (number, table) in enumerate(found.values(), start=1):
            url = example_url(name, record.example.slug)
            yield ShownTable(
                anchor=f"{odds_anchor(name, 'attack')}-{count}",
                table=table,
                chart=_chart(table),
                example=Link(
                    f"line {number} of {record.example.example}",
                    site.location(ODDS).to(url, f"line-{number}"),
                ),
            )
        if found:
            return


def _attacks_in(record: Record) -> Iterator[tuple[int, ChanceTable]]:
    """The attacks in an example, each with the line after which its first dice are awaited.

    None where the lab is not installed, which plays them to their end.
    """
    if not find_spec("turnwright.lab"):
        return
    from turnwright.site.pages.odds.played import attack_table

    labels = Labels(record.ruleset)
    rolling = False
    for number, (before, row) in enumerate(pairwise(record.rows), start=1):
        begins, rolling = not rolling, row.decision.awaits is Awaits.ROLL
        # What is rolled when somebody is done was begun by another line, which says more.
        said = row.line.input if row.line else None
        is_done = isinstance(said, Choice) and said.does == DONE
        if begins and rolling and not is_done and row.game is not None:
            table = attack_table(row.game, line_sentence(row, before, labels))
            if table is not None:
                yield number, table


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
