"""Command `prove`: which clauses are shown and proved by the examples."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from turnwright.cli.arguments import PATHS, exit_with_problems, say_what_is_read
from turnwright.cli.check import nothing_checked
from turnwright.cli.exit_codes import exit_code
from turnwright.examples.replay import replay_all
from turnwright.examples.report import Format, disagreements
from turnwright.load.cache import cache_of
from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.proof.mutation_testing import prove
from turnwright.proof.proof import Proof, ProofStatus
from turnwright.proof.verdicts import Verdicts


@click.command("prove")
@PATHS
@click.option("--json", "as_json", is_flag=True, help="Print the counts for programs.")
@click.option("--fresh", is_flag=True, help="Prove everything anew, whatever was found before.")
@click.option(
    "--cache",
    "folder",
    type=click.Path(path_type=Path),
    help="Where to keep what was found. Without it, the user's folder for caches.",
)
def command(paths: tuple[Path, ...], as_json: bool, fresh: bool, folder: Path | None) -> None:
    """Say which clauses are shown and proved by the examples.

    PATHS are as in `turnwright check`. Each clause is taken away, its meaning is changed word by
    word, and what may be added to it is tried by a fixed sample. It is proved when for each change
    an example that cites it claims otherwise, or its proof.yaml says why nobody can tell. Exit 1
    when any clause is not proved.
    """
    say_what_is_read(paths)
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
    sys.exit(exit_code(is_right=not wrong and all(proof.holds for proof in proofs)))


def proof_summary(proof: Proof) -> str:
    """Summary of a proof as text: counts, and everything that is not proved."""
    data = proof.data()
    lines = [
        f"{proof.ruleset}: {data['clauses']} clauses, {data['shown']} shown,"
        f" {data['proved']} proved ({data['follows']} follow from others, {data['advice']} advise);"
        f" of {proof.killed + proof.survived} changes {proof.killed} are noticed,"
        f" {data['equivalent']} more make no difference, {data['stopped']} stop play,"
        f" {data['unmet']} add what no example comes to"
    ]
    lines += [f"  not shown: {name}" for name in proof.unshown]
    for name, one in {**proof.clauses, **proof.beside}.items():
        if one.status is ProofStatus.ADVICE:
            lines.append(f"  advice: {name}: {one.clause.advice}")
            continue
        if one.status is ProofStatus.UNPROVED and name not in proof.unshown:
            lines.append(f"  not proved: {name}")
        lines += [f"  claimed, and not so: {name}: {what}" for what in one.verdict.refuted]
        lines += [f"  not noticed: {name}: {change}" for change in one.verdict.survived]
    return "\n".join(lines)
