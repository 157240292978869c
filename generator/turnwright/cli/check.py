"""Command `check`: load everything and replay every example."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from turnwright.cli.arguments import PATHS, exit_with_problems
from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, shown_path
from turnwright.proof.replay import Replayer
from turnwright.proof.report import Format, disagreements, format_report


def nothing_checked(paths: tuple[Path, ...]) -> SourceError:
    """SourceError for rulesets without a single example."""
    return SourceError(
        Problem(
            path=shown_path(path),
            message="There are no examples here, so no rule was tried.",
            hint="Examples are in `<id>/examples/*.yaml`.",
        )
        for path in paths or (Path(),)
    )


@click.command("check")
@PATHS
@click.option(
    "--format", "output_format", type=click.Choice([f.value for f in Format]), default="text"
)
@click.option("--no-examples", is_flag=True, help="It is no mistake that there are no examples.")
def command(paths: tuple[Path, ...], output_format: str, no_examples: bool) -> None:
    """Load everything and replay every example; exit 1 on any disagreement.

    PATHS are folders or files; without any, the rulesets that come with Turnwright.
    """
    try:
        library = Library.read(*paths)
        if not library.examples and not no_examples:
            raise nothing_checked(paths)
        # One after another: all records together take hundreds of megabytes.
        played = map(Replayer(library).replay, library.examples)
        found = disagreements(played, library)
    except SourceError as error:
        exit_with_problems(error, Format(output_format))
        return
    text = format_report(found, len(library.examples), Format(output_format))
    if text:
        click.echo(text)
    sys.exit(1 if found else 0)
