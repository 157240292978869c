"""Command `review`: what has been changed since it was last read beside its source."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from turnwright.cli.arguments import PATHS, exit_with_problems
from turnwright.cli.exit_codes import exit_code
from turnwright.examples.report import pluralize
from turnwright.load.files import write_file
from turnwright.load.library import Library
from turnwright.load.problem import SourceError, shown_path
from turnwright.load.review import Unread


@click.command("review")
@PATHS
@click.option("--all", "is_all", is_flag=True, help="Keep everything as read, and ask nothing.")
def command(paths: tuple[Path, ...], is_all: bool) -> None:
    """Read what has been changed, sentence and meaning together, and keep that it was read.

    Whether a sentence says what its meaning does, only a reader can tell. What was read is kept
    in `reviewed.yaml` beside the rules; from then on, `check` reports every clause, entry of the
    book and title of an example that has been changed since. PATHS are folders or files.

    On a terminal each is shown and asked for. Elsewhere they are listed, and nothing is kept
    without --all. Exit 1 when anything is left to be read.
    """
    try:
        library = Library.read(*paths)
    except SourceError as error:
        exit_with_problems(error)
    left = 0
    for name in sorted(library.requested):
        review = library.review(name)
        if review.problems:
            exit_with_problems(SourceError(review.problems))
        unread = [*review.unread()]
        read = unread if is_all else [*_asked(unread)]
        if read or any(review.gone()):
            write_file(review.path, review.kept({one.name for one in read}).encode())
            click.echo(f"{shown_path(review.path)}: {pluralize(len(read), 'part')} kept as read")
        left += len(unread) - len(read)
    if left:
        click.echo(f"{pluralize(left, 'part')} left to be read")
    sys.exit(exit_code(is_right=not left))


def _asked(unread: Iterable[Unread]) -> Iterator[Unread]:
    """Show what is to be read; those of which somebody says that all of it agrees."""
    has_reader = is_asked()
    for one in unread:
        if not has_reader:
            click.echo(one.problem.text)
            continue
        click.echo(f"\n{one.problem.place} {one.problem.message}\n")
        click.echo("\n".join(one.lines))
        answer = click.prompt(
            "Do sentence, meaning and source agree?",
            type=click.Choice(["yes", "no", "stop"]),
            default="no",
        )
        if answer == "stop":
            return
        if answer == "yes":
            yield one


def is_asked() -> bool:
    """True where somebody can answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()
