"""The proof page: what is shown and proved of each system, and what is not, and why."""

from dataclasses import dataclass

from markupsafe import Markup

from turnwright.language.clause import Clause
from turnwright.site.book import Book, written
from turnwright.site.clauses import clause_link
from turnwright.site.page import PROOF, Link, Place, system_url
from turnwright.site.sentence import inline


@dataclass(frozen=True, kw_only=True)
class UnprovedView:
    """A clause that is not proved, and why."""

    clause: Link
    sentence: Markup
    why: str
    """`advice`, `equivalent` or `unproved`."""
    reason: Markup


@dataclass(frozen=True, kw_only=True)
class StandingView:
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

    standings: tuple[StandingView, ...]


def proof_page(book: Book) -> ProofPage:
    """The proof page."""
    return ProofPage(standings=tuple(_standing(book, name) for name in book.standings))


def _standing(book: Book, name: str) -> StandingView:
    place = book.place(PROOF)
    standing = book.standings[name]
    ruleset = book.rulesets[name]
    clauses = tuple({clause.full_id: clause for clause in written(ruleset)}.values())

    def why(clause: Clause) -> UnprovedView:
        if clause.advice:
            kind, reason = "advice", clause.advice
        elif clause.equivalent:
            kind, reason = "equivalent", f"`{clause.equivalent.to}`: {clause.equivalent.why}"
        else:
            kind, reason = "unproved", ""
        return UnprovedView(
            clause=clause_link(book, place, clause.full_id, name),
            sentence=inline(clause.text),
            why=kind,
            reason=inline(reason),
        )

    return StandingView(
        system=Link(ruleset.title, place.to(system_url(name))),
        anchor=name,
        clauses=len(clauses),
        advice=sum(bool(clause.advice) for clause in clauses),
        follows=sum(bool(clause.follows) for clause in clauses),
        equivalent=sum(clause.equivalent is not None for clause in clauses),
        shown=sum(clause.full_id in standing.shown for clause in clauses),
        proved=sum(clause.full_id in standing.proved for clause in clauses),
        unproved=tuple(why(each) for each in clauses if each.full_id not in standing.proved),
        unshown=tuple(
            (clause_link(book, place, each.full_id, name), inline(each.text))
            for each in clauses
            if each.full_id not in standing.shown and not each.advice
        ),
    )
