"""Simulation: the tallies of cases over a sample of rounds, on any executor.

Each round has a seed of its own, which is the same for all cases. So the workers that play them
make no difference, and systems are compared on the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from random import Random

from turnwright.lab.activations import Act
from turnwright.lab.measures import Tally
from turnwright.lab.muster import Armies, Case, PlayStopped
from turnwright.lab.playing import Round, sampled_round

ROUNDS = 40
"""Rounds that are simulated where nothing else is asked for."""
PART = 20
"""Rounds that a worker is given at once."""
LARGE = 40
"""Units up to which a sample is as large as was asked for; a round takes about their square."""


class SimulationStopped(Exception):
    """Raised for a simulation of which a worker died. Carries a sentence."""


@dataclass(frozen=True)
class Result:
    """Result of a case: its tally, or the sentence that says why there is none."""

    case: Case
    tally: Tally
    stopped: str = ""


def simulate(
    cases: Sequence[Case],
    rounds: int = ROUNDS,
    seed: int = 0,
    executor: Executor | None = None,
    first: int = 0,
) -> tuple[Result, ...]:
    """Simulate cases: the result of each, in their order.

    Any executor of `concurrent.futures` does; without one, everything is played here. Between many
    units fewer rounds are played, and at least two. A sample that goes on after another begins
    with the round of the number `first`. Raises SimulationStopped when a worker dies.
    """
    parts = [
        (number, case, range(begin, min(begin + PART, many)))
        for number, case in enumerate(cases)
        for many in (sample_size(case, rounds),)
        for begin in range(first, many, PART)
    ]
    results = [Result(case, Tally()) for case in cases]
    run = map if executor is None else executor.map
    # Lists, as an executor may want to know how many there are.
    of_parts, numbers = [case for _, case, _ in parts], [numbers for _, _, numbers in parts]
    try:
        played = run(play_part, of_parts, numbers, [seed] * len(parts))
        for (number, _, _), found in zip(parts, played, strict=True):
            if isinstance(found, Tally):
                results[number].tally.add(found)
            else:
                results[number] = Result(cases[number], Tally(), found)
    except BrokenExecutor:
        raise SimulationStopped("A worker died.") from None
    return tuple(results)


def sample_size(case: Case, rounds: int) -> int:
    """How many rounds of a case are played, where so many are asked for."""
    units = sum(case.sizes)
    return max(min(2, rounds), min(rounds, rounds * LARGE**2 // units**2))


def play_part(case: Case, numbers: range, seed: int) -> Tally | str:
    """Play some rounds of a case, in whatever process: their tally, or why there is none."""
    tally = Tally()
    try:
        seats = case.seats()
        for number in numbers:
            # Each side in turn is listed first.
            seat = number % len(seats)
            armies = seats[seat]
            done = sampled_round(armies, case.policy, Random(f"{seed} {number}"))
            tally.count(seated(case, armies, done), case.sizes, with_points=seat == 0)
    except PlayStopped as stopped:
        return str(stopped)
    return tally


def seated(case: Case, armies: Armies, done: Round) -> Round:
    """A round with its sides numbered as the roster lists them."""
    listed = list(case.roster.sides)
    number = [listed.index(side) for side in armies.roster.sides]
    if number == sorted(number):
        return done
    acts = tuple(Act(number[side], units, reaction) for side, units, reaction in done.acts)
    following = done.next_first
    if following is not None:
        following = following._replace(side=number[following.side])
    return Round(acts, following)
