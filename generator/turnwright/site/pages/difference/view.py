"""View model of two rulesets side by side: every clause in the round's own order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from markupsafe import Markup

from turnwright.describe.decision import describe_decision
from turnwright.describe.labels import Labels
from turnwright.describe.step_tree import build_tree
from turnwright.describe.story import line_sentence
from turnwright.language.clause import Clause
from turnwright.language.ruleset import KINDS, Ruleset
from turnwright.proof.record import Record, Row
from turnwright.site.clauses import (
    NotCoveredView,
    clause_links,
    example_link,
    not_covered,
    sentence,
)
from turnwright.site.drawing.timeline import timeline_of
from turnwright.site.page import Link, PageLocation, part_anchor, system_url
from turnwright.site.pages.difference.changes import ClauseChange, DiffStatus, diff_rulesets
from turnwright.site.pages.difference.first_difference import Parting, partings
from turnwright.site.rendering import inline_html, plain_text
from turnwright.site.site_data import SiteData

PartKey = tuple[str, str]

STATUS_LABELS = {
    "new": "New",
    "changed": "Changed",
    "removed": "Gone",
    "idle": "Idle",
    "unsaid": "Unsaid",
    "kept": "Kept",
}
"""Label of each status, in the order in which they are counted."""


@dataclass(frozen=True, kw_only=True)
class DiffCell:
    """A clause in one column."""

    link: Link
    sentence: Markup
    place: str = ""
    """Title of its part, where that is not the one it is shown in."""


@dataclass(frozen=True, kw_only=True)
class DiffRow:
    """Clauses of the base beside what became of them."""

    status: str
    label: str
    before: tuple[DiffCell, ...] = ()
    now: tuple[DiffCell, ...] = ()
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class DiffSection:
    """A part of the round, with its clauses in both columns."""

    anchor: str
    title: str
    rows: tuple[DiffRow, ...]
    kept: tuple[DiffCell, ...]


@dataclass(frozen=True, kw_only=True)
class PartingView:
    """Examples of the base that go differently from the same moment on."""

    examples: tuple[Link, ...]
    line: str
    before: str
    now: str
    by: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class MeetingView:
    """The same armies in an example of each."""

    before: Link
    now: Link
    rows: tuple[tuple[str, str], ...]
    """What happens in both, one after another."""


@dataclass(frozen=True, kw_only=True)
class DifferencePage:
    """View model of two rulesets side by side."""

    title: str
    crumbs: tuple[Link, ...]
    before: Link
    now: Link
    about: Markup
    tally: tuple[tuple[str, str, int], ...]
    """Status, label and count."""
    sections: tuple[DiffSection, ...]
    meetings: tuple[MeetingView, ...]
    partings: tuple[PartingView, ...]
    parted: int
    """How many examples go differently."""
    examples: int
    """How many examples of the base were played by both."""
    not_covered: NotCoveredView | None
    """What the sources of the second ruleset say and is not played."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One of two rulesets that are set side by side."""

    link: Link
    rules: Ruleset


def difference_page(
    site: SiteData,
    location: PageLocation,
    before: Side,
    now: Side,
    title: str,
    about: str = "",
) -> DifferencePage:
    """View model of two rulesets side by side."""
    rows = _Rows(site, location, before.rules, now.rules)
    sections = tuple(rows.sections())
    records = tuple(
        record
        for record in site.records
        if record.example.ruleset == before.rules.ruleset and record.ruleset == before.rules
    )
    parted = partings(records, before.rules, now.rules, site.kept)
    system = Link(plain_text(now.rules.title), location.to(system_url(now.rules.ruleset)))
    counts = dict.fromkeys(STATUS_LABELS, 0)
    for section in sections:
        counts["kept"] += len(section.kept)
        for row in section.rows:
            counts[row.status] += len(row.before) or len(row.now)
    return DifferencePage(
        title=title,
        crumbs=(Link("Home", location.to("")), Link("Systems", location.to("systems/")), system),
        before=before.link,
        now=now.link,
        about=inline_html(about),
        tally=tuple((name, label, counts[name]) for name, label in STATUS_LABELS.items()),
        sections=sections,
        meetings=tuple(_meetings(site, location, records, before.rules, now.rules)),
        partings=tuple(_parting_views(site, location, parted, now.rules)),
        parted=len(parted),
        examples=len(records),
        not_covered=not_covered(site, location, now.rules),
    )


@dataclass
class _Rows:
    """Every clause of two rulesets in the sections of a page."""

    site: SiteData
    location: PageLocation
    base: Ruleset
    now: Ruleset

    def __post_init__(self) -> None:
        self.diff = diff_rulesets(self.base, self.now)
        self.labels = Labels(self.now)
        self.base_labels = Labels(self.base)
        self.home = {clause.full_id: key for key, clause in _placed(self.now)}
        self.base_home = {clause.full_id: key for key, clause in _placed(self.base)}

    def sections(self) -> Iterator[DiffSection]:
        """The sections, in the order of the round."""
        rows: dict[PartKey, list[tuple[int, DiffRow]]] = {}
        kept: dict[PartKey, list[DiffCell]] = {}
        position = _positions(self.base, self.now)
        for key, clauses, row in self.rows():
            place = min(position[clause.full_id] for clause in clauses)
            rows.setdefault(key, []).append((place, row))
        for change in self.diff.of(DiffStatus.KEPT):
            key = self.base_home[change.clause.full_id]
            kept.setdefault(key, []).append(self.cell(change.clause))
        for key in _part_order(self.base, self.now):
            if key not in rows and key not in kept:
                continue
            kind, name = key
            named = self.labels if name in getattr(self.now, kind) else self.base_labels
            yield DiffSection(
                anchor=part_anchor(kind, name),
                title=named.title(name, kind),
                rows=tuple(row for _, row in sorted(rows.get(key, []), key=lambda it: it[0])),
                kept=tuple(kept.get(key, ())),
            )

    def rows(self) -> Iterator[tuple[PartKey, tuple[Clause, ...], DiffRow]]:
        """Every row with the part that it is shown in, and its clauses."""
        together: dict[object, list[ClauseChange]] = {}
        for change in self.diff.changes:
            if change.status is not DiffStatus.KEPT:
                # Clauses with the same replacement share a row.
                changed = change.status is DiffStatus.CHANGED
                together.setdefault(change.by if changed else change.clause, []).append(change)
        for group in together.values():
            one = group[0]
            clauses = tuple(change.clause for change in group)
            by = one.by if one.status is DiffStatus.CHANGED else ()
            key = self.home[by[0].full_id] if by else self.base_home[clauses[0].full_id]
            missing = f"There is no {self.base_labels.within(one.missing)} any more."
            cells = DiffRow(
                status=one.status.value,
                label=STATUS_LABELS[one.status.value],
                before=tuple(self.cell(clause, key) for clause in clauses),
                now=tuple(self.cell(clause, key) for clause in one.by),
                note=missing if one.missing else "",
            )
            # A clause that another part now speaks of is told where that one stands.
            at_home = any(self.base_home[clause.full_id] == key for clause in clauses)
            yield key, clauses if at_home else by, cells
        for clause in self.diff.new:
            key = self.home[clause.full_id]
            row = DiffRow(status="new", label=STATUS_LABELS["new"], now=(self.cell(clause),))
            yield key, (clause,), row

    def cell(self, clause: Clause, key: PartKey | None = None) -> DiffCell:
        home = self.home.get(clause.full_id) or self.base_home[clause.full_id]
        labels = self.labels if clause.full_id in self.home else self.base_labels
        is_known = clause.full_id in self.site.applicability[self.now.ruleset]
        ruleset = self.now.ruleset if is_known else clause.ruleset
        return DiffCell(
            link=Link(clause.id, self.location.to(system_url(clause.ruleset), clause.id)),
            sentence=sentence(self.site, clause, ruleset),
            place=labels.title(home[1], home[0]) if key and key != home else "",
        )


def _placed(rules: Ruleset) -> Iterator[tuple[PartKey, Clause]]:
    """Every clause with the part that it stands in."""
    for kind, name, part in rules.parts():
        for clause in part.clauses:
            yield (kind, name), clause


def _part_order(base: Ruleset, now: Ruleset) -> tuple[PartKey, ...]:
    """The parts of both: steps as the round goes, then what no round goes through."""
    trees = [build_tree(rules) for rules in (base, now)]
    one, other = ([branch.name for branch in tree.walk()] if tree else [] for tree in trees)
    steps = (("steps", name) for name in merged(one, other))
    rest = (
        (kind, name)
        for kind in KINDS
        for name in merged([*getattr(base, kind)], [*getattr(now, kind)])
    )
    return tuple(dict.fromkeys((*steps, *rest)))


def _positions(base: Ruleset, now: Ruleset) -> dict[str, int]:
    """The place of every clause when those of both are put into one order."""
    one, other = ([clause.full_id for _, clause in _placed(rules)] for rules in (base, now))
    return {name: place for place, name in enumerate(merged(one, other))}


def merged(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Both lists as one: what is in both as in the second, and the rest where it fits."""
    both = set(other)
    found: list[str] = []
    matcher = SequenceMatcher(a=one, b=other, autojunk=False)
    for _, first, last, start, end in matcher.get_opcodes():
        found += [name for name in one[first:last] if name not in both]
        found += other[start:end]
    return tuple(dict.fromkeys(found))


def _parting_views(
    site: SiteData, location: PageLocation, parted: Sequence[Parting], now: Ruleset
) -> Iterator[PartingView]:
    """Examples that part, those that do so before their first line all together."""
    at_start = [each for each in parted if not each.line]
    later = [[each] for each in parted if each.line]
    for group in (*([at_start] if at_start else []), *later):
        parting = group[0]
        labels, base_labels = Labels(now), Labels(parting.record.ruleset)
        refused_now = parting.now.refused and not parting.before.refused
        by = parting.now.refused_by if refused_now else parting.now.decision.by
        rows = parting.record.rows
        earlier = rows[parting.line - 1] if parting.line else None
        said = line_sentence(parting.before, earlier, base_labels)
        yield PartingView(
            examples=tuple(_example(location, each.record) for each in group),
            line=f"Line {parting.line}: {said}" if parting.line else "At the start",
            before=_outcome(parting.before, base_labels),
            now=_outcome(parting.now, labels),
            by=clause_links(site, location, by, now.ruleset),
        )


def _outcome(row: Row, labels: Labels) -> str:
    """What a line comes to: the refusal, or who decides next and on what."""
    if row.refused:
        return f"Refused: {row.refused.partition(' (')[0]}."
    who, choices = describe_decision(row.decision, labels)
    where = f" in {labels.within(row.decision.step)}" if row.decision.step else ""
    return f"{who}{where}: {'; '.join(choices)}" if choices else who


def _meetings(
    site: SiteData,
    location: PageLocation,
    records: Iterable[Record],
    base: Ruleset,
    now: Ruleset,
) -> Iterator[MeetingView]:
    """The longest example in which the same armies meet by both rules."""
    others = [record for record in site.records if record.ruleset == now and now != base]
    found = [
        (one, other)
        for one in records
        for other in others
        if _armies(one) == _armies(other) and one.example.ruleset != other.example.ruleset
    ]
    for one, other in sorted(found, key=lambda it: -len(it[0].rows) - len(it[1].rows))[:1]:
        timelines = (timeline_of(one, Labels(base)), timeline_of(other, Labels(now)))
        first, second = (timeline.sentences if timeline else () for timeline in timelines)
        yield MeetingView(
            before=_example(location, one),
            now=_example(location, other),
            rows=tuple(zip_longest(first, second, fillvalue="")),
        )


def _example(location: PageLocation, record: Record) -> Link:
    example = record.example
    return example_link(location, plain_text(example.example), example.ruleset, example.slug)


def _armies(record: Record) -> object:
    """The names of the units on each side."""
    return {side: frozenset(units) for side, units in record.example.given.items()}
