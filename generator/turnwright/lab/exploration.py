"""Exploration: every order that small armies allow, then battles at random, and what was found.

With the same number of rounds the same seed finds the same, however many workers there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from functools import partial
from itertools import count
from time import monotonic

from turnwright.describe.applicability import idle_clauses
from turnwright.describe.step_tree import opened_steps
from turnwright.engine.apply import apply
from turnwright.engine.decision import Refused
from turnwright.lab.exhaustive_search import POSITIONS, Course, Walk, course_of
from turnwright.lab.random_search import play_at_random
from turnwright.lab.simulation import SimulationStopped
from turnwright.lab.trials import LineOfPlay, Seen, Trial
from turnwright.language.clause import Clause
from turnwright.language.input import Input

ROUNDS = 200
"""Battles that are played at random where nothing else is asked for."""
PART = 10
"""Battles that a worker is given at once."""
AT_ONCE = 8
"""Parts that are under way together; what was found is told as far as these are done."""
WALKED = 0.5
"""The share of the time that the walk may take."""
MOST_SHORTENED = 3000
"""Inputs that are tried to make a line shorter."""


@dataclass(frozen=True)
class Effort:
    """Effort: how much is tried."""

    positions: int = POSITIONS
    rounds: int = ROUNDS
    seconds: float | None = None
    """Until so much time has gone by, whatever `rounds` says."""
    seed: int = 0


@dataclass(frozen=True)
class Exploration:
    """Exploration of a system: what was tried and what was found."""

    trials: tuple[Trial, ...]
    """The first was walked through; the others were only played at random."""
    effort: Effort
    walk: Walk
    course: Course
    seen: Seen
    """What was seen, in the walk and at random."""
    in_examples: Seen
    """What examples reach and use."""
    is_stopped: bool = False
    """Somebody stopped it."""

    @property
    def trial(self) -> Trial:
        """The trial that was walked through."""
        return self.trials[0]

    @property
    def unreached(self) -> tuple[str, ...]:
        """Steps that the rules lead to, and that never opened."""
        rules = self.trial.rules
        there = opened_steps(rules)
        return tuple(it for it in rules.steps if it in there and it not in self.seen.reached)

    @property
    def unused(self) -> tuple[Clause, ...]:
        """Clauses that nothing used, but for those that no round can ask."""
        rules = self.trial.rules
        idle = idle_clauses(rules)
        return tuple(
            clause
            for clause in rules.clauses()
            if getattr(clause, "means", None) is not None
            and not clause.follows
            and not clause.advice
            and clause.full_id not in self.seen.used
            and clause.full_id not in idle
        )

    @property
    def unasked(self) -> tuple[str, ...]:
        """Claims that were asked of nobody."""
        rules = self.trial.rules
        return tuple(it for it in (*rules.always, *rules.never) if it not in self.seen.asked)

    def is_shortest(self, line: LineOfPlay) -> bool:
        """Whether no shorter line can do what this one does."""
        return not line.trial and (self.walk.is_whole or len(line.said) <= self.walk.depth)

    def holds(self, name: str) -> bool:
        """Whether a claim was asked of somebody, and held whenever it was."""
        return name in self.seen.asked and name not in self.seen.broken


def explore(
    trials: Sequence[Trial],
    effort: Effort,
    executor: Executor | None = None,
    in_examples: Seen | None = None,
) -> Exploration:
    """Explore a system: walk through the first trial, and play what that leaves out at random.

    Any executor of `concurrent.futures` does; without one, everything is played here. Raises
    SimulationStopped when a worker dies.
    """
    begun = monotonic()

    def is_late(share: float = 1.0) -> bool:
        return effort.seconds is not None and monotonic() - begun >= effort.seconds * share

    walk = Walk(trials[0])
    walk.go(effort.positions, lambda: is_late(WALKED))
    course = course_of(walk)
    seen, is_stopped = Seen(), walk.cut_short == "stopped"
    seen.add(walk.seen)
    first = 1 if walk.is_whole else 0
    if first < len(trials) and not is_stopped:
        play = partial(play_at_random, tuple(trials), first)
        is_stopped = not play_many(play, effort, seen, executor, is_late)
        for lines in (seen.broken, seen.stuck):
            for name, line in lines.items():
                if not is_stopped and (line.trial or len(line.said) > walk.depth):
                    lines[name] = shortened(trials[line.trial], name, line)
    others = in_examples or Seen()
    return Exploration(tuple(trials), effort, walk, course, seen, others, is_stopped)


def play_many(
    play: Callable[[range, int], Seen],
    effort: Effort,
    seen: Seen,
    executor: Executor | None,
    is_late: Callable[[], bool],
) -> bool:
    """Play battles at random and add what is seen; false when somebody stops it."""
    run = map if executor is None else executor.map
    many = effort.rounds if effort.seconds is None else None
    together = PART * (AT_ONCE if executor else 1)
    try:
        for first in count(0, together):
            last = first + together if many is None else min(first + together, many)
            parts = [range(it, min(it + PART, last)) for it in range(first, last, PART)]
            if not parts or is_late():
                return True
            for found in run(play, parts, [effort.seed] * len(parts)):
                seen.add(found)
    except KeyboardInterrupt:
        return False
    except BrokenExecutor:
        raise SimulationStopped("A worker died.") from None
    return True


def shortened(trial: Trial, name: str, line: LineOfPlay) -> LineOfPlay:
    """A line that does the same with fewer inputs: those that it does without are left out."""
    said, left = line.said, MOST_SHORTENED
    size = len(said) // 2
    while size and left > 0:
        at = 0
        while at < len(said) and left > 0:
            left -= len(said)
            shorter = does(trial, name, (*said[:at], *said[at + size :]))
            if shorter is None:
                at += size
            else:
                said = shorter
        size //= 2
    return line._replace(said=said)


def does(trial: Trial, name: str, said: tuple[Input, ...]) -> tuple[Input, ...] | None:
    """A line up to where it breaks the claim of this name, or gets stuck so; None if never."""
    program = trial.program
    state, events = trial.begin(set())
    for number in range(len(said) + 1):
        seen = Seen()
        seen.note(program, state, events, LineOfPlay())
        if name in seen.broken or name in seen.stuck:
            return said[:number]
        if number < len(said):
            try:
                state, events = apply(program, state, said[number])
            except Refused:
                return None
    return None
