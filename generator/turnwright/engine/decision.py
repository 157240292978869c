"""Decisions: what the engine waits for, and why it refuses an input, or stops."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum


class Awaits(StrEnum):
    """The kind of input that comes next."""

    CHOICE = "choice"
    """A side chooses."""
    ROLL = "roll"
    """Dice are rolled."""
    DRAW = "draw"
    """A marker is drawn."""
    UNSAID = "unsaid"
    """Nothing: the rules do not say how it goes on. A declaration may still help."""
    CONTRADICTED = "contradicted"
    """Nothing: two clauses say different things. A declaration may still help."""
    END = "end"
    """Nothing: the battle is over."""


class ChoiceKind(StrEnum):
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
    NUMBER = "number"
    """A number; it stands behind the name of the step that asks for it."""
    PUT_OFF = "put_off"
    """Which of the things that were put off is carried out next."""
    MARKER = "marker"
    """What to take from a container."""


class Reason(StrEnum):
    """The kind of reason for which an input is refused."""

    RULED_OUT = "ruled_out"
    """Clauses rule it out; were all of them otherwise, it would be allowed."""
    NOT_NOW = "not_now"
    """It is not time for that: the clause says what comes now."""
    NOT_THEIRS = "not_theirs"
    """It is another side's decision: the clauses say whose."""
    NOTHING = "nothing"
    """No clause forbids it, and none allows it; the clauses, if any, say what is due instead."""
    UNCLEAR = "unclear"
    """The input lacks something, or names something that is not there."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The hint for a name that is not known: the closest of those that are; empty without one."""
    for close in get_close_matches(name, sorted(known)):
        return f"; did you mean {close}?"
    return ""


@dataclass(frozen=True, slots=True)
class LegalAction:
    """A legal action, with the units that may take it."""

    does: str
    units: tuple[str, ...] = ()
    targets: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For each unit, or side, that needs a target, whom it may pick."""
    using: tuple[str, ...] = ()
    """Items of which one must be used."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: whose it is, and the legal actions."""

    awaits: Awaits
    step: str = ""
    side: str = ""
    kind: ChoiceKind = ChoiceKind.CHANCE
    """For a choice: what is chosen."""
    legal: tuple[LegalAction, ...] = ()
    can_pass: bool = False
    can_finish: bool = False
    several: bool = False
    """Several units may be named at once."""
    dice: str = ""
    """Dice awaited, such as `2d6`; for a roll-off, those of each of `rollers`."""
    what: str = ""
    """The check or value that dice are for, or the container that is drawn from."""
    rollers: tuple[str, ...] = ()
    """The sides that roll, in this order."""
    unsaid: str = ""
    """What no clause says, or two say differently."""
    by: tuple[str, ...] = ()
    """The clauses that make it this side's decision."""


class Refused(Exception):
    """A refusal: the rules do not allow this input. An answer, and not an accident."""

    def __init__(
        self, message: str, by: tuple[str, ...] = (), reason: Reason | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        """Why, as a sentence without the clauses."""
        self.by = tuple(dict.fromkeys(by))
        """The clauses that refuse it, by full id, each once; none when nothing allows it."""
        self.reason = reason or (Reason.RULED_OUT if by else Reason.UNCLEAR)
        """The kind of reason."""

    def __str__(self) -> str:
        """The message, with the clauses."""
        return self.message + (f" ({', '.join(self.by)})" if self.by else "")


class Stop(Exception):
    """A stop: play cannot go on, because something is not said, or is said in two ways.

    Raised inside the engine only; `apply` turns it into what is awaited.
    """

    def __init__(self, word: str, by: tuple[str, ...] = (), contradicted: bool = False) -> None:
        super().__init__(word)
        self.word = word
        """The word of the language that is missing, or the value and whose it is."""
        self.by = by
        self.contradicted = contradicted

    def asked_by(self, *clauses: str) -> None:
        """Note the clauses that ask for what is missing, unless closer ones are noted."""
        self.by = self.by or clauses

    def refused(self) -> Refused:
        """The refusal that it comes to where nothing has been done yet."""
        said = "two rules say it differently" if self.contradicted else "nobody has said"
        return Refused(f"{said}: {self.word}", self.by, Reason.UNCLEAR)


def parse_dice(notation: str) -> tuple[int, int]:
    """How many dice of how many faces: `2d6` is (2, 6)."""
    count, _, faces = notation.partition("d")
    return int(count), int(faces)
