"""Diff of two systems, as a player sees it: the sentences, the rules, and the plays that part."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from turnwright.describe.first_difference import (
    Departure,
    departures,
    first_differences,
    outcome,
    seen_of,
)
from turnwright.describe.labels import Labels
from turnwright.describe.plain_book import plain_book
from turnwright.describe.rule_changes import (
    ChangedSentence,
    DiffStatus,
    OverlayDiff,
    changed_sentences,
    diff_rulesets,
)
from turnwright.describe.story import line_sentence
from turnwright.describe.variants import Variant
from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.odds import TooMany, likely_inputs
from turnwright.examples.record import Row
from turnwright.examples.replay import Replayer, initial_game, row
from turnwright.lab.exhaustive_search import position
from turnwright.lab.muster import PlayStopped, muster
from turnwright.lab.small_armies import SMALLEST, of_sizes
from turnwright.lab.trials import Trial, ways_on
from turnwright.language.book import Book
from turnwright.language.example import Line
from turnwright.language.input import Input
from turnwright.load.library import Library

POSITIONS = 1500
"""Pairs of positions that are gone through."""


@dataclass(frozen=True)
class Parting:
    """Parting: where the same inputs lead to different answers for the first time."""

    told: tuple[str, ...]
    """The play up to there, a sentence for each input; the last is answered differently."""
    before: str
    now: str


class Compared(NamedTuple):
    """Comparison of two rulesets by the same small armies."""

    parting: Parting | None
    depth: int
    """Every play of up to so many inputs was tried, unless one parts."""
    is_whole: bool
    """Every order was tried."""


class _Pair(NamedTuple):
    before: Row
    now: Row
    came_from: int
    depth: int


def compare(before: Trial, now: Trial, most: int = POSITIONS) -> Compared:
    """Go through the same plays by two rulesets, the shortest first, until they part."""
    rows = [row(None, initial_game(each.battle, each.program)) for each in (before, now)]
    pairs = [_Pair(rows[0], rows[1], -1, 0)]
    if _differ(*rows):
        return Compared(_parting(before, now, pairs, pairs[0]), 0, is_whole=False)
    known: set[Hashable] = set()
    is_whole = True
    for number, pair in enumerate(pairs):
        if len(pairs) > most:
            return Compared(None, pair.depth, is_whole=False)
        if before.is_over(pair.before.game.state, 0):
            continue
        try:
            ways = [*_ways(pair)]
        except TooMany:
            is_whole = False
            continue
        for given in ways:
            after = _after(pair, given, number)
            if after is None:
                continue
            if _differ(after.before, after.now):
                parting = _parting(before, now, pairs, after)
                return Compared(parting, pair.depth, is_whole=False)
            if after.before.refused:
                continue
            states = after.before.game.state, after.now.game.state
            if (key := tuple(map(position, states))) not in known:
                known.add(key)
                pairs.append(after)
    return Compared(None, pairs[-1].depth, is_whole)


def _ways(pair: _Pair) -> Iterator[Input]:
    """Inputs that either ruleset offers. Raises TooMany."""
    games = pair.before.game, pair.now.game
    if games[0].state.ask.awaits in (Awaits.ROLL, Awaits.DRAW):
        yield from (said for _, said in likely_inputs(games[0].program, games[0].state))
        return
    found: dict[Input, None] = {}
    for game in games:
        found |= dict.fromkeys(ways_on(game.program, game.state))
    yield from found


def _after(pair: _Pair, given: Input, number: int) -> _Pair | None:
    """What an input leads to by both; None where one of them does not know what it names."""
    line = Line(input=given)
    rows = []
    for game in (pair.before.game, pair.now.game):
        refused = None
        try:
            game = game.apply(given)
        except Refused as by:
            refused = by
        rows.append(row(line, game, refused))
    return _Pair(rows[0], rows[1], number, pair.depth + 1)


def _differ(before: Row, now: Row) -> bool:
    return seen_of(before, bool(before.refused)) != seen_of(now, bool(now.refused))


def _parting(before: Trial, now: Trial, pairs: list[_Pair], last: _Pair) -> Parting:
    """The play that leads to a pair, and what both rulesets answer there."""
    labels, others = Labels(before.rules), Labels(now.rules)
    way = [last]
    while way[-1].came_from >= 0:
        way.append(pairs[way[-1].came_from])
    way.reverse()
    told = [line_sentence(after.before, earlier.before, labels) for earlier, after in pairwise(way)]
    return Parting(tuple(told), outcome(last.before, labels), outcome(last.now, others))


@dataclass(frozen=True)
class ComparedSide:
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

    before: ComparedSide
    now: ComparedSide
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
    def title(self) -> str:
        """What the second is called."""
        return self.now.variant.title

    @property
    def changed_rules(self) -> int:
        """How many rules are gone, new, or not what they were."""
        return len(self.rules.changes) - len(self.rules.of(DiffStatus.KEPT)) + len(self.rules.new)

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs that a player could see."""
        parting = self.walked.parting if self.walked else None
        return not (self.sentences or self.changed_rules or self.parted or parting)


class Lone(NamedTuple):
    """Lone ruleset: it is new since a revision, or it was there and is gone."""

    title: str
    system: str
    revision: str
    is_new: bool


def difference_of(before: ComparedSide, now: ComparedSide) -> Difference:
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


def _walked(before: ComparedSide, now: ComparedSide) -> Compared | None:
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
