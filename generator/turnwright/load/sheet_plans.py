"""Sheet plans: loaded beside books, checked against them, and the book as a plan puts it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from turnwright.language.book import Book, Chapter, Entry, SheetChapter, SheetLine, SheetPlan, Table
from turnwright.load.book_checks import sentences_of
from turnwright.load.books import Bookshelf
from turnwright.load.figure_checks import graph_index, told
from turnwright.load.files import SHEET
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.parsed_files import Companion, read_companion
from turnwright.load.problem import Problem, did_you_mean, quoted
from turnwright.load.references import inner_values
from turnwright.load.stance_checks import wrong_beside
from turnwright.load.symbol_table import SymbolTable
from turnwright.load.syntax_tree import Diagnostics, Loc
from turnwright.load.unknown_names import check_values


def load_sheet_plans(
    graph: RulesetGraph, books: Mapping[str, Book]
) -> tuple[dict[str, SheetPlan], list[list[Problem]]]:
    """Load the sheet plans beside rulesets without problems, and check them; and all problems."""
    problems: list[list[Problem]] = []
    plans: dict[str, SheetPlan] = {}
    shelf = Bookshelf(graph, books)
    for name in [name for name in graph.rulesets if graph.is_clean(name)]:
        path = graph.files[name].source.parent / SHEET
        if path.is_file():
            file, new_problems = read_companion(path, SheetPlan, "sheet")
            problems.append(new_problems)
            if file:
                plans[name] = file.content
                SheetPlanChecker(graph, file, name, shelf.whole(name)).check()
    return plans, problems


class SheetPlanChecker:
    """Checker of one sheet plan, beside the book of its ruleset."""

    def __init__(
        self, graph: RulesetGraph, file: Companion[SheetPlan], ruleset: str, book: Book | None
    ) -> None:
        self._diagnostics: Diagnostics = file.diagnostics
        self._plan = file.content
        self._ruleset = ruleset
        self._book = book
        self._symbols = SymbolTable(graph, ruleset)
        self._index = graph_index(graph, ruleset)

    def check(self) -> None:
        """Check the plan: what it names, what it says, and that no entry is forgotten."""
        self._diagnostics.next_pass()
        check_values(self._diagnostics, self._symbols, inner_values(self._plan))
        if self._plan.sheet != self._ruleset:
            message = f"{quoted(self._plan.sheet)} is not the ruleset beside which this stands."
            self._note(("sheet",), message, f"Write `sheet: {self._ruleset}`.")
        if self._book is None:
            self._note(("sheet",), f"{quoted(self._ruleset)} has no book to make a sheet of.")
            return
        entries = keyed(self._book)
        parts = {chapter.chapter: chapter for chapter in self._book.chapters}
        named: set[str] = set()
        for number, part in enumerate(self._plan.chapters):
            if not part.lines:
                self._check_names([part.chapter], ("chapters", number, "chapter"), parts)
                named.add(part.chapter)
        for loc, line in self._lines():
            self._check_names(line.of, (*loc, "of"), entries)
            cited = [entry for name in line.of for entry in entries.get(name, ())]
            self._check_line(loc, line, cited)
            named.update(line.of)
        for position, left in enumerate(self._plan.left_out):
            self._check_names(left.of, ("left_out", position, "of"), {**entries, **parts})
            named.update(left.of)
        for chapter in self._book.chapters:
            for entry in chapter.entries if chapter.chapter not in named else ():
                if entry.key not in named:
                    self._note_forgotten(entry)

    def _note(self, loc: Loc, message: str, hint: str = "", *, key: bool = False) -> None:
        self._diagnostics.note(loc, message, hint, key=key)

    def _lines(self) -> Iterator[tuple[Loc, SheetLine]]:
        """The lines as written, each with its path."""
        for number, chapter in enumerate(self._plan.chapters):
            for position, line in enumerate(chapter.lines):
                yield ("chapters", number, "lines", position), line

    def _check_names(self, names: Iterable[str], loc: Loc, known: Mapping[str, object]) -> None:
        """Diagnostics for entries and chapters that are not there."""
        for position, name in enumerate(names):
            if name not in known:
                hint = did_you_mean(name, known, "There are")
                self._note((*loc, position), f"There is no {quoted(name)} in the book.", hint)

    def _check_line(self, loc: Loc, line: SheetLine, entries: list[Entry]) -> None:
        """Diagnostics for what a line says itself."""
        if not line.has_words:
            return
        if len({(entry.only_with, entry.not_with) for entry in entries}) > 1:
            message = "These entries do not hold with the same options and readings."
            self._note((*loc, "of"), message, "Make a line of each.", key=True)
        gaps = {gap.name: gap.text for below in self._symbols.chain for gap in below.gaps}
        behind = self._symbols.resolver.full_ids(line.rules)
        behind += tuple(rule for entry in entries for rule in entry.rules)
        texts = [text for entry in entries for text in (gaps.get(entry.gap, ""), entry.say)]
        said = [*sentences_of(loc, line)]
        sentences = [sentence for _, sentence in said]
        for position, wrong in self._index.wrong_in_entry(sentences, behind, texts):
            self._note(said[position][0], *told(wrong))
        for position, told_so in wrong_beside(sentences, self._index.clauses_of(behind), texts):
            self._note(said[position][0], *told_so)

    def _note_forgotten(self, entry: Entry) -> None:
        """Diagnostic for an entry that is neither on the sheet nor left out."""
        name = quoted(entry.key or entry.title or entry.say or entry.agree)
        hint = "Name it in a line or in `left_out`."
        if not entry.key:
            hint += " Give it an `id` in the book."
        message = f"Entry {name} of the book is neither on the sheet nor left out."
        self._note(("chapters",), message, hint, key=True)


def keyed(book: Book) -> dict[str, tuple[Entry, ...]]:
    """The entries of a book that a sheet can cite, by key."""
    found: dict[str, tuple[Entry, ...]] = {}
    for chapter in book.chapters:
        for entry in chapter.entries:
            found[entry.key] = (*found.get(entry.key, ()), entry)
    found.pop("", None)
    return found


def on_paper(book: Book, plan: SheetPlan, underneath: SheetPlan | None = None) -> Book:
    """A whole book as its sheet has it; `underneath` is the plan of the ruleset that it extends."""
    entries = keyed(book)
    parts = {chapter.chapter: chapter for chapter in book.chapters}
    worded = {
        line.of: line
        for chapter in (underneath.chapters if underneath else ())
        for line in chapter.lines
        if line.has_words
    }

    def stand(line: SheetLine) -> tuple[Entry, ...]:
        cited = tuple(entry for name in line.of for entry in entries[name])
        words = line if line.has_words else worded.get(line.of)
        if words is None:
            return cited
        # Own words are no words of the book underneath.
        ruleset = book.book if line.has_words else cited[0].ruleset
        return (replace(_reworded(cited, words), ruleset=ruleset),)

    def whole(planned: SheetChapter) -> Chapter:
        part = parts.get(planned.chapter, Chapter(chapter=planned.chapter))
        entries = [entry for line in planned.lines for entry in stand(line)]
        return replace(
            part, title=planned.title or part.title, entries=tuple(entries) or part.entries
        )

    return replace(book, chapters=tuple(map(whole, plan.chapters)))


def _reworded(entries: tuple[Entry, ...], line: SheetLine) -> Entry:
    """Entries in the words of a line; it holds where they do."""
    return replace(
        entries[0],
        title=line.title,
        say=line.say,
        points=line.points,
        rows=line.rows,
        table=Table(check=line.odds) if line.odds else None,
        agree="",
        reading="",
        gap="",
        rules=tuple(dict.fromkeys(rule for entry in entries for rule in entry.rules)),
    )
