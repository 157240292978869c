"""Checks of retellings: clauses, the book, examples' titles and gaps say the same of a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass

from turnwright.language.book import Book
from turnwright.language.ruleset import Ruleset
from turnwright.load.book_checks import sentences_of
from turnwright.load.books import Bookshelf
from turnwright.load.figure_checks import FigureIndex, graph_index, told
from turnwright.load.figures import Figure, Kind
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.parsed_files import ExampleFile
from turnwright.load.stance_checks import told_otherwise


def check_retellings(
    graph: RulesetGraph,
    clean: Iterable[str],
    books: Mapping[str, Book],
    examples: Iterable[ExampleFile],
) -> None:
    """Diagnostics for clauses, titles and gaps that say the opposite of what is said elsewhere."""
    by_ruleset: dict[str, list[ExampleFile]] = {}
    for file in examples:
        by_ruleset.setdefault(file.example.ruleset, []).append(file)
    shelf = Bookshelf(graph, books)
    for name in clean:
        checker = RetellingChecker(graph, name, shelf.whole(name), by_ruleset.get(name, ()))
        checker.check_gaps()
        checker.check_titles()
        checker.check_clauses()


class RetellingChecker:
    """Checker of the sentences of one ruleset that are told of the same clauses."""

    def __init__(
        self,
        graph: RulesetGraph,
        ruleset: str,
        book: Book | None,
        examples: Sequence[ExampleFile],
    ) -> None:
        self._file = graph.files[ruleset]
        self._index: FigureIndex = graph_index(graph, ruleset)
        self._full_ids = graph.resolver(ruleset).full_ids
        self._examples = examples
        self._in_book: dict[str, list[str]] = {}
        """What the book says of each clause, by its full id."""
        self._titles: dict[str, list[str]] = {}
        """The titles of the examples that show it."""
        chapters = book.chapters if book else ()
        for entry in (entry for chapter in chapters for entry in chapter.entries):
            texts = [text for _, text in sentences_of((), entry) if text]
            for clause in entry.rules:
                self._in_book.setdefault(clause, []).extend(texts)
        for file in examples:
            for clause in self._full_ids(file.example.shows):
                self._titles.setdefault(clause, []).append(file.example.example)

    def check_clauses(self) -> None:
        """Hold each clause against what the book, examples and its part say of it."""
        ruleset: Ruleset = self._file.ruleset
        for loc, _, part, clause in ruleset.placed_clauses():
            others = [
                *self._in_book.get(clause.full_id, ()),
                *(other.text for other in self._index.followed(clause.full_id)),
            ]
            cases = [*self._titles.get(clause.full_id, ()), *self._index.texts_of(part)]
            for _, problem in told_otherwise([clause.text], others, cases):
                self._file.diagnostics.note((*loc, "text"), *problem)

    def check_gaps(self) -> None:
        """Hold each gap against the clauses that it is about."""
        for position, gap in enumerate(self._file.ruleset.gaps):
            if not gap.clauses:
                continue
            loc = ("gaps", position, "text")
            behind = self._full_ids(gap.clauses)
            for _, wrong in self._index.wrong_in_entry([gap.text], behind):
                # A gap also has what no rule says.
                if wrong.instead:
                    self._file.diagnostics.note(loc, *told(wrong))
            texts = [clause.text for clause in self._index.clauses_of(behind)]
            for _, problem in told_otherwise([gap.text], texts):
                self._file.diagnostics.note(loc, *problem)

    def check_titles(self) -> None:
        """Hold the title of each example against the clauses it shows, and what it plays."""
        for file in self._examples:
            title = file.example.example
            shown = self._full_ids(file.example.shows)
            played: set[object] | None = None
            behind = [text for clause in shown for text in self._in_book.get(clause, ())]
            behind += [clause.text for clause in self._index.clauses_of(shown)]
            for _, wrong in self._index.nowhere_held([title], shown, behind):
                played = {*_numbers_in(file.example)} if played is None else played
                sizes = {*_sizes(wrong.figure)}
                if wrong.instead and sizes and sizes.isdisjoint(played):
                    file.diagnostics.note(("example",), *told(wrong))
            for _, problem in told_otherwise([title], (), behind):
                file.diagnostics.note(("example",), *problem)


def _sizes(figure: Figure) -> Iterator[object]:
    """The numbers that a figure could be; none for a share, an end or a comparison."""
    for fact in figure.fits:
        if fact.kind in (Kind.NUMBER, Kind.LOOSE, Kind.SIGNED):
            yield fact.what
        elif fact.kind is Kind.DICE:
            yield from fact.what[:1]


def _numbers_in(value: object) -> Iterator[int]:
    """The numbers that an example plays with, also those in its notes."""
    if isinstance(value, str):
        yield from map(int, re.findall(r"\b\d{1,15}\b", value))
    elif isinstance(value, int):
        yield value
    elif isinstance(value, float):
        yield int(value)
    elif isinstance(value, Mapping):
        yield len(value)
        for key, item in value.items():
            yield from _numbers_in(key)
            yield from _numbers_in(item)
    elif isinstance(value, tuple | list):
        yield len(value)
        for item in value:
            yield from _numbers_in(item)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in ("example", "line"):
                yield from _numbers_in(getattr(value, field.name))
