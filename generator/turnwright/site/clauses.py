"""A clause as a page shows it: its sentence, where it comes from, and what shows it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import quote

from markupsafe import Markup

from turnwright.language.clause import Clause, Source
from turnwright.language.ruleset import Ruleset
from turnwright.site.book import Book
from turnwright.site.page import GLOSSARY, Link, Place, example_url, system_url
from turnwright.site.sentence import inline, plain

NOTHING = Markup()
WORDS = {
    "advice": "clause.advice",
    "equivalent": "clause.equivalent",
    "follows": "clause.follows",
    "gap": "gap",
    "inferred": "clause.inferred",
    "reading": "reading",
    "removes": "clause.removes",
    "replaces": "clause.replaces",
}
"""The word of the glossary for each kind of remark."""


@dataclass(frozen=True, kw_only=True)
class Remark:
    """Something that is said of a clause, with what it points at."""

    kind: str
    """`advice`, `follows`, `equivalent`, `inferred`, `replaces`, `removes`, `reading`, `gap`, or
    `differs` on the page of a pack."""
    label: str
    text: Markup = NOTHING
    links: tuple[Link, ...] = ()
    word: str = ""
    """Where the glossary tells what this kind of remark is, or nothing."""


@dataclass(frozen=True, kw_only=True)
class ClauseView:
    """Everything a page shows of a clause."""

    anchor: str
    id: str
    """The full id, with the ruleset that wrote it."""
    permalink: str
    sentence: Markup
    source: str
    edition: str = ""
    """The edition of what it was taken from."""
    official: str = ""
    """Where the official rules are."""
    report: str = ""
    """Where a mistake in it is reported; empty when nobody said where the project lives."""
    writer: Link | None = None
    """The ruleset that wrote it, when it is not the one whose page this is."""
    remarks: tuple[Remark, ...] = ()
    examples: tuple[Link, ...] = ()
    aliases: tuple[str, ...] = ()


def clause_link(book: Book, place: Place, cited: str, ruleset: str) -> Link:
    """A clause by its id, leading to where it is written; only words when nobody wrote it."""
    full = book.resolve(cited, ruleset)
    clause = book.clauses.get(full)
    if clause is None:
        return Link(cited, "")
    short = clause.id if clause.ruleset == ruleset else full
    return Link(short, place.to(system_url(clause.ruleset), clause.id))


def clause_links(book: Book, place: Place, cited: Iterable[str], ruleset: str) -> tuple[Link, ...]:
    """Several clauses by their ids."""
    return tuple(clause_link(book, place, each, ruleset) for each in cited)


def report_url(repository: str, clause: str) -> str:
    """The address of a new issue about a clause, in the repository of the project."""
    if not repository:
        return ""
    title = quote(f"A mistake in {clause}", safe="")
    if "gitlab" in repository.partition("//")[2].partition("/")[0]:
        return f"{repository.rstrip('/')}/-/issues/new?issue[title]={title}"
    return f"{repository.rstrip('/')}/issues/new?title={title}"


def source_line(source: Source | None, ruleset: Ruleset) -> str:
    """Where a clause comes from, in words."""
    if source is None:
        return ""
    document = ruleset.documents.get(source.document)
    lines = f"line{'s' if '-' in source.lines or ',' in source.lines else ''} {source.lines}"
    title = document.title if document else source.document
    section = "" if source.section == title else source.section
    parts = (
        title,
        section,
        lines * bool(source.lines),
    )
    return ", ".join(part for part in parts if part)


def clause_view(
    book: Book,
    place: Place,
    ruleset: str,
    clause: Clause,
    *,
    anchor: str,
    more: tuple[Remark, ...] = (),
) -> ClauseView:
    """A clause for a page about a ruleset; `more` are remarks that only this page makes."""
    writer = book.rulesets.get(clause.ruleset)
    inherited = clause.ruleset != ruleset
    home = (
        Link(writer.title, place.to(system_url(clause.ruleset))) if writer and inherited else None
    )
    document = writer.documents.get(clause.source.document) if writer and clause.source else None
    shown = book.showing.get(clause.full_id, ())
    return ClauseView(
        anchor=anchor,
        id=clause.full_id,
        permalink=place.to(place.url, anchor),
        sentence=inline(clause.text),
        source=source_line(clause.source, writer) if writer else "",
        edition=document.edition if document else "",
        official=writer.official if writer else "",
        report=report_url(book.repository, clause.full_id),
        writer=home,
        remarks=tuple(
            replace(remark, word=place.to(GLOSSARY, WORDS[remark.kind]))
            if remark.kind in WORDS
            else remark
            for remark in (*more, *_remarks(book, place, clause))
        ),
        examples=tuple(
            example_link(place, each.example, each.ruleset, each.slug) for each in shown
        ),
        aliases=clause.aliases,
    )


def example_link(place: Place, sentence: str, ruleset: str, slug: str) -> Link:
    """An example by its sentence."""
    return Link(plain(sentence), place.to(example_url(ruleset, slug)))


def _remarks(book: Book, place: Place, clause: Clause) -> Iterator[Remark]:
    def links(cited: Iterable[str]) -> tuple[Link, ...]:
        return clause_links(book, place, cited, clause.ruleset)

    if clause.inferred:
        yield Remark(kind="inferred", label="Inferred: the source needs it but does not say it.")
    if clause.advice:
        yield Remark(kind="advice", label="Advice, not a rule.", text=inline(clause.advice))
    if clause.follows:
        yield Remark(kind="follows", label="Follows from", links=links(clause.follows))
    if clause.equivalent:
        same = links((clause.equivalent.to,))
        why = inline(clause.equivalent.why)
        yield Remark(kind="equivalent", label="Says the same as", links=same, text=why)
    if clause.replaces:
        yield Remark(kind="replaces", label="Replaces", links=links(clause.replaces))
    if clause.removes:
        yield Remark(kind="removes", label="Takes away", links=links(clause.removes))
    writer = book.rulesets.get(clause.ruleset)
    if writer is None:
        return
    for name, reading in writer.readings.items():
        if clause.of == name or _about(book, writer, reading.clauses, clause):
            chosen = reading.alternatives.get(reading.default)
            yield Remark(
                kind="reading",
                label="Reading.",
                text=inline(f"{reading.question} {chosen.text if chosen else ''}"),
                links=(
                    Link(
                        "The alternatives", place.to(system_url(writer.ruleset), f"reading-{name}")
                    ),
                ),
            )
    for gap in writer.gaps:
        if _about(book, writer, gap.clauses, clause):
            yield Remark(kind="gap", label="Missing from our source.", text=inline(gap.text))


def _about(book: Book, writer: Ruleset, cited: tuple[str, ...], clause: Clause) -> bool:
    return clause.full_id in {book.resolve(each, writer.ruleset) for each in cited}
