"""Figures: rosters simulated in systems that are named as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from turnwright.describe.variants import UnknownSystem, Variant, named_variant, variants
from turnwright.lab.muster import Case, PlayStopped
from turnwright.lab.policies import Policy
from turnwright.lab.simulation import Result, simulate
from turnwright.language.roster import Roster
from turnwright.load.files import SearchPath
from turnwright.load.library import Library
from turnwright.load.problem import did_you_mean, quoted


def figures(
    systems: Sequence[str] = (),
    rosters: Sequence[str] = (),
    *,
    policy: str = Policy.FIRST_LISTED,
    rounds: int = 400,
    seed: int = 0,
    executor: Executor | None = None,
    rulesets: Sequence[str | Path] = (),
) -> tuple[Result, ...]:
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
