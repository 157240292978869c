"""View model of a system's page: rules, options, readings, gaps and packs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from turnwright.describe.applicability import assumed_clauses
from turnwright.describe.credit import Credit
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Option, Ruleset
from turnwright.site.clauses import (
    References,
    Uncovered,
    gap_anchor,
    not_covered,
)
from turnwright.site.page import (
    SYSTEMS,
    Link,
    Pager,
    difference_url,
    examples_url,
    first_game_url,
    lasting_url,
    pack_url,
    pager,
    play_url,
    system_url,
)
from turnwright.site.pages.glossary.view import OwnWord, own_words
from turnwright.site.pages.lasting.view import courses
from turnwright.site.pages.system.book import BookBuilder, BookView
from turnwright.site.pages.systems.view import is_sketch, page_order, playable
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class SystemPage:
    """View model of a system's page."""

    refs: References
    system: Ruleset
    """The ruleset as it is written."""
    is_sketch: bool
    crumbs: tuple[Link, ...]
    credit: Credit
    related: tuple[tuple[str, tuple[Link, ...]], ...]
    """How other systems belong to this one, and a link to each."""
    onward: tuple[Link, ...]
    """Links to the pages that look at this system from another side."""
    sheets: tuple[Link, ...]
    """Links to the printable sheets."""
    book: BookView
    gap_anchors: tuple[str, ...]
    notes: tuple[str, ...]
    """What a printed page has a line for, to be written on."""
    against: Mapping[str, tuple[str, ...]]
    """Options that cannot be had with an option, by its name."""
    packs: tuple[Link, ...]
    assumed: tuple[Clause, ...]
    """What whoever has a source that we lack should check."""
    not_covered: Uncovered | None
    words: tuple[OwnWord, ...]
    """The system's term, and the language's."""
    pager: Pager

    def option_title(self, name: str) -> str:
        """Title of an option, or its name where it is that of another system."""
        option = self.system.options.get(name)
        return plain_text(option.title) if option else name


def system_page(site: SiteData, name: str) -> SystemPage:
    """View model of a system's page."""
    written, effective = site.rulesets[name], site.effective[name]
    location = site.location(system_url(name))
    refs = References(site, location, name)
    idle = site.idle[name]
    # A system's own clauses are shown in any case: this page is where their links lead.
    hidden = idle - {clause.full_id for clause in written.clauses()}
    plan = site.library.sheet_plans.get(name)
    sheet = site.library.sheet_book(name) if plan else None
    book = BookBuilder(refs, effective, site.book(name), hidden=hidden, sheet=sheet).view()
    order = page_order(site)
    return SystemPage(
        refs=refs,
        system=written,
        is_sketch=is_sketch(written),
        crumbs=location.crumbs(("Systems", SYSTEMS)),
        credit=site.credit(name),
        related=tuple(_related(refs, written)),
        onward=tuple(_onward(refs, written, effective)),
        sheets=site.sheet_links(location, name),
        book=book,
        notes=plan.notes if plan else (),
        against=_against(written),
        gap_anchors=tuple(gap_anchor(gap, n) for n, gap in enumerate(written.gaps, start=1)),
        packs=tuple(
            Link(plain_text(pack.title), location.to(pack_url(name, key)))
            for key, pack in written.packs.items()
        ),
        assumed=assumed_clauses(effective),
        not_covered=not_covered(refs, effective),
        words=own_words(effective, location),
        pager=pager(
            [Link(site.rulesets[each].title, location.to(system_url(each))) for each in order],
            order.index(name),
        ),
    )


def _against(written: Ruleset) -> Mapping[str, tuple[str, ...]]:
    """Options that cannot be had with each option: it says so, or both change the same clause."""

    def changed(option: Option) -> set[str]:
        return {cited for each in option.clauses() for cited in (*each.replaces, *each.removes)}

    return {
        name: tuple(
            other
            for other, too in written.options.items()
            if other != name
            and (other in option.excludes or name in too.excludes or changed(option) & changed(too))
        )
        for name, option in written.options.items()
    }


def _onward(refs: References, written: Ruleset, effective: Ruleset) -> Iterator[Link]:
    """Links to the pages that look at a system from another side."""
    site, to, name = refs.site, refs.location.to, written.ruleset
    book = site.library.books.get(name)
    if book and book.first_game:
        yield Link("Your first game", to(first_game_url(name)))
    if site.rulesets[name].library and playable(site):
        yield Link("Play it", to(play_url(name)))
    if name in playable(site):
        yield Link("Play it", to(play_url(name)))
        yield Link("What may my unit do?", f"{to(play_url(name))}?ask=1")
    if site.examples_of(name):
        yield Link("Rounds to watch", to(examples_url(name)))
    if written.extends in site.rulesets:
        yield Link("What it changes", to(difference_url(name)))
    if courses(effective):
        yield Link("How long does it last?", to(lasting_url(name)))


def _related(refs: References, written: Ruleset) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """The base of an overlay, what a system uses of others, and who uses it."""
    rulesets = refs.site.rulesets
    users = [name for name, other in rulesets.items() if written.ruleset in other.uses]
    found = {
        "Built on": [written.extends] if written.extends in rulesets else [],
        "Uses procedures of": written.uses,
        "Used by": users,
    }
    for how, names in found.items():
        if names:
            to = refs.location.to
            yield (
                how,
                tuple(Link(plain_text(rulesets[it].title), to(system_url(it))) for it in names),
            )
