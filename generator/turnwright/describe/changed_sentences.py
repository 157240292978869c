"""Diff of two books: the sentences that are new, gone, or told otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from turnwright.language.book import Book, Entry

ALIKE = 0.5
"""How alike two sentences are, from 0 to 1, of which one is the other told otherwise."""


class ChangedSentence(NamedTuple):
    """What a book says, and what another says instead; empty where it says nothing."""

    chapter: str
    before: str
    now: str


class _Told(NamedTuple):
    chapter: str
    entry: Entry
    text: str


def changed_sentences(before: Book, now: Book) -> tuple[ChangedSentence, ...]:
    """What differs between two books, in the order of the second; what is gone, where it stood."""
    old, new = [*_told(before)], [*_told(now)]
    same = {each.text for each in old} & {each.text for each in new}
    gone = [each for each in old if each.text not in same]
    found: list[tuple[int, ChangedSentence]] = []
    place = {each.text: number for number, each in enumerate(new)}
    for each in new:
        if each.text in same:
            continue
        was = max(gone, key=lambda it: _likeness(it, each), default=None)
        if was is not None and _likeness(was, each) >= ALIKE:
            gone.remove(was)
            text = was.text
        else:
            text = ""
        found.append((place[each.text], ChangedSentence(each.chapter, text, each.text)))
    at = 0
    for each in old:
        at = place.get(each.text, at)
        if each in gone:
            found.append((at, ChangedSentence(each.chapter, each.text, "")))
    return tuple(change for _, change in sorted(found, key=lambda it: it[0]))


def _told(book: Book) -> Iterator[_Told]:
    """Every entry of a book, as one text."""
    for chapter in book.chapters:
        for entry in chapter.entries:
            if text := entry_text(entry):
                yield _Told(chapter.title, entry, text)


def entry_text(entry: Entry) -> str:
    """All that an entry says, in a line."""
    rows = (f"{key}: {value}." for key, value in entry.rows.items())
    title = f"{entry.title}." if entry.title else ""
    parts = (title, entry.agree, entry.say, *entry.points, *rows)
    return " ".join(" ".join(part.split()) for part in parts if part)


def _likeness(one: _Told, other: _Told) -> float:
    """How alike two entries are: that of one clause, or of one name, is the same told otherwise."""
    if {*one.entry.rules} & {*other.entry.rules}:
        return 1 + SequenceMatcher(None, one.text, other.text).ratio()
    if one.entry.key and one.entry.key == other.entry.key:
        return 1.0
    return SequenceMatcher(None, one.text, other.text).ratio()
