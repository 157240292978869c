"""Command `new`: a small project that works, to write rules in."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from turnwright.examples.replay import replay_all
from turnwright.load.library import Library
from turnwright.load.problem import SourceError, did_you_mean, quoted
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

OVERLAY, FROM_NOTHING = "house_rule", "from_nothing"


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
    kinds = {
        OVERLAY: "a house rule on a system that is here",
        FROM_NOTHING: "rules of your own, from nothing",
    }
    if _picked("What will you write?", kinds, OVERLAY) == OVERLAY:
        return _picked("On which system?", bases())
    ways = {each.value: each.told for each in WhoActs}
    return WhoActs(_picked("Who acts when?", ways, WhoActs.ALTERNATE))


def _picked(question: str, told: Mapping[str, str], usual: str = "") -> str:
    """The word of a list that somebody picks, by its number or as it is."""
    words = list(told)
    click.echo(question)
    for number, (word, text) in enumerate(told.items(), start=1):
        click.echo(f"  {number:>2}  {word:<22}{text}")

    def picked(said: str) -> str:
        said = said.strip()
        if said.isdecimal() and 0 < int(said) <= len(words):
            return words[int(said) - 1]
        if said not in told:
            hint = did_you_mean(said, words)
            raise click.UsageError(f"{quoted(said)} is none of these. {hint}".strip())
        return said

    return str(click.prompt("Its number or name", usual or None, value_proc=picked))


def _name(said: str) -> str:
    """A name, asked for again where it can be none."""
    try:
        return check_name(said.strip())
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
