"""Sources and credits: every document that clauses are taken from, and who made it."""

from dataclasses import dataclass

from markupsafe import Markup

from turnwright.site.markdown import inline_html
from turnwright.site.page import SOURCES, Link, system_url
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class DocumentView:
    """A document and the system that is made from it."""

    title: str
    by: str
    edition: str
    link: str
    note: Markup
    system: Link


@dataclass(frozen=True, kw_only=True)
class SourcesPage:
    """Everything the page of sources shows."""

    documents: tuple[DocumentView, ...]


def sources_page(site: SiteData) -> SourcesPage:
    """The page of sources and credits."""
    location = site.location(SOURCES)
    return SourcesPage(
        documents=tuple(
            DocumentView(
                title=document.title,
                by=document.by,
                edition=document.edition,
                link=document.link,
                note=inline_html(document.note),
                system=Link(ruleset.title, location.to(system_url(name))),
            )
            for name, ruleset in site.rulesets.items()
            for document in ruleset.documents.values()
        )
    )
