"""Mutation testing: a clause is proved when an example kills one of its mutants.

Mutants are a deletion or a change of the clause. A kill is an observable difference: who may act,
what is allowed, an order, a number, an end. An invalid mutant proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from turnwright.engine.program import PartName, Program, compile_ruleset
from turnwright.engine.rulings import Conflict
from turnwright.language.clause import Clause
from turnwright.language.example import Example
from turnwright.language.ruleset import Body, Ruleset
from turnwright.load.library import Library
from turnwright.load.patch import replace_clause
from turnwright.load.problem import SourceError
from turnwright.proof.mutant_status import MutantStatus, run_mutant
from turnwright.proof.mutants import mutants_of
from turnwright.proof.record import Record
from turnwright.proof.runner import replay_all
from turnwright.proof.verdicts import Fingerprints, Verdicts


@dataclass(frozen=True, kw_only=True)
class Proof:
    """Result of mutation testing of one ruleset, by full clause ids."""

    ruleset: str
    clauses: tuple[Clause, ...]
    """Its own clauses, those of its options and readings included."""
    shown: Mapping[str, tuple[Example, ...]]
    """Examples that show each clause: they cite and consult it."""
    proved: Mapping[str, str]
    """Explanation of each proved clause: the example, and the mutation that it kills."""
    unshown: tuple[str, ...] = ()
    unproved: tuple[str, ...] = field(default=())

    def data(self) -> dict[str, object]:
        """Counts as plain data."""
        return {
            "clauses": len(self.clauses),
            "advice": sum(1 for clause in self.clauses if clause.advice),
            "follows": sum(1 for clause in self.clauses if clause.follows),
            "equivalent": sum(1 for clause in self.clauses if clause.equivalent),
            "shown": len(self.shown),
            "proved": len(self.proved),
            "unproved": list(self.unproved),
        }


def bodies(ruleset: Ruleset) -> tuple[Body, ...]:
    """Bodies of a ruleset: itself, its options, and the alternatives of its readings."""
    alternatives = (
        alternative
        for reading in ruleset.readings.values()
        for alternative in reading.alternatives.values()
    )
    return (ruleset, *ruleset.options.values(), *alternatives)


def own_clauses(ruleset: Ruleset) -> tuple[Clause, ...]:
    """Own clauses of a ruleset: in its body, its options, and the alternatives of its readings."""
    found = {
        f"{ruleset.ruleset}.{clause.id}": replace(clause, ruleset=ruleset.ruleset)
        for body in bodies(ruleset)
        for clause in body.clauses()
    }
    return tuple(found.values())


def prove(
    library: Library, played: Iterable[Record] | None = None, verdicts: Verdicts | None = None
) -> tuple[Proof, ...]:
    """Run mutation testing on every clause of every ruleset of the library.

    `played` are the records of its examples; one with mismatches proves nothing. `verdicts` keep
    what was found in earlier runs.
    """
    played = replay_all(library) if played is None else played
    prover = MutationTester(library, [r for r in played if not r.mismatches], verdicts)
    proofs = tuple(prover.proof(ruleset) for ruleset in library.rulesets.values())
    if verdicts is not None:
        verdicts.save()
    return proofs


class MutationTester:
    """Mutation tester: runs mutants on the examples that consulted their clause."""

    def __init__(
        self, library: Library, played: list[Record], verdicts: Verdicts | None = None
    ) -> None:
        self.library = library
        self.played = played
        self.verdicts = verdicts
        self.explanations: dict[tuple[str, frozenset[int]], str] = {}
        self.programs: dict[tuple[int, int], Program | None] = {}
        self.tried: dict[int, None] = {}
        self.touched: set[PartName] | None = None
        """Examples that were tried on mutants of the clause at hand, and the parts that these
        looked at, where verdicts are kept."""
        # Indexes of clauses and citations, which are looked up many times.
        self.known = {
            clause.full_id: clause
            for ruleset in library.rulesets.values()
            for clause in own_clauses(ruleset)
        }
        self.cited = {
            id(record): {library.full_id(record.example.ruleset, n) for n in record.example.shows}
            for record in played
        }
        everything = [body for ruleset in library.rulesets.values() for body in bodies(ruleset)]
        self.fingerprints = Fingerprints(everything, self.known) if verdicts is not None else None

    def proof(self, ruleset: Ruleset) -> Proof:
        """Mutation testing of one ruleset."""
        clauses = own_clauses(ruleset)
        known = {clause.full_id: clause for clause in clauses}
        shown = {name: self.showing(clause) for name, clause in known.items()}
        shown = {name: found for name, found in shown.items() if found}
        proved = {}
        for name, clause in known.items():
            explanation = "" if clause.advice else self.explain(clause)
            if explanation:
                proved[name] = explanation
        settled = {n for n, c in known.items() if c.advice or self.is_equivalent(c)}
        return Proof(
            ruleset=ruleset.ruleset,
            clauses=clauses,
            shown={n: tuple(r.example for r in found) for n, found in shown.items()},
            proved=proved,
            unshown=tuple(n for n in known if n not in shown),
            unproved=tuple(n for n in known if n not in proved and n not in settled),
        )

    def showing(self, clause: Clause) -> tuple[Record, ...]:
        """Records of examples that cite a clause and consulted it (or what it follows from)."""
        wanted = {clause.full_id} if not clause.follows else set(self.premises(clause))
        return tuple(
            record
            for record in self.played
            if clause.full_id in self.cited[id(record)]
            and (clause.advice or wanted & record.consulted)
        )

    def premises(self, clause: Clause) -> Iterator[str]:
        """Premises of a clause: the clauses with a meaning that it follows from, transitively."""
        waiting, seen = [clause], set[str]()
        while waiting:
            above = waiting.pop()
            for name in above.follows:
                full = self.library.full_id(above.ruleset, name)
                other = self.known.get(full)
                if full in seen:
                    continue
                seen.add(full)
                if other is not None and other.follows:
                    waiting.append(other)
                else:
                    yield full

    def explain(self, clause: Clause) -> str:
        """Explanation of how a clause is proved; empty when it is not."""
        if clause.follows:
            showing = self.showing(clause)
            found = (
                self.explain_by(name, showing, clause.full_id) for name in self.premises(clause)
            )
            return next((f"it follows: {explanation}" for explanation in found if explanation), "")
        consulting = (r for r in self.played if clause.full_id in r.consulted)
        return self.explain_by(clause.full_id, consulting)

    def is_equivalent(self, clause: Clause) -> bool:
        """True when a clause is equivalent to another, as it claims.

        That is so when mutants without the other one survive, and one without both does not.
        """
        if clause.equivalent is None:
            return False
        other = self.library.full_id(clause.ruleset, clause.equivalent.to)
        both = [r for r in self.played if {clause.full_id, other} <= r.consulted]
        if any(self.run(r, self.without(r, other)) is not MutantStatus.SURVIVED for r in both):
            return False
        return any(
            self.run(r, self.without(r, other, clause)) is not MutantStatus.SURVIVED for r in both
        )

    def explain_by(self, full_id: str, played: Iterable[Record], follower: str = "") -> str:
        """Explanation by the first example that kills a mutant of this clause; cached."""
        played = tuple(played)
        if not played:
            return ""
        key = full_id, frozenset(id(record) for record in played)
        if key not in self.explanations:
            # Examples that cite the clause are the likeliest to kill its mutants.
            citing = tuple(r for r in played if full_id in self.cited[id(r)])
            others = tuple(r for r in played if full_id not in self.cited[id(r)])
            self.explanations[key] = self.recall(full_id, citing, others, follower)
        return self.explanations[key]

    def recall(
        self,
        full_id: str,
        citing: tuple[Record, ...],
        others: tuple[Record, ...],
        follower: str,
    ) -> str:
        """Explanation as it was kept, if all that it rests on is as it was; else found anew."""
        among_equals = any(
            clause.equivalent
            and full_id
            in (clause.full_id, self.library.full_id(clause.ruleset, clause.equivalent.to))
            for clause in self.known.values()
        )
        if self.verdicts is None or self.fingerprints is None or among_equals:
            return self.search(full_id, citing, others)
        clause, played = self.known[full_id], (*citing, *others)
        question = self.fingerprints.question(clause, follower, len(citing))
        kept = self.verdicts.get(question)
        if kept is None or not self.fingerprints.holds(kept, clause, played):
            self.tried, self.touched = {}, set()
            found = self.search(full_id, citing, others)
            tried = [record for record in played if id(record) in self.tried]
            kept = self.fingerprints.verdict(clause, found, tried, played, self.touched)
            self.touched = None
        self.verdicts.put(question, kept)
        return kept.explanation

    def search(self, full_id: str, citing: tuple[Record, ...], others: tuple[Record, ...]) -> str:
        """Search for an example that kills a mutant of this clause, those that cite it first."""
        found = (self.try_mutants(full_id, some) for some in (citing, others) if some)
        return next(filter(None, found), "")

    def try_mutants(self, full_id: str, played: tuple[Record, ...]) -> str:
        """Run all mutants: the deletion, the changes, the deletion together with an equivalent."""
        for record in played:
            if self.run(record, self.without(record, full_id)) is MutantStatus.KILLED:
                return f"“{record.example.example}” goes differently without it"
        by_rules: dict[int, list[Record]] = {}
        for record in played:
            by_rules.setdefault(id(record.ruleset), []).append(record)
        for records_of in by_rules.values():
            rules, program = records_of[0].ruleset, records_of[0].program
            clause = next((c for c in rules.clauses() if c.full_id == full_id), None)
            for other in mutants_of(clause, rules) if clause else ():
                changed = replace_clause(rules, full_id, other)
                mutant = compile_mutant(changed, program)
                for record in records_of:
                    if self.run(record, mutant) is not MutantStatus.KILLED:
                        continue
                    if self.library.refusal_of(changed, other):
                        break  # It is no rule at all, so it is invalid.
                    return f"“{record.example.example}” goes differently when it is turned round"
        for equivalent in self.equivalents(full_id):
            for record in played:
                mutant = self.without(record, full_id, equivalent)
                if self.run(record, mutant) is MutantStatus.KILLED:
                    sentence = record.example.example
                    return f"“{sentence}” goes differently without it and {equivalent.full_id}"
        return ""

    def run(self, record: Record, mutant: Program | None) -> MutantStatus:
        """Run an example on a mutant."""
        self.tried[id(record)] = None
        return run_mutant(record, mutant, self.touched)

    def equivalents(self, full_id: str) -> list[Clause]:
        """Equivalent clauses that claim, and are confirmed, to say the same as this one."""
        return [
            clause
            for clause in self.known.values()
            if clause.equivalent
            and self.library.full_id(clause.ruleset, clause.equivalent.to) == full_id
            and self.is_equivalent(clause)
        ]

    def without(self, record: Record, full_id: str, also: Clause | None = None) -> Program | None:
        """Mutant of an example's rules without a clause, or two; None when it is invalid."""
        example = record.example
        try:
            rules = self.library.effective(
                example.ruleset, example.options, example.readings, example.params, full_id
            )
        except SourceError:
            return None
        if also is not None:
            return compile_mutant(replace_clause(rules, also.full_id, None), record.program)
        key = id(rules), id(record.program)
        if key not in self.programs:
            self.programs[key] = compile_mutant(rules, record.program)
        return self.programs[key]


def compile_mutant(ruleset: Ruleset, base: Program | None = None) -> Program | None:
    """Compile a mutant; None when its clauses are in conflict."""
    try:
        return compile_ruleset(ruleset, base)
    except Conflict:
        return None
