"""View model of the page for a club: what it asks before it picks, and each system's answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from turnwright.language.book import Answer
from turnwright.language.roster import Roster
from turnwright.site.clauses import References
from turnwright.site.page import (
    CLUB,
    COMPARISON,
    HOME,
    Link,
    Page,
    PageLocation,
    armies_url,
    system_url,
)
from turnwright.site.pages.systems.view import kind_of, page_order
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

if TYPE_CHECKING:
    from turnwright.site.pages.club.figures import Count

QUESTIONS = {
    "going_first": "Who goes first, and what is it worth?",
    "waiting": "How long do I wait until I may do something?",
    "unequal": "What if one side has more units?",
    "reacting": "May I do something while the other acts?",
    "book_keeping": "What do we have to mark or remember?",
    "luck": "How much is left to chance?",
    "three_players": "Can three of us play?",
    "codex": "How much of our army books still works?",
}
"""What a club asks, by the key of the answers in a book."""


@dataclass(frozen=True, kw_only=True)
class ClubAnswer:
    """A system's answer to a question."""

    system: Link
    refs: References
    answer: Answer
    count: str = ""
    """The number that was counted for the question."""


@dataclass(frozen=True, kw_only=True)
class ClubQuestion:
    """A question, with the answers of whole systems, and of sketches and libraries."""

    anchor: str
    title: str
    armies: Link | None
    """The armies between which something was counted for it."""
    counted: str
    """What was counted."""
    whole: tuple[ClubAnswer, ...]
    others: tuple[ClubAnswer, ...]


@dataclass(frozen=True, kw_only=True)
class ClubPage:
    """View model of the page for a club."""

    crumbs: tuple[Link, ...]
    questions: tuple[ClubQuestion, ...]


def club_pages(site: SiteData) -> Iterator[Page]:
    """The page for a club, to which the home page leads."""
    yield Page(
        url=CLUB,
        title="Which one for us?",
        summary="What a club asks before it picks a turn system, and what each one answers.",
        template="pages/club/page",
        view=partial(club_page, site),
        assets=("club.css",),
    )


def club_page(site: SiteData) -> ClubPage:
    """View model of the page for a club."""
    location = site.location(CLUB)
    counts = _counts(site)
    asked = tuple(
        ClubQuestion(
            anchor=key,
            title=title,
            armies=_armies(location, count.roster) if (count := counts.get(key)) else None,
            counted=count.text if count else "",
            whole=tuple(_answers(site, key, "complete", count)),
            others=tuple(
                answer
                for kind in ("sketches", "libraries")
                for answer in _answers(site, key, kind, count)
            ),
        )
        for key, title in QUESTIONS.items()
    )
    return ClubPage(
        crumbs=(Link("Home", location.to(HOME)), Link("Compare", location.to(COMPARISON))),
        questions=tuple(each for each in asked if each.whole or each.others),
    )


def _counts(site: SiteData) -> Mapping[str, Count]:
    """What is counted for the questions, where the laboratory is installed that does it."""
    if not find_spec("turnwright.lab"):
        return {}
    from turnwright.site.pages.armies.view import RosterFigures
    from turnwright.site.pages.club.figures import club_counts

    return club_counts(RosterFigures(site))


def _armies(location: PageLocation, roster: Roster) -> Link:
    return Link(plain_text(roster.roster), location.to(armies_url(roster.name)))


def _answers(site: SiteData, key: str, kind: str, count: Count | None) -> Iterator[ClubAnswer]:
    """Answers to a question by systems of a kind, in the order of their pages."""
    location = site.location(CLUB)
    for name in page_order(site):
        ruleset, book = site.rulesets[name], site.library.books.get(name)
        if book and key in book.club and kind_of(ruleset) == kind:
            yield ClubAnswer(
                system=Link(plain_text(ruleset.title), location.to(system_url(name))),
                refs=References(site, location, name),
                answer=book.club[key],
                count=count.numbers.get(name, "") if count else "",
            )
