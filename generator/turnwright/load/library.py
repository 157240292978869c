"""Library: the loaded rulesets and examples, and the effective rules for play."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from turnwright.language.book import Book, SheetPlan
from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.example import Example
from turnwright.language.roster import Roster
from turnwright.language.ruleset import Ruleset
from turnwright.load.books import Bookshelf, as_played
from turnwright.load.companion_checks import check_numbers, check_roster
from turnwright.load.conflicts import RuleConflict, option_conflicts
from turnwright.load.files import File, SearchPath, decode_text, default_folder, resolved
from turnwright.load.json_schema import Json
from turnwright.load.loading import LoadedFiles, load_cached, load_files, load_samples
from turnwright.load.parsed_files import (
    ExampleFile,
    SourceFile,
    parse_examples,
    read_roster,
    slug,
)
from turnwright.load.problem import Place, Problem, SourceError, did_you_mean, quoted, shown_path
from turnwright.load.review import Review, unreviewed
from turnwright.load.semantic_checks import ClauseChecker, check_example, report_unknown_ruleset
from turnwright.load.sheet_plans import on_paper
from turnwright.load.symbol_table import SymbolTable
from turnwright.load.word_schema import schema_with_words

INLINE_PATH = "what was said"
"""Path in the problems of an example that is not in a file."""


class Library:
    """Library of rulesets and examples that were loaded without problems."""

    def __init__(self, gathered: LoadedFiles) -> None:
        graph = gathered.graph
        self._gathered = gathered
        self._graph = graph
        self._example_files = gathered.examples
        self._checkers: dict[int, ClauseChecker] = {}
        self.rulesets: Mapping[str, Ruleset] = graph.rulesets
        """The rulesets as written, by id."""
        self.examples: tuple[Example, ...] = _with_slugs(self._example_files)
        """The examples, in the order of their files."""
        self.requested = gathered.requested
        """Ids of the rulesets that were asked for, not those that they only extend."""
        self.playable = gathered.playable
        """Ids of the rulesets that can be played, whatever is wrong with sentences."""
        self.equivalent = gathered.equivalent
        """What proof cannot tell apart, by the full id of a clause."""
        self.rosters: Mapping[str, Roster] = {
            file.content.name: file.content for file in gathered.rosters
        }
        """The rosters, by the name of their file."""
        self.books: Mapping[str, Book] = gathered.books
        """The books as written, by the id of their ruleset."""
        self.sheet_plans: Mapping[str, SheetPlan] = gathered.sheets
        """The sheet plans as written, by the id of their ruleset."""
        self._shelf = Bookshelf(graph, gathered.books)

    @classmethod
    def read(cls, *paths: str | Path) -> Library:
        """Load folders and files, and the rulesets that they extend.

        Without a path: the rulesets that come with Turnwright. Raises SourceError with
        everything that is wrong in any of the files.
        """
        return cls._of(load_cached(SearchPath(tuple(Path(path) for path in paths))))

    @classmethod
    def read_sound(cls, *paths: str | Path) -> tuple[Library, tuple[Problem, ...]]:
        """Load what can be loaded: the examples are those that can be played; and all problems.

        A sentence that says something else than its meaning stops no play.
        """
        gathered = load_cached(SearchPath(tuple(Path(path) for path in paths)))
        return cls(replace(gathered, examples=gathered.replayable)), gathered.problems

    @classmethod
    def read_samples(cls, folder: str | Path) -> Library:
        """Load every file under a folder, each a ruleset followed by examples of it.

        Raises SourceError with everything that is wrong in any of the files.
        """
        return cls._of(load_samples(tuple(sorted(Path(folder).rglob("*.yaml")))))

    @classmethod
    def _of(cls, gathered: LoadedFiles) -> Library:
        """Library of what was loaded. Raises SourceError when there are problems."""
        library = cls(gathered)
        if gathered.problems:
            raise SourceError(gathered.problems)
        return library

    def renewed(self, *folders: Path) -> Library:
        """Library with the rulesets of some folders read anew, and all else as it was.

        Of what extends them nothing is checked again. Raises SourceError.
        """
        fresh = load_files(SearchPath(folders))
        if fresh.problems:
            raise SourceError(fresh.problems)
        names, known = fresh.requested, self._gathered
        others = (file for file in known.examples if file.example.ruleset not in names)
        return Library(
            replace(
                known,
                graph=self._graph.renewed({name: fresh.graph.files[name] for name in names}),
                examples=(*others, *fresh.examples),
                equivalent={
                    **{
                        clause: same
                        for clause, same in known.equivalent.items()
                        if clause.partition(".")[0] not in names
                    },
                    **fresh.equivalent,
                },
                books=_renewed(known.books, fresh.books, names),
                sheets=_renewed(known.sheets, fresh.sheets, names),
            )
        )

    def chain(self, ruleset: str) -> tuple[Ruleset, ...]:
        """Inheritance chain of a ruleset, as written, the base first."""
        return self._graph.chain(ruleset)

    def resolved_chain(self, ruleset: str) -> tuple[Ruleset, ...]:
        """The same with all citations as full ids, which is what choices are laid upon."""
        return self._graph.resolved_chain(ruleset)

    def effective(
        self,
        ruleset: str,
        options: Collection[str] = (),
        readings: Mapping[str, str] | None = None,
        params: Mapping[str, Condition] | None = None,
        without: str = "",
    ) -> Ruleset:
        """Effective rules with these options and readings.

        `without` takes one clause away, by full id, before anything is patched: what it
        replaced is back. Raises SourceError when patches do not go together.
        """
        whole, conflicts = self._graph.effective(ruleset, options, readings, params, without)
        conflicts += _unknown_choices(whole, options, readings or {}) or option_conflicts(
            whole, options, params or {}
        )
        if conflicts:
            raise SourceError(self._graph.to_problem(ruleset, conflict) for conflict in conflicts)
        return whole

    def whole_book(self, ruleset: str) -> Book | None:
        """The book of a ruleset with all entries, also those of options, and those underneath.

        Entries know their ruleset, so what an overlay changes are those of its own. Rules are
        full ids. None for a ruleset without a book.
        """
        return self._shelf.whole(ruleset)

    def sheet_book(self, ruleset: str) -> Book | None:
        """The whole book as it goes on the player's sheet; None for a ruleset without a book."""
        book, plan = self._shelf.whole(ruleset), self.sheet_plans.get(ruleset)
        if book is None or plan is None:
            return book
        return on_paper(book, plan, self.sheet_plans.get(self.rulesets[ruleset].extends))

    def book(
        self,
        ruleset: str,
        options: Collection[str] = (),
        readings: Mapping[str, str] | None = None,
        *,
        sheet: bool = False,
    ) -> Book | None:
        """The whole book as it is played with these options and readings.

        With `sheet`, as it goes on the player's sheet. None for a ruleset without a book. Raises
        SourceError for choices that there are not.
        """
        book = self.sheet_book(ruleset) if sheet else self._shelf.whole(ruleset)
        if book is None:
            return None
        whole, _ = self._graph.effective(ruleset)
        if conflicts := _unknown_choices(whole, options, readings or {}):
            raise SourceError(self._graph.to_problem(ruleset, conflict) for conflict in conflicts)
        defaults = {name: reading.default for name, reading in whole.readings.items()}
        return as_played(book, options, defaults | dict(readings or {}))

    def example(self, data: Mapping[str, object]) -> Example:
        """Load an example from a mapping, with the same checks as one in a file.

        Raises SourceError with everything that is wrong with it.
        """
        try:
            content = json.dumps(data, ensure_ascii=False).encode()
        except (TypeError, ValueError) as error:
            message = f"A file could not say this: {error}."
            hint = "Use mappings, lists, texts, numbers, true and false."
            raise SourceError([Problem(path=INLINE_PATH, message=message, hint=hint)]) from None
        text = decode_text(content, INLINE_PATH)
        found, problems = parse_examples(text)
        for file in found:
            known = file.example.ruleset
            if known in self.rulesets:
                check_example(self._graph, file, SymbolTable(self._graph, known))
            else:
                report_unknown_ruleset(file, set(self.rulesets))
        if problems:
            raise SourceError(problems)
        return found[0].example

    def examples_called(self, said: str, ruleset: str = "") -> tuple[Example, ...]:
        """Examples that somebody means: by sentence or slug; or else those that begin so."""
        among = [it for it in self.examples if ruleset in ("", it.ruleset)]
        named = tuple(it for it in among if said in (it.example, it.slug))
        return named or tuple(it for it in among if it.example.startswith(said))

    def roster(self, path: str | Path, rulesets: Iterable[Ruleset]) -> Roster:
        """Load a roster from a file, for these rulesets as they are played.

        Raises SourceError with everything that is wrong with it.
        """
        file, problems = read_roster(Path(path))
        if file:
            check_roster(file)
            check_numbers(file, rulesets)
        if file is None or problems:
            raise SourceError(problems)
        return file.content

    def full_id(self, ruleset: str, reference: str) -> str:
        """Full id of a clause as a ruleset or its examples cite it; empty when unknown."""
        clause = self._graph.resolver(ruleset).resolve(reference)
        return clause.full_id if clause else ""

    def review(self, ruleset: str) -> Review:
        """Review of a ruleset: what has been changed since it was last read."""
        return Review(self._gathered, ruleset)

    def unreviewed(self) -> tuple[Problem, ...]:
        """What has been changed since it was last read, where that is kept."""
        return unreviewed(self._gathered)

    def refusal_of(self, rules: Ruleset, clause: Clause) -> str:
        """Why a clause that is changed in these effective rules would not load; empty if it would.

        Its own words are checked, and how they go with the others of its part.
        """
        # By identity: an effective ruleset is one object for as long as its library.
        if id(rules) not in self._checkers:
            symbols = SymbolTable(self._graph, rules.ruleset)
            self._checkers[id(rules)] = ClauseChecker(symbols, rules)
        return self._checkers[id(rules)].refusal(clause)

    def place(self, clause: str) -> Place:
        """Where the clause with this full id stands. Raises KeyError when there is none."""
        return self._graph.place(clause)

    def file(self, path: str) -> File:
        """Text of a ruleset's or an example's file; an empty one for any other."""
        return self._texts.get(path) or File(path, "", ())

    @cached_property
    def _texts(self) -> Mapping[str, File]:
        """Texts of all files of rulesets and examples, by path."""
        written: tuple[SourceFile, ...] = (*self._graph.files.values(), *self._example_files)
        return {one.diagnostics.file.path: one.diagnostics.file for one in written}

    def problem(self, path: str, line: int, message: str, hint: str = "") -> Problem:
        """Problem found after loading, such as a failed claim, at a line of a file."""
        file = self.file(path)
        return file.problem(line, file.column_of(line), message, hint)

    def schema(self, what: str) -> Json:
        """JSON Schema of a kind of file in which the words of its rulesets complete."""
        return schema_with_words(what, self._graph, sorted(self.requested))

    def folder(self, ruleset: str) -> str:
        """Folder of a ruleset, as `start` takes it; empty for one that comes with Turnwright."""
        folder = self.source(ruleset).parent
        is_bundled = resolved(folder.parent) == default_folder()
        return "" if is_bundled else shown_path(folder)

    def source(self, ruleset: str) -> Path:
        """Path of a ruleset's file."""
        return self._graph.files[ruleset].source


Beside = TypeVar("Beside")


def _renewed(
    known: Mapping[str, Beside], fresh: Mapping[str, Beside], names: Collection[str]
) -> Mapping[str, Beside]:
    """What stands beside rulesets, with that of some read anew."""
    kept = {name: one for name, one in known.items() if name not in names}
    return kept | {name: one for name, one in fresh.items() if name in names}


def _unknown_choices(
    whole: Ruleset, options: Iterable[str], readings: Mapping[str, str]
) -> tuple[RuleConflict, ...]:
    """Conflicts for options, readings and alternatives that a ruleset does not have."""
    conflicts = [
        RuleConflict(f"There is no option {quoted(name)}.", did_you_mean(name, whole.options))
        for name in options
        if name not in whole.options
    ]
    for name, choice in readings.items():
        if name not in whole.readings:
            hint = did_you_mean(name, whole.readings)
            conflicts.append(RuleConflict(f"There is no reading {quoted(name)}.", hint))
        elif choice not in (known := whole.readings[name].alternatives):
            message = f"Reading {quoted(name)} has no alternative {quoted(choice)}."
            conflicts.append(RuleConflict(message, did_you_mean(choice, known)))
    return tuple(conflicts)


def _with_slugs(files: Iterable[ExampleFile]) -> tuple[Example, ...]:
    """Examples with their slugs, unique in each ruleset."""
    taken: set[tuple[str, str]] = set()
    last: dict[tuple[str, str], int] = {}
    examples = []
    for file in files:
        example = file.example
        key = example.ruleset, slug(example.example)
        number, name = last.get(key, 1), key[1]
        # Another sentence may already end in the number.
        while (example.ruleset, name) in taken:
            number += 1
            name = f"{key[1]}-{number}"
        last[key] = number
        taken.add((example.ruleset, name))
        examples.append(replace(example, slug=name))
    return tuple(examples)
