"""Programs: a ruleset compiled into typed parts, ready to be played.

Each part is compiled from its own clauses alone, so that a changed clause costs its own part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, NamedTuple

from turnwright.engine.conditions import compile_amount, compile_condition, compile_who, dice_of
from turnwright.engine.draft import (
    Draft,
    FactPart,
    Policy,
    Quantity,
    Ruling,
    Scene,
    Selector,
    Test,
    ValuePart,
)
from turnwright.engine.roster import bits
from turnwright.engine.state import Stage
from turnwright.engine.symbols import Symbols
from turnwright.engine.values import value_of
from turnwright.language.action import Draws, Instead, Moves, Result
from turnwright.language.change import Change, Moment
from turnwright.language.check import Band, Dice, Judged, Keep, Mixed
from turnwright.language.clause import Combine, Meaning, words_of
from turnwright.language.condition import (
    THIS,
    Also,
    Amount,
    Condition,
    Did,
    Selection,
    Sum,
    Whose,
)
from turnwright.language.container import (
    Contents,
    DrawFor,
    Drawn,
    Extra,
    Gained,
    Gone,
    Kept,
    OfPassed,
    Placed,
)
from turnwright.language.effect import (
    Bearer,
    Boundary,
    ConditionsBind,
    Covers,
    CoversWhose,
    EffectTerm,
    Next,
    WorkOf,
)
from turnwright.language.eligibility import Counts, Group, Limit, Rank, Tally, Together
from turnwright.language.fact import Subject
from turnwright.language.ruleset import Part, Ruleset
from turnwright.language.step import Step
from turnwright.language.turn_order import (
    Allowed,
    Asked,
    Cadence,
    OrderKey,
    Passing,
    Sequencing,
    Unable,
    Uneven,
    Until,
)

BATTLE = "battle"
"""The root step, and the subject of facts that are true of the battle."""
NO_CHECK = "none"
"""The check of a step that takes none."""


class Conflict(Exception):
    """Two clauses say different things about the same point."""


Said = Mapping[str, tuple["RawRuling", ...]]
"""By word: what the clauses of a part say, before it is compiled."""


class RawRuling(NamedTuple):
    """What one clause says with one word, as it was written."""

    value: Any
    clause: str
    when: Condition | None


# Gathering the clauses of a part


def rulings_of(part: Part) -> Iterator[tuple[str, Combine, RawRuling]]:
    """Every word that the clauses of a part say, one at a time."""
    for clause in part.clauses:
        means: Meaning | None = getattr(clause, "means", None)
        if means is None or clause.follows or clause.advice:
            continue
        for name, declared in words_of(type(means)).items():
            value = getattr(means, name)
            if value is not None:
                yield name, declared.combine, RawRuling(value, clause.full_id, means.when)


def gather(
    own: Part, inherited: Mapping[str, tuple[Combine, tuple[RawRuling, ...]]]
) -> dict[str, tuple[Combine, tuple[RawRuling, ...]]]:
    """The words of a part: its own, and those of the part it is like.

    Raises Conflict when two clauses say a word that only one may say.
    """
    found: dict[str, tuple[Combine, tuple[RawRuling, ...]]] = {}
    for name, combine, ruling in rulings_of(own):
        found[name] = combine, (*found.get(name, (combine, ()))[1], ruling)
    for name, (combine, theirs) in inherited.items():
        ours = found.get(name, (combine, ()))[1]
        if combine is Combine.ONE and any(ruling.when is None for ruling in ours):
            continue
        found[name] = combine, (*ours, *theirs)
    for name, (combine, said) in found.items():
        if combine is Combine.ONE:
            plain = [ruling for ruling in said if ruling.when is None]
            if len(plain) > 1:
                raise Conflict(f"{plain[0].clause} and {plain[1].clause} both say `{name}`")
    return found


class _Compiler:
    """Compiles the clauses of one part, word by word."""

    def __init__(
        self, said: Mapping[str, tuple[Combine, tuple[RawRuling, ...]]], context: Context
    ) -> None:
        self.said = {name: rulings for name, (_, rulings) in said.items()}
        self.symbols = context.symbols
        self.waivers = context.waivers

    def __contains__(self, name: str) -> bool:
        return name in self.said

    def ruling(self, raw: RawRuling, value: Any) -> Ruling[Any]:
        """One ruling with its guard and its exceptions."""
        when = compile_condition(raw.when, self.symbols) if raw.when is not None else None
        return Ruling(value, raw.clause, when, self.waivers.get(raw.clause, ()))

    def rulings(
        self, name: str, convert: Callable[[Any], Any] | None = None
    ) -> tuple[Ruling[Any], ...]:
        """Every ruling on a word."""
        return tuple(
            self.ruling(raw, convert(raw.value) if convert else raw.value)
            for raw in self.said.get(name, ())
        )

    def policy(self, name: str, convert: Callable[[Any], Any] | None = None) -> Policy[Any]:
        """A word that one clause decides."""
        return Policy(name, self.rulings(name, convert))

    def amount(self, amount: Amount) -> Quantity:
        """An amount."""
        return compile_amount(amount, self.symbols)

    def step(self, name: str) -> str:
        """The step that a name means."""
        return self.symbols.step(name)


class Context(NamedTuple):
    """What the compilation of every part shares."""

    symbols: Symbols
    waivers: Mapping[str, tuple[Ruling[Any], ...]]
    abilities: frozenset[str]

    def remembers(self, step: str) -> bool:
        """Whether a clause asks who was what the last time this step was gone through."""
        remembered = self.symbols.remembered
        return bool(remembered) and (step in remembered or "*" in remembered)


# The step that says so

NAMES_STEPS: Mapping[type, tuple[str, ...]] = {
    Moment: ("start", "end"),
    Change: ("at", "until"),
    Limit: ("per",),
    Did: ("this",),
    Condition: ("lost_models",),
    Result: ("step",),
}
"""The fields that may name the step that says so."""


def resolved(
    said: Mapping[str, tuple[Combine, tuple[RawRuling, ...]]], step: str
) -> dict[str, tuple[Combine, tuple[RawRuling, ...]]]:
    """The words of a step with its own name for `this`, those that it takes over included."""
    return {
        word: (combine, tuple(resolved_ruling(word, ruling, step) for ruling in rulings))
        for word, (combine, rulings) in said.items()
    }


def resolved_ruling(word: str, ruling: RawRuling, step: str) -> RawRuling:
    """What one clause says, with the name of the step for `this`."""
    if word in ("kept", "passed") and ruling.value == THIS:
        return ruling._replace(value=step)
    return RawRuling(
        with_own_name(ruling.value, step), ruling.clause, with_own_name(ruling.when, step)
    )


def with_own_name(value: Any, step: str) -> Any:
    """A value with the name of the step for `this`; the same one where it says nothing of it."""
    if isinstance(value, tuple):
        items = tuple(with_own_name(item, step) for item in value)
        return (
            items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        )
    if not is_dataclass(value) or isinstance(value, type):
        return value
    named = NAMES_STEPS.get(type(value), ())
    new: dict[str, Any] = {}
    for field in fields(value):
        old = getattr(value, field.name)
        found = step if field.name in named and old == THIS else with_own_name(old, step)
        if found is not old:
            new[field.name] = found
    return replace(value, **new) if new else value


# Parts of steps


class Filter(NamedTuple):
    """A clause that narrows who may be picked."""

    clause: str
    excluded: Callable[[Draft, int, Scene], int]
    """Of a mask, those that it rules out."""


class RankKey(NamedTuple):
    """A key by which units are ranked."""

    key: Callable[[Draft, int, Scene], int]
    highest: bool


class CompiledChange(NamedTuple):
    """A change of a fact or a value, compiled."""

    change: Change
    of: Selector | None
    """Whom it is about; None for those who act."""
    towards: Selector | None
    by: Quantity | None
    to: Quantity | None
    dice: tuple[str, ...]
    at: Moment | None
    until: Moment | None
    read_by: tuple[str, ...]
    """The clauses by which its moments mean another step than they name."""


class CompiledCost(NamedTuple):
    """What doing something takes, compiled."""

    value: str
    amount: Quantity


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


class TargetRule(NamedTuple):
    """Who may be a target, compiled."""

    whose: Selector
    """The word alone: whose unit it may be."""
    selected: Selector
    """With the condition, if there is one."""
    is_active: bool
    """The word is `active`: whoever acts around the chance, such as a unit that retreats."""


class Option(NamedTuple):
    """A step that a chance may be spent on."""

    name: str
    filters: tuple[Filter, ...]
    tallied: tuple[Filter, ...]
    """Those of limits and costs, which several units may be too many for."""
    by_side: bool
    """A side does it, and no unit."""
    each: tuple[Ruling[Any], ...]
    """The rulings that offer it."""
    always: bool
    """It is offered whenever the step is open."""
    equipped: bool
    """It needs an item or a target."""
    clauses: tuple[str, ...]
    """The clauses that offer it."""
    simple: bool
    """One unit does it by itself, at once, and nothing comes of it but that it is done."""
    counters: tuple[int, ...]
    """What is counted when it is done."""
    together: tuple[str, ...]
    """The clause that says how many units do it at once."""


class StepPart:
    """A step, compiled: typed policies, and tests made from the words that are there."""

    def __init__(self, name: str, said: _Compiler) -> None:
        self.name = name
        self.words = frozenset(said.said)
        step, amount, symbols = said.step, said.amount, said.symbols
        self.deals = "each" in said or "each_ability" in said
        self.orders_sides = not self.deals and bool({"first", "decides"} & self.words)

        # Body
        self.sequence: Policy[tuple[str, ...]] = said.policy("sequence")
        self.repeats: Policy[str] = said.policy("repeats")
        self.each: tuple[Ruling[tuple[str, ...]], ...] = said.rulings("each")
        self.each_ability: tuple[Ruling[str], ...] = said.rulings("each_ability")
        self.order: Policy[Sequencing] = said.policy("order")
        self.says_order = bool(self.order)
        raw_until = said.said.get("until", ())
        self.endings: tuple[Ruling[Until], ...] = tuple(
            said.ruling(raw, raw.value) for raw in raw_until if isinstance(raw.value, Until)
        )
        self.fixed_endings: Mapping[Until, tuple[str, ...]] = {
            until: tuple(r.clause for r in self.endings if r.value is until)
            for until in Until
            if all(r.when is None and not r.waivers for r in self.endings)
        }
        """By how it ends, the clauses that say so; empty where some hold only at times."""
        self.ends_after_one = any(r.value is Until.ONE_CHANCE for r in self.endings)
        self.until: tuple[Ruling[Test], ...] = tuple(
            said.ruling(raw, compile_condition(raw.value, symbols))
            for raw in raw_until
            if isinstance(raw.value, Condition)
        )

        # Turn order
        self.cadence: Policy[Cadence] = said.policy("cadence")
        self.fixed_cadence = self.cadence.plain if self.cadence.constant else None
        key = lambda value: _compiled_key(value, said)  # noqa: E731
        self.first: Policy[Any] = said.policy("first", key)
        self.decides: Policy[Any] = said.policy("decides", key)
        self.ties: tuple[Ruling[Any], ...] = said.rulings("ties", key)
        self.kept: Policy[str] = said.policy("kept", step)
        self.in_a_row: Policy[Quantity] = said.policy("in_a_row", amount)
        self.chances: Policy[Quantity] = said.policy("chances", amount)
        self.uneven: Policy[Uneven] = said.policy("uneven")
        self.unable: Policy[Unable] = said.policy("unable")
        self.asks: Policy[Asked] = said.policy("asks")
        self.passing: Policy[Allowed | Passing] = said.policy("passing")
        self.says_passing = bool(self.passing)
        self.says_asks = bool(self.asks)
        self.says_in_a_row = bool(self.in_a_row)
        self.says_chances = bool(self.chances)
        self.passed: Policy[str] = said.policy("passed", step)
        self.finish: Policy[Allowed] = said.policy("finish")

        # Eligibility
        self.filters: tuple[Filter, ...] = _filters(said, ("among", "needs", "bars", "costs"), name)
        self.side_filters: tuple[Filter, ...] = _filters(said, ("needs", "bars", "costs"), name)
        self.has_among = "among" in said
        self.among_side = any(raw.value is Whose.SIDE for raw in said.said.get("among", ()))
        own: tuple[str, ...] = ("needs", "bars", "limit", "costs")
        if not self.among_side and not self.deals:
            own = ("among", *own)
        self.counts_as: str = next((r.value for r in said.said.get("counts_as", ())), name)
        self.counted_by: tuple[str, ...] = tuple(
            r.clause for r in said.said.get("counts_as", ())[:1]
        )
        self.own_filters: tuple[Filter, ...] = _filters(said, own, self.counts_as)
        """What narrows those who may be given this step."""
        self.entry_filters: tuple[Filter, ...] = (
            ()
            if self.deals
            else _filters(said, ("needs", "bars", "limit", "costs"), self.counts_as)
        )
        """What narrows those who go into it, as a step of a sequence."""
        self.uses: Policy[str] = said.policy("uses")
        self.costs: tuple[Ruling[CompiledCost], ...] = said.rulings(
            "costs", lambda cost: CompiledCost(cost.value, amount(cost.amount))
        )
        self.target: tuple[Ruling[TargetRule], ...] = said.rulings(
            "target", lambda who: _target_rule(who, symbols)
        )
        self.rank: tuple[Ruling[RankKey], ...] = said.rulings("rank", lambda r: _rank(r, said))
        self.together: Policy[Together] = said.policy("together")
        self.group_needs: tuple[Ruling[Test], ...] = said.rulings(
            "group_needs", lambda condition: compile_condition(condition, symbols)
        )
        self.group: Policy[Group] = said.policy("group")
        self.group_counts: Policy[Counts] = said.policy("group_counts")
        self.raw_limits = said.said.get("limit", ())
        self.raw_costs = said.said.get("costs", ())

        # What doing it comes to
        self.put_off: Policy[str] = said.policy("put_off", step)
        self.check: Policy[str] = said.policy("check")
        self.risky: Policy[bool] = said.policy("risky")
        self.draws: Policy[Draws] = said.policy(
            "draws", lambda value: Draws(container=value) if isinstance(value, str) else value
        )
        self.draw_count: Policy[Quantity] = said.policy(
            "draws", lambda value: amount(1 if isinstance(value, str) else value.count)
        )
        self.result: tuple[Ruling[CompiledResult], ...] = said.rulings(
            "result",
            lambda result: CompiledResult(result, step(result.step) if result.step else ""),
        )
        self.instead: Policy[Instead] = said.policy("instead")
        self.moves: Policy[Moves] = said.policy("moves")
        self.reach: Policy[Quantity] = said.policy("moves", lambda moves: amount(moves.up_to))
        self.route: Policy[Any] = said.policy("route")
        self.may_enter: tuple[Ruling[str], ...] = said.rulings("may_enter")
        self.may_leave: tuple[Ruling[str], ...] = said.rulings("may_leave")
        change = lambda value: _compiled_change(value, said)  # noqa: E731
        self.changes: tuple[tuple[str, Ruling[CompiledChange]], ...] = tuple(
            (word, ruling)
            for word in ("ends", "sets", "changes")
            for ruling in said.rulings(word, change)
        )
        self.stages: Mapping[Stage, Stage] = self._stages()
        self.is_plain = False
        """True when the side whose chance it is has it whenever it can use it; filled in later."""
        self.options: tuple[Option, ...] = ()
        """What a chance may be spent on; filled in when all steps are compiled."""
        self.simple_options: Mapping[str, Option] = {}
        """Those of them of which nothing more comes; filled in likewise."""
        self.leaf = False
        """True when it opens and closes at once, whatever the state; filled in likewise."""

    def _stages(self) -> dict[Stage, Stage]:
        """For each stage, the next one: stages of which nothing is said are left out."""
        draws = self.draws and not self.deals
        by_outcome = any(ruling.value.change.outcome for _, ruling in self.changes)
        results = self.result or self.instead or by_outcome
        needed = {
            Stage.CHECK: bool(self.check or self.risky),
            Stage.DRAW: bool(draws),
            Stage.RESULT: bool((self.check or draws) and results),
            Stage.MOVE: bool(self.moves),
            Stage.CHANGE: bool(self.changes) and not self.cadence_draws,
        }
        following: dict[Stage, Stage] = {}
        later = Stage.BODY
        for stage in (*reversed(needed), Stage.ABILITIES):
            following[stage] = later
            if needed.get(stage):
                later = stage
        return following

    @property
    def cadence_draws(self) -> bool:
        """Whether chances are dealt by drawing, so that changes belong to what is drawn."""
        return any(ruling.value is Cadence.DRAW for ruling in self.cadence.rulings)

    @property
    def first_stage(self) -> Stage:
        """The stage in which it begins, where no ability is used at its start."""
        return self.stages[Stage.ABILITIES]


def _compiled_key(value: Any, said: _Compiler) -> Any:
    """What sides are put in order by: a word, or a key with its amount compiled."""
    if not isinstance(value, OrderKey):
        return value
    of = said.step(value.of) if value.of else ""
    as_in = said.step(value.as_in) if value.as_in else ""
    amount = _has_fact(value.fact, said.symbols) if value.fact else value.amount
    quantity = said.amount(amount) if amount is not None else None
    return CompiledKey(value, quantity, of, as_in)


def _has_fact(fact: str, symbols: Symbols) -> Sum:
    """1 for a side that has a fact, or a unit that has it; else 0."""
    that = Condition(fact=fact)
    if symbols.subject(fact) is Subject.UNIT:
        having = Selection(of=Whose.OWN, also=Also.AWAY, that=that)
        return Sum(count=having, at_most=1)
    return Sum(count=Selection(of=Whose.ITSELF, that=that))


def _target_rule(who: Any, symbols: Symbols) -> TargetRule:
    """Whose unit may be the target, and which."""
    of = who.of if isinstance(who, Selection) else who
    whose = compile_who(of, symbols, among=True)
    return TargetRule(whose, compile_who(who, symbols, among=True), who is Whose.ACTIVE)


def _rank(rank: Rank, said: _Compiler) -> RankKey:
    """A key by which units are ranked."""
    highest = rank.direction.value == "descending"
    if rank.acted:
        said.symbols.asks_recent = True

        def lately(draft: Draft, unit: int, scene: Scene) -> int:
            recent = draft.rest.recent
            return recent.index(unit) + 1 if unit in recent else 0

        return RankKey(lately, highest)
    if rank.fact:
        number = said.symbols.facts[rank.fact]
        return RankKey(lambda draft, unit, scene: draft.fact(number) >> unit & 1, highest)
    assert rank.value is not None
    return RankKey(said.amount(rank.value), highest)


def moment_of(value: str | Moment | None, said_step: Callable[[str], str]) -> Moment | None:
    """A moment with the steps that are meant; a name alone is the end of that step."""
    if value is None:
        return None
    if isinstance(value, str):
        return Moment(end=said_step(value))
    return replace(
        value,
        start=said_step(value.start) if value.start else "",
        end=said_step(value.end) if value.end else "",
    )


def _compiled_change(change: Change, said: _Compiler) -> CompiledChange:
    """A change of a fact or a value."""
    symbols = said.symbols
    amounts = [amount for amount in (change.by, change.to) if amount is not None]
    return CompiledChange(
        change=change,
        of=compile_who(change.of, symbols, among=True) if change.of != Whose.ACTIVE else None,
        towards=compile_who(change.towards, symbols) if change.towards is not None else None,
        by=said.amount(change.by) if change.by is not None else None,
        to=said.amount(change.to) if change.to is not None else None,
        dice=tuple(dice for amount in amounts for dice in dice_of(amount)),
        at=moment_of(change.at, said.step),
        until=moment_of(change.until, said.step),
        read_by=tuple(
            clause
            for moment in (change.at, change.until)
            for name in _steps_of(moment)
            for clause in symbols.read_by(name)
        ),
    )


def _steps_of(moment: str | Moment | None) -> tuple[str, ...]:
    """The steps that a moment names."""
    return (moment.start, moment.end) if isinstance(moment, Moment) else (moment or "",)


# Filters


def _filters(said: _Compiler, words: tuple[str, ...], counted: str) -> tuple[Filter, ...]:
    """The filters that the clauses of a part make with some words."""
    return tuple(
        _guarded(_excluding(word, raw.value, said, counted), said.ruling(raw, None))
        for word in words
        for raw in said.said.get(word, ())
    )


def _excluding(
    word: str, value: Any, said: _Compiler, counted: str
) -> Callable[[Draft, int, Scene], int]:
    """Whom a word rules out, were there no guard."""
    symbols = said.symbols
    if word == "among" and value is Whose.OWN:
        return lambda draft, pool, scene: pool & ~draft.roster.units[scene.side]
    if word == "among":
        selected = compile_who(value, symbols, among=True)
        return lambda draft, pool, scene: pool & ~selected(draft, scene.side + 1, scene)
    if word == "limit":
        return _limited(value, symbols, counted, said)
    if word == "costs":
        return _unaffordable(CompiledCost(value.value, said.amount(value.amount)))
    test = compile_condition(value, symbols)
    if word == "bars":
        return test
    return lambda draft, pool, scene: pool & ~test(draft, pool, scene)


def _limited(
    limit: Limit, symbols: Symbols, counted: str, said: _Compiler
) -> Callable[[Draft, int, Scene], int]:
    """Those who have done something as often as they may."""
    counter = symbols.counter(counted, limit.per)
    by = symbols.read_by(limit.per)
    if isinstance(limit.times, int) and limit.by is Tally.UNIT and not by:
        index = limit.times - 1

        def used_up(draft: Draft, pool: int, scene: Scene) -> int:
            done = draft.counters[counter]
            return pool & done[index] if len(done) > index else 0

        return used_up if index >= 0 else lambda draft, pool, scene: pool
    times = said.amount(limit.times)

    def used(draft: Draft, pool: int, scene: Scene) -> int:
        draft.note(*by)
        out = 0
        for who in bits(pool):
            if limit.by is Tally.UNIT:
                together = 1 << who
            elif limit.by is Tally.SIDE:
                side = draft.roster.side_of[who]
                together = draft.roster.units[side] | 1 << side + 1
            else:
                together = -1
            often = sum((done & together).bit_count() for done in _all(draft, counter))
            if often >= times(draft, who, scene):
                out |= 1 << who
        return out

    return used


def _all(draft: Draft, counter: int) -> Iterable[int]:
    """The masks of a counter: those that did it once, twice, and so on."""
    mask = (1 << len(draft.roster.names)) - 1
    return (done & mask for done in draft.counters[counter])


def _unaffordable(cost: CompiledCost) -> Callable[[Draft, int, Scene], int]:
    """Those who have not enough to pay."""

    def poor(draft: Draft, pool: int, scene: Scene) -> int:
        out = 0
        for who in bits(pool):
            if value_of(draft, cost.value, who) < cost.amount(draft, who, scene):
                out |= 1 << who
        return out

    return poor


def _guarded(excluding: Callable[[Draft, int, Scene], int], ruling: Ruling[None]) -> Filter:
    """A filter that binds only where its guard holds and no exception does."""
    if ruling.when is None and not ruling.waivers:
        return Filter(ruling.clause, excluding)

    def excluded(draft: Draft, pool: int, scene: Scene) -> int:
        # The guard is asked only of those who would be ruled out.
        out = excluding(draft, pool, scene)
        return ruling.binds(draft, out, scene) if out else 0

    return Filter(ruling.clause, excluded)


# Other parts


class CheckPart:
    """A check, compiled."""

    def __init__(self, name: str, said: _Compiler) -> None:
        self.name = name
        self.roll: Policy[str | Dice] = said.policy("roll")
        self.dice_count: Policy[Quantity] = said.policy(
            "roll",
            lambda roll: said.amount(roll.count if isinstance(roll, Dice) else _notation(roll)[0]),
        )
        self.faces: Policy[int] = said.policy(
            "roll", lambda roll: roll.faces if isinstance(roll, Dice) else _notation(roll)[1]
        )
        self.add: tuple[Ruling[Quantity], ...] = said.rulings("add", said.amount)
        self.bonus_dice: Policy[Keep] = said.policy("bonus_dice")
        self.penalty_dice: Policy[Keep] = said.policy("penalty_dice")
        self.mixed_dice: Policy[Mixed] = said.policy("mixed_dice")
        self.dice_from: tuple[Ruling[tuple[str, ...]], ...] = said.rulings("dice_from")
        self.judged: Policy[Judged] = said.policy("judged")
        self.bands: tuple[Ruling[CompiledBand], ...] = said.rulings(
            "band",
            lambda band: CompiledBand(
                band,
                said.amount(band.low) if band.low is not None else None,
                said.amount(band.high) if band.high is not None else None,
            ),
        )


class CompiledBand(NamedTuple):
    """The totals that give an outcome, compiled."""

    band: Band
    low: Quantity | None
    high: Quantity | None


def _notation(dice: str) -> tuple[int, int]:
    """How many dice of how many faces: `2d6` is (2, 6)."""
    count, _, faces = dice.partition("d")
    return int(count), int(faces)


class CompiledContents(NamedTuple):
    """What is put into a container, compiled."""

    contents: Contents
    of: Selector | None
    many: Quantity


class ContainerPart:
    """A container, compiled."""

    def __init__(self, name: str, kept: Kept, said: _Compiler) -> None:
        self.name = name
        self.of_side = kept is Kept.SIDE
        moment = lambda value: moment_of(value, said.step)  # noqa: E731
        self.fills: tuple[Ruling[Moment], ...] = said.rulings("fills", moment)
        self.empties: Policy[Moment] = said.policy("empties", moment)
        self.contains: tuple[Ruling[CompiledContents], ...] = said.rulings(
            "contains",
            lambda contents: CompiledContents(
                contents,
                compile_who(contents.of, said.symbols) if contents.of is not None else None,
                said.amount(contents.count),
            ),
        )
        self.drawn: Policy[Drawn] = said.policy("drawn")
        self.draw_for: Policy[DrawFor] = said.policy("draw_for")
        self.placed: Policy[Placed] = said.policy("placed")
        self.extra: Policy[Extra] = said.policy("extra")
        self.gained: Policy[Gained] = said.policy("gained")
        self.gone: Policy[Gone] = said.policy("gone")
        self.of_passed: Policy[OfPassed] = said.policy("of_passed")


class EffectsPart:
    """What phrases of effects mean, compiled: all effect clauses together."""

    def __init__(self, said: _Compiler) -> None:
        self.bearer: Policy[Bearer] = said.policy("bearer")
        self.work_of: Policy[WorkOf] = said.policy("work_of")
        self.covers: tuple[Ruling[Covers], ...] = said.rulings("covers")
        self.covers_whose: Policy[CoversWhose] = said.policy("covers_whose")
        self.covers_until: Policy[str] = said.policy("covers_until", said.step)
        self.next: Policy[Next] = said.policy("next")
        self.boundary: Policy[Boundary] = said.policy("boundary")
        self.if_gone: Policy[str] = said.policy("if_gone", said.step)
        self.conditions_bind: Policy[ConditionsBind] = said.policy("conditions_bind")


def _fact_part(name: str, said: _Compiler, also: tuple[tuple[int, Ruling[str]], ...]) -> FactPart:
    """A fact, compiled."""
    symbols = said.symbols
    return FactPart(
        name=name,
        number=symbols.facts[name],
        subject=symbols.subject(name),
        also=also,
        counts_as=said.rulings("counts_as"),
        ends=said.rulings("ends"),
        within=said.policy("within"),
        triggers=said.policy("triggers"),
        leaves=said.policy(
            "leaves",
            lambda value: moment_of(value, said.step) if isinstance(value, Moment) else value,
        ),
        away=said.policy("away"),
    )


def _value_part(name: str, said: _Compiler) -> ValuePart:
    """A value, compiled."""
    add = said.rulings("add", said.amount)
    raw = said.said.get("add", ())
    bounds = said.said.get("bounds", ())

    def bound(which: str) -> Policy[Quantity]:
        return Policy(
            "bounds",
            tuple(
                said.ruling(ruling, said.amount(limit))
                for ruling in bounds
                if (limit := getattr(ruling.value, which)) is not None
            ),
        )

    return ValuePart(
        name=name,
        holder=said.symbols.holder(name),
        base=said.policy("base"),
        starts=said.policy("starts", said.amount),
        add=add,
        dice=tuple(
            (notation, ruling)
            for written, ruling in zip(raw, add, strict=True)
            for notation in dice_of(written.value)
        ),
        low=bound("at_least"),
        high=bound("at_most"),
    )


# Programs


@dataclass(frozen=True, eq=False)
class Program:
    """A ruleset, compiled once."""

    ruleset: Ruleset
    context: Context
    sides: tuple[str, ...]
    steps: Mapping[str, StepPart]
    checks: Mapping[str, CheckPart]
    values: Mapping[str, ValuePart]
    facts: tuple[FactPart, ...]
    containers: Mapping[str, ContainerPart]
    effects: EffectsPart
    round: str
    """The step whose openings are counted as rounds; empty where there are no rounds."""
    abilities_wait: bool
    """True when there are abilities that are used at the start of a step."""
    may_not_ask: bool
    """True when some step does not ask a side that has only one thing to choose."""
    asks_recent: bool
    """True when some clause asks who acted last."""
    counted: Mapping[str, tuple[int, ...]]
    """For a thing that is counted: its counters."""
    cleared: Mapping[str, tuple[int, ...]]
    """The counters that begin anew when a step begins."""
    timed: frozenset[str]
    """Steps at whose start or end something else may happen."""

    def fact(self, name: str) -> FactPart:
        """The fact of this name."""
        return self.facts[self.context.symbols.facts[name]]

    def step(self, name: str) -> str:
        """The step that is meant by this name."""
        return self.context.symbols.step(name)

    def leads_to(self, name: str) -> set[str]:
        """The steps that this one can open, at once or through others."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            part = self.steps.get(waiting.pop())
            if part is None:
                continue
            below = [child for ruling in part.sequence.rulings for child in ruling.value]
            below += [ruling.value for ruling in part.repeats.rulings]
            below += [option.name for option in part.options]
            new = set(below) - found
            found |= new
            waiting += new
        return found


def compile_ruleset(ruleset: Ruleset, base: Program | None = None) -> Program:
    """Compile a ruleset. Raises Conflict when two clauses disagree.

    With `base`, the program of a ruleset that shares most parts, only parts that differ are
    compiled; names and counters stay as they are there.
    """
    if base is not None and not _shares_names(ruleset, base.ruleset):
        base = None
    context = _context(ruleset, base)
    said = _said_of_steps(ruleset.steps)
    reuse = base is not None and context.waivers is base.context.waivers
    changed = _changed_steps(ruleset, base.ruleset) if base and reuse else set(ruleset.steps)
    # What is shared with another program is copied, so as not to change under its hands.
    steps = {
        name: copy(base.steps[name])
        if base and name not in changed and name in base.steps
        else StepPart(name, _Compiler(resolved(said[name], name), context))
        for name in ruleset.steps
    }

    def parts(kind: str, make: Callable[[str, Any, _Compiler], Any]) -> dict[str, Any]:
        found = {}
        for name, part in getattr(ruleset, kind).items():
            same = base and reuse and getattr(base.ruleset, kind).get(name) is part
            found[name] = (
                getattr(base, kind)[name]
                if same
                else make(name, part, _Compiler(gather(part, {}), context))
            )
        return found

    checks = parts("checks", lambda name, _, said: CheckPart(name, said))
    values = parts("values", lambda name, _, said: _value_part(name, said))
    containers = parts("containers", lambda name, box, said: ContainerPart(name, box.of, said))
    fact_words = {n: _Compiler(gather(fact, {}), context) for n, fact in ruleset.facts.items()}
    if base and reuse and ruleset.facts == base.ruleset.facts:
        facts = base.facts
    else:
        facts = tuple(_fact_part(n, s, _also(n, fact_words)) for n, s in fact_words.items())
    effects = (
        base.effects
        if base and reuse and ruleset.effects == base.ruleset.effects
        else EffectsPart(_Compiler(_said_of_effects(ruleset.effects), context))
    )
    _count_abilities(ruleset, steps, context.symbols)
    for name, part in steps.items():
        if not base or not reuse or name in changed or changed & set(_children(part)):
            part.options = _options(part, steps, context)
    counted: dict[str, tuple[int, ...]] = {}
    cleared: dict[str, tuple[int, ...]] = {}
    for (what, since), number in context.symbols.counters.items():
        counted[what] = (*counted.get(what, ()), number)
        cleared[since] = (*cleared.get(since, ()), number)
    round_step = _round(steps)
    passing = (name for name, part in steps.items() if part.passed)
    moments = _named_moments(ruleset, said, context.symbols)
    timed = frozenset({round_step, *cleared, *passing, *moments})
    for name, part in steps.items():
        part.is_plain = not (
            part.rank or part.chances or part.finish or context.remembers(name)
        ) and (not any(ruling.value is Cadence.DRAW for ruling in part.cadence.rulings))
        part.leaf = (
            name not in timed
            and part.first_stage is Stage.BODY
            and not (part.deals or part.sequence or part.repeats or part.orders_sides)
        )
    abilities_wait = any(ability.used.start for ability in ruleset.abilities.values())
    for part in steps.values():
        part.options = tuple(
            option._replace(
                simple=not abilities_wait and _is_simple(part, steps[option.name], option),
                together=tuple(ruling.clause for ruling in part.together.rulings[:1]),
                counters=tuple(
                    number
                    for what in dict.fromkeys((option.name, steps[option.name].counts_as))
                    for number in counted.get(what, ())
                ),
            )
            for option in part.options
        )
        part.simple_options = {option.name: option for option in part.options if option.simple}
    return Program(
        ruleset=ruleset,
        context=context,
        sides=ruleset.sides,
        steps=steps,
        checks=checks,
        values=values,
        facts=facts,
        containers=containers,
        effects=effects,
        round=round_step,
        abilities_wait=abilities_wait,
        may_not_ask=any(part.asks for part in steps.values()),
        asks_recent=context.symbols.asks_recent,
        counted=counted,
        cleared=cleared,
        timed=timed,
    )


def _shares_names(ruleset: Ruleset, base: Ruleset) -> bool:
    """Whether two rulesets name the same facts, values and abilities."""
    return (
        list(ruleset.facts) == list(base.facts)
        and list(ruleset.values) == list(base.values)
        and ruleset.sides == base.sides
        and ruleset.abilities is base.abilities
        and ruleset.effects == base.effects
    )


def _changed_steps(ruleset: Ruleset, base: Ruleset) -> set[str]:
    """The steps that differ, with those that are like them."""
    changed = {name for name, step in ruleset.steps.items() if base.steps.get(name) is not step}
    while more := {
        name for name, step in ruleset.steps.items() if step.like in changed and name not in changed
    }:
        changed |= more
    return changed


def _context(ruleset: Ruleset, base: Program | None) -> Context:
    """What the compilation of every part shares."""
    reads_as = {
        name: (ruling.value, ruling.clause)
        for name, term in ruleset.effects.items()
        for word, _, ruling in rulings_of(term)
        if word == "reads_as"
    }
    counters = base.context.symbols.counters if base else None
    symbols = Symbols(ruleset.facts, ruleset.values, reads_as, counters)
    if base:
        symbols.remembered |= base.context.symbols.remembered
        symbols.asks_recent = base.context.symbols.asks_recent
    raw = _raw_waivers(ruleset)
    if base and raw == _raw_waivers(base.ruleset):
        waivers = base.context.waivers
    else:
        waivers = {
            clause: tuple(
                Ruling(
                    None,
                    waiver.clause,
                    compile_condition(waiver.when, symbols) if waiver.when is not None else None,
                )
                for waiver in found
            )
            for clause, found in raw.items()
        }
    for _, _, part in ruleset.parts():
        for _, _, ruling in rulings_of(part):
            if isinstance(ruling.value, OrderKey) and ruling.value.was is not None:
                symbols.remembered.add(symbols.step(ruling.value.of) if ruling.value.of else "*")
    return Context(symbols, waivers, frozenset(ruleset.abilities))


def _raw_waivers(ruleset: Ruleset) -> dict[str, tuple[RawRuling, ...]]:
    """For each clause, the exceptions to it."""
    found: dict[str, tuple[RawRuling, ...]] = {}
    for kind, name, part in ruleset.parts():
        for word, _, ruling in rulings_of(part):
            if word == "waives":
                when = with_own_name(ruling.when, name) if kind == "steps" else ruling.when
                waiver = ruling._replace(value=None, when=when)
                for clause in ruling.value:
                    found[clause] = (*found.get(clause, ()), waiver)
    return found


def _said_of_steps(
    steps: Mapping[str, Step],
) -> dict[str, dict[str, tuple[Combine, tuple[RawRuling, ...]]]]:
    """The words of each step, with what it takes over from the step it is like."""
    done: dict[str, dict[str, tuple[Combine, tuple[RawRuling, ...]]]] = {}

    def said(name: str) -> dict[str, tuple[Combine, tuple[RawRuling, ...]]]:
        if name not in done:
            step = steps[name]
            done[name] = gather(step, said(step.like) if step.like in steps else {})
        return done[name]

    return {name: said(name) for name in steps}


def _said_of_effects(
    effects: Mapping[str, EffectTerm],
) -> dict[str, tuple[Combine, tuple[RawRuling, ...]]]:
    """Headings are for people: what effects mean is said by all of these clauses together."""
    clauses = tuple(
        clause
        for term in effects.values()
        for clause in term.clauses
        if clause.means and not clause.means.reads_as
    )
    return gather(EffectTerm(clauses=clauses), {})


def _also(name: str, facts: Mapping[str, _Compiler]) -> tuple[tuple[int, Ruling[str]], ...]:
    """The facts that count as this one."""
    return tuple(
        (said.symbols.facts[other], ruling)
        for other, said in facts.items()
        for ruling in said.rulings("counts_as")
        if ruling.value == name
    )


def _count_abilities(ruleset: Ruleset, steps: Mapping[str, StepPart], symbols: Symbols) -> None:
    """Where abilities are offered, it is counted how often each was used."""
    for part in steps.values():
        if part.each_ability:
            for ability in ruleset.abilities:
                symbols.counter(ability, part.name)


def _children(part: StepPart) -> tuple[str, ...]:
    """The steps a chance may be spent on, in the order in which clauses name them."""
    return tuple(dict.fromkeys(name for ruling in part.each for name in ruling.value))


def _options(part: StepPart, steps: Mapping[str, StepPart], context: Context) -> tuple[Option, ...]:
    """What a chance may be spent on, with all that narrows it."""
    found = []
    for name in _children(part):
        if name not in steps:
            continue
        child = steps[name]
        limits = _Compiler({"limit": (Combine.EVERY, part.raw_limits)}, context)
        paid = (*part.raw_costs, *(() if child.deals else child.raw_costs))
        costs = {"costs": (Combine.EVERY, paid)}
        own_limits = _Compiler({"limit": (Combine.EVERY, child.raw_limits)}, context)
        each = tuple(ruling for ruling in part.each if name in ruling.value)
        found.append(
            Option(
                name=name,
                filters=(*_filters(limits, ("limit",), child.counts_as), *child.own_filters),
                tallied=(
                    *_filters(limits, ("limit",), child.counts_as),
                    *_filters(own_limits, ("limit",), child.counts_as),
                    *_filters(_Compiler(costs, context), ("costs",), name),
                ),
                by_side=child.among_side and not child.deals,
                each=each,
                always=any(r.when is None and not r.waivers for r in each),
                equipped=bool(child.uses or child.target),
                clauses=tuple(ruling.clause for ruling in each),
                simple=False,
                counters=(),
                together=(),
            )
        )
    return tuple(found)


def _is_simple(part: StepPart, child: StepPart, option: Option) -> bool:
    """Whether something is done by one unit, at once, and nothing more comes of it."""
    return (
        child.leaf
        and not (option.equipped or option.by_side or child.put_off or child.costs)
        and not (part.draws or part.costs or part.says_order or part.group_needs)
        and part.together.constant
        and part.together.plain is not None
    )


def _round(steps: Mapping[str, StepPart]) -> str:
    """The first step that is repeated, seen from the battle through what it goes through."""
    waiting, seen = [BATTLE], set[str]()
    while waiting:
        name = waiting.pop(0)
        part = steps.get(name)
        if part is None or name in seen:
            continue
        seen.add(name)
        for ruling in part.repeats.rulings:
            return ruling.value
        waiting += [child for ruling in part.sequence.rulings for child in ruling.value]
    return ""


def _named_moments(
    ruleset: Ruleset,
    said: Mapping[str, Mapping[str, tuple[Combine, tuple[RawRuling, ...]]]],
    symbols: Symbols,
) -> Iterator[str]:
    """Every step that a moment names, at whose start or end something may happen."""

    def names(value: object) -> Iterator[str]:
        if isinstance(value, Moment):
            yield from (value.start, value.end, value.during)
        elif isinstance(value, Change):
            for moment in (value.at, value.until):
                if isinstance(moment, str):
                    yield moment
                else:
                    yield from names(moment)
        elif isinstance(value, tuple):
            for item in value:
                yield from names(item)
        elif isinstance(value, Mapping):
            for item in value.values():
                yield from names(item)
        elif is_dataclass(value):
            for field in fields(value):
                yield from names(getattr(value, field.name))

    for kind, own_name, part in ruleset.parts():
        # A step takes over what is said of the step it is like, and `this` is then its own name.
        words = (
            [(word, ruling) for word, (_, rulings) in said[own_name].items() for ruling in rulings]
            if kind == "steps"
            else [(word, ruling) for word, _, ruling in rulings_of(part)]
        )
        for word, ruling in words:
            found = names(ruling.value)
            if word in ("kept", "passed", "covers_until", "if_gone"):
                found = iter((ruling.value,))
            yield from (own_name if name == THIS else symbols.step(name) for name in found if name)
    for ability in ruleset.abilities.values():
        yield from (symbols.step(name) for name in names(ability) if name)
        if ability.effect and ability.effect.during:
            yield symbols.step(ability.effect.during)
