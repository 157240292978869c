"""Programs: a ruleset compiled into typed parts, ready to be played."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from turnwright.engine.memo import Lasting, Memory
from turnwright.engine.monotonicity import facts_that_change
from turnwright.engine.parts import (
    AbilityPart,
    AnyTransaction,
    As,
    CheckPart,
    ContainerPart,
    EffectsPart,
    Exclusion,
    FactPart,
    Inches,
    InvariantPart,
    ModelTest,
    Part,
    Quantity,
    Rule,
    Ruling,
    Scene,
    Selector,
    Test,
    ValuePart,
    said,
)
from turnwright.engine.rulings import RawRuling, RawRulings, SaidOfPart, Spoken, Symbols
from turnwright.engine.state import Body, SequenceBody, Stage, TurnsBody
from turnwright.language.action import Draws, Instead, KeepsOff, Moves, Result, Route
from turnwright.language.change import Change, Moment
from turnwright.language.condition import Did
from turnwright.language.eligibility import Counts, Gathers, Group, Items, Tally, Together
from turnwright.language.fact import Subject
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import StepMeaning
from turnwright.language.turn_order import (
    Again,
    Allowed,
    Cadence,
    First,
    IfGone,
    OrderKey,
    Passing,
    Sequencing,
    Unable,
    Uneven,
    Until,
)

NO_CHECK = "none"
"""The check of a step that takes none."""


@dataclass(frozen=True, eq=False)
class RankKey:
    """A key by which units are ranked."""

    key: Callable[[AnyTransaction, int, Scene], int]
    highest: bool


class CompiledCost(NamedTuple):
    """What doing something takes, compiled."""

    values: tuple[str, ...]
    """Those that pay, each what it has."""
    amount: Quantity


class CompiledChoice(NamedTuple):
    """A number that is chosen, compiled."""

    value: str
    low: Quantity
    high: Quantity


@dataclass(frozen=True, eq=False)
class CompiledChange:
    """A change of a fact or a value, compiled."""

    change: Change
    subject: Subject
    """What kind of thing it is about."""
    of: Selector | None
    """Whom it is about; None for those who act."""
    towards: Selector | None
    times: Quantity | None
    """How often it is made; None for once."""
    by: Quantity | None
    to: Quantity | None
    dice: tuple[str, ...]
    at: Moment | None
    until: Moment | None
    read_by: tuple[str, ...]
    """The clauses by which its moments mean another step than they name."""


@dataclass(frozen=True, eq=False)
class ItemLimit:
    """How often a unit may use each of its items, compiled; or each of its models may."""

    per: str
    """The step in which it is counted."""
    counted: str
    times: Quantity
    by: Tally = Tally.ITEM


class CompiledReach(NamedTuple):
    """How near to the target a model has to be, compiled."""

    inches: Inches
    through: Inches | None
    by_item: bool
    """It depends on the item that is used."""


class CompiledModels(NamedTuple):
    """Which models of a unit do something, compiled."""

    within: CompiledReach | None
    bars: Did | None
    without: str
    most: Quantity | None


class CompiledResult(NamedTuple):
    """What some outcomes lead to, with the step that is meant."""

    result: Result
    step: str


class CompiledKey(NamedTuple):
    """A key by which sides are put in order, compiled."""

    key: OrderKey
    amount: Quantity | None
    of: str
    as_in: str


@dataclass(frozen=True, eq=False)
class TargetRule:
    """Who may be a target, compiled."""

    whose: Selector
    """The word alone: whose unit it may be."""
    that: Test | None
    """The condition, if there is one."""
    is_active: bool
    """The word is `active`: whoever acts around the chance, such as a unit that retreats."""
    by_item: bool
    """It depends on the item that is used."""


@dataclass(frozen=True, eq=False)
class Offer:
    """A step that a chance may be spent on."""

    name: str
    filters: tuple[Exclusion, ...]
    tallied: tuple[Exclusion, ...]
    """Those of limits and costs, which several units may be too many for."""
    by_side: bool
    """A side does it, and no unit."""
    each: tuple[Ruling[tuple[str, ...]], ...]
    """The rulings that offer it."""
    always: bool
    """It is offered whenever the step is open."""
    equipped: bool
    """It needs an item or a target."""
    by: tuple[str, ...]
    """The clauses by which one unit does it: how many at once, then what offers it."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class StepPart(Part):
    """A step, compiled: who may do it, and what doing it comes to. One like this has no body."""

    meaning = StepMeaning
    name: str

    # Who may do it

    counts_as: str
    counted_by: tuple[str, ...]
    """The clauses by which doing it counts as something else."""
    among_side: tuple[str, ...]
    """The clauses by which it is for a side, and no unit."""
    own_filters: tuple[Exclusion, ...]
    """What narrows those who may be given this step."""
    entry_filters: tuple[Exclusion, ...]
    """What narrows those who go into it, as a step of a sequence."""
    item_limits: tuple[Ruling[ItemLimit], ...]
    model_limits: tuple[Ruling[ItemLimit], ...]
    """Those that are of each model, where each has its place."""
    models: tuple[Ruling[CompiledModels], ...] = said(As.MODELS)
    equips: int
    """The same number for all steps that ask for the same items and targets."""
    raw_limits: tuple[RawRuling, ...]
    raw_costs: tuple[RawRuling, ...]
    uses: Rule[tuple[str, ...]] = said(As.KEYWORDS)
    items: Rule[Items] = said()
    target: tuple[Ruling[TargetRule], ...] = said(As.TARGET)
    costs: tuple[Ruling[CompiledCost], ...] = said(As.COST)

    # What doing it comes to

    put_off: Rule[str] = said(As.STEP)
    chooses: Rule[CompiledChoice] = said(As.CHOOSES)
    check: Rule[str] = said()
    risky: Rule[bool] = said()
    draws: Rule[Draws] = said(As.DRAWS)
    draw_count: Rule[Quantity] = said(As.DRAW_COUNT, "draws")
    result: tuple[Ruling[CompiledResult], ...] = said(As.RESULT)
    instead: Rule[Instead] = said()
    moves: Rule[Moves] = said()
    reach: Rule[Quantity] = said(As.UP_TO, "moves")
    least_reach: Rule[Quantity] = said(As.LEAST, "moves")
    route: Rule[Route] = said()
    keeps_off: Rule[KeepsOff] = said()
    held: tuple[Ruling[ModelTest], ...] = said(As.NEAR)
    may_enter: tuple[Ruling[str], ...] = said()
    may_leave: tuple[Ruling[str], ...] = said()
    may_stay: tuple[Ruling[str], ...] = said()
    must_end: tuple[Ruling[Test], ...] = said(As.TEST)
    changes: tuple[tuple[str, Ruling[CompiledChange]], ...]
    """All that changes here, each with its word, in the order of the clauses that say so."""

    # When it is over

    until: tuple[Ruling[Test], ...] = said(As.TEST)
    """The conditions with which it ends."""
    if_gone: Rule[IfGone] = said()

    # What follows from all this

    first_body: ClassVar[Body] = None
    """The body with which it begins."""
    deals: ClassVar[bool] = False
    """It deals chances."""
    stages: Mapping[Stage, Stage] = field(init=False)
    """For each stage, the next one: stages of which nothing is said are left out."""
    first_stage: Stage = field(init=False)
    """The stage in which it begins, where no ability is used at its start."""

    def __post_init__(self) -> None:
        stages = self._stages()
        object.__setattr__(self, "stages", stages)
        object.__setattr__(self, "first_stage", stages[Stage.ABILITIES])

    def _stages(self) -> dict[Stage, Stage]:
        draws = self.draws and not self.deals
        by_outcome = any(ruling.value.change.outcome for _, ruling in self.changes)
        results = self.result or self.instead or by_outcome
        needed = {
            Stage.CHOOSE: bool(self.chooses),
            Stage.CHECK: bool(self.check or self.risky),
            Stage.DRAW: bool(draws),
            Stage.RESULT: bool((self.check or draws) and results),
            Stage.MOVE: bool(self.moves),
            Stage.CHANGE: bool(self.changes) and not self.draws_chances,
        }
        following: dict[Stage, Stage] = {}
        later = Stage.BODY
        for stage in (*reversed(needed), Stage.ABILITIES):
            following[stage] = later
            if needed.get(stage):
                later = stage
        return following

    @property
    def tells_models_apart(self) -> bool:
        """Whether of a unit whose models stand apart some do it, and others do not."""
        return bool(self.models or self.model_limits)

    @property
    def draws_chances(self) -> bool:
        """Whether chances are dealt by drawing, so that changes belong to what is drawn."""
        return False

    @property
    def opens(self) -> tuple[str, ...]:
        """The steps that it opens by itself."""
        return ()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class SequencePart(StepPart):
    """A step that goes through others."""

    first_body = SequenceBody()
    sequence: Rule[tuple[str, ...]] = said()
    order: Rule[Sequencing] = said()

    @property
    def listed_by(self) -> tuple[str, ...]:
        """The clauses that list what it goes through."""
        return tuple(ruling.clause for ruling in self.sequence.rulings)

    @property
    def opens(self) -> tuple[str, ...]:
        """The steps that it goes through."""
        return tuple(name for ruling in self.sequence.rulings for name in ruling.value)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class RepeatPart(StepPart):
    """A step that opens another again and again."""

    repeats: Rule[str] = said()
    times: Rule[Quantity] = said(As.AMOUNT)

    @property
    def opens(self) -> tuple[str, ...]:
        """The step that it repeats."""
        return tuple(ruling.value for ruling in self.repeats.rulings)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class OrderPart(StepPart):
    """A step that settles the order of the sides. One like this does nothing else."""

    first_body = TurnsBody()
    first: Rule[First | CompiledKey] = said(As.ORDER_KEY)
    decides: Rule[First | CompiledKey] = said(As.ORDER_KEY)
    ties: tuple[Ruling[First | Again | CompiledKey], ...] = said(As.ORDER_KEY)
    kept: Rule[str] = said(As.STEP)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class TurnsPart(OrderPart):
    """A step that deals chances to act."""

    deals = True

    # What a chance is for, and whose it is

    each: tuple[Ruling[tuple[str, ...]], ...] = said()
    each_ability: tuple[Ruling[str], ...] = said()
    order: Rule[Sequencing] = said()
    cadence: Rule[Cadence] = said()
    chances: Rule[Quantity] = said(As.AMOUNT)
    uneven: Rule[Uneven] = said()
    unable: Rule[Unable] = said()
    passing: Rule[Allowed | Passing] = said()
    passed: Rule[str] = said(As.STEP)
    finish: Rule[Allowed] = said()
    endings: tuple[Ruling[Until], ...] = said(As.NO_TEST, "until")
    """The words with which it ends."""

    # Who may be picked

    has_among: bool
    filters: tuple[Exclusion, ...]
    """What narrows the units that may be picked."""
    side_filters: tuple[Exclusion, ...]
    """What narrows the sides that may do something."""
    rank: tuple[Ruling[RankKey], ...] = said(As.RANK)
    gathers: tuple[Ruling[Gathers], ...] = said()
    together: Rule[Together] = said()
    group_needs: tuple[Ruling[Test], ...] = said(As.TEST)
    group: Rule[Group] = said()
    group_counts: Rule[Counts] = said()

    @property
    def draws_chances(self) -> bool:
        """Whether chances are dealt by drawing."""
        return any(ruling.value is Cadence.DRAW for ruling in self.cadence.rulings)

    @property
    def compares_sides(self) -> bool:
        """Whether other sides matter to whose chance it is, even while one can use it."""
        said = self.rank or self.chances.says or self.finish.says
        return bool(said) or self.draws_chances

    @property
    def children(self) -> tuple[str, ...]:
        """The steps a chance may be spent on, in the order in which clauses name them."""
        return tuple(dict.fromkeys(name for ruling in self.each for name in ruling.value))


BATTLE = "battle"
"""The root step, and the subject of facts that are true of the battle."""

PartName = tuple[str, str]
"""The kind and the name of a part."""


class StepOpeners:
    """Step graph: by what each step is opened, worked out when somebody asks."""

    def __init__(
        self, steps: Mapping[str, StepPart], offers: Mapping[str, tuple[Offer, ...]]
    ) -> None:
        self._steps, self._offers = steps, offers

    @cached_property
    def _edges(self) -> dict[str, dict[str, list[Ruling[Any]]]]:
        """For each step those that it opens, with the rulings by which it does."""
        found: dict[str, dict[str, list[Ruling[Any]]]] = {name: {} for name in self._steps}
        for name, part in self._steps.items():
            for ruling, opened in _opened(part, self._offers[name]):
                for step in opened:
                    found[name].setdefault(step, []).append(ruling)
        return found

    def path(self, start: str, step: str) -> tuple[str, ...]:
        """The shortest way from one step into another, both included; empty without one."""
        paths: dict[str, tuple[str, ...]] = {start: (start,)}
        waiting = deque([start])
        while waiting:
            last = waiting.popleft()
            for name in self._edges.get(last, ()):
                if name == step:
                    return (*paths[last], name)
                if name not in paths:
                    paths[name] = (*paths[last], name)
                    waiting.append(name)
        return ()

    def rulings(self, step: str, opened: str) -> list[Ruling[Any]]:
        """The rulings by which a step opens another."""
        return self._edges[step].get(opened, [])


def _opened(
    part: StepPart, offers: tuple[Offer, ...]
) -> Iterator[tuple[Ruling[Any], tuple[str, ...]]]:
    """Each ruling by which a step opens others, with their names."""
    if isinstance(part, SequencePart):
        yield from ((ruling, ruling.value) for ruling in part.sequence.rulings)
    elif isinstance(part, RepeatPart):
        yield from ((ruling, part.opens) for ruling in part.repeats.rulings)
    elif isinstance(part, TurnsPart):
        for passing in part.passing.rulings:
            if isinstance(passing.value, Passing):
                yield passing, (passing.value.opens,)
    yield from ((ruling, (ruling.value.step,)) for ruling in part.instead.rulings)
    yield from ((ruling, (offer.name,)) for offer in offers for ruling in offer.each)


@dataclass(frozen=True)
class Compiled:
    """A piece of a program, with all that it was compiled from."""

    source: tuple[object, ...]
    result: object


@dataclass(frozen=True, eq=False)
class Program:
    """A ruleset, compiled once."""

    ruleset: Ruleset
    symbols: Symbols
    spoken: Mapping[PartName, Spoken]
    """The words of each part, one at a time."""
    said: Mapping[PartName, SaidOfPart]
    """What the clauses of each part say."""
    waivers: Mapping[str, RawRulings]
    """The exceptions to each clause that does not bind always."""
    cache: Mapping[PartName, Compiled]
    """What it was compiled from, piece by piece, for programs that share most of it."""
    steps: Mapping[str, StepPart]
    offers: Mapping[str, tuple[Offer, ...]]
    """For each step what a chance may be spent on there."""
    graph: StepOpeners
    """Which steps open which."""
    checks: Mapping[str, CheckPart]
    values: Mapping[str, ValuePart]
    facts: tuple[FactPart, ...]
    away: tuple[FactPart, ...]
    """The facts that may keep units off the table."""
    pairs: tuple[FactPart, ...]
    """The facts between two units that hold for both."""
    containers: Mapping[str, ContainerPart]
    effects: EffectsPart
    abilities: Mapping[str, AbilityPart]
    lasting: Lasting
    """The values that are remembered."""
    round: str
    """The step whose openings are counted as rounds; empty where there are no rounds."""
    ability_starts: frozenset[str]
    """The steps at whose start abilities are used."""
    begins: frozenset[str]
    """The steps for which the effects of abilities wait."""
    asks_recent: bool
    """True when some clause asks who acted last."""
    asked_after: frozenset[str]
    """The steps of whose checks and draws it is asked when they are over."""
    remembered: frozenset[str]
    """The steps of which a clause asks who was what the last time."""
    counted: Mapping[str, tuple[int, ...]]
    """For a thing that is counted: its counters."""
    last_goes: tuple[tuple[str, int], ...]
    """Those of the last go of each side, each with what it may have gone on."""
    cleared: Mapping[str, tuple[int, ...]]
    """The counters that begin anew when a step begins."""
    timed: frozenset[str]
    """Steps at whose start or end something else may happen."""
    invariants: tuple[InvariantPart, ...] = ()
    """What the ruleset claims of every moment."""

    @cached_property
    def memory(self) -> Memory:
        """What is remembered of values."""
        return Memory(self.lasting)

    @cached_property
    def crossing(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """The clauses that let some move bring a unit into a fact, or out of it, by the word."""
        found: dict[tuple[str, str], dict[str, None]] = {}
        for part in self.steps.values():
            for word, rulings in (("may_enter", part.may_enter), ("may_leave", part.may_leave)):
                for ruling in rulings:
                    found.setdefault((word, ruling.value), {})[ruling.clause] = None
        return {key: tuple(clauses) for key, clauses in found.items()}

    @cached_property
    def changing(self) -> frozenset[str]:
        """The facts that some clause makes true or ends."""
        return facts_that_change(self.ruleset)

    @cached_property
    def clauses(self) -> Mapping[str, Any]:
        """The clauses of the ruleset, by their full ids."""
        return {clause.full_id: clause for clause in self.ruleset.clauses()}

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        return self.ruleset.sides

    def fact(self, name: str) -> FactPart:
        """The fact of this name."""
        return self.facts[self.symbols.facts[name]]

    def step(self, name: str) -> str:
        """The step that is meant by this name."""
        return self.symbols.step(name)

    def turns(self, name: str) -> TurnsPart:
        """The step of this name, which deals chances."""
        part = self.steps[name]
        assert isinstance(part, TurnsPart)
        return part

    def offer(self, step: str, name: str) -> Offer | None:
        """What a chance of a step may be spent on, by its name."""
        return next((offer for offer in self.offers[step] if offer.name == name), None)
