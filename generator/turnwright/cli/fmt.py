"""Command `fmt`: the keys of files in their order."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from turnwright.cli.arguments import PATHS
from turnwright.cli.exit_codes import exit_code
from turnwright.load.files import SearchPath, kind_of, read_file, write_file
from turnwright.load.formatting import formatted
from turnwright.load.json_schema import FILES
from turnwright.load.problem import Problem, SourceError, shown_path


@click.command("fmt")
@PATHS
@click.option("--check", "is_check", is_flag=True, help="Write nothing; exit 1 if it would.")
def command(paths: tuple[Path, ...], is_check: bool) -> None:
    """Put the keys of files in the order of the reference; keep all else as it is.

    PATHS are folders or files; without any, the folder that this is started in. An entry moves
    with the comments above it, and no text is broken anew. Meanings, claims, cards and conditions
    read as sentences and keep the order of their author.

    A file that cannot be read is left as it is. Exit 1 when there is one.
    """
    search = SearchPath(paths or (Path(),))
    problems = list(search.problems)
    found = search.every_path
    moved = 0
    for path in found:
        try:
            moved += _put_in_order(path, is_check)
        except SourceError as error:
            problems += error.problems
    if problems:
        click.echo(str(SourceError(problems)), err=True)
    done = "would be put in order" if is_check else "put in order"
    click.echo(f"{moved} of {len(found)} files {done}")
    sys.exit(exit_code(is_right=not (problems or (is_check and moved))))


def _put_in_order(path: Path, is_check: bool) -> bool:
    """Put a file in order, or say that it is not; True where it was not. Raises SourceError."""
    file = read_file(path)
    if isinstance(file, Problem):
        raise SourceError([file])
    text = formatted(file, FILES[kind_of(path)][0])
    if text == file.text:
        return False
    if not is_check:
        write_file(path, text.encode())
    click.echo(f"{shown_path(path)}: {'not in order' if is_check else 'put in order'}")
    return True
