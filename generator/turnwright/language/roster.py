"""Rosters: armies that fight by any system, and how a system takes plain units up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from turnwright.language.field import ruled
from turnwright.language.input import MOST_MODELS


@dataclass(frozen=True, kw_only=True)
class RosterUnit:
    """What a roster says of a unit, in words that every system understands."""

    models: int | None = ruled(None, least=1, most=MOST_MODELS)
    """How many models it has; without it, as many as `each` says, or one."""
    has: Mapping[str, int] = field(default_factory=dict)
    """Numbers that systems may ask for, such as `skill: 3`."""
    keywords: tuple[str, ...] = ()
    """What it is, such as `leader`: a system may make more of it."""


@dataclass(frozen=True, kw_only=True)
class Roster:
    """Armies that fight by any system, so that systems can be compared."""

    roster: str
    """What people call it."""
    about: str = ""
    """A few sentences: what it is meant to show. Markdown."""
    each: RosterUnit = RosterUnit()
    """What holds for every unit that does not say otherwise."""
    sides: Mapping[str, Mapping[str, RosterUnit] | tuple[str, ...]]
    """The sides and their units, as a list of names or one by one."""
    path: str = ruled("", filled=True)
    """The file it is in. Filled in when it is loaded."""
    name: str = ruled("", filled=True)
    """The name of its file, without the ending. Filled in when it is loaded."""

    def units(self) -> Iterator[tuple[str, str, RosterUnit]]:
        """Each unit, with its side and name, and with what holds for every unit."""
        for side, units in self.sides.items():
            listed = units if isinstance(units, Mapping) else dict.fromkeys(units, RosterUnit())
            for name, unit in listed.items():
                models = self.each.models if unit.models is None else unit.models
                whole = RosterUnit(
                    models=1 if models is None else models,
                    has={**self.each.has, **unit.has},
                    keywords=(*self.each.keywords, *unit.keywords),
                )
                yield side, name, whole


@dataclass(frozen=True, kw_only=True)
class MusterCard:
    """What a plain unit is given when it is taken up."""

    facts: tuple[str, ...] = ruled((), names="fact")
    """Facts that are true of it from the start."""
    has: Mapping[str, int | str] = ruled(default_factory=dict, names="value")
    """Its numbers: each a plain one, or the name of one that the roster gives."""
    carries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Items by name, with their keywords."""
    profiles: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The numbers of items."""


@dataclass(frozen=True, kw_only=True)
class MusterSide:
    """What a side, or the battle, is given before it begins."""

    facts: tuple[str, ...] = ruled((), names="fact")
    """Facts that are true of it from the start."""
    values: Mapping[str, int] = ruled(default_factory=dict, names="value")
    """Its numbers."""


@dataclass(frozen=True, kw_only=True)
class Muster:
    """How a system takes up the units of a roster, which knows nothing of it."""

    text: str
    """What is assumed of armies and table, for players who read figures."""
    unit: MusterCard = MusterCard()
    """What every unit is given."""
    in_turn: tuple[MusterCard, ...] = ()
    """What the units of a side are given in turn, the first of them the first of these."""
    keywords: Mapping[str, MusterCard] = field(default_factory=dict)
    """What a unit with this keyword in its roster is given beside."""
    enemies: tuple[str, ...] = ruled((), names="fact")
    """Facts that are true between any two enemies."""
    side: MusterSide = MusterSide()
    """What every side is given."""
    first_side: MusterSide = MusterSide()
    """What the first side of a roster is given beside."""
    battle: MusterSide = MusterSide()
    """What is so of the battle."""
    settles: str = ruled("", names="fact")
    """The fact that the table declares of a unit where no rule says who of equals is first."""


def missing_numbers(muster: Muster, roster: Roster) -> Iterator[tuple[str, str, str, str]]:
    """Numbers that a system asks of a roster and that a unit lacks: side, unit, number, for what.

    A keyword asks only those that have it.
    """
    for side, name, unit in roster.units():
        by_keyword = (muster.keywords[word] for word in unit.keywords if word in muster.keywords)
        for card in (muster.unit, *muster.in_turn, *by_keyword):
            for value, amount in card.has.items():
                if isinstance(amount, str) and amount not in unit.has:
                    yield side, name, amount, value
