"""Steps: the named parts of a round, how chances are dealt in them, and what may be done.

A step has one body: a `sequence` of steps, a step that it `repeats`, or chances to start `each` of
some steps. A step without a body has nothing inside it.
"""

from dataclasses import dataclass

from turnwright.language.action import Chooses, Draws, Instead, KeepsOff, Moves, Result, Route
from turnwright.language.change import Change, Cost
from turnwright.language.clause import Clause, Combine, Guard, Meaning, Source, word
from turnwright.language.condition import Amount, Condition, Who, Within
from turnwright.language.eligibility import (
    Counts,
    Gathers,
    Group,
    Items,
    Limit,
    Models,
    Rank,
    Together,
)
from turnwright.language.field import ruled
from turnwright.language.turn_order import (
    Allowed,
    Cadence,
    IfGone,
    Order,
    Passing,
    Sequencing,
    Tie,
    Unable,
    Uneven,
    Until,
)

DEALS = ("each", "each_ability")
"""The words of a step that deals chances."""
UNDEALT = ("sequence", "repeats")
"""The words of a step that goes on by itself."""

UNGATHERED = ("each_ability", "first", "ties", "kept", "limit", "costs")
"""Words that say nothing of a step that carries out what was put off."""


@dataclass(frozen=True, kw_only=True)
class StepMeaning(Meaning):
    """What a clause of a step means. Each word is one idea."""

    # The body

    sequence: tuple[str, ...] | None = word(Combine.ONE, apart=("repeats", *DEALS), names="step")
    """The steps this one goes through, in this order."""
    repeats: str | None = word(Combine.ONE, apart=("sequence", *DEALS), names="step")
    """The step that comes again and again until this one ends."""
    times: Amount | None = word(Combine.ONE, beside=("repeats",), least=0)
    """How often a step comes again, such as for each hit; asked of those who act, as it begins."""
    each: tuple[str, ...] | None = word(Combine.ANY, Guard.HOLDER, apart=UNDEALT, names="step")
    """What a chance may be spent on: steps, each dealt to a unit or to a side."""
    each_ability: str | None = word(Combine.ANY, Guard.HOLDER, apart=UNDEALT)
    """Abilities that may be used here: those of the `unit`'s own card, or of the `mission`."""
    order: Sequencing | None = word(Combine.ONE, Guard.HOLDER, beside=("sequence", *DEALS))
    """Whether the listed order of the body binds; of what was put off, that of its declaration."""
    until: Until | Condition | None = word(Combine.ANY, beside=("sequence", "repeats", *DEALS))
    """When this step ends: a word, or a condition asked of those who act, else of the battle. A
    condition is asked before the first time, too."""
    if_gone: IfGone | None = word(Combine.ONE)
    """What becomes of this step when every unit that acts in it is gone. Without it, it is over."""

    # Turn order

    cadence: Cadence | None = word(Combine.ONE, Guard.HOLDER, beside=DEALS)
    """How chances to act are dealt."""
    first: Order | None = word(Combine.ONE, Guard.ACTING, apart=UNDEALT)
    """Which side has the first chance, and so the order of the sides."""
    decides: Order | None = word(Combine.ONE, Guard.ACTING, apart=("first", *UNDEALT))
    """Who decides which side has the first chance."""
    ties: Tie | None = word(Combine.CHAIN, Guard.ACTING, beside=("first", "decides"))
    """What decides between sides that are equal in what `first` or `decides` asks."""
    kept: str | None = word(
        Combine.ONE, Guard.ACTING, beside=("first", "decides"), names="step_or_this"
    )
    """The step, or `this` one, for which the order of the sides holds; then it is asked afresh."""
    chances: Amount | None = word(Combine.ONE, Guard.HOLDER, beside=DEALS, least=0)
    """How many chances each side has here at most; whoever has used them is done."""
    uneven: Uneven | None = word(Combine.ONE, Guard.HOLDER, beside=DEALS)
    """What happens when one side has nothing left to pick."""
    unable: Unable | None = word(Combine.ONE, Guard.HOLDER, beside=DEALS)
    """What holding a chance without being able to use it means."""
    passing: Allowed | Passing | None = word(Combine.ONE, Guard.HOLDER, beside=DEALS)
    """Whether a side may pass instead of acting, and what that opens."""
    passed: str | None = word(
        Combine.ONE, Guard.HOLDER, beside=("passing", "unable"), names="step_or_for_now"
    )
    """How long whoever passed is out: `for_now`, until another has acted or none can, or the step
    with which the pass is forgotten, which may be `this` one."""
    finish: Allowed | None = word(Combine.ONE, Guard.HOLDER, beside=DEALS)
    """Whether the side may say that it has done all it wants here."""

    # Eligibility

    among: Who | None = word(Combine.EVERY, Guard.EACH)
    """Whose units may be picked, seen from the side that picks: `friend` is each of its team, and
    another than the one that acts is `{of: own, that: {not: {among: active}}}`. Of something that
    is dealt, `side`: a side does it, no unit."""
    needs: Condition | None = word(Combine.EVERY, Guard.EACH)
    """Whoever does this needs this to be true of it. A step that deals is done by whoever is picked
    in it; what whoever acts around it needs is `{count: {of: active, that: …}}`."""
    bars: Condition | None = word(Combine.EVERY, Guard.EACH)
    """Whoever this is true of may not do this. A step that deals is done by whoever is picked in
    it; what bars whoever acts around it is `{count: {of: active, that: …}}`."""
    limit: Limit | None = word(Combine.EVERY, Guard.EACH)
    """How often this may be done, and what counts as this; what it counts as itself is not asked.
    Of a step that deals, each thing that is dealt, together with all that counts as the same."""
    costs: Cost | None = word(Combine.EVERY, Guard.EACH)
    """What doing this takes, and so needs; what several clauses take is taken together. Of a step
    that deals, each thing that is dealt."""
    uses: str | tuple[str, ...] | None = word(Combine.ONE, Guard.EACH)
    """An item with this keyword, or with all of these, must be used."""
    items: Items | None = word(Combine.ONE, Guard.EACH, beside=("uses",))
    """How many items may be used at once. Without this word, one."""
    target: Who | None = word(Combine.EVERY, Guard.EACH)
    """Who may be the target, asked of each that could be; `active` is the unit that acts."""
    models: Models | None = word(Combine.EVERY, Guard.EACH)
    """Which models do this of a unit whose models stand apart; it may be said which of them do. A
    unit that stands as one does it as a whole."""
    rank: Rank | None = word(Combine.CHAIN, Guard.HOLDER, beside=DEALS)
    """Who must be picked before whom."""
    gathers: Gathers | None = word(Combine.CHAIN, beside=("cadence",), apart=UNGATHERED)
    """What was put off to this step and shares this is carried out without a break."""
    together: Together | None = word(Combine.ONE, Guard.HOLDER, beside=DEALS)
    """How many units a chance starts at once."""
    group_needs: Condition | None = word(Combine.EVERY, Guard.HOLDER, beside=("together",))
    """What must be true of every unit of a group of several."""
    group: Group | None = word(Combine.ONE, Guard.HOLDER, beside=("together",))
    """How a group goes through what follows."""
    group_counts: Counts | None = word(Combine.ONE, Guard.HOLDER, beside=("together",))
    """Which units of a group are used up."""
    counts_as: str | None = word(Combine.ONE)
    """What doing this counts as. Without this word it counts as itself."""

    # What doing it comes to

    put_off: str | None = word(Combine.ONE, apart=DEALS, names="step")
    """This is only declared; it is carried out in the named step."""
    chooses: Chooses | None = word(Combine.ONE)
    """A number that the side chooses before anything else: with `does: bid 3` in the step `bid`."""
    check: str | None = word(Combine.ONE, names="check")
    """The check that must be rolled; `none` when there is none."""
    risky: bool | None = word(Combine.ONE, beside=("check",))
    """Failing may cost more than the action."""
    draws: str | Draws | None = word(Combine.ONE, names="container")
    """What is drawn from: for each chance with `cadence: draw`, else when this is done."""
    result: Result | None = word(Combine.ANY, beside=("check", "draws"))
    """What an outcome of the check, or of the draw, leads to."""
    instead: Instead | None = word(Combine.ONE, beside=("check",))
    """What the side may choose instead of an outcome."""
    moves: Moves | None = word(Combine.ONE)
    """The unit moves."""
    route: Route | None = word(Combine.ONE, beside=("moves",))
    """How the move must go."""
    keeps_off: KeepsOff | None = word(Combine.ONE, beside=("moves",))
    """What no model moves across or ends on, as far as places and bases are known."""
    held: Within | None = word(Combine.EVERY, Guard.EACH, beside=("moves",))
    """Models that are this near to somebody do not move; a unit may not do this if all of them are.

    A unit of which nobody says where each model stands is held as a whole."""
    may_enter: str | None = word(Combine.ANY, beside=("moves",), names="fact")
    """The move may bring the unit into this fact with somebody, such as `engaged`."""
    may_leave: str | None = word(Combine.ANY, beside=("moves",), names="fact")
    """The move may take the unit out of this fact with somebody."""
    may_stay: str | None = word(Combine.ANY, beside=("moves",), names="fact")
    """A unit that is in this fact with somebody may make the move and stay in it."""
    must_end: Condition | None = word(Combine.EVERY, beside=("moves",))
    """Where the move ends, with all that it causes, this must be true of the unit."""
    sets: Change | None = word(Combine.ANY)
    """A fact that becomes true when this is done."""
    ends: Change | None = word(Combine.ANY)
    """A fact that stops being true when this is done."""
    changes: Change | None = word(Combine.ANY)
    """A value that changes when this is done."""

    # Exceptions

    waives: tuple[str, ...] | None = word(Combine.ANY, names="clause")
    """An exception: these clauses do not bind (while `when` holds)."""


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
    verb: str = ""
    """What a unit does in it, as a player says it, such as `charge`, `fall back` or `shoot (at)`.

    Words in brackets are for when there is a target. Without one, the title serves."""
    text: str = ""
    """A sentence for people who open this step on the page."""
    like: str = ruled("", names="step")
    """Another step whose clauses hold here too, unless a clause here says otherwise."""
    source: Source | None = None
    """Inherited by the clauses below."""
    clauses: tuple[StepClause, ...] = ()
    """What is said about it, one rule each."""
