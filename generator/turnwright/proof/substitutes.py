"""Substitutes: names of a ruleset that stand in for each other, and how its steps are nested."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from turnwright.engine.program import BATTLE
from turnwright.engine.program import NO_CHECK as NONE
from turnwright.language.ruleset import Body, Ruleset
from turnwright.language.turn_order import Sequencing
from turnwright.load.references import inner_values

OUTCOME = "outcome"
"""The kind of name that an outcome is, also where a band declares it."""


class Nesting(NamedTuple):
    """Nesting of the steps of a ruleset."""

    inside: Mapping[str, tuple[str, ...]]
    """The steps directly inside each step."""
    around: Mapping[str, tuple[str, ...]]
    """The steps directly around each step."""

    def longer(self, step: str) -> tuple[str, ...]:
        """Spans that are one step longer than this one."""
        return self.around.get(step, ())

    def shorter(self, step: str, part: str) -> tuple[str, ...]:
        """Spans that are one step shorter: on the way to a part, else the first step inside."""
        inside = self.inside.get(step, ())
        if step == part:
            return ()
        return tuple(one for one in inside if part in self.reached(one)) or inside[:1]

    def known_in(self, words: Collection[str]) -> Nesting:
        """The nesting of the steps that are among these names."""
        return Nesting(
            *(
                {
                    step: tuple(one for one in others if one in words)
                    for step, others in steps.items()
                    if step in words
                }
                for steps in self
            )
        )

    def reached(self, step: str) -> frozenset[str]:
        """A step, and all steps that are inside it."""
        found: set[str] = set()
        waiting = [step]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self.inside.get(one, ())
        return frozenset(found)


def nesting_of(ruleset: Ruleset) -> Nesting:
    """Nesting of the steps of a ruleset; what a step is like has its steps inside as well."""
    inside = {name: tuple(dict.fromkeys(steps_inside(ruleset, name))) for name in ruleset.steps}
    around: dict[str, list[str]] = {}
    for name, steps in inside.items():
        for one in steps:
            around.setdefault(one, []).append(name)
    # What only lends its clauses is inside whatever those are in that take them over.
    for name in ruleset.steps:
        for like in ancestors(ruleset, name):
            if like not in around or name in around:
                around.setdefault(like, []).extend(around.get(name, ()))
    return Nesting(inside, {name: tuple(dict.fromkeys(steps)) for name, steps in around.items()})


def ancestors(ruleset: Ruleset, step: str) -> Iterator[str]:
    """The steps that a step is like, the nearest first."""
    while (step := ruleset.steps[step].like) in ruleset.steps:
        yield step


def steps_inside(ruleset: Ruleset, name: str) -> Iterator[str]:
    """The steps that a step goes through, repeats or deals, by its own clauses or its model's."""
    for one in (name, *ancestors(ruleset, name)):
        for clause in ruleset.steps[one].clauses:
            means = clause.means
            if means is not None:
                yield from means.sequence or ()
                yield from means.each or ()
                if means.repeats:
                    yield means.repeats


class Substitutes(NamedTuple):
    """Substitutes: names of a ruleset that a mutation operator can exchange."""

    steps: tuple[str, ...]
    """Steps, the outermost ones first."""
    checks: tuple[str, ...]
    outcomes: tuple[str, ...]
    containers: tuple[str, ...]
    values: tuple[str, ...]
    nesting: Nesting
    """Which steps are inside which."""
    alike: tuple[frozenset[str], ...]
    """Names of which one could be written for another: facts of one subject, values of one holder,
    what is asked to have been done, keywords, numbers of profiles."""
    part: str = ""
    """The part that the clause belongs to."""
    ordered: bool = False
    """Whether what this part deals goes by its order."""

    def of_kind(self, what: str) -> tuple[str, ...]:
        """All names of a kind, any of which can stand in for another."""
        known = {"check": self.checks, OUTCOME: self.outcomes, "container": self.containers}
        return known.get(what, ())

    def closest(self, name: str) -> str:
        """The name that is written most like this one, and could stand in its place."""
        known = next((names for names in self.alike if name in names), frozenset())
        return closest(name, known - {name})

    def known_in(self, words: Collection[str]) -> Substitutes:
        """Those among these names: an author knows no others."""
        return self._replace(
            steps=tuple(step for step in self.steps if step in words),
            checks=tuple(check for check in self.checks if check in words or check == NONE),
            containers=tuple(name for name in self.containers if name in words),
            nesting=self.nesting.known_in(words),
            alike=tuple(names & {*words} for names in self.alike),
        )


@cache
def closest(name: str, others: frozenset[str]) -> str:
    """The closest of some names; empty where there is none."""
    return next(iter(get_close_matches(name, sorted(others), 1, 0)), "")


def substitutes_of(ruleset: Ruleset) -> Substitutes:
    """Substitutes of a ruleset, whichever clause is changed."""
    return Substitutes(
        steps=tuple(dict.fromkeys((*outermost_steps(ruleset), *ruleset.steps))),
        checks=(NONE, *ruleset.checks),
        outcomes=check_outcomes(ruleset),
        containers=tuple(ruleset.containers),
        values=tuple(ruleset.values),
        nesting=nesting_of(ruleset),
        alike=tuple(alike_in(ruleset)),
    )


ITEM_WORDS = ("carries", "uses", "using", "profile", "action")
"""Fields that name what no part declares; those of the first three speak of one kind."""


def alike_in(ruleset: Body) -> Iterator[frozenset[str]]:
    """Sets of names of which one could be written for another."""
    subjects = {name: str(fact.of) for name, fact in ruleset.facts.items()}
    holders = {name: str(value.of) for name, value in ruleset.values.items()}
    for parts in (subjects, holders):
        for kind in dict.fromkeys(parts.values()):
            yield frozenset(name for name, of in parts.items() if of == kind)
    found: dict[str, set[str]] = {}
    for clause in ruleset.clauses():
        for _, inner in inner_values(getattr(clause, "means", None)):
            for field in ITEM_WORDS:
                said = getattr(inner, field, None) or ()
                names = (said,) if isinstance(said, str) else said
                field = "keyword" if field in ITEM_WORDS[:3] else field
                found.setdefault(field, set()).update(names)
    yield from map(frozenset, found.values())


def is_ordered(ruleset: Ruleset, step: str) -> bool:
    """True when a step goes by the order in which what it deals is listed."""
    return any(
        clause.means is not None and clause.means.order is Sequencing.FIXED
        for name in ([step, *ancestors(ruleset, step)] if step in ruleset.steps else ())
        for clause in ruleset.steps[name].clauses
    )


def check_outcomes(ruleset: Ruleset) -> tuple[str, ...]:
    """Outcomes of all checks of a ruleset."""
    bands = (
        clause.means.band
        for check in ruleset.checks.values()
        for clause in check.clauses
        if clause.means
    )
    return tuple(dict.fromkeys(band.outcome for band in bands if band))


def outermost_steps(ruleset: Ruleset) -> tuple[str, ...]:
    """Outermost steps: the battle and what it repeats."""
    battle = ruleset.steps.get(BATTLE)
    repeated = [
        clause.means.repeats
        for clause in (battle.clauses if battle else ())
        if clause.means and clause.means.repeats
    ]
    return (BATTLE, *repeated)
