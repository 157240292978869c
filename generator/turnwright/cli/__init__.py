"""Command line `turnwright`: a command for each thing that is done with rules.

Each command is a module here that is imported when it is asked for, so that `--version` is quick
and a command needs the packages of what it does alone.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOENT, EPIPE
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

COMMANDS = (
    *("new", "check", "claim", "fmt", "prove", "review", "serve", "site"),
    *("play", "odds", "compare", "diff", "simulate", "explore", "sheet", "schema"),
)
"""Names of the commands, which are those of their modules, in the order of the help."""
EXTRAS = {"jinja2": "site", "markdown_it": "site", "mkdocs": "site", "typst": "pdf"}
"""Packages that come with an extra, each with its name."""


class Commands(click.Group):
    """Commands whose output may go anywhere: to a full disk, or where not all letters exist."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Command of a name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        try:
            module = import_module(f"turnwright.cli.{cmd_name}")
        except ModuleNotFoundError as error:
            extra = EXTRAS.get((error.name or "").partition(".")[0])
            if extra is None:
                raise
            message = f"This needs more than is installed: pip install 'turnwright[{extra}]'"
            raise click.ClickException(message) from None
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            # From here on a command says what became of its work.
            signal.signal(signal.SIGINT, signal.default_int_handler)
        command: click.Command = module.command
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Context of a call; a help that cannot be written is told in a line."""
        with told_in_a_line():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Invoke a command; what the system refuses is told in a line."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            with told_in_a_line():
                return super().invoke(ctx)
        except (click.Abort, KeyboardInterrupt):
            raise click.ClickException("Stopped.") from None


@contextmanager
def told_in_a_line() -> Iterator[None]:
    """What the system refuses, such as to write to a full disk, as an error of a command."""
    try:
        yield
    except OSError as error:
        if error.errno == EPIPE:
            raise  # Nobody reads on, as with `| head`.
        give_up_output()
        is_here = error.errno == ENOENT and error.filename is None
        what = error.strerror or str(error)
        told = f"{what}: {error.filename2 or error.filename}" if error.filename else what
        message = "The folder that this was started in is gone." if is_here else f"{told}."
        raise click.ClickException(message) from None


def give_up_output() -> None:
    """Drop what cannot be written: else Python would try again when it ends, and fail again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="To write rules of your own, begin with `turnwright new` in an empty folder. From there "
    "the page `tutorial` goes on to a printed sheet and a site.",
)
@click.version_option(package_name="turnwright")
def main() -> None:
    """A rules reference for turn systems, where every rule that is printed can also be played."""
    # What a command reads stays until it ends: looking for garbage in it took a quarter of a check.
    gc.set_threshold(50_000, 10, 10)


if __name__ == "__main__":
    main()
