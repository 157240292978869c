"""Containers: what is drawn from, what is in it, and what becomes of what was drawn."""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.clause import Clause, Combine, Source, word
from turnwright.language.condition import Condition
from turnwright.language.effect import Moment


class OnePer(StrEnum):
    """How many markers a side puts in."""

    UNIT = "unit"
    """One for each of its units that is left."""
    SIDE = "side"
    """One."""


class Drawn(StrEnum):
    """How a marker is taken."""

    BLIND = "blind"
    """By chance."""
    SEEN = "seen"
    """The side that is first looks and chooses."""


class DrawFor(StrEnum):
    """How often a marker is drawn."""

    EACH_CHANCE = "each_chance"
    """For every chance anew."""
    ONCE = "once"
    """Once; the side drawn keeps the chance."""


class Placed(StrEnum):
    """Where a drawn marker goes."""

    ON_UNIT = "on_unit"
    """Beside the unit that acts."""
    BACK = "back"
    """Back into the container."""


class Extra(StrEnum):
    """What further units of a group need."""

    PICKED = "picked"
    """One further marker of the side each, picked out on purpose."""
    NOTHING = "nothing"
    """Nothing."""


class Gained(StrEnum):
    """What a unit that joins later does to the container."""

    ADDS = "adds"
    """A marker is added at once."""
    NOTHING = "nothing"
    """Nothing until it is filled again."""


class Gone(StrEnum):
    """What the loss of a unit does to the container."""

    STAYS = "stays"
    """Its marker stays in."""
    LEAVES = "leaves"
    """A marker of its side is taken out."""


class OfPassed(StrEnum):
    """What drawing a marker of a side that has passed means."""

    IGNORED = "ignored"
    """Nothing: another is drawn."""
    CALLS_BACK = "calls_back"
    """The side has a chance again."""


@dataclass(frozen=True, kw_only=True)
class ContainerMeaning:
    """What a clause of a container means."""

    when: Condition | None = None
    """All that this clause means holds only then."""
    fills: Moment | None = word(Combine.ONE)
    """When it is filled."""
    one_per: OnePer | None = word(Combine.ONE)
    """How many markers each side puts in."""
    includes: str | None = word(Combine.ANY)
    """Units with this fact count too, though they are not on the table."""
    drawn: Drawn | None = word(Combine.ONE)
    """How a marker is taken."""
    draw_for: DrawFor | None = word(Combine.ONE)
    """How often one is drawn."""
    placed: Placed | None = word(Combine.ONE)
    """Where a drawn marker goes."""
    extra: Extra | None = word(Combine.ONE)
    """What further units of a group need."""
    gained: Gained | None = word(Combine.ONE)
    """What a unit that joins later does."""
    gone: Gone | None = word(Combine.ONE)
    """What the loss of a unit does."""
    of_passed: OfPassed | None = word(Combine.ONE)
    """What drawing a marker of a side that has passed means."""
    empties: Moment | None = word(Combine.ONE)
    """When all markers are taken away."""


@dataclass(frozen=True, kw_only=True)
class ContainerClause(Clause):
    """A clause of a container."""

    means: ContainerMeaning | None = None
    """What it means to the engine. Without one it `follows` from others, or only advises."""


@dataclass(frozen=True, kw_only=True)
class Container:
    """Something that markers are drawn from."""

    title: str = ""
    """What people call it. Without one, its name serves."""
    text: str = ""
    """A sentence or two for whoever opens it on the page."""
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[ContainerClause, ...] = ()
    """What is said about it, one rule each."""
