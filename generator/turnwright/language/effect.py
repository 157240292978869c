"""Effects: when an ability may be used, whom its effect serves, and what ends it.

An ability is written in the words of the ruleset it was made for ("until the start of your
next psychic phase"). The effect clauses of a ruleset say what such words mean there, so an
overlay can give them another meaning without touching a single ability.
"""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.change import Change, Moment
from turnwright.language.clause import Clause, Combine, Meaning, Source, word
from turnwright.language.condition import Condition, Whose
from turnwright.language.field import ruled


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


class CoversWhose(StrEnum):
    """Whose step is meant."""

    SIDE = "side"
    """One of the same side."""
    ANYONE = "anyone"
    """Anybody's."""


class Next(StrEnum):
    """Whose next step ends an effect that lasts "until your next X"."""

    SIDE = "side"
    """The next X of the same side, whoever acts in it; or one that belongs to no side."""
    SOURCE = "source"
    """The next X of the same side, or of none, in which the source acts itself, or no unit does."""


class Boundary(StrEnum):
    """Where exactly "the start of X" lies."""

    STEP = "step"
    """Where X itself opens."""
    ENCLOSING = "enclosing"
    """Where the step around X opens."""


class ConditionsBind(StrEnum):
    """How long the conditions that an effect makes for itself are asked."""

    ALWAYS = "always"
    """At every moment: whoever no longer meets them is no longer served."""
    ONCE = "once"
    """When the effect is made: whoever met them then goes on being served."""


DURING = "during"
"""In place of a step: the one that an effect names in its `during`."""


@dataclass(frozen=True, kw_only=True)
class EffectMeaning(Meaning):
    """What an effect clause means."""

    reads_as: str | None = word(Combine.ONE, names="step")
    """The step this part is named after is not there: clauses that name it mean this one."""
    bearer: Bearer | None = word(Combine.ONE, beside=("work_of",))
    """When an ability may be used, as far as its bearer goes."""
    work_of: WorkOf | None = word(Combine.ONE)
    """Whose work an ability is when it does not say."""
    covers: Covers | None = word(Combine.ANY, beside=("covers_whose",))
    """Which steps "your X phase" takes in."""
    covers_whose: CoversWhose | None = word(Combine.ONE, beside=("covers",))
    """Whose steps "your X phase" takes in."""
    covers_until: str | None = word(Combine.ONE, beside=("covers",), names="step_or_during")
    """The step with whose end "your X phase" is over for good, such as `round`; `during`: X itself,
    which an effect names in its own `during`."""
    next: Next | None = word(Combine.ONE)
    """Which X is "your next X"."""
    boundary: Boundary | None = word(Combine.ONE, beside=("next",))
    """Where exactly "the start of X" lies."""
    if_gone: str | None = word(Combine.ONE, names="step")
    """The step with whose end an effect stops once its source is gone."""
    conditions_bind: ConditionsBind | None = word(Combine.ONE)
    """How long the conditions that an effect makes for itself are asked."""


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
class Effect:
    """What an ability sets going, in the words of the ruleset it was made for."""

    changes: Change | None = None
    """A value of the target that is different while it lasts, `by` a number."""
    during: str = ruled(
        "",
        apart=("changes",),
        because="a value is different until the effect ends",
        hint="Say in `until` when that is.",
        names="step_or_phrase",
    )
    """It serves units while they act in this step of yours."""
    until: Moment | None = None
    """What ends it: the start or end of your next step of this name."""
    serves: Condition | None = None
    """Whom it serves, among friends; `source` is the bearer."""
    begins: str = ruled("", names="step")
    """It begins when this step opens, in what the ability `opens`. Without it, at once."""


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
    target: Whose | None = None
    """Whom it is used on, if anybody; a `friend` may be the bearer itself."""
    target_needs: Condition | None = ruled(None, beside=("target",))
    """What must be true of the target; `active` is the bearer."""
    effect: Effect | None = None
    """What it sets going. Without one, its use changes nothing by itself."""
    opens: str = ruled("", names="step")
    """A step that its bearer then goes through, with the check and all that clauses give it."""
    times: int = ruled(1, least=1)
    """How often it may be used while the step that offers it is open."""
