"""Diff of an overlay against its base, clause by clause, and its view model."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from markupsafe import Markup

from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.site.clauses import sentence
from turnwright.site.not_covered import NotCoveredView, not_covered
from turnwright.site.page import Link, difference_url, system_url
from turnwright.site.site_data import SiteData
from turnwright.study.idle_clauses import idle_clauses, names_in
from turnwright.study.labels import Labels
from turnwright.study.step_tree import reachable_steps


class DiffStatus(StrEnum):
    """Diff status of a clause of the base."""

    KEPT = "kept"
    """It holds unchanged."""
    CHANGED = "changed"
    """It is replaced by another clause."""
    REMOVED = "removed"
    """It is removed without a replacement."""
    IDLE = "idle"
    """It is not removed, but nothing in the overlay's round asks for it."""
    UNSAID = "unsaid"
    """It is asked for, but refers to a step that the overlay no longer reaches."""


@dataclass(frozen=True, kw_only=True)
class ClauseChange:
    """A clause of the base with its diff status."""

    clause: Clause
    status: DiffStatus
    by: tuple[Clause, ...] = ()
    """The clauses of the overlay that changed or removed it."""
    missing: str = ""
    """For an unsaid clause, the step that is not reached any more."""


@dataclass(frozen=True, kw_only=True)
class OverlayDiff:
    """Diff of two rulesets: clauses of the base with their status, and added clauses."""

    changes: tuple[ClauseChange, ...]
    new: tuple[Clause, ...]

    def of(self, status: DiffStatus) -> tuple[ClauseChange, ...]:
        """The clauses of the base with this status."""
        return tuple(change for change in self.changes if change.status is status)


def diff_rulesets(base: Ruleset, effective: Ruleset) -> OverlayDiff:
    """Diff a base against the effective ruleset of an overlay or pack on it."""
    before = {clause.full_id for clause in base.clauses()}
    added = [each for each in effective.clauses() if each.full_id not in before]
    effective_ids = {clause.full_id for clause in effective.clauses()}
    idle = idle_clauses(effective)
    lost_steps = reachable_steps(base) - reachable_steps(effective)
    redirected = {
        name
        for name, term in effective.effects.items()
        if any(clause.means and clause.means.reads_as for clause in term.clauses)
    }
    changes = []
    for _, name, part in base.parts():
        for clause in part.clauses:
            replaced = tuple(each for each in added if _cites(each.replaces, clause))
            removed = tuple(each for each in added if _cites(each.removes, clause))
            missing = next(_missing_steps(name, clause, lost_steps, redirected), "")
            if replaced:
                change = ClauseChange(clause=clause, status=DiffStatus.CHANGED, by=replaced)
            elif removed or clause.full_id not in effective_ids:
                change = ClauseChange(clause=clause, status=DiffStatus.REMOVED, by=removed)
            elif clause.full_id in idle:
                change = ClauseChange(clause=clause, status=DiffStatus.IDLE)
            elif missing:
                change = ClauseChange(clause=clause, status=DiffStatus.UNSAID, missing=missing)
            else:
                change = ClauseChange(clause=clause, status=DiffStatus.KEPT)
            changes.append(change)
    replacements = {
        each.full_id
        for change in changes
        for each in change.by
        if change.status is DiffStatus.CHANGED
    }
    return OverlayDiff(
        changes=tuple(changes),
        new=tuple(each for each in added if each.full_id not in replacements),
    )


def _cites(cited: tuple[str, ...], clause: Clause) -> bool:
    """True when a list of clause ids matches this clause; `group.*` matches a whole group."""
    return any(
        each in (clause.id, clause.full_id)
        or each in (f"{clause.group}.*", f"{clause.ruleset}.{clause.group}.*")
        for each in cited
    )


def _missing_steps(
    part: str, clause: Clause, lost_steps: frozenset[str], redirected: set[str]
) -> Iterator[str]:
    """The lost steps that a clause belongs to or refers to, unless `reads_as` redirects them."""
    if part in lost_steps:
        yield part
    means = getattr(clause, "means", None)
    if means is not None:
        yield from (name for name in names_in(means) if name in lost_steps - redirected)


@dataclass(frozen=True, kw_only=True)
class DiffCell:
    """A clause in one column of the side-by-side view."""

    link: Link
    sentence: Markup


@dataclass(frozen=True, kw_only=True)
class DiffRow:
    """A row of the side-by-side view: clauses of the base and their replacements."""

    before: tuple[DiffCell, ...]
    now: tuple[DiffCell, ...] = ()
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class DiffGroup:
    """View model of all clauses with one status."""

    anchor: str
    title: str
    text: str
    rows: tuple[DiffRow, ...] = ()
    new: tuple[DiffCell, ...] = ()
    count: int


@dataclass(frozen=True, kw_only=True)
class DifferencePage:
    """View model of a diff page."""

    title: str
    crumbs: tuple[Link, ...]
    base: Link
    overlay: Link
    groups: tuple[DiffGroup, ...]
    not_covered: NotCoveredView | None


STATUS_TITLES: Mapping[DiffStatus, tuple[str, str]] = {
    DiffStatus.CHANGED: ("Changed", "Another rule stands where this one stood."),
    DiffStatus.REMOVED: ("Removed", "Taken away, with nothing put in its place."),
    DiffStatus.IDLE: (
        "Idle",
        "Nothing took these away, but nothing in the overlay's round asks for them any more.",
    ),
    DiffStatus.UNSAID: (
        "Unsaid",
        "Still asked for, but something that they speak of is no longer part of the round. "
        "The overlay does not say whether anything of them is left.",
    ),
    DiffStatus.KEPT: ("Kept", "In force as before."),
}


def difference_page(site: SiteData, name: str) -> DifferencePage:
    """View model of the diff of an overlay and its base."""
    overlay = site.rulesets[name]
    base = site.effective[overlay.extends]
    location = site.location(difference_url(name))
    diff = diff_rulesets(base, site.effective[name])

    def side(clause: Clause) -> DiffCell:
        link = Link(clause.id, location.to(system_url(clause.ruleset), clause.id))
        return DiffCell(link=link, sentence=sentence(site, clause, name))

    def rows(changes: tuple[ClauseChange, ...]) -> Iterator[DiffRow]:
        together: dict[object, list[ClauseChange]] = {}
        for change in changes:
            # Clauses with the same replacement share a row; any other has a row of its own.
            together.setdefault(change.by or change.clause, []).append(change)
        for group in together.values():
            missing = group[0].missing
            title = Labels(base).within(missing) if missing else ""
            yield DiffRow(
                before=tuple(side(change.clause) for change in group),
                now=tuple(map(side, group[0].by)),
                note=f"There is no {title} any more." if missing else "",
            )

    groups = [
        DiffGroup(
            anchor="new",
            title="New",
            text="Said here and nowhere in the base.",
            new=tuple(map(side, diff.new)),
            count=len(diff.new),
        )
    ]
    for status, (title, text) in STATUS_TITLES.items():
        changes = diff.of(status)
        groups.append(
            DiffGroup(
                anchor=status, title=title, text=text, rows=tuple(rows(changes)), count=len(changes)
            )
        )
    overlay_link = Link(overlay.title, location.to(system_url(name)))
    return DifferencePage(
        title=f"{overlay.title} beside {base.title}",
        crumbs=(
            Link("Home", location.to("")),
            Link("Systems", location.to("systems/")),
            overlay_link,
        ),
        base=Link(base.title, location.to(system_url(overlay.extends))),
        overlay=overlay_link,
        groups=tuple(groups),
        not_covered=not_covered(site, location, site.effective[name]),
    )
