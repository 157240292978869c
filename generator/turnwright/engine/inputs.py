"""Inputs and decisions: what can be said to the engine, what it waits for, and refusals."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from turnwright.language.example import Card


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
    """No clause forbids it, and none allows it."""
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
        self.by = by
        """The clauses that refuse it, by full id; none when simply nothing allows it."""
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

    def refused(self) -> Refused:
        """The refusal that it comes to where nothing has been done yet."""
        said = "two rules say it differently" if self.contradicted else "nobody has said"
        return Refused(f"{said}: {self.word}", self.by, Reason.UNCLEAR)


PASS = "pass"
"""What a side does that gives up its chance."""
DONE = "done"
"""What a side does that has done all it wants in a step."""
FIRST = "first"
"""What a side does that decides who goes first."""
GAINED = "gained"
"""The declaration that a unit joins."""
PLACED = "placed"
"""The declaration of where the models of a unit stand now."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """Something that the rules here cannot tell is so: a fact, a loss, a unit that joins."""

    fact: str
    """What becomes true, a value that changes, or one of two words.

    `gained` is for a unit that joins, and `placed` for where the models of a unit stand now.
    """
    unit: str = ""
    """Of which unit, where it is of one."""
    to_unit: str = ""
    """The other unit, for a fact between two."""
    side: str = ""
    """Of which side, or which one a unit joins."""
    models: int | None = None
    """How many models are lost; without it, one."""
    value: int | None = None
    """How much the value goes up, or below 0 down."""
    ends: bool = False
    """The fact stops being true."""
    card: Card | None = None
    """What is known of a unit that joins."""
    places: tuple[tuple[float, float], ...] = ()
    """Where each model of the unit stands now, with `placed`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A side does something with a unit, or passes, or is done, or says who goes first."""

    does: str
    """A step, an ability, `pass`, `done`, or for who is first `first`."""
    units: tuple[str, ...] = ()
    """Who does it; may be left out where only one unit can."""
    side: str = ""
    """Empty means: whoever decides now."""
    target: str = ""
    """On whom."""
    using: str = ""
    """With which item."""
    to: tuple[float, float] | None = None
    """Where a move ends, or where a unit that was away arrives, in inches."""
    path: tuple[tuple[float, float], ...] = ()
    """The points a move goes through before it ends, if it is not straight."""
    inches: float | None = None
    """How far a move goes, where nobody says where units stand."""
    first: str = ""
    """The side that goes first."""
    causes: tuple[Declaration, ...] = ()
    """What this causes and a plan cannot tell: in effect before anything goes on."""
    places: tuple[tuple[float, float], ...] = ()
    """Instead of `to`: where each model ends, in the order of the card, or where it stays."""
    paths: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Beside `places`: the points each model goes through before it ends, none if it is straight.

    Without them, each goes straight.
    """

    @property
    def moves(self) -> bool:
        """Whether it says how a move goes, or where somebody arrives."""
        return bool(self.places or self.paths) or self.moves_as_one

    @property
    def moves_as_one(self) -> bool:
        """Whether it says how a move of a unit goes that stands as one."""
        return bool(self.path) or self.to is not None or self.inches is not None


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice came up."""

    dice: tuple[int, ...]
    """In the order in which they are asked for."""
    causes: tuple[Declaration, ...] = ()
    """What this causes and a plan cannot tell: in effect before anything goes on."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A marker was drawn."""

    what: str
    """The side or unit whose it is, or the name it bears."""
    number: int | None = None
    """The number it bears."""
    causes: tuple[Declaration, ...] = ()
    """What this causes and a plan cannot tell: in effect before anything goes on."""


Input = Choice | Roll | Draw | Declaration
