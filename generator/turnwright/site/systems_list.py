"""The systems as entries: for the front page and for the page that lists them."""

from dataclasses import dataclass

from turnwright.proof.proving import written
from turnwright.site.markdown import plain_text
from turnwright.site.page import SYSTEMS, Link, system_url
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class SystemEntry:
    """A system in a list."""

    link: Link
    game: str
    edition: str
    about: str
    """The first sentence of what is said about it."""
    base: str
    clauses: int
    examples: int


@dataclass(frozen=True, kw_only=True)
class SystemsPage:
    """Everything a list of systems shows."""

    systems: tuple[SystemEntry, ...]


def systems_page(site: SiteData, url: str = SYSTEMS) -> SystemsPage:
    """The list of systems, for the page at `url`."""
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
                clauses=len(written(ruleset)),
                examples=len(site.examples_of(name)),
            )
            for name, ruleset in rulesets.items()
        )
    )
