"""Proof: what mutation testing found of each clause, and of a ruleset as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from turnwright.language.clause import Clause
from turnwright.language.example import Example
from turnwright.proof.verdicts import Verdict

REMOVED = "removed"
"""The change that takes a clause away."""


class ProofStatus(StrEnum):
    """Status of a clause."""

    PROVED = "proved"
    """Every change that counts is noticed; or it follows from clauses that are all needed."""
    PARTLY = "partly"
    """Its removal is noticed, and some change of its meaning is not."""
    UNPROVED = "unproved"
    """Its removal is not noticed, or what is claimed about it is not so."""
    UNTRIED = "untried"
    """Nothing was tried with it since something it rests on changed."""
    ADVICE = "advice"
    """It only advises."""


@dataclass(frozen=True, kw_only=True)
class ClauseProof:
    """Result of mutation testing of one clause."""

    clause: Clause
    shown: tuple[Example, ...]
    """Examples that show it: they cite and consult it."""
    verdict: Verdict
    tried: bool = True
    """False where no verdict is kept about the clause as it is now."""

    @property
    def status(self) -> ProofStatus:
        """Status of the clause."""
        if self.clause.advice:
            return ProofStatus.ADVICE
        if not self.tried:
            return ProofStatus.UNTRIED
        verdict = self.verdict
        if not verdict.killed or verdict.refuted or REMOVED in verdict.survived:
            return ProofStatus.UNPROVED
        return ProofStatus.PARTLY if verdict.survived else ProofStatus.PROVED


@dataclass(frozen=True, kw_only=True)
class Proof:
    """Result of mutation testing of one ruleset."""

    ruleset: str
    clauses: Mapping[str, ClauseProof]
    """Results by full id: its own clauses, those of its options and readings included."""
    beside: Mapping[str, ClauseProof] = field(default_factory=dict)
    """Results for what is no clause: its abilities, by `ability.` and name, and which answers hold
    by default, by `reading.` and name."""

    def with_status(self, *statuses: ProofStatus) -> tuple[str, ...]:
        """Full ids of the clauses with one of these statuses."""
        every = {**self.clauses, **self.beside}
        return tuple(name for name, one in every.items() if one.status in statuses)

    @property
    def unshown(self) -> tuple[str, ...]:
        """Full ids of the clauses that no example shows."""
        return tuple(name for name, one in self.clauses.items() if not one.shown)

    @property
    def killed(self) -> int:
        """Number of mutants that are killed."""
        return sum(one.verdict.killed for one in self._counted())

    @property
    def survived(self) -> int:
        """Number of mutants that survive and are not equivalent."""
        return sum(len(one.verdict.survived) for one in self._counted())

    @property
    def holds(self) -> bool:
        """True when every clause is proved: each mutant is killed, or equivalent as it is said."""
        failed = (ProofStatus.UNTRIED, ProofStatus.UNPROVED, ProofStatus.PARTLY)
        return not self.with_status(*failed)

    def data(self) -> dict[str, object]:
        """Counts as plain data."""
        verdicts = [one.verdict for one in self._counted()]
        return {
            "clauses": len(self.clauses),
            "advice": len(self.with_status(ProofStatus.ADVICE)),
            "follows": sum(1 for one in self.clauses.values() if one.clause.follows),
            "shown": len(self.clauses) - len(self.unshown),
            "proved": sum(it.status is ProofStatus.PROVED for it in self.clauses.values()),
            "partly": list(self.with_status(ProofStatus.PARTLY)),
            "unproved": list(self.with_status(ProofStatus.UNPROVED)),
            "killed": self.killed,
            "survived": self.survived,
            "equivalent": sum(len(verdict.equivalent) for verdict in verdicts),
            "stopped": sum(verdict.stopped for verdict in verdicts),
            "unmet": sum(verdict.unmet for verdict in verdicts),
        }

    def _counted(self) -> Iterator[ClauseProof]:
        """Results of the clauses that have a meaning of their own."""
        every = (*self.clauses.values(), *self.beside.values())
        return (one for one in every if not one.clause.follows)
