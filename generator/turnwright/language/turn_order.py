"""Turn order: whose chance comes next, who is first, who is out, and when it is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.condition import Amount
from turnwright.language.field import Form, ruled


class Cadence(StrEnum):
    """How chances to act are dealt inside a step."""

    __hash__ = str.__hash__  # An enumeration's own is slow, and this is looked up at every chance.

    EACH_PLAYER = "each_player"
    """Every side gets the step once, one side after the other; nobody is asked. Of the units that
    act around it, only those of that side act in it."""
    EACH_UNIT = "each_unit"
    """Every unit that may be picked gets the step once, in order of rank; nobody is asked. Whose
    units these are is seen from the side whose step it is, and where it is nobody's, from each."""
    ONE_SIDE = "one_side"
    """One side takes every chance."""
    ONE_CHANCE = "one_chance"
    """One side takes one chance, with one unit where it takes one, and then this step ends; where
    nobody can take it, only with `until: none_left`."""
    ALTERNATE = "alternate"
    """Sides take turns, one chance each."""
    RANKED = "ranked"
    """The next chance is for the unit that ranks first, whosever it is; without `rank`, all tie.
    With `among: own` its own side takes it."""
    FOLLOWS = "follows"
    """The next chance is for the side of the unit that acted last."""
    DRAW = "draw"
    """What is drawn from a container says whose chance comes next."""
    PUT_OFF = "put_off"
    """What was put off to this step is carried out, in order of rank, and as it was declared unless
    its `order` is free."""


class First(StrEnum):
    """Which side comes first."""

    ACTIVE = "active"
    """The side whose turn or activation it is."""
    OTHER = "other"
    """The side after that one, in the order in which the ruleset lists them."""
    MISSION = "mission"
    """The side that the mission names."""
    FEWEST = "fewest"
    """The side with the fewest units on the table."""
    MOST = "most"
    """The side with the most units on the table."""
    DRAWN = "drawn"
    """The side whose marker was drawn, or was the last to be."""
    LISTED_FIRST = "listed_first"
    """The side that the ruleset lists first, such as the attacker."""
    LISTED_SECOND = "listed_second"
    """The side that the ruleset lists second, such as the defender."""


class Was(StrEnum):
    """What a side was the last time that such a step was gone through."""

    WENT_FIRST = "went_first"
    """It had the first chance."""
    WENT_LAST = "went_last"
    """It came last in the order."""
    WON_ROLL = "won_roll"
    """It won the roll."""
    LOST_ROLL = "lost_roll"
    """It had the worst of the roll."""
    FINISHED_FIRST = "finished_first"
    """It was the first to be out: it had passed, was done, or had nothing left."""
    FINISHED_LAST = "finished_last"
    """It was the last to be out."""


@dataclass(frozen=True, kw_only=True)
class OrderKey:
    """What sides are put in order by: exactly one of `roll`, `amount`, `fact`, `was`, `as_in`."""

    roll: str = ruled("", one_of=True, form=Form.DICE)
    """Each side rolls these dice, such as `1d6`; the highest total comes first."""
    amount: Amount | None = ruled(None, one_of=True, joins="roll")
    """The highest of this comes first, asked of each side; beside `roll`, it is added to it."""
    lowest: bool = ruled(False, beside=("roll", "amount", "fact"))
    """The lowest comes first, not the highest; with a fact, those that do not have it."""
    fact: str = ruled("", one_of=True, names="fact")
    """Sides that have this fact come first; one of units, sides with a unit that has it."""
    was: Was | None = ruled(None, one_of=True)
    """Who was this the last time. The first time, it leaves all equal."""
    of: str = ruled("", beside=("was",), names="step")
    """The step of which `was` speaks. Without it, the same step."""
    as_in: str = ruled("", one_of=True, names="step")
    """The order that was settled in this step, as long as that is kept."""


Order = First | OrderKey
"""Which side comes first: a word such as `fewest`, or `{roll: 1d6}`."""


class Again(StrEnum):
    """What breaks a tie, beside what puts sides in order."""

    AGAIN = "again"
    """Those who are equal roll again."""
    IN_TURN = "in_turn"
    """They follow as they are listed after the side before them, round the table."""


Tie = First | Again | OrderKey
"""What breaks a tie: anything that puts sides in order, or `again`."""


class Sequencing(StrEnum):
    """Whether the listed order binds."""

    FIXED = "fixed"
    """As listed; what was gone past does not come back."""
    FREE = "free"
    """In whatever order the acting side likes."""


class Allowed(StrEnum):
    """Whether a side may do so."""

    ALLOWED = "allowed"
    """It may."""
    NEVER = "never"
    """It may not."""


@dataclass(frozen=True, kw_only=True)
class Passing:
    """A pass that is something one does."""

    opens: str = ruled(names="step")
    """The step that passing opens. Whoever cannot do that step, or pay for it, cannot pass."""


FOR_NOW = "for_now"
"""What passing does when whoever passed has another chance after somebody has acted, or at once
where nobody else can act."""


class Uneven(StrEnum):
    """What happens when one side has nothing left to pick and another has."""

    RUNS_ON = "runs_on"
    """The side with something left takes its chances one after another."""
    STOPS = "stops"
    """The step ends."""


class Unable(StrEnum):
    """What a chance that nobody can use does to the side that holds it."""

    PASSES = "passes"
    """The side counts as having passed."""
    WAITS = "waits"
    """The side is skipped, and asked again later."""


class IfGone(StrEnum):
    """What becomes of a step when every unit that acts in it is gone."""

    GOES_ON = "goes_on"
    """It goes on, and nobody is active in it; numbers are asked of whoever it was. What was put off
    by somebody who is gone since is carried out."""


class Until(StrEnum):
    """When a step ends."""

    __hash__ = str.__hash__

    NONE_LEFT = "none_left"
    """When no unit is left that could be picked, or nothing that could be drawn for one."""
    ALL_PASSED = "all_passed"
    """When every side has passed."""
    ALL_DEALT = "all_dealt"
    """When everybody has had the step that is dealt."""
    ONE_CHANCE = "one_chance"
    """When one chance has been used."""


_ASKED = ("decides", "uneven", "unable", "passing", "passed", "finish")
_GROUPS = ("group_needs", "group", "group_counts")

IDLE_WORDS: Mapping[Cadence, tuple[str, ...]] = {
    Cadence.EACH_PLAYER: (
        *(word for word in _ASKED if word != "decides"),
        *_GROUPS,
        *("draws", "rank", "together", "order", "chances", "gathers"),
    ),
    Cadence.EACH_UNIT: (*_ASKED, *_GROUPS, "draws", "order", "chances", "gathers"),
    Cadence.PUT_OFF: (
        *_ASKED,
        *_GROUPS,
        *("draws", "together", "chances", "among", "if_gone"),
    ),
    Cadence.ONE_SIDE: ("draws", "uneven", "gathers"),
    Cadence.ONE_CHANCE: ("draws", "uneven", "gathers", "together", "chances", *_GROUPS),
    Cadence.ALTERNATE: ("draws", "gathers"),
    Cadence.RANKED: ("draws", "gathers"),
    Cadence.FOLLOWS: ("draws", "rank", "gathers"),
    Cadence.DRAW: ("decides", "kept", "gathers"),
}
"""The words that mean nothing beside a cadence."""

ENDS: Mapping[Cadence, tuple[Until, ...]] = {
    Cadence.EACH_PLAYER: (Until.ALL_DEALT, Until.ONE_CHANCE),
    Cadence.EACH_UNIT: (Until.ALL_DEALT, Until.NONE_LEFT, Until.ONE_CHANCE),
    Cadence.PUT_OFF: (Until.ALL_DEALT, Until.ONE_CHANCE),
}
"""The ends that a cadence can come to, where nobody is asked."""

ASKED_ENDS = (Until.NONE_LEFT, Until.ALL_PASSED, Until.ONE_CHANCE)
"""The ends that any other cadence can come to."""
