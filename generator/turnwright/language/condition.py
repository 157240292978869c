"""What can be true of a unit when a clause asks: conditions, built from facts and history.

A condition says exactly one thing; `all_of`, `any_of` and `none_of` join several.
"""

from dataclasses import dataclass
from enum import StrEnum


class Who(StrEnum):
    """Whom a condition looks at, seen from the unit it is asked of."""

    ACTIVE = "active"
    """The units that are acting in the enclosing step."""
    TARGET = "target"
    """The unit that was picked as the target."""
    SOURCE = "source"
    """The unit whose ability made the effect."""
    FRIEND = "friend"
    """Any other unit of the same side."""
    ENEMY = "enemy"
    """Any unit of another side."""
    ANYONE = "anyone"
    """Any other unit."""


@dataclass(frozen=True, kw_only=True)
class Did:
    """The unit did something during a step that is still going on."""

    action: str
    """What it did: the name of a step, or what that step counts as."""
    this: str
    """Since when: the name of an enclosing step, as in "this activation"."""
    times: int | None = None
    """Exactly this often. Without it, at least once."""
    using: str = ""
    """Every time with an item that has this keyword."""


@dataclass(frozen=True, kw_only=True)
class Within:
    """Measured from base to base, the unit is near enough to somebody."""

    inches: float
    """How near, at most."""
    of: Who
    """To whom."""
    fact: str = ""
    """Only units with this fact count."""


@dataclass(frozen=True, kw_only=True)
class Pair:
    """A fact between two units, such as being engaged, holds between this unit and somebody."""

    fact: str
    """What holds between them."""
    to: Who
    """With whom."""


@dataclass(frozen=True, kw_only=True)
class Level:
    """A value of the unit is high or low enough."""

    value: str
    """The value that is looked at."""
    at_least: int | None = None
    """It is this or higher."""
    at_most: int | None = None
    """It is this or lower."""


@dataclass(frozen=True, kw_only=True)
class Share:
    """So large a part of the unit's side has one of these facts."""

    facts: tuple[str, ...]
    """One of these is enough."""
    at_least: str
    """A fraction of all units the side has had, those gone and those joined too: `1/2`."""


@dataclass(frozen=True, kw_only=True)
class Condition:
    """Something that is true of a unit, or not."""

    fact: str | None = None
    """The unit has this fact."""
    side_fact: str | None = None
    """The unit's side has this fact."""
    all_of: tuple["Condition", ...] | None = None
    """Every one of these holds."""
    any_of: tuple["Condition", ...] | None = None
    """At least one of these holds."""
    none_of: tuple["Condition", ...] | None = None
    """Not one of these holds."""
    did: Did | None = None
    """The unit did this."""
    within: Within | None = None
    """The unit is this near to somebody."""
    pair: Pair | None = None
    """This fact holds between the unit and somebody."""
    level: Level | None = None
    """A value of the unit is this high or low."""
    carries: str | None = None
    """The unit carries an item with this keyword."""
    lost_models: str | None = None
    """The unit lost models since the named enclosing step began."""
    share: Share | None = None
    """So large a part of the unit's side has one of these facts."""
    risky: bool | None = None
    """What is being done is risky."""
    param: str | None = None
    """A condition that whoever switches the option on must supply, under this name."""
