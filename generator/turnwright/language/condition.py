"""Conditions, amounts and selections: what is asked, how much, and of whom.

The three speak of each other, so they stand together. A condition says exactly one thing;
`all_of` and `any_of` join several, and `not` denies one. It is asked of a subject: a unit, a side
or the battle. A fact or a value of a side, asked of a unit, is that of its side; one of the battle
is the battle's, whoever is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.field import Form, ruled

THIS = "this"
"""The step that says so, in place of its name: also where another step takes it over by `like`."""


class Whose(StrEnum):
    """Who is meant, seen from whoever is asked."""

    OWN = "own"
    """Every unit of the same side, the one that is asked included."""
    FRIEND = "friend"
    """Every other unit of the same side, or of its team."""
    ENEMY = "enemy"
    """Every unit of another side that is neither of its team nor neutral."""
    ANYONE = "anyone"
    """Every unit; in a condition or an amount, every other unit."""
    ACTIVE = "active"
    """The units that are acting in the enclosing step."""
    TARGET = "target"
    """The unit that was picked as the target."""
    SOURCE = "source"
    """The unit whose ability made the effect."""
    ASKER = "asker"
    """Inside `that`: whoever is asked outside it, from whom the others are seen."""
    ITSELF = "itself"
    """Whoever is asked."""
    SIDE = "side"
    """The side itself: of the unit that is asked, or whose step it is."""
    OTHER_SIDES = "other_sides"
    """Every other side."""
    SIDES = "sides"
    """Every side."""
    NEXT_SIDE = "next_side"
    """The side after it, in the order in which they are listed; after the last comes the first."""
    BATTLE = "battle"
    """The battle as a whole."""


class Also(StrEnum):
    """Which units count that are not on the table."""

    AWAY = "away"
    """Those in the battle that are away, such as reserves."""
    GONE = "gone"
    """Every unit there ever was: those that are away, and those that have left."""


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Some of those who are meant: only those for whom a condition is true."""

    of: Whose = Whose.ANYONE
    """Who is meant."""
    that: Condition | None = None
    """Only those of whom this is true; asked of each of them."""
    also: Also | None = None
    """Units that count although they are not on the table."""


Who = Whose | Selection
"""Who is meant: a word such as `enemy`, or `{of: enemy, that: {fact: ready}}`."""


class Stands(StrEnum):
    """How it is known where a unit stands."""

    SOMEWHERE = "somewhere"
    """It has a place on the table: one for the unit, or one for each of its models."""
    APART = "apart"
    """Each of its models has a place of its own; a unit of one model stands as one."""


class Rounded(StrEnum):
    """Which way a division is rounded."""

    UP = "up"
    """To the next higher number."""
    DOWN = "down"
    """To the next lower number."""


class Take(StrEnum):
    """Which value counts when several have one."""

    TOTAL = "total"
    """All of them added up."""
    HIGHEST = "highest"
    """The highest."""
    LOWEST = "lowest"
    """The lowest."""


@dataclass(frozen=True, kw_only=True)
class Sum:
    """An amount that has to be worked out. It begins with exactly one of the first eleven."""

    number: int | None = ruled(None, one_of=True)
    """A plain number."""
    value: str | None = ruled(None, one_of=True, names="value")
    """A value, of whoever is asked or of `of`."""
    count: Who | None = ruled(None, one_of=True)
    """How many of these there are."""
    roll: str | None = ruled(None, one_of=True, form=Form.DICE)
    """Dice that are rolled for it, such as `1d6`: for what changes, and what a move goes by."""
    outcome: str | None = ruled(None, one_of=True, names="outcome")
    """How many dice of the last check had this outcome."""
    total: bool | None = ruled(None, one_of=True)
    """The total of the last check; 0 where its dice are judged one by one."""
    profile: str | None = ruled(None, one_of=True)
    """A number on the profile of the item that is used, such as its `range`."""
    models: Who | None = ruled(None, one_of=True)
    """How many models these have."""
    doing: Who | None = ruled(None, one_of=True)
    """How many models of these do what is being done; 0 where they are not told apart."""
    doing_within: Within | None = ruled(None, one_of=True)
    """How many of the same models are this near to somebody."""
    lost_models: str | None = ruled(None, one_of=True, names="step_or_this")
    """How many models it lost since the named enclosing step, or `this` one, began."""
    in_container: str | None = ruled(None, one_of=True, names="container")
    """How many markers this container holds; where each side has one, that of its side."""
    acted: bool | None = ruled(None, one_of=True)
    """How lately it acted: whoever acted last has the most, and whoever has not acted 0."""
    of: Who | None = ruled(None, beside=("value", "in_container"))
    """Whose value it is; of a container, whose markers count. Where the one who is meant, such as
    the target, is gone or nobody, play stops and says so; several of whom nobody is there have 0.
    """
    named: str = ruled("", beside=("in_container",), names="marker")
    """Only markers with this name count, or with this number where they have no name."""
    numbers: Take | None = ruled(None, beside=("in_container",))
    """Not how many there are, but the numbers they bear: added up, or the highest or lowest."""
    after: str = ruled("", beside=("outcome", "total"), names="step")
    """Not the last check, but that of this step, which goes on, or was gone through in one that
    does."""
    take: Take = ruled(Take.TOTAL, beside=("of",), because="one has nothing to choose from")
    """Which value counts when `of` are several."""
    times: Amount = 1
    """It is multiplied by this."""
    per: Amount | None = ruled(None, least=1)
    """It is divided by this, and rounded; nothing is divided by less than 1."""
    rounded: Rounded | None = ruled(None, beside=("per",))
    """Which way it is rounded; when left out, down, but the inches of `within` keep a fraction."""
    plus: Amount | None = None
    """This is added."""
    less: Amount | None = None
    """This is taken away."""
    at_least: Amount | None = None
    """It is never lower than this."""
    at_most: Amount | None = None
    """It is never higher than this."""


Amount = int | str | Sum
"""How much: a number, dice such as `1d6`, the name of a value, or a sum of these."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How low and how high a number can be."""

    at_least: Amount | None = ruled(None, some_of=True)
    """It is never lower than this."""
    at_most: Amount | None = ruled(None, some_of=True)
    """It is never higher than this."""


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """What an amount is compared with; all that is said must hold."""

    at_least: Amount | None = None
    """It is this or higher."""
    at_most: Amount | None = None
    """It is this or lower."""
    above: Amount | None = None
    """It is higher than this."""
    below: Amount | None = None
    """It is lower than this."""
    equals: Amount | None = ruled(None, apart=("at_least", "at_most", "above", "below"))
    """It is this."""


@dataclass(frozen=True, kw_only=True)
class Level(Bounds):
    """An amount is high or low enough."""

    value: Amount
    """What is compared: nearly always a value of whoever is asked."""


@dataclass(frozen=True, kw_only=True)
class Count(Selection, Bounds):
    """There are so many of them. Without a bound: at least one."""

    share: str = ruled(
        "", form=Form.FRACTION, beside=("that",), because="all of them are all of them"
    )
    """At least this part of those who are meant satisfies `that`: a fraction such as `1/2`."""


@dataclass(frozen=True, kw_only=True)
class Every:
    """Something is true of all of them."""

    of: Who = Whose.ANYONE
    """Who is meant."""
    that: Condition
    """What is true of each of them."""


@dataclass(frozen=True, kw_only=True)
class Did:
    """Something was done, or begun, in a step that is still going on, by the unit that is asked.

    A side did what any of its units did. What nobody's step goes through or repeats, such as
    rounds, is done by the battle, and so by whoever is asked: in the first round it was done once.
    """

    action: str = ruled(names="action_or_count")
    """What it did: a step, what that step counts as, an ability, `pass` or `done`."""
    this: str = ruled(names="step_or_this")
    """Since when: the name of an enclosing step, as in "this activation", or `this`."""
    times: int | None = ruled(None, least=0)
    """Exactly this often. Without it, at least once."""
    last: bool = ruled(False, apart=("times", "using"))
    """The last chance in it that its side used, or gave up by `pass` or `done`, went on this."""
    using: str = ""
    """Every time with an item that has this keyword."""


@dataclass(frozen=True, kw_only=True)
class Earlier:
    """The last check, or draw, of some step had this outcome."""

    outcome: str = ruled(names="outcome")
    """The outcome."""
    after: str = ruled(names="step")
    """The step that had it; it goes on, or was gone through in one that still goes on."""


@dataclass(frozen=True, kw_only=True)
class Within(Selection):
    """Measured from base to base, the unit is near enough to somebody.

    Where each model has its place, it is measured between the two models that are nearest.
    A unit that is away is near nobody. Where no unit has a place, nobody is near anybody; where
    only some have, play stops and says so.
    """

    inches: Amount = ruled(least=0)
    """How near, at most."""


@dataclass(frozen=True, kw_only=True)
class Pair:
    """A fact between two units, such as being engaged, holds between this unit and somebody."""

    fact: str = ruled(names="fact")
    """What holds between them."""
    to: Who
    """With whom. Sight goes from this unit to that one; asked of a target, from those who act."""


@dataclass(frozen=True, kw_only=True)
class Condition:
    """Something that is true of whoever is asked, or not."""

    fact: str | None = ruled(None, one_of=True, names="fact")
    """It has this fact; a fact of its side or of the battle counts as its own."""
    all_of: tuple[Condition, ...] | None = ruled(None, one_of=True)
    """Every one of these holds."""
    any_of: tuple[Condition, ...] | None = ruled(None, one_of=True)
    """At least one of these holds."""
    not_: Condition | None = ruled(None, one_of=True)
    """This does not hold."""
    every: Every | None = ruled(None, one_of=True)
    """Something is true of all of these, seen from whoever is asked; also where there are none."""
    among: Who | None = ruled(None, one_of=True)
    """It is one of these, seen from the side whose step or chance it is; inside `that`, from
    whoever is asked outside it."""
    count: Count | None = ruled(None, one_of=True)
    """There are so many of them, seen from whoever is asked."""
    level: Level | None = ruled(None, one_of=True)
    """A value, or another amount, is this high or low."""
    did: Did | None = ruled(None, one_of=True)
    """It did this."""
    was: str | Earlier | None = ruled(None, one_of=True, names="outcome")
    """The last check, or draw, of the step that is going on had this outcome."""
    open: str | None = ruled(None, one_of=True, names="step")
    """This step is going on."""
    able: str | None = ruled(None, one_of=True, names="step")
    """The unit could do this step: no clause bars it, and it has the item and target it needs."""
    within: Within | None = ruled(None, one_of=True)
    """The unit is this near to somebody."""
    stands: Stands | None = ruled(None, one_of=True)
    """It is known where the unit stands, or where each of its models does."""
    one_group: Amount | None = ruled(None, one_of=True, least=0)
    """Its models are one group, in which each is so near to another, in inches from base to base.
    So are those of a unit that stands as one."""
    pair: Pair | None = ruled(None, one_of=True)
    """This fact holds between the unit and somebody."""
    carries: str | None = ruled(None, one_of=True)
    """The unit carries an item with this keyword."""
    using: str | None = ruled(None, one_of=True)
    """The item that is used has this keyword."""
    lost_models: str | None = ruled(None, one_of=True, names="step_or_this")
    """The unit lost models since the named enclosing step, or `this` one, began."""
    risky: bool | None = ruled(None, one_of=True)
    """What is being done is risky."""
    param: str | None = ruled(None, one_of=True)
    """A condition that whoever switches the option on must supply, under this name."""
