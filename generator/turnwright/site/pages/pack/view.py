"""Page of a pack: its effective rules, and what it changes in the system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from turnwright.describe.applicability import idle_clauses
from turnwright.describe.credit import Credit
from turnwright.language.book import Entry
from turnwright.language.ruleset import Pack, Ruleset
from turnwright.site.clauses import References, Uncovered, not_covered
from turnwright.site.page import SYSTEMS, Link, PageLocation, pack_url, system_url
from turnwright.site.pages.system.book import BookBuilder, BookView
from turnwright.site.pages.systems.view import is_sketch
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class PackPage:
    """View model of a pack's page."""

    pack: Pack
    written: Ruleset
    """The system as it is written."""
    permalink: str
    crumbs: tuple[Link, ...]
    credit: Credit
    is_sketch: bool
    sheets: tuple[Link, ...]
    """Links to the printable sheets."""
    agreed: tuple[tuple[str, Link, str], ...]
    """Each option and reading that the pack chooses: its kind, a link to it, and its text."""
    gone: tuple[Entry, ...]
    """What the system says and does not hold with the pack."""
    refs: References
    book: BookView
    notes: tuple[str, ...]
    """What a printed page has a line for, to be written on."""
    not_covered: Uncovered | None


def pack_page(site: SiteData, name: str, pack: str) -> PackPage:
    """View model of a pack's page."""
    written, before = site.rulesets[name], site.effective[name]
    effective = site.with_pack(name, pack)
    location = site.location(pack_url(name, pack))
    refs = References(site, location, name)
    book = site.book_as_played(name, pack)
    without = site.book_as_played(name)
    known = [entry for chapter in without.chapters for entry in chapter.entries]
    held = [entry for chapter in book.chapters for entry in chapter.entries]
    plan = site.library.sheet_plans.get(name)
    agreed = written.packs[pack]
    sheet = site.library.book(name, agreed.options, agreed.readings, sheet=True) if plan else None
    hidden = idle_clauses(effective)
    builder = BookBuilder(refs, effective, book, hidden=hidden, known=known, sheet=sheet)
    system = Link(written.title, location.to(system_url(name)))
    return PackPage(
        pack=agreed,
        written=written,
        permalink=location.to(location.url),
        crumbs=(*location.crumbs(("Systems", SYSTEMS)), system),
        credit=site.credit(name),
        is_sketch=is_sketch(written),
        sheets=site.sheet_links(location, name, pack),
        agreed=tuple(_agreed(location, before, agreed)),
        gone=tuple(entry for entry in known if entry not in held),
        refs=refs,
        book=builder.view(),
        notes=plan.notes if plan else (),
        not_covered=not_covered(refs, effective),
    )


def _agreed(location: PageLocation, system: Ruleset, pack: Pack) -> Iterator[tuple[str, Link, str]]:
    for name in pack.options:
        yield "Option", _patch_link(location, system, name), system.options[name].text
    for name, choice in pack.readings.items():
        link = _patch_link(location, system, f"{name}:{choice}")
        yield "Reading", link, system.readings[name].alternatives[choice].text


def _patch_link(location: PageLocation, system: Ruleset, patch: str) -> Link:
    """Link to an option or a reading on the system's page."""
    name, _, choice = patch.partition(":")
    kind = "reading" if choice else "option"
    title = system.readings[name].question if choice else system.options[name].title
    return Link(plain_text(title), location.to(system_url(system.ruleset), f"{kind}-{name}"))
