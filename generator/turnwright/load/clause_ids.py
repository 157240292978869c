"""How clauses are cited: short ids in their own ruleset first, then in the ones underneath."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from turnwright.language.clause import Clause, Equivalent
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import StepMeaning
from turnwright.load.source_files import patch_layers


class ClauseResolver:
    """The clauses that a ruleset can cite: its own, and those of the rulesets it stands on."""

    def __init__(self, chain: tuple[Ruleset, ...]) -> None:
        """`chain` begins with the lowest ruleset and ends with the one that cites."""
        self._chain = chain

    @cached_property
    def _clauses(self) -> dict[str, dict[str, Clause]]:
        """By ruleset, the nearest first; then by id and by earlier ids."""
        found: dict[str, dict[str, Clause]] = {}
        for ruleset in reversed(self._chain):
            clauses = [clause for layer in patch_layers(ruleset) for clause in layer.body.clauses()]
            aliases = {alias: clause for clause in clauses for alias in clause.aliases}
            found[ruleset.ruleset] = aliases | {clause.id: clause for clause in clauses}
        return found

    def resolve(self, reference: str, *, underneath: bool = False) -> Clause | None:
        """The clause that is meant; `underneath` leaves out the citing ruleset's own."""
        for ruleset, clauses in self._clauses.items():
            if underneath and ruleset == self._chain[-1].ruleset:
                continue
            if reference in clauses:
                return clauses[reference]
        ruleset, _, short = reference.partition(".")
        return self._clauses.get(ruleset, {}).get(short)

    def patch_targets(self, reference: str, by: Clause) -> tuple[Clause, ...]:
        """The clauses that a clause's `replaces` or `removes` means: one, or those of `group.*`."""
        if not reference.endswith(".*"):
            found = self.resolve(reference, underneath=not by.of)
            return (found,) if found and found.full_id != by.full_id else ()
        ruleset, _, group = reference.removesuffix(".*").rpartition(".")
        return tuple(
            clause
            for name, clauses in self._clauses.items()
            if (by.of or name != by.ruleset) and (not ruleset or name == ruleset)
            for alias, clause in clauses.items()
            # A patch is laid over what is printed, so a group leaves out what other patches bring.
            if alias == clause.id and clause.group == group and not clause.of
        )

    def known(self, reference: str) -> tuple[str, ...]:
        """Every id that may be cited, in full if the reference names a ruleset."""
        ruleset = reference.partition(".")[0]
        if ruleset in self._clauses:
            return tuple(f"{ruleset}.{name}" for name in self._clauses[ruleset])
        return tuple(dict.fromkeys(name for clauses in self._clauses.values() for name in clauses))

    def with_full_ids(self, clause: Clause) -> Clause:
        """The clause, with every clause that it cites by full id."""
        changes: dict[str, object] = {}
        if clause.follows:
            changes["follows"] = self.full_ids(clause.follows)
        if clause.equivalent:
            changes["equivalent"] = Equivalent(
                to=self.full_ids((clause.equivalent.to,))[0], why=clause.equivalent.why
            )
        for word in ("replaces", "removes"):
            references: tuple[str, ...] = getattr(clause, word)
            if references:
                targets = (
                    target for name in references for target in self.patch_targets(name, clause)
                )
                changes[word] = tuple(dict.fromkeys(target.full_id for target in targets))
        meaning = getattr(clause, "means", None)
        if isinstance(meaning, StepMeaning) and meaning.waives:
            changes["means"] = replace(meaning, waives=self.full_ids(meaning.waives))
        return replace(clause, **changes) if changes else clause  # type: ignore[arg-type]

    def full_ids(self, references: Iterable[str]) -> tuple[str, ...]:
        """Full ids; what is not known stays as it is."""
        found = ((name, self.resolve(name)) for name in references)
        return tuple(clause.full_id if clause else name for name, clause in found)
