"""Proof page: coverage and mutation testing results of each system."""

from dataclasses import dataclass

from markupsafe import Markup

from turnwright.language.clause import Clause
from turnwright.proof.mutation_testing import Proof
from turnwright.site.clauses import clause_link, sentence
from turnwright.site.markdown import inline_html
from turnwright.site.page import PROOF, Link, PageLocation, system_url
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class UnprovedView:
    """View model of an unproved clause with the reason."""

    clause: Link
    sentence: Markup
    label: str
    reason: Markup


@dataclass(frozen=True, kw_only=True)
class ProofView:
    """View model of one system: counts, unproved and unshown clauses."""

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
    """View model of the proof page."""

    systems: tuple[ProofView, ...]


def proof_page(site: SiteData) -> ProofPage:
    """View model of the proof page."""
    location = site.location(PROOF)
    return ProofPage(systems=tuple(_proof_view(site, location, proof) for proof in site.proofs))


def _proof_view(site: SiteData, location: PageLocation, proof: Proof) -> ProofView:
    name = proof.ruleset

    def link(clause: Clause) -> Link:
        return clause_link(site, location, clause.full_id, name)

    def unproved(clause: Clause) -> UnprovedView:
        label, reason = "Not proved.", ""
        if clause.advice:
            label, reason = "Advice.", clause.advice
        elif clause.equivalent:
            label = f"Says the same as {clause.equivalent.to}."
            reason = clause.equivalent.why
        return UnprovedView(
            clause=link(clause),
            sentence=sentence(site, clause, name),
            label=label,
            reason=inline_html(reason),
        )

    return ProofView(
        system=Link(site.rulesets[name].title, location.to(system_url(name))),
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
            (link(each), sentence(site, each, name))
            for each in proof.clauses
            if each.full_id in proof.unshown
        ),
    )
