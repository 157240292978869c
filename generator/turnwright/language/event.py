"""What happens: small values in one union, from which all that tells of a round is made.

Every event says in `by` which clauses decided it, by full id. Units and sides are named.
Named tuples, because a round makes thousands of them.
"""

from typing import NamedTuple


class Began(NamedTuple):
    """A step opened."""

    step: str
    side: str
    units: tuple[str, ...]
    by: tuple[str, ...]


class Ended(NamedTuple):
    """A step closed."""

    step: str
    side: str
    units: tuple[str, ...]
    by: tuple[str, ...]


class Chose(NamedTuple):
    """A side spent its chance."""

    side: str
    does: str
    units: tuple[str, ...]
    target: str
    using: str
    by: tuple[str, ...]


class Passed(NamedTuple):
    """A side passed."""

    side: str
    forced: bool
    """True when it had nothing it could do."""
    by: tuple[str, ...]


class Finished(NamedTuple):
    """A side has done all it wants in a step."""

    side: str
    step: str
    by: tuple[str, ...]


class WentFirst(NamedTuple):
    """It was settled who has the first chance in a step."""

    step: str
    side: str
    by: tuple[str, ...]


class Rolled(NamedTuple):
    """Dice were rolled."""

    what: str
    """The check, the value, or `roll-off`."""
    dice: tuple[int, ...]
    kept: tuple[int, ...]
    """The dice that count."""
    total: int
    outcome: str
    by: tuple[str, ...]


class Resulted(NamedTuple):
    """The outcome of a check led to something."""

    outcome: str
    then: str
    units: tuple[str, ...]
    by: tuple[str, ...]


class Drew(NamedTuple):
    """A marker was drawn."""

    container: str
    side: str
    ignored: bool
    by: tuple[str, ...]


class Markers(NamedTuple):
    """What a container holds has changed."""

    container: str
    holds: tuple[tuple[str, int], ...]
    """Markers now in it, by side."""
    why: str
    """`filled`, `emptied`, `drawn`, `placed`, `back`, `picked`, `gained` or `gone`."""
    by: tuple[str, ...]


class BecameTrue(NamedTuple):
    """A fact began to hold."""

    fact: str
    who: str
    """A unit, a side, or `battle`."""
    to_unit: str
    by: tuple[str, ...]


class NoLonger(NamedTuple):
    """A fact stopped holding."""

    fact: str
    who: str
    to_unit: str
    by: tuple[str, ...]


class ValueChanged(NamedTuple):
    """A value of a unit is different for a while."""

    unit: str
    value: str
    amount: int
    by: tuple[str, ...]


class Moved(NamedTuple):
    """A unit moved."""

    unit: str
    to: tuple[float, float] | None
    inches: float
    by: tuple[str, ...]


class LostModels(NamedTuple):
    """A unit lost models."""

    unit: str
    models: int
    left: int
    fact: str
    called: bool
    """Whether abilities that wait for a loss were called."""
    by: tuple[str, ...]


class Gone(NamedTuple):
    """A unit left the battle."""

    unit: str
    by: tuple[str, ...]


class Joined(NamedTuple):
    """A unit joined a side."""

    unit: str
    side: str
    by: tuple[str, ...]


class EffectStarted(NamedTuple):
    """An effect began."""

    ability: str
    source: str
    target: str
    by: tuple[str, ...]


class EffectStopped(NamedTuple):
    """An effect is over."""

    ability: str
    source: str
    by: tuple[str, ...]


class Won(NamedTuple):
    """The battle is lost, and so won by the other side."""

    side: str
    """The side that has won; empty when more than one is left."""
    by: tuple[str, ...]


class Stuck(NamedTuple):
    """The round stops: the rules do not say what it needs to go on."""

    step: str
    word: str
    by: tuple[str, ...]


Event = (
    Began
    | Ended
    | Chose
    | Passed
    | Finished
    | WentFirst
    | Rolled
    | Resulted
    | Drew
    | Markers
    | BecameTrue
    | NoLonger
    | ValueChanged
    | Moved
    | LostModels
    | Gone
    | Joined
    | EffectStarted
    | EffectStopped
    | Won
    | Stuck
)
