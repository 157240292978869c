"""Compiler: a ruleset becomes a program, piece by piece.

Each piece is kept with all that it was compiled from. So a ruleset that shares nearly everything
with another takes nearly everything from its program, and what it takes is what it would compile.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from turnwright.engine.invariants import compile_invariant
from turnwright.engine.memo import lasting_values
from turnwright.engine.part_compiler import (
    PartCompiler,
    ability_part,
    check_part,
    container_part,
    effects_part,
    fact_parts,
    step_part,
    value_part,
)
from turnwright.engine.parts import InvariantPart, Ruling
from turnwright.engine.program import (
    BATTLE,
    Compiled,
    Offer,
    PartName,
    Program,
    RepeatPart,
    StepOpeners,
    StepPart,
    TurnsPart,
)
from turnwright.engine.rulings import (
    ACTED,
    LAST_GO,
    Gathered,
    Names,
    Raw,
    RawRuling,
    RawRulings,
    SaidOfPart,
    Spoken,
    Symbols,
    gather,
    moments_of,
    resolved,
    spoken_words,
    steps_named,
    with_own_name,
)
from turnwright.language.container import Kept
from turnwright.language.effect import Ability
from turnwright.language.fact import Subject
from turnwright.language.ruleset import Ruleset
from turnwright.language.turn_order import OrderKey

NOTHING: Gathered = {}
"""What a step takes over that is like no other."""


def compile_ruleset(
    ruleset: Ruleset, base: Program | None = None, *, invariants: bool = False
) -> Program:
    """Compile a ruleset. Raises Conflict when two clauses disagree.

    With `base`, the program of a ruleset that shares most parts, only what differs is compiled.
    Counters keep their numbers, so what only clauses of `base` ask to be counted is counted still.
    With `invariants`, what those ask is counted as well.
    """
    compilation = _Compilation(ruleset, base)
    claimed = tuple(compilation.invariants()) if invariants else ()
    return replace(compilation.program(), invariants=claimed)


class _Compilation:
    """The compilation of one ruleset."""

    def __init__(self, ruleset: Ruleset, base: Program | None) -> None:
        self.ruleset = ruleset
        self.cache: dict[PartName, Compiled] = {**base.cache} if base else {}
        # Parts are slow to compare, and nearly all of them are those of the base themselves.
        old = base.ruleset if base else None
        self.same = {
            (kind, name)
            for kind, name, part in (ruleset.parts() if old else ())
            if getattr(old, kind).get(name) is part
        }
        self.spoken: dict[PartName, Spoken] = {
            (kind, name): base.spoken[kind, name]
            if base and (kind, name) in self.same
            else tuple(spoken_words(part))
            for kind, name, part in ruleset.parts()
        }
        names = (
            tuple((name, fact.of) for name, fact in ruleset.facts.items()),
            tuple((name, value.of) for name, value in ruleset.values.items()),
            tuple(self.read_as()),
        )
        # What is compiled has numbers of facts and counters in it, so all of it rests on the names.
        self.names: Names = self.piece("names", "", names, lambda: names)
        known = base.symbols if base and base.symbols.names is self.names else None
        if known is None:
            # What was compiled by other names has numbers of counters in it that are not these,
            # and may stand here still, from rules before the base that had these very names.
            self.cache = {key: it for key, it in self.cache.items() if key[0] == "names"}
        self.symbols = Symbols(self.names, known)
        self.waivers: dict[str, RawRulings] = {}
        for clause, waiver in self.exceptions():
            self.waivers[clause] = (*self.waivers.get(clause, ()), waiver)
        self.kept: set[PartName] = set()
        """Parts that come to what they came to in the base."""
        self.said: dict[PartName, SaidOfPart] = {}
        if base and known and base.waivers == self.waivers:
            self.kept = {key for key in self.same if self.takes_over_the_same(*key)}
            self.said = {key: base.said[key] for key in self.kept if key in base.said}

    def piece(
        self, kind: str, name: str, source: tuple[object, ...], make: Callable[..., Any], *args: Any
    ) -> Any:
        """A piece of the program: what was compiled before from the same, or else made anew.

        Nearly all that is compared is the same object, which is seen at once.
        """
        found = self.cache.get((kind, name))
        if found is None or found.source != source:
            found = self.cache[kind, name] = Compiled(source, make(*args))
        return found.result

    def part(self, kind: str, name: str, make: Callable[..., Any], *args: Any) -> Any:
        """A part of the program, made by its name from what its clauses say."""
        if (kind, name) in self.kept:
            return self.cache[kind, name].result
        said = self.say(kind, name)
        source = (self.names, said.raw, self.waiving(said.clauses), args)
        return self.piece(kind, name, source, make, self.compiler(said.raw), name, *args)

    def takes_over_the_same(self, kind: str, name: str) -> bool:
        """Whether the steps that a part is like, if any, are those of the base, too."""
        steps, seen = self.ruleset.steps, {name}
        while kind == "steps" and (name := steps[name].like) in steps and name not in seen:
            if (kind, name) not in self.same:
                return False
            seen.add(name)
        return True

    def compiler(self, raw: Raw) -> PartCompiler:
        """The compiler of what some clauses say."""
        return PartCompiler(raw, self.symbols, self.waivers)

    def waiving(self, clauses: Collection[str]) -> dict[str, RawRulings]:
        """The exceptions to these clauses."""
        return {it: self.waivers[it] for it in self.waivers.keys() & clauses}

    # What is said

    def read_as(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """The steps that are not there, with the step that is meant and the clause that says so."""
        for name in self.ruleset.effects:
            for word, _, ruling in self.spoken["effects", name]:
                if word == "reads_as":
                    yield name, (ruling.value, ruling.clause)

    def exceptions(self) -> Iterator[tuple[str, RawRuling]]:
        """Each clause that does not bind always, with an exception to it."""
        for (kind, name), spoken in self.spoken.items():
            for word, _, ruling in spoken:
                for clause in ruling.value if word == "waives" else ():
                    when = with_own_name(ruling.when, name) if kind == "steps" else ruling.when
                    yield clause, ruling._replace(value=None, when=when)

    def say(self, kind: str, name: str) -> SaidOfPart:
        """What the clauses of a part say, with what it takes over from the step it is like."""
        key = kind, name
        if key not in self.said:
            spoken, steps = self.spoken[key], self.ruleset.steps
            step = name if kind == "steps" else ""
            like = steps[step].like if step else ""
            inherited = self.say(kind, like).gathered if like in steps else NOTHING
            source = spoken, inherited
            self.said[key] = self.piece(f"said of {kind}", name, source, said_of, *source, step)
        return self.said[key]

    def invariants(self) -> Iterator[InvariantPart]:
        """What the ruleset claims of every moment."""
        for said, is_always in ((self.ruleset.always, True), (self.ruleset.never, False)):
            for name, claim in said.items():
                yield compile_invariant(name, claim, self.symbols, is_always)

    # The parts

    def program(self) -> Program:
        """The program, with all of its parts."""
        rules, symbols = self.ruleset, self.symbols
        steps = {name: self.part("steps", name, step_part) for name in rules.steps}
        offers = {name: self.offers(part, steps) for name, part in steps.items()}
        facts = self.facts()
        parts = {
            "checks": {name: self.part("checks", name, check_part) for name in rules.checks},
            "values": {name: self.part("values", name, value_part) for name in rules.values},
            "containers": {
                name: self.part("containers", name, container_part, box.of is Kept.SIDE)
                for name, box in rules.containers.items()
            },
            "effects": self.effects(),
            "abilities": {
                name: self.piece("ability", name, (self.names, it), ability_part, it, symbols)
                for name, it in rules.abilities.items()
            },
        }
        turns = {name: part for name, part in steps.items() if isinstance(part, TurnsPart)}
        for name, part in turns.items():
            # Where abilities are offered, it is counted how often each was used.
            for ability in rules.abilities if part.each_ability else ():
                symbols.counter(ability, name)
        counted, cleared = self.counters()
        round_step = _round(steps)
        used = rules.abilities.values()
        begins = {it.effect.begins for it in used if it.effect} - {""}
        said = self.said.values()
        return Program(
            ruleset=rules,
            symbols=symbols,
            spoken=self.spoken,
            said=self.said,
            waivers=self.waivers,
            cache=self.cache,
            steps=steps,
            offers=offers,
            graph=StepOpeners(steps, offers),
            **parts,
            facts=facts,
            away=tuple(part for part in facts if part.away),
            pairs=tuple(part for part in facts if part.subject is Subject.PAIR),
            round=round_step,
            lasting=lasting_values(parts["values"], facts, symbols),
            ability_starts=frozenset({symbols.step(it.used.start) for it in used} - {""}),
            begins=frozenset(begins),
            asks_recent=ACTED in symbols.looked_back,
            asked_after=frozenset(symbols.looked_back),
            remembered=frozenset(map(symbols.step, set().union(*(it.remembered for it in said)))),
            counted=counted,
            last_goes=tuple(
                (what.removeprefix(LAST_GO), number)
                for (what, _), number in symbols.counters.items()
                if what.startswith(LAST_GO)
            ),
            cleared=cleared,
            timed=frozenset({round_step, *cleared, *begins, *self.timed(turns.values())}),
        )

    def counters(self) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
        """The counters, which are all known once all parts are: by what each counts, since when."""
        counted: dict[str, tuple[int, ...]] = {}
        cleared: dict[str, tuple[int, ...]] = {}
        for (what, since), number in self.symbols.counters.items():
            counted[what] = (*counted.get(what, ()), number)
            cleared[since] = (*cleared.get(since, ()), number)
        return counted, cleared

    def facts(self) -> Any:
        """All facts together: one may count as another."""
        said = {name: self.say("facts", name) for name in self.ruleset.facts}
        clauses = frozenset(clause for it in said.values() for clause in it.clauses)
        source = (self.names, [it.raw for it in said.values()], self.waiving(clauses))
        compilers = {name: self.compiler(it.raw) for name, it in said.items()}
        return self.piece("facts", "", source, fact_parts, compilers)

    def effects(self) -> Any:
        """What effects mean: their headings are for people, so all of their clauses go together."""
        spoken = (self.spoken["effects", name] for name in self.ruleset.effects)
        every = tuple(it for said in spoken for it in said if it[0] != "reads_as")
        said = self.piece("said of effects", "", (every,), said_of, every, NOTHING, "")
        self.said["effects", ""] = said
        return self.part("effects", "", effects_part)

    def offers(self, part: StepPart, steps: Mapping[str, StepPart]) -> tuple[Offer, ...]:
        """What a chance of a step may be spent on, with all that narrows it."""
        if not isinstance(part, TurnsPart):
            return ()
        children = [steps[name] for name in part.children if name in steps]
        found: tuple[Offer, ...] = self.piece(
            "offers", part.name, (part, children), self.new_offers, part, children
        )
        return found

    def new_offers(self, part: TurnsPart, children: list[StepPart]) -> tuple[Offer, ...]:
        """The same, compiled."""
        raw = self.say("steps", part.name).raw
        dealt: dict[str, list[int]] = {}
        for number, ruling in enumerate(part.each):
            for name in ruling.value:
                dealt.setdefault(name, []).append(number)
        narrowed = raw.get("limit", ()), raw.get("costs", ())
        together = tuple(ruling.clause for ruling in part.together.rulings[:1])
        found = []
        for child in children:
            numbers = dealt.get(child.name, ())
            each = [raw["each"][number] for number in numbers]
            clauses = {it.clause for said in (*narrowed, each) for it in said}
            # What is compiled is new with every change of the step; what is said of a child is not.
            source = self.names, narrowed, together, each, self.waiving(clauses), child
            rulings = tuple(part.each[number] for number in numbers)
            kind = f"offer of {part.name}"
            found.append(self.piece(kind, child.name, source, self.offer, part, child, rulings))
        return tuple(found)

    def offer(
        self, part: TurnsPart, child: StepPart, each: tuple[Ruling[tuple[str, ...]], ...]
    ) -> Offer:
        """A step that a chance of another may be spent on, dealt by these rulings."""
        paid = (*part.raw_costs, *(() if child.deals else child.raw_costs))
        limits, own_limits, costs = (
            self.compiler({word: raw}).exclusions((word,), counted)
            for word, raw, counted in (
                ("limit", part.raw_limits, child.counts_as),
                ("limit", child.raw_limits, child.name),
                ("costs", paid, child.name),
            )
        )
        return Offer(
            name=child.name,
            # What the chance costs and what is done cost together.
            filters=(*limits, *child.own_filters, *costs[len(part.raw_costs) or len(paid) :]),
            tallied=(*limits, *own_limits, *costs),
            by_side=bool(child.among_side) and not child.deals,
            each=each,
            always=any(r.when is None and not r.waivers for r in each),
            equipped=bool(child.uses or child.target),
            by=(
                *(ruling.clause for ruling in part.together.rulings[:1]),
                *(ruling.clause for ruling in each),
            ),
        )

    def timed(self, turns: Iterable[TurnsPart]) -> set[str]:
        """The steps at whose start or end something is said to happen."""
        abilities = self.ruleset.abilities
        used = self.piece("steps of abilities", "", (abilities,), steps_of_abilities, abilities)
        found = used.union(*(said.moments for said in self.said.values()))
        found |= {part.name for part in turns if part.passed}
        return {self.symbols.step(name) for name in found if name}


def steps_of_abilities(abilities: Mapping[str, Ability]) -> frozenset[str]:
    """The steps that abilities name."""
    during = {it.effect.during for it in abilities.values() if it.effect}
    return frozenset({*steps_named(tuple(abilities.values())), *during})


def said_of(spoken: Spoken, inherited: Gathered, step: str) -> SaidOfPart:
    """What the clauses of a part say, with what a step takes over."""
    gathered = gather(spoken, inherited)
    own = resolved(gathered, step) if step else gathered
    raw = {word: rulings for word, (_, rulings) in own.items()}
    every = [(word, ruling) for word, rulings in raw.items() for ruling in rulings]
    keys = [ruling.value for _, ruling in every if isinstance(ruling.value, OrderKey)]
    return SaidOfPart(
        gathered,
        raw,
        frozenset(ruling.clause for _, ruling in every),
        moments_of(every),
        frozenset(key.of or step for key in keys if key.was is not None),
    )


def _round(steps: Mapping[str, StepPart]) -> str:
    """The first step that is repeated, seen from the battle through what it goes through."""
    waiting, seen = [BATTLE], set[str]()
    while waiting:
        name = waiting.pop(0)
        part = steps.get(name)
        if part is not None and name not in seen:
            seen.add(name)
            if isinstance(part, RepeatPart):
                return part.opens[0]
            waiting += part.opens
    return ""
