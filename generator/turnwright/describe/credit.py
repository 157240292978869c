"""Credit: who publishes the game, whose the official rules are, and who wrote which text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from turnwright.language.clause import Clause, Document
from turnwright.language.ruleset import Ruleset

UNKNOWN = "unknown"
"""A publisher or an author whom the ruleset does not name."""


@dataclass(frozen=True, kw_only=True)
class Credit:
    """Credit of a ruleset, as its pages and its sheet give it."""

    publisher: str
    """Who publishes the game: its own word, or that of the ruleset underneath."""
    official: str
    """URL of the official rules; empty when unknown."""
    base: bool
    """True when the official rules are those of the base game, and not of this ruleset."""
    documents: tuple[str, ...]
    """The documents of its clauses: title, author and edition of each."""

    @property
    def official_label(self) -> str:
        """What the official rules are called."""
        return "The official rules of the base game" if self.base else "The official rules"


def credit_of(chain: Iterable[Ruleset], documents: Iterable[Document]) -> Credit:
    """Credit of the last ruleset of an inheritance chain, and of the documents that it cites.

    A library that it uses may be of another game, so publisher and link of that are not taken.
    """
    *below, last = chain
    links = (last, *(each for each in reversed(below) if not each.library))
    official = next((each for each in links if each.official), links[0])
    return Credit(
        publisher=next((each.publisher for each in links if each.publisher), UNKNOWN),
        official=official.official,
        base=official is not links[0],
        documents=tuple(map(document_credit, documents)),
    )


def documents_read(rules: Ruleset, clauses: Iterable[Clause]) -> Iterator[Document]:
    """The documents that these clauses are from; not one of which nobody has a copy.

    Of such a document all is assumed that stands under its name.
    """
    cited = {each.source.document for each in clauses if each.source and not each.assumed}
    yield from (document for name, document in rules.documents.items() if name in cited)


def document_credit(document: Document) -> str:
    """Title, author and edition of a document in one line, as far as they are known."""
    author = "" if document.by == UNKNOWN else f"by {document.by}"
    known = (document.title, author, document.edition)
    return ", ".join(filter(None, known))
