"""Simulation: the tallies of many cases, on any executor, exact where that ends soon.

Rounds are played in parts, each with a seed of its own, so the workers that play them make no
difference. A part that is done is kept at once: a simulation that stops goes on where it was.
"""

from __future__ import annotations

import gc
import pickle
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from concurrent.futures.process import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from turnwright.lab.activations import Act
from turnwright.lab.armies import Armies, Case
from turnwright.lab.chances import PlayStopped
from turnwright.lab.playing import Round, exact_rounds, sampled_round
from turnwright.lab.tally import Tally
from turnwright.proof.cache import ResultCache, fingerprint

ROUNDS = 120
"""Rounds that are simulated where nothing else is asked for and a figure cannot be exact."""
PART = 20
"""Rounds of one part."""
FIGURES = "figures.json"
"""Name of the file of results in a folder for caches."""
EXACT = -1
"""The number of the part in which a case is tried exactly."""
SAVED_EVERY = 2.0
"""Seconds between two times that results are written."""

Progress = Callable[[int, int], None]
"""Called with how many parts are done, and how many there are so far."""


class SimulationStopped(Exception):
    """Raised for a simulation that was interrupted. Carries a sentence; what was done is kept."""


@dataclass(frozen=True)
class Result:
    """Result of a case: its tally, or the sentence that says why there is none."""

    case: Case
    tally: Tally
    exact: bool
    stopped: str = ""


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> tuple[Case, tuple[Armies, ...]]:
    """A case and its armies, made ready once in each process."""
    case: Case = pickle.loads(packed)
    return case, case.seats()


def play_part(packed: bytes, part: int, seed: str, rounds: int) -> dict[str, Any]:
    """Play one part of a case, in whatever process: its tally as JSON, or why there is none."""
    try:
        case, seats = _unpacked(packed)
        tally = Tally()
        if part == EXACT:
            found = None
            for armies in seats:
                # Between equal sides it makes no difference to a round which is listed first.
                if found is None or not case.has_equal_sides:
                    found = exact_rounds(armies, case.policy)
                if found is None:
                    return {"exact": False}
                share = Fraction(1, len(seats))
                played = [(seated(case, armies, r), w * share) for r, w in found.items()]
                tally.add(Tally.of(played, case.sizes, armies is seats[0]))
        else:
            numbers = range(part * PART, min((part + 1) * PART, rounds))
            for seat, armies in enumerate(seats):
                played_here = [
                    (seated(case, armies, sampled_round(armies, case.policy, random)), 1)
                    for number in numbers
                    if number % len(seats) == seat
                    for random in [Random(f"{seed} {number}")]
                ]
                tally.add(Tally.of(played_here, case.sizes, seat == 0))
    except PlayStopped as stopped:
        return {"stopped": str(stopped)}
    return {"exact": part == EXACT, **tally.data()}


def seated(case: Case, armies: Armies, done: Round) -> Round:
    """A round with its sides numbered as the roster lists them."""
    listed = list(case.roster.sides)
    number = [listed.index(side) for side in armies.shown_sides]
    if number == sorted(number):
        return done
    acts = tuple(Act(number[side], units, reaction) for side, units, reaction in done.acts)
    following = done.next_first
    if following is not None:
        following = following._replace(side=number[following.side])
    return Round(acts, following)


def simulate(
    cases: Sequence[Case],
    rounds: int,
    seed: int = 0,
    *,
    kept: ResultCache | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    try_exact: bool = True,
    progress: Progress | None = None,
) -> tuple[Result, ...]:
    """Simulate cases: the result of each, in their order.

    Any executor of `concurrent.futures` does; without one, there is a process for each of
    `workers`, or everything is played here with `workers=0`. Raises SimulationStopped when it is
    interrupted or a worker dies, with everything that was done in `kept`.
    """
    kept = kept or ResultCache()
    jobs = _Jobs(cases, rounds, seed, kept, try_exact, progress)
    if executor is not None:
        jobs.run(executor)
    elif workers == 0:
        jobs.run_here()
    elif jobs.has_work():
        with ProcessPoolExecutor(workers, initializer=_prepare_worker) as own:
            jobs.run(own)
    return jobs.results()


def _prepare_worker() -> None:
    """Leave interrupts from the keyboard, and what is there, to the process that gives work out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()


class _WorkerLost(Exception):
    """Raised where a part was given out and did not come back. Carries a sentence."""


def _submit(executor: Executor, arguments: tuple[bytes, int, str, int]) -> Future[dict[str, Any]]:
    """Give out a part. Raises _WorkerLost where nobody is left to take it."""
    try:
        return executor.submit(play_part, *arguments)
    except BrokenExecutor:
        raise _WorkerLost("A worker died.") from None


def _result_of(future: Future[dict[str, Any]]) -> dict[str, Any]:
    """Result of a part. Raises _WorkerLost, whatever kind of executor it was given to."""
    try:
        return future.result()
    except BrokenExecutor:
        raise _WorkerLost("A worker died.") from None
    except Exception as error:
        why = ": ".join(filter(None, (type(error).__name__, str(error).rstrip("."))))
        raise _WorkerLost(f"A worker failed with {why}.") from error


class _Jobs:
    """The parts of all cases: which are done, and which come next."""

    def __init__(
        self,
        cases: Sequence[Case],
        rounds: int,
        seed: int,
        kept: ResultCache,
        try_exact: bool,
        progress: Progress | None,
    ) -> None:
        self.cases = cases
        self.rounds = rounds
        self.seed = seed
        self.kept = kept
        self.try_exact = try_exact
        self.progress = progress
        self.packed = [case.packed() for case in cases]
        self.grounds = [
            fingerprint(case.rules, case.roster.each, case.roster.sides, case.policy)
            for case in cases
        ]
        self.saved = time.monotonic()
        self.done = 0

    def key(self, case: int, part: int) -> str:
        """Fingerprint of a part of a case."""
        if part == EXACT:
            return self.kept.key(self.grounds[case], EXACT)
        last = min((part + 1) * PART, self.rounds)
        return self.kept.key(self.grounds[case], part, last, self.seed)

    def parts_of(self, case: int) -> list[int]:
        """The parts of a case, as far as is known by now."""
        if self.try_exact:
            tried = self.kept.get(self.key(case, EXACT))
            if tried is None or tried.get("exact") or "stopped" in tried:
                return [EXACT]
        return list(range(-(-self.rounds // PART)))

    def waiting(self) -> list[tuple[int, int]]:
        """The parts that are not done."""
        return [
            (case, part)
            for case in range(len(self.cases))
            for part in self.parts_of(case)
            if self.kept.get(self.key(case, part)) is None
        ]

    def has_work(self) -> bool:
        """True when a part is not done."""
        return bool(self.waiting())

    def arguments(self, case: int, part: int) -> tuple[bytes, int, str, int]:
        """What a worker is given."""
        return self.packed[case], part, f"{self.seed} {self.grounds[case]}", self.rounds

    def take(self, case: int, part: int, result: dict[str, Any]) -> None:
        """Keep the result of a part."""
        self.kept.put(self.key(case, part), result)
        self.done += 1
        if time.monotonic() - self.saved > SAVED_EVERY:
            self.kept.save()
            self.saved = time.monotonic()

    def report(self, still: int) -> None:
        """Tell how far it is."""
        if self.progress is not None:
            self.progress(self.done, self.done + still)

    def run_here(self) -> None:
        """Play all parts in this process."""
        try:
            while waiting := self.waiting():
                for number, (case, part) in enumerate(waiting):
                    self.report(len(waiting) - number)
                    self.take(case, part, play_part(*self.arguments(case, part)))
        except KeyboardInterrupt:
            self.kept.save()
            raise self.interrupted("It was stopped.") from None
        self.kept.save()

    def run(self, executor: Executor) -> None:
        """Play all parts by an executor."""
        going: dict[Future[dict[str, Any]], tuple[int, int]] = {}
        try:
            while waiting := self.waiting():
                for job in waiting:
                    going[_submit(executor, self.arguments(*job))] = job
                while going:
                    self.report(len(going))
                    finished, _ = wait(going, timeout=0.5, return_when=FIRST_COMPLETED)
                    for future in finished:
                        result = _result_of(future)
                        self.take(*going.pop(future), result)
        except KeyboardInterrupt:
            why = "It was stopped."
        except _WorkerLost as lost:
            why = str(lost)
        else:
            self.kept.save()
            return
        for future, job in going.items():
            # What is done is kept, also that of which nobody has heard yet.
            if not future.cancel() and future.done() and future.exception() is None:
                self.take(*job, future.result())
        self.kept.save()
        raise self.interrupted(why)

    def interrupted(self, why: str) -> SimulationStopped:
        """The stop of a simulation, as a sentence."""
        still = len(self.waiting())
        where = f" They are kept in {self.kept.path}." if self.kept.path else ""
        again = " The same command goes on from there." if self.kept.path else ""
        return SimulationStopped(
            f"{why} {self.done} parts were done in this run, and {still} or more are left."
            f"{where}{again}"
        )

    def results(self) -> tuple[Result, ...]:
        """The result of each case. All parts are done."""
        return tuple(self.result(number) for number in range(len(self.cases)))

    def result(self, number: int) -> Result:
        """The result of one case."""
        tally, stopped, exact = Tally(), "", False
        for found in self.found(number):
            stopped = stopped or str(found.get("stopped", ""))
            if not stopped:
                exact = bool(found["exact"])
                tally.add(Tally.read(found))
        case = self.cases[number]
        return Result(case, Tally() if stopped else tally, exact, stopped)

    def found(self, number: int) -> Iterator[dict[str, Any]]:
        """The results of the parts of a case."""
        for part in self.parts_of(number):
            yield self.kept.get(self.key(number, part))
