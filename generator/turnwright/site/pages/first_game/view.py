"""View model of a first game: what you need, what to agree, and the first round in ten lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from turnwright.language.book import FirstGame
from turnwright.site.page import (
    SYSTEMS,
    Link,
    Page,
    example_url,
    first_game_url,
    system_url,
)
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class FirstGamePage:
    """View model of a first game."""

    crumbs: tuple[Link, ...]
    first: FirstGame
    watch: Link | None
    """Such a round, to watch."""
    sheets: tuple[Link, ...]


def first_game_pages(site: SiteData) -> Iterator[Page]:
    """A page for each system whose book says how to play it first."""
    for name, ruleset in site.rulesets.items():
        book = site.library.books.get(name)
        if book and book.first_game:
            yield Page(
                url=first_game_url(name),
                title=f"Your first game: {plain_text(ruleset.title)}",
                summary=f"How to play {plain_text(ruleset.title)} for the first time.",
                template="pages/first_game/page",
                view=partial(first_game_page, site, name, book.first_game),
                edit=str(site.library.source(name).with_name("book.yaml")),
            )


def first_game_page(site: SiteData, name: str, first: FirstGame) -> FirstGamePage:
    """View model of the first game of a system."""
    location = site.location(first_game_url(name))
    title = site.rulesets[name].title
    watch = next((each for each in site.examples_of(name) if each.example == first.watch), None)
    return FirstGamePage(
        crumbs=location.crumbs(("Systems", SYSTEMS), (title, system_url(name))),
        first=first,
        watch=Link("Watch such a round", location.to(example_url(name, watch.slug)))
        if watch
        else None,
        sheets=site.sheet_links(location, name),
    )
