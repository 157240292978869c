"""Inheritance: which ruleset extends which, and the effective rules along a chain."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.ruleset import KINDS, Body, Part, Ruleset
from turnwright.language.traversal import texts_in
from turnwright.load.conflicts import ClauseWords, RuleConflict
from turnwright.load.parsed_files import AnyBody, RulesetFile
from turnwright.load.patch import PatchedRules
from turnwright.load.problem import Place, Problem, quoted
from turnwright.load.syntax_tree import Diagnostics


class ClauseResolver:
    """Resolver of clause ids in the scope of a ruleset: its own clauses and the inherited ones."""

    def __init__(self, chain: tuple[Ruleset, ...]) -> None:
        """`chain` is the inheritance chain, from the base ruleset to the one that cites."""
        self._chain = chain

    @cached_property
    def _clauses(self) -> dict[str, dict[str, Clause]]:
        """Index of clauses by ruleset, the citing one first; then by id and by alias."""
        found: dict[str, dict[str, Clause]] = {}
        for ruleset in reversed(self._chain):
            clauses = [clause for layer in ruleset.layers() for clause in layer.body.clauses()]
            aliases = {alias: clause for clause in clauses for alias in clause.aliases}
            found[ruleset.ruleset] = aliases | {clause.id: clause for clause in clauses}
        return found

    def resolve(self, reference: str, *, underneath: bool = False) -> Clause | None:
        """Resolve a citation to a clause; `underneath` searches the inherited clauses only."""
        for ruleset, clauses in self._clauses.items():
            if underneath and ruleset == self._chain[-1].ruleset:
                continue
            if reference in clauses:
                return clauses[reference]
        ruleset, _, short = reference.partition(".")
        return self._clauses.get(ruleset, {}).get(short)

    def patch_targets(self, reference: str, by: Clause) -> tuple[Clause, ...]:
        """Targets of what a clause changes underneath: one clause, or all of `group.*`."""
        if not reference.endswith(".*"):
            found = self.resolve(reference, underneath=not by.of)
            return (found,) if found and found.full_id != by.full_id else ()
        ruleset, _, group = reference.removesuffix(".*").rpartition(".")
        return tuple(
            clause
            for name, clauses in self._clauses.items()
            if (by.of or name != by.ruleset) and (not ruleset or name == ruleset)
            for alias, clause in clauses.items()
            # Aliases are skipped, and so are clauses that other options and readings add.
            if alias == clause.id and clause.group == group and not clause.of
        )

    def known(self, reference: str) -> tuple[str, ...]:
        """Ids that can be cited, as full ids when the reference names a ruleset."""
        ruleset = reference.partition(".")[0]
        if ruleset in self._clauses:
            return tuple(f"{ruleset}.{name}" for name in self._clauses[ruleset])
        return tuple(dict.fromkeys(name for clauses in self._clauses.values() for name in clauses))

    def with_full_ids(self, clause: Clause) -> Clause:
        """Normalise a clause's citations to full ids."""
        changes: dict[str, object] = {}
        if clause.follows:
            changes["follows"] = self.full_ids(clause.follows)
        for word in ("replaces", "removes", "rereads"):
            references: tuple[str, ...] = getattr(clause, word)
            if references:
                targets = (
                    target for name in references for target in self.patch_targets(name, clause)
                )
                changes[word] = tuple(dict.fromkeys(target.full_id for target in targets))
        if clause.waived:
            means = cast(Any, clause).means
            changes["means"] = replace(means, waives=self.full_ids(clause.waived))
        return replace(clause, **changes) if changes else clause  # type: ignore[arg-type]

    def full_ids(self, references: Iterable[str]) -> tuple[str, ...]:
        """Normalise citations to full ids; an unresolved one stays as it is."""
        found = ((name, self.resolve(name)) for name in references)
        return tuple(clause.full_id if clause else name for name, clause in found)


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
        self._resolved_chains: dict[str, tuple[Ruleset, ...]] = {}
        self._effective: dict[object, tuple[Ruleset, tuple[RuleConflict, ...]]] = {}
        self._patched: dict[str, PatchedRules] = {}
        self.statements = ClauseWords()
        """What the clauses say, word by word."""
        self.checked: dict[Any, Any] = {}
        """Checks of effective rules and the conflicts that they found: by the identity of the
        rules, or by what was chosen."""
        self.figures: dict[str, Any] = {}
        """Indexes of the figures behind clauses, by ruleset."""
        self.symbol_tables: dict[int, Any] = {}
        """Symbol tables of effective rules, by the identity of those."""

    def __reduce__(self) -> tuple[type[RulesetGraph], tuple[Mapping[str, RulesetFile]]]:
        """Only the files are pickled: what is derived from them is derived again when asked for."""
        return RulesetGraph, (self.files,)

    def renewed(self, files: Mapping[str, RulesetFile]) -> RulesetGraph:
        """Graph with some files anew; what was derived from the others alone is kept."""
        graph = RulesetGraph({**self.files, **files})
        for key, (rules, conflicts) in self._effective.items():
            name = str(key[0])  # type: ignore[index]
            line = graph.line(name)
            below = {*(each.ruleset for each in line), *graph._used(line)}
            if below.isdisjoint(files):
                graph._effective[key] = rules, conflicts
        return graph

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
        if ruleset not in self._resolved_chains:
            line = self.line(ruleset)
            used = self._used(line)
            libraries = (borrowed(self._resolved(self.rulesets[it]), used[it]) for it in used)
            self._resolved_chains[ruleset] = (*libraries, *map(self._resolved, line))
        return self._resolved_chains[ruleset]

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
            if chosen or readings or without:
                chain = self.resolved_chain(ruleset)
                patched = PatchedRules(chain, chosen, readings, params, without, self.statements)
            else:
                patched = self.patched(ruleset)
            self._effective[key] = patched.rules, patched.conflicts
        return self._effective[key]

    def patched(self, ruleset: str) -> PatchedRules:
        """Effective rules without any choice, which know what a choice changes in them."""
        if ruleset not in self._patched:
            self._patched[ruleset] = PatchedRules(
                self.resolved_chain(ruleset), statements=self.statements
            )
        return self._patched[ruleset]

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
        elsewhere = self._elsewhere(ruleset, conflict.clauses[-1])
        hint = conflict.hint + elsewhere + self.locations(conflict, conflict.clauses[:-1])
        return file.problem(at.line, at.column, conflict.message, hint.strip())

    def _elsewhere(self, ruleset: str, clause: Clause) -> str:
        """Where the rules are that a clause replaces, if that is in none of its own steps."""
        placed = [each for rules in self.resolved_chain(ruleset) for each in rules.placed_clauses()]
        homes = {each.part for each in placed if each.clause.full_id == clause.full_id}
        found = [each for each in placed if each.clause.full_id in clause.replaces]
        if any(each.part in homes for each in found):
            return ""
        return "".join(
            f" {quoted(each.clause.id)}, which it replaces, is in {quoted(each.part)}."
            for each in found
        )

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


def _resolve_citations(body: AnyBody, resolver: ClauseResolver) -> AnyBody:
    """Body with all citations resolved to full ids."""
    return body.with_clauses(lambda _, clause: resolver.with_full_ids(clause))


BATTLE = "battle"
"""The step in which the examples of a library go through its procedures: nobody borrows it."""


def borrowed(library: Ruleset, names: Collection[str]) -> Ruleset:
    """A library reduced to the named parts, and to all that these name in turn.

    Readings and options come along with what they say of those parts. Whose sides they are, what
    things are called and how units are mustered is left to whoever uses it.
    """
    kept = _closure(library, names)
    reduced = cast(Ruleset, _reduced(library, kept))
    here = {id_ for clause in reduced.clauses() for id_ in (clause.id, clause.full_id)}

    def patch(body: Body) -> Any:
        return _reduced(body, {*kept, *_added(library, body)}, here)

    return replace(
        reduced,
        sides=(),
        words={},
        packs={},
        always={},
        never={},
        muster=None,
        options={
            name: patch(it) for name, it in library.options.items() if _touches(library, it, kept)
        },
        readings={
            name: replace(
                it, alternatives={way: patch(said) for way, said in it.alternatives.items()}
            )
            for name, it in library.readings.items()
            if any(_touches(library, said, kept) for said in it.alternatives.values())
        },
        not_covered={name: it for name, it in library.not_covered.items() if it.clauses},
    )


def part_names(library: Ruleset) -> Collection[str]:
    """Names of the parts of a library that can be used."""
    return dict.fromkeys(name for _, name, _ in library.parts() if name != BATTLE).keys()


def _closure(library: Ruleset, names: Collection[str]) -> set[str]:
    """These names, and all names of parts that are mentioned with them, directly or not."""
    known = part_names(library)
    patches: list[Body] = [*library.options.values()]
    patches += (said for it in library.readings.values() for said in it.alternatives.values())
    kept: set[str] = set()
    waiting = [name for name in names if name in known]
    while waiting:
        kept.update(waiting)
        mentioned = _mentioned_in(library, kept)
        for patch in patches:
            if _touches(library, patch, kept):
                mentioned |= _mentioned_in(patch, {*kept, *_added(library, patch)})
        waiting = [word for word in mentioned if word in known and word not in kept]
    return kept


def _mentioned_in(body: Body, kept: Collection[str]) -> set[str]:
    """Every name in what parts that are kept are like, and in what their clauses mean."""
    return {word for _, name, part in body.parts() if name in kept for word in _mentioned(part)}


def _mentioned(part: Part) -> Iterator[str]:
    """Every name in what a part is like, and in what its clauses mean."""
    yield getattr(part, "like", "")
    for clause in part.clauses:
        yield from texts_in(clause.means)


def _reduced(body: Body, kept: Collection[str], known: Collection[str] = ()) -> Body:
    """A body with the parts that are kept, without what follows from clauses that are not.

    `known` are clauses elsewhere from which some may follow.
    """
    parts: dict[str, dict[str, Part]] = {kind: {} for kind in KINDS}
    for kind, name, part in body.parts():
        if name in kept:
            parts[kind][name] = part
    clauses = [clause for of in parts.values() for part in of.values() for clause in part.clauses]
    here = {id_ for clause in clauses for id_ in (clause.id, clause.full_id)}
    while gone := {
        id_
        for clause in clauses
        if clause.id in here and not here.issuperset({*clause.follows} - {*known})
        for id_ in (clause.id, clause.full_id)
    }:
        here -= gone
    for of in parts.values():
        for name, part in of.items():
            left = tuple(clause for clause in part.clauses if clause.id in here)
            of[name] = cast(Part, replace(cast(Any, part), clauses=left))
    return cast(Body, replace(cast(Any, body), **parts))


def _touches(library: Ruleset, patch: Body, kept: Collection[str]) -> bool:
    """Whether a patch says something of a part of the library that is kept."""
    return any(name in kept for kind, name, _ in patch.parts() if name in getattr(library, kind))


def _added(library: Ruleset, patch: Body) -> set[str]:
    """Names of the parts that a patch adds to the library."""
    return {name for kind, name, _ in patch.parts() if name not in getattr(library, kind)}
