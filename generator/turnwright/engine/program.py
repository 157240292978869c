"""Programs: a ruleset compiled into typed parts and linked, ready to be played.

Each part is compiled from its own clauses alone, so that a changed clause costs its own part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from turnwright.engine.compiler import Compiler, Context, compile_filters
from turnwright.engine.conditions import compile_condition
from turnwright.engine.draft import FactPart, Ruling, ValuePart
from turnwright.engine.parts import CheckPart, ContainerPart, EffectsPart, fact_part, value_part
from turnwright.engine.rulings import (
    Gathered,
    RawRuling,
    Symbols,
    Words,
    gather,
    resolved,
    steps_named,
    words_of_part,
)
from turnwright.engine.step_part import Option, StepPart
from turnwright.language.clause import Combine
from turnwright.language.fact import Subject
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import Step

BATTLE = "battle"
"""The root step, and the subject of facts that are true of the battle."""

PartName = tuple[str, str]
"""The kind and the name of a part."""


@dataclass(frozen=True, eq=False)
class Program:
    """A ruleset, compiled once."""

    ruleset: Ruleset
    words: Mapping[PartName, Words]
    """What the clauses of each part say, from which it was compiled."""
    context: Context
    sides: tuple[str, ...]
    steps: Mapping[str, StepPart]
    checks: Mapping[str, CheckPart]
    values: Mapping[str, ValuePart]
    facts: tuple[FactPart, ...]
    away: tuple[FactPart, ...]
    """The facts that may keep units off the table."""
    pairs: tuple[FactPart, ...]
    """The facts between two units that hold for both."""
    containers: Mapping[str, ContainerPart]
    effects: EffectsPart
    round: str
    """The step whose openings are counted as rounds; empty where there are no rounds."""
    ability_starts: frozenset[str]
    """The steps at whose start abilities are used."""
    begins: frozenset[str]
    """The steps for which the effects of abilities wait."""
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
            part = self.steps[waiting.pop()]
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
    compiled, and the others are taken from there. Counters keep their numbers, so what only
    clauses of `base` ask to be counted is counted still.
    """
    words = _words_of_parts(ruleset, base)
    raw_waivers = _raw_waivers(words.values())
    if base is not None and not _shares_names(ruleset, raw_waivers, base):
        base = None
    context = _context(ruleset, words, raw_waivers, base.context if base else None)

    def parts(kind: str, make: Callable[[str, Any, Compiler], Any]) -> dict[str, Any]:
        found = {}
        for name, part in getattr(ruleset, kind).items():
            if base and getattr(base.ruleset, kind).get(name) == part:
                found[name] = getattr(base, kind)[name]
            else:
                own = gather(words[kind, name].spoken, {})
                found[name] = make(name, part, Compiler(own, context))
        return found

    changed = _changed_steps(ruleset, base.ruleset) if base else set(ruleset.steps)
    inherited = _Inheritance(ruleset.steps, words)
    steps = {
        name: base.steps[name]
        if base and name not in changed
        else StepPart(name, Compiler(resolved(inherited.of(name), name), context))
        for name in ruleset.steps
    }
    for part in steps.values():
        # Where abilities are offered, it is counted how often each was used.
        for ability in ruleset.abilities if part.each_ability else ():
            context.symbols.counter(ability, part.name)
    checks = parts("checks", lambda name, _, said: CheckPart(name, said))
    values = parts("values", lambda name, _, said: value_part(name, said))
    containers = parts("containers", lambda name, box, said: ContainerPart(name, box.of, said))
    if base and ruleset.facts == base.ruleset.facts:
        facts = base.facts
    else:
        own = {n: Compiler(gather(words["facts", n].spoken, {}), context) for n in ruleset.facts}
        facts = tuple(fact_part(n, said, _also(n, own)) for n, said in own.items())
    effects = base.effects if base else EffectsPart(Compiler(_said_of_effects(words), context))
    options = {
        name: part.options
        if name not in changed and changed.isdisjoint(_children(part))
        else _options(part, steps, context)
        for name, part in steps.items()
    }
    counted: dict[str, tuple[int, ...]] = {}
    cleared: dict[str, tuple[int, ...]] = {}
    for (what, since), number in context.symbols.counters.items():
        counted[what] = (*counted.get(what, ()), number)
        cleared[since] = (*cleared.get(since, ()), number)
    round_step = _round(steps)
    starts = {ability.used.start for ability in ruleset.abilities.values()} - {""}
    begins = {a.effect.begins for a in ruleset.abilities.values() if a.effect and a.effect.begins}
    timed = frozenset(
        {round_step, *cleared, *begins, *_timed(ruleset, words, steps, context.symbols)}
    )
    # In these nothing can happen, whatever the state.
    leaves = {name for name, part in steps.items() if name not in timed and part.comes_to_nothing}
    for name, part in steps.items():
        linked = tuple(
            _finished(option, part, steps[option.name], leaves, counted) for option in options[name]
        )
        is_plain = part.compares_nobody and not context.remembers(name)
        if (linked, is_plain) != (part.options, part.is_plain):
            # What belongs to another program is copied, so as not to change under its hands.
            own_part = copy(part) if base and base.steps.get(name) is part else part
            own_part.link(linked, is_plain)
            steps[name] = own_part
    return Program(
        ruleset=ruleset,
        words=words,
        context=context,
        sides=ruleset.sides,
        steps=steps,
        checks=checks,
        values=values,
        facts=facts,
        away=tuple(part for part in facts if part.away),
        pairs=tuple(part for part in facts if part.subject is Subject.PAIR),
        containers=containers,
        effects=effects,
        round=round_step,
        ability_starts=frozenset(map(context.symbols.step, starts)),
        begins=frozenset(begins),
        may_not_ask=any(part.says_asks for part in steps.values()),
        asks_recent=context.symbols.asks_recent,
        counted=counted,
        cleared=cleared,
        timed=timed,
    )


def _words_of_parts(ruleset: Ruleset, base: Program | None) -> dict[PartName, Words]:
    """What the clauses of each part say; of parts that are the same, what `base` knows."""
    found = {}
    for kind, name, part in ruleset.parts():
        known = base.words.get((kind, name)) if base else None
        if known is None or (known.part is not part and known.part != part):
            known = words_of_part(kind, name, part)
        found[kind, name] = known
    return found


def _shares_names(
    ruleset: Ruleset, waivers: Mapping[str, tuple[RawRuling, ...]], base: Program
) -> bool:
    """Whether what every part depends on is the same as in another program."""
    other = base.ruleset
    return (
        list(ruleset.facts) == list(other.facts)
        and list(ruleset.values) == list(other.values)
        and ruleset.sides == other.sides
        and ruleset.abilities == other.abilities
        and ruleset.effects == other.effects
        and all(fact.of is other.facts[name].of for name, fact in ruleset.facts.items())
        and all(value.of is other.values[name].of for name, value in ruleset.values.items())
        and waivers == _raw_waivers(base.words.values())
    )


def _changed_steps(ruleset: Ruleset, base: Ruleset) -> set[str]:
    """The steps that differ, with those that are like them."""
    changed = {name for name, step in ruleset.steps.items() if base.steps.get(name) != step}
    changed |= base.steps.keys() - ruleset.steps.keys()
    while more := {
        name for name, step in ruleset.steps.items() if step.like in changed and name not in changed
    }:
        changed |= more
    return changed


def _context(
    ruleset: Ruleset,
    words: Mapping[PartName, Words],
    raw_waivers: Mapping[str, tuple[RawRuling, ...]],
    base: Context | None,
) -> Context:
    """What the compilation of every part shares."""
    reads_as = {
        name: (ruling.value, ruling.clause)
        for name in ruleset.effects
        for word, _, ruling in words["effects", name].spoken
        if word == "reads_as"
    }
    counters, alike = (base.symbols.counters, base.symbols.alike) if base else (None, None)
    symbols = Symbols(ruleset.facts, ruleset.values, reads_as, counters, alike)
    if base:
        symbols.asks_recent = base.symbols.asks_recent
        waivers = base.waivers
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
            for clause, found in raw_waivers.items()
        }
    for said in words.values():
        symbols.remembered |= {symbols.step(name) if name else "*" for name in said.remembered}
    return Context(symbols, waivers, frozenset(ruleset.abilities))


def _raw_waivers(words: Iterable[Words]) -> dict[str, tuple[RawRuling, ...]]:
    """For each clause, the exceptions to it."""
    found: dict[str, tuple[RawRuling, ...]] = {}
    for said in words:
        for clause, waiver in said.waivers:
            found[clause] = (*found.get(clause, ()), waiver)
    return found


class _Inheritance:
    """The words of steps, with what each takes over from the step it is like."""

    def __init__(self, steps: Mapping[str, Step], words: Mapping[PartName, Words]) -> None:
        self.steps = steps
        self.words = words
        self.done: dict[str, Gathered] = {}

    def of(self, name: str) -> Gathered:
        """The words of a step."""
        if name not in self.done:
            like = self.steps[name].like
            inherited = self.of(like) if like in self.steps else {}
            self.done[name] = gather(self.words["steps", name].spoken, inherited)
        return self.done[name]


def _said_of_effects(words: Mapping[PartName, Words]) -> Gathered:
    """Headings are for people: what effects mean is said by all of these clauses together."""
    every = [one for (kind, _), said in words.items() if kind == "effects" for one in said.spoken]
    return gather([one for one in every if one[0] != "reads_as"], {})


def _also(name: str, facts: Mapping[str, Compiler]) -> tuple[tuple[int, Ruling[str]], ...]:
    """The facts that count as this one."""
    return tuple(
        (said.symbols.facts[other], ruling)
        for other, said in facts.items()
        for ruling in said.rulings("counts_as")
        if ruling.value == name
    )


# Linking: what a part needs to know of others


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
        limits = Compiler({"limit": (Combine.EVERY, part.raw_limits)}, context)
        paid = (*part.raw_costs, *(() if child.deals else child.raw_costs))
        costs = Compiler({"costs": (Combine.EVERY, paid)}, context)
        own_limits = Compiler({"limit": (Combine.EVERY, child.raw_limits)}, context)
        each = tuple(ruling for ruling in part.each if name in ruling.value)
        limited = compile_filters(limits, ("limit",), child.counts_as)
        found.append(
            Option(
                name=name,
                filters=(*limited, *child.own_filters),
                tallied=(
                    *limited,
                    *compile_filters(own_limits, ("limit",), child.counts_as),
                    *compile_filters(costs, ("costs",), name),
                ),
                by_side=child.among_side and not child.deals,
                each=each,
                always=any(r.when is None and not r.waivers for r in each),
                equipped=bool(child.uses or child.target),
                by=(
                    *(ruling.clause for ruling in part.together.rulings[:1]),
                    *(ruling.clause for ruling in each),
                ),
            )
        )
    return tuple(found)


def _finished(
    option: Option,
    part: StepPart,
    child: StepPart,
    leaves: set[str],
    counted: Mapping[str, tuple[int, ...]],
) -> Option:
    """What a chance may be spent on, with what is counted, and whether more can come of it."""
    counters = tuple(
        number
        for what in dict.fromkeys((option.name, child.counts_as))
        for number in counted.get(what, ())
    )
    simple = (
        option.name in leaves
        and not (option.equipped or option.by_side)
        and not (child.put_off or child.costs or part.draws or part.costs)
        and not (part.says_order or part.group_needs)
        and part.together.constant
        and part.together.plain is not None
    )
    if (simple, counters) == (option.simple, option.counters):
        return option
    return replace(option, simple=simple, counters=counters)


def _round(steps: Mapping[str, StepPart]) -> str:
    """The first step that is repeated, seen from the battle through what it goes through."""
    waiting, seen = [BATTLE], set[str]()
    while waiting:
        name = waiting.pop(0)
        part = steps.get(name)
        if part is not None and name not in seen:
            seen.add(name)
            for ruling in part.repeats.rulings:
                return ruling.value
            waiting += [child for ruling in part.sequence.rulings for child in ruling.value]
    return ""


def _timed(
    ruleset: Ruleset,
    words: Mapping[PartName, Words],
    steps: Mapping[str, StepPart],
    symbols: Symbols,
) -> set[str]:
    """The steps at whose start or end something else may happen."""
    found = {name for name, part in steps.items() if part.passed}
    for part in steps.values():
        found |= part.moments
    for said in words.values():
        found |= said.moments
    found |= set(steps_named(tuple(ruleset.abilities.values())))
    found |= {a.effect.during for a in ruleset.abilities.values() if a.effect}
    return {symbols.step(name) for name in found if name}
