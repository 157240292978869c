"""Proof: a clause is proved when without it, or with it turned round, an example goes differently.

What counts is what a player would see: who may act, what is allowed, an order, a number, an end.
A round that merely gets stuck, or a ruleset that no longer loads, proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from turnwright.engine.plan import Conflict
from turnwright.engine.program import Program, compile_ruleset
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


@dataclass(frozen=True, kw_only=True)
class Proof:
    """What is shown and proved of one ruleset, by full clause ids."""

    ruleset: str
    clauses: tuple[Clause, ...]
    """Every clause it wrote, those of its options and readings included."""
    shown: Mapping[str, tuple[Example, ...]]
    """For each clause that examples show, these examples."""
    proved: Mapping[str, str]
    """For each clause that is proved, how: the sentence of the example, and what was changed."""
    unshown: tuple[str, ...] = ()
    unproved: tuple[str, ...] = field(default=())

    def data(self) -> dict[str, object]:
        """The counts, for programs."""
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
    """All that a ruleset wrote clauses in: itself, its options, and all ways to read it."""
    alternatives = (
        alternative
        for reading in ruleset.readings.values()
        for alternative in reading.alternatives.values()
    )
    return (ruleset, *ruleset.options.values(), *alternatives)


def own_clauses(ruleset: Ruleset) -> tuple[Clause, ...]:
    """Every clause a ruleset wrote: in its body, its options, and all ways to read it."""
    found = {
        f"{ruleset.ruleset}.{clause.id}": replace(clause, ruleset=ruleset.ruleset)
        for body in bodies(ruleset)
        for clause in body.clauses()
    }
    return tuple(found.values())


def prove(library: Library, played: Iterable[Record] | None = None) -> tuple[Proof, ...]:
    """Show and prove every clause of every ruleset of the library that can be.

    `played` are its examples as they were played; one that disagrees proves nothing.
    """
    played = replay_all(library) if played is None else played
    prover = MutationTester(library, [record for record in played if not record.mismatches])
    return tuple(prover.proof(ruleset) for ruleset in library.rulesets.values())


class MutationTester:
    """Tries mutants on the examples that consulted their clause, until one goes differently."""

    def __init__(self, library: Library, played: list[Record]) -> None:
        self.library = library
        self.played = played
        self.verdicts: dict[tuple[str, frozenset[int]], str] = {}
        self.programs: dict[int, Program | None] = {}
        # The same clauses are looked up and cited many times over.
        self.known = {
            clause.full_id: clause
            for ruleset in library.rulesets.values()
            for clause in own_clauses(ruleset)
        }
        self.cited = {
            id(record): {library.full_id(record.example.ruleset, n) for n in record.example.shows}
            for record in played
        }

    def proof(self, ruleset: Ruleset) -> Proof:
        """What is shown and proved of one ruleset."""
        clauses = own_clauses(ruleset)
        known = {clause.full_id: clause for clause in clauses}
        shown = {name: self.showing(clause) for name, clause in known.items()}
        shown = {name: found for name, found in shown.items() if found}
        proved = {}
        for name, clause in known.items():
            how = "" if clause.advice else self.how(clause)
            if how:
                proved[name] = how
        settled = {n for n, c in known.items() if c.advice or self.stands_in(c)}
        return Proof(
            ruleset=ruleset.ruleset,
            clauses=clauses,
            shown={n: tuple(r.example for r in found) for n, found in shown.items()},
            proved=proved,
            unshown=tuple(n for n in known if n not in shown),
            unproved=tuple(n for n in known if n not in proved and n not in settled),
        )

    def showing(self, clause: Clause) -> tuple[Record, ...]:
        """The examples that cite a clause and consulted it (or what it follows from)."""
        wanted = {clause.full_id} if not clause.follows else set(self.sources(clause))
        return tuple(
            record
            for record in self.played
            if clause.full_id in self.cited[id(record)]
            and (clause.advice or wanted & record.consulted)
        )

    def sources(self, clause: Clause) -> Iterator[str]:
        """The clauses with a meaning from which a clause follows in the end."""
        for name in clause.follows:
            full = self.library.full_id(clause.ruleset, name)
            other = self.known.get(full)
            if other is not None and other.follows:
                yield from self.sources(other)
            else:
                yield full

    def how(self, clause: Clause) -> str:
        """How a clause is proved; empty when it is not."""
        if clause.follows:
            showing = self.showing(clause)
            found = (self.verdict(name, showing) for name in self.sources(clause))
            return next((f"it follows: {how}" for how in found if how), "")
        consulting = (r for r in self.played if clause.full_id in r.consulted)
        return self.verdict(clause.full_id, consulting)

    def stands_in(self, clause: Clause) -> bool:
        """Whether a clause is the equivalent it says it is.

        Then the other one may go and nothing changes, but not both of them.
        """
        if clause.equivalent is None:
            return False
        other = self.library.full_id(clause.ruleset, clause.equivalent.to)
        both = [r for r in self.played if {clause.full_id, other} <= r.consulted]
        if any(
            run_mutant(r, self.without(r.example, other)) is not MutantStatus.SURVIVED for r in both
        ):
            return False
        return any(
            run_mutant(r, self.without(r.example, other, clause)) is not MutantStatus.SURVIVED
            for r in both
        )

    def verdict(self, full_id: str, played: Iterable[Record]) -> str:
        """The first example that goes differently under a mutant of this clause."""
        played = tuple(played)
        key = full_id, frozenset(id(record) for record in played)
        if key not in self.verdicts:
            # Examples that cite the clause were written to show it, so all is tried on them first.
            citing = tuple(r for r in played if full_id in self.cited[id(r)])
            others = tuple(r for r in played if full_id not in self.cited[id(r)])
            found = (self.try_mutants(full_id, some) for some in (citing, others) if some)
            self.verdicts[key] = next(filter(None, found), "")
        return self.verdicts[key]

    def try_mutants(self, full_id: str, played: tuple[Record, ...]) -> str:
        """Try to take the clause away, then to turn it round, then to take its twins too."""
        for record in played:
            if run_mutant(record, self.without(record.example, full_id)) is MutantStatus.KILLED:
                return f"“{record.example.example}” goes differently without it"
        by_rules: dict[int, list[Record]] = {}
        for record in played:
            by_rules.setdefault(id(record.ruleset), []).append(record)
        for records_of in by_rules.values():
            rules = records_of[0].ruleset
            clause = next((c for c in rules.clauses() if c.full_id == full_id), None)
            for other in mutants_of(clause, rules) if clause else ():
                mutant = compile_mutant(replace_clause(rules, full_id, other))
                for record in records_of:
                    if run_mutant(record, mutant) is MutantStatus.KILLED:
                        return (
                            f"“{record.example.example}” goes differently when it is turned round"
                        )
        for twin in self.twins(full_id):
            for record in played:
                if (
                    run_mutant(record, self.without(record.example, full_id, twin))
                    is MutantStatus.KILLED
                ):
                    sentence = record.example.example
                    return f"“{sentence}” goes differently without it and {twin.full_id}"
        return ""

    def twins(self, full_id: str) -> list[Clause]:
        """The clauses that say the same as this one, as far as that is true."""
        return [
            clause
            for clause in self.known.values()
            if clause.equivalent
            and self.library.full_id(clause.ruleset, clause.equivalent.to) == full_id
            and self.stands_in(clause)
        ]

    def without(self, example: Example, full_id: str, also: Clause | None = None) -> Program | None:
        """The rules of an example without a clause, or two; None when that no longer loads."""
        try:
            rules = self.library.effective(
                example.ruleset, example.options, example.readings, example.params, full_id
            )
        except SourceError:
            return None
        if also is not None:
            return compile_mutant(replace_clause(rules, also.full_id, None))
        if id(rules) not in self.programs:
            self.programs[id(rules)] = compile_mutant(rules)
        return self.programs[id(rules)]


def compile_mutant(ruleset: Ruleset) -> Program | None:
    """The ruleset ready to play; None when its clauses no longer go together."""
    try:
        return compile_ruleset(ruleset)
    except Conflict:
        return None
