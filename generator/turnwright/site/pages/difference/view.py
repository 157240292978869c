"""Difference pages: what an overlay changes in the ruleset underneath."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from turnwright.describe.first_difference import FirstDifference, departures, first_differences
from turnwright.describe.rule_changes import ClauseChange, DiffStatus, diff_rulesets
from turnwright.language.book import Chapter, Entry
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.load.books import holds
from turnwright.site.clauses import References, Uncovered, not_covered
from turnwright.site.page import SYSTEMS, Link, Page, difference_url, system_url
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class DepartureView:
    """Examples of the base that go differently from the same moment on, in words."""

    examples: tuple[Link, ...]
    line: str
    before: str
    now: str
    by: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class DifferencePage:
    """View model of what an overlay changes."""

    crumbs: tuple[Link, ...]
    before: Link
    now: Link
    refs: References
    changes: tuple[Entry, ...]
    """What it changes, in half a page."""
    chapters: tuple[Chapter, ...]
    """What its book says of its own, in full."""
    gone: tuple[ClauseChange, ...]
    """Clauses of the base that do not hold, with what stands in their place."""
    new: tuple[Clause, ...]
    """Clauses that stand in the place of none."""
    kept: int
    """How many clauses of the base hold as they were."""
    departures: tuple[DepartureView, ...]
    parted: int
    """How many examples go differently."""
    examples: int
    """How many examples of the base were played by both."""
    not_covered: Uncovered | None
    """What the sources of the overlay say and is not played."""
    clause_href: Callable[[Clause], str]


def difference_pages(site: SiteData) -> Iterator[Page]:
    """A page for each overlay."""
    for name, ruleset in site.rulesets.items():
        if base := site.rulesets.get(ruleset.extends):
            title = f"What {plain_text(ruleset.title)} changes"
            yield Page(
                url=difference_url(name),
                title=title,
                summary=f"{title}, for somebody who knows {plain_text(base.title)}.",
                template="pages/difference/page",
                view=partial(difference_page, site, name),
                edit=str(site.library.source(name)),
                assets=("book.css", "difference.css"),
            )


def difference_page(site: SiteData, name: str) -> DifferencePage:
    """View model of what an overlay changes."""
    location = site.location(difference_url(name))
    rules = site.effective[name]
    base = site.effective[site.rulesets[name].extends]
    refs = References(site, location, name)
    records = [
        each
        for each in site.records
        if each.example.ruleset == base.ruleset and each.ruleset == base
    ]
    parted = tuple(first_differences(records, rules))
    diff = diff_rulesets(base, rules)
    whole, book = site.book_as_played(name), site.book(name)
    own = (
        Chapter(
            chapter=chapter.chapter,
            title=chapter.title,
            entries=tuple(each for each in chapter.entries if each.ruleset == name),
        )
        for chapter in whole.chapters
    )
    settings = {f"{key}:{reading.default}" for key, reading in rules.readings.items()}
    before, now = (
        Link(plain_text(each.title), location.to(system_url(each.ruleset)))
        for each in (base, rules)
    )
    return DifferencePage(
        crumbs=(*location.crumbs(("Systems", SYSTEMS)), now),
        before=before,
        now=now,
        refs=refs,
        changes=tuple(each for each in book.changes if holds(each, settings)),
        chapters=tuple(chapter for chapter in own if chapter.entries),
        gone=tuple(each for each in diff.changes if each.status is not DiffStatus.KEPT),
        new=diff.new,
        kept=len(diff.of(DiffStatus.KEPT)),
        departures=tuple(_departures(refs, parted, rules)),
        parted=len(parted),
        examples=len(records),
        not_covered=not_covered(refs, rules),
        clause_href=lambda clause: location.to(system_url(clause.ruleset), clause.id),
    )


def _departures(
    refs: References, parted: Sequence[FirstDifference], now: Ruleset
) -> Iterator[DepartureView]:
    """Examples that go differently, with their links."""
    for each in departures(parted, now):
        yield DepartureView(
            examples=tuple(map(refs.example, each.examples)),
            line=f"Line {each.line}: {each.said}" if each.line else "At the start",
            before=each.before,
            now=each.now,
            by=refs.clauses(each.by),
        )
