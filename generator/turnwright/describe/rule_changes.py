"""Rule changes: how two rulesets differ, as an overlay and its base do, by clause and by book."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any, NamedTuple

from turnwright.describe.applicability import idle_clauses
from turnwright.describe.step_tree import reachable_steps
from turnwright.language.book import Book, Entry
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.language.traversal import texts_in


class DiffStatus(StrEnum):
    """Diff status of a clause of the base."""

    KEPT = "kept"
    """It holds unchanged."""
    CHANGED = "changed"
    """It is replaced by another clause, or means something else."""
    REWORDED = "reworded"
    """It means what it meant, in other words."""
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
    after = {clause.full_id: clause for clause in effective.clauses()}
    idle = idle_clauses(effective) - idle_clauses(base)
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
            elif removed or clause.full_id not in after:
                change = ClauseChange(clause=clause, status=DiffStatus.REMOVED, by=removed)
            elif clause.full_id in idle:
                change = ClauseChange(clause=clause, status=DiffStatus.IDLE)
            elif _meaning(after[clause.full_id], after) != _meaning(clause, after):
                by = (after[clause.full_id],)
                change = ClauseChange(clause=clause, status=DiffStatus.CHANGED, by=by)
            elif after[clause.full_id].text != clause.text:
                by = (after[clause.full_id],)
                change = ClauseChange(clause=clause, status=DiffStatus.REWORDED, by=by)
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


def _meaning(clause: Clause, there: Collection[str]) -> object:
    """What a clause means, without exceptions to clauses that are not there any more."""
    means: Any = getattr(clause, "means", None)
    waived = getattr(means, "waives", None)
    if not waived:
        return means
    return replace(means, waives=tuple(name for name in waived if name in there))


def _missing_steps(
    part: str, clause: Clause, lost_steps: frozenset[str], redirected: set[str]
) -> Iterator[str]:
    """The lost steps that a clause belongs to or refers to, unless `reads_as` redirects them."""
    if part in lost_steps:
        yield part
    means = getattr(clause, "means", None)
    if means is not None:
        yield from (name for name in texts_in(means) if name in lost_steps - redirected)


ALIKE = 0.5
"""How alike two sentences are, from 0 to 1, of which one is the other told otherwise."""


class ChangedSentence(NamedTuple):
    """What a book says, and what another says instead; empty where it says nothing."""

    chapter: str
    before: str
    now: str


class _Told(NamedTuple):
    chapter: str
    entry: Entry
    text: str


def changed_sentences(before: Book, now: Book) -> tuple[ChangedSentence, ...]:
    """What differs between two books, in the order of the second; what is gone, where it stood."""
    old, new = [*_told(before)], [*_told(now)]
    same = {each.text for each in old} & {each.text for each in new}
    gone = [each for each in old if each.text not in same]
    found: list[tuple[int, ChangedSentence]] = []
    place = {each.text: number for number, each in enumerate(new)}
    for each in new:
        if each.text in same:
            continue
        was = max(gone, key=lambda it: _likeness(it, each), default=None)
        if was is not None and _likeness(was, each) >= ALIKE:
            gone.remove(was)
            text = was.text
        else:
            text = ""
        found.append((place[each.text], ChangedSentence(each.chapter, text, each.text)))
    at = 0
    for each in old:
        at = place.get(each.text, at)
        if each in gone:
            found.append((at, ChangedSentence(each.chapter, each.text, "")))
    return tuple(change for _, change in sorted(found, key=lambda it: it[0]))


def _told(book: Book) -> Iterator[_Told]:
    """Every entry of a book, as one text."""
    for chapter in book.chapters:
        for entry in chapter.entries:
            if text := entry_text(entry):
                yield _Told(chapter.title, entry, text)


def entry_text(entry: Entry) -> str:
    """All that an entry says, in a line."""
    rows = (f"{key}: {value}." for key, value in entry.rows.items())
    title = f"{entry.title}." if entry.title else ""
    parts = (title, entry.agree, entry.say, *entry.points, *rows)
    return " ".join(" ".join(part.split()) for part in parts if part)


def _likeness(one: _Told, other: _Told) -> float:
    """How alike two entries are: that of one clause, or of one name, is the same told otherwise."""
    if {*one.entry.rules} & {*other.entry.rules}:
        return 1 + SequenceMatcher(None, one.text, other.text).ratio()
    if one.entry.key and one.entry.key == other.entry.key:
        return 1.0
    return SequenceMatcher(None, one.text, other.text).ratio()
