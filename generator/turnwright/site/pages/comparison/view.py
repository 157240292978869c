"""Comparison pages: the same questions, answered by several systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from turnwright.describe.variants import Variant, pairs
from turnwright.language.clause import Clause
from turnwright.site.page import (
    ARMIES,
    COMPARISON,
    GLOSSARY,
    Link,
    Page,
    PageLocation,
    comparison_url,
    system_url,
    variant_path,
)
from turnwright.site.pages.comparison.questions import PlayersQuestion
from turnwright.site.pages.comparison.table import (
    Answer,
    Cell,
    Column,
    answered_by_some,
    column,
)
from turnwright.site.pages.comparison.wording import Wording
from turnwright.site.pages.glossary.view import shared_terms
from turnwright.site.pages.language.types import language_href, word_anchor
from turnwright.site.pages.systems.view import in_page_order
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

STYLE = "comparison.css"
"""The style sheet of pages that compare."""
SCRIPT = "comparison.js"
"""The script by which one chooses among systems."""

Row = tuple[PlayersQuestion, tuple[tuple[Column, Cell], ...]]
"""A question, with the columns that answer it and their cells."""
OtherPages = Mapping[str, Iterable[Page]]
"""Further pages that compare, under titles."""


@dataclass(frozen=True, kw_only=True)
class ComparisonPage:
    """View model of a comparison page."""

    title: str
    crumbs: tuple[Link, ...]
    onward: Link
    """To the page of all systems from that of a pair, and from there to the same armies in each."""
    columns: tuple[Column, ...]
    readings: tuple[Column, ...]
    """Further columns to choose, of which there is a cell where they answer otherwise."""
    like: Mapping[str, str]
    """Of each of these, the key of the column that answers all else alike."""
    rows: tuple[Row, ...]
    more: tuple[tuple[str, tuple[Link, ...]], ...]
    """Further pages that compare, under titles, on the page of all systems."""
    of_pair: bool
    href: Mapping[str, str]
    """URL of each column's system, by key."""
    explained: Callable[[Wording], str]
    """URL of where a wording is explained."""
    clause_href: Callable[[Clause], str]
    open_href: Callable[[Answer, str], str]
    """URL of a question that the source of an answer leaves open."""


@dataclass(frozen=True)
class Comparison:
    """The answers of all systems of a site, from which its comparison pages are made."""

    site: SiteData

    @cached_property
    def systems(self) -> tuple[Variant, ...]:
        """Every system that is played, and its packs and options."""
        return tuple(each for each in self._every if not each.reading)

    @cached_property
    def others(self) -> tuple[Variant, ...]:
        """Systems with another reading, which answer most questions as without it."""
        return tuple(each for each in self._every if each.reading)

    @cached_property
    def _every(self) -> tuple[Variant, ...]:
        every = in_page_order(self.site, self.site.variants)
        return tuple(each for each in every if each.ruleset.steps and not each.ruleset.library)

    @cached_property
    def variants(self) -> Mapping[str, Variant]:
        """Of either, what was chosen, by key."""
        return {each.key: each for each in (*self.systems, *self.others)}

    @cached_property
    def columns(self) -> Mapping[str, Column]:
        """The answers of systems, packs and options, by key."""
        return _answered(self.systems)

    @cached_property
    def readings(self) -> Mapping[str, Column]:
        """The answers of systems with another reading, by key."""
        return _answered(self.others)

    @property
    def pairs(self) -> Iterator[tuple[Variant, Variant]]:
        """What belongs side by side."""
        yield from pairs(self.systems)

    def whole(self, others: OtherPages) -> ComparisonPage:
        """View model of the page of all systems."""
        location = self.site.location(COMPARISON)
        paired = tuple(
            Link(_title((one, other)), location.to(comparison_url(one.key, other.key)))
            for one, other in self.pairs
        )
        linked = (
            (title, tuple(Link(each.title, location.to(each.url)) for each in found))
            for title, found in others.items()
        )
        columns, readings = tuple(self.columns.values()), tuple(self.readings.values())
        return self._page(
            location, columns, readings, more=(("Pairs that belong together", paired), *linked)
        )

    def pair(self, one: Variant, other: Variant) -> ComparisonPage:
        """View model of the page of two systems."""
        location = self.site.location(comparison_url(one.key, other.key))
        return self._page(location, (self.columns[one.key], self.columns[other.key]))

    def _page(
        self,
        location: PageLocation,
        columns: tuple[Column, ...],
        readings: tuple[Column, ...] = (),
        more: tuple[tuple[str, tuple[Link, ...]], ...] = (),
    ) -> ComparisonPage:
        home, whole = Link("Home", location.to("")), location.to(COMPARISON)
        of_pair = location.url != COMPARISON
        armies = Link("The same armies in every system", location.to(ARMIES))
        shown = (*columns, *readings)
        return ComparisonPage(
            title=_title(columns) if of_pair else "Compare",
            crumbs=(home, Link("Compare", whole)) if of_pair else (home,),
            onward=Link("All systems", whole) if of_pair else armies,
            columns=columns,
            readings=readings,
            like={each.key: self.variants[each.key].system for each in readings},
            rows=tuple(
                (question, tuple(self._cells(question, shown)))
                for question in answered_by_some(columns)
            ),
            more=more,
            of_pair=of_pair,
            href={each.key: location.to(*variant_path(self.variants[each.key])) for each in shown},
            explained=lambda wording: self._explained(location, wording),
            clause_href=lambda clause: location.to(system_url(clause.ruleset), clause.id),
            open_href=lambda answer, name: location.to(
                system_url(self._writer(name, answer.clauses[0].ruleset)), f"reading-{name}"
            ),
        )

    def _cells(
        self, question: PlayersQuestion, columns: Iterable[Column]
    ) -> Iterator[tuple[Column, Cell]]:
        """The cells of a question; of another reading only where it answers otherwise."""
        for each in columns:
            cell = each.cells[question.name]
            plain = self.columns.get(self.variants[each.key].system)
            if each.key not in self.readings or not plain or cell != plain.cells[question.name]:
                yield each, cell

    def _explained(self, location: PageLocation, wording: Wording) -> str:
        if term := shared_terms().standing_for(wording.member.lower()):
            return location.to(GLOSSARY, term.anchor)
        if self.site.has_language:
            return language_href(location, word_anchor(wording.owner, wording.member))
        return ""

    def _writer(self, reading: str, ruleset: str) -> str:
        """The ruleset that wrote a reading: the one of a clause, or the first that has it."""
        every = self.site.rulesets
        found = (name for name, each in every.items() if reading in each.readings)
        return ruleset if reading in every[ruleset].readings else next(found, ruleset)


def comparison_pages(site: SiteData, others: OtherPages) -> Iterator[Page]:
    """Pages with the questions of players: of all systems, and of pairs that belong together."""
    comparison = Comparison(site)
    yield Page(
        url=COMPARISON,
        title="Compare",
        summary="Who acts next, how many at once, may I pass: every system's answers.",
        template="pages/comparison/page",
        view=partial(comparison.whole, others),
        assets=(STYLE, SCRIPT),
    )
    for one, other in comparison.pairs:
        yield Page(
            url=comparison_url(one.key, other.key),
            title=_title((one, other)),
            summary="What both answer to the questions of players.",
            template="pages/comparison/page",
            view=partial(comparison.pair, one, other),
            assets=(STYLE,),
        )


def _title(found: Iterable[Variant | Column]) -> str:
    return " beside ".join(plain_text(each.title) for each in found)


def _answered(found: Iterable[Variant]) -> Mapping[str, Column]:
    """Every question answered by each."""
    return {each.key: column(each.ruleset, each.key, plain_text(each.title)) for each in found}
