"""First difference: the line from which an example goes differently under other rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from turnwright.describe.programs import program_of
from turnwright.engine.decision import Refused
from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.language.ruleset import Ruleset
from turnwright.proof.record import Record, Row
from turnwright.proof.replay import armies, initial_game, row


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
        if _seen(game, refused is not None) != _seen(before, bool(before.refused)):
            return FirstDifference(record, number, before, row(before.line, game, refused))
        if refused is not None and before.line is not None and before.line.refused is None:
            return None  # Its author does not know how it goes on.
    return None


def _seen(at: Game | Row, refused: bool) -> object:
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
