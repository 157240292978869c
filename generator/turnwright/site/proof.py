"""The proof page: what is shown and proved of each system, and what is not, and why."""

from dataclasses import dataclass

from markupsafe import Markup

from turnwright.language.clause import Clause
from turnwright.proof.mutation_testing import Proof
from turnwright.site.book import Book
from turnwright.site.clauses import clause_link
from turnwright.site.page import PROOF, Link, Place, system_url
from turnwright.site.sentence import inline


@dataclass(frozen=True, kw_only=True)
class UnprovedView:
    """A clause that is not proved, and why."""

    clause: Link
    sentence: Markup
    label: str
    reason: Markup


@dataclass(frozen=True, kw_only=True)
class ProofView:
    """One system in numbers, and its clauses that are not proved or not shown."""

    system: Link
    anchor: str
    clauses: int
    advice: int
    follows: int
    equivalent: int
    shown: int
    proved: int
    unproved: tuple[UnprovedView, ...]
    unshown: tuple[tuple[Link, Markup], ...]


@dataclass(frozen=True, kw_only=True)
class ProofPage:
    """Everything the proof page shows."""

    systems: tuple[ProofView, ...]


def proof_page(book: Book) -> ProofPage:
    """The proof page."""
    place = book.place(PROOF)
    return ProofPage(systems=tuple(_system(book, place, proof) for proof in book.proofs))


def _system(book: Book, place: Place, proof: Proof) -> ProofView:
    name = proof.ruleset

    def link(clause: Clause) -> Link:
        return clause_link(book, place, clause.full_id, name)

    def unproved(clause: Clause) -> UnprovedView:
        label, reason = "Not proved.", ""
        if clause.advice:
            label, reason = "Advice.", clause.advice
        elif clause.equivalent:
            label = f"Says the same as {clause.equivalent.to}."
            reason = clause.equivalent.why
        return UnprovedView(
            clause=link(clause), sentence=inline(clause.text), label=label, reason=inline(reason)
        )

    return ProofView(
        system=Link(book.rulesets[name].title, place.to(system_url(name))),
        anchor=name,
        clauses=len(proof.clauses),
        advice=sum(bool(clause.advice) for clause in proof.clauses),
        follows=sum(bool(clause.follows) for clause in proof.clauses),
        equivalent=sum(clause.equivalent is not None for clause in proof.clauses),
        shown=len(proof.shown),
        proved=len(proof.proved),
        unproved=tuple(
            unproved(each) for each in proof.clauses if each.full_id not in proof.proved
        ),
        unshown=tuple(
            (link(each), inline(each.text))
            for each in proof.clauses
            if each.full_id in proof.unshown
        ),
    )
