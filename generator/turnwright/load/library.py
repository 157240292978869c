"""Library: the loaded rulesets and examples, and the effective rules for play."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from turnwright.language.book import Book
from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.equivalence import Equivalent
from turnwright.language.example import Example
from turnwright.language.roster import Roster
from turnwright.language.ruleset import Ruleset
from turnwright.load.book_checks import load_books
from turnwright.load.books import Bookshelf, as_played
from turnwright.load.checks import check_all, check_example, refusal_of, report_unknown_ruleset
from turnwright.load.companion_checks import check_cited_lines, check_equivalences, check_ledger
from turnwright.load.conflicts import RuleConflict, option_conflicts
from turnwright.load.example_checks import check_numbers, check_roster
from turnwright.load.files import PROOF, SearchPath, decode_text, ledger_paths, resolved
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.name_checks import check_extends, check_uses
from turnwright.load.names import SymbolTable
from turnwright.load.problem import MAX_PROBLEMS, Place, Problem, SourceError, did_you_mean, quoted
from turnwright.load.source_files import (
    ExampleFile,
    LedgerFile,
    RosterFile,
    RulesetFile,
    SourceFile,
    parse_examples,
    read_equivalences,
    read_examples,
    read_ledger,
    read_roster,
    read_ruleset,
    read_sample,
    slug,
)


@dataclass(frozen=True)
class LoadedFiles:
    """Result of loading: the rulesets, the examples, the rosters, and all problems."""

    graph: RulesetGraph
    examples: tuple[ExampleFile, ...]
    problems: tuple[Problem, ...]
    requested: frozenset[str] = frozenset()
    """Ids of the rulesets that were asked for, and not only read because others extend them."""
    rosters: tuple[RosterFile, ...] = ()
    equivalent: Mapping[str, tuple[Equivalent, ...]] = field(default_factory=dict)
    """What proof cannot tell apart, by the full id of a clause."""
    books: Mapping[str, Book] = field(default_factory=dict)
    """The books as written, by the id of their ruleset."""


def load_files(search_path: SearchPath) -> LoadedFiles:
    """Load everything on the search path, and run the semantic checks."""
    problems = [search_path.problems]
    examples: list[ExampleFile] = []
    for path in search_path.example_paths:
        examples_found, new_problems = read_examples(path)
        examples += examples_found
        problems.append(new_problems)
    rosters: dict[str, RosterFile] = {}
    for path in search_path.roster_paths:
        roster, new_problems = read_roster(path)
        problems.append(new_problems)
        if roster:
            check_roster(roster)
            _register_roster(roster, rosters)
    files: dict[str, RulesetFile] = {}
    waiting = deque(search_path.ruleset_paths)
    seen = {resolved(path) for path in waiting}
    asked = frozenset(seen)
    referenced = {file.example.ruleset for file in examples}
    while waiting or (waiting := _unread_bases(referenced - files.keys(), search_path, seen)):
        file, new_problems = read_ruleset(waiting.popleft())
        problems.append(new_problems)
        if file:
            _register(file, files)
            referenced.update((file.ruleset.extends, *file.ruleset.uses))
    graph = RulesetGraph(files)
    check_extends(graph, search_path)
    check_uses(graph, search_path)
    check_all(graph, examples, search_path.known(), search_path.whole_rulesets)
    problems += _check_ledgers(graph)
    equivalent, wrong = _read_equivalences(graph)
    problems += wrong
    sentences = [file.example for file in examples]
    books, wrong = load_books(graph, sentences, search_path.whole_rulesets)
    problems += wrong
    requested = {name for name, file in files.items() if resolved(file.source) in asked}
    requested = requested or {file.example.ruleset for file in examples}
    played = [graph.effective(name)[0] for name in graph.rulesets if graph.is_clean(name)]
    for roster in rosters.values():
        check_numbers(roster, played)
    listed = tuple(rosters.values())
    found = _sorted_problems(problems)
    return LoadedFiles(
        graph, tuple(examples), found, frozenset(requested), listed, equivalent, books
    )


def _check_ledgers(graph: RulesetGraph) -> list[list[Problem]]:
    """Load the ledgers beside rulesets without problems, and check both against each other."""
    problems: list[list[Problem]] = []
    found: dict[str, list[LedgerFile]] = {}
    for name, ruleset in graph.files.items():
        if graph.is_clean(name):
            for path in ledger_paths(ruleset.source):
                file, new_problems = read_ledger(path)
                problems.append(new_problems)
                if file:
                    found.setdefault(name, []).append(file)
    for name, ledgers in found.items():
        for file in ledgers:
            check_ledger(graph.files[name], file)
    for name in graph.rulesets:
        below = [ledger for it in graph.chain(name) for ledger in found.get(it.ruleset, ())]
        if below:
            check_cited_lines(graph.files[name], [file.ledger for file in below])
    return problems


def _read_equivalences(
    graph: RulesetGraph,
) -> tuple[dict[str, tuple[Equivalent, ...]], list[list[Problem]]]:
    """What proof cannot tell apart in rulesets without problems, by full ids; and problems."""
    equivalent: dict[str, tuple[Equivalent, ...]] = {}
    problems: list[list[Problem]] = []
    for name, ruleset in graph.files.items():
        path = ruleset.source.parent / PROOF
        if not graph.is_clean(name) or not path.is_file():
            continue
        file, new_problems = read_equivalences(path)
        problems.append(new_problems)
        if file:
            check_equivalences(SymbolTable(graph, name), ruleset, file)
            full_ids = graph.resolver(name).full_ids
            for clause, found in file.equivalences.equivalent.items():
                equivalent[f"{name}.{clause}"] = tuple(
                    replace(same, to=full_ids((same.to,))[0]) if same.to else same for same in found
                )
    return equivalent, problems


def load_samples(paths: tuple[Path, ...]) -> LoadedFiles:
    """Load files that each hold a ruleset and its examples, and run the semantic checks."""
    examples: list[ExampleFile] = []
    problems: list[list[Problem]] = []
    files: dict[str, RulesetFile] = {}
    for path in paths:
        file, examples_found, new_problems = read_sample(path)
        examples += examples_found
        problems.append(new_problems)
        if file and file.ruleset.ruleset in files:
            name = quoted(file.ruleset.ruleset)
            file.diagnostics.note(("ruleset",), f"There is another ruleset {name}.")
        elif file:
            files[file.ruleset.ruleset] = file
    graph = RulesetGraph(files)
    check_all(graph, examples, set(files), {file.source for file in files.values()})
    return LoadedFiles(graph, tuple(examples), _sorted_problems(problems), frozenset(files))


def _unread_bases(referenced: set[str], search_path: SearchPath, seen: set[Path]) -> deque[Path]:
    """Files of referenced rulesets that are not parsed yet."""
    examples_found = [path for name in sorted(referenced) if (path := search_path.find(name))]
    # Each file is parsed once, even when its id is not the one that was referenced.
    fresh = deque(path for path in examples_found if resolved(path) not in seen)
    seen.update(resolved(path) for path in fresh)
    return fresh


def _register(file: RulesetFile, files: dict[str, RulesetFile]) -> None:
    """Register a ruleset by its id, with diagnostics for duplicates and for another folder name."""
    name, folder = file.ruleset.ruleset, file.source.absolute().parent.resolve().name
    if name in files:
        first = files[name].diagnostics.place(("ruleset",))
        file.diagnostics.note(("ruleset",), f"There is another ruleset {quoted(name)} at {first}.")
        return
    if name != folder:
        file.diagnostics.note(
            ("ruleset",),
            f"{quoted(name)} is not the name of the folder, {quoted(folder)}.",
            "The id of a ruleset and the name of its folder are the same.",
        )
    files[name] = file


def _register_roster(file: RosterFile, rosters: dict[str, RosterFile]) -> None:
    """Register a roster by the name of its file, with a diagnostic for a duplicate."""
    name = file.roster.name
    if name in rosters:
        first = rosters[name].diagnostics.place(())
        file.diagnostics.note((), f"There is another roster {quoted(name)} at {first}.")
    else:
        rosters[name] = file


def _sorted_problems(examples_found: list[list[Problem]]) -> tuple[Problem, ...]:
    """Problems sorted by file and place, limited to the first ones of each file."""
    ordered: list[Problem] = []
    for problems in sorted(filter(None, examples_found), key=lambda problems: problems[0].path):
        ordered += islice(sorted(problems, key=lambda problem: problem.place), MAX_PROBLEMS)
        if len(problems) > MAX_PROBLEMS:
            ordered.append(Problem(path=problems[0].path, message="There are more problems here."))
    return tuple(ordered)


INLINE_PATH = "what was said"
"""Path in the problems of an example that is not in a file."""


class Library:
    """Library of rulesets and examples that were loaded without problems."""

    def __init__(self, gathered: LoadedFiles) -> None:
        graph = gathered.graph
        self._gathered = gathered
        self._graph = graph
        self._example_files = gathered.examples
        self._symbols: dict[str, SymbolTable] = {}
        self.rulesets: Mapping[str, Ruleset] = graph.rulesets
        """The rulesets as written, by id."""
        self.examples: tuple[Example, ...] = _with_slugs(self._example_files)
        """The examples, in the order of their files."""
        self.requested = gathered.requested
        """Ids of the rulesets that were asked for, not those that they only extend."""
        self.equivalent = gathered.equivalent
        """What proof cannot tell apart, by the full id of a clause."""
        self.rosters: Mapping[str, Roster] = {
            file.roster.name: file.roster for file in gathered.rosters
        }
        """The rosters, by the name of their file."""
        self.books: Mapping[str, Book] = gathered.books
        """The books as written, by the id of their ruleset."""
        self._shelf = Bookshelf(graph, gathered.books)

    @classmethod
    def read(cls, *paths: str | Path) -> Library:
        """Load folders and files, and the rulesets that they extend.

        Without a path: the rulesets that come with Turnwright. Raises SourceError with
        everything that is wrong in any of the files.
        """
        return cls._of(load_files(SearchPath(tuple(Path(path) for path in paths))))

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
                books={
                    **{name: book for name, book in known.books.items() if name not in names},
                    **{name: book for name, book in fresh.books.items() if name in names},
                },
            )
        )

    def chain(self, ruleset: str) -> tuple[Ruleset, ...]:
        """Inheritance chain of a ruleset, as written, the base first."""
        return self._graph.chain(ruleset)

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

    def book(
        self,
        ruleset: str,
        options: Collection[str] = (),
        readings: Mapping[str, str] | None = None,
    ) -> Book | None:
        """The whole book as it is played with these options and readings.

        None for a ruleset without a book. Raises SourceError for choices that there are not.
        """
        book = self._shelf.whole(ruleset)
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
        return file.roster

    def full_id(self, ruleset: str, reference: str) -> str:
        """Full id of a clause as a ruleset or its examples cite it; empty when unknown."""
        clause = self._graph.resolver(ruleset).resolve(reference)
        return clause.full_id if clause else ""

    def refusal_of(self, rules: Ruleset, clause: Clause) -> str:
        """Why a clause that was changed in these effective rules would not load; empty if it would.

        Its own words are checked, and how they go with the others of its part.
        """
        if rules.ruleset not in self._symbols:
            self._symbols[rules.ruleset] = SymbolTable(self._graph, rules.ruleset)
        return refusal_of(self._symbols[rules.ruleset], rules, clause)

    def place(self, clause: str) -> Place:
        """Where the clause with this full id stands. Raises KeyError when there is none."""
        return self._graph.place(clause)

    def problem(self, path: str, line: int, message: str, hint: str = "") -> Problem:
        """Problem found after loading, such as a failed claim, at a line of a file."""
        written: tuple[SourceFile, ...] = (*self._graph.files.values(), *self._example_files)
        for one in written:
            file = one.diagnostics.file
            if file.path == path:
                return file.problem(line, file.column_of(line), message, hint)
        return Problem(path=path, line=line, message=message, hint=hint)

    def source(self, ruleset: str) -> Path:
        """Path of a ruleset's file."""
        return self._graph.files[ruleset].source


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
