"""Attacks: how many models the rolls that are awaited cost, exactly."""

from __future__ import annotations

from turnwright.compare.chance_table import ChanceKind, ChanceRow, ChanceTable
from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.lab.chances import PlayStopped, TooMany, models_lost
from turnwright.language.fact import Subject


def attack_table(game: Game, title: str) -> ChanceTable | None:
    """Table of the models that an attack costs, from its first roll.

    None where it costs none, where there are too many rolls to go through, and where play stops.
    """
    if not takes_models(game.program) or game.state.ask.what not in game.program.checks:
        return None
    try:
        found = models_lost(game.program, game.state)
    except (TooMany, PlayStopped):
        return None
    if len(found) < 2 or not any(found):
        return None
    return ChanceTable(
        kind=ChanceKind.ATTACK,
        part="attack",
        title=title,
        across="",
        columns=("chance",),
        rows=tuple(
            ChanceRow(label=_models(lost), chances=(chance,)) for lost, chance in found.items()
        ),
        stacked=True,
    )


def takes_models(program: Program) -> bool:
    """True when some rule takes models, so that players do not have to say who is lost."""
    losses = {part.name for part in program.facts if part.subject is Subject.MODELS}
    changes = (change for step in program.steps.values() for word, change in step.changes)
    return any(change.value.change.fact in losses for change in changes) or any(
        value.runs_out for value in program.values.values()
    )


def _models(many: int) -> str:
    """So many models are lost, in words."""
    if not many:
        return "No model is lost"
    return "1 model is lost" if many == 1 else f"{many} models are lost"
