"""Proof page: coverage and mutation testing results of each system."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from turnwright.language.companion import Equivalent
from turnwright.proof.proof import ClauseProof, Proof, ProofStatus
from turnwright.site.clauses import NO_TEXT, References, sentence
from turnwright.site.page import PROOF, Link, PageLocation, system_url
from turnwright.site.rendering import inline_html
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class Finding:
    """View model of something that a clause's examples do not prove, with the reason."""

    label: str
    text: Markup = NO_TEXT
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class UnprovedClause:
    """View model of a clause, an ability or a reading that is not proved in every way."""

    clause: Link
    sentence: Markup
    findings: tuple[Finding, ...]


@dataclass(frozen=True, kw_only=True)
class ProofView:
    """View model of one system: counts, and the clauses that are not proved in every way."""

    system: Link
    anchor: str
    clauses: int
    follows: int
    shown: int
    proved: int
    killed: int
    counted: int
    stopped: int
    unmet: int
    equivalent: int
    untried: int
    read_on: str
    partly: tuple[UnprovedClause, ...]


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
    rules = proof.clauses.values()
    untried = sum(one.status is ProofStatus.UNTRIED for one in rules)
    # Where nothing has been tried that is said once, and not of each rule.
    all_untried = untried == sum(not one.clause.advice for one in rules)
    page = location.to(system_url(name))
    # Of abilities and readings those are of interest that an example comes to.
    beside = {full_id: one for full_id, one in proof.beside.items() if one.shown}
    every = {**proof.clauses, **beside}
    views = (
        UnprovedClause(
            clause=References(site, location, name).clause(full_id)
            if full_id in proof.clauses
            else Link(one.clause.id, page),
            sentence=sentence(site, one.clause, name),
            findings=findings,
        )
        for full_id, one in every.items()
        if (
            findings := tuple(
                _findings(one, site.library.equivalent.get(full_id, ()), not all_untried)
            )
        )
    )
    return ProofView(
        system=Link(site.rulesets[name].title, page),
        anchor=name,
        clauses=len(proof.clauses),
        follows=sum(bool(one.clause.follows) for one in rules),
        shown=len(proof.clauses) - len(proof.unshown),
        proved=sum(one.status is ProofStatus.PROVED for one in rules),
        killed=proof.killed,
        counted=proof.killed + proof.survived,
        stopped=sum(one.verdict.stopped for one in every.values()),
        unmet=sum(one.verdict.unmet for one in every.values()),
        equivalent=sum(len(one.verdict.equivalent) for one in every.values()),
        untried=untried,
        read_on=site.rulesets[name].read_on,
        partly=tuple(views),
    )


def _findings(
    one: ClauseProof, claimed: Iterable[Equivalent], with_untried: bool
) -> Iterator[Finding]:
    """What the examples of a clause do not prove."""
    if not one.shown:
        yield Finding(label="No example shows it.")
    if one.clause.advice:
        yield Finding(label="Advice.", text=inline_html(one.clause.advice))
    elif one.status is ProofStatus.UNTRIED:
        if with_untried:
            yield Finding(label="Not tried since it last changed.")
    elif one.status is ProofStatus.UNPROVED:
        yield Finding(label="Not proved.", changes=one.verdict.refuted)
    for same in claimed:
        label = f"Says the same as {same.to}." if same.to else "Makes no difference."
        yield Finding(label=label, text=inline_html(same.why), changes=same.changes)
    if one.verdict.survived:
        yield Finding(label="Not noticed.", changes=one.verdict.survived)
