"""Inputs: what can be said to the engine, and what a line of an example holds.

Authors write the keys of an input beside the claims of its line; `ruled` says which.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from turnwright.language.condition import Whose
from turnwright.language.field import ruled, written_keys

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
NO_NAMES = ("battle", "nobody", "table", *map(str, Whose), PASS, DONE, FIRST, "other", "none")
"""Words that mean somebody, or an answer, and so are no names of sides and units."""


MOST_MODELS = 1000
"""Limit of the models of a unit: what befalls them is counted one by one."""

_EACH_MODEL = "By which points each model goes is said with `paths`."


@dataclass(frozen=True, kw_only=True)
class Card:
    """What an example says of a unit before it begins."""

    facts: tuple[str, ...] = ruled((), names="fact")
    """Facts that are true of it, keywords among them."""
    pairs: Mapping[str, tuple[str, ...]] = ruled(default_factory=dict, names="fact", values="unit")
    """Facts between it and other units, such as `engaged: [Dorn]`."""
    has: Mapping[str, int] = ruled(default_factory=dict, names="value")
    """The numbers on its card, such as `movement: 6`."""
    dice: Mapping[str, int] = ruled(default_factory=dict, names="heading")
    """Bonus dice (1) and penalty dice (-1) by where they come from."""
    carries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Items by name, with their keywords."""
    profiles: Mapping[str, Mapping[str, int]] = ruled(
        default_factory=dict, names="item", values="profile"
    )
    """The numbers of items, such as `Rifle: {range: 24, attacks: 2}`."""
    modes: Mapping[str, str] = ruled(default_factory=dict, names="item", values="item")
    """Items that are another way to use an item, such as `Hot plasma: Plasma`.

    Where it is counted how often each item is used, they count as that item.
    """
    abilities: tuple[str, ...] = ruled((), names="ability")
    """Abilities of the ruleset that are on its card."""
    models: int = ruled(1, least=1, most=MOST_MODELS)
    """How many models it has."""
    at: tuple[float, float] | None = None
    """Where it stands, in inches from a corner of the table."""
    places: tuple[tuple[float, float], ...] = ()
    """Instead of `at`: where each of its models stands, in inches, as many as it has `models`.

    When it loses models, those listed last go, unless `declare: placed` says who is left where.
    """
    base: float = ruled(0, least=0)
    """The diameter of its base in millimetres."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """Something that a plan cannot tell is so: a fact, a loss, a unit that joins."""

    fact: str = ruled(key="declare")
    """A fact that becomes true, a value that changes, or one of two words.

    `gained` is for a unit that joins, and `placed` for where the models of a unit stand now.
    """
    unit: str = ruled("", names="unit")
    """The unit of which it is declared."""
    to_unit: str = ruled("", names="unit")
    """The other unit, for a fact between two."""
    side: str = ruled("", names="side")
    """The side of which it is declared, or that a unit joins."""
    models: int | None = ruled(None, least=1, most=MOST_MODELS)
    """How many models, for a loss; without it, one."""
    value: int | None = None
    """How much a value goes up, or below 0 down; `declare` then names the value."""
    ends: bool = False
    """The declared fact stops being true."""
    card: Card | None = None
    """What is known of a unit that joins."""
    which: tuple[int, ...] = ruled((), least=1)
    """Of which models of the unit it is said, counted from 1 as listed on its card, where each has
    its place; only of what one unit is towards another, such as not seeing it."""
    places: tuple[tuple[float, float], ...] = ()
    """Where each model of the unit stands now, with `declare: placed`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A side does something with a unit, or passes, or is done, or says who goes first."""

    does: str = ruled(names="action")
    """What is chosen: a step, an ability, `pass`, `done`, or for who is first `first`."""
    units: tuple[str, ...] = ruled((), one="unit", names="unit")
    """Who does it; may be left out where only one unit can."""
    side: str = ruled("", names="side")
    """Who chooses. May be left out where only one side can."""
    target: str = ruled("", names="unit")
    """On whom."""
    using: str | tuple[str, ...] = ruled("", names="item")
    """With which item, or with which several at once: `using: [Sword, Dagger]`."""
    to: tuple[float, float] | None = ruled(None, apart=("places",), hint=_EACH_MODEL)
    """Where a move ends, or where a unit that was away arrives, in inches."""
    path: tuple[tuple[float, float], ...] = ruled((), apart=("places",), hint=_EACH_MODEL)
    """The points a move goes through before it ends, if it is not straight."""
    inches: float | None = ruled(None, least=0, apart=("places",), hint=_EACH_MODEL)
    """How far a move goes, where nobody says where units stand."""
    first: str = ruled("", names="side")
    """The side chosen to go first, with `does: first`."""
    causes: tuple[Declaration, ...] = ()
    """What this causes and a plan cannot tell: in effect before anything goes on."""
    which: tuple[int, ...] = ruled((), least=1)
    """Which models of a unit that stands apart do it, counted from 1 as listed on its card.

    Without them, all that can.
    """
    places: tuple[tuple[float, float], ...] = ()
    """Instead of `to`: where each model ends, in the order of its card.

    A model whose place is the same as before stays.
    """
    paths: tuple[tuple[tuple[float, float], ...], ...] = ruled((), beside=("places",))
    """Beside `places`: the points each model goes through before it ends, `[]` for a straight way.

    Without them, each goes straight.
    """

    @property
    def unit(self) -> str:
        """Who does it alone; empty where several do, or nobody is named."""
        return self.units[0] if len(self.units) == 1 else ""

    @property
    def moves(self) -> bool:
        """Whether it says how a move goes, or where somebody arrives."""
        return bool(self.places or self.paths) or self.moves_as_one

    @property
    def moves_as_one(self) -> bool:
        """Whether it says how a move of a unit goes that stands as one."""
        return bool(self.path) or self.to is not None or self.inches is not None

    @property
    def items(self) -> tuple[str, ...]:
        """The items that are named."""
        named = (self.using,) if isinstance(self.using, str) else self.using
        return tuple(filter(None, named))

    @property
    def item(self) -> str:
        """The item that is named first; empty when none is."""
        return self.items[0] if self.items else ""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice came up."""

    dice: tuple[int, ...] = ruled(key="roll")
    """The dice that came up, in the order in which they are asked for."""
    causes: tuple[Declaration, ...] = ()
    """What this causes and a plan cannot tell: in effect before anything goes on."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A marker was drawn."""

    what: str = ruled(key="draw", names="drawable")
    """What was drawn: a side's marker, a unit's, or one with a name."""
    number: int | None = None
    """The number it bears."""
    causes: tuple[Declaration, ...] = ()
    """What this causes and a plan cannot tell: in effect before anything goes on."""


Input = Choice | Roll | Draw | Declaration

INPUTS: Mapping[str, type] = {
    written_keys(cls)[0][0]: cls for cls in (Choice, Roll, Draw, Declaration)
}
"""The inputs by the key that tells them apart: that of their first field."""
