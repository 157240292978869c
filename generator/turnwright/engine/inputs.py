"""Inputs: choices, rolls, draws and declarations, and nothing else."""

from dataclasses import dataclass

from turnwright.language.example import Card

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
