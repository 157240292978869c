"""View model of a clause: sentence, source, remarks, and the examples that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from urllib.parse import quote

from markupsafe import Markup

from turnwright.describe.applicability import Applies
from turnwright.language.clause import Clause, Source
from turnwright.language.ruleset import Gap, Ruleset
from turnwright.proof.record import Record
from turnwright.site.page import Link, PageLocation, example_url, examples_url, system_url
from turnwright.site.rendering import inline_html, plain_text
from turnwright.site.site_data import SiteData


@dataclass(frozen=True, kw_only=True)
class Mark:
    """Mark on a rule, by the kind of remark that leads to it."""

    kind: str
    label: str
    text: str

    @property
    def anchor(self) -> str:
        """Anchor on the page that has the legend."""
        return f"mark-{self.kind}"


@dataclass(frozen=True, kw_only=True)
class Legend:
    """View model of the legend."""

    marks: tuple[Mark, ...]


LEGEND = Legend(
    marks=(
        Mark(
            kind="reading",
            label="Reading",
            text="The source can be read in more than one way. "
            "The page gives every answer, and the one used here unless you agree on another.",
        ),
        Mark(
            kind="gap",
            label="Missing from our source",
            text="The source needs a rule here and has none. We do not invent one.",
        ),
        Mark(
            kind="inferred",
            label="Inferred",
            text="The source does not say this, but its other rules only work if it is so.",
        ),
        Mark(
            kind="assumed",
            label="Assumed",
            text="We do not have the source of this rule, so we assume it. "
            "Whoever has the source should check what is asked.",
        ),
        Mark(
            kind="follows",
            label="Follows from",
            text="Not a rule of its own: the rules that are named lead to it.",
        ),
        Mark(
            kind="equivalent",
            label="Says the same as",
            text="The source has this rule twice, in other words. Either of them is enough.",
        ),
        Mark(
            kind="replaces",
            label="Replaces",
            text="In these rules it takes the place of the rule that is named.",
        ),
        Mark(
            kind="removes",
            label="Takes away",
            text="The rule that is named does not apply in these rules.",
        ),
        Mark(
            kind="advice",
            label="Advice",
            text="Good to know. The game is played the same way without it.",
        ),
    )
)
ANCHORS = {mark.kind: mark.anchor for mark in LEGEND.marks}
"""Anchor for each kind of remark that has a mark."""


NO_TEXT = Markup()
NO_NUMBERS: Mapping[str, int] = MappingProxyType({})
IN_FORCE = (Applies.ALWAYS, Applies.BY_DEFAULT)
"""When a clause applies without players agreeing on it."""


@dataclass(frozen=True, kw_only=True)
class Remark:
    """A remark on a clause, with links."""

    kind: str
    """`advice`, `follows`, `equivalent`, `inferred`, `assumed`, `replaces`, `removes`, `reading`,
    `gap`, `idle`, or `differs` on the page of a pack."""
    label: str
    text: Markup = NO_TEXT
    links: tuple[Link, ...] = ()
    word: str = ""
    """URL of the legend's entry for this kind of remark, or nothing."""


@dataclass(frozen=True, kw_only=True)
class ClauseView:
    """View model of a clause."""

    anchor: str
    id: str
    """The full id, with the ruleset that wrote it."""
    sentence: Markup
    source: str
    """Citation of its source; an inherited clause's is on the page of the ruleset that wrote it."""
    edition: str = ""
    """Edition of the source document."""
    report: str = ""
    """URL of a new issue about it; empty without a repository."""
    written: str = ""
    """URL of an inherited clause where it is the page's own; empty for a clause of this page."""
    remarks: tuple[Remark, ...] = ()
    examples: tuple[Link, ...] = ()
    proof: str = ""
    """How many of its changes examples notice, where they do not notice all."""
    aliases: tuple[str, ...] = ()


def clause_link(site: SiteData, location: PageLocation, cited: str, ruleset: str) -> Link:
    """Link to a clause by id; without a URL when there is no such clause."""
    full = site.resolve(cited, ruleset)
    clause = site.clauses.get(full)
    if clause is None:
        return Link(cited, "")
    short = clause.id if clause.ruleset == ruleset else full
    return Link(short, location.to(system_url(clause.ruleset), clause.id))


def clause_links(
    site: SiteData, location: PageLocation, cited: Iterable[str], ruleset: str
) -> tuple[Link, ...]:
    """Links to several clauses by id."""
    return tuple(clause_link(site, location, each, ruleset) for each in cited)


def report_url(repository: str, clause: str) -> str:
    """URL of a new issue about a clause, on GitHub or GitLab."""
    if not repository:
        return ""
    title = quote(f"A mistake in {clause}", safe="")
    if "gitlab" in repository.partition("//")[2].partition("/")[0]:
        return f"{repository.rstrip('/')}/-/issues/new?issue[title]={title}"
    return f"{repository.rstrip('/')}/issues/new?title={title}"


def source_line(source: Source | None, ruleset: Ruleset) -> str:
    """Source citation of a clause: document, section and lines."""
    if source is None:
        return ""
    document = ruleset.documents.get(source.document)
    lines = f"line{'s' if '-' in source.lines or ',' in source.lines else ''} {source.lines}"
    title = document.title if document else source.document
    section = "" if source.section == title else source.section
    parts = (
        title,
        section,
        lines * bool(source.lines),
    )
    return ", ".join(part for part in parts if part)


def sentence(site: SiteData, clause: Clause, ruleset: str) -> Markup:
    """Sentence of a clause as HTML; what it depends on in this ruleset goes before it."""
    label = site.applicability[ruleset][clause.full_id].label
    text = inline_html(clause.text)
    return Markup("<i>{}</i> {}").format(plain_text(label), text) if label else text


def clause_view(
    site: SiteData,
    location: PageLocation,
    ruleset: str,
    clause: Clause,
    *,
    anchor: str,
    extra_remarks: tuple[Remark, ...] = (),
    numbers: Mapping[str, int] = NO_NUMBERS,
) -> ClauseView:
    """View model of a clause on a ruleset's page; `extra_remarks` are specific to the page.

    Examples that have `numbers` are linked by these, in the list of their system's examples.
    """
    # It may cite a document of the ruleset that its own builds on.
    writer = site.effective.get(clause.ruleset)
    inherited = clause.ruleset != ruleset
    written = location.to(system_url(clause.ruleset), clause.id) if writer and inherited else ""
    source = None if inherited else clause.source
    document = writer.documents.get(source.document) if writer and source else None
    # What shows and proves an inherited clause, and what it was called before, is on the page of
    # the ruleset that wrote it.
    shown = () if inherited else site.shown_by.get(clause.full_id, ())
    own = tuple(each for each in shown if each.ruleset == ruleset)
    applies = site.applicability[ruleset][clause.full_id].applies
    return ClauseView(
        anchor=anchor,
        id=clause.full_id,
        sentence=sentence(site, clause, ruleset),
        source=source_line(source, writer) if writer else "",
        edition=document.edition if document else "",
        report=report_url(site.repository, clause.full_id),
        written=written,
        remarks=tuple(
            replace(remark, word=f"{location.file(site.legend)}#{ANCHORS[remark.kind]}")
            if site.legend and remark.kind in ANCHORS
            else remark
            for remark in (
                *extra_remarks,
                *_remarks(site, location, clause, in_force=applies in IN_FORCE),
            )
        ),
        examples=tuple(
            Link(f"example {number}", location.to(examples_url(ruleset), example_anchor(number)))
            if (number := numbers.get(each.slug)) and each.ruleset == ruleset
            else example_link(location, each.example, each.ruleset, each.slug)
            for each in own or shown
        ),
        aliases=() if inherited else clause.aliases,
        proof="" if inherited else _proof(site, clause),
    )


def _proof(site: SiteData, clause: Clause) -> str:
    """How well the examples of a clause prove it, in a few words; nothing where they do wholly."""
    found = site.clause_proofs.get(clause.full_id)
    if found is None or not found.verdict.killed or clause.follows or not found.verdict.survived:
        return ""
    noticed = found.verdict.killed
    return f"{noticed} of {noticed + len(found.verdict.survived)} changes are noticed."


def example_link(location: PageLocation, sentence: str, ruleset: str, slug: str) -> Link:
    """Link to an example, titled by its sentence."""
    return Link(plain_text(sentence), location.to(example_url(ruleset, slug)))


def example_anchor(number: int) -> str:
    """Anchor of an example in the list of its system's examples."""
    return f"example-{number}"


def _remarks(
    site: SiteData, location: PageLocation, clause: Clause, *, in_force: bool
) -> Iterator[Remark]:
    def links(cited: Iterable[str]) -> tuple[Link, ...]:
        return clause_links(site, location, cited, clause.ruleset)

    if clause.inferred and in_force:
        yield Remark(kind="inferred", label="Inferred: the source needs it but does not say it.")
    if clause.assumed:
        yield Remark(kind="assumed", label="Assumed. To check:", text=inline_html(clause.assumed))
    if clause.advice:
        yield Remark(kind="advice", label="Advice, not a rule.", text=inline_html(clause.advice))
    if clause.follows:
        yield Remark(kind="follows", label="Follows from", links=links(clause.follows))
    for same in clause.equivalent:
        if same.to:
            why = inline_html(same.why)
            label = "Says the same as"
            yield Remark(kind="equivalent", label=label, links=links((same.to,)), text=why)
    if clause.replaces:
        yield Remark(kind="replaces", label="Replaces", links=links(clause.replaces))
    if clause.removes:
        yield Remark(kind="removes", label="Takes away", links=links(clause.removes))
    writer = site.rulesets.get(clause.ruleset)
    if writer is None:
        return
    for name, reading in writer.readings.items():
        brings = in_force and clause.of.partition(":")[0] == name
        if brings or _concerns(site, writer, reading.clauses, clause):
            yield Remark(
                kind="reading",
                label="Reading.",
                text=inline_html(reading.question),
                links=(
                    Link(
                        "The answers",
                        location.to(system_url(writer.ruleset), f"reading-{name}"),
                    ),
                ),
            )
    for number, gap in enumerate(writer.gaps, start=1):
        if _concerns(site, writer, gap.clauses, clause):
            # What touches several rules is told once, where all that is missing is listed.
            once = len(gap.clauses) == 1
            there = location.to(system_url(writer.ruleset), gap_anchor(gap, number))
            yield Remark(
                kind="gap",
                label="Missing from our source.",
                text=inline_html(gap.text) if once else NO_TEXT,
                links=() if once else (Link("What is missing", there),),
            )


def gap_anchor(gap: Gap, number: int) -> str:
    """Anchor of a gap on its system's page: its name, or its number where it has none."""
    return f"gap-{gap.name or number}"


def _concerns(site: SiteData, writer: Ruleset, cited: tuple[str, ...], clause: Clause) -> bool:
    return clause.full_id in {site.resolve(each, writer.ruleset) for each in cited}


@dataclass(frozen=True, kw_only=True)
class LimitView:
    """View model of something that a source says and that is not played."""

    text: Markup
    source: str


@dataclass(frozen=True, kw_only=True)
class InheritedLimits:
    """View model of what the ruleset underneath does not cover, in few words."""

    base: Link
    """Link to where it is in full."""
    texts: tuple[Markup, ...]


@dataclass(frozen=True, kw_only=True)
class NotCoveredView:
    """View model of all that a ruleset does not cover."""

    own: tuple[LimitView, ...]
    inherited: tuple[InheritedLimits, ...]


def not_covered(site: SiteData, location: PageLocation, rules: Ruleset) -> NotCoveredView | None:
    """View model of all that effective rules do not cover; None when that is nothing."""
    if not rules.not_covered:
        return None
    own, *below = reversed(site.library.chain(rules.ruleset))
    left = {name: rules.not_covered[name] for name in rules.not_covered.keys() - own.not_covered}
    inherited = []
    for base in below:
        names = [name for name in base.not_covered if name in left]
        if names:
            link = Link(base.title, location.to(system_url(base.ruleset), "not-covered"))
            briefs = ((entry := left.pop(name)).brief or entry.text for name in names)
            inherited.append(InheritedLimits(base=link, texts=tuple(map(inline_html, briefs))))
    return NotCoveredView(
        own=tuple(
            LimitView(text=inline_html(entry.text), source=source_line(entry.source, rules))
            for entry in own.not_covered.values()
        ),
        inherited=tuple(inherited),
    )


def not_played(site: SiteData, record: Record) -> tuple[str, ...]:
    """Names of what is not covered and touches clauses that an example shows or goes by."""
    example = record.example
    clauses = {site.resolve(cited, example.ruleset) for cited in example.shows}
    for row in record.rows:
        clauses.update(row.refused_by, *(event.by for event in row.events))
    entries = record.ruleset.not_covered.items()
    return tuple(name for name, entry in entries if not clauses.isdisjoint(entry.clauses))
