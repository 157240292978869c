"""What the engine waits for, and the answer when the rules say no."""

from dataclasses import dataclass
from enum import StrEnum


class Awaits(StrEnum):
    """What kind of input comes next."""

    CHOICE = "choice"
    """A side chooses."""
    ROLL = "roll"
    """Dice are rolled."""
    DRAW = "draw"
    """A marker is drawn."""
    UNSAID = "unsaid"
    """Nothing: the rules do not say how it goes on. A declaration may still help."""
    END = "end"
    """Nothing: the battle is over."""


class Offer(StrEnum):
    """What a side is asked to choose."""

    CHANCE = "chance"
    """On what to spend a chance, and with which unit."""
    FIRST = "first"
    """Which side goes first."""
    START = "start"
    """Whether to use an ability as a step starts."""
    CALL = "call"
    """Whether to use an ability that a loss has called."""
    INSTEAD = "instead"
    """Whether to do something else instead of suffering an outcome."""
    MOVE = "move"
    """Where a move goes."""
    ORDER = "order"
    """Which step of a sequence comes next."""
    MARKER = "marker"
    """Which marker to take from a container."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing a side may do, and the units that may do it."""

    does: str
    units: tuple[str, ...] = ()
    targets: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For each unit that needs a target, whom it may pick."""
    using: tuple[str, ...] = ()
    """Items of which one must be used."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides what next, and the choices there are."""

    awaits: Awaits
    step: str = ""
    side: str = ""
    offer: Offer = Offer.CHANCE
    """For a choice: what kind it is."""
    chances: tuple[Chance, ...] = ()
    can_pass: bool = False
    can_finish: bool = False
    several: bool = False
    """Several units may be named at once."""
    dice: str = ""
    """Dice awaited, such as `2d6`; for a roll-off, one die for each of `rollers`."""
    what: str = ""
    """The check or value that dice are for, or the container that is drawn from."""
    rollers: tuple[str, ...] = ()
    """The sides that roll one die each, in this order."""
    unsaid: str = ""
    """The word that no clause says."""
    by: tuple[str, ...] = ()
    """The clauses that make it this side's decision."""


class Refused(Exception):
    """The rules do not allow this input. An answer, and not an accident."""

    def __init__(self, message: str, by: tuple[str, ...] = ()) -> None:
        super().__init__(message + (f" ({', '.join(by)})" if by else ""))
        self.message = message
        """Why, as a sentence without the clauses."""
        self.by = by
        """The clauses that refuse it, by full id; none when simply nothing allows it."""
