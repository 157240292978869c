"""Systems list: view model for the home page and the systems page."""

from dataclasses import dataclass

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


@dataclass(frozen=True, kw_only=True)
class SystemsPage:
    """View model of the systems list."""

    systems: tuple[SystemEntry, ...]


def systems_page(site: SiteData, url: str = SYSTEMS) -> SystemsPage:
    """View model of the systems list, for the page at `url`."""
    location = site.location(url)
    rulesets = site.rulesets
    return SystemsPage(
        systems=tuple(
            SystemEntry(
                link=Link(ruleset.title, location.to(system_url(name))),
                game=ruleset.game,
                edition=ruleset.edition,
                about=plain_text(ruleset.about.strip().partition("\n")[0]),
                base=rulesets[ruleset.extends].title if ruleset.extends in rulesets else "",
                clauses=len(own_clauses(ruleset)),
                examples=len(site.examples_of(name)),
            )
            for name, ruleset in rulesets.items()
        )
    )
