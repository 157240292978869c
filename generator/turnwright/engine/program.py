"""A ruleset made ready to play: every clause indexed by the part and the word it speaks about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Generic, NamedTuple, TypeVar

from turnwright.language.chance import Limit
from turnwright.language.check import CheckMeaning
from turnwright.language.clause import Combine
from turnwright.language.condition import Condition
from turnwright.language.container import ContainerMeaning
from turnwright.language.effect import EffectMeaning, EffectTerm
from turnwright.language.fact import FactMeaning, Subject, ValueMeaning
from turnwright.language.ruleset import Part, Ruleset
from turnwright.language.step import Step, StepMeaning

T = TypeVar("T")

BATTLE = "battle"
"""The root step, and the subject of facts that are true of the battle."""
LOST = "lost models"
"""What losing models is counted under; no step can have this name."""


class Ruling(NamedTuple, Generic[T]):
    """What one clause says with one word."""

    value: T
    clause: str
    """The full id of the clause."""
    when: Condition | None
    """The ruling holds only then."""


Rulings = tuple[Ruling[Any], ...]


class Plan:
    """A part of the ruleset, ready to be asked: its rulings by word."""

    __slots__ = ("always", "body", "children", "counted_by", "counts_as", "name", "words")

    def __init__(self, name: str, words: dict[str, Rulings]) -> None:
        self.name = name
        self.words = words
        self.children: tuple[str, ...] = tuple(
            dict.fromkeys(name for ruling in words.get("each", ()) for name in ruling.value)
        )
        """The steps a chance may be spent on, in the order in which clauses name them."""
        self.always = all(ruling.when is None for ruling in words.get("each", ()))
        """True when all of them are open whenever the step is."""
        self.body = next((word for word in ("sequence", "repeats") if word in words), "")
        if not self.body and ("each" in words or "each_ability" in words):
            self.body = "each"
        counted = words.get("counts_as", ())
        self.counts_as: str = counted[0].value if counted else name
        self.counted_by: tuple[str, ...] = tuple(ruling.clause for ruling in counted[:1])
        """The clause that says what it counts as, if any."""


class Conflict(Exception):
    """Two clauses say different things about the same point."""


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
    facts: Mapping[str, int]
    """The number of each fact."""
    fact_plans: Mapping[str, Plan]
    also: tuple[tuple[int, ...], ...]
    """For each fact, the facts that count as it, itself first."""
    pairs: frozenset[str]
    """The facts between two units."""
    sights: frozenset[str]
    leaves: frozenset[str]
    away: frozenset[str]
    reads_as: Mapping[str, str]
    """Steps that are not there, and the step that is meant instead."""
    waives: Mapping[str, Rulings]
    """For a clause, the exceptions to it."""
    counters: Mapping[tuple[str, str], int]
    """What is counted, and since when: the number of the counter."""
    counted: Mapping[str, tuple[tuple[str, int], ...]]
    """For a thing that is counted: the step it is counted in, and the counter."""
    cleared: Mapping[str, tuple[int, ...]]
    """The counters that begin anew when a step begins."""

    def step(self, name: str) -> Plan:
        """The step a clause means by this name."""
        return self.steps[self.reads_as.get(name, name)]

    def meant(self, name: str) -> str:
        """The name of the step a clause means by this name."""
        return self.reads_as.get(name, name)


WORDS = {
    kind: tuple((f.name, f.metadata["combine"]) for f in fields(kind) if f.metadata)
    for kind in (
        StepMeaning,
        CheckMeaning,
        FactMeaning,
        ValueMeaning,
        EffectMeaning,
        ContainerMeaning,
    )
}
"""The words that each kind of meaning can say, and how each combines."""


def rulings(part: Part) -> Iterator[tuple[str, Combine, Ruling[Any]]]:
    """Every word that the clauses of a part say, one at a time."""
    for clause in part.clauses:
        means = getattr(clause, "means", None)
        if means is None or clause.follows or clause.advice:
            continue
        for word, combine in WORDS[type(means)]:
            value = getattr(means, word)
            if value is not None:
                yield word, combine, Ruling(value, clause.full_id, means.when)


def gather(
    own: Part, liked: Mapping[str, tuple[Combine, Rulings]]
) -> dict[str, tuple[Combine, Rulings]]:
    """The words of a part: its own, and those of the part it is like."""
    found: dict[str, tuple[Combine, Rulings]] = {}
    for word, combine, ruling in rulings(own):
        found[word] = combine, (*found.get(word, (combine, ()))[1], ruling)
    for word, (combine, theirs) in liked.items():
        ours = found.get(word, (combine, ()))[1]
        if combine is Combine.ONE and any(ruling.when is None for ruling in ours):
            continue
        found[word] = combine, (*ours, *theirs)
    for word, (combine, said) in found.items():
        if combine is Combine.ONE:
            plain = [ruling for ruling in said if ruling.when is None]
            if len(plain) > 1:
                raise Conflict(f"{plain[0].clause} and {plain[1].clause} both say `{word}`")
            # An exception is asked before the rule it is an exception to.
            found[word] = combine, tuple(sorted(said, key=lambda ruling: ruling.when is None))
    return found


def plan(name: str, words: Mapping[str, tuple[Combine, Rulings]]) -> Plan:
    """A part ready to be asked."""
    return Plan(name, {word: said for word, (_, said) in words.items()})


def plans(parts: Mapping[str, Part]) -> dict[str, Plan]:
    """Parts of a kind that cannot be like each other."""
    return {name: plan(name, gather(part, {})) for name, part in parts.items()}


def step_plans(steps: Mapping[str, Step]) -> dict[str, Plan]:
    """The steps of a ruleset, with what they take over from steps they are like."""
    done: dict[str, dict[str, tuple[Combine, Rulings]]] = {}

    def words(name: str) -> dict[str, tuple[Combine, Rulings]]:
        if name not in done:
            step = steps[name]
            done[name] = gather(step, words(step.like) if step.like in steps else {})
        return done[name]

    return {name: plan(name, words(name)) for name in steps}


def inside(condition: Condition | None) -> Iterator[Condition]:
    """A condition and every condition it is made of."""
    if condition is not None:
        yield condition
        for parts in (condition.all_of, condition.any_of, condition.none_of):
            for part in parts or ():
                yield from inside(part)


def conditions(plans: Iterable[Plan], ruleset: Ruleset) -> Iterator[Condition]:
    """Every condition that clauses and abilities ask."""
    for plan in plans:
        for said in plan.words.values():
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
    reads_as: Mapping[str, str],
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
    meant = dict.fromkeys((name, reads_as.get(since, since)) for name, since in wanted)
    return {key: number for number, key in enumerate(meant)}


def compile_ruleset(ruleset: Ruleset) -> Program:
    """Make a ruleset ready to play. Raises Conflict when two clauses disagree."""
    steps = step_plans(ruleset.steps)
    terms = plans(ruleset.effects)
    reads_as = {
        name: r.value for name, term in terms.items() for r in term.words.get("reads_as", ())
    }
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
            number,
            *(
                facts[other]
                for other, known in fact_plans.items()
                if any(ruling.value == name for ruling in known.words.get("counts_as", ()))
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
    return Program(
        ruleset=ruleset,
        sides=ruleset.sides,
        steps=steps,
        checks=checks,
        values=values,
        containers=containers,
        effects=effects,
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
