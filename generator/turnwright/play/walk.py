"""Walk: how a round is gone through for a question, and what a branch of it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from turnwright.engine.game import Game
from turnwright.engine.program import Program
from turnwright.lab.legal_moves import singly
from turnwright.language.input import Choice, Declaration, Draw, Input, Roll
from turnwright.play.question import HERE, MINE
from turnwright.play.session import Session

AWAY = 3.0
"""How many inches a unit moves from its enemies where it may not stay."""


@dataclass(frozen=True)
class Inside:
    """What a branch of a walk goes through: what was begun, and since which moment."""

    does: str
    begun: int


def until_over(game: Game, serial: int, does: str) -> Callable[[Game], bool]:
    """Whether a step is over that was opened after one of this number."""
    opened = {each.serial for each in game.state.stack if each.serial > serial if each.step == does}
    return lambda later: opened.isdisjoint(frame.serial for frame in later.state.stack)


def leads_to(program: Program, step: str) -> set[str]:
    """The steps that a step can open, at once or through others."""
    found: set[str] = set()
    waiting = [step]
    while waiting:
        name = waiting.pop()
        below = (*program.steps[name].opens, *(offer.name for offer in program.offers[name]))
        new = set(below) - found
        found |= new
        waiting += new
    return found


def with_causes(said: Input, causes: tuple[Declaration, ...]) -> Input:
    """An input that also brings this about."""
    return said if isinstance(said, Declaration) else replace(said, causes=causes)


def ways(game: Game, does: str, unit: str = MINE) -> Iterator[Choice]:
    """Ways in which a unit can begin something, each with a target and item that may do."""
    for said in singly(game.program, game.state):
        if isinstance(said, Choice) and said.does == does and said.units == (unit,):
            yield said


def away(said: Input) -> Input:
    """A move that goes away from the first enemy."""
    return replace(said, to=(HERE[0] - AWAY, HERE[1])) if isinstance(said, Choice) else said


def has_target(said: Input) -> bool:
    """Whether something is done to somebody."""
    return isinstance(said, Choice) and bool(said.target)


def was_rolled(session: Session, inside: Inside | None) -> bool:
    """Whether dice, or markers, came up in a branch; not where it is none."""
    later = session.inputs[inside.begun :] if inside else ()
    return any(isinstance(said, Roll | Draw) for said in later)
