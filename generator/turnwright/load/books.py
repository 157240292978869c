"""Books: the book of an overlay reads on from the one underneath; and what holds with a choice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from turnwright.language.book import Book, Chapter, Entry
from turnwright.load.inheritance import RulesetGraph


class Bookshelf:
    """The books beside the rulesets of a graph, and the whole book of each."""

    def __init__(self, graph: RulesetGraph, written: Mapping[str, Book]) -> None:
        self._graph = graph
        self._written = written
        self._whole: dict[str, Book] = {}

    def whole(self, ruleset: str) -> Book | None:
        """A book with all entries, also those of options, and those of the book underneath.

        Its rules are full ids. None for a ruleset without a book of its own.
        """
        if ruleset not in self._written:
            return None
        if ruleset not in self._whole:
            own = self._with_full_ids(ruleset, self._written[ruleset])
            below = self._graph.rulesets[ruleset].extends
            underneath = self.whole(below) if below in self._graph.rulesets else None
            self._whole[ruleset] = read_on(own, underneath) if underneath else own
        return self._whole[ruleset]

    def _with_full_ids(self, ruleset: str, book: Book) -> Book:
        """A book whose entries know their ruleset, and whose rules are full ids."""
        full_ids = self._graph.resolver(ruleset).full_ids

        def known(entries: Iterable[Entry]) -> tuple[Entry, ...]:
            return tuple(
                replace(entry, rules=full_ids(entry.rules), ruleset=ruleset) for entry in entries
            )

        chapters = tuple(
            replace(chapter, entries=known(chapter.entries)) for chapter in book.chapters
        )
        club = {
            name: replace(answer, rules=full_ids(answer.rules))
            for name, answer in book.club.items()
        }
        return replace(book, chapters=chapters, changes=known(book.changes), club=club)


def read_on(own: Book, below: Book) -> Book:
    """The book of an overlay: its chapters in its order, each going on from that underneath.

    What is said of the game as a whole, such as a first game, holds for one ruleset alone; the
    picture of the round holds until an overlay draws its own.
    """
    underneath = {chapter.chapter: chapter for chapter in below.chapters}
    chapters = (
        _continued(chapter, underneath[chapter.chapter])
        if chapter.chapter in underneath
        else chapter
        for chapter in own.chapters
    )
    return replace(own, chapters=tuple(chapters), round=own.round or below.round)


def taken_away(chapter: Chapter) -> set[str]:
    """Entries of the chapter underneath that a chapter drops, or replaces by own ones."""
    return {*chapter.drops, *(name for entry in chapter.entries for name in entry.replaces)}


def _continued(own: Chapter, below: Chapter) -> Chapter:
    """A chapter that goes on from the one underneath; what replaces stands where that stood."""
    gone = taken_away(own)
    known = {entry.id for entry in below.entries if entry.id}
    following: dict[str, list[Entry]] = {}
    last: list[Entry] = []
    for entry in own.entries:
        place = entry.after or next(iter(entry.replaces), "")
        (following.setdefault(place, []) if place in known else last).append(entry)
    entries: list[Entry] = []
    for entry in below.entries:
        if entry.id not in gone:
            entries.append(entry)
        entries += following.get(entry.id, ())
    return replace(own, title=own.title or below.title, entries=(*entries, *last))


def as_played(book: Book, options: Iterable[str], readings: Mapping[str, str]) -> Book:
    """A book with the entries that hold with these options and readings, the default ones too.

    A chapter without any entry left is not there.
    """
    chosen = {*options, *(f"{name}:{choice}" for name, choice in readings.items())}
    chapters = (
        replace(chapter, entries=tuple(e for e in chapter.entries if holds(e, chosen)))
        for chapter in book.chapters
    )
    return replace(
        book,
        chapters=tuple(chapter for chapter in chapters if chapter.entries),
        changes=tuple(entry for entry in book.changes if holds(entry, chosen)),
    )


def holds(entry: Entry, chosen: Collection[str]) -> bool:
    """True for an entry that is so with these options, and readings as `reading:alternative`."""
    wanted = not entry.only_with or any(choice in chosen for choice in entry.only_with)
    return wanted and not any(choice in chosen for choice in entry.not_with)
