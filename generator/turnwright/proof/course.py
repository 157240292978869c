"""The course an example takes under other rules, beside the one it takes by its own."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.event import Stuck
from turnwright.engine.game import Game
from turnwright.engine.program import BATTLE, Program
from turnwright.proof.claims import disagreements
from turnwright.proof.record import Record, Row
from turnwright.proof.replay import given, opening


class Course(StrEnum):
    """How an example goes under other rules."""

    SAME = "same"
    """A player would see no difference."""
    DIFFERENT = "different"
    """A player would see a difference: who may act, what is allowed, an order, a number, an end."""
    STUCK = "stuck"
    """The round stops for want of a rule, or the rules do not go together."""


def course(record: Record, rules: Program | None) -> Course:
    """How an example goes under these rules; None stands for rules that do not go together."""
    if rules is None or BATTLE not in rules.steps:
        return Course.STUCK
    game = opening(record.example, rules)
    before, *rows = record.rows
    if seen(game) != expected(before):
        return strayed(game)
    if record.example.start and any(disagreements(record.example.start, game, 0)):
        return Course.DIFFERENT
    # A record ends early where the rules refused what its author says they allow.
    for line, row in zip(record.example.play, rows, strict=False):
        refused = False
        try:
            game = game.apply(given(line))
        except Refused:
            refused = True
        if refused is not bool(row.refused) or (not refused and seen(game) != expected(row)):
            return strayed(game)
        if line.then and any(disagreements(line.then, game, 0)):
            return Course.DIFFERENT
    return Course.SAME


def strayed(game: Game) -> Course:
    """What it is called that a game is no longer where it was."""
    return Course.STUCK if game.decision.awaits is Awaits.UNSAID else Course.DIFFERENT


def what_happened(events: tuple[tuple[object, ...], ...]) -> tuple[tuple[object, ...], ...]:
    """Events without the clauses that decided them, which end each of them."""
    return tuple((type(e).__name__, *e[:-1]) for e in events if not isinstance(e, Stuck))


def seen(game: Game) -> tuple[object, ...]:
    """What a player sees of a game: what happened, and who may do what."""
    return replace(game.decision, by=()), game.round, what_happened(game.events)


def expected(row: Row) -> tuple[object, ...]:
    """What a player saw when the example was played by the rules as they are."""
    if row.refused:
        return ()
    return replace(row.decision, by=()), row.round, what_happened(row.events)
