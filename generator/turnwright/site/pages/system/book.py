"""View model of a book: its chapters, and behind each entry the clauses that it says."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from turnwright.describe.applicability import is_assumed
from turnwright.describe.labels import Labels
from turnwright.describe.odds_table import OddsTable, odds_tables
from turnwright.examples.programs import program_of
from turnwright.language.book import Book, Box, Chapter, Entry
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Reading, Ruleset
from turnwright.site.clauses import ClauseView, References, clause_view
from turnwright.site.page import Link
from turnwright.site.pages.odds.attack import FormRoll, attack_form
from turnwright.site.pages.odds.odds_tables import ChanceTable, chance_tables

LONG = 1200
"""A book of more words is too long to scroll through on a phone: there its chapters are folded."""


@dataclass(frozen=True, kw_only=True)
class Reread:
    """View model of how words of an entry underneath are read here."""

    text: str
    href: str
    only: str = ""
    """The answer with which it is so; empty where it is so by default."""
    without: str = ""
    """The answers with which it is not so."""


@dataclass(frozen=True, kw_only=True)
class EntryView:
    """View model of an entry, with what opens behind it."""

    entry: Entry
    anchor: str
    place: str = ""
    """Anchor of its place in its chapter; empty where it stands there in any case."""
    clauses: tuple[ClauseView, ...] = ()
    told: tuple[Link, ...] = ()
    """Clauses behind it that stand behind an earlier entry."""
    rereads: tuple[Reread, ...] = ()
    tables: tuple[ChanceTable, ...] = ()
    attack: tuple[FormRoll, ...] = ()
    """The rolls of an attack, for a form."""
    reading: Reading | None = None
    """The reading that it asks about."""
    gap: str = ""
    """What is missing from the source, where it asks about that."""
    is_assumed: bool = False
    """True where all of it is assumed, and so is to be checked in a rulebook."""
    is_new: bool = False
    """True where a pack says it, and the system without it does not."""
    answers: Mapping[str, tuple[EntryView, ...]]
    """What holds with each other answer, by its name."""

    @property
    def only(self) -> str:
        """The settings that it needs, for the script that shows what is agreed."""
        return " ".join(self.entry.only_with)

    @property
    def without(self) -> str:
        """The settings that it does not hold with."""
        return " ".join(self.entry.not_with)


@dataclass(frozen=True, kw_only=True)
class ChapterView:
    """View model of a chapter."""

    anchor: str
    title: str
    entries: tuple[EntryView, ...]


@dataclass(frozen=True, kw_only=True)
class PaperChapter:
    """View model of a chapter of the player's sheet: its entries, each with its odds.

    What is assumed is marked.
    """

    title: str
    entries: tuple[tuple[Entry, tuple[OddsTable, ...], bool], ...]


@dataclass(frozen=True, kw_only=True)
class BookView:
    """View model of a book."""

    book: Book
    is_long: bool
    round: tuple[Box, ...]
    labels: Labels
    chapters: tuple[ChapterView, ...]
    options: Mapping[str, tuple[EntryView, ...]]
    """What each option changes, by its name."""
    paper: tuple[PaperChapter, ...] = ()
    """What is printed in place of the chapters; nothing where these are the sheet."""
    left: tuple[tuple[str, tuple[ClauseView, ...]], ...]
    """Clauses behind no entry, which only keep the machine's books, by the title of their part."""

    def first_questions(self) -> Iterator[EntryView]:
        """What to agree before a first game."""
        for chapter in self.chapters:
            yield from (each for each in chapter.entries if each.entry.first)

    def box_title(self, box: Box) -> str:
        """What a part of the round is called in its picture."""
        return box.title or self.labels.title(box.step)

    def box_href(self, box: Box) -> str:
        """The chapter of a part of the round; nothing where it has none."""
        known = {chapter.anchor for chapter in self.chapters}
        return f"#{box.chapter}" if box.chapter in known else ""


def words_of(entries: Iterable[Entry]) -> int:
    """Words that a reader meets in some entries, with those of their tables and lists."""
    return sum(
        len(text.split())
        for each in entries
        for text in (
            each.title,
            each.say,
            each.agree,
            *each.points,
            *each.rows,
            *each.rows.values(),
        )
    )


def name_of(entry: Entry, told: Container[str], known: Container[str]) -> str:
    """Name of an entry in its anchor: its id, or the first clause that no earlier one tells."""
    new = (cited for cited in entry.rules if cited in known and cited not in told)
    return entry.id or next(new, "") or entry.reading or entry.gap


class BookBuilder:
    """Builder of the view model of a book, with clauses by full id, for one page."""

    def __init__(
        self,
        refs: References,
        rules: Ruleset,
        book: Book,
        *,
        hidden: Collection[str] = (),
        known: Collection[Entry] | None = None,
        sheet: Book | None = None,
    ) -> None:
        """`hidden` are clauses that nothing asks for; `known` what a system says without a pack.

        `sheet` is the book as it is printed, where that is another one.
        """
        self.refs = refs
        self.rules = rules
        self.book = book
        self.hidden = hidden
        self.known = known
        self.sheet = sheet
        self.labels = Labels(rules)
        self.tables = chance_tables(program_of(rules), frozenset(book.at_most.items()))
        self.clauses = {each.full_id: each for body in rules.bodies() for each in body.clauses()}
        self.gaps = {gap.name: gap.text for gap in rules.gaps if gap.name}
        self.told: dict[str, str] = {}
        """Anchor of each clause that is on the page already, by its full id."""
        self.options: dict[str, list[EntryView]] = {name: [] for name in rules.options}
        self.answers: dict[str, list[EntryView]] = {}

    def view(self) -> BookView:
        """View model of the book."""
        chapters = [
            (chapter, [self.entry(each) for each in chapter.entries])
            for chapter in self.book.chapters
        ]
        return BookView(
            book=self.book,
            is_long=words_of(e for c in self.book.chapters for e in c.entries) > LONG,
            round=self.book.round,
            labels=self.labels,
            chapters=tuple(
                ChapterView(
                    anchor=chapter.chapter,
                    title=chapter.title,
                    entries=tuple(map(self.with_answers, entries)),
                )
                for chapter, entries in chapters
            ),
            # What an option says comes before what it leaves open.
            options={
                name: tuple(sorted(found, key=lambda view: bool(view.entry.agree)))
                for name, found in self.options.items()
            },
            paper=tuple(map(self.paper_chapter, self.sheet.chapters)) if self.sheet else (),
            left=tuple(self.left()),
        )

    def paper_chapter(self, chapter: Chapter) -> PaperChapter:
        """View model of a chapter of the sheet."""

        def odds(entry: Entry) -> tuple[OddsTable, ...]:
            check = entry.table.check if entry.table else ""
            return tuple(odds_tables(self.rules, check)) if check in self.rules.checks else ()

        entries = chapter.entries
        if self.known is not None:  # What is agreed is settled.
            entries = tuple(replace(each, only_with=(), not_with=()) for each in entries)
        return PaperChapter(
            title=chapter.title,
            entries=tuple((each, odds(each), is_assumed(each, self.clauses)) for each in entries),
        )

    def clause(self, clause: Clause) -> ClauseView:
        """View model of a clause that is not on the page yet."""
        own = clause.ruleset == self.rules.ruleset
        anchor = clause.id if own else clause.full_id
        self.told[clause.full_id] = anchor
        return clause_view(self.refs, clause, anchor=anchor)

    def entry(self, entry: Entry) -> EntryView:
        """View model of an entry; one that is so only with a setting waits with that one, too."""
        own = name_of(entry, self.told, self.clauses)
        clauses, told = [], []
        for full_id in entry.rules:
            if full_id in self.told:
                told.append(Link(full_id, f"#{self.told[full_id]}"))
            elif clause := self.clauses.get(full_id):
                clauses.append(self.clause(clause))
            else:  # A library says it, and these rules do not play it.
                told.append(self.refs.clause(full_id))
        view = EntryView(
            entry=entry,
            anchor=f"entry-{own}",
            clauses=tuple(clauses),
            told=tuple(told),
            rereads=tuple(self.rereads(entry)),
            tables=tuple(self.tables_of(entry)),
            attack=attack_form(self.rules, entry.table.attack, self.book.at_most)
            if entry.table
            else (),
            reading=self.rules.readings.get(entry.reading),
            gap=self.gaps.get(entry.gap, ""),
            is_assumed=is_assumed(entry, self.clauses),
            is_new=self.known is not None and entry not in self.known,
            answers={},
        )
        for key in entry.only_with:
            placed = replace(view, place=f"place-{own}")
            if key in self.options and self.known is None:
                self.options[key].append(placed)
                return placed
            if self.is_other_answer(key):
                self.answers.setdefault(key, []).append(placed)
                return placed
        return view

    def rereads(self, entry: Entry) -> Iterator[Reread]:
        """How words of an entry of the book underneath are read here."""
        if entry.ruleset == self.rules.ruleset:
            return
        for clause in self.clauses.values():
            if not set(clause.rereads).isdisjoint(entry.rules):
                name, _, answer = clause.of.partition(":")
                reading = self.rules.readings.get(name) if answer else None
                others = (
                    [each for each in reading.alternatives if each != answer] if reading else []
                )
                is_other = self.is_other_answer(clause.of)
                yield Reread(
                    text=clause.text,
                    href=self.refs.clause(clause.full_id).href,
                    only=clause.of if is_other else "",
                    without="" if is_other else " ".join(f"{name}:{each}" for each in others),
                )

    def is_other_answer(self, key: str) -> bool:
        """True for the key of an answer that does not hold in these rules."""
        name, _, which = key.partition(":")
        reading = self.rules.readings.get(name)
        return bool(which and reading and which != reading.default and self.known is None)

    def with_answers(self, view: EntryView) -> EntryView:
        """An entry with what holds with the other answers to its question."""
        if not view.reading:
            return view
        name = view.entry.reading
        found = {}
        for which in view.reading.alternatives:
            if which != view.reading.default:
                found[which] = tuple(self.answers.get(f"{name}:{which}", ()))
        return replace(view, answers=found)

    def tables_of(self, entry: Entry) -> Iterator[ChanceTable]:
        """The tables that are worked out for an entry."""
        if entry.table and entry.table.check:
            yield from (table for table in self.tables if table.part == entry.table.check)

    def left(self) -> Iterator[tuple[str, tuple[ClauseView, ...]]]:
        """Clauses that are behind no entry, by the title of the part they are in."""
        known = {*self.told, *self.hidden}
        for kind, name, part in self.rules.parts():
            found = [clause for clause in part.clauses if clause.full_id not in known]
            if found:
                yield self.labels.title(name, kind), tuple(map(self.clause, found))
