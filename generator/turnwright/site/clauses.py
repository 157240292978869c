"""View model of a clause: sentence, source, remarks, and the examples that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import quote

from markupsafe import Markup

from turnwright.describe.applicability import Applies
from turnwright.examples.record import Record
from turnwright.language.clause import Clause, Source
from turnwright.language.example import Example
from turnwright.language.ruleset import Gap, NotCovered, Ruleset
from turnwright.site.page import Link, PageLocation, example_url, system_url
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
            "If you have it, check what is asked.",
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
            kind="rereads",
            label="Read here as",
            text="The rule holds, but some of its words mean something else in these rules.",
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
IN_FORCE = (Applies.ALWAYS, Applies.BY_DEFAULT)
"""When a clause applies without players agreeing on it."""


@dataclass(frozen=True, kw_only=True)
class Remark:
    """A remark on a clause, with links."""

    kind: str
    """`advice`, `follows`, `equivalent`, `inferred`, `assumed`, `replaces`, `removes`, `rereads`,
    `reading` or `gap`."""
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
    source: str = ""
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


@dataclass(frozen=True)
class References:
    """Cross-references of a page about one ruleset: links to clauses, their sentences, sources.

    Templates ask it, so that views need not copy what the language says already.
    """

    site: SiteData = field(repr=False, compare=False)
    location: PageLocation
    ruleset: str
    """Id of the ruleset, by which clauses without one in their id are cited."""
    _links: dict[str, Link] = field(default_factory=dict, repr=False, compare=False)
    """Links that were asked for before: a page names a clause many times."""

    @cached_property
    def known(self) -> frozenset[str]:
        """Full ids of the clauses that a page of these rules can speak of."""
        written = self.site.rulesets[self.ruleset].own_clauses()
        held = self.site.effective[self.ruleset].clauses()
        return frozenset(clause.full_id for clause in (*written, *held))

    @cached_property
    def rereaders(self) -> Mapping[str, Sequence[Clause]]:
        """Clauses in force that say how the words of others are read here, by full id of these."""
        found: dict[str, list[Clause]] = {}
        for clause in self.site.effective[self.ruleset].clauses():
            for cited in clause.rereads:
                found.setdefault(cited, []).append(clause)
        return found

    def clause(self, cited: str) -> Link:
        """Link to a clause by id; without a URL when there is no such clause."""
        if cited not in self._links:
            self._links[cited] = self._clause(cited)
        return self._links[cited]

    def _clause(self, cited: str) -> Link:
        full = self.site.resolve(cited, self.ruleset)
        clause = self.site.clauses.get(full)
        if clause is None:
            return Link(cited, "")
        short = clause.id if clause.ruleset == self.ruleset else full
        return Link(short, self.location.to(system_url(clause.ruleset), clause.id))

    def clauses(self, cited: Iterable[str]) -> tuple[Link, ...]:
        """Links to several clauses by id."""
        return tuple(map(self.clause, cited))

    def sentence(self, cited: str) -> Markup:
        """Sentence of a clause by id; nothing when there is no such clause."""
        clause = self.site.clauses.get(self.site.resolve(cited, self.ruleset))
        return sentence(self.site, clause, self.ruleset) if clause else Markup()

    def source(self, source: Source | None) -> str:
        """Citation of a source: document, section and lines."""
        if source is None:
            return ""
        document = self.site.effective[self.ruleset].documents.get(source.document)
        many = "-" in source.lines or "," in source.lines
        title = document.title if document else source.document
        section = "" if source.section == title else source.section
        lines = f"line{'s' if many else ''} {source.lines}" if source.lines else ""
        return ", ".join(filter(None, (title, section, lines)))

    def example(self, example: Example) -> Link:
        """Link to an example, titled by its sentence."""
        url = example_url(example.ruleset, example.slug)
        return Link(plain_text(example.example), self.location.to(url))


def report_url(repository: str, clause: str) -> str:
    """URL of a new issue about a clause, on GitHub or GitLab."""
    if not repository:
        return ""
    title = quote(f"A mistake in {clause}", safe="")
    if "gitlab" in repository.partition("//")[2].partition("/")[0]:
        return f"{repository.rstrip('/')}/-/issues/new?issue[title]={title}"
    return f"{repository.rstrip('/')}/issues/new?title={title}"


def sentence(site: SiteData, clause: Clause, ruleset: str) -> Markup:
    """Sentence of a clause as HTML; what it depends on in this ruleset goes before it."""
    known = site.applicability[ruleset].get(clause.full_id)
    label = known.label if known else ""  # A library says it, and these rules do not play it.
    text = inline_html(clause.text)
    return Markup("<i>{}</i> {}").format(plain_text(label), text) if label else text


def clause_view(refs: References, clause: Clause, *, anchor: str) -> ClauseView:
    """View model of a clause on a ruleset's page."""
    site, location = refs.site, refs.location
    remarks = tuple(_with_word(refs, one) for one in _remarks(refs, clause))
    view = ClauseView(
        anchor=anchor,
        id=clause.full_id,
        sentence=sentence(site, clause, refs.ruleset),
        report=report_url(site.repository, clause.full_id),
        remarks=remarks,
    )
    # It may cite a document of the ruleset that its own builds on.
    writer = site.effective.get(clause.ruleset)
    if clause.ruleset != refs.ruleset:
        # What shows and proves an inherited clause is on the page of the ruleset that wrote it.
        written = location.to(system_url(clause.ruleset), clause.id) if writer else ""
        return replace(view, written=written)
    document = writer.documents.get(clause.source.document) if writer and clause.source else None
    shown = site.shown_by.get(clause.full_id, ())
    own = tuple(each for each in shown if each.ruleset == refs.ruleset)
    return replace(
        view,
        source=refs.source(clause.source),
        edition=document.edition if document else "",
        examples=tuple(map(refs.example, own or shown)),
        aliases=clause.aliases,
        proof=_proof(site, clause),
    )


def _with_word(refs: References, remark: Remark) -> Remark:
    """A remark with a link to where its mark is explained, if it is."""
    if not refs.site.legend or remark.kind not in ANCHORS:
        return remark
    return replace(remark, word=f"{refs.location.file(refs.site.legend)}#{ANCHORS[remark.kind]}")


def _proof(site: SiteData, clause: Clause) -> str:
    """How well the examples of a clause prove it, in a few words; nothing where they do wholly."""
    found = site.clause_proofs.get(clause.full_id)
    if found is None or not found.verdict.killed or clause.follows or not found.verdict.survived:
        return ""
    noticed = found.verdict.killed
    return f"{noticed} of {noticed + len(found.verdict.survived)} changes are noticed."


def _remarks(refs: References, clause: Clause) -> Iterator[Remark]:
    site, location = refs.site, refs.location
    here = References(site, location, clause.ruleset)  # It cites as its own ruleset does.
    in_force = site.applicability[refs.ruleset][clause.full_id].applies in IN_FORCE
    if clause.inferred and in_force:
        yield Remark(kind="inferred", label="Inferred: the source needs it but does not say it.")
    if clause.assumed:
        yield Remark(kind="assumed", label="Assumed. To check:", text=inline_html(clause.assumed))
    if clause.advice:
        yield Remark(kind="advice", label="Advice, not a rule.", text=inline_html(clause.advice))
    if clause.follows:
        yield Remark(kind="follows", label="Follows from", links=here.clauses(clause.follows))
    for same in site.library.equivalent.get(clause.full_id, ()):
        # What is replaced here says nothing any more.
        if same.to in refs.known:
            label, why = "Says the same as", inline_html(same.why)
            yield Remark(kind="equivalent", label=label, links=(here.clause(same.to),), text=why)
    if clause.replaces:
        yield Remark(kind="replaces", label="Replaces", links=here.clauses(clause.replaces))
    if clause.removes:
        yield Remark(kind="removes", label="Takes away", links=here.clauses(clause.removes))
    if clause.rereads:
        yield Remark(kind="rereads", label="Words of", links=here.clauses(clause.rereads))
    for by in refs.rereaders.get(clause.full_id, ()):
        there = refs.clause(by.full_id)
        text = sentence(site, by, refs.ruleset)
        yield Remark(kind="rereads", label="Read here as:", text=text, links=(there,))
    writer = site.rulesets.get(clause.ruleset)
    if writer is None:
        return
    page = system_url(writer.ruleset)
    for name, reading in writer.readings.items():
        brings = in_force and clause.of.partition(":")[0] == name
        if brings or _concerns(site, writer, reading.clauses, clause):
            answers = Link("The answers", location.to(page, f"reading-{name}"))
            text = inline_html(reading.question)
            yield Remark(kind="reading", label="Reading.", text=text, links=(answers,))
    for number, gap in enumerate(writer.gaps, start=1):
        if _concerns(site, writer, gap.clauses, clause):
            label = "Missing from our source."
            if len(gap.clauses) == 1:
                yield Remark(kind="gap", label=label, text=inline_html(gap.text))
            else:  # What touches several rules is told once, where all that is missing is listed.
                there = Link("What is missing", location.to(page, gap_anchor(gap, number)))
                yield Remark(kind="gap", label=label, links=(there,))


def gap_anchor(gap: Gap, number: int) -> str:
    """Anchor of a gap on its system's page: its name, or its number where it has none."""
    return f"gap-{gap.name or number}"


def _concerns(site: SiteData, writer: Ruleset, cited: tuple[str, ...], clause: Clause) -> bool:
    return clause.full_id in {site.resolve(each, writer.ruleset) for each in cited}


@dataclass(frozen=True, kw_only=True)
class Uncovered:
    """What a ruleset does not cover: its own entries, and in few words those underneath."""

    refs: References
    own: tuple[NotCovered, ...]
    inherited: tuple[tuple[Link, tuple[str, ...]], ...]
    """Link to each ruleset underneath, where it is in full; and what it does not cover."""


def not_covered(refs: References, rules: Ruleset) -> Uncovered | None:
    """All that effective rules do not cover; None when that is nothing."""
    if not rules.not_covered:
        return None
    own, *below = reversed(refs.site.library.chain(rules.ruleset))
    left = {name: rules.not_covered[name] for name in rules.not_covered.keys() - own.not_covered}
    inherited = []
    for base in below:
        names = [name for name in base.not_covered if name in left]
        if names:
            link = Link(base.title, refs.location.to(system_url(base.ruleset), "not-covered"))
            texts = tuple((entry := left.pop(name)).brief or entry.text for name in names)
            inherited.append((link, texts))
    return Uncovered(refs=refs, own=tuple(own.not_covered.values()), inherited=tuple(inherited))


def not_played(site: SiteData, record: Record) -> tuple[str, ...]:
    """Names of what is not covered and touches clauses that an example shows or goes by."""
    example = record.example
    clauses = {site.resolve(cited, example.ruleset) for cited in example.shows}
    for row in record.rows:
        clauses.update(row.refused_by, *(event.by for event in row.events))
    entries = record.ruleset.not_covered.items()
    return tuple(name for name, entry in entries if not clauses.isdisjoint(entry.clauses))
