"""Guard cycles: the condition of a clause must not depend on what the clause defines."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.ruleset import Ruleset
from turnwright.load.conflicts import RuleConflict
from turnwright.load.cycles import edges, find_cycle, format_cycle

Dependency = tuple[str, str]
"""Node of the dependency graph: `fact` or `value`, and its name."""


def dependencies_of(condition: Condition) -> Iterator[Dependency]:
    """Dependencies of a condition: the facts and values that it tests."""
    for parts in (condition.all_of, condition.any_of, condition.none_of):
        for part in parts or ():
            yield from dependencies_of(part)
    facts = (
        condition.fact,
        condition.side_fact,
        *(condition.share.facts if condition.share else ()),
    )
    measured = (condition.within, condition.pair)
    for name in (*facts, *(test.fact for test in measured if test)):
        if name:
            yield "fact", name
    if condition.level:
        yield "value", condition.level.value


def guarded_symbols(ruleset: Ruleset) -> Iterator[tuple[Dependency, Condition, Clause]]:
    """Facts and values that a guarded clause defines, each with the guard and the clause."""
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


def guard_cycles(ruleset: Ruleset) -> Iterator[RuleConflict]:
    """Circular guards: facts and values that depend on themselves. Yields the first cycle only."""
    graph: dict[Dependency, list[Dependency]] = {}
    clauses: dict[tuple[Dependency, Dependency], Clause] = {}
    for symbol, guard, clause in guarded_symbols(ruleset):
        for other in dependencies_of(guard):
            graph.setdefault(symbol, []).append(other)
            clauses.setdefault((symbol, other), clause)
    if cycle := find_cycle(graph):
        around = format_cycle([f"{kind} {name}" for kind, name in cycle])
        yield RuleConflict(
            f"To tell this, one would have to know it already: {around}.",
            "Ask in `when` for something that does not hang on this clause.",
            tuple(dict.fromkeys(clauses[edge] for edge in edges(cycle))),
        )
