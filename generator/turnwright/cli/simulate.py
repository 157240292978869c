"""Command `simulate`: figures of rosters that systems play by a policy."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

import click

from turnwright.describe.variants import UnknownSystem, Variant, named_variant, variants
from turnwright.lab.armies import Case
from turnwright.lab.chances import PlayStopped
from turnwright.lab.policies import Policy
from turnwright.lab.report import report_data, report_text
from turnwright.lab.simulation import FIGURES, ROUNDS, Progress, Result, SimulationStopped, simulate
from turnwright.language.roster import Roster
from turnwright.load.library import Library
from turnwright.load.problem import SourceError, did_you_mean, quoted
from turnwright.proof.cache import NotOurs, ResultCache, cache_folder
from turnwright.site.pages.comparison.table import Column

INTERRUPTED = 130
"""Exit code of a simulation that was stopped."""


def parse_number(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """Parse a whole number, with a sentence for anything else."""
    least = 1 if param.name == "rounds" else 0
    try:
        number = int(value)
    except ValueError:
        message = f"{param.opts[0]} wants a whole number, and {quoted(value)} is none."
        raise click.ClickException(message) from None
    if number < least:
        raise click.ClickException(f"{param.opts[0]} is at least {least}, not {number}.")
    return number


@click.command("simulate")
@click.argument("systems", nargs=-1, metavar="SYSTEM...")
@click.option("--roster", "rosters", multiple=True, metavar="NAME", help="Or a file. Else all.")
@click.option(
    "--policy",
    type=click.Choice([each.value for each in Policy]),
    default=Policy.FIRST_LISTED.value,
    show_default=True,
)
@click.option("--rounds", default="400", callback=parse_number, help="Where nothing is exact: 400.")
@click.option("--seed", default="0", callback=parse_number, help="Where nothing is exact: 0.")
@click.option("--workers", default=str(os.cpu_count() or 1), callback=parse_number)
@click.option("--sampled", is_flag=True, help="Simulate what could be worked out exactly, too.")
@click.option("--keep", "path", type=click.Path(path_type=Path), help="Where to keep what is done.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures for programs.")
@click.option(
    "--rulesets", "paths", multiple=True, type=click.Path(path_type=Path), help="Other folders."
)
def command(
    systems: tuple[str, ...],
    rosters: tuple[str, ...],
    policy: str,
    rounds: int,
    seed: int,
    workers: int,
    sampled: bool,
    path: Path | None,
    as_json: bool,
    paths: tuple[Path, ...],
) -> None:
    """Print who acts when, as figures: of each SYSTEM, or of all, with each roster.

    SYSTEM is an id such as lanterns, or an id with a pack or an option: lanterns.at_night; or with
    a reading and its answer: lanterns.who_begins.blue.
    """
    try:
        found = figures(
            systems,
            rosters,
            policy=policy,
            rounds=rounds,
            seed=seed,
            workers=workers,
            try_exact=not sampled,
            keep=path,
            progress=show_progress if sys.stderr.isatty() else None,
            rulesets=paths,
        )
    except SourceError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    except (UnknownSystem, PlayStopped, NotOurs, OSError) as error:
        raise click.ClickException(str(error)) from None
    except SimulationStopped as stopped:
        click.echo(f"\n{stopped}", err=True)
        sys.exit(INTERRUPTED)
    if sys.stderr.isatty():
        click.echo(err=True)
    if as_json:
        data = report_data(found, policy, rounds, seed)
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        click.echo(report_text(found))
    sys.exit(1 if all(map(is_stopped, found)) else 0)


def figures(
    systems: Sequence[str] = (),
    rosters: Sequence[str] = (),
    *,
    policy: str = Policy.FIRST_LISTED,
    rounds: int = 400,
    seed: int = 0,
    executor: Executor | None = None,
    workers: int | None = None,
    try_exact: bool = True,
    keep: Path | None = None,
    progress: Progress | None = None,
    rulesets: Sequence[str | Path] = (),
) -> tuple[Result, ...]:
    """Simulate rosters in systems, all of them where none are named, on any executor.

    Raises SourceError, UnknownSystem, PlayStopped or NotOurs for what is wrong with what was
    asked, and SimulationStopped when it is interrupted; what was done by then is in the file
    `keep`.
    """
    library = Library.read(*rulesets)
    chosen = [named_variant(library, name) for name in systems] or list(variants(library))
    return simulate(
        cases_of(library, chosen, rosters, Policy(policy)),
        rounds,
        seed,
        kept=ResultCache(keep, strict=True),
        executor=executor,
        workers=workers,
        try_exact=try_exact,
        progress=progress,
    )


def figures_beside(
    library: Library, columns: Sequence[Column], rosters: Sequence[str]
) -> tuple[Result, ...]:
    """Figures of rosters in compared systems, such as pages have them; what is known is kept.

    Raises PlayStopped or SourceError for an unknown roster, or one that a system cannot take up,
    and SimulationStopped.
    """
    chosen = [Variant(key=each.key, title=each.title, ruleset=each.ruleset) for each in columns]
    cases = cases_of(library, chosen, rosters, Policy.FIRST_LISTED)
    return simulate(cases, ROUNDS, kept=ResultCache(cache_folder() / FIGURES))


def is_stopped(result: Result) -> bool:
    """True for a case without figures."""
    return bool(result.stopped)


def cases_of(
    library: Library, chosen: Sequence[Variant], rosters: Sequence[str], policy: Policy
) -> list[Case]:
    """Cases of these systems and rosters, by name or file. Raises PlayStopped, SourceError."""
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


def show_progress(done: int, every: int) -> None:
    """Show a progress bar on one line of the terminal."""
    filled = 30 * done // max(every, 1)
    click.echo(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{every} ", nl=False, err=True)
