"""The course an example takes under other rules, beside the one it takes by its own."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.event import Stuck
from turnwright.engine.game import Game
from turnwright.engine.program import BATTLE, Program
from turnwright.proof.claims import claim_mismatches
from turnwright.proof.record import Record, Row
from turnwright.proof.replay import initial_game, input_of


class MutantStatus(StrEnum):
    """How an example goes under other rules."""

    SURVIVED = "survived"
    """A player would see no difference."""
    KILLED = "killed"
    """A player would see a difference: who may act, what is allowed, an order, a number, an end."""
    INVALID = "invalid"
    """The round stops for want of a rule, or the rules do not go together."""


def run_mutant(record: Record, rules: Program | None) -> MutantStatus:
    """How an example goes under these rules; None stands for rules that do not go together."""
    if rules is None or BATTLE not in rules.steps:
        return MutantStatus.INVALID
    game = initial_game(record.example, rules)
    before, *rows = record.rows
    if observation(game) != expected_observation(before):
        return deviation(game)
    if record.example.start and any(claim_mismatches(record.example.start, game, 0)):
        return MutantStatus.KILLED
    # A record ends early where the rules refused what its author says they allow.
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
    """What it is called that a game is no longer where it was."""
    return MutantStatus.INVALID if game.decision.awaits is Awaits.UNSAID else MutantStatus.KILLED


def visible_events(events: tuple[tuple[object, ...], ...]) -> tuple[tuple[object, ...], ...]:
    """Events without the clauses that decided them, which end each of them."""
    return tuple((type(e).__name__, *e[:-1]) for e in events if not isinstance(e, Stuck))


def observation(game: Game) -> tuple[object, ...]:
    """What a player sees of a game: what happened, and who may do what."""
    return replace(game.decision, by=()), game.round, visible_events(game.events)


def expected_observation(row: Row) -> tuple[object, ...]:
    """What a player saw when the example was played by the rules as they are."""
    if row.refused:
        return ()
    return replace(row.decision, by=()), row.round, visible_events(row.events)
