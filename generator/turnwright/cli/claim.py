"""Command `claim`: what could be claimed after each line of an example."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from turnwright.cli.arguments import PATHS, exit_with_problems, find_example
from turnwright.describe.claimable import claimable
from turnwright.examples.replay import Replayer
from turnwright.load.library import Library
from turnwright.load.problem import SourceError


@click.command("claim")
@click.argument("example")
@PATHS
@click.option(
    "--line", type=click.IntRange(min=0), help="This line alone, with all facts and numbers."
)
@click.pass_context
def command(
    context: click.Context, example: str, paths: tuple[Path, ...], line: int | None
) -> None:
    """List what could be claimed after each line of EXAMPLE, as YAML to pick from.

    EXAMPLE is a file, or of the examples in PATHS one by its sentence, the beginning of it, or the
    name of its page. The first line is 1, and 0 is what is so before it. Of facts and numbers it
    lists those that a line changed; with --line, all of them.

    Nothing is written to any file. A claim is worth something when you know it from the rule, and
    not from here: pick what the rule says, and only then.
    """
    try:
        is_file = Path(example).is_file()
        if is_file and context.get_parameter_source("paths") is ParameterSource.COMMANDLINE:
            raise click.UsageError("Name the example first, and then its file.")
        # What is wrong elsewhere, such as in a book that is not written yet, stops no play.
        library, problems = Library.read_sound(*((example,) if is_file else paths))
        if problems and not library.examples:
            raise SourceError(problems)
        chosen = library.examples if is_file else (find_example(library, example),)
        for one in chosen:
            record = Replayer(library).replay(one)
            if line is not None and line >= len(record.rows):
                raise click.ClickException(f"{one.example}: it has {len(record.rows) - 1} lines.")
            click.echo(f"# {one.path}:{one.line}: {one.example}")
            rows = range(len(record.rows)) if line is None else (line,)
            for row in rows:
                click.echo("\n".join(("", *claimable(record, row, everything=line is not None))))
            click.echo()
    except SourceError as error:
        exit_with_problems(error)
