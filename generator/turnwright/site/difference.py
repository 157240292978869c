"""An overlay beside its base: what became of every clause. Derived from both, never typed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum

from markupsafe import Markup

from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.site.markdown import inline_html
from turnwright.site.page import Link, difference_url, system_url
from turnwright.site.site_data import SiteData
from turnwright.study.namer import Namer
from turnwright.study.tree import reached


class DiffStatus(StrEnum):
    """What became of a clause of the base."""

    KEPT = "kept"
    """It still holds."""
    CHANGED = "changed"
    """Another clause stands in for it."""
    REMOVED = "removed"
    """It was taken away, and nothing put there."""
    UNSAID = "unsaid"
    """Nobody took it away, but it speaks of something that is no longer there."""


@dataclass(frozen=True, kw_only=True)
class ClauseChange:
    """A clause of the base, and what became of it."""

    clause: Clause
    status: DiffStatus
    by: tuple[Clause, ...] = ()
    """The clauses of the overlay that changed or removed it."""
    missing: str = ""
    """For an unsaid clause: the step that is no longer there."""


@dataclass(frozen=True, kw_only=True)
class OverlayDiff:
    """All of it: the clauses of the base with their fates, and those that are new."""

    changes: tuple[ClauseChange, ...]
    new: tuple[Clause, ...]

    def of(self, status: DiffStatus) -> tuple[ClauseChange, ...]:
        """The clauses of the base with this fate."""
        return tuple(change for change in self.changes if change.status is status)


def diff_rulesets(base: Ruleset, effective: Ruleset) -> OverlayDiff:
    """What an overlay or a pack does to its base: `effective` is both together."""
    before = {clause.full_id for clause in base.clauses()}
    added = [each for each in effective.clauses() if each.full_id not in before]
    there = {clause.full_id for clause in effective.clauses()}
    lost_steps = reached(base) - reached(effective)
    reads = {
        name
        for name, term in effective.effects.items()
        if any(clause.means and clause.means.reads_as for clause in term.clauses)
    }
    changes = []
    for _, name, part in base.parts():
        for clause in part.clauses:
            replaced = tuple(each for each in added if _cites(each.replaces, clause))
            removed = tuple(each for each in added if _cites(each.removes, clause))
            missing = next(_missing_steps(name, clause, lost_steps, reads), "")
            if replaced:
                change = ClauseChange(clause=clause, status=DiffStatus.CHANGED, by=replaced)
            elif removed or clause.full_id not in there:
                change = ClauseChange(clause=clause, status=DiffStatus.REMOVED, by=removed)
            elif missing:
                change = ClauseChange(clause=clause, status=DiffStatus.UNSAID, missing=missing)
            else:
                change = ClauseChange(clause=clause, status=DiffStatus.KEPT)
            changes.append(change)
    standing_in = {
        each.full_id
        for change in changes
        for each in change.by
        if change.status is DiffStatus.CHANGED
    }
    return OverlayDiff(
        changes=tuple(changes),
        new=tuple(each for each in added if each.full_id not in standing_in),
    )


def _cites(cited: tuple[str, ...], clause: Clause) -> bool:
    """Whether a list of ids, in which `group.*` names a whole group, names this clause."""
    return any(
        each in (clause.id, clause.full_id)
        or each in (f"{clause.group}.*", f"{clause.ruleset}.{clause.group}.*")
        for each in cited
    )


def _missing_steps(
    part: str, clause: Clause, lost_steps: frozenset[str], reads: set[str]
) -> Iterator[str]:
    """The steps among `gone` that a clause stands in, or names with nothing to read instead."""
    if part in lost_steps:
        yield part
    means = getattr(clause, "means", None)
    if means is not None:
        yield from (name for name in _names_in(means) if name in lost_steps - reads)


def _names_in(value: object) -> Iterator[str]:
    """Every name inside a meaning; what a step is called is never the same as a fact or value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _names_in(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _names_in(getattr(value, field.name))


@dataclass(frozen=True, kw_only=True)
class DiffCell:
    """A clause in one of the two columns."""

    link: Link
    sentence: Markup


@dataclass(frozen=True, kw_only=True)
class DiffRow:
    """Clauses of the base, and what stands there now."""

    before: tuple[DiffCell, ...]
    now: tuple[DiffCell, ...] = ()
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class DiffGroup:
    """All clauses with one fate."""

    anchor: str
    title: str
    text: str
    rows: tuple[DiffRow, ...] = ()
    new: tuple[DiffCell, ...] = ()
    count: int


@dataclass(frozen=True, kw_only=True)
class DifferencePage:
    """Everything the page of an overlay beside its base shows."""

    title: str
    crumbs: tuple[Link, ...]
    base: Link
    overlay: Link
    groups: tuple[DiffGroup, ...]


STATUS_TITLES: Mapping[DiffStatus, tuple[str, str]] = {
    DiffStatus.CHANGED: ("Changed", "Another rule stands where this one stood."),
    DiffStatus.REMOVED: ("Removed", "Taken away, with nothing put in its place."),
    DiffStatus.UNSAID: (
        "Unsaid",
        "Nobody took these away, but what they speak of is no longer part of the round. "
        "The overlay does not say whether anything of them is left.",
    ),
    DiffStatus.KEPT: ("Kept", "In force as before."),
}


def difference_page(site: SiteData, name: str) -> DifferencePage:
    """The page of an overlay beside its base."""
    overlay = site.rulesets[name]
    base = site.effective[overlay.extends]
    location = site.location(difference_url(name))
    found = diff_rulesets(base, site.effective[name])

    def side(clause: Clause) -> DiffCell:
        link = Link(clause.id, location.to(system_url(clause.ruleset), clause.id))
        return DiffCell(link=link, sentence=inline_html(clause.text))

    def rows(changes: tuple[ClauseChange, ...]) -> Iterator[DiffRow]:
        together: dict[object, list[ClauseChange]] = {}
        for change in changes:
            # What one clause replaces is read together; anything else stands alone.
            together.setdefault(change.by or change.clause, []).append(change)
        for group in together.values():
            missing = group[0].missing
            title = Namer(base).within(missing) if missing else ""
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
            new=tuple(map(side, found.new)),
            count=len(found.new),
        )
    ]
    for status, (title, text) in STATUS_TITLES.items():
        changes = found.of(status)
        groups.append(
            DiffGroup(
                anchor=status, title=title, text=text, rows=tuple(rows(changes)), count=len(changes)
            )
        )
    there = Link(overlay.title, location.to(system_url(name)))
    return DifferencePage(
        title=f"{overlay.title} beside {base.title}",
        crumbs=(
            Link("Home", location.to("")),
            Link("Systems", location.to("systems/")),
            there,
        ),
        base=Link(base.title, location.to(system_url(overlay.extends))),
        overlay=there,
        groups=tuple(groups),
    )
