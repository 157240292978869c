"""Roster: the battle, its sides and their units, each with a bit of its own.

Sets of units are whole numbers used as bit masks: bit 0 is the battle, then come the sides,
then the units in the order in which they were named or joined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from turnwright.engine.decision import Refused
from turnwright.language.example import Card


@lru_cache(maxsize=1024)  # The same few masks are gone through again and again.
def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(number: int) -> int:
    """The mask of one unit; empty for nobody, which is -1."""
    return 1 << number + 1 >> 1


@dataclass(frozen=True, eq=False)
class Roster:
    """Everything a fact can be true of, by number, and the cards of the units."""

    names: tuple[str, ...]
    """`battle`, the sides, the units."""
    sides: int
    """How many sides there are."""
    side_of: tuple[int, ...]
    """For each number the side it belongs to; -1 for the battle."""
    cards: tuple[Card, ...]
    """For each number its card; an empty one for the battle and the sides."""
    number: Mapping[str, int]
    units: tuple[int, ...]
    """For each side, the mask of all units it ever had."""
    carries: Mapping[str, int]
    """For each keyword of an item, the units that carry one."""
    everybody: int
    """The mask of all units of all sides."""
    able: int
    """The units that have abilities on their cards."""

    def __eq__(self, other: object) -> bool:
        """Rosters are equal that list the same units with the same cards."""
        return self is other or (
            isinstance(other, Roster)
            and (self.names, self.side_of, self.cards) == (other.names, other.side_of, other.cards)
        )

    def __hash__(self) -> int:
        """The hash of the names."""
        return hash((self.names, self.side_of))

    @classmethod
    def of(cls, armies: Mapping[str, Mapping[str, Card]]) -> Roster:
        """The roster of these armies, by side and unit."""
        names = ("battle", *armies)
        roster = cls(
            names=names,
            sides=len(armies),
            side_of=(-1, *range(len(armies))),
            cards=(Card(),) * len(names),
            number={name: number for number, name in enumerate(names)},
            units=(0,) * len(armies),
            carries={},
            everybody=0,
            able=0,
        )
        for side, army in enumerate(armies.values()):
            for name, card in army.items():
                roster = roster.joined(name, side, card)
        return roster

    def joined(self, name: str, side: int, card: Card) -> Roster:
        """The roster with one more unit."""
        number = len(self.names)
        carries = dict(self.carries)
        for keyword in (word for keywords in card.carries.values() for word in keywords):
            carries[keyword] = carries.get(keyword, 0) | 1 << number
        units = list(self.units)
        units[side] |= 1 << number
        return Roster(
            names=(*self.names, name),
            sides=self.sides,
            side_of=(*self.side_of, side),
            cards=(*self.cards, card),
            number={**self.number, name: number},
            units=tuple(units),
            carries=carries,
            everybody=self.everybody | 1 << number,
            able=self.able | 1 << number if card.abilities else self.able,
        )

    def named(self, mask: int) -> tuple[str, ...]:
        """The names of the units of a mask, in roster order."""
        if mask.bit_count() < 2:
            # Nearly always it is one unit, or none.
            return (self.names[mask.bit_length() - 1],) if mask else ()
        return tuple(self.names[number] for number in bits(mask))

    def side(self, number: int) -> str:
        """The name of a side by its number; empty for -1."""
        return self.names[number + 1] if number + 1 else ""

    def side_number(self, name: str) -> int:
        """The number of a side, from 0. Raises Refused when there is none of this name."""
        number = self.number.get(name, 0) - 1
        if not 0 <= number < self.sides:
            raise Refused(f"there is no side {name}")
        return number

    def unit_number(self, name: str) -> int:
        """The number of a unit. Raises Refused when there is none of this name."""
        number = self.number.get(name, -1)
        if number <= self.sides:
            raise Refused(f"there is no unit {name}")
        return number
