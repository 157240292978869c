"""Cycles of a directed graph: finding them, and printing one in a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

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
