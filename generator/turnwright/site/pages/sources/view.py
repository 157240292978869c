"""Sources page: bibliography of the documents that clauses cite."""

from dataclasses import dataclass

from turnwright.language.clause import Document
from turnwright.language.ruleset import Ruleset
from turnwright.site.page import SOURCES, Link, system_url
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class SourcesPage:
    """View model of the sources page."""

    documents: tuple[tuple[Document, Ruleset, str, Link], ...]
    """Each with the ruleset that cites it, the publisher of its game, and a link to the system."""


def sources_page(site: SiteData) -> SourcesPage:
    """View model of the sources page."""
    location = site.location(SOURCES)
    return SourcesPage(
        documents=tuple(
            (document, rules, site.credit(name).publisher, Link(rules.title, location.to(url)))
            for name, rules in site.rulesets.items()
            for url in (system_url(name),)
            for document in rules.documents.values()
        )
    )
