"""Sources page: bibliography of the documents that clauses cite."""

from dataclasses import dataclass

from markupsafe import Markup

from turnwright.site.page import SOURCES, Link, system_url
from turnwright.site.rendering import inline_html
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class DocumentView:
    """View model of a document, the game it is about, and the system that cites it."""

    title: str
    game: str
    publisher: str
    by: str
    edition: str
    link: str
    note: Markup
    system: Link


@dataclass(frozen=True, kw_only=True)
class SourcesPage:
    """View model of the sources page."""

    documents: tuple[DocumentView, ...]


def sources_page(site: SiteData) -> SourcesPage:
    """View model of the sources page."""
    location = site.location(SOURCES)
    return SourcesPage(
        documents=tuple(
            DocumentView(
                title=document.title,
                game=ruleset.game,
                publisher=site.credit(name).publisher,
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
