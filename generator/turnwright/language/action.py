"""Actions: what an outcome leads to, how a move goes, and what doing something changes."""

from dataclasses import dataclass
from enum import StrEnum


class Then(StrEnum):
    """What the outcome of a check leads to."""

    CARRY_OUT = "carry_out"
    """What was attempted is done."""
    GO_ON = "go_on"
    """It is not done, and the unit may go on with something else."""
    END = "end"
    """The named step ends at once."""
    LOSE = "lose"
    """The side loses the battle at once."""


class Holder(StrEnum):
    """Of whom a fact becomes true."""

    UNIT = "unit"
    """The units that act."""
    TARGET = "target"
    """The unit that was picked as the target."""
    SIDE = "side"
    """The acting side."""
    BATTLE = "battle"
    """Nobody: it is true of the battle."""


class Which(StrEnum):
    """Which ending of a step stops something that lasts."""

    THIS = "this"
    """The end of the one that is going on."""
    NEXT = "next"
    """The end of the one after that."""


class Route(StrEnum):
    """How a move must go."""

    DIRECT = "direct"
    """Every leg of the path ends nearer to the target."""
    CLOSER = "closer"
    """It ends nearer to the target than it began."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """What some outcomes of the check lead to."""

    outcome: tuple[str, ...]
    """Any of these outcomes."""
    then: Then
    """What happens."""
    step: str = ""
    """Which step ends, where one does."""


@dataclass(frozen=True, kw_only=True)
class Instead:
    """The side may choose something else instead of suffering an outcome."""

    outcome: str
    """The outcome that is not suffered."""
    step: str
    """What it may choose."""


@dataclass(frozen=True, kw_only=True)
class Moves:
    """The unit moves, up to so many inches."""

    up_to: str
    """The value that says how far, in inches."""


@dataclass(frozen=True, kw_only=True)
class Sets:
    """A fact becomes true and stays so for a span."""

    fact: str
    """What becomes true."""
    of: Holder = Holder.UNIT
    """Of whom."""
    outcome: str = ""
    """Only if the check had this outcome."""
    until: str = ""
    """The step whose end ends it. Without one it stays."""
    which: Which = Which.THIS
    """Whether it ends with the one going on, or with the next."""


@dataclass(frozen=True, kw_only=True)
class Gives:
    """The acting units have a value changed for a span."""

    value: str
    """The value that changes."""
    amount: int = 0
    """How much is added to it; below 0, taken away."""
    roll: str = ""
    """Dice whose total is added, such as `1d6`."""
    until: str
    """The step whose end ends it."""
