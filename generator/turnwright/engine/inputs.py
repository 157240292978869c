"""What goes into the engine: choices, rolls, draws and declarations, and nothing else."""

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


@dataclass(frozen=True, slots=True)
class Choice:
    """A side does something with a unit, or passes, or is done, or says who goes first."""

    does: str
    units: tuple[str, ...] = ()
    side: str = ""
    """Empty means: whoever decides now."""
    target: str = ""
    using: str = ""
    to: tuple[float, float] | None = None
    """Where a move ends, in inches."""
    path: tuple[tuple[float, float], ...] = ()
    inches: float | None = None
    """How far a move goes, where nobody says where units stand."""
    first: str = ""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice came up."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A marker was drawn."""

    side: str


@dataclass(frozen=True, slots=True)
class Declaration:
    """Something that the rules here cannot tell is so: a fact, a loss, a unit that joins."""

    fact: str
    unit: str = ""
    to_unit: str = ""
    side: str = ""
    models: int | None = None
    ends: bool = False
    card: Card | None = None
    """What is known of a unit that joins."""


Input = Choice | Roll | Draw | Declaration
