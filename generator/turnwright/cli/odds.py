"""Command `odds`: how likely what an example claims is, whatever the dice come to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from pathlib import Path

import click

from turnwright.cli.arguments import PATHS, exit_with_problems, find_example
from turnwright.engine.decision import Refused
from turnwright.examples.likelihood import claimed_likelihood
from turnwright.examples.replay import Replayer
from turnwright.language.example import Claim, Example
from turnwright.load.library import Library
from turnwright.load.problem import SourceError


@click.command("odds")
@click.argument("example")
@click.argument("line", type=click.IntRange(min=1))
@PATHS
@click.option("--rolls", type=click.IntRange(min=1), help="How many of the last rolls may vary.")
def command(example: str, line: int, paths: tuple[Path, ...], rolls: int | None) -> None:
    """How likely what line LINE of EXAMPLE claims is, over all rolls and draws up to it.

    EXAMPLE is its sentence, the beginning of it, or the name of its page; the first line is 1.
    What was chosen is chosen whatever the dice. PATHS are as in `turnwright check`.
    """
    try:
        library = Library.read(*paths)
        chosen = find_example(library, example)
        for name, found in _odds(library, chosen, line, rolls):
            told = f"{found}, {float(found):.1%}" if isinstance(found, Fraction) else found
            click.echo(f"{name}: {told}")
    except SourceError as error:
        exit_with_problems(error)
    except Refused as refused:
        raise click.ClickException(refused.message) from None


def _odds(
    library: Library, example: Example, line: int, rolls: int | None
) -> Iterator[tuple[str, Fraction | str]]:
    """How likely each claim of a line is, and all together; a reason where it cannot be said."""
    if line > len(example.play):
        raise Refused(f"it has {len(example.play)} lines")
    claim = example.play[line - 1].then
    if claim is None:
        raise Refused(f"line {line} claims nothing; write in `then` what you ask about")
    rows = Replayer(library).replay(example).rows
    if line >= len(rows):
        raise Refused(f"it does not get to line {line}; `turnwright check` says why")
    claimed = {
        field.name: said
        for field in fields(claim)
        if field.name not in ("likelihood", "rolls")
        and (said := getattr(claim, field.name)) is not None
    }
    several = {"all of it": claim} if len(claimed) > 1 else {}
    asked = {name: Claim(**{name: said}) for name, said in claimed.items()} | several
    for name, each in asked.items():
        try:
            yield (
                name,
                claimed_likelihood(each, example.play[:line], lambda at: rows[at].game, rolls),
            )
        except Refused as refused:
            yield name, refused.message
