"""Mutation testing: a clause is proved when examples that cite it kill all of its mutants.

Mutants are the removal of a clause, and each change of its meaning that a player would notice. A
kill is a claim of an author that fails. A mutant that stops play proves nothing and is not counted;
one that is claimed to make no difference is held against a few that consult its clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import ceil

from turnwright.engine.program import Program
from turnwright.examples.processes import in_processes, workers_for
from turnwright.examples.record import Record
from turnwright.examples.replay import replay_all
from turnwright.language.clause import Clause
from turnwright.language.companion import Equivalent
from turnwright.language.ruleset import Ruleset
from turnwright.load.companion_checks import ABILITY, READING
from turnwright.load.library import Library
from turnwright.proof.additions import Addable, seen_in, steps_of
from turnwright.proof.altered_rules import AlterableRules, Altered
from turnwright.proof.mutant_status import MutantStatus, is_observable, run_mutant
from turnwright.proof.proof import REMOVED, ClauseProof, Proof
from turnwright.proof.verdicts import Fingerprints, Verdict, Verdicts


def prove(
    library: Library, played: Iterable[Record] | None = None, verdicts: Verdicts | None = None
) -> tuple[Proof, ...]:
    """Run mutation testing on every clause of every ruleset that the library was asked for.

    `played` are the records of its examples; one with mismatches proves nothing. `verdicts` keep
    what was found in earlier runs.
    """
    played = replay_all(library) if played is None else played
    tester = MutationTester(library, [r for r in played if not r.mismatches], verdicts)
    tester.test_in_parallel()
    proofs = tuple(tester.proof(ruleset) for ruleset in library.rulesets.values())
    if verdicts is not None:
        verdicts.save()
    return proofs


def kept_proofs(
    library: Library, played: Iterable[Record], verdicts: Verdicts
) -> tuple[Proof, ...]:
    """What `prove` last found of these very clauses; those that changed since are untried."""
    tester = MutationTester(library, [r for r in played if not r.mismatches], verdicts)
    return tuple(tester.proof(ruleset, kept_only=True) for ruleset in library.rulesets.values())


MANY = 40
"""Clauses that are worth a process of their own."""
MOST_CONSULTED = 3
"""How many examples a change is held against that is claimed to make no difference."""


class MutationTester:
    """Mutation tester: runs mutants on the examples that cite their clause."""

    def __init__(
        self, library: Library, played: list[Record], verdicts: Verdicts | None = None
    ) -> None:
        self.library = library
        self.played = played
        self.verdicts = verdicts
        self.found: dict[str, Verdict] = {}
        """Verdicts that worker processes found, by clause."""
        self.beside = {
            clause.full_id: clause
            for ruleset in library.rulesets.values()
            for clause in beside_clauses(ruleset)
        }
        # Indexes of clauses and citations, which are looked up many times.
        self.known = {
            clause.full_id: clause
            for ruleset in library.rulesets.values()
            for clause in ruleset.own_clauses()
        }
        self.citing: dict[str, dict[int, Record]] = {}
        for record in played:
            for name in record.example.shows:
                cited = library.full_id(record.example.ruleset, name)
                self.citing.setdefault(cited, {})[id(record)] = record
        self.fingerprints = Fingerprints(library)
        self._rules: dict[int, AlterableRules] = {}
        self._used: dict[int, frozenset[str]] = {}
        self._steps: dict[str, dict[str, frozenset[str]]] = {}
        """Steps in which clauses are consulted, by ruleset and clause."""

    def proof(self, ruleset: Ruleset, kept_only: bool = False) -> Proof:
        """Mutation testing of one ruleset; with `kept_only`, as far as verdicts are kept."""
        found = {
            clause.full_id: self.clause_proof(self.known[clause.full_id], kept_only)
            for clause in ruleset.own_clauses()
        }
        return Proof(
            ruleset=ruleset.ruleset,
            clauses=found,
            beside={
                name: self.clause_proof(clause, kept_only)
                for name, clause in self.beside.items()
                if clause.ruleset == ruleset.ruleset
            },
        )

    def clause_proof(self, clause: Clause, kept_only: bool = False) -> ClauseProof:
        """Mutation testing of one clause; with `kept_only`, it is untried without a verdict."""
        showing = self.showing(clause)
        verdict: Verdict | None = Verdict()
        if kept_only and self.verdicts is not None and not clause.advice:
            verdict = self.verdicts.get(self.question(clause, showing))
        elif not clause.advice:
            verdict = self.recall(clause, showing)
        shown = tuple(record.example for record in showing)
        tried = verdict is not None
        return ClauseProof(clause=clause, shown=shown, verdict=verdict or Verdict(), tried=tried)

    def showing(self, clause: Clause) -> tuple[Record, ...]:
        """Records of examples that cite a clause and consulted it (or what it follows from).

        One that only removes others is there to be consulted by nobody.
        """
        if clause.full_id in self.beside:
            return self.consulting(clause)
        wanted = {clause.full_id} if not clause.follows else set(self.premises(clause))
        only_removes = bool(clause.removes) and not clause.follows
        only_removes = only_removes and getattr(clause, "means", None) is None
        return tuple(
            record
            for record in self.citing.get(clause.full_id, {}).values()
            if clause.advice or only_removes or wanted & record.consulted
        )

    def equivalent(self, clause: Clause) -> tuple[Equivalent, ...]:
        """What is claimed to make no difference to a clause."""
        return self.library.equivalent.get(clause.full_id, ())

    def consulting(self, clause: Clause) -> tuple[Record, ...]:
        """Records of all examples that consulted a clause, or in which an ability was used.

        Of a reading, those of its ruleset that leave its answer open.
        """
        if clause.id.startswith(ABILITY):
            return tuple(r for r in self.played if clause.id[len(ABILITY) :] in self.used_in(r))
        if clause.id.startswith(READING):
            own = (r for r in self.played if r.example.ruleset == clause.ruleset)
            return tuple(r for r in own if clause.id[len(READING) :] not in r.example.readings)
        return tuple(r for r in self.played if clause.full_id in r.consulted)

    def test_answers(self, clause: Clause, showing: tuple[Record, ...]) -> Verdict:
        """Verdict on which answer of a reading holds where nobody says another.

        Where an example shows a clause of that answer, no other can take its place unseen.
        """
        reading = self.library.rulesets[clause.ruleset].readings[clause.id[len(READING) :]]
        answers = {
            name: [clause.full_id for clause in body.clauses()]
            for name, body in reading.alternatives.items()
        }
        for cited in answers[reading.default]:
            citing = self.citing.get(cited, {})
            killer = next((record for record in showing if id(record) in citing), None)
            if killer is not None:
                told = f"“{killer.example.example}” shows {cited}"
                return Verdict(killed=len(answers) - 1, explanation=told)
        about = {self.library.full_id(clause.ruleset, cited) for cited in reading.clauses}
        about.update(*answers.values())
        found = self.test_mutants(clause, tuple(r for r in showing if about & r.consulted))
        # What it is about may be consulted by nobody; then any example may tell.
        return found if found.killed and not found.survived else self.test_mutants(clause, showing)

    def used_in(self, record: Record) -> frozenset[str]:
        """What is chosen or tried in a play, and the abilities that serve in it."""
        if id(record) not in self._used:
            self._used[id(record)] = frozenset(
                name
                for row in record.rows
                for name in (getattr(row.line and row.line.input, "does", ""), *row.game.lasts)
            )
        return self._used[id(record)]

    def premises(self, clause: Clause) -> Iterator[str]:
        """Premises of a clause: the clauses with a meaning that it follows from, transitively."""
        waiting, seen = [clause], set[str]()
        while waiting:
            above = waiting.pop()
            for full in self.sources(above):
                other = self.known.get(full)
                if full in seen:
                    continue
                seen.add(full)
                if other is not None and other.follows:
                    waiting.append(other)
                else:
                    yield full

    def sources(self, clause: Clause) -> tuple[str, ...]:
        """Full ids of the clauses that a clause says it follows from."""
        return tuple(self.library.full_id(clause.ruleset, name) for name in clause.follows)

    def recall(self, clause: Clause, showing: tuple[Record, ...]) -> Verdict:
        """Verdict as it was kept, if all that it rests on is as it was; else found anew."""
        if clause.full_id in self.found:
            return self.found[clause.full_id]
        if self.verdicts is None:
            return self.test(clause, showing)
        question = self.question(clause, showing)
        verdict = self.verdicts.get(question)
        if verdict is None:
            verdict = self.test(clause, showing)
            self.verdicts.put(question, verdict)
        return verdict

    def question(self, clause: Clause, showing: tuple[Record, ...]) -> str:
        """Fingerprint of all that a verdict rests on."""
        # What is claimed to make no difference is held against others that consult the clause.
        rests_on = (*showing, *(self.consulting(clause) if self.equivalent(clause) else ()))
        claimed, steps = self.equivalent(clause), sorted(self.steps_of(clause))
        return self.fingerprints.question(clause, claimed, rests_on, steps)

    def addable(self, clause: Clause, showing: tuple[Record, ...]) -> Addable:
        """What can be added to a clause."""
        return Addable(seen_in(showing), self.steps_of(clause))

    def steps_of(self, clause: Clause) -> frozenset[str]:
        """The steps in which a clause is consulted, in any example of its ruleset."""
        if clause.ruleset not in self._steps:
            own = (each for each in self.played if each.example.ruleset == clause.ruleset)
            self._steps[clause.ruleset] = steps_of(own)
        return self._steps[clause.ruleset].get(clause.full_id, frozenset())

    def test(self, clause: Clause, showing: tuple[Record, ...]) -> Verdict:
        """Verdict on a clause, found by mutation testing."""
        if clause.full_id in self.beside:
            is_reading = clause.id.startswith(READING)
            found = (self.test_answers if is_reading else self.test_mutants)(clause, showing)
            # What no example uses, and what comes to the same whatever holds, is proved as it is.
            return found if found.killed or found.survived else found._replace(killed=1)
        return (self.test_premises if clause.follows else self.test_mutants)(clause, showing)

    def test_in_parallel(self) -> None:
        """Find the verdicts that are not kept, in as many processes as there are processors.

        Where there can be only one, or nearly all is kept, nothing is done.
        """
        open_questions: dict[str, str] = {}
        for clause in (*self.known.values(), *self.beside.values()):
            question = self.question(clause, self.showing(clause)) if self.verdicts else ""
            kept = self.verdicts.get(question) if self.verdicts else None
            if not clause.advice and kept is None:
                open_questions[clause.full_id] = question
        if workers_for(len(open_questions), MANY) < 2:
            return
        verdicts = in_processes(self._verdict_on, [*open_questions], MANY)
        for (full_id, question), verdict in zip(open_questions.items(), verdicts, strict=True):
            self.found[full_id] = verdict
            if self.verdicts is not None:
                self.verdicts.put(question, verdict)

    def _verdict_on(self, full_id: str) -> Verdict:
        clause = self.known.get(full_id) or self.beside[full_id]
        return self.test(clause, self.showing(clause))

    def test_premises(self, clause: Clause, showing: tuple[Record, ...]) -> Verdict:
        """Verdict on a clause that follows: whether its examples need each of its sources."""
        unneeded = []
        explanation, killed = "", 0
        for source in self.sources(clause):
            needed = ""
            other = self.known.get(source)
            for name in self.premises(other) if other and other.follows else (source,):
                cited = self.known.get(name)
                needed = needed or (self.noticed(cited, showing) if cited else "")
            if not needed:
                unneeded.append(f"{source} is not needed")
            killed += bool(needed)
            explanation = explanation or needed
        return Verdict(
            killed=killed,
            refuted=tuple(unneeded),
            explanation=f"it follows: {explanation}" if explanation else "",
        )

    def noticed(self, clause: Clause, showing: tuple[Record, ...]) -> str:
        """First of the mutants of a clause that is killed, and by which example; or nothing."""
        for records in by_rules(showing):
            rules = self.rules_of(records[0])
            for mutant in rules.with_changes(clause.full_id, self.addable(clause, showing)):
                status, killer = run_until_killed(records, mutant.program)
                killed = killer if status is MutantStatus.KILLED else None
                if killed and not rules.is_refused(mutant):
                    return _explanation(killed, mutant.change)
        return ""

    def rules_of(self, record: Record) -> AlterableRules:
        """The rules by which an example was played."""
        # By identity: an effective ruleset is one object for as long as its library.
        key = id(record.ruleset)
        if key not in self._rules:
            self._rules[key] = AlterableRules(self.library, record)
        return self._rules[key]

    def test_mutants(self, clause: Clause, showing: tuple[Record, ...]) -> Verdict:
        """Verdict on a clause with a meaning, or an ability: what became of each of its mutants."""
        results: dict[str, MutantStatus] = {}
        explanation, addable = "", self.addable(clause, showing)
        claimed = [
            change for same in self.equivalent(clause) for change in (same.changes or (REMOVED,))
        ]
        own = {each.example.ruleset for each in self.own(clause, showing)}
        for records in by_rules(showing):
            decided = {c for c, status in results.items() if status is MutantStatus.KILLED}
            if records[0].example.ruleset not in own:
                decided.update(claimed)
            rules = self.rules_of(records[0])
            for mutant in rules.with_changes(clause.full_id, addable, skip=decided):
                change = mutant.change
                status, killer = self.status_of(mutant, records, rules)
                if killer and status is MutantStatus.KILLED and not explanation:
                    explanation = _explanation(killer, change)
                known = results.get(change, status)
                results[change] = min(status, known, key=list(MutantStatus).index)
        survived = [c for c, status in results.items() if status is MutantStatus.SURVIVED]
        statuses = list(results.values())
        return Verdict(
            killed=statuses.count(MutantStatus.KILLED),
            survived=tuple(change for change in survived if change not in claimed),
            equivalent=tuple(change for change in survived if change in claimed),
            refuted=tuple(self.refuted(clause, claimed, results)),
            stopped=statuses.count(MutantStatus.STOPPED),
            unmet=statuses.count(MutantStatus.UNMET),
            explanation=explanation,
        )

    def own(self, clause: Clause, records: tuple[Record, ...]) -> tuple[Record, ...]:
        """The examples of the ruleset of a clause, of which what is claimed of it is said.

        Where it has none, as a part that is there to be used, those of its users.
        """
        own = tuple(each for each in records if each.example.ruleset == clause.ruleset)
        return own or records

    def status_of(
        self, mutant: Altered, records: tuple[Record, ...], rules: AlterableRules
    ) -> tuple[MutantStatus, Record | None]:
        """Status of a mutant on examples that are played by the same rules, and what kills it."""
        status, killer = run_until_killed(records, mutant.program)
        decided = status in (MutantStatus.KILLED, MutantStatus.SURVIVED)
        if mutant.program and decided and rules.is_refused(mutant):
            return MutantStatus.INVALID, None
        unmet = mutant.on_condition and status is MutantStatus.SURVIVED
        if unmet and not any(is_observable(record, mutant.program) for record in records):
            return MutantStatus.UNMET, None
        return status, killer

    def refuted(
        self, clause: Clause, claimed: list[str], results: Mapping[str, MutantStatus]
    ) -> Iterator[str]:
        """What is claimed to make no difference, and does."""
        for change in claimed:
            if change not in results:
                yield f"`{change}` is no change of it"
            elif results[change] is not MutantStatus.SURVIVED or self.differs(clause, change):
                yield f"`{change}` makes a difference"
        for same in filter(None, (same.to for same in self.equivalent(clause))):
            other = self.library.full_id(clause.ruleset, same)
            if not any(
                is_observable(record, self.rules_of(record).without(clause.full_id, other))
                for record in self.consulting(clause)
            ):
                yield f"without {other} too it makes no difference either"

    def differs(self, clause: Clause, change: str) -> bool:
        """True when an example that consults a clause goes differently by a mutant of it.

        Of many a few are tried, spread over all of them.
        """
        known = clause.full_id in self.known
        addable = self.addable(clause, self.showing(clause)) if known else Addable({})
        consulting = self.own(clause, self.consulting(clause))
        some = consulting[:: max(1, ceil(len(consulting) / MOST_CONSULTED))]
        return any(
            is_observable(record, mutant.program)
            for records in by_rules(some)
            for mutant in self.rules_of(records[0]).with_changes(
                clause.full_id, addable, only=change
            )
            for record in records
        )


def beside_clauses(ruleset: Ruleset) -> Iterator[Clause]:
    """What is no clause and is proved as one: each ability, and which answer of a reading holds."""
    for name, ability in ruleset.abilities.items():
        yield Clause(id=f"{ABILITY}{name}", text=ability.text, ruleset=ruleset.ruleset)
    for name, reading in ruleset.readings.items():
        yield Clause(id=f"{READING}{name}", text=reading.question, ruleset=ruleset.ruleset)


def _explanation(killer: Record, change: str) -> str:
    """Which example notices a change."""
    return f"“{killer.example.example}” notices: {change}"


def by_rules(records: Iterable[Record]) -> tuple[tuple[Record, ...], ...]:
    """Records by the rules that they were played by, what takes least time first."""
    groups: dict[int, list[Record]] = {}
    for record in sorted(records, key=lambda each: len(each.rows)):
        groups.setdefault(id(record.ruleset), []).append(record)
    return tuple(map(tuple, groups.values()))


def run_until_killed(
    records: Iterable[Record], mutant: Program | None
) -> tuple[MutantStatus, Record | None]:
    """Status of a mutant on several examples, and the one that kills it."""
    found = MutantStatus.SURVIVED
    for record in records:
        status = run_mutant(record, mutant)
        if status is MutantStatus.KILLED:
            return status, record
        found = min(found, status, key=list(MutantStatus).index)
    return found, None
