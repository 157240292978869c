"""Sources and credits: every document that clauses are taken from, and who made it."""

from dataclasses import dataclass

from markupsafe import Markup

from turnwright.site.book import Book
from turnwright.site.page import SOURCES, Link, system_url
from turnwright.site.sentence import inline


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


def sources_page(book: Book) -> SourcesPage:
    """The page of sources and credits."""
    place = book.place(SOURCES)
    return SourcesPage(
        documents=tuple(
            DocumentView(
                title=document.title,
                by=document.by,
                edition=document.edition,
                link=document.link,
                note=inline(document.note),
                system=Link(ruleset.title, place.to(system_url(name))),
            )
            for name, ruleset in book.rulesets.items()
            for document in ruleset.documents.values()
        )
    )
