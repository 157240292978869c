"""Steps: the named parts of a round, how chances are dealt in them, and what may be done.

A step is a body and a cadence. The body is a `sequence` of steps, or chances to start
`each` of some steps; a step with neither is something that simply happens.
"""

from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.clause import Clause, Combine, Source, word
from turnwright.language.condition import Condition


class Cadence(StrEnum):
    """How chances to act are dealt inside a step."""

    EACH_PLAYER = "each_player"
    """Every side gets the step once, one side after the other."""
    ONE_SIDE = "one_side"
    """One side takes every chance."""
    ALTERNATE = "alternate"
    """Sides take turns, one chance each."""
    DRAW = "draw"
    """What is drawn from a container says whose chance comes next."""


class First(StrEnum):
    """Who has the first chance of a step."""

    ACTIVE = "active"
    """The side whose turn or activation it is."""
    OTHER = "other"
    """The side whose turn or activation it is not."""
    MISSION = "mission"
    """The side that the mission names."""
    FEWEST = "fewest"
    """The side with the fewest units left."""
    MOST = "most"
    """The side with the most units left."""
    DRAWN = "drawn"
    """The side whose marker was drawn."""
    FIRST_SIDE = "first_side"
    """The side that the ruleset lists first, such as the attacker."""
    SECOND_SIDE = "second_side"
    """The side that the ruleset lists second, such as the defender."""


class Among(StrEnum):
    """Whose units may be picked."""

    OWN = "own"
    """Units of the side whose chance it is."""
    ENEMY = "enemy"
    """Units of other sides."""
    ACTIVE = "active"
    """Only the units that are acting in the enclosing step."""
    ANYONE = "anyone"
    """Units of every side."""


class Together(StrEnum):
    """How many units one chance may start at once."""

    ONE = "one"
    """One unit."""
    SEVERAL = "several"
    """One unit or more."""


class Group(StrEnum):
    """How units that were started at once go through what follows."""

    SHARED = "shared"
    """They go through it side by side: all move, then all shoot."""
    IN_TURN = "in_turn"
    """One goes through all of it, then the next does."""


class Counts(StrEnum):
    """Which units of a group are used up."""

    EACH = "each"
    """Every unit of the group."""
    ONE = "one"
    """Only the unit that was named first."""


class Order(StrEnum):
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


class Passed(StrEnum):
    """What passing does."""

    OUT = "out"
    """Whoever passed gets no further chance."""
    FOR_NOW = "for_now"
    """Whoever passed gets another chance after somebody has acted."""


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


class Until(StrEnum):
    """When a step ends."""

    NONE_LEFT = "none_left"
    """When no unit is left that could be picked."""
    ALL_PASSED = "all_passed"
    """When every side has passed."""
    ALL_DEALT = "all_dealt"
    """When every side has had its chance."""
    ONE_CHANCE = "one_chance"
    """When one chance has been used."""


class Swaps(StrEnum):
    """Whether who is first changes from round to round."""

    NEVER = "never"
    """The same side is first in every round."""
    EACH_ROUND = "each_round"
    """The sides take it in turns to be first."""


class TiedRoll(StrEnum):
    """What happens when a roll-off is tied."""

    AGAIN = "again"
    """It is rolled again."""
    FIRST_SIDE = "first_side"
    """The side that the ruleset lists first wins."""


class Direction(StrEnum):
    """Which end of a ranking comes first."""

    DESCENDING = "descending"
    """Highest first."""
    ASCENDING = "ascending"
    """Lowest first."""


class Then(StrEnum):
    """What the outcome of a check leads to."""

    CARRY_OUT = "carry_out"
    """What was attempted is done."""
    GO_ON = "go_on"
    """It is not done, and the unit may go on with something else."""
    END = "end"
    """The named step ends at once."""
    LOSE = "lose"
    """The side loses the battle at once."""


class On(StrEnum):
    """On whom a fact is set."""

    UNIT = "unit"
    """The units that act."""
    TARGET = "target"
    """The unit that was picked as the target."""
    SIDE = "side"
    """The acting side."""
    BATTLE = "battle"
    """Nobody: it is true of the battle."""


class Which(StrEnum):
    """Which ending of a step stops something that lasts."""

    THIS = "this"
    """The end of the one that is going on."""
    NEXT = "next"
    """The end of the one after that."""


@dataclass(frozen=True, kw_only=True)
class Limit:
    """How often the same unit may be picked."""

    per: str
    """The step in which it is counted, such as `round`."""
    times: int = 1


@dataclass(frozen=True, kw_only=True)
class Rank:
    """Units are taken in order of a value, or those with a fact before those without."""

    value: str = ""
    fact: str = ""
    direction: Direction


@dataclass(frozen=True, kw_only=True)
class Result:
    """What some outcomes of the check lead to."""

    outcome: tuple[str, ...]
    then: Then
    step: str = ""
    """Which step ends, where one does."""


@dataclass(frozen=True, kw_only=True)
class Instead:
    """The side may choose something else instead of suffering an outcome."""

    outcome: str
    step: str
    """What it may choose."""


@dataclass(frozen=True, kw_only=True)
class Moves:
    """The unit moves, up to so many inches."""

    up_to: str
    """The value that says how far, in inches."""


class Route(StrEnum):
    """How a move must go."""

    DIRECT = "direct"
    """Every leg of the path ends nearer to the target."""
    CLOSER = "closer"
    """It ends nearer to the target than it began."""


@dataclass(frozen=True, kw_only=True)
class Sets:
    """A fact becomes true and stays so for a span."""

    fact: str
    on: On = On.UNIT
    outcome: str = ""
    """Only if the check had this outcome."""
    until: str = ""
    """The step whose end ends it. Without one it stays."""
    which: Which = Which.THIS


@dataclass(frozen=True, kw_only=True)
class Gives:
    """The acting units have a value changed for a span."""

    value: str
    amount: int = 0
    roll: str = ""
    """Dice whose total is added, such as `1d6`."""
    until: str
    """The step whose end ends it."""


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
    """How often a unit may be picked."""
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


@dataclass(frozen=True, kw_only=True)
class Step:
    """A named part of the round, or something a unit may do."""

    title: str = ""
    text: str = ""
    """A sentence for people who open this step on the page."""
    like: str = ""
    """Another step whose clauses hold here too, unless a clause here says otherwise."""
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[StepClause, ...] = ()
