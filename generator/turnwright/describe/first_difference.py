"""First difference: the line from which an example goes differently under other rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from turnwright.describe.labels import Labels
from turnwright.describe.story import line_sentence
from turnwright.describe.wording import describe_decision
from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.examples.programs import program_of
from turnwright.examples.record import Record, Row
from turnwright.examples.replay import armies, initial_game, row
from turnwright.language.example import Example
from turnwright.language.ruleset import Ruleset


class FirstDifference(NamedTuple):
    """Where an example goes differently."""

    record: Record
    """The replay by the rules it was written for."""
    line: int
    """Number of the line, from 1; 0 before the first line."""
    before: Row
    """The line by those rules."""
    now: Row
    """The same line by the others."""


def first_differences(records: Iterable[Record], now: Ruleset) -> Iterator[FirstDifference]:
    """Where examples go differently by other rules, for those that do."""
    program = program_of(now)
    for record in records:
        if _knows_setup(now, record) and (found := _first_difference(record, program)):
            yield found


class Departure(NamedTuple):
    """Departure: examples that go differently from the same moment on, in words."""

    examples: tuple[Example, ...]
    line: int
    """Number of the line, from 1; 0 before the first line."""
    said: str
    """The line as a sentence."""
    before: str
    now: str
    by: tuple[str, ...]
    """Full ids of the clauses by which it goes as it does now."""


def departures(parted: Sequence[FirstDifference], now: Ruleset) -> Iterator[Departure]:
    """Examples that go differently, those that do so before their first line all together."""
    at_start = [each for each in parted if not each.line]
    for group in filter(None, (at_start, *([each] for each in parted if each.line))):
        first = group[0]
        labels, base_labels = Labels(now), Labels(first.record.ruleset)
        rows = first.record.rows
        earlier = rows[first.line - 1] if first.line else None
        refused_now = first.now.refused and not first.before.refused
        yield Departure(
            examples=tuple(each.record.example for each in group),
            line=first.line,
            said=line_sentence(first.before, earlier, base_labels),
            before=outcome(first.before, base_labels),
            now=outcome(first.now, labels),
            by=first.now.refused_by if refused_now else first.now.decision.by,
        )


def outcome(row: Row, labels: Labels) -> str:
    """What a line comes to: the refusal, or who decides next and on what."""
    if row.refused:
        return f"Refused: {row.refused.partition(' (')[0]}."
    who, choices = describe_decision(row.decision, labels)
    where = f" in {labels.within(row.decision.step)}" if row.decision.step else ""
    return f"{who}{where}: {'; '.join(choices)}" if choices else who


def _knows_setup(rules: Ruleset, record: Record) -> bool:
    """Whether rules have the facts and abilities with which an example begins.

    Rulesets of one game may share no names; then an example of one says nothing of the other.
    """
    example = record.example
    units = [card for army in armies(example).values() for card in army.values()]
    facts = {fact for card in units for fact in (*card.facts, *card.pairs)}
    facts.update(fact for named in example.facts.values() for fact in named)
    abilities = {ability for card in units for ability in card.abilities}
    known = {*abilities, *example.mission.abilities} <= rules.abilities.keys()
    return known and facts <= rules.facts.keys()


def _first_difference(record: Record, program: Program) -> FirstDifference | None:
    """Play an example by other rules, as far as it goes as it did."""
    game = initial_game(record.example, program)
    for number, before in enumerate(record.rows):
        refused = None
        if before.line is not None:
            try:
                game = game.apply(before.line.input)
            except Refused as by:
                refused = by
        if seen_of(game, refused is not None) != seen_of(before, bool(before.refused)):
            return FirstDifference(record, number, before, row(before.line, game, refused))
        if refused is not None and before.line is not None and before.line.refused is None:
            return None  # Its author does not know how it goes on.
    return None


def seen_of(at: Game | Row, refused: bool) -> object:
    """What players see of a line: whether it is allowed, and whose choice of what comes next."""
    decision = at.decision
    return (
        refused,
        decision.awaits,
        decision.side,
        frozenset((action.does, action.units) for action in decision.legal),
        decision.can_pass,
        decision.can_finish,
        decision.dice,
        at.round,
    )
