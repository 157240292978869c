"""Command `compare`: what systems answer to the questions of players."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import click

from turnwright.cli.arguments import exit_with_problems, folders_of, parse_pairs
from turnwright.examples.report import Format
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.site.pages.comparison.text import (
    ComparisonRefused,
    comparison_data,
    comparison_text,
    requested_columns,
)


@click.command("compare")
@click.argument("systems", nargs=-1, metavar="SYSTEM...")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option to switch on.")
@click.option(
    "--reading", "readings", multiple=True, metavar="NAME=ALTERNATIVE", callback=parse_pairs
)
@click.option(
    "--roster", "rosters", multiple=True, metavar="NAME", help="Or a file: figures of its armies."
)
@click.option("--json", "as_json", is_flag=True, help="Print the answers for programs.")
@click.option(
    "--rulesets",
    "paths",
    multiple=True,
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="Other folders.",
)
def command(
    systems: tuple[str, ...],
    options: tuple[str, ...],
    readings: dict[str, str],
    rosters: tuple[str, ...],
    as_json: bool,
    paths: tuple[Path, ...],
) -> None:
    """Print what two or more SYSTEMs answer to the questions of players.

    SYSTEM is an id such as lanterns, or an id with a pack or an option: lanterns.at_night; or with
    a reading and its answer: lanterns.who_begins.blue.
    Options and readings hold in every system that has them. With a roster, its armies go through
    each system as well, and figures say who acts when.
    """
    if len(systems) < 2:
        raise click.UsageError("Name two systems to compare, or more.")
    width = shutil.get_terminal_size().columns
    figures, data_of_figures = "", dict[str, object]()
    try:
        library = Library.read(*(paths or folders_of(*systems)))
        columns = requested_columns(library, systems, options, readings)
        if rosters:
            # Without rosters it takes no laboratory to compare.
            from turnwright.cli.simulate import figures_beside

            figures, data_of_figures = figures_beside(library, columns, rosters, width)
    except SourceError as error:
        exit_with_problems(error, Format.JSON if as_json else Format.TEXT)
        return
    except ComparisonRefused as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        data = comparison_data(columns)
        if rosters:
            data["figures"] = data_of_figures
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    click.echo(comparison_text(columns, width))
    if rosters:
        click.echo(f"\n{figures}")
