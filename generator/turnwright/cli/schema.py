"""Command `schema`: the JSON Schema of files, for editors."""

from __future__ import annotations

import json

import click

from turnwright.load.json_schema import file_schema


@click.command("schema")
@click.argument(
    "what",
    type=click.Choice(["ruleset", "example", "ledger", "proof", "roster"]),
    default="ruleset",
)
def command(what: str) -> None:
    """Print the JSON Schema of ruleset, example, ledger, proof or roster files."""
    click.echo(json.dumps(file_schema(what), indent=2, ensure_ascii=False))
