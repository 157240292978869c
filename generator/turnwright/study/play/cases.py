"""Cases: which system plays which roster under which policy."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace

from turnwright.language.roster import ListedUnit, Roster
from turnwright.language.ruleset import Ruleset
from turnwright.study.play.mustering import Armies, muster
from turnwright.study.play.policies import Policy


@dataclass(frozen=True)
class Case:
    """Case: effective rules that play a roster under a policy. Can be sent to another process."""

    name: str
    """How the system is written, with what was chosen."""
    title: str
    rules: Ruleset
    roster: Roster
    policy: Policy

    def packed(self) -> bytes:
        """The case as bytes, for another process."""
        return pickle.dumps(self, protocol=5)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many units each side has, in the order of the roster."""
        return tuple(len(units) for units in self.roster.sides.values())

    @property
    def has_equal_sides(self) -> bool:
        """True when the sides differ in nothing but their names and those of their units."""
        armies: dict[str, list[ListedUnit]] = {side: [] for side in self.roster.sides}
        for side, _, unit in self.roster.units():
            armies[side].append(unit)
        first, *others = armies.values()
        return all(army == first for army in others)

    def seats(self) -> tuple[Armies, ...]:
        """The armies, with each side in turn as the one that is listed first.

        Raises PlayStopped where the system cannot take them up.
        """
        first = self.first_seat()
        names = tuple(self.roster.sides)
        others = [(*names[n:], *names[:n]) for n in range(1, len(names))]
        rosters = [
            replace(self.roster, sides={name: self.roster.sides[name] for name in order})
            for order in others
        ]
        return first, *(muster(self.rules, roster, first.program) for roster in rosters)

    def first_seat(self) -> Armies:
        """The armies, with the sides as the roster lists them. Raises PlayStopped."""
        return muster(self.rules, self.roster)
