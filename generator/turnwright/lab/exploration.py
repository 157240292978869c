"""Exploration: every order that small armies allow, then battles at random, and what was found.

With the same number of rounds the same seed finds the same, however many workers there are.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from itertools import count
from time import monotonic

from turnwright.describe.applicability import idle_clauses
from turnwright.describe.step_tree import opened_steps
from turnwright.engine.apply import apply
from turnwright.engine.decision import Awaits, Refused
from turnwright.engine.invariants import asked
from turnwright.lab.playing import stopped
from turnwright.lab.simulation import SimulationStopped
from turnwright.lab.trials import Line, Seen, Trial, play_at_random
from turnwright.lab.walking import Course, Walk, course_of
from turnwright.language.clause import Clause

POSITIONS = 5000
"""Positions that are gone through where nothing else is asked for."""
ROUNDS = 100
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

    trial: Trial
    effort: Effort
    walk: Walk
    course: Course
    seen: Seen
    """What was seen, in the walk and at random."""
    is_stopped: bool = False
    """Somebody stopped it."""

    @property
    def unreached(self) -> tuple[str, ...]:
        """Steps that the rules lead to, and that never opened."""
        rules = self.trial.rules
        there = opened_steps(rules)
        return tuple(it for it in rules.steps if it in there and it not in self.seen.reached)

    @property
    def unused(self) -> tuple[Clause, ...]:
        """Clauses that nothing used, but for those that no round can ask and those of no effect."""
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

    def is_shortest(self, line: Line) -> bool:
        """Whether no shorter line can do what this one does."""
        return self.walk.is_whole or len(line) <= self.walk.depth

    @property
    def is_broken(self) -> bool:
        """Whether a claim is broken, or a battle gets stuck or can go on for ever."""
        return bool(self.seen.broken or self.seen.stuck or self.course.loop)


def explore(trial: Trial, effort: Effort, executor: Executor | None = None) -> Exploration:
    """Explore a system: walk through it, and where that is too much, play it at random.

    Any executor of `concurrent.futures` does; without one, everything is played here. Raises
    SimulationStopped when a worker dies.
    """
    begun = monotonic()

    def is_late(share: float = 1.0) -> bool:
        return effort.seconds is not None and monotonic() - begun >= effort.seconds * share

    walk = Walk(trial)
    walk.go(effort.positions, lambda: is_late(WALKED))
    course = course_of(walk)
    seen, is_stopped = Seen(), walk.cut_short == "stopped"
    seen.add(walk.seen)
    if not walk.is_whole and not is_stopped:
        is_stopped = not play_many(trial, effort, seen, executor, is_late)
        for lines in (seen.broken, seen.stuck):
            for name, line in lines.items():
                if len(line) > walk.depth and not is_stopped:
                    lines[name] = shortened(trial, name, line)
    return Exploration(trial, effort, walk, course, seen, is_stopped)


def play_many(
    trial: Trial, effort: Effort, seen: Seen, executor: Executor | None, is_late: Callable[[], bool]
) -> bool:
    """Play battles at random and add what is seen; false when somebody stops it."""
    run = map if executor is None else executor.map
    many = effort.rounds if effort.seconds is None else None
    try:
        for first in count(0, PART * AT_ONCE):
            last = first + PART * AT_ONCE if many is None else min(first + PART * AT_ONCE, many)
            parts = [range(it, min(it + PART, last)) for it in range(first, last, PART)]
            if not parts or is_late():
                return True
            for found in run(
                play_at_random, [trial] * len(parts), parts, [effort.seed] * len(parts)
            ):
                seen.add(found)
    except KeyboardInterrupt:
        return False
    except BrokenExecutor:
        raise SimulationStopped("A worker died.") from None
    return True


def shortened(trial: Trial, name: str, line: Line) -> Line:
    """A line that does the same with fewer inputs: those that it does without are left out."""
    left = MOST_SHORTENED
    size = len(line) // 2
    while size and left > 0:
        at = 0
        while at < len(line) and left > 0:
            left -= len(line)
            shorter = does(trial, name, (*line[:at], *line[at + size :]))
            if shorter is not None:
                line = shorter
            else:
                at += size
        size //= 2
    return line


def does(trial: Trial, name: str, line: Line) -> Line | None:
    """A line up to where it breaks the claim of this name, or gets stuck so; None if never."""
    program = trial.program
    state, _ = trial.begin(set())
    for number in range(len(line) + 1):
        if any(it.name == name and it.broken_by for it in asked(program, state)):
            return line[:number]
        if state.ask.awaits is not Awaits.END and str(stopped(state)) == name:
            seen = Seen()
            seen.note(program, state, (), line[:number])
            if name in seen.stuck:
                return line[:number]
        if number == len(line):
            break
        try:
            state, _ = apply(program, state, line[number])
        except Refused:
            return None
    return None
