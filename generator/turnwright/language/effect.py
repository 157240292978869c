"""What lasts: when an ability may be used, whom its effect serves, and what ends it.

An ability is written in the words of the ruleset it was made for ("until the start of your
next psychic phase"). The effect clauses of a ruleset say what such words mean there, so an
overlay can give them another meaning without touching a single ability.
"""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.clause import Clause, Combine, Source, word
from turnwright.language.condition import Condition, Who


class Bearer(StrEnum):
    """When the bearer of an ability may use it."""

    ACTIVE = "active"
    """Only while the bearer itself is acting."""
    FRIENDLY = "friendly"
    """While any unit of its side is acting."""


class WorkOf(StrEnum):
    """Whose work an effect is."""

    UNIT = "unit"
    """The unit's that bears the ability."""
    ARMY = "army"
    """The whole side's."""


class Covers(StrEnum):
    """Which goings of a step "your X phase" takes in, seen from where the effect was made."""

    SAME = "same"
    """That one itself."""
    TOGETHER = "together"
    """Those of units that are active at the same time."""
    LATER = "later"
    """Later ones."""


class Whose(StrEnum):
    """Whose step is meant."""

    SIDE = "side"
    """One of the same side."""
    ANYONE = "anyone"
    """Anybody's."""


class Next(StrEnum):
    """Whose next step ends an effect that lasts "until your next X"."""

    SIDE = "side"
    """The next X of the same side, whoever acts in it."""
    SOURCE = "source"
    """The next X in which the source of the effect acts itself."""


class Boundary(StrEnum):
    """Where exactly "the start of X" lies."""

    STEP = "step"
    """Where X itself opens."""
    ENCLOSING = "enclosing"
    """Where the step around X opens."""


@dataclass(frozen=True, kw_only=True)
class EffectMeaning:
    """What an effect clause means."""

    when: Condition | None = None
    """All that this clause means holds only then."""
    reads_as: str | None = word(Combine.ONE)
    """The step this part is named after is not there: clauses that name it mean this one."""
    bearer: Bearer | None = word(Combine.ONE)
    """When an ability may be used, as far as its bearer goes."""
    work_of: WorkOf | None = word(Combine.ONE)
    """Whose work an ability is when it does not say."""
    covers: Covers | None = word(Combine.ANY)
    """Which steps "your X phase" takes in."""
    covers_whose: Whose | None = word(Combine.ONE)
    """Whose steps "your X phase" takes in."""
    covers_this: str | None = word(Combine.ONE)
    """The step with whose end "your X phase" is over for good, such as `round`."""
    next: Next | None = word(Combine.ONE)
    """Which X is "your next X"."""
    boundary: Boundary | None = word(Combine.ONE)
    """Where exactly "the start of X" lies."""
    if_gone: str | None = word(Combine.ONE)
    """The step with whose end an effect stops once its source is gone."""
    own_needs: Bearer | None = word(Combine.ONE)
    """Whether an effect's own conditions go on binding: `active` says they do, at every moment."""


@dataclass(frozen=True, kw_only=True)
class EffectClause(Clause):
    """A clause about effects in general."""

    means: EffectMeaning | None = None
    """What it means to the engine. Without one it `follows` from others, or only advises."""


@dataclass(frozen=True, kw_only=True)
class EffectTerm:
    """A turn of phrase that effects use, and the clauses that say what it means."""

    title: str = ""
    """What people call it. Without one, its name serves."""
    text: str = ""
    """A sentence or two for whoever opens it on the page."""
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[EffectClause, ...] = ()
    """What is said about it, one rule each."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """When something happens: the start or the end of a step, or any time during it."""

    start: str = ""
    """The step whose start it is."""
    end: str = ""
    """The step whose end it is."""
    during: str = ""
    """The step during which it may be used, or the loss that calls for it."""


@dataclass(frozen=True, kw_only=True)
class Bonus:
    """A value that is higher or lower while the effect lasts."""

    value: str
    """The value that changes."""
    amount: int
    """How much is added to it; below 0, taken away."""


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What an ability sets going, in the words of the ruleset it was made for."""

    gives: Bonus | None = None
    """A value of the target that changes."""
    during: str = ""
    """It serves units while they act in this step of yours."""
    until: Moment | None = None
    """What ends it: the start or end of your next step of this name."""
    serves: Condition | None = None
    """Whom it serves, among friends; `source` is the bearer."""


@dataclass(frozen=True, kw_only=True)
class Ability:
    """Something on a unit's card (or the mission's) that is used at some moment."""

    text: str
    """What it does, in our own words."""
    source: Source | None = None
    """Where it comes from."""
    used: Moment
    """When it may be used."""
    impersonal: bool = False
    """Worded as the army's ability, and not as its bearer's."""
    target: Who | None = None
    """Whom it is used on, if anybody; a `friend` may be the bearer itself."""
    target_needs: Condition | None = None
    """What must be true of the target; `active` is the bearer."""
    effect: Effect | None = None
    """What it sets going. Without one it simply happens."""
    opens: str = ""
    """A step that its bearer then goes through, with the check and all that clauses give it."""
    times: int = 1
    """How often it may be used while the step that offers it is open."""
