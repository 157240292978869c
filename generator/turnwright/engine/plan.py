"""Plans: a part of a ruleset ready to be asked, its rulings sorted by the word they speak about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Generic, NamedTuple, TypeVar

from turnwright.language.check import CheckMeaning
from turnwright.language.clause import Combine
from turnwright.language.condition import Condition
from turnwright.language.container import ContainerMeaning
from turnwright.language.effect import EffectMeaning
from turnwright.language.fact import FactMeaning, ValueMeaning
from turnwright.language.ruleset import Part
from turnwright.language.step import Step, StepMeaning

T = TypeVar("T")


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

    __slots__ = (
        "always",
        "body",
        "children",
        "counted_by",
        "counts_as",
        "name",
        "narrowed",
        "stages",
        "words",
    )

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
        self.stages: Mapping[str, str] = stages(words)
        """For each stage of the step, the next one in which a clause has something to say."""
        self.narrowed: dict[tuple[str, ...], tuple[tuple[str, Ruling[Any]], ...]] = {}
        counted = words.get("counts_as", ())
        self.counts_as: str = counted[0].value if counted else name
        self.counted_by: tuple[str, ...] = tuple(ruling.clause for ruling in counted[:1])
        """The clause that says what it counts as, if any."""

    def narrowing(self, words: tuple[str, ...]) -> tuple[tuple[str, Ruling[Any]], ...]:
        """All rulings on these words, each with its word; looked up once."""
        found = self.narrowed.get(words)
        if found is None:
            found = tuple((word, ruling) for word in words for ruling in self.words.get(word, ()))
            self.narrowed[words] = found
        return found


STAGES = {
    "begin": (),
    "checks": ("check", "risky"),
    "results": ("result", "instead"),
    "settles": ("moves",),
    "carries": ("gives", "sets"),
    "body": (),
}
"""The stages a step goes through, in this order, and the words that make each of them matter."""


def stages(words: Mapping[str, Rulings]) -> dict[str, str]:
    """For each stage, the one that comes next: stages of which nothing is said are left out."""
    following: dict[str, str] = {}
    later = "body"
    for stage in reversed(STAGES):
        following[stage] = later
        if any(word in words for word in STAGES[stage]):
            later = stage
    return following


class Conflict(Exception):
    """Two clauses say different things about the same point."""


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
