"""Guard cycles: what a clause asks must not depend on what the clause defines."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.fact import ValueMeaning
from turnwright.language.ruleset import Ruleset
from turnwright.load.conflicts import RuleConflict
from turnwright.load.cycles import edges, find_cycle, format_cycle
from turnwright.load.formats import is_dice_like
from turnwright.load.references import references_of
from turnwright.load.traversal import walk

Dependency = tuple[str, str]
"""Node of the dependency graph: `fact` or `value`, and its name."""


def dependencies_of(asked: Condition | ValueMeaning) -> Iterator[Dependency]:
    """Dependencies of a condition, or of what a value is: the facts and values they ask for."""
    for _, value in walk(asked):
        for field, kind in references_of(type(value)).items():
            name = getattr(value, field)
            if kind == "fact" and isinstance(name, str) and name:
                yield "fact", name
            elif (
                kind in ("value", "amount")
                and isinstance(name, str)
                and name
                and not is_dice_like(name)
            ):
                yield "value", name


def defined_symbols(
    ruleset: Ruleset,
) -> Iterator[tuple[Dependency, Condition | ValueMeaning, Clause]]:
    """Facts and values that clauses define, each with what is asked for it, and the clause."""
    for name, fact in ruleset.facts.items():
        for clause in fact.clauses:
            if clause.means and clause.means.when:
                if clause.means.counts_as:
                    yield ("fact", clause.means.counts_as), clause.means.when, clause
                if clause.means.within is not None:
                    yield ("fact", name), clause.means.when, clause
    for name, value in ruleset.values.items():
        for known in value.clauses:
            if known.means:
                yield ("value", name), known.means, known


def guard_cycles(ruleset: Ruleset) -> Iterator[RuleConflict]:
    """Circles: facts and values that depend on themselves. Yields the first cycle only."""
    graph: dict[Dependency, list[Dependency]] = {}
    clauses: dict[tuple[Dependency, Dependency], Clause] = {}
    for symbol, asked, clause in defined_symbols(ruleset):
        for other in dependencies_of(asked):
            graph.setdefault(symbol, []).append(other)
            clauses.setdefault((symbol, other), clause)
    if cycle := find_cycle(graph):
        around = format_cycle([f"{kind} {name}" for kind, name in cycle])
        yield RuleConflict(
            f"To tell this, one would have to know it already: {around}.",
            "Ask for something that does not hang on this clause.",
            tuple(dict.fromkeys(clauses[edge] for edge in edges(cycle))),
        )
