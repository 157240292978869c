"""Events: what happened, as small values from which every account of a round is made.

Every event says in `by` which clauses decided it, by full id. Units and sides are named.
Named tuples, because a round makes thousands of them.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple, get_args


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
    models: tuple[int, ...] = ()
    """Which models do it, counted from 1, where they are told apart."""


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
    """Empty where dice are judged one by one, or nothing is judged."""
    outcomes: tuple[str, ...]
    """The outcome of each die, where they are judged one by one."""
    also: tuple[str, ...]
    """What came up beside."""
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
    what: str
    """The side or unit whose marker it is, or its name."""
    number: int
    """The number it bears; 0 where it bears none."""
    ignored: bool
    """True when it means nothing, and another is drawn."""
    by: tuple[str, ...]


class Markers(NamedTuple):
    """What a container holds has changed."""

    container: str
    holds: tuple[tuple[str, int], ...]
    """What is in it now: by side, unit or name, how many."""
    why: str
    """`filled`, `emptied`, `drawn`, `placed`, `back`, `picked`, `put`, `gained` or `gone`."""
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
    """A value of a unit, a side or the battle has changed."""

    who: str
    value: str
    amount: int
    """By how much."""
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


class Lost(NamedTuple):
    """A side has lost the battle."""

    side: str
    by: tuple[str, ...]


class Won(NamedTuple):
    """A side has won, because every other has lost."""

    side: str
    by: tuple[str, ...]


class HandedOver(NamedTuple):
    """The chance of a step went on to another side."""

    step: str
    side: str
    by: tuple[str, ...]


class PutOff(NamedTuple):
    """An action was declared that is carried out later."""

    side: str
    does: str
    units: tuple[str, ...]
    target: str
    later: str
    """The step that carries it out."""
    by: tuple[str, ...]


class Skipped(NamedTuple):
    """A step was passed over, because nobody could use it."""

    step: str
    side: str
    because: tuple[tuple[str, tuple[str, ...]], ...]
    """For each unit, or the side, the clauses that barred it."""
    by: tuple[str, ...]


class Contradicted(NamedTuple):
    """The round stops: two clauses say different things."""

    step: str
    word: str
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
    | Lost
    | Won
    | HandedOver
    | PutOff
    | Skipped
    | Stuck
    | Contradicted
)

KINDS: Mapping[str, type[Event]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in get_args(Event)
}
"""Every kind of event by the name under which an example claims it, such as `lost_models`."""
