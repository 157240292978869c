"""Command line `turnwright`: check, prove, compare, simulate, sheet, schema."""

from __future__ import annotations

import json
import shutil
import sys
from errno import EPIPE
from io import TextIOWrapper
from pathlib import Path

import click

from turnwright.lab.chances import PlayStopped
from turnwright.lab.policies import Policy
from turnwright.lab.report import figures_text, report_data
from turnwright.lab.simulation import ROUNDS, SimulationStopped
from turnwright.load.files import write_file
from turnwright.load.json import file_schema
from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, shown_path
from turnwright.proof.cache import cache_of
from turnwright.proof.mutation_testing import prove
from turnwright.proof.proof import Proof, ProofStatus, Verdicts
from turnwright.proof.replay import replay_all
from turnwright.proof.report import Format, annotation, disagreements, format_report
from turnwright.sheet.build import build_sheet
from turnwright.sheet.request import Audience, Paper, SheetRequest
from turnwright.sheet.typesetting import TypstMissing
from turnwright.simulate_command import INTERRUPTED, figures_beside, simulate_command
from turnwright.site.pages.comparison.text import (
    ComparisonRefused,
    comparison_data,
    comparison_text,
    requested_columns,
)

PATHS = click.argument("paths", nargs=-1, type=click.Path(path_type=Path))


class Commands(click.Group):
    """Commands whose output may go anywhere: to a full disk, or where not all letters exist."""

    def invoke(self, ctx: click.Context) -> object:
        """Invoke a command; what the system refuses is told in a line."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno == EPIPE:
                raise  # Nobody reads on, as with `| head`.
            raise click.ClickException(str(error)) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="turnwright")
def main() -> None:
    """A rules reference for turn systems, where every rule that is printed can also be played."""


def exit_with_problems(error: SourceError, output_format: Format = Format.TEXT) -> None:
    """Print the problems of a SourceError in the chosen format, and exit 1."""
    if output_format is Format.GITHUB:
        for one in error.problems:
            message = " ".join(part for part in (one.message, one.hint) if part)
            click.echo(annotation(one.path, one.line, one.column, "Turnwright", message))
    elif output_format is Format.JSON:
        problems = [
            {
                "file": one.path,
                "line": one.line,
                "column": one.column,
                "message": one.message,
                "hint": one.hint,
            }
            for one in error.problems
        ]
        click.echo(json.dumps({"problems": problems}, indent=2, ensure_ascii=False))
    else:
        click.echo(str(error), err=True)
    sys.exit(1)


def nothing_checked(paths: tuple[Path, ...]) -> SourceError:
    """SourceError for rulesets without a single example."""
    return SourceError(
        Problem(
            path=shown_path(path),
            message="There are no examples here, so no rule was tried.",
            hint="Examples are in `<id>/examples/*.yaml`.",
        )
        for path in paths or (Path(),)
    )


@main.command("check")
@PATHS
@click.option(
    "--format", "output_format", type=click.Choice([f.value for f in Format]), default="text"
)
@click.option("--no-examples", is_flag=True, help="It is no mistake that there are no examples.")
def check_command(paths: tuple[Path, ...], output_format: str, no_examples: bool) -> None:
    """Load everything and replay every example; exit 1 on any disagreement.

    PATHS are folders or files; without any, the rulesets that come with Turnwright.
    """
    try:
        library = Library.read(*paths)
        played = replay_all(library)
        if not played and not no_examples:
            raise nothing_checked(paths)
    except SourceError as error:
        exit_with_problems(error, Format(output_format))
        return
    found = disagreements(played, library)
    text = format_report(found, len(played), Format(output_format))
    if text:
        click.echo(text)
    sys.exit(1 if found else 0)


@main.command("prove")
@PATHS
@click.option("--json", "as_json", is_flag=True, help="Print the counts for programs.")
@click.option("--fresh", is_flag=True, help="Prove everything anew, whatever was found before.")
@click.option(
    "--cache",
    "folder",
    type=click.Path(path_type=Path),
    help="Where to keep what was found. Without it, the user's folder for caches.",
)
def prove_command(paths: tuple[Path, ...], as_json: bool, fresh: bool, folder: Path | None) -> None:
    """Say which clauses are shown and proved by the examples.

    Each clause is taken away and changed in each way that a player would notice; it is proved when
    an example that cites it claims otherwise. Exit 1 when a clause is not proved, or fewer than 98
    of 100 changes are noticed.
    """
    verdicts = None if fresh else Verdicts(folder or cache_of(*paths))
    try:
        library = Library.read(*paths)
        played = replay_all(library)
        proofs = prove(library, played, verdicts)
        proofs = tuple(proof for proof in proofs if proof.ruleset in library.requested)
        if not played and all(proof.holds for proof in proofs):
            raise nothing_checked(paths)
    except SourceError as error:
        exit_with_problems(error, Format.JSON if as_json else Format.TEXT)
        return
    wrong = disagreements(played, library)
    # Examples cannot be hashed, for they hold mappings.
    for one in {id(one.example): one for one in reversed(wrong)}.values():
        click.echo(f"{one.place}: this example disagrees, and so proves nothing", err=True)
    if as_json:
        data = {"rulesets": {proof.ruleset: proof.data() for proof in proofs}}
        click.echo(json.dumps(data, indent=2))
    else:
        for proof in proofs:
            click.echo(proof_summary(proof))
    sys.exit(0 if not wrong and all(proof.holds for proof in proofs) else 1)


def proof_summary(proof: Proof) -> str:
    """Summary of a proof as text: counts, and everything that is not proved."""
    data = proof.data()
    lines = [
        f"{proof.ruleset}: {data['clauses']} clauses, {data['shown']} shown,"
        f" {data['proved']} proved ({data['follows']} follow from others, {data['advice']} advise);"
        f" of {proof.killed + proof.survived} changes {proof.killed} are noticed"
        f" ({data['score']} %), {data['equivalent']} more make no difference,"
        f" {data['stopped']} stop play"
    ]
    lines += [f"  not shown: {name}" for name in proof.unshown]
    for name, one in proof.clauses.items():
        if one.status is ProofStatus.ADVICE:
            lines.append(f"  advice: {name}: {one.clause.advice}")
            continue
        if one.status is ProofStatus.UNPROVED:
            lines.append(f"  not proved: {name}")
        lines += [f"  claimed, and not so: {name}: {what}" for what in one.verdict.refuted]
        lines += [f"  not noticed: {name}: {change}" for change in one.verdict.survived]
    return "\n".join(lines)


def parse_pairs(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    """Parse repeated NAME=VALUE options into a mapping."""
    for one in values:
        if "=" not in one:
            raise click.ClickException(f"{param.opts[0]} wants NAME=VALUE, and got {one}")
    return {name.strip(): value for name, _, value in (one.partition("=") for one in values)}


@main.command("compare")
@click.argument("systems", nargs=-1, metavar="SYSTEM...")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option to switch on.")
@click.option(
    "--reading", "readings", multiple=True, metavar="NAME=ALTERNATIVE", callback=parse_pairs
)
@click.option(
    "--roster", "rosters", multiple=True, metavar="NAME", help="Or a file: figures of its armies."
)
@click.option("--json", "as_json", is_flag=True, help="Print the answers for programs.")
@click.option(
    "--rulesets",
    "paths",
    multiple=True,
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="A folder or file. Without it, the rulesets that come with Turnwright.",
)
def compare_command(
    systems: tuple[str, ...],
    options: tuple[str, ...],
    readings: dict[str, str],
    rosters: tuple[str, ...],
    as_json: bool,
    paths: tuple[Path, ...],
) -> None:
    """Print what two or more SYSTEMs answer to the questions of players.

    SYSTEM is an id such as lanterns, or an id with a pack or an option: lanterns.at_night; or with
    a reading and its answer: lanterns.who_begins.blue.
    Options and readings hold in every system that has them. With a roster, its armies go through
    each system as well, and figures say who acts when.
    """
    try:
        library = Library.read(*paths)
        columns = requested_columns(library, systems, options, readings)
        found = figures_beside(library, columns, rosters) if rosters else ()
    except SourceError as error:
        exit_with_problems(error, Format.JSON if as_json else Format.TEXT)
        return
    except (ComparisonRefused, PlayStopped) as error:
        raise click.ClickException(str(error)) from None
    except SimulationStopped as stopped:
        click.echo(str(stopped), err=True)
        sys.exit(INTERRUPTED)
    if as_json:
        data = comparison_data(columns)
        if rosters:
            data["figures"] = report_data(found, Policy.FIRST_LISTED, ROUNDS, 0)
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    width = shutil.get_terminal_size().columns
    click.echo(comparison_text(columns, width))
    if rosters:
        click.echo(f"\n{figures_text(found, width)}")


@main.command("sheet")
@click.argument("system")
@PATHS
@click.option("--paper", default=Paper.A4.value, show_default=True, help="a4 or letter.")
@click.option(
    "--for",
    "audience",
    default=Audience.REFEREE.value,
    show_default=True,
    help="player: one side with what one needs in play. referee: everything, with boxes to tick.",
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
@click.option("-o", "output", type=click.Path(path_type=Path), help="Without it: SYSTEM-PAPER.pdf.")
def sheet_command(
    system: str,
    paths: tuple[Path, ...],
    paper: str,
    audience: str,
    pack: str,
    options: tuple[str, ...],
    readings: dict[str, str],
    params: dict[str, str],
    output: Path | None,
) -> None:
    """Print SYSTEM on one sheet of paper, as a PDF.

    PATHS are folders or files; without any, the rulesets that come with Turnwright.
    """
    request = SheetRequest(
        system=system,
        paper=paper,
        audience=audience,
        pack=pack,
        options=options,
        readings=readings,
        params=params,
    )
    path = output or Path(f"{system}-{paper}.pdf")
    try:
        pdf = build_sheet(Library.read(*paths), request)
        write_file(path, pdf)
    except SourceError as error:
        exit_with_problems(error)
    except (TypstMissing, OSError) as error:
        raise click.ClickException(str(error)) from None
    else:
        click.echo(path)


@main.command("schema")
@click.argument(
    "what",
    type=click.Choice(["ruleset", "example", "ledger", "proof", "roster"]),
    default="ruleset",
)
def schema_command(what: str) -> None:
    """Print the JSON Schema of ruleset, example, ledger, proof or roster files."""
    click.echo(json.dumps(file_schema(what), indent=2, ensure_ascii=False))


main.add_command(simulate_command)

if __name__ == "__main__":
    main()
