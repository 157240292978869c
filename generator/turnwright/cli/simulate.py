"""Command `simulate`: figures of rosters that systems play by a policy."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from turnwright.cli.arguments import folders_of
from turnwright.cli.exit_codes import WRONG, exit_code
from turnwright.describe.variants import UnknownSystem, Variant
from turnwright.lab.muster import PlayStopped
from turnwright.lab.policies import Policy
from turnwright.lab.simulation import ROUNDS, SimulationStopped, cases_of, figures, simulate
from turnwright.lab.simulation_report import figures_text, report_data, report_text
from turnwright.load.library import Library
from turnwright.load.problem import SourceError, quoted
from turnwright.site.pages.comparison.view import Column


def parse_number(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """Parse a whole number, with a sentence for anything else."""
    least = 1 if param.name == "rounds" else 0
    try:
        number = int(value)
    except ValueError:
        message = f"{param.opts[0]} wants a whole number, and {quoted(value)} is none."
        raise click.UsageError(message) from None
    if number < least:
        raise click.UsageError(f"{param.opts[0]} is at least {least}, not {number}.")
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
@click.option("--rounds", default="400", callback=parse_number, show_default=True)
@click.option("--seed", default="0", callback=parse_number, show_default=True)
@click.option("--workers", default=str(os.cpu_count() or 1), callback=parse_number)
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
    as_json: bool,
    paths: tuple[Path, ...],
) -> None:
    """Print who acts when, as figures: of each SYSTEM, or of all, with each roster.

    SYSTEM is an id such as lanterns, or an id with a pack or an option: lanterns.at_night; or with
    a reading and its answer: lanterns.who_begins.blue.
    """
    asked = {
        "policy": policy,
        "rounds": rounds,
        "seed": seed,
        "rulesets": paths or folders_of(*systems),
    }
    try:
        if workers < 2:
            found = figures(systems, rosters, **asked)  # type: ignore[arg-type]
        else:
            with ProcessPoolExecutor(workers) as executor:
                found = figures(systems, rosters, executor=executor, **asked)  # type: ignore[arg-type]
    except SourceError as error:
        click.echo(str(error), err=True)
        sys.exit(WRONG)
    except (UnknownSystem, PlayStopped, SimulationStopped) as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        data = report_data(found, policy, rounds, seed)
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        click.echo(report_text(found))
    sys.exit(exit_code(is_right=not all(result.stopped for result in found)))


def figures_beside(
    library: Library, columns: Sequence[Column], rosters: Sequence[str], width: int
) -> tuple[str, dict[str, object]]:
    """Figures of rosters in compared systems, as text of this width and as data.

    Raises SourceError or ClickException for an unknown roster, or one that no system can take up.
    """
    chosen = [Variant(key=each.key, title=each.title, ruleset=each.ruleset) for each in columns]
    try:
        found = simulate(cases_of(library, chosen, rosters, Policy.FIRST_LISTED), ROUNDS)
    except PlayStopped as stopped:
        raise click.ClickException(str(stopped)) from None
    return figures_text(found, width), report_data(found, Policy.FIRST_LISTED, ROUNDS, 0)
