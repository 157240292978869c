"""Checks of books: what they name is there, every clause is told, and no choice makes one false."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from turnwright.language.book import AttackRoll, Book, Chapter, Entry, SheetLine
from turnwright.language.example import Example
from turnwright.load.books import (
    Bookshelf,
    ClauseChoices,
    Untruth,
    choices_of,
    described,
    taken_away,
)
from turnwright.load.figure_checks import FigureIndex, graph_index, told
from turnwright.load.files import BOOK
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.parsed_files import Companion, read_companion
from turnwright.load.problem import Place, Problem, did_you_mean, quoted
from turnwright.load.references import inner_values
from turnwright.load.stance_checks import answer_of, wrong_beside, wrong_question, wrong_side
from turnwright.load.step_graph import StepGraph
from turnwright.load.symbol_table import SymbolTable, known_label
from turnwright.load.syntax_tree import Diagnostics, Loc
from turnwright.load.unknown_names import check_values

MOST_UNTOLD = 5
"""Most rules without an entry that are told one by one."""


def load_books(
    graph: RulesetGraph,
    clean: Iterable[str],
    examples: Iterable[Example],
    whole: Collection[Path],
) -> tuple[dict[str, Book], list[list[Problem]]]:
    """Load the books beside these rulesets, and check them; and all problems.

    `whole` are the ruleset files whose examples have all been read.
    """
    problems: list[list[Problem]] = []
    files: dict[str, Companion[Book]] = {}
    for name in clean:
        path = graph.files[name].source.parent / BOOK
        if path.is_file():
            file, new_problems = read_companion(path, Book, "book")
            problems.append(new_problems)
            if file:
                files[name] = file
    books = {name: file.content for name, file in files.items()}
    shelf = Bookshelf(graph, books)
    sentences: dict[str, list[str]] = {}
    for example in examples:
        sentences.setdefault(example.ruleset, []).append(example.example)
    # Bases first: what is wrong with a book is not told again of one that reads on from it.
    for name in sorted(files, key=lambda name: len(graph.line(name))):
        has_examples = graph.files[name].source in whole
        watched = sentences.get(name, []) if has_examples else None
        BookChecker(graph, shelf, files, name, watched).check()
    return books, problems


class _BookSymbols(SymbolTable):
    """Symbol table of a book, with all clauses of the libraries that are used.

    Also of the parts that are not taken: what a book tells of the game as a whole is often said
    there and not played here.
    """

    def __init__(self, graph: RulesetGraph, ruleset: str) -> None:
        super().__init__(graph, ruleset)
        used = {name for below in graph.line(ruleset) for name in below.uses}
        self._libraries = {name: graph.resolver(name) for name in used & graph.rulesets.keys()}

    def check_clause(
        self, diagnostics: Diagnostics, loc: Loc, reference: str, *, key: bool = False
    ) -> bool:
        library = self._libraries.get(reference.partition(".")[0])
        if library is not None and library.resolve(reference) is not None:
            return True
        return super().check_clause(diagnostics, loc, reference, key=key)


class BookChecker:
    """Checker of one book, beside its ruleset and the book underneath."""

    def __init__(
        self,
        graph: RulesetGraph,
        shelf: Bookshelf,
        files: Mapping[str, Companion[Book]],
        ruleset: str,
        examples: Collection[str] | None,
    ) -> None:
        """`examples` are the sentences of those of the ruleset; None where not all are known."""
        self._graph = graph
        self._ruleset = ruleset
        self._file = files[ruleset]
        self._book = self._file.content
        self._shelf = shelf
        self._examples = examples
        self._diagnostics: Diagnostics = self._file.diagnostics
        chapters = {"chapter": [chapter.chapter for chapter in self._book.chapters]}
        self._symbols = _BookSymbols(graph, ruleset).with_own(chapters, self._diagnostics)
        below = graph.rulesets[ruleset].extends
        self._base = files.get(below)
        self._below: Book | None = shelf.whole(below) if self._base else None
        self._underneath = {one.chapter: one for one in self._below.chapters} if self._below else {}

    def check(self) -> None:
        """Check the book: what it names first, then how it goes with clauses and choices."""
        is_decoded = not self._diagnostics.problems
        self._diagnostics.next_pass()
        check_values(self._diagnostics, self._symbols, inner_values(self._book))
        self._check_whose()
        self._check_names()
        self._check_ids()
        self._check_drops()
        for chapter_loc, chapter in self._chapters():
            self._check_chapter(chapter_loc, chapter)
        for position, entry in enumerate(self._book.changes):
            self._check_content(("changes", position), entry)
        if is_decoded and not (self._base and self._base.diagnostics.problems):
            self._check_figures()
            self._check_coverage()
            self._check_truth()

    def _note(self, loc: Loc, message: str, hint: str = "", *, key: bool = False) -> None:
        self._diagnostics.note(loc, message, hint, key=key)

    def _chapters(self) -> Iterator[tuple[Loc, Chapter]]:
        """The chapters as written, each with its path."""
        for position, chapter in enumerate(self._book.chapters):
            yield ("chapters", position), chapter

    def _entries(self) -> Iterator[tuple[Loc, Entry]]:
        """The entries as written, each with its path."""
        for loc, chapter in self._chapters():
            for position, entry in enumerate(chapter.entries):
                yield (*loc, "entries", position), entry
        for position, entry in enumerate(self._book.changes):
            yield ("changes", position), entry

    def _check_whose(self) -> None:
        if self._book.book != self._ruleset:
            message = f"{quoted(self._book.book)} is not the ruleset beside which this book stands."
            self._note(("book",), message, f"Write `book: {self._ruleset}`.")

    # What it names

    def _check_names(self) -> None:
        """Diagnostics for choices, outcomes and examples that are named and are not there."""
        for loc, entry in self._entries():
            for word in ("only_with", "not_with"):
                for position, choice in enumerate(getattr(entry, word)):
                    self._check_choice(choice, (*loc, word, position))
            if entry.table:
                self._check_attack(entry.table.attack, (*loc, "table", "attack"))
        watched = self._book.first_game.watch if self._book.first_game else ""
        if watched and self._examples is not None and watched not in self._examples:
            hint = did_you_mean(watched, self._examples, known_label("example"))
            message = f"There is no example {quoted(watched)}."
            self._note(("first_game", "watch"), message, hint)

    def _check_attack(self, rolls: Iterable[AttackRoll], loc: Loc) -> None:
        for position, roll in enumerate(rolls):
            check = self._graph.effective(self._ruleset)[0].checks.get(roll.check)
            means = [clause.means for clause in check.clauses if clause.means] if check else []
            known = {each.band.outcome for each in means if each.band}
            if check and roll.outcome not in known:
                message = f"{quoted(roll.check)} has no outcome {quoted(roll.outcome)}."
                self._note((*loc, position, "outcome"), message, did_you_mean(roll.outcome, known))

    def _check_choice(self, written: str, loc: Loc) -> None:
        """Diagnostic for an option, or a `reading:alternative`, that is not there."""
        name, colon, choice = written.partition(":")
        before = len(self._diagnostics.problems)
        self._symbols.check(self._diagnostics, loc, "reading" if colon else "option", name)
        if not colon or len(self._diagnostics.problems) > before:
            return
        chain = (below.readings.get(name) for below in reversed(self._symbols.chain))
        reading = next((found for found in chain if found), None)
        if reading and choice not in reading.alternatives:
            hint = did_you_mean(choice, reading.alternatives, "Alternatives")
            self._note(loc, f"{quoted(choice)} is not among the alternatives.", hint)

    # How it is put together

    def _check_ids(self) -> None:
        """Diagnostics for ids of chapters and entries that are there twice."""
        chapters: dict[str, Place] = {}
        for loc, chapter in self._chapters():
            self._check_id(chapter.chapter, (*loc, "chapter"), chapters, "chapter")
        entries: dict[str, Place] = {}
        for loc, entry in self._entries():
            if entry.id:
                self._check_id(entry.id, (*loc, "id"), entries, "entry")
        taken = {name for chapter in self._book.chapters for name in taken_away(chapter)}
        lasting = {
            entry.id: entry.ruleset
            for chapter in (self._below.chapters if self._below else ())
            if chapter.chapter not in self._book.drops
            for entry in chapter.entries
            if entry.id not in taken
        }
        for loc, entry in self._entries():
            if entry.id and entry.id in lasting:
                message = f"{quoted(entry.id)} is the id of an entry of the book underneath."
                hint = "Take another one, or say that this entry `replaces` that one."
                self._note((*loc, "id"), message, hint)

    def _check_id(self, name: str, loc: Loc, taken: dict[str, Place], noun: str) -> None:
        if name in taken:
            message = f"{quoted(name)} is the id of another {noun}."
            self._note(loc, message, f"The first one is at {taken[name]}.")
        else:
            taken[name] = self._diagnostics.place(loc)

    def _check_drops(self) -> None:
        """Diagnostics for chapters of the book underneath: dropped and not there, or forgotten."""
        known = [chapter.chapter for chapter in self._below.chapters] if self._below else []
        listed = {chapter.chapter for chapter in self._book.chapters}
        for position, name in enumerate(self._book.drops):
            if self._base is None or name not in known:
                self._not_underneath(("drops", position), "chapter", name, known)
            elif name in listed:
                message = f"{quoted(name)} is dropped, and it is among the chapters."
                self._note(("drops", position), message, "Take it away here or there.")
        for name in known:
            if name not in listed and name not in self._book.drops:
                message = (
                    f"Chapter {quoted(name)} of the book underneath is neither here nor dropped."
                )
                hint = "List it in its place, or name it in the `drops` of this book."
                self._note(("chapters",), message, hint, key=True)

    def _not_underneath(self, loc: Loc, noun: str, name: str, known: Collection[str]) -> None:
        if self._base is None:
            self._note(loc, "There is no book underneath this one.")
        else:
            hint = did_you_mean(name, known, known_label(noun).replace("entrys", "entries"))
            message = f"There is no {noun} {quoted(name)} in the book underneath."
            self._note(loc, message, hint)

    def _check_chapter(self, loc: Loc, chapter: Chapter) -> None:
        """Diagnostics for one chapter: its title, and the entries underneath that it names."""
        below = self._underneath.get(chapter.chapter)
        if not chapter.title and below is None:
            message = f"Chapter {quoted(chapter.chapter)} has no title."
            self._note((*loc, "chapter"), message, "Only one of the book underneath needs none.")
        known = [entry.id for entry in below.entries if entry.id] if below else []
        named: list[tuple[Loc, str]] = [
            ((*loc, "drops", position), name) for position, name in enumerate(chapter.drops)
        ]
        for at, entry in enumerate(chapter.entries):
            where: Loc = (*loc, "entries", at)
            named += [
                ((*where, "replaces", position), name)
                for position, name in enumerate(entry.replaces)
            ]
            named += [((*where, "after"), entry.after)] if entry.after else []
            self._check_content(where, entry)
        for where, name in named:
            if name not in known:
                self._not_underneath(where, "entry", name, known)

    def _check_content(self, loc: Loc, entry: Entry) -> None:
        """Diagnostics for an entry that says nothing, or that no clause is behind."""
        if not (entry.say or entry.points or entry.rows or entry.table or entry.agree):
            self._note(loc, "This entry says nothing.", "It has to `say` something, or to list it.")
        elif not (entry.rules or entry.reading or entry.gap or self._diagnostics.has_removed(loc)):
            self._note(
                loc,
                "There is nothing behind this entry.",
                "Name in `rules` the clauses that it says, or what is open in `reading` or `gap`.",
            )

    # How it goes with the clauses

    def _check_figures(self) -> None:
        """Diagnostics for numbers, dice and comparisons that nothing behind an entry has."""
        index = graph_index(self._graph, self._ruleset)
        resolver = self._symbols.resolver
        chain = self._symbols.chain
        gaps = {gap.name: gap.text for below in chain for gap in below.gaps}
        readings = {name: it for below in chain for name, it in below.readings.items()}
        for loc, entry in self._entries():
            reading = readings.get(entry.reading)
            ways = [*reading.alternatives.values()] if reading else []
            texts = [gaps.get(entry.gap, ""), *(it.text for it in ways)]
            texts += [reading.question] if reading else []
            behind = resolver.full_ids(entry.rules)
            said = [*sentences_of(loc, entry)]
            sentences = [sentence for _, sentence in said]
            for position, wrong in index.wrong_in_entry(sentences, behind, texts):
                self._note(said[position][0], *told(wrong))
            answers = [clause.text for it in ways for clause in it.clauses()]
            known = index.clauses_of(behind)
            default = [reading.alternatives[reading.default]] if reading else []
            true = [gaps.get(entry.gap, ""), *(it.text for it in default)]
            true += [clause.text for it in default for clause in it.clauses()]
            for position, told_so in wrong_beside(sentences, known, (*texts, *answers), true):
                self._note(said[position][0], *told_so)
            for place, sentence in said:
                for told_so in wrong_side(sentence, known, index.sides):
                    self._note(place, *told_so)
            if reading and entry.agree:
                for told_so in wrong_question(entry.agree, reading.question):
                    self._note((*loc, "agree"), *told_so)
            heads = [entry.title, entry.agree]
            for position, wrong in index.nowhere_held(heads, behind, (*texts, *sentences)):
                self._note((*loc, ("title", "agree")[position]), *told(wrong))
            if reading and entry.say:
                self._check_answer((*loc, "say"), entry.say, default[0].text)
        for name, answer in self._book.club.items():
            behind = resolver.full_ids(answer.rules)
            loc = ("club", name, "say")
            for _, wrong in index.nowhere_held([answer.say], behind, ()):
                self._note(loc, *told(wrong))
            for _, told_so in wrong_beside([answer.say], index.clauses_of(behind)):
                self._note(loc, *told_so)
        self._check_first_game(index)

    def _check_answer(self, loc: Loc, said: str, default: str) -> None:
        """Diagnostic for an entry that says yes where the answer that holds says no."""
        if {answer_of(said), answer_of(default)} == {"yes", "no"}:
            message = (
                f"This says {answer_of(said)}, and the answer that holds {answer_of(default)}."
            )
            self._note(loc, message)

    def _check_first_game(self, index: FigureIndex) -> None:
        """Diagnostics for figures of the first game that nothing in the rules or the book has."""
        game = self._book.first_game
        whole = self._shelf.whole(self._ruleset)
        if game is None or whole is None:
            return
        entries = [entry for chapter in whole.chapters for entry in chapter.entries]
        texts = [text for entry in entries for _, text in sentences_of((), entry)]
        behind = {name for entry in entries for name in entry.rules}
        said: list[tuple[Loc, str]] = [
            (("first_game", word), getattr(game, word)) for word in ("sides", "agree", "leave")
        ]
        said += [(("first_game", "round", at), line) for at, line in enumerate(game.round)]
        sentences = [sentence for _, sentence in said]
        for position, wrong in index.nowhere_held(sentences, behind, texts):
            self._note(said[position][0], *told(wrong))

    def _check_coverage(self) -> None:
        """Diagnostics for clauses that no entry tells, and for the machine's that one does."""
        whole = self._shelf.whole(self._ruleset)
        assert whole is not None
        entries = [entry for chapter in whole.chapters for entry in chapter.entries]
        told = {name for entry in entries for name in entry.rules}
        asked = {entry.reading for entry in entries if entry.reading}
        home = self._graph.files[self._ruleset]
        path = self._diagnostics.file.path
        untold = [
            (loc, clause)
            for loc, _, _, clause in home.ruleset.placed_clauses()
            if not (clause.machine or clause.full_id in told)
            and not (":" in clause.of and clause.of.partition(":")[0] in asked)
        ]
        if len(untold) > MOST_UNTOLD:
            # Somebody writes the rules first, and would see nothing else.
            message = f"{len(untold)} rules are behind no entry of the book."
            named = ", ".join(quoted(clause.id) for _, clause in untold)
            hint = (
                f"Name each in an entry, or move this file away until the rules are done: {named}."
            )
            self._note(("chapters",), message, hint, key=True)
            untold = []
        for loc, clause in untold:
            home.diagnostics.note(
                (*loc, "id"),
                f"{quoted(clause.id)} is behind no entry of the book.",
                f"Name it in the `rules` of an entry of {path}, or say `machine: true` where "
                "no player would ever ask for it.",
            )
        self._check_underneath(told, asked)
        resolve = self._symbols.resolver.resolve
        for loc, entry in self._entries():
            for position, name in enumerate(entry.rules):
                found = resolve(name)
                if found and found.machine:
                    message = f"{quoted(name)} only keeps the machine's books."
                    at = self._graph.place(found.full_id)
                    hint = f"Take it away here, or `machine` at {at}."
                    self._note((*loc, "rules", position), message, hint)

    def _check_underneath(self, told: Collection[str], asked: Collection[str]) -> None:
        """Diagnostics for clauses underneath that hold here, and whose entries are taken away."""
        below = {
            name: entry.id
            for chapter in (self._below.chapters if self._below else ())
            for entry in chapter.entries
            for name in entry.rules
        }
        rules = self._graph.effective(self._ruleset)[0]
        lost = {
            clause.full_id
            for name in StepGraph(rules).unreached()
            for clause in rules.steps[name].clauses
        }
        for clause in rules.clauses():
            is_asked = ":" in clause.of and clause.of.partition(":")[0] in asked
            is_told = is_asked or clause.full_id in told or clause.full_id in lost
            if clause.full_id in below and not is_told:
                message = f"{quoted(clause.full_id)} holds here and is behind no entry."
                named = below[clause.full_id]
                home = f"Entry {quoted(named)}" if named else "An entry"
                hint = f"{home} underneath has it: name it in what stands in for that entry."
                in_place = (
                    (*loc, "rules")
                    for loc, entry in self._entries()
                    if named in entry.replaces and self._diagnostics.has((*loc, "rules"))
                )
                self._note(next(in_place, ("chapters",)), message, hint, key=True)

    def _check_truth(self) -> None:
        """Diagnostics for entries that an option, a reading or the overlay makes false."""
        whole = self._shelf.whole(self._ruleset)
        assert whole is not None
        choices = ClauseChoices(self._graph.resolved_chain(self._ruleset))
        at = {chapter.chapter: loc for loc, chapter in self._chapters()}
        full_ids = self._symbols.resolver.full_ids
        for loc, entry in self._entries():
            for untruth in choices.untruths(replace(entry, rules=full_ids(entry.rules))):
                where = (*loc, "rules", untruth.position)
                self._note(where, described(untruth, here=False), _own_hint(entry, untruth))
        for chapter in whole.chapters:
            for entry in chapter.entries:
                if entry.ruleset != self._ruleset and chapter.chapter in at:
                    for untruth in choices.untruths(entry, self._ruleset):
                        self._note_inherited(at[chapter.chapter], entry, untruth)

    def _note_inherited(self, loc: Loc, entry: Entry, untruth: Untruth) -> None:
        """Diagnostic for an entry of the book underneath that does not hold in this one."""
        name = quoted(entry.id or entry.title or entry.say or entry.agree)
        message = f"Entry {name} of the book underneath is not so: {described(untruth, here=True)}"
        needs = "" if entry.id else " Give it an `id` there."
        hint = f"Drop it, or write one that `replaces` it.{needs}"
        if choices := choices_of(untruth):
            hint = f"Write one that `replaces` it, `not_with: [{choices}]`.{needs}"
        self._note((*loc, "chapter"), message, hint)


def sentences_of(loc: Loc, entry: Entry | SheetLine) -> Iterator[tuple[Loc, str]]:
    """What an entry or a line of a sheet says: each sentence, list item and cell, with its path."""
    yield (*loc, "say"), entry.say
    for position, point in enumerate(entry.points):
        yield (*loc, "points", position), point
    for name, cell in entry.rows.items():
        yield (*loc, "rows", name), f"{name}: {cell}"


def _own_hint(entry: Entry, untruth: Untruth) -> str:
    """What to write where a clause behind an entry does not hold."""
    if untruth.comes_with:
        return f"Say `only_with: [{untruth.comes_with}]`, or take it away."
    if not untruth.is_never:
        choices = choices_of(untruth)
        return f"Say `not_with: [{choices}]`, and what is so then in an entry `only_with` that."
    return "Take it away, and name what holds in its place."
