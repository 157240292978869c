"""Systems list: view model for the home page and the systems page."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec

from turnwright.describe.variants import Variant
from turnwright.language.ruleset import Ruleset, Status
from turnwright.site.page import SYSTEMS, Link, PageLocation, system_url
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

SENTENCE_END = re.compile(r"(?<=[.?!])\s+")
KINDS = ("complete", "sketches", "libraries")
"""Kinds of systems that can be listed apart from the others."""


def page_order(site: SiteData) -> tuple[str, ...]:
    """Ids of the rulesets in the order of their pages: by game, bases first, then sketches."""

    def place(name: str) -> tuple[bool, tuple[str, ...]]:
        chain = site.library.chain(name)
        below = (each for each in chain if each.ruleset == name or not each.library)
        return is_sketch(site.rulesets[name]), tuple(each.title.casefold() for each in below)

    return tuple(sorted(site.rulesets, key=place))


def playable(site: SiteData) -> tuple[str, ...]:
    """The systems that can be played, in the order of their pages; none without a laboratory."""
    return tuple(
        name
        for name in page_order(site)
        if find_spec("turnwright.lab")
        and site.effective[name].sides
        and not site.rulesets[name].library
    )


def in_page_order(site: SiteData, found: Iterable[Variant]) -> tuple[Variant, ...]:
    """Variants in the order of their systems' pages."""
    order = page_order(site)
    return tuple(sorted(found, key=lambda variant: order.index(variant.system)))


def is_sketch(ruleset: Ruleset) -> bool:
    """True when a ruleset is a sketch."""
    return ruleset.status is Status.SKETCH


def kind_of(ruleset: Ruleset) -> str:
    """Under which of the `KINDS` a ruleset is listed."""
    if is_sketch(ruleset):
        return "sketches"
    return "libraries" if ruleset.library else "complete"


def without_round(site: SiteData, location: PageLocation) -> tuple[Link, ...]:
    """Links to the libraries, which nobody plays alone."""
    return tuple(
        Link(plain_text(site.rulesets[name].title), location.to(system_url(name)))
        for name in page_order(site)
        if kind_of(site.rulesets[name]) == "libraries"
    )


@dataclass(frozen=True, kw_only=True)
class SystemsPage:
    """View model of a list of systems; libraries are procedures that nobody plays alone."""

    site: SiteData
    location: PageLocation
    systems: tuple[Ruleset, ...]

    def of_kind(self, kind: str) -> tuple[Ruleset, ...]:
        """Those of one of the `KINDS`."""
        return tuple(each for each in self.systems if kind_of(each) == kind)

    def href(self, system: Ruleset) -> str:
        """URL of a system's page."""
        return self.location.to(system_url(system.ruleset))

    def about(self, system: Ruleset) -> str:
        """The first two sentences of its description, on its first line."""
        line = plain_text(system.about.strip().partition("\n")[0])
        return " ".join(SENTENCE_END.split(line)[:2])

    def examples(self, system: Ruleset) -> int:
        """How many examples it has."""
        return len(self.site.examples_of(system.ruleset))

    def base(self, system: Ruleset) -> str:
        """Title of the system that it changes, if any."""
        base = self.site.rulesets.get(system.extends)
        return base.title if base else ""


def systems_page(site: SiteData, url: str = SYSTEMS, kind: str = "") -> SystemsPage:
    """View model of the systems list for the page at `url`; of one kind, or of all."""
    wanted = (kind,) if kind else KINDS
    found = [site.rulesets[name] for name in page_order(site)]
    shown = tuple(each for kind in wanted for each in found if kind_of(each) == kind)
    return SystemsPage(site=site, location=site.location(url), systems=shown)
