"""Mutant status: whether an example kills a mutant, judged by what a player can observe."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.game import Game
from turnwright.engine.program import BATTLE, Program
from turnwright.language.event import Stuck
from turnwright.proof.claims import claim_mismatches
from turnwright.proof.record import Record, Row
from turnwright.proof.replay import initial_game, input_of


class MutantStatus(StrEnum):
    """Status of a mutant on one example."""

    SURVIVED = "survived"
    """No observable difference."""
    KILLED = "killed"
    """An observable difference: who may act, what is allowed, an order, a number, an end."""
    INVALID = "invalid"
    """The game waits for a rule that is missing, or the mutant does not compile."""


def run_mutant(record: Record, rules: Program | None) -> MutantStatus:
    """Run an example on a mutant, until the first difference; None is one that does not compile."""
    if rules is None or BATTLE not in rules.steps:
        return MutantStatus.INVALID
    game = initial_game(record.example, rules)
    before, *rows = record.rows
    if observation(game) != expected_observation(before):
        return deviation(game)
    if record.example.start and any(claim_mismatches(record.example.start, game, 0)):
        return MutantStatus.KILLED
    # A record ends early at an input that was refused against the author's claim.
    for line, row in zip(record.example.play, rows, strict=False):
        refused = False
        try:
            game = game.apply(input_of(line))
        except Refused:
            refused = True
        if refused is not bool(row.refused) or (
            not refused and observation(game) != expected_observation(row)
        ):
            return deviation(game)
        if line.then and any(claim_mismatches(line.then, game, 0)):
            return MutantStatus.KILLED
    return MutantStatus.SURVIVED


def deviation(game: Game) -> MutantStatus:
    """Status of a mutant at the first difference."""
    return MutantStatus.INVALID if game.decision.awaits is Awaits.UNSAID else MutantStatus.KILLED


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
