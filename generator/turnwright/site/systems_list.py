"""Systems list: view model for the home page and the systems page."""

from dataclasses import dataclass

from turnwright.language.ruleset import Ruleset, Status
from turnwright.proof.mutation_testing import own_clauses
from turnwright.site.markdown import plain_text
from turnwright.site.page import SYSTEMS, Link, system_url
from turnwright.site.site_data import SiteData


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
    """Ids of the rulesets in the order of their pages: systems, then sketches."""
    return tuple(sorted(site.rulesets, key=lambda name: is_sketch(site.rulesets[name])))


def is_sketch(ruleset: Ruleset) -> bool:
    """True when a ruleset is a sketch."""
    return ruleset.status is Status.SKETCH


@dataclass(frozen=True, kw_only=True)
class SystemsPage:
    """View model of the systems list."""

    systems: tuple[SystemEntry, ...]
    sketches: tuple[SystemEntry, ...]


def systems_page(site: SiteData, url: str = SYSTEMS) -> SystemsPage:
    """View model of the systems list, for the page at `url`."""
    location = site.location(url)
    rulesets = site.rulesets

    def entry(name: str, ruleset: Ruleset) -> SystemEntry:
        return SystemEntry(
            link=Link(ruleset.title, location.to(system_url(name))),
            game=ruleset.game,
            edition=ruleset.edition,
            about=plain_text(ruleset.about.strip().partition("\n")[0]),
            base=rulesets[ruleset.extends].title if ruleset.extends in rulesets else "",
            clauses=len(own_clauses(ruleset)),
            examples=len(site.examples_of(name)),
        )

    return SystemsPage(
        systems=tuple(entry(n, each) for n, each in rulesets.items() if not is_sketch(each)),
        sketches=tuple(entry(n, each) for n, each in rulesets.items() if is_sketch(each)),
    )
