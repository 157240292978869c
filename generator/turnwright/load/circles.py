"""Circles: of any graph, and of facts, values and steps that depend on themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any, TypeVar

from turnwright.language.clause import Clause, Guard, words_of
from turnwright.language.condition import Condition
from turnwright.language.fact import FactMeaning, ValueMeaning
from turnwright.language.ruleset import Part, Ruleset
from turnwright.language.step import StepMeaning
from turnwright.load.conflicts import Key, RuleConflict, parts_of
from turnwright.load.patch import homes_of
from turnwright.load.references import AMOUNT, inner_values, references_in
from turnwright.load.scalars import is_dice_like

Node = TypeVar("Node")

MAX_PRINTED = 10
"""Nodes of a printed cycle; the middle of a longer one is left out."""


def find_cycle(graph: Mapping[Node, Iterable[Node]]) -> tuple[Node, ...]:
    """A cycle of a graph of nodes and their successors, or nothing when it has none.

    It begins with the node that comes first in the graph.
    """
    sorter: TopologicalSorter[Node] = TopologicalSorter()
    for node, successors in graph.items():
        for successor in successors:
            sorter.add(successor, node)
    try:
        sorter.prepare()
    except CycleError as error:
        cycle: tuple[Node, ...] = tuple(error.args[1][:-1])
        return rotated(cycle, next(node for node in graph if node in cycle))
    return ()


def cycles_by_member(successor: Mapping[Node, Node]) -> dict[Node, tuple[Node, ...]]:
    """The cycle that each node is on, where a node has at most one successor.

    Nodes that merely lead into a cycle are left out. Takes time linear in the number of nodes.
    """
    cycles: dict[Node, tuple[Node, ...]] = {}
    visited: set[Node] = set()
    for node in successor:
        path: dict[Node, None] = {}
        while node in successor and node not in visited:
            visited.add(node)
            path[node] = None
            node = successor[node]
        if node in path:
            members = tuple(path)
            cycle = members[members.index(node) :]
            cycles.update(dict.fromkeys(cycle, cycle))
    return cycles


def rotated(cycle: Sequence[Node], first: Node) -> tuple[Node, ...]:
    """The same cycle, beginning with this node."""
    start = cycle.index(first)
    return (*cycle[start:], *cycle[:start])


def edges(cycle: Sequence[Node]) -> Iterator[tuple[Node, Node]]:
    """The edges of a cycle: each node with its successor, the last one with the first."""
    return zip(cycle, (*cycle[1:], cycle[0]), strict=True)


def format_cycle(cycle: Sequence[str]) -> str:
    """A cycle in a message: `a → b → a`."""
    closed = (*cycle, cycle[0])
    return " → ".join(closed if len(closed) < MAX_PRINTED else (*closed[:5], "…", closed[-1]))


Dependency = tuple[str, str]
"""Node of the dependency graph: `fact`, `value` or `step`, and its name."""


def dependencies_of(asked: object) -> Iterator[Dependency]:
    """Dependencies of a condition, of what a value is, or of who may do something.

    They are the facts and values that it asks for, and the steps that somebody has to be able to.
    """
    for _, value in inner_values(asked):
        if isinstance(value, Condition) and value.able:
            yield "step", value.able
        for _, what, name, _ in references_in(value):
            if what == "fact" and name:
                yield "fact", name
            elif what in ("value", AMOUNT) and name and not is_dice_like(name):
                yield "value", name


_Definition = tuple[Key, Dependency, Clause]
"""What a clause of a part makes a fact, a value or a step depend on."""


_Asked = tuple[Dependency, object, Clause]
"""What a clause defines, with what is asked for it."""

_SYMBOLS = {"facts": "fact", "values": "value", "steps": "step"}
"""The kinds of part that can be asked for."""


class GuardGraph:
    """Graph of the facts, values and steps of effective rules: on which others each depends.

    A step depends on all that is asked to tell whether a unit is able to do it.

    With `base`, only these parts are looked at; the others are as in the rules underneath.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        base: GuardGraph | None = None,
        keys: Collection[Key] | None = None,
    ) -> None:
        self._ruleset = ruleset
        self._base = base
        self._keys = keys or ()
        self._own: dict[Dependency, list[_Definition]] = {}
        for kind, name, part in parts_of(ruleset, keys):
            for symbol, asked, clause in (*_defined(kind, name, part), *self._waived(part)):
                found = self._own.setdefault(symbol, [])
                found += [((kind, name), other, clause) for other in dependencies_of(asked)]

    def _definitions(self, symbol: Dependency) -> list[_Definition]:
        """What a fact, a value or a step depends on; a step also on what it is like."""
        kind, name = symbol
        alike = [name]
        while (
            kind == "step"
            and name in self._ruleset.steps
            and (name := self._ruleset.steps[name].like)
        ):
            if name in alike:
                break  # Which is told by itself.
            alike.append(name)
        return [found for name in alike for found in self._said_of((kind, name))]

    def _said_of(self, symbol: Dependency) -> list[_Definition]:
        """What clauses of its own part, and exceptions of these, make it depend on."""
        below = self._base._said_of(symbol) if self._base is not None else ()
        return [*(it for it in below if it[0] not in self._keys), *self._own.get(symbol, ())]

    @cached_property
    def _homes(self) -> Mapping[str, tuple[Key, int]]:
        """The part in which each clause stands; most rules never ask for it."""
        return homes_of(self._ruleset)

    def _waived(self, part: Part) -> Iterator[_Asked]:
        """What a part makes exceptions of, each with when it does, and the clause."""
        for clause in part.clauses:
            means: Any = clause.means
            if means is None or means.when is None:
                continue
            for waived in clause.waived:
                (kind, name), _ = self._homes.get(waived, (("", ""), 0))
                if kind in _SYMBOLS:
                    yield (_SYMBOLS[kind], name), means.when, clause

    def conflicts(self) -> Iterator[RuleConflict]:
        """Circles: what depends on itself. Yields the first cycle only."""
        graph: dict[Dependency, list[Dependency]] = {}
        clauses: dict[tuple[Dependency, Dependency], Clause] = {}
        waiting = [*self._own]
        for symbol in waiting:  # What they depend on comes after them.
            if symbol in graph:
                continue
            graph[symbol] = []
            for _, other, clause in self._definitions(symbol):
                graph[symbol].append(other)
                clauses.setdefault((symbol, other), clause)
                waiting.append(other)
        if cycle := find_cycle(graph):
            around = format_cycle([f"{kind} {name}" for kind, name in cycle])
            yield RuleConflict(
                f"To tell this, one would have to know it already: {around}.",
                "Ask for something that does not hang on this clause.",
                tuple(dict.fromkeys(clauses[edge] for edge in edges(cycle))),
            )


def _defined(kind: str, name: str, part: Part) -> Iterator[_Asked]:
    """What a part defines, each with what is asked for it, and the clause."""
    for clause in part.clauses:
        means: Any = clause.means
        if isinstance(means, ValueMeaning):
            yield ("value", name), means, clause
        elif isinstance(means, FactMeaning) and means.whenever:
            yield ("fact", name), (means.whenever, means.when), clause
        elif isinstance(means, FactMeaning) and means.when:
            if means.counts_as:
                yield ("fact", means.counts_as), means.when, clause
            if means.within is not None:
                yield ("fact", name), means.when, clause
        elif isinstance(means, StepMeaning):
            said = [getattr(means, word) for word in _BARRING if getattr(means, word) is not None]
            for asked in (means.when, *said) if said else ():
                yield ("step", name), asked, clause


_BARRING = tuple(word for word, it in words_of(StepMeaning).items() if it.guard is Guard.EACH)
"""The words that say who may not do something."""
