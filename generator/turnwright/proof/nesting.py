"""Nesting: which steps are inside which, for spans that are one step longer or shorter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from turnwright.language.ruleset import Ruleset


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
