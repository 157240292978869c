"""Actions: what an outcome leads to, how a move goes, and what is drawn."""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.condition import Amount
from turnwright.language.field import ruled


class Then(StrEnum):
    """What the outcome of a check, or of a draw, leads to."""

    CARRY_OUT = "carry_out"
    """What was attempted is done."""
    GO_ON = "go_on"
    """It is not done, and the unit may go on with something else."""
    END = "end"
    """The named step ends at once."""
    HAND_OVER = "hand_over"
    """It is not done, and the next chance of the named step is for the next side."""
    LOSE = "lose"
    """The side loses the battle at once."""


class Route(StrEnum):
    """How a move must go; where each model has its place, how each that moves must go."""

    DIRECT = "direct"
    """It comes nearer to the target all along, and never runs past it."""
    UNBENT = "unbent"
    """It comes nearer to the target all along, never runs past it, and makes no turn."""
    STRAIGHT = "straight"
    """It goes straight at the target, and never runs past it; without one, it makes no turn."""
    CLOSER = "closer"
    """It ends nearer to the target than it began, if the unit moves at all."""
    CLOSEST = "closest"
    """It ends nearer to an enemy that was closest as it began; it needs no target."""
    CLOSEST_AT_END = "closest_at_end"
    """It ends nearer to an enemy that is closest as it ends; it needs no target."""
    CLEAR = "clear"
    """All the way, no fact that is measured between enemies becomes true, such as being engaged;
    but with those in whose fact it may end, and ends, it does."""


class KeepsOff(StrEnum):
    """What stands in the way of a move."""

    BASES = "bases"
    """The bases of other models: none is moved across, and none is ended on. Of the models that
    move together only the ends are compared, as any of them may go first."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """What some outcomes of the check, or of the draw, lead to."""

    outcome: tuple[str, ...] = ruled(names="outcome")
    """Any of these outcomes; where dice are judged one by one, so many dice that had one."""
    at_least: int = ruled(1, least=1)
    """So many dice, or more, had one of them."""
    at_most: int | None = ruled(None, least=0)
    """So many dice, or fewer, had one of them."""
    then: Then
    """What happens."""
    step: str = ruled("", names="step_or_this")
    """Which step ends, or hands its chance over, where one does; `this` is the one that says so."""


@dataclass(frozen=True, kw_only=True)
class Instead:
    """The side may choose something else instead of suffering an outcome."""

    outcome: str = ruled(names="outcome")
    """The outcome that is not suffered."""
    step: str = ruled(names="step")
    """What it may choose."""


@dataclass(frozen=True, kw_only=True)
class Moves:
    """The unit moves, up to so many inches; where each model has its place, so far each of them."""

    up_to: Amount
    """How far, in inches: nearly always a value."""
    at_least: Amount | None = None
    """How far at least; the same as `up_to` where the whole distance must be moved.

    Where each model has its place, the one that goes farthest goes so far.
    """


@dataclass(frozen=True, kw_only=True)
class Chooses:
    """The side chooses a number, such as a bid, a gear, or how many dice it rolls."""

    value: str = ruled(names="value")
    """The value that becomes this number, of whoever acts or of its side."""
    at_least: Amount = ruled(0, least=0)
    """The lowest that may be chosen; where even that is too high, nothing is."""
    at_most: Amount
    """The highest that may be chosen."""


@dataclass(frozen=True, kw_only=True)
class Draws:
    """Something is drawn from a container."""

    container: str = ruled(names="container")
    """What it is drawn from."""
    count: Amount = ruled(1, least=1)
    """How many are drawn, one after another; asked before the first of them."""
    number: str = ruled("", names="value")
    """The value of whoever acts that becomes the number that was drawn."""
    rank: str = ruled("", names="value")
    """The value of whoever acts that becomes the place of what was drawn among the names."""
    into: str = ruled("", names="container")
    """The container it is put into, such as a hand."""
