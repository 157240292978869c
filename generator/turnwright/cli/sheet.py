"""Command `sheet`: a system on one sheet of paper."""

from __future__ import annotations

from pathlib import Path

import click

from turnwright.cli.arguments import exit_with_problems, folders_of, parse_pairs
from turnwright.load.files import write_file
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.sheet.build import build_sheet
from turnwright.sheet.request import SheetKind, SheetRequest
from turnwright.sheet.typesetting import TypstMissing


@click.command("sheet")
@click.argument("system")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--for",
    "kind",
    type=click.Choice([each.value for each in SheetKind]),
    default=SheetKind.REFEREE.value,
    show_default=True,
    help="player: one side with what one needs in play. changes: what an overlay changes. "
    "agreement: what to agree, with boxes to tick. referee: everything.",
)
@click.option("--pack", default="", metavar="NAME", help="The options and readings of a pack.")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option to switch on.")
@click.option(
    "--reading", "readings", multiple=True, metavar="NAME=ALTERNATIVE", callback=parse_pairs
)
@click.option(
    "--param",
    "params",
    multiple=True,
    metavar="NAME=WORDS",
    callback=parse_pairs,
    help="What was agreed where an option leaves something to players.",
)
@click.option("-o", "output", type=click.Path(path_type=Path), help="Without it: SYSTEM.pdf.")
def command(
    system: str,
    paths: tuple[Path, ...],
    kind: str,
    pack: str,
    options: tuple[str, ...],
    readings: dict[str, str],
    params: dict[str, str],
    output: Path | None,
) -> None:
    """Print SYSTEM on one sheet of paper, as a PDF for A4 and US Letter.

    PATHS are folders or files; without any, the folder `rulesets` here, and what comes with
    Turnwright.
    """
    request = SheetRequest(
        system=system,
        kind=kind,
        pack=pack,
        options=options,
        readings=readings,
        params=params,
    )
    path = output or Path(f"{system}.pdf")
    try:
        pdf = build_sheet(Library.read(*(paths or folders_of(system))), request)
        write_file(path, pdf)
    except SourceError as error:
        exit_with_problems(error)
    except TypstMissing as error:
        raise click.ClickException(str(error)) from None
    else:
        click.echo(path)
