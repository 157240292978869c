"""Diff of two systems, as a player sees it: the sentences, the rules, and the plays that part."""

from __future__ import annotations

from dataclasses import dataclass

from turnwright.describe.changed_sentences import ChangedSentence, changed_sentences
from turnwright.describe.first_difference import Departure, departures, first_differences
from turnwright.describe.plain_book import plain_book
from turnwright.describe.rule_changes import DiffStatus, OverlayDiff, diff_rulesets
from turnwright.describe.variants import Variant
from turnwright.examples.replay import Replayer
from turnwright.lab.muster import PlayStopped, muster
from turnwright.lab.shortest_difference import Compared, compare
from turnwright.lab.small_armies import SMALLEST, of_sizes
from turnwright.lab.trials import Trial
from turnwright.language.book import Book
from turnwright.load.library import Library


@dataclass(frozen=True)
class Side:
    """One of two systems that are compared, with the library that it is from."""

    library: Library
    variant: Variant
    name: str
    """What it is called where both are."""

    def book(self) -> Book | None:
        """Its book as it is played; None where nobody wrote one."""
        it = self.variant
        return self.library.book(it.system, it.options, it.readings)


@dataclass(frozen=True)
class Difference:
    """Difference of two systems."""

    before: Side
    now: Side
    sentences: tuple[ChangedSentence, ...]
    rules: OverlayDiff
    departures: tuple[Departure, ...]
    """Examples of the first that go differently by the second, the shortest first."""
    parted: int
    """How many examples those are."""
    examples: int
    """How many were played."""
    walked: Compared | None
    """What the same small armies do by both; None where they cannot fight by both."""

    @property
    def changed_rules(self) -> int:
        """How many rules are gone, new, or not what they were."""
        return len(self.rules.changes) - len(self.rules.of(DiffStatus.KEPT)) + len(self.rules.new)

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs that a player could see."""
        parting = self.walked.parting if self.walked else None
        return not (self.sentences or self.changed_rules or self.parted or parting)


def difference_of(before: Side, now: Side) -> Difference:
    """Work out what differs between two systems."""
    old, new = before.variant.ruleset, now.variant.ruleset
    book, other = before.book(), now.book()
    if book is None or other is None:
        book, other = plain_book(old), plain_book(new)
    replayer = Replayer(before.library)
    records = [
        record
        for record in map(replayer.replay, before.library.examples)
        if record.example.ruleset == old.ruleset and record.ruleset == old
    ]
    parted = sorted(first_differences(records, new), key=lambda it: it.line)
    return Difference(
        before=before,
        now=now,
        sentences=changed_sentences(book, other),
        rules=diff_rulesets(old, new),
        departures=tuple(departures(parted, new)),
        parted=len(parted),
        examples=len(records),
        walked=_walked(before, now),
    )


def _walked(before: Side, now: Side) -> Compared | None:
    """The same small armies by both systems, as each takes them up."""
    if before.variant.ruleset.sides[:2] != now.variant.ruleset.sides[:2]:
        return None
    roster = of_sizes(now.library, now.variant, SMALLEST)
    try:
        one, other = (
            Trial(side.variant.ruleset, muster(side.variant.ruleset, roster).battle())
            for side in (before, now)
        )
    except PlayStopped:
        return None
    return compare(one, other)
