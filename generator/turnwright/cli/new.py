"""Command `new`: a small project that works, to write rules in."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from turnwright.examples.replay import replay_all
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.scaffold.project import (
    CannotBegin,
    WhoActs,
    bases,
    check_base,
    check_folder,
    check_name,
    legal_name,
    project_files,
    write_project,
)

HOUSE_RULE, FROM_NOTHING = "1", "2"


@click.command("new")
@click.argument("folder", default=".", type=click.Path(path_type=Path))
@click.option("--name", help="Of your ruleset, such as quiet_guns. Without it, that of FOLDER.")
@click.option("--extends", "base", metavar="SYSTEM", help="A house rule on this system.")
@click.option(
    "--from-scratch",
    "who_acts",
    type=click.Choice([each.value for each in WhoActs]),
    help="Rules of your own, that begin with this way to say who acts when.",
)
def command(folder: Path, name: str | None, base: str | None, who_acts: str | None) -> None:
    """Make a project in FOLDER, the current one if none is named: rules, examples and a site.

    It asks what you do not say. Everything in it works, is checked, and tells how to go on.
    """
    try:
        check_folder(folder)
        if base and who_acts:
            raise click.UsageError("Say either --extends or --from-scratch.")
        chosen: WhoActs | str = WhoActs(who_acts) if who_acts else check_base(base) if base else ""
        suggested = legal_name(folder.resolve().name)
        if not chosen:
            chosen = _asked()
            name = name or click.prompt("Name of your ruleset", suggested, value_proc=_name)
        files = project_files(check_name(name or suggested), chosen)
        write_project(folder, files, _check)
    except CannotBegin as error:
        raise click.ClickException(str(error)) from None
    except (click.Abort, KeyboardInterrupt):
        raise click.ClickException("Stopped; nothing was written.") from None
    except OSError as error:
        raise click.ClickException(f"Nothing was written: {error.strerror or error}.") from None
    click.echo(_told(folder, name or suggested))


def _asked() -> WhoActs | str:
    """What somebody at a terminal chooses. Raises UsageError where nobody is."""
    if not sys.stdin.isatty():
        raise click.UsageError(
            "Say --extends SYSTEM, or --from-scratch with who acts when; see --help."
        )
    click.echo("What will you write?")
    click.echo(f"  {HOUSE_RULE}  a house rule on a system that is here")
    click.echo(f"  {FROM_NOTHING}  rules of your own, from nothing")
    kinds = click.Choice([HOUSE_RULE, FROM_NOTHING])
    if click.prompt("One of these", HOUSE_RULE, type=kinds, show_choices=False) == HOUSE_RULE:
        for system, title in bases().items():
            click.echo(f"  {system:<22}{title}")
        return str(click.prompt("On which system", value_proc=_base))
    for each in WhoActs:
        click.echo(f"  {each.value:<13}{each.told}")
    ways = click.Choice([each.value for each in WhoActs])
    return WhoActs(click.prompt("Who acts when", "alternate", type=ways, show_choices=False))


def _name(said: str) -> str:
    """A name, asked for again where it can be none."""
    try:
        return check_name(said.strip())
    except CannotBegin as error:
        raise click.UsageError(str(error)) from None


def _base(said: str) -> str:
    """A system, asked for again where there is none."""
    try:
        return check_base(said.strip())
    except CannotBegin as error:
        raise click.UsageError(str(error)) from None


def _check(project: Path) -> None:
    """Raises CannotBegin where the files of a new project would not hold."""
    try:
        library = Library.read(project / "rulesets")
    except SourceError as error:
        raise CannotBegin(f"This cannot be begun so.\n{error}") from None
    wrong = [each.example.example for each in replay_all(library) if each.mismatches]
    if wrong:
        raise CannotBegin(f"This system cannot be begun with: {wrong[0]}.")


def _told(folder: Path, name: str) -> str:
    """What is there now, and what to type next."""
    here = folder.resolve() == Path.cwd()
    lines = [
        f"Your rules are in {folder / 'rulesets' / name / 'ruleset.yaml'}.",
        *([] if here else [f"  cd {shlex.quote(str(folder))}"]),
        "  turnwright serve   shows them while you write",
        "  turnwright check   plays every example",
        "  turnwright prove   asks whether the examples show every rule",
        "  turnwright site    builds the site",
    ]
    return "\n".join(lines)
