"""Inheritance: which ruleset extends which, and the effective rules along a chain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.ruleset import Ruleset
from turnwright.load.borrowing import borrowed, part_names
from turnwright.load.clause_ids import ClauseResolver
from turnwright.load.conflicts import RuleConflict
from turnwright.load.cycles import cycles_by_member, format_cycle, rotated
from turnwright.load.diagnostics import Diagnostics
from turnwright.load.discovery import ID, SearchPath
from turnwright.load.patch import apply_patches
from turnwright.load.problem import Place, Problem, did_you_mean, quoted
from turnwright.load.source_files import AnyBody, RulesetFile

EXTERNAL = "external"
"""Value of `extends` for a base that is not published here."""


class RulesetGraph:
    """Inheritance graph of the loaded rulesets, with caches of what is derived from it."""

    def __init__(self, files: Mapping[str, RulesetFile]) -> None:
        self.files = files
        self.rulesets = {name: file.ruleset for name, file in files.items()}
        self._chains: dict[str, tuple[Ruleset, ...]] = {}
        self._resolvers: dict[str, ClauseResolver] = {}
        self._resolved_rulesets: dict[str, Ruleset] = {}
        self._effective: dict[object, tuple[Ruleset, tuple[RuleConflict, ...]]] = {}
        self.conflicts: dict[int, tuple[RuleConflict, ...]] = {}
        """Conflicts that were found in effective rules, by the identity of those."""
        self.symbol_tables: dict[int, Any] = {}
        """Symbol tables of effective rules, by the identity of those."""

    def chain(self, ruleset: str) -> tuple[Ruleset, ...]:
        """What a ruleset stands on: the libraries it uses, then what it extends, the base first.

        Of a library only what is used is there. Raises KeyError if unknown.
        """
        if ruleset not in self._chains:
            line = self.line(ruleset)
            used = self._used(line).items()
            libraries = (borrowed(self.rulesets[name], names) for name, names in used)
            self._chains[ruleset] = (*libraries, *line)
        return self._chains[ruleset]

    def line(self, ruleset: str) -> tuple[Ruleset, ...]:
        """Inheritance chain of a ruleset, the base first. Raises KeyError if unknown."""
        chain = [self.rulesets[ruleset]]
        while (below := self.rulesets.get(chain[-1].extends)) and below not in chain:
            chain.append(below)
        return tuple(reversed(chain))

    def _used(self, line: tuple[Ruleset, ...]) -> Mapping[str, tuple[str, ...]]:
        """The libraries that the rulesets of a line use, each with all the names that they take."""
        found: dict[str, tuple[str, ...]] = {}
        for ruleset in line:
            for name, parts in ruleset.uses.items():
                if name in self.rulesets and self.rulesets[name] not in line:
                    found[name] = (*found.get(name, ()), *parts)
        return found

    def resolver(self, ruleset: str) -> ClauseResolver:
        """Resolver of the clause ids that are in scope in a ruleset."""
        if ruleset not in self._resolvers:
            self._resolvers[ruleset] = ClauseResolver(self.chain(ruleset))
        return self._resolvers[ruleset]

    def resolved_chain(self, ruleset: str) -> tuple[Ruleset, ...]:
        """Chain of a ruleset with all citations resolved to full ids."""
        line = self.line(ruleset)
        used = self._used(line)
        libraries = (borrowed(self._resolved(self.rulesets[it]), used[it]) for it in used)
        return (*libraries, *map(self._resolved, line))

    def is_complete(self, ruleset: str) -> bool:
        """True when all rulesets that this one stands on could be loaded."""
        line = self.line(ruleset)
        base = line[0].extends
        found = not base or base == EXTERNAL or base in self.rulesets
        return found and all(name in self.rulesets for each in line for name in each.uses)

    def is_clean(self, ruleset: str) -> bool:
        """True when neither the ruleset's file nor those of its bases have problems."""
        return self.is_complete(ruleset) and not any(
            self.files[below.ruleset].diagnostics.problems for below in self.chain(ruleset)
        )

    def effective(
        self,
        ruleset: str,
        options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
        params: Mapping[str, Condition] | None = None,
        without: str = "",
    ) -> tuple[Ruleset, tuple[RuleConflict, ...]]:
        """Effective rules with these choices, and their conflicts."""
        chosen, readings, params = frozenset(options), dict(readings or {}), dict(params or {})
        key = (ruleset, chosen, frozenset(readings.items()), frozenset(params.items()), without)
        if key not in self._effective:
            chain = self.resolved_chain(ruleset)
            self._effective[key] = apply_patches(chain, chosen, readings, params, without)
        return self._effective[key]

    def report(self, ruleset: str, conflicts: Iterable[RuleConflict]) -> None:
        """Add conflicts to the diagnostics of the files that they are located in."""
        for conflict in conflicts:
            problem = self.to_problem(ruleset, conflict)
            diagnostics = self._diagnostics_at(problem.path) or self.files[ruleset].diagnostics
            if not diagnostics.is_full and problem not in diagnostics.problems:
                diagnostics.problems.append(problem)

    def to_problem(self, ruleset: str, conflict: RuleConflict) -> Problem:
        """Problem for a conflict, located at its last clause."""
        if not conflict.clauses:
            return self.files[ruleset].diagnostics.file.problem(
                1, 1, conflict.message, conflict.hint
            )
        at = self.place(conflict.clauses[-1].full_id)
        file = (self._diagnostics_at(at.path) or self.files[ruleset].diagnostics).file
        hint = (conflict.hint + self.locations(conflict, conflict.clauses[:-1])).strip()
        return file.problem(at.line, at.column, conflict.message, hint)

    def locations(self, conflict: RuleConflict, clauses: Iterable[Clause] | None = None) -> str:
        """Locations of a conflict's clauses, as sentences for a hint."""
        of = conflict.clauses if clauses is None else clauses
        return "".join(
            f" {quoted(clause.full_id)} is at {self.place(clause.full_id)}." for clause in of
        )

    def _diagnostics_at(self, path: str) -> Diagnostics | None:
        """Diagnostics of the file with this path."""
        return next(
            (f.diagnostics for f in self.files.values() if f.diagnostics.file.path == path), None
        )

    def place(self, clause: str) -> Place:
        """Place of the clause with this full id. Raises KeyError when there is none."""
        ruleset, _, short = clause.partition(".")
        found = self.resolver(ruleset).resolve(short)
        if found is None:
            raise KeyError(clause)
        file = self.files[ruleset].diagnostics.file
        return Place(file.path, found.line, file.column_of(found.line))

    def _resolved(self, ruleset: Ruleset) -> Ruleset:
        """Ruleset with all citations resolved to full ids."""
        name = ruleset.ruleset
        if name not in self._resolved_rulesets:
            resolver = self.resolver(name)
            whole = _resolve_citations(ruleset, resolver)
            readings = {
                name: replace(
                    reading,
                    clauses=resolver.full_ids(reading.clauses),
                    alternatives={
                        choice: _resolve_citations(alternative, resolver)
                        for choice, alternative in reading.alternatives.items()
                    },
                )
                for name, reading in ruleset.readings.items()
            }
            self._resolved_rulesets[name] = replace(
                whole,
                options={
                    key: _resolve_citations(value, resolver)
                    for key, value in ruleset.options.items()
                },
                readings=readings,
                gaps=tuple(
                    replace(gap, clauses=resolver.full_ids(gap.clauses)) for gap in ruleset.gaps
                ),
                not_covered={
                    name: replace(entry, clauses=resolver.full_ids(entry.clauses))
                    for name, entry in ruleset.not_covered.items()
                },
            )
        return self._resolved_rulesets[name]


def check_extends(graph: RulesetGraph, search_path: SearchPath) -> None:
    """Diagnostics for rulesets that extend an unknown ruleset, or themselves."""
    bases = {name: ruleset.extends for name, ruleset in graph.rulesets.items()}
    cycles = cycles_by_member(bases)
    for name, file in graph.files.items():
        below = file.ruleset.extends
        if not below or below == EXTERNAL:
            continue
        if not ID.fullmatch(below):
            file.diagnostics.note(
                ("extends",),
                f"{quoted(below)} is not the id of a ruleset.",
                "Name a ruleset by its id, never by a path, such as `extends: my_rules`.",
            )
        elif below not in graph.rulesets:
            known = {*graph.rulesets, *search_path.known()} - {name}
            if below in known:
                continue  # The file that failed to load has diagnostics of its own.
            file.diagnostics.note(
                ("extends",),
                f"There is no ruleset {quoted(below)}.",
                did_you_mean(below, known, "Known rulesets"),
            )
        elif cycle := cycles.get(name):
            around = format_cycle(rotated(cycle, name))
            file.diagnostics.note(("extends",), f"This ruleset stands on itself: {around}.")


def check_uses(graph: RulesetGraph, search_path: SearchPath) -> None:
    """Diagnostics for rulesets that use what is no library, or what a library does not have."""
    for name, file in graph.files.items():
        note = file.diagnostics.note
        if file.ruleset.library and file.ruleset.extends:
            note(("extends",), "A library stands on its own.", "Take `extends` or `library` away.")
        for used, parts in file.ruleset.uses.items():
            library = graph.rulesets.get(used)
            if file.ruleset.library:
                note(("uses",), "A library takes nothing from another one.", "Leave `uses` away.")
            elif library is None:
                libraries = {other for other in graph.rulesets if graph.rulesets[other].library}
                known = {*libraries, *search_path.known()} - {name}
                if used not in known:
                    hint = did_you_mean(used, known, "Known rulesets")
                    note(("uses", used), f"There is no ruleset {quoted(used)}.", hint, key=True)
            elif not library.library:
                message = f"{quoted(used)} is a system, and no library."
                note(("uses", used), message, "One uses a library, and extends a system.", key=True)
            else:
                known = set(part_names(library))
                for position, part in enumerate(parts):
                    if part not in known:
                        hint = did_you_mean(part, known, f"Parts of {quoted(used)}")
                        message = f"{quoted(used)} has nothing that is called {quoted(part)}."
                        note(("uses", used, position), message, hint)


def _resolve_citations(body: AnyBody, resolver: ClauseResolver) -> AnyBody:
    """Body with all citations resolved to full ids."""
    kinds: dict[str, Any] = {}
    for kind, name, part in body.parts():
        clauses = tuple(resolver.with_full_ids(clause) for clause in part.clauses)
        kinds.setdefault(kind, {})[name] = replace(cast(Any, part), clauses=clauses)
    return replace(body, **kinds)
