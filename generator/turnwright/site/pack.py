"""The page of a pack: the rules that hold with what a club agreed on, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from turnwright.language.clause import Clause
from turnwright.language.ruleset import Pack, Ruleset
from turnwright.site.book import Book
from turnwright.site.clauses import Remark, clause_links
from turnwright.site.difference import Fate, compare
from turnwright.site.page import Link, Place, pack_url, system_url
from turnwright.site.rules import Rules, RulesView
from turnwright.site.sentence import inline, plain, prose
from turnwright.study.labels import as_words


@dataclass(frozen=True, kw_only=True)
class AgreedView:
    """An option or a reading that the pack chooses."""

    kind: str
    link: Link
    text: Markup


@dataclass(frozen=True, kw_only=True)
class GoneView:
    """A clause of the system that does not hold with the pack."""

    clause: Link
    sentence: Markup
    instead: tuple[Link, ...]
    """The clauses that stand in its place."""


@dataclass(frozen=True, kw_only=True)
class PackPage:
    """Everything the page of a pack shows."""

    title: str
    permalink: str
    crumbs: tuple[Link, ...]
    system: Link
    game: str
    edition: str
    official: str
    about: Markup
    sheets: tuple[Link, ...]
    """The pack on paper, to print."""
    agreed: tuple[AgreedView, ...]
    told: tuple[str, ...]
    """What options were told."""
    contents: tuple[Link, ...]
    gone: tuple[GoneView, ...]
    rules: RulesView


def pack_page(book: Book, name: str, pack: str) -> PackPage:
    """The page of a pack of a system."""
    written, chosen = book.rulesets[name], book.rulesets[name].packs[pack]
    before, effective = book.effective[name], book.packed(name, pack)
    place = book.place(pack_url(name, pack))
    found = compare(before, effective)
    there = {clause.full_id for clause in before.clauses()}
    differs = {
        clause.full_id: _differs(place, before, clause)
        for clause in effective.clauses()
        if clause.full_id not in there
    }
    rules = Rules(book, effective, place, differs).view()

    def links(clauses: tuple[Clause, ...]) -> tuple[Link, ...]:
        return tuple(Link(each.id, place.to(place.url, _anchor(each, name))) for each in clauses)

    gone = tuple(
        GoneView(
            clause=clause_links(book, place, (change.clause.full_id,), name)[0],
            sentence=inline(change.clause.text),
            instead=links(change.by),
        )
        for fate in (Fate.CHANGED, Fate.REMOVED, Fate.UNSAID)
        for change in found.of(fate)
    )
    system = Link(written.title, place.to(system_url(name)))
    return PackPage(
        title=plain(chosen.title),
        permalink=place.to(place.url),
        crumbs=(Link("Home", place.to("")), Link("Systems", place.to("systems/")), system),
        system=system,
        game=written.game,
        edition=written.edition,
        official=written.official,
        about=prose(chosen.text),
        sheets=book.to_print(place, name, pack),
        agreed=tuple(_agreed(place, before, chosen)),
        told=tuple(map(as_words, chosen.params)),
        contents=(*([Link("Not used", "#gone")] if gone else []), *rules.contents()),
        gone=gone,
        rules=rules,
    )


def _anchor(clause: Clause, system: str) -> str:
    return clause.id if clause.ruleset == system else clause.full_id


def _agreed(place: Place, system: Ruleset, pack: Pack) -> Iterator[AgreedView]:
    for name in pack.options:
        yield AgreedView(
            kind="Option",
            link=_to_patch(place, system, name),
            text=inline(system.options[name].text),
        )
    for name, choice in pack.readings.items():
        yield AgreedView(
            kind="Reading",
            link=_to_patch(place, system, f"{name}:{choice}"),
            text=inline(system.readings[name].alternatives[choice].text),
        )


def _differs(place: Place, system: Ruleset, clause: Clause) -> Remark:
    """What brings a clause that the system as it stands does not have."""
    kind = "reading" if ":" in clause.of else "option"
    return Remark(
        kind="differs",
        label=f"Not in the system as it stands; brought by the {kind}",
        links=(_to_patch(place, system, clause.of),),
    )


def _to_patch(place: Place, system: Ruleset, patch: str) -> Link:
    """An option, or a reading with one of its alternatives, on the page of the system."""
    name, _, choice = patch.partition(":")
    kind = "reading" if choice else "option"
    title = system.readings[name].question if choice else system.options[name].title
    return Link(plain(title), place.to(system_url(system.ruleset), f"{kind}-{name}"))
