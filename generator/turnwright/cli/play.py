"""Command `play`: a battle at the keyboard, with the rules beside it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import randrange

import click

from turnwright.cli.arguments import exit_with_problems, folders_of, parse_pairs
from turnwright.describe.labels import heading
from turnwright.describe.variants import UnknownSystem, named_variant
from turnwright.engine.decision import Refused
from turnwright.lab.muster import mustered
from turnwright.language.example import Example
from turnwright.load.library import Library
from turnwright.load.problem import SourceError, did_you_mean, quoted
from turnwright.play.battle_file import read
from turnwright.play.json_values import NotPlain
from turnwright.play.kit_builder import kit_of
from turnwright.play.session import Session
from turnwright.play.terminal import Terminal


@click.command("play")
@click.argument("system", metavar="SYSTEM")
@click.option("--roster", metavar="NAME", help="Or a file. Without it, two small armies.")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option to switch on.")
@click.option(
    "--reading", "readings", multiple=True, metavar="NAME=ALTERNATIVE", callback=parse_pairs
)
@click.option("--go-on", "kept", type=click.Path(path_type=Path), help="A battle that was saved.")
@click.option("--seed", type=int, help="Dice that come up the same again.")
@click.option(
    "--rulesets", "paths", multiple=True, type=click.Path(path_type=Path), help="Other folders."
)
def command(
    system: str,
    roster: str | None,
    options: tuple[str, ...],
    readings: dict[str, str],
    kept: Path | None,
    seed: int | None,
    paths: tuple[Path, ...],
) -> None:
    """Play a battle by SYSTEM: it says whose decision it is, what may be done, and why not.

    SYSTEM is an id such as lanterns, or an id with a pack, an option or a reading.
    """
    try:
        library = Library.read(*(paths or folders_of(system)))
        variant = named_variant(library, system)
        if kept is not None:
            battle = read(kept.read_text("utf-8"))
        else:
            battle = replace(
                _battle(library, variant.system, roster),
                options=(*variant.options, *options),
                readings={**variant.readings, **readings},
            )
        session = Session(kit_of(library, variant.system), battle)
    except SourceError as error:
        exit_with_problems(error)
    except (UnknownSystem, NotPlain, Refused) as error:
        raise click.ClickException(heading(str(error))) from None
    dice = randrange(10**9) if seed is None else seed
    Terminal(session, iter(sys.stdin.readline, ""), click.echo, dice).play()


def _battle(library: Library, system: str, roster: str | None) -> Example:
    """The armies of a roster, or two that are ready. Raises SourceError or ClickException."""
    if roster is None:
        ready = kit_of(library, system).armies
        if not ready:
            raise click.ClickException(f"No armies are ready for {quoted(system)}: name a roster.")
        return ready[0].battle
    rules = library.effective(system)
    if roster in library.rosters:
        found = library.rosters[roster]
    elif Path(roster).exists():
        found = library.roster(roster, [rules])
    else:
        hint = did_you_mean(roster, library.rosters, "Rosters")
        raise click.ClickException(f"There is no roster {quoted(roster)}. {hint}".strip())
    battle = mustered(rules, found)
    if battle is None:
        raise click.ClickException(f"{quoted(system)} cannot take this roster up.")
    return battle
