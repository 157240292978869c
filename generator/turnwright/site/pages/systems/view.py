"""Systems list: view model for the home page and the systems page."""

from collections.abc import Iterable
from dataclasses import dataclass

from turnwright.describe.variants import Variant
from turnwright.language.ruleset import Ruleset, Status
from turnwright.site.page import SYSTEMS, Link, system_url
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

KINDS = ("complete", "sketches", "libraries")
"""Kinds of systems that can be listed apart from the others."""


@dataclass(frozen=True, kw_only=True)
class SystemEntry:
    """View model of a system in the list."""

    link: Link
    game: str
    edition: str
    about: str
    """Summary: first line of its description, as plain text."""
    base: str
    clauses: int
    examples: int


def page_order(site: SiteData) -> tuple[str, ...]:
    """Ids of the rulesets in the order of their pages: by game, bases first, then sketches."""

    def place(name: str) -> tuple[bool, tuple[str, ...]]:
        chain = site.library.chain(name)
        below = (each for each in chain if each.ruleset == name or not each.library)
        return is_sketch(site.rulesets[name]), tuple(each.title.casefold() for each in below)

    return tuple(sorted(site.rulesets, key=place))


def in_page_order(site: SiteData, found: Iterable[Variant]) -> tuple[Variant, ...]:
    """Variants in the order of their systems' pages."""
    order = page_order(site)
    return tuple(sorted(found, key=lambda variant: order.index(variant.system)))


def is_sketch(ruleset: Ruleset) -> bool:
    """True when a ruleset is a sketch."""
    return ruleset.status is Status.SKETCH


@dataclass(frozen=True, kw_only=True)
class SystemsPage:
    """View model of the systems list."""

    systems: tuple[SystemEntry, ...]
    sketches: tuple[SystemEntry, ...]
    libraries: tuple[SystemEntry, ...]
    """Procedures that other systems use, and that nobody plays alone."""


@dataclass(frozen=True)
class ShortList:
    """View model of the links to systems of one kind."""

    entries: tuple[SystemEntry, ...]


def short_list(site: SiteData, kind: str) -> ShortList:
    """View model of the links to systems of one of the `KINDS`, for the home page; or to all."""
    page = systems_page(site, "")
    of_kinds = dict(zip(KINDS, (page.systems, page.sketches, page.libraries), strict=True))
    return ShortList(of_kinds[kind] if kind else sum(of_kinds.values(), ()))


def systems_page(site: SiteData, url: str = SYSTEMS) -> SystemsPage:
    """View model of the systems list, for the page at `url`."""
    location = site.location(url)
    rulesets = site.rulesets

    def entry(name: str) -> SystemEntry:
        ruleset = rulesets[name]
        return SystemEntry(
            link=Link(ruleset.title, location.to(system_url(name))),
            game=ruleset.game,
            edition=ruleset.edition,
            about=plain_text(ruleset.about.strip().partition("\n")[0]),
            base=rulesets[ruleset.extends].title if ruleset.extends in rulesets else "",
            clauses=len(ruleset.own_clauses()),
            examples=len(site.examples_of(name)),
        )

    order = page_order(site)
    return SystemsPage(
        systems=tuple(
            entry(name) for name in order if not (is_sketch(it := rulesets[name]) or it.library)
        ),
        sketches=tuple(entry(name) for name in order if is_sketch(rulesets[name])),
        libraries=tuple(entry(name) for name in order if rulesets[name].library),
    )
