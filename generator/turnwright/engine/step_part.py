"""Steps, compiled: typed policies, and tests made from the words that are there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NamedTuple

from turnwright.engine.compiler import CompiledCost, Compiler, Filter, compile_filters, moment_of
from turnwright.engine.conditions import (
    ModelTest,
    asked_at_once,
    compile_condition,
    compile_models_near,
    compile_who,
    dice_of,
)
from turnwright.engine.draft import Draft, Policy, Quantity, Ruling, Scene, Selector, Test
from turnwright.engine.rulings import Symbols, moments_of
from turnwright.engine.state import Body, SequenceBody, Stage, TurnsBody
from turnwright.language.action import Draws, Instead, Moves, Result
from turnwright.language.change import Change, Moment
from turnwright.language.condition import Also, Condition, Selection, Sum, Whose
from turnwright.language.eligibility import Counts, Gathers, Group, Rank, Tally, Together
from turnwright.language.fact import Subject
from turnwright.language.turn_order import (
    Allowed,
    Asked,
    Cadence,
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

    key: Callable[[Draft, int, Scene], int]
    highest: bool


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
    """How often a unit may use each of its items, compiled."""

    per: str
    """The step in which it is counted."""
    counted: str
    times: Quantity


@dataclass(frozen=True, eq=False)
class CompiledResult:
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
    at_once: bool
    """The condition is asked of all at once as quickly as of one."""


@dataclass(frozen=True, eq=False)
class Option:
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
    by: tuple[str, ...]
    """The clauses by which one unit does it: how many at once, then what offers it."""
    simple: bool = False
    """One unit does it by itself, at once, and nothing comes of it but that it is done."""
    counters: tuple[int, ...] = ()
    """What is counted when it is done."""


class StepPart:
    """A step, compiled: typed policies, and tests made from the words that are there."""

    def __init__(self, name: str, said: Compiler) -> None:
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

        self.if_gone: Policy[IfGone] = said.policy("if_gone")

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
        self.filters: tuple[Filter, ...] = compile_filters(
            said, ("among", "needs", "bars", "costs"), name
        )
        among = [said.ruling(raw, raw.value) for raw in said.said.get("among", ())]
        plain = bool(among) and among[0].when is None and not among[0].waivers
        self.own_first = plain and among[0].value is Whose.OWN
        """True when the first filter is that the units are one's own, whatever the state."""
        self.side_filters: tuple[Filter, ...] = compile_filters(
            said, ("needs", "bars", "costs"), name
        )
        self.has_among = "among" in said
        self.among_side = any(raw.value is Whose.SIDE for raw in said.said.get("among", ()))
        own: tuple[str, ...] = ("needs", "bars", "held", "limit", "costs")
        if not self.among_side and not self.deals:
            own = ("among", *own)
        self.counts_as: str = next((r.value for r in said.said.get("counts_as", ())), name)
        self.counted_by: tuple[str, ...] = tuple(
            r.clause for r in said.said.get("counts_as", ())[:1]
        )
        self.own_filters: tuple[Filter, ...] = compile_filters(said, own, self.counts_as)
        """What narrows those who may be given this step."""
        self.entry_filters: tuple[Filter, ...] = (
            compile_filters(said, ("held",), self.counts_as)
            if self.deals
            else compile_filters(said, ("needs", "bars", "held", "limit", "costs"), self.counts_as)
        )
        """What narrows those who go into it, as a step of a sequence."""
        self.uses: Policy[tuple[str, ...]] = said.policy(
            "uses", lambda value: (value,) if isinstance(value, str) else value
        )
        raw_limits = [raw for raw in said.said.get("limit", ()) if raw.value.by is Tally.ITEM]
        self.item_limits: tuple[Ruling[ItemLimit], ...] = tuple(
            said.ruling(
                raw, ItemLimit(step(raw.value.per), self.counts_as, amount(raw.value.times))
            )
            for raw in raw_limits
        )
        self.costs: tuple[Ruling[CompiledCost], ...] = said.rulings(
            "costs", lambda cost: CompiledCost(cost.value, amount(cost.amount))
        )
        self.target: tuple[Ruling[TargetRule], ...] = said.rulings(
            "target", lambda who: _target_rule(who, symbols)
        )
        raw_needs = (*raw_limits, *said.said.get("uses", ()), *said.said.get("target", ()))
        counted = self.counts_as if raw_limits else ""
        self.equips = symbols.number_of((counted, *(raw[:3] for raw in raw_needs)))
        """The same number for all steps that ask for the same items and targets."""
        self.rank: tuple[Ruling[RankKey], ...] = said.rulings("rank", lambda r: _rank(r, said))
        self.gathers: tuple[Ruling[Gathers], ...] = said.rulings("gathers")
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
        self.least_reach: Policy[Quantity] = said.bound("moves", "at_least")
        self.route: Policy[Any] = said.policy("route")
        self.held: tuple[Ruling[ModelTest], ...] = said.rulings(
            "held", lambda within: compile_models_near(within, symbols)
        )
        self.may_enter: tuple[Ruling[str], ...] = said.rulings("may_enter")
        self.may_leave: tuple[Ruling[str], ...] = said.rulings("may_leave")
        self.may_stay: tuple[Ruling[str], ...] = said.rulings("may_stay")
        self.must_end: tuple[Ruling[Test], ...] = said.rulings(
            "must_end", lambda condition: compile_condition(condition, symbols)
        )
        listed = sorted(
            (
                (raw.place, word, said.ruling(raw, _compiled_change(raw.value, said)))
                for word in ("ends", "sets", "changes")
                for raw in said.said.get(word, ())
            ),
            key=lambda it: it[0],
        )
        self.changes: tuple[tuple[str, Ruling[CompiledChange]], ...] = tuple(
            (word, ruling) for _, word, ruling in listed
        )
        """All that changes here, in the order of the clauses that say so."""
        self.stages: Mapping[Stage, Stage] = self._stages()
        self.first_stage = self.stages[Stage.ABILITIES]
        """The stage in which it begins, where no ability is used at its start."""
        self.first_body: Body = None
        """The body with which it begins."""
        if self.deals or self.orders_sides:
            self.first_body = TurnsBody()
        elif self.sequence:
            self.first_body = SequenceBody()
        self.moments = moments_of(
            (word, ruling) for word, rulings in said.said.items() for ruling in rulings
        )
        """The steps at whose start or end something is said to happen here."""
        self.options: tuple[Option, ...] = ()
        """What a chance may be spent on."""
        self.option: Mapping[str, Option] = {}
        """The same, by name."""
        self.is_plain = False
        """True when the side whose chance it is has it whenever it can use it."""

    def link(self, options: tuple[Option, ...], is_plain: bool) -> None:
        """Note what this step needs to know of others, once all are compiled."""
        self.options = options
        self.option = {option.name: option for option in options}
        self.is_plain = is_plain

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
    def comes_to_nothing(self) -> bool:
        """Whether nothing happens in it by itself."""
        has_body = self.deals or self.sequence or self.repeats or self.orders_sides
        return self.first_stage is Stage.BODY and not has_body

    @property
    def compares_nobody(self) -> bool:
        """Whether it is one side's chance whatever other sides may do."""
        return not (self.rank or self.chances or self.finish or self.cadence_draws)

    @property
    def cadence_draws(self) -> bool:
        """Whether chances are dealt by drawing, so that changes belong to what is drawn."""
        return any(ruling.value is Cadence.DRAW for ruling in self.cadence.rulings)


def _compiled_key(value: Any, said: Compiler) -> Any:
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
    of, that = (who.of, who.that) if isinstance(who, Selection) else (who, None)
    whose = compile_who(of, symbols, among=True)
    test = compile_condition(that, symbols) if that is not None else None
    return TargetRule(
        whose=whose,
        that=test,
        is_active=who is Whose.ACTIVE,
        by_item=asks_of_item(who),
        at_once=that is not None and asked_at_once(that, symbols),
    )


def asks_of_item(value: Any) -> bool:
    """Whether anything in a condition or an amount is asked of the item that is used."""
    if isinstance(value, tuple):
        return any(map(asks_of_item, value))
    if isinstance(value, Sum) and value.profile is not None:
        return True
    if isinstance(value, Condition) and value.using is not None:
        return True
    if not is_dataclass(value):
        return False
    return any(asks_of_item(getattr(value, field.name)) for field in fields(value))


def _rank(rank: Rank, said: Compiler) -> RankKey:
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


def _compiled_change(change: Change, said: Compiler) -> CompiledChange:
    """A change of a fact or a value."""
    symbols = said.symbols
    amounts = [amount for amount in (change.by, change.to) if amount is not None]
    if change.value:
        subject = Subject(symbols.holder(change.value).value)
    else:
        subject = symbols.subject(change.fact)
    return CompiledChange(
        change=change,
        subject=subject,
        of=compile_who(change.of, symbols, among=True) if change.of != Whose.ACTIVE else None,
        towards=compile_who(change.towards, symbols) if change.towards is not None else None,
        times=said.amount(change.times) if change.times != 1 else None,
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
    """What a moment names; a step alone is always meant as it is."""
    return (moment.start, moment.end) if isinstance(moment, Moment) else ()
