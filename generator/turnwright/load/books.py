"""Books: the clauses behind entries, what an overlay reads on from its base, and choices."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from turnwright.language.book import Book, Chapter, Entry
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.problem import quoted


class Taking(NamedTuple):
    """A clause that takes another one away, or puts itself in its place."""

    patch: str
    """The option that brings it, or the `reading:alternative`; empty for the ruleset itself."""
    ruleset: str
    by: str
    """Its full id; empty where an alternative goes because another one is chosen."""
    replaces: bool


class Untruth(NamedTuple):
    """A clause behind an entry that does not hold where the entry does."""

    position: int
    """Its position among the rules of the entry."""
    clause: str
    takings: tuple[Taking, ...]
    """What takes it away; none where it comes only with a patch that is not on."""
    comes_with: str = ""
    """That patch."""
    is_never: bool = False
    """True where it never holds while the entry does."""


class ClauseChoices:
    """For every clause of a ruleset, what brings it and what takes it away.

    Asked are the ids that patches replace and remove: no choice is made effective.
    """

    def __init__(self, chain: Sequence[Ruleset]) -> None:
        """`chain` begins with the base; its clauses cite by full id."""
        self._options = {name: one for below in chain for name, one in below.options.items()}
        self._readings = {name: one for below in chain for name, one in below.readings.items()}
        self.written_by = {
            patch.of: below.ruleset for below in chain for patch in below.layers()[1:]
        }
        """The ruleset that writes each patch: the last one of those that do."""
        self._of: dict[str, str] = {}
        self._takings: dict[str, list[Taking]] = {}
        for below in chain:
            for layer in below.layers():
                # An overlay's option or reading stands for the one of that name underneath.
                if not layer.of or self.written_by[layer.of] == below.ruleset:
                    for clause in layer.body.clauses():
                        self._note(clause, layer.of, below.ruleset)

    def _note(self, clause: Clause, patch: str, ruleset: str) -> None:
        self._of[clause.full_id] = patch
        for target in dict.fromkeys((*clause.replaces, *clause.removes)):
            taking = Taking(patch, ruleset, clause.full_id, target in clause.replaces)
            self._takings.setdefault(target, []).append(taking)

    def untruths(self, entry: Entry, by: str = "") -> Iterator[Untruth]:
        """The clauses behind an entry that do not hold, or not with a choice it does not name.

        `by` is a ruleset: then only what its own clauses and patches take away is told.
        """
        contexts = self._contexts(entry)
        named = frozenset(entry.not_with)
        for position, clause in enumerate(entry.rules):
            if clause not in self._of or self._is_asked(entry, clause):
                continue
            held = [chosen for chosen in contexts if self._holds(clause, chosen)]
            if not held:
                yield self._never(position, clause, contexts[0])
                continue
            takings = tuple(
                taking
                for taking in self._all_takings(clause)
                if (not by or taking.ruleset == by)
                and not self._is_excused(entry.reading, named, taking.patch)
                and any(self._go_together(taking.patch, chosen) for chosen in held)
            )
            if takings:
                yield Untruth(position, clause, takings)

    def _contexts(self, entry: Entry) -> list[frozenset[str]]:
        """What has to be chosen for an entry to be there: one choice of these, each whole."""
        wanted: Iterable[str] = entry.only_with
        if not wanted:
            # Not with the default reading means with one of the others.
            wanted = [
                f"{name}:{other}"
                for name, _, choice in (it.partition(":") for it in entry.not_with)
                if name in self._readings and choice == self._readings[name].default
                for other in self._readings[name].alternatives
                if other != choice
            ]
        return [self._with_needed(choice) for choice in wanted] or [frozenset()]

    def _with_needed(self, choice: str) -> frozenset[str]:
        """A choice with the options that it needs."""
        chosen = [choice]
        for name in chosen:
            if name in self._options:
                chosen += [other for other in self._options[name].needs if other not in chosen]
        return frozenset(chosen)

    def _is_on(self, patch: str, chosen: frozenset[str]) -> bool:
        """True for the ruleset itself, for what is chosen, and for readings left as they are."""
        if not patch or patch in chosen:
            return True
        name, _, choice = patch.partition(":")
        reading = self._readings.get(name) if choice else None
        if reading is None or choice != reading.default:
            return False
        return not any(other.partition(":")[0] == name for other in chosen if ":" in other)

    def _holds(self, clause: str, chosen: frozenset[str]) -> bool:
        """True for a clause that holds with this choice, and with all else as it is by default."""
        taken = self._takings.get(clause, ())
        return self._is_on(self._of[clause], chosen) and not any(
            self._is_on(taking.patch, chosen) for taking in taken
        )

    def _never(self, position: int, clause: str, chosen: frozenset[str]) -> Untruth:
        """Why a clause does not hold with this choice."""
        takings = tuple(
            taking for taking in self._takings.get(clause, ()) if self._is_on(taking.patch, chosen)
        )
        comes_with = "" if takings else self._of[clause]
        return Untruth(position, clause, takings, comes_with, is_never=True)

    def _all_takings(self, clause: str) -> Iterator[Taking]:
        """Whatever takes a clause away, another alternative of its own reading too."""
        yield from self._takings.get(clause, ())
        name, _, choice = self._of[clause].partition(":")
        for other in self._readings[name].alternatives if choice else ():
            if other != choice:
                patch = f"{name}:{other}"
                yield Taking(patch, self.written_by[patch], "", replaces=False)

    def _is_asked(self, entry: Entry, clause: str) -> bool:
        """True for a clause of the reading that an entry asks about."""
        name, _, choice = self._of[clause].partition(":")
        return bool(choice) and name == entry.reading

    def _is_excused(self, reading: str, named: frozenset[str], patch: str) -> bool:
        """True for a choice with which an entry says that it does not hold, or asks about it."""
        asked = bool(reading) and patch.partition(":")[0] == reading
        return asked or any(choice in named for choice in self._with_needed(patch))

    def _go_together(self, patch: str, chosen: frozenset[str]) -> bool:
        """True for a choice that can be made beside these."""
        name, _, choice = patch.partition(":")
        if choice:
            return not any(other.partition(":")[0] == name for other in chosen if ":" in other)
        mine = self._with_needed(patch)
        apart = {
            other for it in mine if it in self._options for other in self._options[it].excludes
        }
        theirs = {
            other for it in chosen if it in self._options for other in self._options[it].excludes
        }
        return mine.isdisjoint(theirs) and apart.isdisjoint(chosen)


def described(untruth: Untruth, *, here: bool) -> str:
    """What is wrong with a clause behind an entry, as a sentence; `here` in an overlay."""
    name = quoted(untruth.clause)
    if untruth.comes_with:
        return f"{name} holds only with {choice_name(untruth.comes_with)}."
    choices = list(dict.fromkeys(it.patch for it in untruth.takings if it.patch))
    first = untruth.takings[0]
    how = "is gone" if not first.by else "is replaced" if first.replaces else "is taken away"
    by = f" by {quoted(first.by)}" if first.by and len(untruth.takings) == 1 else ""
    if any(not taking.patch for taking in untruth.takings):
        return f"{name} {how}{by}{' here' if here else ''}."
    with_ = " and ".join(choice_name(choice) for choice in choices)
    return f"{name} {how}{by} with {with_}."


def choice_name(patch: str) -> str:
    """What a choice is called in a message."""
    return f"{'reading' if ':' in patch else 'option'} {quoted(patch)}"


def choices_of(untruth: Untruth) -> str:
    """The choices that take a clause away, as a list to write."""
    return ", ".join(dict.fromkeys(taking.patch for taking in untruth.takings if taking.patch))


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
    picture of the round, and how far tables go, hold until an overlay says otherwise.
    """
    underneath = {chapter.chapter: chapter for chapter in below.chapters}
    chapters = (
        _continued(chapter, underneath[chapter.chapter])
        if chapter.chapter in underneath
        else chapter
        for chapter in own.chapters
    )
    at_most = {**below.at_most, **own.at_most}
    return replace(own, chapters=tuple(chapters), round=own.round or below.round, at_most=at_most)


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
