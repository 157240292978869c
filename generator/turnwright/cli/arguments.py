"""Arguments that commands share, and how the problems of files are printed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from turnwright.cli.exit_codes import WRONG
from turnwright.examples.report import Format, annotation
from turnwright.language.example import Example
from turnwright.load.files import PROJECT, ROSTERS, RULESET, default_folder
from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, did_you_mean, quoted

OWN = Path(PROJECT)
"""Folder of a project's own rulesets, as `new` makes it."""


def own_folder() -> tuple[Path, ...]:
    """The folder of the project that a command is typed in; nothing outside of one."""
    return (OWN,) if OWN.is_dir() else ()


PATHS = click.argument(
    "paths",
    nargs=-1,
    type=click.Path(path_type=Path),
    callback=lambda ctx, param, given: given or own_folder(),
)


def say_what_is_read(paths: tuple[Path, ...]) -> None:
    """Say so where there is no project, and so the rules that come with Turnwright are meant."""
    if not paths:
        note = f"There is no project here, with rulesets in `{OWN}`: this reads what comes with"
        click.echo(f"{note} Turnwright.", err=True)


def homes_of(*systems: str) -> tuple[Path, ...]:
    """Folders of systems: of the project, or of what comes with Turnwright; the others can wait.

    Raises ClickException for one that is in neither.
    """
    known: dict[str, Path] = {}
    for top in (*own_folder(), default_folder()):
        known = {path.parent.name: path.parent for path in top.glob(f"*/{RULESET}")} | known
    homes: dict[str, Path] = {}
    for system in systems:
        name = system.partition(".")[0]
        if name not in known:
            hint = did_you_mean(name, known)
            raise click.ClickException(f"There is no system {quoted(name)}. {hint}".strip())
        homes[name] = known[name]
    return tuple(homes.values())


def folders_of(*systems: str) -> tuple[Path, ...]:
    """Folders of systems, all of the project where none is named, and those of rosters."""
    homes = homes_of(*systems) if systems else own_folder()
    tops = (*own_folder(), default_folder())
    return homes and (*homes, *(top / ROSTERS for top in tops if (top / ROSTERS).is_dir()))


def exit_with_problems(error: SourceError, output_format: Format = Format.TEXT) -> None:
    """Print the problems of a SourceError in the chosen format, and exit 1."""
    text = format_problems(error.problems, output_format)
    click.echo(text, err=output_format is Format.TEXT)
    sys.exit(WRONG)


def format_problems(problems: Iterable[Problem], form: Format) -> str:
    """Problems of files in a format."""
    if form is Format.GITHUB:
        return "\n".join(
            annotation(
                one.path,
                one.line,
                one.column,
                "Turnwright",
                " ".join(part for part in (one.message, one.hint) if part),
            )
            for one in problems
        )
    if form is Format.JSON:
        data = [
            {
                "file": one.path,
                "line": one.line,
                "column": one.column,
                "message": one.message,
                "hint": one.hint,
            }
            for one in problems
        ]
        return json.dumps({"problems": data}, indent=2, ensure_ascii=False)
    return str(SourceError(problems))


def find_example(library: Library, said: str) -> Example:
    """The example that is meant. Raises ClickException where none is, or several are."""
    fitting = library.examples_called(said)
    if not fitting:
        hint = did_you_mean(said, [each.example for each in library.examples], "Examples")
        raise click.ClickException(f"There is no example `{said}`. {hint}".strip())
    if len(fitting) > 1:
        listed = "\n".join(f"  {each.ruleset}: {each.example}" for each in fitting)
        raise click.ClickException(f"Several examples begin so:\n{listed}")
    return fitting[0]


def parse_pairs(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    """Parse repeated NAME=VALUE options into a mapping."""
    for one in values:
        if "=" not in one:
            raise click.UsageError(f"{param.opts[0]} wants NAME=VALUE, and got {one}")
    return {name.strip(): value for name, _, value in (one.partition("=") for one in values)}
