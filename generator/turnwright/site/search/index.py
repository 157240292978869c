"""Search index: all that can be found, with where it leads and the words that it is found by.

The index is a script and not JSON, because a page that was opened from the disk may not fetch.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, product

from turnwright.describe.applicability import Applies
from turnwright.describe.labels import Labels
from turnwright.language.book import Book, Entry
from turnwright.language.ruleset import KINDS, Status
from turnwright.load.declared_names import has_word
from turnwright.site.clauses import gap_anchor
from turnwright.site.page import CLUB, GLOSSARY, Page, SiteFile, difference_url, system_url
from turnwright.site.pages.club.view import QUESTIONS
from turnwright.site.pages.glossary.view import shared_terms
from turnwright.site.pages.system.book import name_of
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

INDEX = "search/entries.js"
AGREE = "Agree first"
BY_DEFAULT = "Unless you agree otherwise"
IF_AGREED = "Only if you agree on it"
MISSING = "Not in our source"
NOT_COVERED = "Not covered here"

ODDS = "odds chance chances likely probability percent"
"""What players type for the odds that stand at an entry."""
CHANGES = "change changed different difference differs instead normal ordinary plain usual vanilla"
"""What players type for the page of what an overlay changes."""
SHARED = ("entry", "gap")
"""Kinds of documents that an overlay has from its base; others are each system's own."""
SYSTEM = re.compile(r"systems/(\w+)/")
WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, kw_only=True)
class SearchDocument:
    """Document of the index: one thing that can be found."""

    kind: str
    """What it is, such as `entry`, by which the script ranks it."""
    systems: tuple[str, ...] = ()
    """Where it holds, its writer first. None for what is about all systems."""
    place: str = ""
    """Its URL; where it begins with `#`, an anchor on the page of each of its systems."""
    title: str = ""
    text: str = ""
    lent: str = ""
    """Further words that it is found by, which count for less."""
    remark: str = ""
    """What goes before the text, such as `Agree first`."""
    chapter: str = ""
    """The heading it stands under."""
    rules: tuple[str, ...] = ()
    """Full ids of the clauses behind it."""

    @property
    def row(self) -> tuple[str, ...]:
        """What is written of it beside its systems, and what it is told apart by."""
        return (self.kind, self.place, self.title, self.text, self.remark, self.chapter)


def search_files(site: SiteData, pages: Iterable[Page] = ()) -> Iterator[SiteFile]:
    """The index of this site, with these of its pages, as a script."""
    yield SiteFile(INDEX, partial(_script, site, pages))


def _script(site: SiteData, pages: Iterable[Page]) -> str:
    found = documents(site, pages)
    numbers = {name: number for number, name in enumerate(site.rulesets)}
    data = {
        "file": site.index,
        "systems": [_system(site, name) for name in site.rulesets],
        "synonyms": shared_terms().synonyms,
        "documents": [(*it.row, it.lent, [numbers[name] for name in it.systems]) for it in found],
        "together": list(_together(site, found)),
        "examples": [
            (plain_text(example.example), example.slug, numbers[example.ruleset])
            for example in site.library.examples
        ],
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"turnwright.entries({written});\n"


def _system(site: SiteData, name: str) -> Mapping[str, object]:
    """What the script knows of a system: its names, and what its players type for its words."""
    ruleset, book = site.rulesets[name], site.library.books.get(name)
    names = (ruleset.game, *(book.names if book else ()))
    return {
        "id": name,
        "title": plain_text(ruleset.title),
        "url": system_url(name),
        "names": [each for each in dict.fromkeys(names) if each],
        "sketch": ruleset.status is Status.SKETCH,
        "extends": ruleset.extends,
        "synonyms": ruleset.synonyms,
    }


def documents(site: SiteData, pages: Iterable[Page] = ()) -> list[SearchDocument]:
    """All that can be found but examples, each once with all the systems where it is so."""
    found: dict[tuple[str, ...], SearchDocument] = {}
    # Bases come first, so that who wrote something is the first of those that have it.
    for name in sorted(site.rulesets, key=lambda name: len(site.library.chain(name))):
        for document in chain(_book(site, name), _own(site, name), _clauses(site, name)):
            key = (*document.row, "" if document.kind in SHARED else name)
            known = found.setdefault(key, document)
            found[key] = replace(known, systems=(*known.systems, name))
    return [*found.values(), *_pages(site, pages), *_words(site)]


def _book(site: SiteData, name: str) -> Iterator[SearchDocument]:
    """The chapters and entries of the book of a system, and its answers to a club."""
    book = site.book(name)
    bodies = site.effective[name].bodies()
    known = {clause.full_id for body in bodies for clause in body.clauses()}
    told: set[str] = set()
    for chapter in book.chapters:
        title = plain_text(chapter.title)
        titles = " . ".join(plain_text(entry.title) for entry in chapter.entries if entry.title)
        yield SearchDocument(kind="chapter", place=f"#{chapter.chapter}", title=title, lent=titles)
        for entry in chapter.entries:
            anchor = f"#entry-{name_of(entry, told, known)}"
            if _is_offered(site, name, entry):
                yield replace(_entry(site, name, entry), place=anchor, chapter=title)
            told.update(known.intersection(entry.rules))
    for key, answer in book.club.items():
        yield SearchDocument(
            kind="club",
            place=f"{CLUB}{site.index}#{key}",
            title=QUESTIONS[key],
            text=plain_text(answer.say),
        )


def _is_offered(site: SiteData, name: str, entry: Entry) -> bool:
    """False for an entry that is so only with options of the ruleset underneath."""
    offered = site.rulesets[name].options
    return not entry.only_with or any(":" in key or key in offered for key in entry.only_with)


def _entries(book: Book) -> Iterator[Entry]:
    for chapter in book.chapters:
        yield from chapter.entries


def _entry(site: SiteData, name: str, entry: Entry) -> SearchDocument:
    """An entry of a book, with the words of the clauses behind it."""
    rules = site.effective[name]
    rows = (f"{row}: {text}" for row, text in entry.rows.items())
    text = "\n".join(map(plain_text, filter(None, (entry.say, *entry.points, *rows))))
    reading = rules.readings.get(entry.reading)
    lent = [*_sentences(site, entry.rules)]
    lent += (gap.text for gap in rules.gaps if entry.gap and gap.name == entry.gap)
    if reading:
        lent += (reading.question, *(way.text for way in reading.alternatives.values()))
    lent += (rules.options[each].title for each in entry.only_with if each in rules.options)
    lent += [ODDS] if entry.table else []
    check = entry.table.check if entry.table else ""
    title = ": ".join(filter(None, (entry.title, entry.agree)))
    title = title or (Labels(rules).title(check) if check and not text else "")
    return SearchDocument(
        kind="entry",
        title=plain_text(title),
        text=text,
        lent=_lent(lent, text, rules.synonyms),
        remark=_remark(site, name, entry),
        rules=entry.rules,
    )


def _remark(site: SiteData, name: str, entry: Entry) -> str:
    """What nobody may take for law: what is open, and what holds only by choice."""
    rules = site.effective[name]
    if entry.agree:
        return AGREE
    options = [rules.options[each].title for each in entry.only_with if each in rules.options]
    if entry.only_with:
        return f"Only with {plain_text(options[0])}" if options else IF_AGREED
    holds = (site.applicability[name].get(cited) for cited in entry.rules)
    return BY_DEFAULT if any(it and it.applies is Applies.BY_DEFAULT for it in holds) else ""


def _own(site: SiteData, name: str) -> Iterator[SearchDocument]:
    """A system by its names, and what its page has below the book."""
    ruleset, book = site.rulesets[name], site.book(name)
    yield SearchDocument(
        kind="system",
        place=f"{system_url(name)}{site.index}",
        title=plain_text(ruleset.title),
        text=plain_text(ruleset.about.strip().partition("\n\n")[0]),
        lent=" . ".join((ruleset.game, ruleset.edition, *book.names)),
    )
    for key, option in ruleset.options.items():
        title, text = plain_text(option.title), plain_text(option.text)
        yield SearchDocument(kind="option", place=f"#option-{key}", title=title, text=text)
    asked = {entry.gap for entry in _entries(book)}
    for number, gap in enumerate(ruleset.gaps, start=1):
        if not gap.name or gap.name not in asked:
            place, text = f"#{gap_anchor(gap, number)}", plain_text(gap.text)
            yield SearchDocument(kind="gap", place=place, text=text, remark=MISSING)
    for key in site.effective[name].not_covered:
        text = plain_text(site.effective[name].not_covered[key].text)
        yield SearchDocument(kind="gap", place="#not-covered", text=text, remark=NOT_COVERED)


def _clauses(site: SiteData, name: str) -> Iterator[SearchDocument]:
    """The clauses of its own that no entry tells: those of the machine."""
    rules = site.effective[name]
    labels = Labels(rules)
    told = {cited for entry in _entries(site.book(name)) for cited in entry.rules}
    for clause in rules.clauses():
        if clause.ruleset == name and clause.full_id not in told | site.idle[name]:
            kind, part = site.part_of[clause.full_id]
            yield SearchDocument(
                kind="machine",
                place=f"#{clause.id}",
                text=plain_text(clause.text),
                lent=_named(clause.id),
                remark=site.applicability[name][clause.full_id].label.rstrip(":"),
                chapter=labels.title(part, kind if kind in KINDS else ""),
            )


def _pages(site: SiteData, pages: Iterable[Page]) -> Iterator[SearchDocument]:
    """Pages, but for those of systems themselves."""
    for page in pages:
        system = SYSTEM.match(page.url)
        if system and page.url == system_url(system[1]):
            continue
        found = SearchDocument(
            kind="page", place=f"{page.url}{site.index}", title=page.title, text=page.summary
        )
        yield _page_of(site, system[1], found) if system else found


def _page_of(site: SiteData, name: str, page: SearchDocument) -> SearchDocument:
    """A page of one system, without its name: that stands above the hit, and is no word of it."""
    system = plain_text(site.rulesets[name].title)
    title = re.sub(f": {re.escape(system)}$|^{re.escape(system)}: ", "", page.title)
    title = title.replace(system, "this").strip()
    page = replace(page, systems=(name,), title=f"{title[:1].upper()}{title[1:]}")
    text = page.text.replace(system, "this system")
    if not page.place.startswith(difference_url(name)):
        return replace(page, text=text)
    told = dict.fromkeys(plain_text(each.title) for each in site.book(name).changes if each.title)
    said = "\n".join(("Among others:", *told)) if told else text
    return replace(page, text=said, lent=f"{CHANGES} {page.text}")


def _words(site: SiteData) -> Iterator[SearchDocument]:
    """The words of the players' glossary."""
    for term in shared_terms().terms:
        yield SearchDocument(
            kind="word",
            place=f"{GLOSSARY}{site.index}#{term.anchor}",
            title=term.term,
            text=plain_text(term.text),
            lent=" . ".join(term.also),
        )


def _sentences(site: SiteData, rules: Iterable[str]) -> Iterator[str]:
    """Sentences of clauses by full id, each with its id for a player's other words."""
    for clause in filter(None, map(site.clauses.get, rules)):
        yield clause.text
        yield _named(clause.id)


def _named(clause: str) -> str:
    """The words of the id of a clause."""
    return re.sub("[.-]", " ", clause)


def _lent(texts: Iterable[str], said: str, synonyms: Iterable[str]) -> str:
    """Words of some texts that are not said, and the phrases that players have others for."""
    whole = plain_text(" ".join(texts))
    words = dict.fromkeys(_words_of(whole))
    new = " ".join(word for word in words if word not in {*_words_of(said)})
    phrases = (
        phrase
        for phrase in synonyms
        if " " in phrase and has_word(whole, phrase) and not has_word(said, phrase)
    )
    return " . ".join((new, *phrases))


def _words_of(text: str) -> list[str]:
    return WORD.findall(text.lower().replace("'", ""))


def _together(site: SiteData, found: list[SearchDocument]) -> Iterator[tuple[int, int]]:
    """Pairs of documents, by number, that are one answer: a rule and its exception.

    They stand in one chapter and share a clause, or a clause of one is an exception to one of the
    other or stands in its place.
    """
    behind: dict[str, list[int]] = {}
    for number, document in enumerate(found):
        for cited in document.rules:
            behind.setdefault(cited, []).append(number)
    pairs: dict[tuple[int, int], None] = {}
    for cited, numbers in behind.items():
        for one, other in combinations(numbers, 2):
            if found[one].chapter == found[other].chapter:
                pairs[one, other] = None
        for rule in _excepted(site, cited):
            pairs |= dict.fromkeys(product(behind.get(rule, ()), numbers))
    for one, other in pairs:
        if one != other and not set(found[one].systems).isdisjoint(found[other].systems):
            yield one, other


def _excepted(site: SiteData, cited: str) -> Iterator[str]:
    """Full ids of the clauses that a clause is an exception to, or stands in for."""
    clause = site.clauses.get(cited)
    if clause is not None:
        for rule in (*clause.waived, *clause.replaces):
            yield site.resolve(rule, clause.ruleset)
