"""Steps: the named parts of a round, how chances are dealt in them, and what may be done.

A step is a body and a cadence. The body is a `sequence` of steps, or chances to start
`each` of some steps; a step with neither is something that simply happens.
"""

from dataclasses import dataclass

from turnwright.language.action import Gives, Instead, Moves, Result, Route, Sets
from turnwright.language.chance import (
    Allowed,
    Among,
    Cadence,
    Counts,
    First,
    Group,
    Limit,
    Order,
    Passed,
    Rank,
    Swaps,
    TiedRoll,
    Together,
    Unable,
    Uneven,
    Until,
)
from turnwright.language.clause import Clause, Combine, Source, word
from turnwright.language.condition import Condition


@dataclass(frozen=True, kw_only=True)
class StepMeaning:
    """What a clause of a step means. Each word is one fact."""

    when: Condition | None = None
    """All that this clause means holds only then."""
    waives: tuple[str, ...] | None = word(Combine.ANY)
    """An exception: these clauses do not bind (while `when` holds)."""

    sequence: tuple[str, ...] | None = word(Combine.ONE)
    """The steps this one goes through, in this order."""
    order: Order | None = word(Combine.ONE)
    """Whether the listed order of the body binds."""
    each: tuple[str, ...] | None = word(Combine.ANY)
    """What a chance may be spent on: steps, each dealt to a unit."""
    each_ability: str | None = word(Combine.ANY)
    """Abilities that the unit's own card offers here: `unit`, or those of the `mission`."""
    repeats: str | None = word(Combine.ONE)
    """The step that comes again and again until this one ends."""
    until: Until | None = word(Combine.ANY)
    """When this step ends."""
    until_fact: str | None = word(Combine.ANY)
    """This step ends when this is true of the battle."""

    cadence: Cadence | None = word(Combine.ONE)
    """How chances to act are dealt."""
    container: str | None = word(Combine.ONE)
    """What is drawn from."""
    first: First | None = word(Combine.ONE)
    """Who has the first chance."""
    decides: First | None = word(Combine.ONE)
    """Who decides which side has the first chance."""
    kept: str | None = word(Combine.ONE)
    """The step for which the answer holds; it is asked afresh in the next one."""
    ties: str | None = word(Combine.ONE)
    """The die each side rolls when it is a tie, such as `1d6`; the highest wins."""
    tied_roll: TiedRoll | None = word(Combine.ONE)
    """What a tied roll-off does."""
    swaps: Swaps | None = word(Combine.ONE)
    """Whether the first side changes from round to round."""
    uneven: Uneven | None = word(Combine.ONE)
    """What happens when one side has nothing left to pick."""
    unable: Unable | None = word(Combine.ONE)
    """What holding a chance without being able to use it means."""
    passing: Allowed | None = word(Combine.ONE)
    """Whether a side may pass instead of acting."""
    passed: Passed | None = word(Combine.ONE)
    """What passing does."""
    passed_for: str | None = word(Combine.ONE)
    """The step for which a pass holds."""
    finish: Allowed | None = word(Combine.ONE)
    """Whether the side may say that it has done all it wants here."""

    among: Among | None = word(Combine.EVERY)
    """Whose units may be picked."""
    needs: Condition | None = word(Combine.EVERY)
    """A unit may be picked for this only if this is true of it."""
    bars: Condition | None = word(Combine.EVERY)
    """A unit may not be picked for this if this is true of it."""
    limit: Limit | None = word(Combine.EVERY)
    """How often a unit may be picked, for each thing that is dealt (or counts as the same)."""
    rank: Rank | None = word(Combine.ONE)
    """Who must be picked before whom."""
    together: Together | None = word(Combine.ONE)
    """How many units a chance starts at once."""
    group_needs: Condition | None = word(Combine.EVERY)
    """What must be true of every unit of a group of several."""
    group: Group | None = word(Combine.ONE)
    """How a group goes through what follows."""
    group_counts: Counts | None = word(Combine.ONE)
    """Which units of a group are used up."""

    counts_as: str | None = word(Combine.ONE)
    """What doing this counts as. Without this word it counts as itself."""
    check: str | None = word(Combine.ONE)
    """The check that must be rolled; `none` when there is none."""
    risky: bool | None = word(Combine.ONE)
    """Failing may cost more than the action."""
    result: Result | None = word(Combine.ANY)
    """What an outcome of the check leads to."""
    instead: Instead | None = word(Combine.ONE)
    """What the side may choose instead of an outcome."""
    target: Among | None = word(Combine.ONE)
    """Whose unit may be the target."""
    target_needs: Condition | None = word(Combine.EVERY)
    """What must be true of the target. `active` is the unit that acts."""
    uses: str | None = word(Combine.ONE)
    """An item with this keyword must be used."""
    moves: Moves | None = word(Combine.ONE)
    """The unit moves."""
    route: Route | None = word(Combine.ONE)
    """How the move must go."""
    may_enter: str | None = word(Combine.ANY)
    """The move may bring the unit into this fact with somebody, such as `engaged`."""
    may_leave: str | None = word(Combine.ANY)
    """The move may take the unit out of this fact with somebody."""
    sets: Sets | None = word(Combine.ANY)
    """A fact that becomes true when this is done."""
    gives: Gives | None = word(Combine.ANY)
    """A value that changes for a while when this is done."""


@dataclass(frozen=True, kw_only=True)
class StepClause(Clause):
    """A clause of a step."""

    means: StepMeaning | None = None
    """What it means to the engine. Without one it `follows` from others, or only advises."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """A named part of the round, or something a unit may do."""

    title: str = ""
    """What people call it. Without one, its name serves."""
    text: str = ""
    """A sentence for people who open this step on the page."""
    like: str = ""
    """Another step whose clauses hold here too, unless a clause here says otherwise."""
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[StepClause, ...] = ()
    """What is said about it, one rule each."""
