"""Containers: what is drawn from, what is in it, and what becomes of what was drawn."""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.change import Moment
from turnwright.language.clause import Clause, Combine, Guard, Meaning, Source, word
from turnwright.language.condition import Amount, Who
from turnwright.language.field import ruled


class Kept(StrEnum):
    """How many such containers there are."""

    BATTLE = "battle"
    """One for everybody."""
    SIDE = "side"
    """One for each side, such as a hand of cards."""


class Drawn(StrEnum):
    """How a marker is taken."""

    BLIND = "blind"
    """By chance."""
    SEEN = "seen"
    """The side that is first looks and chooses; out of a side's own container, that side."""


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


@dataclass(frozen=True, kw_only=True)
class Contents:
    """Markers, cards or tokens: of sides or of units (`of`), or with names of their own."""

    of: Who | None = None
    """Whose they are: `sides`, or units; for each of these there are `count`."""
    named: tuple[str, ...] = ()
    """The names they bear; of each there are `count`."""
    low: int | None = None
    """The lowest number they bear; each name has every number from here to `high`."""
    high: int | None = None
    """The highest number they bear."""
    count: Amount = ruled(1, least=1)
    """How many of each there are, asked of each side or unit whose they are."""


@dataclass(frozen=True, kw_only=True)
class Refill:
    """All that another container holds is put in, beside what is left in this one."""

    container: str = ruled(names="container")
    """What is put in. Where each side has both, each its own; where each side has one of them, at
    the start or end of a step that a side has that side's, else those of all sides."""
    at: Moment | None = None
    """When, such as `{end: round}`. Without it, when nothing is left to draw."""


class Extra(StrEnum):
    """What further units of a group need."""

    PICKED = "picked"
    """One further marker of the side each, picked out on purpose."""
    NOTHING = "nothing"
    """Nothing."""


class KeepsUp(StrEnum):
    """Which units a container takes note of that come or go after it was filled."""

    JOINED = "joined"
    """Those that join: a marker of their side is put in at once."""
    LOST = "lost"
    """Those that are lost: their marker, or one of their side, is taken out."""


class OfPassed(StrEnum):
    """What drawing a marker of a side that has passed means."""

    IGNORED = "ignored"
    """Nothing: another is drawn."""
    CALLS_BACK = "calls_back"
    """The side has a chance again."""


@dataclass(frozen=True, kw_only=True)
class ContainerMeaning(Meaning):
    """What a clause of a container means."""

    fills: Moment | None = word(Combine.ANY, beside=("contains",))
    """When it is filled, with all it contains; what was left in it before is put away."""
    refills: str | Refill | None = word(Combine.ANY, names="container")
    """All that another container holds is put in: when nothing is left to draw, or at a moment."""
    contains: Contents | None = word(Combine.ANY, Guard.SIDE, beside=("fills",))
    """What is put in."""
    drawn: Drawn | None = word(Combine.ONE)
    """How one is taken."""
    draw_for: DrawFor | None = word(Combine.ONE)
    """How often one is drawn."""
    placed: Placed | None = word(Combine.ONE)
    """Where what was drawn goes. Without this word it is out until the container is filled."""
    extra: Extra | None = word(Combine.ONE)
    """What further units of a group need."""
    keeps_up: KeepsUp | None = word(Combine.ANY, Guard.MOVED, beside=("contains",))
    """Which units it takes note of that come or go. Without this word, none until it is filled."""
    of_passed: OfPassed | None = word(Combine.ONE)
    """What drawing a marker of a side that has passed means."""
    empties: Moment | None = word(Combine.ONE)
    """When all is taken away."""


@dataclass(frozen=True, kw_only=True)
class ContainerClause(Clause):
    """A clause of a container."""

    means: ContainerMeaning | None = None
    """What it means to the engine. Without one it `follows` from others, or only advises."""


@dataclass(frozen=True, kw_only=True)
class Container:
    """Something that markers, cards or tokens are drawn from."""

    title: str = ""
    """What people call it. Without one, its name serves."""
    text: str = ""
    """A sentence or two for whoever opens it on the page."""
    of: Kept = Kept.BATTLE
    """How many such containers there are."""
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[ContainerClause, ...] = ()
    """What is said about it, one rule each."""
