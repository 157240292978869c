"""Command `schema`: the JSON Schema of files, for editors."""

from __future__ import annotations

import json
from pathlib import Path

import click

from turnwright.cli.arguments import exit_with_problems
from turnwright.load.json_schema import FILES, file_schema
from turnwright.load.library import Library
from turnwright.load.problem import SourceError


@click.command("schema")
@click.argument("what", type=click.Choice([*FILES]), default="ruleset")
@click.option(
    "--of",
    "folder",
    type=click.Path(path_type=Path),
    help="A folder of rulesets whose own words complete as well.",
)
def command(what: str, folder: Path | None) -> None:
    """Print the JSON Schema of a kind of file, by which editors complete and explain its keys.

    With --of, also the words of the rulesets in a folder complete: steps, facts, values, clauses,
    options and readings. Save it, name it in the first line of a file, and print it anew when
    there are new words:

    \b
        turnwright schema ruleset --of rulesets > rulesets/ruleset.schema.json
        # yaml-language-server: $schema=../ruleset.schema.json

    A broken file stops nothing; what cannot be read is said, and its words are not there.
    """  # noqa: D301
    if folder is None:
        schema = file_schema(what)
    else:
        library, problems = Library.read_sound(folder)
        if not library.rulesets:
            exit_with_problems(SourceError(problems))
        schema = library.schema(what)
        broken = dict.fromkeys(problem.path for problem in problems)
        for path in broken:
            click.echo(f"{path}: has mistakes; `turnwright check` tells them", err=True)
    click.echo(json.dumps(schema, indent=2, ensure_ascii=False))
