"""Where a battle is: an immutable value. Undo, replay and "what if" are keeping an old one."""

from __future__ import annotations

from typing import NamedTuple

from turnwright.engine.decision import Awaits, Offer
from turnwright.engine.plan import Plan, Ruling
from turnwright.engine.roster import Roster

NOBODY = -1
"""No side, no unit."""


class Frame(NamedTuple):
    """A step that is open: the steps that are going on form a stack of these."""

    plan: Plan
    side: int
    units: int
    """The units that act in it (their mask), inherited by what it opens."""
    serial: int
    """Steps are numbered in the order in which they open."""
    by: tuple[str, ...]
    stage: str = "begin"
    at: int = 0
    """How far it has come in its sequence; for chances in a fixed order, what was done last."""
    holder: int = NOBODY
    """The side whose chance it is."""
    settled: tuple[str, ...] = ()
    """The clauses that made it this side's chance."""
    won: int = NOBODY
    """The side that won the roll-off for who is first."""
    spent: int = 0
    """Bits of sides that have finished or had the step; in a free order, of steps done.

    Where something may be chosen instead of an outcome, 1 once that was declined.
    """
    used: bool = False
    """True once a chance has been used."""
    fresh: bool = True
    """False once the chance's marker is used up and another must be drawn."""
    target: int = NOBODY
    using: str = ""
    risky: bool = False
    rolled: int = 0
    """Dice rolled for the value that says how far."""
    rolled_for: tuple[int, ...] = ()
    """Results of dice for values that change, in clause order."""
    outcome: str = ""
    moved: int = 0
    """The units that have made the move of this step."""
    offered: tuple[tuple[str, int], ...] = ()
    """The abilities that wait for this step and were used or declined, with their bearers."""
    queue: tuple[int, ...] = ()
    """Units of a group that go through the step after the ones before them."""
    queued: str = ""
    """The step they go through."""

    @property
    def who(self) -> int:
        """Those who act: the units, or their side where no unit does."""
        return self.units or 1 << self.side + 1


class Ask(NamedTuple):
    """The decision that is open, as the engine sees it."""

    awaits: Awaits
    frame: Frame | None
    side: int = NOBODY
    chances: tuple[tuple[str, int], ...] = ()
    """What may be done, with the mask of units that may do it."""
    passing: Ruling[object] | None = None
    finish: Ruling[object] | None = None
    several: bool = False
    """True when one chance may start several units together."""
    offer: Offer = Offer.CHANCE
    """For a choice: what kind it is."""
    dice: str = ""
    what: str = ""
    """The check or value that dice are for, or the container that is drawn from."""
    many: int = 0
    """How many dice."""
    faces: int = 0
    rollers: tuple[int, ...] = ()
    unsaid: str = ""
    by: tuple[str, ...] = ()


FREELY: Ruling[object] = Ruling("allowed", "", None)
"""What lets a side decline an offer: it takes no clause to leave alone what is only offered."""


class Span(NamedTuple):
    """A fact that holds until a step ends."""

    fact: str
    who: int
    step: str
    left: int
    """How many endings of the step it still takes."""
    by: str


class Change(NamedTuple):
    """A value of units that is different until a step ends."""

    value: str
    units: int
    amount: int
    step: str
    by: str


class Pass(NamedTuple):
    """A side has passed in a step."""

    step: str
    side: int
    this: str
    """The step with whose end the pass is forgotten."""
    now: bool
    """Only for now: it is over as soon as anybody acts."""
    by: str


class Kept(NamedTuple):
    """Who is first in a step, kept for a while."""

    step: str
    side: int
    this: str
    by: tuple[str, ...]


class Going(NamedTuple):
    """An effect that is going on."""

    ability: str
    source: int
    side: int
    target: int
    made_in: int
    """The serial of the step it belongs to, in which it was made."""
    serial: int
    """The serial of the newest step when it was made."""
    beside: int
    """The units that were active together with its source."""
    served: int
    """The units that met its conditions when it was made."""
    ends_with: str = ""
    """The step with whose end it stops, once its source is gone."""


class Store(NamedTuple):
    """What a container holds."""

    markers: tuple[int, ...]
    """By side; empty before it is filled."""
    table: int = 0
    """Markers that lie beside units."""


class State(NamedTuple):
    """A battle at one moment."""

    roster: Roster
    stack: tuple[Frame, ...]
    alive: int
    facts: tuple[int, ...]
    """For each fact, the mask of those it is true of."""
    pairs: frozenset[tuple[str, int, int]]
    counters: tuple[tuple[int, ...], ...]
    """For each counter, the masks of those that did it once, twice, and so on."""
    spans: tuple[Span, ...]
    changes: tuple[Change, ...]
    passes: tuple[Pass, ...]
    kept: tuple[Kept, ...]
    going: tuple[Going, ...]
    stores: tuple[tuple[str, Store], ...]
    places: tuple[tuple[int, tuple[float, float]], ...]
    models: tuple[tuple[int, int], ...]
    """Units that began with more than one model, and how many are left."""
    calls: tuple[tuple[str, int], ...]
    """Abilities that were called and not yet answered, each with its bearer."""
    mission_first: str
    mission_abilities: tuple[str, ...]
    round: int
    serial: int
    outcome: str
    winner: int
    ask: Ask
