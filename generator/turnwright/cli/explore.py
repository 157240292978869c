"""Command `explore`: every order of small armies, and what never happens or gets stuck."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import click

from turnwright.cli.arguments import exit_with_problems, folders_of
from turnwright.cli.exit_codes import exit_code
from turnwright.cli.simulate import parse_number
from turnwright.describe.variants import UnknownSystem, named_variant
from turnwright.examples.replay import battle_of
from turnwright.lab.exhaustive_search import POSITIONS
from turnwright.lab.exploration import ROUNDS, Effort, Exploration, explore
from turnwright.lab.exploration_report import exploration_data, exploration_text, told
from turnwright.lab.muster import PlayStopped
from turnwright.lab.simulation import SimulationStopped
from turnwright.lab.small_armies import SMALLEST, seen_in_examples, trials_of
from turnwright.load.files import write_file
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.play.battle_file import written
from turnwright.play.json_values import to_plain

HERE = "here"
"""In place of an executor: everything is played in this process."""


@click.command("explore")
@click.argument("system", metavar="SYSTEM")
@click.option(
    "--armies",
    default="",
    metavar="NAME",
    help=f"Sizes such as 2x3, a roster, or an example, by how it begins. Else {SMALLEST}.",
)
@click.option("--positions", default=str(POSITIONS), callback=parse_number, show_default=True)
@click.option(
    "--rounds",
    default=str(ROUNDS),
    callback=parse_number,
    show_default=True,
    help="Battles at random, where there are too many positions.",
)
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop by the clock instead.")
@click.option("--long", default="1", callback=parse_number, help="Rounds of each battle.")
@click.option("--seed", default="0", callback=parse_number, show_default=True)
@click.option(
    "--executor",
    default=HERE,
    metavar="WHERE",
    help="`here`, a number of processes, or the address of a Dask scheduler.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder for what breaks a claim or gets stuck, as examples.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found for programs.")
@click.option(
    "--rulesets", "paths", multiple=True, type=click.Path(path_type=Path), help="Other folders."
)
def command(
    system: str,
    armies: str,
    positions: int,
    rounds: int,
    seconds: float | None,
    long: int,
    seed: int,
    executor: str,
    save: Path | None,
    as_json: bool,
    paths: tuple[Path, ...],
) -> None:
    """Try out SYSTEM: every order that small armies allow, or battles at random.

    Says which claims of its `always` and `never` are broken, what gets stuck, what goes on for
    ever, who waits longest, and what never happens; each with the shortest play that shows it.
    Exits 1 where a claim is broken or a battle gets stuck. The same seed finds the same, unless
    the clock stops it.

    SYSTEM is an id such as lanterns, or an id with a pack, an option or a reading.
    """
    effort = Effort(positions=positions, rounds=rounds, seconds=seconds, seed=seed)
    try:
        library = Library.read(*(paths or folders_of(system)))
        variant = named_variant(library, system)
        if not paths and (below := library.chain(variant.system)[:-1]):
            # What it stands on has examples, too.
            names = (system, *(rules.ruleset for rules in below))
            library = Library.read(*folders_of(*names))
            variant = named_variant(library, system)
        trials = trials_of(library, variant, armies, max(long, 1))
        in_examples = seen_in_examples(library, variant.system)
        with _executor(executor) as workers:
            found = explore(trials, effort, workers, in_examples)
    except SourceError as error:
        exit_with_problems(error)
        return
    except (UnknownSystem, PlayStopped, SimulationStopped) as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        data = exploration_data(found, to_plain)
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        click.echo(exploration_text(found))
    for path in _saved(found, save) if save else ():
        click.echo(f"Saved as {path}: `turnwright check {path}` plays it.", err=as_json)
    sys.exit(exit_code(is_right=not (found.seen.broken or found.seen.stuck)))


def _saved(found: Exploration, folder: Path) -> Iterator[Path]:
    """Save what breaks a claim or gets stuck, each as a file of one example."""
    rules = found.trial.rules
    claims = {**rules.always, **rules.never}
    plays = [
        (f"broken-{name}", f"Broken: {claims[name].text.strip()}", line)
        for name, line in sorted(found.seen.broken.items())
    ]
    plays += [
        (f"stuck-{number}", f"Stuck: {cause}", line)
        for number, (cause, line) in enumerate(sorted(found.seen.stuck.items()), start=1)
    ]
    for name, title, line in plays:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{rules.ruleset}-{name}.yaml"
        trial = found.trials[line.trial]
        battle = battle_of(replace(trial.battle, example=title), line.said)
        text = written(battle, told(trial, line.said))
        if not line.said:
            # An example plays something or claims something.
            text += f'start: {{"awaits": "{trial.begin(set())[0].ask.awaits}"}}\n'
        write_file(path, text.encode())
        yield path


@contextmanager
def _executor(where: str) -> Iterator[Executor | None]:
    """The executor that is asked for, for as long as it is needed."""
    if where == HERE or where == "1":
        yield None
    elif where.isdigit() and int(where):
        # Ctrl-C is told by this process alone.
        with ProcessPoolExecutor(
            int(where), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
        ) as executor:
            yield executor
    elif ":" in where:
        try:
            distributed = import_module("distributed")
        except ImportError:
            message = "A Dask scheduler needs more than is installed: pip install distributed"
            raise click.ClickException(message) from None
        try:
            client = distributed.Client(where, timeout="10s")
        except (OSError, ValueError) as error:
            message = f"Nobody answers at {where}: {error}"
            raise click.ClickException(message) from None
        with client, client.get_executor() as executor:
            yield executor
    else:
        message = f"--executor wants `{HERE}`, a number of processes, or an address, not {where}."
        raise click.UsageError(message)
