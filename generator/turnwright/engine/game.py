"""A round in play, for people: do something, look at what is so, ask why.

`Game` is a thin view over `apply` and `awaiting`. It is a value: each input gives a new one.
What can be looked at has the names of the claims that examples make.
"""

from __future__ import annotations

from fractions import Fraction

from turnwright.engine.event import Event


class Game:
    """A battle at one moment. (Being written: members below are the contract.)"""

    events: tuple[Event, ...]
    """What the last input brought about."""
    next: str
    """The side that decides next, or `nobody`."""
    step: str
    round: int
    may: tuple[str, ...]
    """The units that side may pick."""
    can: tuple[str, ...]
    """What it may do: steps, abilities, `pass`, `done`."""
    active: tuple[str, ...]
    awaits: str
    dice: str
    outcome: str
    ended: tuple[str, ...]
    began: tuple[str, ...]
    lasts: tuple[str, ...]
    winner: str
    unsaid: str

    def choose(self, does: str, unit: str = "", **rest: object) -> Game:
        """A side does something. Raises Refused."""
        raise NotImplementedError

    def roll(self, *dice: int) -> Game:
        """Dice came up. Raises Refused when they are not the dice awaited."""
        raise NotImplementedError

    def draw(self, side: str) -> Game:
        """A marker was drawn."""
        raise NotImplementedError

    def declare(self, fact: str, unit: str = "", **rest: object) -> Game:
        """Something is so that the rules here cannot tell."""
        raise NotImplementedError

    def refuses(self, does: str, unit: str = "", **rest: object) -> tuple[str, ...]:
        """The clauses by which the rules refuse this, by id without the ruleset; `()` when they do not."""
        raise NotImplementedError

    def why(self, unit: str) -> tuple[str, ...]:
        """Every clause that rules this unit out of the choices there are now."""
        raise NotImplementedError

    def targets(self, does: str) -> tuple[str, ...]:
        """Units this may be done to."""
        raise NotImplementedError

    def facts(self, who: str) -> tuple[str, ...]:
        """Facts that are true of a unit, a side or `battle`."""
        raise NotImplementedError

    def value(self, what: str) -> int:
        """A value, as `Unit.value`."""
        raise NotImplementedError

    def serves(self, ability: str) -> tuple[str, ...]:
        """The units this effect serves at this moment."""
        raise NotImplementedError

    def holds(self, side: str) -> int:
        """Markers of a side in the container, or `table` for those on it."""
        raise NotImplementedError

    def odds(self, side: str) -> Fraction:
        """The chance that this side is drawn next."""
        raise NotImplementedError
