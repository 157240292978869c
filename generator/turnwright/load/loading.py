"""Loading: all files on a search path, with the rulesets that they extend, and all problems."""

from __future__ import annotations

import gc
import pickle
import time
import zlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

from turnwright.language.book import Book, SheetPlan
from turnwright.language.companion import Equivalences, Equivalent, Ledger
from turnwright.language.roster import Roster
from turnwright.load.book_checks import load_books
from turnwright.load.cache import (
    KeptFiles,
    cache_folder,
    edition_of_code,
    fingerprint,
    read_kept,
    write_kept,
)
from turnwright.load.companion_checks import (
    check_cited_lines,
    check_equivalences,
    check_ledger,
    check_numbers,
    check_roster,
)
from turnwright.load.declared_names import check_extends, check_uses
from turnwright.load.figure_checks import check_figures
from turnwright.load.files import PROOF, SearchPath, ledger_paths, resolved
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.parsed_files import (
    Companion,
    ExampleFile,
    RulesetFile,
    read_companion,
    read_examples,
    read_roster,
    read_ruleset,
    read_sample,
)
from turnwright.load.problem import MAX_PROBLEMS, Problem, quoted
from turnwright.load.retelling_checks import check_retellings
from turnwright.load.semantic_checks import check_all
from turnwright.load.sheet_plans import load_sheet_plans
from turnwright.load.symbol_table import SymbolTable


@dataclass(frozen=True)
class LoadedFiles:
    """Result of loading: the rulesets, the examples, the rosters, and all problems."""

    graph: RulesetGraph
    examples: tuple[ExampleFile, ...]
    problems: tuple[Problem, ...]
    requested: frozenset[str] = frozenset()
    """Ids of the rulesets that were asked for, and not only read because others extend them."""
    whole: frozenset[str] = frozenset()
    """Ids of those whose examples have all been read."""
    playable: frozenset[str] = frozenset()
    """Ids of those that are right, but perhaps for what their sentences say."""
    replayable: tuple[ExampleFile, ...] = ()
    """The examples of these that are right in the same way."""
    rosters: tuple[Companion[Roster], ...] = ()
    equivalent: Mapping[str, tuple[Equivalent, ...]] = field(default_factory=dict)
    """What proof cannot tell apart, by the full id of a clause."""
    books: Mapping[str, Book] = field(default_factory=dict)
    """The books as written, by the id of their ruleset."""
    sheets: Mapping[str, SheetPlan] = field(default_factory=dict)
    """The sheet plans as written, by the id of their ruleset."""


LOADED_BY = ("language", "load")
"""The packages that have a part in loading."""
LONG = 1.0
"""Seconds: what takes longer to load is kept for the next time."""


def load_cached(search_path: SearchPath) -> LoadedFiles:
    """Load files, or take what was loaded last of these paths while nothing has changed since.

    Only what is without problems is kept, and of the same paths only the last.
    """
    folder = cache_folder() / "libraries"
    path = folder / fingerprint(*map(resolved, search_path.paths))
    grounds = _grounds(search_path)
    known, _, kept = (read_kept(path) or b"").partition(b"\n")
    if known == grounds and not search_path.problems:
        return _unpickled(kept)
    began = time.perf_counter()
    loaded = load_files(search_path)
    is_long = time.perf_counter() - began > LONG
    # What is saved meanwhile may have been read before or after.
    if is_long and not loaded.problems and grounds == _grounds(search_path):
        write_kept(path, grounds + b"\n" + zlib.compress(pickle.dumps(loaded), level=1))
        KeptFiles(folder).forget_unused()
    return loaded


def _grounds(search_path: SearchPath) -> bytes:
    """Fingerprint of the files that may be read, and of the code that reads them."""
    return fingerprint(edition_of_code(LOADED_BY), search_path.contents()).encode()


def _unpickled(kept: bytes) -> LoadedFiles:
    """Loaded files as they were kept; no garbage comes of it, and to look for it takes as long."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        loaded: LoadedFiles = pickle.loads(zlib.decompress(kept))
    finally:
        if was_enabled:
            gc.enable()
    return loaded


def load_files(search_path: SearchPath) -> LoadedFiles:
    """Load everything on the search path, and run the semantic checks."""
    problems = [search_path.problems]
    examples: list[ExampleFile] = []
    whole = set(search_path.whole_rulesets)
    for path in search_path.example_paths:
        examples += _read(read_examples(path), problems)
        # Of a folder in which one file cannot be read, nobody knows what it lacks.
        whole -= {it for it in whole if problems[-1] and path.is_relative_to(it.parent)}
    rosters: dict[str, Companion[Roster]] = {}
    for path in search_path.roster_paths:
        if roster := _read(read_roster(path), problems):
            check_roster(roster)
            _register_roster(roster, rosters)
    files: dict[str, RulesetFile] = {}
    waiting = deque(search_path.ruleset_paths)
    seen = {resolved(path) for path in waiting}
    asked = frozenset(seen)
    referenced = {file.example.ruleset for file in examples}
    while waiting or (waiting := _unread_bases(referenced - files.keys(), search_path, seen)):
        if file := _read(read_ruleset(waiting.popleft()), problems):
            _register(file, files)
            referenced.update((file.ruleset.extends, *file.ruleset.uses))
    graph = RulesetGraph(files)
    check_extends(graph, search_path)
    check_uses(graph, search_path)
    check_all(graph, examples, search_path.known(), whole)
    # What sentences say is held against what is all right but for sentences.
    clean = [name for name in graph.files if graph.is_clean(name)]
    replayable = tuple(
        file for file in examples if file.example.ruleset in clean and not file.diagnostics.problems
    )
    check_figures(graph, clean)
    _check_ledgers(graph, problems)
    equivalent = _read_equivalences(graph, problems)
    sentences = [file.example for file in examples]
    books, wrong = load_books(graph, clean, sentences, whole)
    problems += wrong
    sheets, wrong = load_sheet_plans(graph, books)
    problems += wrong
    requested = {name for name, file in files.items() if resolved(file.source) in asked}
    requested = requested or {file.example.ruleset for file in examples}
    # The examples of what is only read because others extend it are not at hand.
    check_retellings(graph, [name for name in clean if name in requested], books, examples)
    played = [graph.effective(name)[0] for name in graph.rulesets if graph.is_clean(name)]
    for roster in rosters.values():
        check_numbers(roster, played)
    return LoadedFiles(
        graph=graph,
        examples=tuple(examples),
        problems=_sorted_problems(problems),
        requested=frozenset(requested),
        whole=frozenset(name for name, file in files.items() if file.source in whole),
        playable=frozenset(clean),
        replayable=replayable,
        rosters=tuple(rosters.values()),
        equivalent=equivalent,
        books=books,
        sheets=sheets,
    )


Found = TypeVar("Found")


def _read(result: tuple[Found, list[Problem]], problems: list[list[Problem]]) -> Found:
    """What was found in a file; its problems are added to those of all files."""
    found, new_problems = result
    problems.append(new_problems)
    return found


def _check_ledgers(graph: RulesetGraph, problems: list[list[Problem]]) -> None:
    """Load the ledgers beside rulesets without problems, and check both against each other."""
    found: dict[str, list[Companion[Ledger]]] = {}
    for name in [name for name in graph.files if graph.is_clean(name)]:
        for path in ledger_paths(graph.files[name].source):
            file = _read(read_companion(path, Ledger, "ledger"), problems)
            if file and not file.diagnostics.problems:
                found.setdefault(name, []).append(file)
    for name, ledgers in found.items():
        for file in ledgers:
            check_ledger(graph.files[name], file)
    for name in graph.rulesets:
        below = [ledger for it in graph.chain(name) for ledger in found.get(it.ruleset, ())]
        if below:
            check_cited_lines(graph.files[name], [file.content for file in below])


def _read_equivalences(
    graph: RulesetGraph, problems: list[list[Problem]]
) -> dict[str, tuple[Equivalent, ...]]:
    """What proof cannot tell apart in rulesets without problems, by full ids."""
    equivalent: dict[str, tuple[Equivalent, ...]] = {}
    for name, ruleset in graph.files.items():
        path = ruleset.source.parent / PROOF
        if not graph.is_clean(name) or not path.is_file():
            continue
        file = _read(read_companion(path, Equivalences, "proof"), problems)
        if file and not file.diagnostics.problems:
            check_equivalences(SymbolTable(graph, name), ruleset, file)
            full_ids = graph.resolver(name).full_ids
            for clause, found in file.content.equivalent.items():
                equivalent[f"{name}.{clause}"] = tuple(
                    replace(same, to=full_ids((same.to,))[0]) if same.to else same for same in found
                )
    return equivalent


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


def _register_roster(file: Companion[Roster], rosters: dict[str, Companion[Roster]]) -> None:
    """Register a roster by the name of its file, with a diagnostic for a duplicate."""
    name = file.content.name
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
