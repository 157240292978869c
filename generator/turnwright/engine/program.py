"""A ruleset made ready to play: every clause indexed by the part and the word it speaks about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from turnwright.engine.plan import Plan, Ruling, Rulings, gather, plan, plans, step_plans
from turnwright.language.chance import Limit
from turnwright.language.condition import Condition
from turnwright.language.effect import EffectTerm
from turnwright.language.fact import Subject
from turnwright.language.ruleset import Ruleset

BATTLE = "battle"
"""The root step, and the subject of facts that are true of the battle."""
LOST = "lost models"
"""What losing models is counted under; no step can have this name."""


@dataclass(frozen=True, eq=False)
class Program:
    """A ruleset, compiled once."""

    ruleset: Ruleset
    sides: tuple[str, ...]
    steps: Mapping[str, Plan]
    checks: Mapping[str, Plan]
    values: Mapping[str, Plan]
    containers: Mapping[str, Plan]
    effects: Plan
    """All effect clauses together, whatever heading they stand under."""
    round: str
    """The step that the battle repeats; opening it begins a new round."""
    abilities_wait: bool
    """True when there are abilities that are used at the start of a step."""
    facts: Mapping[str, int]
    """The number of each fact."""
    fact_plans: Mapping[str, Plan]
    also: tuple[tuple[tuple[int, Condition | None], ...], ...]
    """For each fact, the facts that count as it and when they do, itself first."""
    pairs: frozenset[str]
    """The facts between two units."""
    sights: frozenset[str]
    leaves: frozenset[str]
    away: frozenset[str]
    reads_as: Mapping[str, Ruling[str]]
    """Steps that are not there, and what says which step is meant instead."""
    waives: Mapping[str, Rulings]
    """For a clause, the exceptions to it."""
    counters: Mapping[tuple[str, str], int]
    """What is counted, and since when: the number of the counter."""
    counted: Mapping[str, tuple[tuple[str, int], ...]]
    """For a thing that is counted: the step it is counted in, and the counter."""
    cleared: Mapping[str, tuple[int, ...]]
    """The counters that begin anew when a step begins."""


def inside(condition: Condition | None) -> Iterator[Condition]:
    """A condition and every condition it is made of."""
    if condition is not None:
        yield condition
        for parts in (condition.all_of, condition.any_of, condition.none_of):
            for part in parts or ():
                yield from inside(part)


def conditions(plans: Iterable[Plan], ruleset: Ruleset) -> Iterator[Condition]:
    """Every condition that clauses and abilities ask."""
    for asked in plans:
        for said in asked.words.values():
            for ruling in said:
                yield from inside(ruling.when)
                if isinstance(ruling.value, Condition):
                    yield from inside(ruling.value)
    for ability in ruleset.abilities.values():
        yield from inside(ability.target_needs)
        yield from inside(ability.effect.serves if ability.effect else None)


def counters(
    steps: Mapping[str, Plan],
    asking: Iterable[Plan],
    ruleset: Ruleset,
    reads_as: Mapping[str, Ruling[str]],
) -> dict[tuple[str, str], int]:
    """What has to be counted, and since when, so that every limit and history can be told."""
    wanted: dict[tuple[str, str], None] = {}
    for step in steps.values():
        for ruling in step.words.get("limit", ()):
            limit: Limit = ruling.value
            names = [steps[child].counts_as for child in step.children] or [step.counts_as]
            for name in names:
                wanted[name, limit.per] = None
    for condition in conditions(asking, ruleset):
        if condition.did:
            wanted[condition.did.action, condition.did.this] = None
            if condition.did.using:
                wanted[
                    f"{condition.did.action} using {condition.did.using}", condition.did.this
                ] = None
        if condition.lost_models:
            wanted[LOST, condition.lost_models] = None
    for ability in ruleset.abilities:
        for step in steps.values():
            if "each_ability" in step.words:
                wanted[ability, step.name] = None
    meant = dict.fromkeys(
        (name, reads_as[since].value if since in reads_as else since) for name, since in wanted
    )
    return {key: number for number, key in enumerate(meant)}


def compile_ruleset(ruleset: Ruleset) -> Program:
    """Make a ruleset ready to play. Raises Conflict when two clauses disagree."""
    steps = step_plans(ruleset.steps)
    terms = plans(ruleset.effects)
    reads_as = {name: r for name, term in terms.items() for r in term.words.get("reads_as", ())}
    # Headings are for people: what effects mean is said by all of these clauses together.
    said = (
        c for t in ruleset.effects.values() for c in t.clauses if c.means and not c.means.reads_as
    )
    effects = plan("effects", gather(EffectTerm(clauses=tuple(said)), {}))
    checks, values, fact_plans = plans(ruleset.checks), plans(ruleset.values), plans(ruleset.facts)
    containers = plans(ruleset.containers)
    facts = {name: number for number, name in enumerate(ruleset.facts)}
    also = tuple(
        (
            (number, None),
            *(
                (facts[other], ruling.when)
                for other, known in fact_plans.items()
                for ruling in known.words.get("counts_as", ())
                if ruling.value == name
            ),
        )
        for name, number in facts.items()
    )
    waives: dict[str, Rulings] = {}
    for step in steps.values():
        for ruling in step.words.get("waives", ()):
            for clause in ruling.value:
                if ruling not in waives.get(clause, ()):
                    waives[clause] = (*waives.get(clause, ()), ruling)
    asking = [*steps.values(), *checks.values(), *values.values(), *fact_plans.values()]
    asking += [*containers.values(), effects]
    numbers = counters(steps, asking, ruleset, reads_as)
    counted: dict[str, tuple[tuple[str, int], ...]] = {}
    cleared: dict[str, tuple[int, ...]] = {}
    for (name, since), number in numbers.items():
        counted[name] = (*counted.get(name, ()), (since, number))
        cleared[since] = (*cleared.get(since, ()), number)
    of = {name: fact.of for name, fact in ruleset.facts.items()}
    repeated = steps[BATTLE].words.get("repeats", ()) if BATTLE in steps else ()
    return Program(
        ruleset=ruleset,
        sides=ruleset.sides,
        steps=steps,
        checks=checks,
        values=values,
        containers=containers,
        effects=effects,
        round=repeated[0].value if repeated else "",
        abilities_wait=any(ability.used.start for ability in ruleset.abilities.values()),
        facts=facts,
        fact_plans=fact_plans,
        also=also,
        pairs=frozenset(n for n in facts if of[n] in (Subject.PAIR, Subject.SIGHT)),
        sights=frozenset(n for n in facts if of[n] is Subject.SIGHT),
        leaves=frozenset(n for n, fact in ruleset.facts.items() if fact.leaves),
        away=frozenset(n for n, fact in ruleset.facts.items() if fact.away),
        reads_as=reads_as,
        waives=waives,
        counters=numbers,
        counted=counted,
        cleared=cleared,
    )
