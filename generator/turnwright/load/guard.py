"""Guards: what a clause asks before it holds must not hang on that clause itself."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.ruleset import Ruleset
from turnwright.load.clash import Clash

Asked = tuple[str, str]
"""What is asked: `fact` or `value`, and its name."""


def asked(condition: Condition) -> Iterator[Asked]:
    """The facts and values that a condition asks about."""
    for parts in (condition.all_of, condition.any_of, condition.none_of):
        for part in parts or ():
            yield from asked(part)
    facts = (
        condition.fact,
        condition.side_fact,
        *(condition.share.facts if condition.share else ()),
    )
    measured = (condition.within, condition.pair)
    for name in (*facts, *(said.fact for said in measured if said)):
        if name:
            yield "fact", name
    if condition.level:
        yield "value", condition.level.value


def guarded(ruleset: Ruleset) -> Iterator[tuple[Asked, Condition, Clause]]:
    """Every fact and value that hangs on the guard of some clause, with guard and clause."""
    for name, fact in ruleset.facts.items():
        for clause in fact.clauses:
            if clause.means and clause.means.when:
                if clause.means.counts_as:
                    yield ("fact", clause.means.counts_as), clause.means.when, clause
                if clause.means.within is not None:
                    yield ("fact", name), clause.means.when, clause
    for name, value in ruleset.values.items():
        for known in value.clauses:
            if known.means and known.means.when:
                yield ("value", name), known.means.when, known


def circular_guards(ruleset: Ruleset) -> Iterator[Clash]:
    """Facts and values that could only be told if they were already known; the first circle."""
    sorter: TopologicalSorter[Asked] = TopologicalSorter()
    clauses: dict[tuple[Asked, Asked], Clause] = {}
    for what, guard, clause in guarded(ruleset):
        for other in asked(guard):
            sorter.add(what, other)
            clauses.setdefault((what, other), clause)
    try:
        sorter.prepare()
    except CycleError as error:
        circle: list[Asked] = list(reversed(error.args[1]))
        told = " → ".join(f"{kind} {name}" for kind, name in circle)
        steps = pairwise(circle)
        yield Clash(
            f"To tell this, one would have to know it already: {told}.",
            "Ask in `when` for something that does not hang on this clause.",
            tuple(dict.fromkeys(clauses[step] for step in steps)),
        )
