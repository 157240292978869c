"""Clause ids: resolving a citation in a ruleset's own clauses first, then in those it inherits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from turnwright.language.clause import Clause, Meaning
from turnwright.language.ruleset import Ruleset
from turnwright.load.source_files import patch_layers


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
            clauses = [clause for layer in patch_layers(ruleset) for clause in layer.body.clauses()]
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
        """Targets of a clause's `replaces` or `removes`: one clause, or all of `group.*`."""
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
        if clause.equivalent:
            changes["equivalent"] = tuple(
                replace(same, to=self.full_ids((same.to,))[0]) if same.to else same
                for same in clause.equivalent
            )
        for word in ("replaces", "removes"):
            references: tuple[str, ...] = getattr(clause, word)
            if references:
                targets = (
                    target for name in references for target in self.patch_targets(name, clause)
                )
                changes[word] = tuple(dict.fromkeys(target.full_id for target in targets))
        meaning = getattr(clause, "means", None)
        if isinstance(meaning, Meaning) and meaning.waives:
            changes["means"] = replace(meaning, waives=self.full_ids(meaning.waives))
        return replace(clause, **changes) if changes else clause  # type: ignore[arg-type]

    def full_ids(self, references: Iterable[str]) -> tuple[str, ...]:
        """Normalise citations to full ids; an unresolved one stays as it is."""
        found = ((name, self.resolve(name)) for name in references)
        return tuple(clause.full_id if clause else name for name, clause in found)
