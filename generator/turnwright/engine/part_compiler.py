"""Part compiler: the clauses of one part, compiled word by word into the fields of its type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from turnwright.engine.conditions import (
    compile_all_near,
    compile_amount,
    compile_condition,
    compile_distance,
    compile_models_near,
    compile_who,
    dice_of,
)
from turnwright.engine.containers import can_draw
from turnwright.engine.decision import parse_dice
from turnwright.engine.limits_and_costs import OF_ITEMS, compile_limit, unaffordable
from turnwright.engine.memo import reads_of_rulings
from turnwright.engine.parts import (
    AbilityPart,
    As,
    CheckPart,
    CompiledBand,
    CompiledContents,
    CompiledEnd,
    ContainerPart,
    EffectsPart,
    Exclusion,
    FactPart,
    FieldWord,
    Part,
    Quantity,
    Rule,
    Ruling,
    Scene,
    Test,
    ValuePart,
)
from turnwright.engine.program import (
    CompiledChange,
    CompiledChoice,
    CompiledCost,
    CompiledKey,
    CompiledModels,
    CompiledReach,
    CompiledResult,
    ItemLimit,
    OrderPart,
    RankKey,
    RepeatPart,
    SequencePart,
    StepPart,
    TargetRule,
    TurnsPart,
)
from turnwright.engine.rulings import Raw, RawRuling, RawRulings, Symbols
from turnwright.engine.state import bits
from turnwright.engine.transaction import Transaction
from turnwright.language.action import Draws
from turnwright.language.change import Change, Cost, Moment
from turnwright.language.check import Dice
from turnwright.language.clause import Combine, words_of
from turnwright.language.condition import Also, Amount, Condition, Selection, Sum, Who, Whose
from turnwright.language.container import Contents, Refill
from turnwright.language.effect import Ability
from turnwright.language.eligibility import Limit, Models, Rank, Reach, Tally
from turnwright.language.fact import Ends, Holder, Subject
from turnwright.language.step import DEALS
from turnwright.language.traversal import subvalues
from turnwright.language.turn_order import OrderKey

P = TypeVar("P", bound=Part)

OF_MODELS = (Tally.MODEL, Tally.MODEL_ITEM)
"""Limits of each model of a unit that stands apart."""
AMOUNTS = ("base", "starts", "add", "bounds")
"""The words that make a value up."""


class PartCompiler:
    """Compiler of the clauses of one part."""

    def __init__(
        self,
        raw: Raw,
        symbols: Symbols,
        waivers: Mapping[str, RawRulings],
    ) -> None:
        self.raw = raw
        """By word, what the clauses say with it."""
        self.symbols = symbols
        self.waivers = waivers
        """By clause, the exceptions to it."""
        self._amounts: dict[Amount, tuple[Quantity, list[str]]] = {}

    def part(self, kind: type[P], **own: Any) -> P:
        """A part of this type: a field for each word that it declares, and those that are given."""
        words = {
            name: self.rule(said) if is_one else self.rulings(said.word, said.how)
            for name, said, is_one in _declared(kind)
            if name not in own
        }
        return kind(**words, **own)

    def rule(self, said: FieldWord) -> Rule[Any]:
        """A word that one clause decides."""
        return Rule(said.word, self.rulings(said.word, said.how))

    def rulings(self, word: str, how: As = As.SAID) -> tuple[Ruling[Any], ...]:
        """Every ruling on a word, but those that have nothing of this kind to say."""
        compiled, found = COMPILED[how], []
        for raw in self.raw.get(word, ()):
            with self.symbols.asked_by([raw.clause]):
                value = compiled(self, raw.value)
            if value is not None:
                found.append(self.ruling(raw, value))
        return tuple(found)

    def ruling(self, raw: RawRuling, value: Any) -> Ruling[Any]:
        """One ruling with its guard and its exceptions."""
        waivers = tuple(
            Ruling(None, waiver.clause, self.guard(waiver))
            for waiver in self.waivers.get(raw.clause, ())
        )
        return Ruling(value, raw.clause, self.guard(raw), waivers)

    def guard(self, raw: RawRuling) -> Test | None:
        """The guard of a ruling."""
        if raw.when is None:
            return None
        with self.symbols.asked_by([raw.clause]):
            return self.test(raw.when)

    # Values of words

    def test(self, condition: Condition) -> Test:
        """A condition."""
        return compile_condition(condition, self.symbols)

    def amount(self, amount: Amount) -> Quantity:
        """An amount; the same for equal ones, so that clauses that say the same are seen to."""
        asking = self.symbols.asking
        if amount not in self._amounts:
            self._amounts[amount] = compile_amount(amount, self.symbols), asking
        quantity, known = self._amounts[amount]
        known += (it for it in asking if it not in known)
        return quantity

    def end(self, amount: Amount | None) -> Quantity | None:
        """An amount that need not be said."""
        return None if amount is None else self.amount(amount)

    def step(self, name: str) -> str:
        """The step that a name means; none where there is no name."""
        return self.symbols.step(name) if name else ""

    def moment(self, said: str | Moment | None) -> Moment | None:
        """A moment with the steps that are meant; a name alone is the end of that step."""
        if isinstance(said, Moment):
            return replace(said, start=self.step(said.start), end=self.step(said.end))
        return None if said is None else Moment(end=self.step(said))

    def refill(self, said: str | Refill) -> Refill:
        """What is put in, and when; a name alone is that of the other container."""
        refill = Refill(container=said) if isinstance(said, str) else said
        return replace(refill, at=self.moment(refill.at))

    def dice_count(self, said: str | Dice) -> Quantity:
        """How many dice are rolled."""
        return self.amount(said.count if isinstance(said, Dice) else parse_dice(said)[0])

    def target(self, who: Who) -> TargetRule:
        """Whose unit may be the target, and which."""
        of, that = (who.of, who.that) if isinstance(who, Selection) else (who, None)
        return TargetRule(
            whose=compile_who(of, self.symbols, among=True),
            that=self.test(that) if that is not None else None,
            is_active=who is Whose.ACTIVE,
            by_item=asks_of_item(who),
        )

    def rank(self, rank: Rank) -> RankKey:
        """A key by which units are ranked."""
        highest = rank.direction.value == "descending"
        if rank.fact:
            number = self.symbols.facts[rank.fact]
            return RankKey(lambda tx, unit, scene: tx.fact(number) >> unit & 1, highest)
        assert rank.value is not None
        return RankKey(self.amount(rank.value), highest)

    def order_key(self, said: object) -> object:
        """What sides are put in order by: a word, or a key with its amount compiled."""
        if not isinstance(said, OrderKey):
            return said
        amount = self._having(said.fact) if said.fact else said.amount
        return CompiledKey(said, self.end(amount), self.step(said.of), self.step(said.as_in))

    def _having(self, fact: str) -> Sum:
        """1 for a side that has a fact, or a unit that has it; else 0."""
        that = Condition(fact=fact)
        if self.symbols.subject(fact) is Subject.UNIT:
            having = Selection(of=Whose.OWN, also=Also.AWAY, that=that)
            return Sum(count=having, at_most=1)
        return Sum(count=Selection(of=Whose.ITSELF, that=that))

    def item_limit(self, limit: Limit, counted: str) -> ItemLimit:
        """How often a unit may use each of its items."""
        return ItemLimit(self.step(limit.per), counted, self.amount(limit.times), limit.by)

    def models(self, models: Models) -> CompiledModels:
        """Which models of a unit do something."""
        did = models.bars
        return CompiledModels(
            None if models.within is None else self.reach(models.within),
            None if did is None else replace(did, this=self.step(did.this)),
            models.without,
            None if models.most is None else self.amount(models.most),
        )

    def reach(self, reach: Reach) -> CompiledReach:
        """How near to the target a model has to be."""
        through = reach.through
        return CompiledReach(
            compile_distance(reach.inches, self.symbols),
            None if through is None else compile_distance(through, self.symbols),
            asks_of_item(reach.inches) or asks_of_item(through),
        )

    def contents(self, contents: Contents) -> CompiledContents:
        """What is put into a container."""
        of = None if contents.of is None else compile_who(contents.of, self.symbols)
        return CompiledContents(contents, of, self.amount(contents.count))

    def fact_end(self, ends: str | Ends) -> CompiledEnd:
        """A fact that ends, of whoever another becomes true of, or of others."""
        if isinstance(ends, str):
            return CompiledEnd(ends, None)
        return CompiledEnd(ends.fact, compile_who(ends.of, self.symbols, among=True))

    def change(self, change: Change) -> CompiledChange:
        """A change of a fact or a value."""
        symbols = self.symbols
        of_value = bool(change.value)
        return CompiledChange(
            change=change,
            subject=Subject(symbols.holder(change.value).value)
            if of_value
            else symbols.subject(change.fact),
            of=compile_who(change.of, symbols, among=True) if change.of != Whose.ACTIVE else None,
            towards=None if change.towards is None else compile_who(change.towards, symbols),
            times=self.amount(change.times) if change.times != 1 else None,
            by=self.end(change.by),
            to=self.end(change.to),
            dice=(*dice_of(change.by), *dice_of(change.to)),
            at=self.moment(change.at),
            until=self.moment(change.until),
            # A step alone is always meant as it is.
            read_by=tuple(
                clause
                for moment in (change.at, change.until)
                if isinstance(moment, Moment)
                for name in (moment.start, moment.end)
                for clause in symbols.read_by(name)
            ),
        )

    # Exclusions

    def exclusions(self, words: Iterable[str], counted: str) -> tuple[Exclusion, ...]:
        """The clauses that narrow who may be picked, with some words."""
        return tuple(
            self._guarded(excluding, self.ruling(raw, None))
            for word in words
            for raw, excluding in self._each_excluding(word, counted)
        )

    def _each_excluding(self, word: str, counted: str) -> Iterator[tuple[RawRuling, Test]]:
        """What each clause with a word rules out; a cost, after all that is paid before it."""
        said = self.raw.get(word, ())
        for at, raw in enumerate(said):
            if word == "costs":
                paid = [self.ruling(it, self.cost(it.value)) for it in said[:at]]
                yield raw, unaffordable(self.cost(raw.value), paid)
            else:
                with self.symbols.asked_by([raw.clause]):
                    excluding = self._excluding(word, raw.value, counted)
                yield raw, excluding

    def _guarded(self, excluding: Test, ruling: Ruling[None]) -> Exclusion:
        """An exclusion that binds only where its guard holds and no exception does."""
        if ruling.when is None and not ruling.waivers:
            return Exclusion(ruling.clause, excluding)

        def excluded(tx: Transaction, pool: int, scene: Scene) -> int:
            # The guard is asked only of those who would be ruled out.
            out = excluding(tx, pool, scene)
            return ruling.binds(tx, out, scene) if out else 0

        return Exclusion(ruling.clause, excluded)

    def _excluding(self, word: str, value: Any, counted: str) -> Test:
        """Those whom a word rules out, its guard aside."""
        symbols = self.symbols
        if word == "among" and value is Whose.OWN:
            return lambda tx, pool, scene: pool & ~tx.roster.units[scene.side]
        if word == "among":
            selected = compile_who(value, symbols, among=True)
            return lambda tx, pool, scene: pool & ~selected(tx, scene.side + 1, scene)
        if word == "limit":
            return compile_limit(value, counted, self.amount(value.times), self.symbols)
        if word == "held":
            return compile_all_near(value, symbols)
        if word == "draws":
            count = 1 if isinstance(value, str) else value.count
            return drawing_nothing(value, self.amount(count))
        test = self.test(value)
        excluding = test if word == "bars" else _denied(test)
        # Where a side has the step and units are picked in it, only these can be asked.
        is_dealing = any(each in self.raw for each in DEALS)
        return _of_units(excluding) if is_dealing and self._is_of_units(value) else excluding

    def _is_of_units(self, condition: Condition) -> bool:
        """Whether a condition asks for a fact or a number that only units have."""
        inside = (*(condition.all_of or ()), *(condition.any_of or ()))
        level = condition.level.value if condition.level else None
        return (
            bool(condition.fact and self.symbols.subject(condition.fact) is Subject.UNIT)
            or (isinstance(level, str) and self.symbols.holder(level) is Holder.UNIT)
            or any(map(self._is_of_units, (*inside, *filter(None, [condition.not_]))))
        )

    def cost(self, cost: Cost) -> CompiledCost:
        """What doing something takes."""
        several = cost.value if isinstance(cost.value, tuple) else (cost.value,)
        return CompiledCost(several, self.amount(cost.amount))


def drawing_nothing(value: str | Draws, count: Quantity) -> Test:
    """Whoever has to draw something from a container that has nothing left."""
    name = value if isinstance(value, str) else value.container

    def excluded(tx: Transaction, pool: int, scene: Scene) -> int:
        if not pool or can_draw(tx, name, scene.side):
            return 0
        return sum(1 << who for who in bits(pool) if count(tx, who, scene) > 0)

    return excluded


COMPILED: Mapping[As, Callable[[PartCompiler, Any], Any]] = {
    As.SAID: lambda said, value: value,
    As.STEP: PartCompiler.step,
    As.MOMENT: lambda said, value: said.moment(value) if isinstance(value, Moment) else value,
    As.TEST: lambda said, value: said.test(value) if isinstance(value, Condition) else None,
    As.NO_TEST: lambda said, value: None if isinstance(value, Condition) else value,
    As.AMOUNT: PartCompiler.amount,
    As.LEAST: lambda said, limits: said.end(limits.at_least),
    As.MOST: lambda said, limits: said.end(limits.at_most),
    As.UP_TO: lambda said, moves: said.amount(moves.up_to),
    As.DICE_COUNT: PartCompiler.dice_count,
    As.FACES: lambda said, dice: dice.faces if isinstance(dice, Dice) else parse_dice(dice)[1],
    As.DRAWS: lambda said, value: Draws(container=value) if isinstance(value, str) else value,
    As.DRAW_COUNT: lambda said, value: said.amount(1 if isinstance(value, str) else value.count),
    As.KEYWORDS: lambda said, value: (value,) if isinstance(value, str) else value,
    As.COST: PartCompiler.cost,
    As.TARGET: PartCompiler.target,
    As.RANK: PartCompiler.rank,
    As.ORDER_KEY: PartCompiler.order_key,
    As.RESULT: lambda said, result: CompiledResult(result, said.step(result.step)),
    As.NEAR: lambda said, within: compile_models_near(within, said.symbols),
    As.MODELS: PartCompiler.models,
    As.BAND: lambda said, band: CompiledBand(band, said.end(band.low), said.end(band.high)),
    As.CONTENTS: PartCompiler.contents,
    As.REFILL: PartCompiler.refill,
    As.FACT_END: PartCompiler.fact_end,
    As.CHOOSES: lambda said, it: CompiledChoice(
        it.value, said.amount(it.at_least), said.amount(it.at_most)
    ),
}
"""How each kind of field is compiled; None where a word says nothing of the kind."""


def _declared(kind: type[Part]) -> tuple[tuple[str, FieldWord, bool], ...]:
    """The fields of a part that hold words, and whether one clause decides the word."""
    if kind in _DECLARED:
        return _DECLARED[kind]
    words = words_of(kind.meaning)
    found = []
    for each in fields(kind):  # type: ignore[arg-type]
        said: FieldWord | None = each.metadata.get("said")
        if said is not None:
            word = said.word or each.name
            found.append((each.name, FieldWord(word, said.how), words[word].combine is Combine.ONE))
    _DECLARED[kind] = tuple(found)
    return _DECLARED[kind]


_DECLARED: dict[type[Part], tuple[tuple[str, FieldWord, bool], ...]] = {}


def _denied(test: Test) -> Test:
    """Those of whom something is not so."""
    return lambda tx, pool, scene: pool & ~test(tx, pool, scene)


def _of_units(test: Test) -> Test:
    """A test that leaves sides and the battle alone."""
    return lambda tx, pool, scene: test(tx, pool & -1 << tx.roster.sides + 1, scene)


def asks_of_item(value: Any) -> bool:
    """Whether anything in a condition or an amount is asked of the item that is used."""
    return any(
        inner.profile is not None
        if isinstance(inner, Sum)
        else isinstance(inner, Condition) and inner.using is not None
        for inner in subvalues(value)
    )


# The parts


def step_part(said: PartCompiler, name: str) -> StepPart:
    """A step, of the type that its words make it."""
    raw = said.raw
    own = entry(said, name) | {"changes": changes(said)}
    if any(word in raw for word in DEALS):
        return said.part(
            TurnsPart,
            **own,
            has_among="among" in raw,
            filters=said.exclusions(("among", "needs", "bars", "costs"), name),
            side_filters=said.exclusions(("needs", "bars", "costs"), name),
        )
    if "first" in raw or "decides" in raw:
        return said.part(OrderPart, **own)
    if "sequence" in raw:
        return said.part(SequencePart, **own)
    if "repeats" in raw:
        return said.part(RepeatPart, **own)
    return said.part(StepPart, **own)


def entry(said: PartCompiler, name: str) -> dict[str, Any]:
    """The fields of a step that say who may do it, and are made of several words."""
    raw = said.raw
    deals = any(word in raw for word in DEALS)
    among_side = tuple(it.clause for it in raw.get("among", ()) if it.value is Whose.SIDE)
    counts_as = raw.get("counts_as", ())[:1]
    counted: str = counts_as[0].value if counts_as else name
    needed = ("needs", "bars", "held", "limit", "costs")
    own = needed if among_side or deals else ("among", *needed)
    own = own if deals else (*own, "draws")
    limits = tuple(it for it in raw.get("limit", ()) if it.value.by in OF_ITEMS)
    of_models = tuple(it for it in raw.get("limit", ()) if it.value.by in OF_MODELS)
    words = ("uses", "target", "models")
    asked = (*limits, *of_models, *(it for word in words for it in raw.get(word, ())))
    return {
        "name": name,
        "counts_as": counted,
        "counted_by": tuple(ruling.clause for ruling in counts_as),
        "among_side": among_side,
        "own_filters": said.exclusions(own, name),
        # What a step that deals chances needs, it needs of those it deals them to.
        "entry_filters": said.exclusions(("held",) if deals else needed, name),
        "item_limits": tuple(said.ruling(it, said.item_limit(it.value, counted)) for it in limits),
        "model_limits": tuple(said.ruling(it, said.item_limit(it.value, name)) for it in of_models),
        "equips": said.symbols.number_of(
            (name if of_models else counted if limits else "", *(it[:3] for it in asked))
        ),
        "raw_limits": raw.get("limit", ()),
        "raw_costs": raw.get("costs", ()),
    }


def changes(said: PartCompiler) -> tuple[tuple[str, Ruling[CompiledChange]], ...]:
    """All that changes in a step, each with its word, in the order of the clauses that say so."""
    listed = []
    for word in ("ends", "sets", "changes"):
        for raw in said.raw.get(word, ()):
            with said.symbols.asked_by([raw.clause]):
                change = said.change(raw.value)
            listed.append((raw.place, word, said.ruling(raw, change)))
    return tuple((word, ruling) for _, word, ruling in sorted(listed, key=lambda it: it[0]))


def check_part(said: PartCompiler, name: str) -> CheckPart:
    """A check."""
    return said.part(CheckPart, name=name)


def container_part(said: PartCompiler, name: str, of_side: bool) -> ContainerPart:
    """A container."""
    return said.part(ContainerPart, name=name, of_side=of_side)


def effects_part(said: PartCompiler, _: str) -> EffectsPart:
    """What all clauses of effects mean together."""
    return said.part(EffectsPart)


def fact_parts(said: Mapping[str, PartCompiler]) -> tuple[FactPart, ...]:
    """All facts, by number."""
    number_of = {name: number for number, name in enumerate(said)}
    counting = [(number_of[n], r) for n, it in said.items() for r in it.rulings("counts_as")]
    found = []
    for name, it in said.items():
        also = tuple((other, ruling) for other, ruling in counting if ruling.value == name)
        subject = it.symbols.subject(name)
        part = it.part(
            FactPart,
            name=name,
            number=number_of[name],
            subject=subject,
            also=also,
            by_word=not also and subject is not Subject.SIGHT and "within" not in it.raw,
        )
        found.append(part)
    return tuple(found)


def value_part(said: PartCompiler, name: str) -> ValuePart:
    """A value."""
    add = said.rulings("add", As.AMOUNT)
    starts = said.raw.get("starts", ())
    amounts = [raw for word in AMOUNTS for raw in said.raw.get(word, ())]
    waivers = [waiver for raw in amounts for waiver in said.waivers.get(raw.clause, ())]
    return said.part(
        ValuePart,
        name=name,
        holder=said.symbols.holder(name),
        add=add,
        dice=tuple(
            (notation, ruling)
            for ruling, raw in zip(add, said.raw.get("add", ()), strict=True)
            for notation in dice_of(raw.value)
        ),
        # The number from which it starts is one and the same, whoever asks.
        is_plain=not any(word in said.raw for word in AMOUNTS if word != "starts")
        and not any(raw.when is not None or raw.clause in said.waivers for raw in starts)
        and all(isinstance(raw.value, int) for raw in starts),
        reads=reads_of_rulings((*amounts, *waivers)),
    )


def ability_part(ability: Ability, symbols: Symbols) -> AbilityPart:
    """An ability."""
    tests = (ability.target_needs, ability.effect.serves if ability.effect else None)
    needs, serves = (None if one is None else compile_condition(one, symbols) for one in tests)
    return AbilityPart(ability, needs, serves)
