"""An overlay beside its base: what became of every clause. Derived from both, never typed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum

from markupsafe import Markup

from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.site.book import Book
from turnwright.site.page import Link, difference_url, system_url
from turnwright.site.sentence import inline
from turnwright.study.labels import Labels
from turnwright.study.step_tree import reachable_steps


class Fate(StrEnum):
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
class Change:
    """A clause of the base, and what became of it."""

    clause: Clause
    fate: Fate
    by: tuple[Clause, ...] = ()
    """The clauses of the overlay that changed or removed it."""
    missing: str = ""
    """For an unsaid clause: the step that is no longer there."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """All of it: the clauses of the base with their fates, and those that are new."""

    changes: tuple[Change, ...]
    new: tuple[Clause, ...]

    def of(self, fate: Fate) -> tuple[Change, ...]:
        """The clauses of the base with this fate."""
        return tuple(change for change in self.changes if change.fate is fate)


def compare(base: Ruleset, effective: Ruleset) -> Difference:
    """What an overlay or a pack does to its base: `effective` is both together."""
    before = {clause.full_id for clause in base.clauses()}
    own = [each for each in effective.clauses() if each.full_id not in before]
    there = {clause.full_id for clause in effective.clauses()}
    gone = reachable_steps(base) - reachable_steps(effective)
    reads = {
        name
        for name, term in effective.effects.items()
        if any(clause.means and clause.means.reads_as for clause in term.clauses)
    }
    changes = []
    for _, name, part in base.parts():
        for clause in part.clauses:
            replaced = tuple(each for each in own if _names(each.replaces, clause))
            removed = tuple(each for each in own if _names(each.removes, clause))
            missing = next(_spoken_of(name, clause, gone, reads), "")
            if replaced:
                change = Change(clause=clause, fate=Fate.CHANGED, by=replaced)
            elif removed or clause.full_id not in there:
                change = Change(clause=clause, fate=Fate.REMOVED, by=removed)
            elif missing:
                change = Change(clause=clause, fate=Fate.UNSAID, missing=missing)
            else:
                change = Change(clause=clause, fate=Fate.KEPT)
            changes.append(change)
    standing_in = {
        each.full_id for change in changes for each in change.by if change.fate is Fate.CHANGED
    }
    return Difference(
        changes=tuple(changes),
        new=tuple(each for each in own if each.full_id not in standing_in),
    )


def _names(cited: tuple[str, ...], clause: Clause) -> bool:
    """Whether a list of ids, in which `group.*` names a whole group, names this clause."""
    return any(
        each in (clause.id, clause.full_id)
        or each in (f"{clause.group}.*", f"{clause.ruleset}.{clause.group}.*")
        for each in cited
    )


def _spoken_of(part: str, clause: Clause, gone: frozenset[str], reads: set[str]) -> Iterator[str]:
    """The steps among `gone` that a clause stands in, or names with nothing to read instead."""
    if part in gone:
        yield part
    means = getattr(clause, "means", None)
    if means is not None:
        yield from (name for name in _words(means) if name in gone - reads)


def _words(value: object) -> Iterator[str]:
    """Every name inside a meaning; what a step is called is never the same as a fact or value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _words(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _words(getattr(value, field.name))


@dataclass(frozen=True, kw_only=True)
class Side:
    """A clause in one of the two columns."""

    link: Link
    sentence: Markup


@dataclass(frozen=True, kw_only=True)
class RowView:
    """Clauses of the base, and what stands there now."""

    before: tuple[Side, ...]
    now: tuple[Side, ...] = ()
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class GroupView:
    """All clauses with one fate."""

    anchor: str
    title: str
    text: str
    rows: tuple[RowView, ...] = ()
    new: tuple[Side, ...] = ()
    count: int


@dataclass(frozen=True, kw_only=True)
class DifferencePage:
    """Everything the page of an overlay beside its base shows."""

    title: str
    crumbs: tuple[Link, ...]
    base: Link
    overlay: Link
    groups: tuple[GroupView, ...]


TITLES: Mapping[Fate, tuple[str, str]] = {
    Fate.CHANGED: ("Changed", "Another rule stands where this one stood."),
    Fate.REMOVED: ("Removed", "Taken away, with nothing put in its place."),
    Fate.UNSAID: (
        "Unsaid",
        "Nobody took these away, but what they speak of is no longer part of the round. "
        "The overlay does not say whether anything of them is left.",
    ),
    Fate.KEPT: ("Kept", "In force as before."),
}


def difference_page(book: Book, name: str) -> DifferencePage:
    """The page of an overlay beside its base."""
    overlay = book.rulesets[name]
    base = book.effective[overlay.extends]
    place = book.place(difference_url(name))
    found = compare(base, book.effective[name])

    def side(clause: Clause) -> Side:
        link = Link(clause.id, place.to(system_url(clause.ruleset), clause.id))
        return Side(link=link, sentence=inline(clause.text))

    def rows(changes: tuple[Change, ...]) -> Iterator[RowView]:
        together: dict[object, list[Change]] = {}
        for change in changes:
            # What one clause replaces is read together; anything else stands alone.
            together.setdefault(change.by or change.clause, []).append(change)
        for group in together.values():
            missing = group[0].missing
            title = Labels(base).within(missing) if missing else ""
            yield RowView(
                before=tuple(side(change.clause) for change in group),
                now=tuple(map(side, group[0].by)),
                note=f"There is no {title} any more." if missing else "",
            )

    groups = [
        GroupView(
            anchor="new",
            title="New",
            text="Said here and nowhere in the base.",
            new=tuple(map(side, found.new)),
            count=len(found.new),
        )
    ]
    for fate, (title, text) in TITLES.items():
        changes = found.of(fate)
        groups.append(
            GroupView(
                anchor=fate, title=title, text=text, rows=tuple(rows(changes)), count=len(changes)
            )
        )
    there = Link(overlay.title, place.to(system_url(name)))
    return DifferencePage(
        title=f"{overlay.title} beside {base.title}",
        crumbs=(
            Link("Home", place.to("")),
            Link("Systems", place.to("systems/")),
            there,
        ),
        base=Link(base.title, place.to(system_url(overlay.extends))),
        overlay=there,
        groups=tuple(groups),
    )
