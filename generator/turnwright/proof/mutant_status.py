"""Mutant status: whether an example kills a mutant, judged by what a player can observe."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.game import Game
from turnwright.engine.program import BATTLE, PartName, Program
from turnwright.language.event import Stuck
from turnwright.proof.claims import claim_mismatches
from turnwright.proof.record import Record, Row
from turnwright.proof.replay import initial_game, input_of
from turnwright.proof.tracing import changed_parts, traced


class MutantStatus(StrEnum):
    """Status of a mutant on one example."""

    SURVIVED = "survived"
    """No observable difference."""
    KILLED = "killed"
    """An observable difference: who may act, what is allowed, an order, a number, an end."""
    INVALID = "invalid"
    """It stops for want of a rule or between two, does not compile, or would not be read."""


def run_mutant(
    record: Record, rules: Program | None, touched: set[PartName] | None = None
) -> MutantStatus:
    """Run an example on a mutant, until the first difference; None is one that does not compile.

    It begins at the first line that looks at a part in which the mutant differs: up to there it
    goes as it went. Parts that the mutant looks at are added to `touched`.
    """
    if rules is None or BATTLE not in rules.steps:
        return MutantStatus.INVALID
    changed = changed_parts(rules, record.program) if record.program else None
    begin = first_difference(record, changed)
    if begin is None:
        return MutantStatus.SURVIVED
    program = rules if touched is None else traced(rules, touched)
    before = record.rows[begin - 1].game if begin else None
    if before is None:
        begin = 1
        game = initial_game(record.example, program)
        if observation(game) != expected_observation(record.rows[0]):
            return deviation(game)
        if record.example.start and any(claim_mismatches(record.example.start, game, 0)):
            return MutantStatus.KILLED
    else:
        game = Game(program, before.state)
    # A record ends early at an input that was refused against the author's claim.
    for line, row in zip(record.example.play[begin - 1 :], record.rows[begin:], strict=False):
        refused = False
        try:
            game = game.apply(input_of(line))
        except Refused:
            refused = True
            game = replace(game, events=())
        if refused is not bool(row.refused) or (
            not refused and observation(game) != expected_observation(row)
        ):
            return deviation(game)
        if line.then and any(claim_mismatches(line.then, game, 0)):
            return MutantStatus.KILLED
    return MutantStatus.SURVIVED


def first_difference(record: Record, changed: frozenset[PartName] | None) -> int | None:
    """Index of the first row that looked at a part that was changed; None when none did."""
    if changed is None:
        return 0
    rows = enumerate(record.rows)
    return next((index for index, row in rows if not changed.isdisjoint(row.touched)), None)


def deviation(game: Game) -> MutantStatus:
    """Status of a mutant at the first difference: where it just stops, it is invalid."""
    stops = game.decision.awaits in (Awaits.UNSAID, Awaits.CONTRADICTED)
    return MutantStatus.INVALID if stops else MutantStatus.KILLED


def visible_events(events: tuple[tuple[object, ...], ...]) -> tuple[tuple[object, ...], ...]:
    """Observable part of events: all but the deciding clauses, the last field of each."""
    return tuple((type(e).__name__, *e[:-1]) for e in events if not isinstance(e, Stuck))


def observation(game: Game) -> tuple[object, ...]:
    """Observable state of a game: the decision, the round and the events."""
    return replace(game.decision, by=()), game.round, visible_events(game.events)


def expected_observation(row: Row) -> tuple[object, ...]:
    """Observable state in the record of the original rules."""
    if row.refused:
        return ()
    return replace(row.decision, by=()), row.round, visible_events(row.events)
