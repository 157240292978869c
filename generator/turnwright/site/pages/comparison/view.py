"""Comparison page: the same questions, answered by several systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from turnwright.describe.variants import Variant, pairs
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Status
from turnwright.site.page import (
    ARMIES,
    CLUB,
    COMPARISON,
    Link,
    Page,
    system_url,
    variant_path,
)
from turnwright.site.pages.comparison.questions import PlayersQuestion
from turnwright.site.pages.comparison.table import Column, answered_by_some, column
from turnwright.site.pages.systems.view import in_page_order
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

OtherPages = Mapping[str, Iterable[Page]]
"""Further pages that compare, under titles."""


@dataclass(frozen=True, kw_only=True)
class ComparisonPage:
    """View model of the comparison page."""

    crumbs: tuple[Link, ...]
    onward: tuple[Link, ...]
    """To what a club asks, and to the same armies in each system."""
    columns: tuple[Column, ...]
    whole: frozenset[str]
    """Keys of the columns that are shown before anybody chooses: those of whole systems."""
    questions: tuple[PlayersQuestion, ...]
    more: tuple[tuple[str, tuple[Link, ...]], ...]
    """Further pages that compare, under titles."""
    href: Mapping[str, str]
    """URL of each column's system, by key."""
    clause_href: Callable[[Clause], str]


def comparison_pages(site: SiteData, others: OtherPages) -> Iterator[Page]:
    """The page with the questions of players."""
    yield Page(
        url=COMPARISON,
        title="Compare",
        summary="Who acts next, how many at once, may I pass: every system's answers.",
        template="pages/comparison/page",
        view=partial(comparison_page, site, others),
        assets=("comparison.css", "comparison.js"),
    )


def comparison_page(site: SiteData, others: OtherPages) -> ComparisonPage:
    """View model of the comparison page; `others` are listed on it."""
    location = site.location(COMPARISON)
    found = tuple(_played(site))
    columns = tuple(
        column(
            each.ruleset,
            each.key,
            plain_text(each.title),
            site.library.book(each.system, each.options, each.readings),
        )
        for each in found
    )
    paired = tuple(
        Link(_beside(one, other), f"?with={one.key},{other.key}") for one, other in pairs(found)
    )
    linked = (
        (title, tuple(Link(each.title, location.to(each.url)) for each in pages))
        for title, pages in others.items()
    )
    return ComparisonPage(
        crumbs=(Link("Home", location.to("")),),
        onward=(
            *(
                [Link("Which one for us?", location.to(CLUB))]
                if any(book.club for book in site.library.books.values())
                else []
            ),
            Link("The same armies in every system", location.to(ARMIES)),
        ),
        columns=columns,
        whole=frozenset(
            each.key for each in found if each.kind is None and each.ruleset.status is Status.SYSTEM
        ),
        questions=answered_by_some(columns),
        more=(("Pairs that belong together", paired), *linked),
        href={each.key: location.to(*variant_path(each)) for each in found},
        clause_href=lambda clause: location.to(system_url(clause.ruleset), clause.id),
    )


def _played(site: SiteData) -> Iterator[Variant]:
    """Every system that is played, and its packs and options."""
    for each in in_page_order(site, site.variants):
        if each.ruleset.steps and not each.ruleset.library and not each.reading:
            yield each


def _beside(one: Variant, other: Variant) -> str:
    return f"{plain_text(one.title)} beside {plain_text(other.title)}"
