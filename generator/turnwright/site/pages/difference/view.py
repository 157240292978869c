"""Difference pages: two rulesets side by side, every clause in the round's own order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from itertools import zip_longest

from markupsafe import Markup

from turnwright.describe.decision import describe_decision
from turnwright.describe.labels import Labels
from turnwright.describe.step_tree import build_tree
from turnwright.describe.story import line_sentence
from turnwright.describe.variants import Variant, VariantKind, pairs
from turnwright.language.clause import Clause
from turnwright.language.ruleset import KINDS, Ruleset
from turnwright.proof.record import Record, Row
from turnwright.site.clauses import (
    References,
    Uncovered,
    not_covered,
    sentence,
)
from turnwright.site.drawing.timeline import timeline_of
from turnwright.site.page import (
    Link,
    Page,
    PageLocation,
    difference_url,
    part_anchor,
    system_url,
    variant_path,
)
from turnwright.site.pages.difference.changes import ClauseChange, DiffStatus, diff_rulesets
from turnwright.site.pages.difference.first_difference import FirstDifference, first_differences
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData

PartKey = tuple[str, str]
"""The kind and the name of a part."""

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
class Difference:
    """Two rulesets that are set side by side rule by rule."""

    url: str
    title: str
    before: Variant
    now: Variant


@dataclass(frozen=True, kw_only=True)
class DiffRow:
    """Clauses of the base beside what became of them."""

    status: str
    label: str
    before: tuple[Clause, ...] = ()
    now: tuple[Clause, ...] = ()
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class DiffSection:
    """A part of the round, with its clauses in both columns."""

    key: PartKey
    anchor: str
    title: str
    rows: tuple[DiffRow, ...]
    kept: tuple[Clause, ...]


@dataclass(frozen=True, kw_only=True)
class Departure:
    """Examples of the base that go differently from the same moment on, in words."""

    examples: tuple[Link, ...]
    line: str
    before: str
    now: str
    by: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class DifferencePage:
    """View model of two rulesets side by side."""

    title: str
    crumbs: tuple[Link, ...]
    before: Link
    now: Link
    tally: tuple[tuple[str, str, int], ...]
    """Status, label and count."""
    sections: tuple[DiffSection, ...]
    meeting: tuple[Link, Link, tuple[tuple[str, str], ...]] | None
    """An example of each in which the same armies meet, and what happens in both."""
    departures: tuple[Departure, ...]
    parted: int
    """How many examples go differently."""
    examples: int
    """How many examples of the base were played by both."""
    not_covered: Uncovered | None
    """What the sources of the second ruleset say and is not played."""
    clause_href: Callable[[Clause], str]
    sentence: Callable[[Clause], Markup]
    place: Callable[[Clause, PartKey], str]
    """Title of the part of a clause, where that is not the one it is shown in."""


def difference_pages(site: SiteData) -> Iterator[Page]:
    """Pages with two rulesets side by side, rule by rule."""
    for each in differences(site):
        yield Page(
            url=each.url,
            title=each.title,
            summary="What is new, changed, kept and gone, rule by rule.",
            template="pages/difference/page",
            view=partial(difference_page, site, each),
            edit=str(site.library.source(each.now.system)),
            assets=("difference.css",),
        )


def differences(site: SiteData) -> Iterator[Difference]:
    """Every overlay beside its base, and every system beside itself with a pack.

    Systems of one game stand side by side as well, where neither extends the other and none is
    a library. What a single option or reading changes is told with it, on its system's page.
    """
    found = [each for each in site.variants if each.kind in (None, VariantKind.PACK)]
    for before, now in pairs(found):
        one, other = plain_text(before.title), plain_text(now.title)
        if now.chosen:
            url = difference_url(now.system, now.chosen)
            title = f"{one}: {plain_text(now.label)}"
        elif now.ruleset.extends == before.system:
            url, title = difference_url(now.system), f"{other} beside {one}"
        elif before.ruleset.library or now.ruleset.library:
            continue
        else:
            url = difference_url(before.system, now.system)
            title = f"{one} beside {other}"
        yield Difference(url=url, title=title, before=before, now=now)


def difference_page(site: SiteData, shown: Difference) -> DifferencePage:
    """View model of two rulesets side by side."""
    location = site.location(shown.url)
    base, rules = shown.before.ruleset, shown.now.ruleset
    refs = References(site, location, rules.ruleset)
    sections = _Sections(site, base, rules)
    found = tuple(sections.in_order())
    records = [
        each
        for each in site.records
        if each.example.ruleset == base.ruleset and each.ruleset == base
    ]
    parted = tuple(first_differences(records, rules)) if rules != base else ()
    system = Link(plain_text(rules.title), location.to(system_url(rules.ruleset)))
    counts = dict.fromkeys(STATUS_LABELS, 0)
    for section in found:
        counts["kept"] += len(section.kept)
        for row in section.rows:
            counts[row.status] += len(row.before) or len(row.now)
    return DifferencePage(
        title=shown.title,
        crumbs=(Link("Home", location.to("")), Link("Systems", location.to("systems/")), system),
        before=_link(location, shown.before),
        now=_link(location, shown.now),
        tally=tuple((name, label, counts[name]) for name, label in STATUS_LABELS.items()),
        sections=found,
        meeting=_meeting(site, refs, records, shown),
        departures=tuple(_departures(refs, parted, rules)),
        parted=len(parted),
        examples=len(records),
        not_covered=not_covered(refs, rules),
        clause_href=lambda clause: location.to(system_url(clause.ruleset), clause.id),
        sentence=sections.sentence,
        place=sections.place,
    )


def _link(location: PageLocation, variant: Variant) -> Link:
    """Link to a system, or to what was chosen in it."""
    return Link(plain_text(variant.label or variant.title), location.to(*variant_path(variant)))


@dataclass
class _Sections:
    """Every clause of two rulesets, in the sections of a page."""

    site: SiteData
    base: Ruleset
    now: Ruleset

    def __post_init__(self) -> None:
        self.diff = diff_rulesets(self.base, self.now)
        self.labels = Labels(self.now)
        self.base_labels = Labels(self.base)
        self.home = {clause.full_id: key for key, clause in _placed(self.now)}
        self.base_home = {clause.full_id: key for key, clause in _placed(self.base)}

    def in_order(self) -> Iterator[DiffSection]:
        """The sections, in the order of the round."""
        rows: dict[PartKey, list[tuple[int, DiffRow]]] = {}
        kept: dict[PartKey, list[Clause]] = {}
        one, other = ([each.full_id for _, each in _placed(it)] for it in (self.base, self.now))
        position = {name: place for place, name in enumerate(merged(one, other))}
        for key, clauses, row in self.rows():
            place = min(position[clause.full_id] for clause in clauses)
            rows.setdefault(key, []).append((place, row))
        for change in self.diff.of(DiffStatus.KEPT):
            kept.setdefault(self.base_home[change.clause.full_id], []).append(change.clause)
        for key in _part_order(self.base, self.now):
            kind, name = key
            if key in rows or key in kept:
                named = self.labels if name in getattr(self.now, kind) else self.base_labels
                yield DiffSection(
                    key=key,
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
            row = DiffRow(
                status=one.status.value,
                label=STATUS_LABELS[one.status.value],
                before=clauses,
                now=one.by,
                note=missing if one.missing else "",
            )
            # A clause that another part now speaks of is told where that one stands.
            at_home = any(self.base_home[clause.full_id] == key for clause in clauses)
            yield key, clauses if at_home else by, row
        for clause in self.diff.new:
            row = DiffRow(status="new", label=STATUS_LABELS["new"], now=(clause,))
            yield self.home[clause.full_id], (clause,), row

    def place(self, clause: Clause, shown_in: PartKey) -> str:
        """Title of the part of a clause, where that is not the one it is shown in."""
        kind, name = self.home.get(clause.full_id) or self.base_home[clause.full_id]
        labels = self.labels if clause.full_id in self.home else self.base_labels
        return "" if (kind, name) == shown_in else labels.title(name, kind)

    def sentence(self, clause: Clause) -> Markup:
        """Sentence of a clause, as it is on the page of the second ruleset that has it."""
        is_known = clause.full_id in self.site.applicability[self.now.ruleset]
        return sentence(self.site, clause, self.now.ruleset if is_known else clause.ruleset)


def _placed(rules: Ruleset) -> Iterator[tuple[PartKey, Clause]]:
    """Every clause with the part that it stands in."""
    for kind, name, part in rules.parts():
        for clause in part.clauses:
            yield (kind, name), clause


def _part_order(base: Ruleset, now: Ruleset) -> Iterable[PartKey]:
    """The parts of both: steps as the round goes, then what no round goes through."""
    trees = [build_tree(rules) for rules in (base, now)]
    one, other = ([branch.name for branch in tree.walk()] if tree else [] for tree in trees)
    steps = (("steps", name) for name in merged(one, other))
    rest = (
        (kind, name)
        for kind in KINDS
        for name in merged([*getattr(base, kind)], [*getattr(now, kind)])
    )
    return dict.fromkeys((*steps, *rest))


def merged(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Both lists as one: what is in both as in the second, and the rest where it fits."""
    both = set(other)
    found: list[str] = []
    matcher = SequenceMatcher(a=one, b=other, autojunk=False)
    for _, first, last, start, end in matcher.get_opcodes():
        found += [name for name in one[first:last] if name not in both]
        found += other[start:end]
    return tuple(dict.fromkeys(found))


def _departures(
    refs: References, parted: Sequence[FirstDifference], now: Ruleset
) -> Iterator[Departure]:
    """Examples that go differently, those that do so before their first line all together."""
    at_start = [each for each in parted if not each.line]
    for group in filter(None, (at_start, *([each] for each in parted if each.line))):
        first = group[0]
        labels, base_labels = Labels(now), Labels(first.record.ruleset)
        rows = first.record.rows
        earlier = rows[first.line - 1] if first.line else None
        said = line_sentence(first.before, earlier, base_labels)
        refused_now = first.now.refused and not first.before.refused
        by = first.now.refused_by if refused_now else first.now.decision.by
        yield Departure(
            examples=tuple(refs.example(each.record.example) for each in group),
            line=f"Line {first.line}: {said}" if first.line else "At the start",
            before=_outcome(first.before, base_labels),
            now=_outcome(first.now, labels),
            by=refs.clauses(by),
        )


def _outcome(row: Row, labels: Labels) -> str:
    """What a line comes to: the refusal, or who decides next and on what."""
    if row.refused:
        return f"Refused: {row.refused.partition(' (')[0]}."
    who, choices = describe_decision(row.decision, labels)
    where = f" in {labels.within(row.decision.step)}" if row.decision.step else ""
    return f"{who}{where}: {'; '.join(choices)}" if choices else who


def _meeting(
    site: SiteData, refs: References, records: Iterable[Record], shown: Difference
) -> tuple[Link, Link, tuple[tuple[str, str], ...]] | None:
    """The longest example in which the same armies meet by both rules."""
    if shown.before.system == shown.now.system:
        return None
    others = {_armies(each): each for each in site.records if each.ruleset == shown.now.ruleset}
    met = [(one, others[army]) for one in records if (army := _armies(one)) in others]
    if not met:
        return None
    one, other = max(met, key=lambda pair: len(pair[0].rows) + len(pair[1].rows))
    timelines = (timeline_of(each, Labels(each.ruleset)) for each in (one, other))
    first, second = (timeline.sentences if timeline else () for timeline in timelines)
    rows = tuple(zip_longest(first, second, fillvalue=""))
    return refs.example(one.example), refs.example(other.example), rows


def _armies(record: Record) -> frozenset[tuple[str, frozenset[str]]]:
    """The names of the units on each side."""
    return frozenset((side, frozenset(units)) for side, units in record.example.given.items())
