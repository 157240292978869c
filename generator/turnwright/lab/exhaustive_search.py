"""Exhaustive search: every order in which a round of small armies can go, breadth first."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from turnwright.engine.apply import apply
from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.odds import TooMany, likely_inputs
from turnwright.engine.state import State
from turnwright.lab.playing import Act, Counted, act_of
from turnwright.lab.trials import LineOfPlay, Seen, Trial, ways_on
from turnwright.language.input import Input

POSITIONS = 5000
"""Positions that are gone through where nothing else is asked for."""


def position(state: State, counted: frozenset[int] = frozenset()) -> Hashable:
    """What of a state makes a difference to how the battle goes on.

    Steps are numbered in the order in which they open: it matters which of two that are remembered
    opened first, and not how many opened before. Why something is over inside a step is left out.
    `counted` are the open steps that belong to acts which are counted.
    """
    rest = state.rest
    told = {state.serial, *(frame.serial for frame in state.stack)}
    told.update(number for it in rest.effects for number in (it.made_in, it.serial))
    told.update(deed.serial for deed in rest.deeds)
    told.update(serial for serial, _ in rest.over.values())
    rank = {serial: number for number, serial in enumerate(sorted(told))}
    effects = tuple(
        it._replace(made_in=rank[it.made_in], serial=rank[it.serial]) for it in rest.effects
    )
    over = frozenset((name, rank[it[0]], it[1]) for name, it in rest.over.items())
    return (
        tuple(replace(frame, serial=rank[frame.serial], over=(), by=()) for frame in state.stack),
        (state.roster, state.alive, state.facts, state.counters, state.round, state.winner),
        rest._replace(
            effects=effects,
            deeds=tuple(it._replace(serial=rank[it.serial]) for it in rest.deeds),
            over=type(rest.over)(),
        ),
        over,
        (state.outcomes, state.total, state.ask.awaits, state.ask.dice, state.ask.unsaid),
        frozenset(rank[it] for it in counted if it in rank),
    )


class Edge(NamedTuple):
    """Edge of the graph: an input, and what it leads to."""

    given: Input
    to: int
    act: Act | None


Edges = Sequence[Sequence[Edge]]
"""What leads on from each position."""


class Node(NamedTuple):
    """Node of the graph: a position, as it was first come to."""

    state: State | None
    """None once it has been gone on from."""
    counted: Counted
    acts: int
    depth: int
    """How many inputs lead there, at the least."""
    came_from: int
    given: Input | None


class Walk:
    """Walk through all positions that can be come to, those of the fewest inputs first."""

    def __init__(self, trial: Trial) -> None:
        self.trial, self.program = trial, trial.program
        self.every = len(trial.rules.clauses())
        self.seen = Seen()
        self.nodes: list[Node] = []
        self.edges: list[tuple[Edge, ...]] = []
        """What leads on from each position that was gone on from."""
        self.ends: set[int] = set()
        self.choices: set[int] = set()
        """The positions in which a side chooses."""
        self.cut_short = ""
        """Why not everything was gone through; empty when it was."""
        self._known: dict[Hashable, int] = {}

    @property
    def is_whole(self) -> bool:
        """Whether every order was gone through."""
        return not self.cut_short and len(self.edges) == len(self.nodes) > 0

    @property
    def depth(self) -> int:
        """Up to how many inputs every line of play was gone through."""
        if self.is_whole:
            return max(node.depth for node in self.nodes)
        return self.nodes[len(self.edges)].depth if len(self.edges) < len(self.nodes) else 0

    def line_to(self, number: int) -> LineOfPlay:
        """The shortest line that leads to a position."""
        line: list[Input] = []
        while (node := self.nodes[number]).given is not None:
            line.append(node.given)
            number = node.came_from
        return LineOfPlay(tuple(reversed(line)))

    def go(self, most: int, is_late: Callable[[], bool]) -> None:
        """Go through at most so many positions, until it is late or somebody stops it."""
        try:
            if not self.nodes:
                state, events = self.trial.begin(self.seen.used)
                self.seen.note(self.program, state, events, LineOfPlay())
                self._add(state, frozenset(), 0, -1, None)
            while len(self.edges) < len(self.nodes):
                if len(self.nodes) >= most or is_late():
                    self.cut_short = "positions" if len(self.nodes) >= most else "time"
                    return
                # In a whole step, so that what is known is whole when it is stopped.
                found = tuple(self._leads_on(len(self.edges)))
                self.edges.append(found)
        except KeyboardInterrupt:
            self.cut_short = "stopped"

    def _leads_on(self, number: int) -> Iterator[Edge]:
        """What leads on from a position."""
        node = self.nodes[number]
        state = node.state
        assert state is not None
        if self.trial.is_over(state, node.acts):
            self.ends.add(number)
            return
        gone_on = False
        for given in self._ways(number, state):
            try:
                after, events = apply(self.program, state, given, self.seen.used)
            except Refused:
                continue
            gone_on = True
            act, counted = act_of(self.program, state, given, after, node.counted)
            acts = node.acts + (act is not None and not act.reaction)
            fresh = len(self.nodes)
            to = self._add(after, counted, acts, number, given)
            if to == fresh:
                self.seen.note(self.program, after, events, self.line_to(to))
            else:
                self.seen.note_opened(events)
            yield Edge(given, to, act)
        if not gone_on and state.ask.awaits is Awaits.CHOICE:
            self.seen.note_nothing_goes(state, self.line_to(number))

    def _ways(self, number: int, state: State) -> Iterator[Input]:
        """Every input that is tried in a position."""
        if state.ask.awaits in (Awaits.ROLL, Awaits.DRAW):
            try:
                yield from (given for _, given in likely_inputs(self.program, state))
            except TooMany:
                self.cut_short = "dice"
            return
        if state.ask.awaits is Awaits.CHOICE:
            self.choices.add(number)
            self.seen.note_excluded(self.program, state, self.every)
        yield from ways_on(self.program, state)

    def _add(
        self, state: State, counted: Counted, acts: int, came_from: int, given: Input | None
    ) -> int:
        """The number of a position, which may be known."""
        spent = 0 if self.program.round else acts
        number = self._known.setdefault((position(state, counted), spent), len(self.nodes))
        if number == len(self.nodes):
            depth = self.nodes[came_from].depth + 1 if given is not None else 0
            self.nodes.append(Node(state, counted, acts, depth, came_from, given))
        return number


class EndlessLoop(NamedTuple):
    """Loop: a line of play after which the same inputs lead back to where it ended."""

    line: LineOfPlay
    again: tuple[Input, ...]
    has_way_out: bool
    """Whether the round can still end from there."""


class Course(NamedTuple):
    """Course of the rounds that were walked through."""

    loop: EndlessLoop | None
    """How a round can go on for ever, if somebody keeps choosing so."""
    longest: int
    """The most inputs that a round takes, but for dice that are rolled again."""
    waits: Mapping[int, EndlessLoop]
    """For each side that can be left waiting for ever, while others act, how."""


def course_of(walk: Walk) -> Course:
    """How rounds end, or do not. Notes in the walk who waits longest."""
    edges = [*walk.edges, *(() for _ in range(len(walk.nodes) - len(walk.edges)))]
    waits = {}
    for side in range(len(walk.trial.battle.given) or len(walk.trial.rules.sides)):
        # As long as the side does nothing itself.
        idle = [tuple(edge for edge in each if _sits_through(edge, side)) for each in edges]
        parts = components(idle)
        if loop := _loop(walk, idle, parts, lambda edge: bool(_waited(edge))):
            waits[side] = loop
        else:
            walk.seen.note_wait(side, *_longest_wait(walk, idle, parts))
    groups = components(edges)
    return Course(_loop(walk, edges, groups), _longest(edges, groups), waits)


def _sits_through(edge: Edge, side: int) -> bool:
    return edge.act is None or edge.act.side != side


def _waited(edge: Edge) -> int:
    """How many acts somebody else sits through."""
    return int(edge.act is not None and not edge.act.reaction)


def _loop(
    walk: Walk,
    edges: Edges,
    groups: list[list[int]],
    matters: Callable[[Edge], bool] = lambda edge: True,
) -> EndlessLoop | None:
    """The loop that is come to first, in which somebody chooses and something happens."""
    begins: list[tuple[int, int, int]] = []
    for nodes in groups:
        inside = set(nodes)
        if walk.choices.intersection(nodes):
            begins += [
                (walk.nodes[node].depth, node, at)
                for node in nodes
                for at, edge in enumerate(edges[node])
                if edge.to in inside and matters(edge)
            ]
    if not begins:
        return None
    _, first, at = min(begins)
    again = _way(edges, edges[first][at].to, first)
    return EndlessLoop(
        walk.line_to(first),
        (edges[first][at].given, *(edge.given for edge in again)),
        _ends(walk, first),
    )


def components(edges: Edges) -> list[list[int]]:
    """Strongly connected components, by Tarjan: each before all that lead to it."""
    found: list[list[int]] = []
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    for root in range(len(edges)):
        work = [(root, 0)] if root not in index else []
        while work:
            node, at = work.pop()
            if at == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                waiting.add(node)
            elif (to := edges[node][at - 1].to) in waiting:
                low[node] = min(low[node], low[to])
            for place in range(at, len(edges[node])):
                to = edges[node][place].to
                if to not in index:
                    work += [(node, place + 1), (to, 0)]
                    break
                if to in waiting:
                    low[node] = min(low[node], index[to])
            else:
                if low[node] == index[node]:
                    group: list[int] = []
                    while not group or group[-1] != node:
                        group.append(stack.pop())
                        waiting.discard(group[-1])
                    found.append(group)
    return found


def _way(edges: Edges, start: int, end: int) -> tuple[Edge, ...]:
    """The shortest way from a position to another that can be come to."""
    came: dict[int, tuple[int, Edge]] = {}
    queue = [start]
    for node in queue:
        if end == start or end in came:
            break
        for edge in edges[node]:
            if edge.to not in came:
                came[edge.to] = node, edge
                queue.append(edge.to)
    way: list[Edge] = []
    while end != start:
        end, edge = came[end]
        way.append(edge)
    return tuple(reversed(way))


def _ends(walk: Walk, start: int) -> bool:
    """Whether an end can be come to from a position, as far as was gone on from there."""
    known, queue = {start}, [start]
    for node in queue:
        if node in walk.ends:
            return True
        for edge in walk.edges[node] if node < len(walk.edges) else ():
            if edge.to not in known:
                known.add(edge.to)
                queue.append(edge.to)
    return False


def _longest(edges: Edges, groups: list[list[int]]) -> int:
    """The most inputs on the way to a position; ways round a loop are left out."""
    group_of = {node: number for number, nodes in enumerate(groups) for node in nodes}
    far = [0] * len(groups)
    for number, nodes in enumerate(groups):  # What is led to comes first.
        for node in nodes:
            for edge in edges[node]:
                if group_of[edge.to] != number:
                    far[number] = max(far[number], far[group_of[edge.to]] + 1)
    return max(far, default=0)


def _longest_wait(walk: Walk, edges: Edges, groups: list[list[int]]) -> tuple[int, LineOfPlay]:
    """The most acts of others on a way along these edges, and a line to its end."""
    group_of = {node: number for number, nodes in enumerate(groups) for node in nodes}
    most = [0] * len(groups)
    onward: list[tuple[int, Edge] | None] = [None] * len(groups)
    """Of each group, by which edge out of it the longest wait goes on."""
    for number, nodes in enumerate(groups):
        for node in sorted(nodes):
            for edge in edges[node]:
                acts = _waited(edge) + most[group_of[edge.to]]
                if group_of[edge.to] != number and acts > most[number]:
                    most[number], onward[number] = acts, (node, edge)
    first = max(group_of, key=lambda node: (most[group_of[node]], -walk.nodes[node].depth, -node))
    line, at = walk.line_to(first), first
    while step := onward[group_of[at]]:
        node, edge = step
        for each in (*_way(edges, at, node), edge):
            line = line.and_then(each.given)
        at = edge.to
    return most[group_of[first]], line
