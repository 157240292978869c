"""Attacks: how many models the rolls that are awaited cost, exactly."""

from __future__ import annotations

from turnwright.compare.chance_table import ChanceKind, ChanceRow, ChanceTable
from turnwright.engine.game import Game
from turnwright.study.play.chance import TooMany
from turnwright.study.play.roll_sequences import models_lost
from turnwright.study.play.stopped import PlayStopped


def attack_table(game: Game, title: str) -> ChanceTable | None:
    """Table of the models that an attack costs, from its first roll.

    None where it costs none, where there are too many rolls to go through, and where play stops.
    """
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


def _models(many: int) -> str:
    """So many models are lost, in words."""
    if not many:
        return "No model is lost"
    return "1 model is lost" if many == 1 else f"{many} models are lost"
