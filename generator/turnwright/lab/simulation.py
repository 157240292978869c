"""Simulation: rosters in systems, over a sample of rounds, on any executor, and figures of it.

Each round has a seed of its own, which is the same for all cases. So the workers that play them
make no difference, and systems are compared on the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from pathlib import Path
from random import Random

from turnwright.describe.variants import UnknownSystem, Variant, named_variant, variants
from turnwright.lab.measures import RoundTally
from turnwright.lab.muster import Armies, Case, PlayStopped
from turnwright.lab.playing import Act, Round, sampled_round
from turnwright.lab.policies import Policy
from turnwright.language.roster import Roster
from turnwright.load.files import SearchPath
from turnwright.load.library import Library
from turnwright.load.problem import did_you_mean, quoted

ROUNDS = 40
"""Rounds that are simulated where nothing else is asked for."""
PART = 20
"""Rounds that a worker is given at once."""
LARGE = 40
"""Units up to which a sample is as large as was asked for; a round takes about their square."""


class SimulationStopped(Exception):
    """Raised for a simulation of which a worker died. Carries a sentence."""


@dataclass(frozen=True)
class SimulationResult:
    """Result of a case: its tally, or the sentence that says why there is none."""

    case: Case
    tally: RoundTally
    stopped: str = ""


def simulate(
    cases: Sequence[Case],
    rounds: int = ROUNDS,
    seed: int = 0,
    executor: Executor | None = None,
    first: int = 0,
) -> tuple[SimulationResult, ...]:
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
    results = [SimulationResult(case, RoundTally()) for case in cases]
    run = map if executor is None else executor.map
    # Lists, as an executor may want to know how many there are.
    of_parts, numbers = [case for _, case, _ in parts], [numbers for _, _, numbers in parts]
    try:
        played = run(play_part, of_parts, numbers, [seed] * len(parts))
        for (number, _, _), found in zip(parts, played, strict=True):
            if isinstance(found, RoundTally):
                results[number].tally.add(found)
            else:
                results[number] = SimulationResult(cases[number], RoundTally(), found)
    except BrokenExecutor:
        raise SimulationStopped("A worker died.") from None
    return tuple(results)


def sample_size(case: Case, rounds: int) -> int:
    """How many rounds of a case are played, where so many are asked for."""
    units = sum(case.sizes)
    return max(min(2, rounds), min(rounds, rounds * LARGE**2 // units**2))


def play_part(case: Case, numbers: range, seed: int) -> RoundTally | str:
    """Play some rounds of a case, in whatever process: their tally, or why there is none."""
    tally = RoundTally()
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


def figures(
    systems: Sequence[str] = (),
    rosters: Sequence[str] = (),
    *,
    policy: str = Policy.FIRST_LISTED,
    rounds: int = 400,
    seed: int = 0,
    executor: Executor | None = None,
    rulesets: Sequence[str | Path] = (),
) -> tuple[SimulationResult, ...]:
    """Simulate rosters in systems, all of them where none are named, on any executor.

    Raises SourceError, UnknownSystem or PlayStopped for what is wrong with what was asked, and
    SimulationStopped when a worker dies.
    """
    check_known_systems(systems, rulesets)
    library = Library.read(*rulesets)
    chosen = [named_variant(library, name) for name in systems] or list(variants(library))
    cases = cases_of(library, chosen, rosters, Policy(policy))
    return simulate(cases, rounds, seed, executor)


def check_known_systems(systems: Sequence[str], rulesets: Sequence[str | Path]) -> None:
    """Raises UnknownSystem for a name that no folder has, before all of them are read."""
    if not systems:
        return
    found = SearchPath(tuple(map(Path, rulesets)))
    known = {*found.known(), *(path.parent.name for path in found.ruleset_paths)}
    for name in systems:
        system = name.partition(".")[0]
        if system not in known:
            hint = did_you_mean(system, known)
            raise UnknownSystem(f"There is no system {quoted(name)}. {hint}".strip())


def cases_of(
    library: Library, chosen: Sequence[Variant], rosters: Sequence[str], policy: Policy
) -> list[Case]:
    """Cases of these systems and rosters, by name or file. Raises PlayStopped, SourceError."""
    if not (rosters or library.rosters):
        raise PlayStopped("There are no rosters here. They are in `rosters/*.yaml`.")
    listed: list[Roster] = []
    for name in rosters or tuple(library.rosters):
        if name in library.rosters:
            listed.append(library.rosters[name])
        elif name.endswith(".yaml"):
            listed.append(library.roster(name, [one.ruleset for one in chosen]))
        else:
            hint = did_you_mean(name, library.rosters, "Rosters")
            raise PlayStopped(f"There is no roster {quoted(name)}. {hint}".strip())
    return [
        Case(one.key, one.title, one.ruleset, roster, policy) for roster in listed for one in chosen
    ]
