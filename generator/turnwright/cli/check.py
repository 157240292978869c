"""Command `check`: load everything and replay every example."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

import click

from turnwright.cli.arguments import PATHS, format_problems, say_what_is_read
from turnwright.cli.exit_codes import exit_code
from turnwright.describe.disagreements import Paint, explanations, plain
from turnwright.examples.processes import in_processes
from turnwright.examples.replay import Replayer
from turnwright.examples.report import (
    Disagreement,
    Format,
    disagreements,
    format_report,
    pluralize,
    report_data,
    summary,
)
from turnwright.language.example import Example
from turnwright.load.cache import KeptFiles, cache_of, edition_of_code, fingerprint
from turnwright.load.files import SearchPath
from turnwright.load.library import Library
from turnwright.load.problem import Problem, SourceError, shown_path

Stamps = dict[Path, tuple[int, int] | None]
"""When files were last saved, and their sizes; None for one that is gone."""

PAUSE = 0.3
"""Seconds between two looks at the files that are watched."""

SETTLED = 0.1
"""Seconds after which a file that has not changed again is taken to be written."""

LOOKS = {
    "place": {"bold": True},
    "file": {"bold": True, "underline": True},
    "claimed": {"fg": "red"},
    "happened": {"fg": "yellow"},
    "agree": {"fg": "green"},
    "help": {"fg": "cyan"},
}
"""How each kind of text looks on a terminal."""


MANY = 4
"""Files of examples that are worth a process of their own."""
REPLAYED_BY = ("language", "load", "engine", "examples")
"""The packages that have a part in a replay."""


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


@dataclass(frozen=True)
class Checked:
    """Result of a check: what was loaded, what is wrong in files, and what examples disagree."""

    library: Library
    problems: tuple[Problem, ...]
    found: tuple[Disagreement, ...]

    @property
    def is_right(self) -> bool:
        """True when nothing is wrong."""
        return not self.problems and not self.found

    def format(self, form: Format, paint: Paint) -> str:
        """The report in a format."""
        played = len(self.library.examples)
        if form is Format.TEXT:
            return "\n\n".join(self._text(paint))
        if form is Format.GITHUB:
            parts = (format_problems(self.problems, form), format_report(self.found, played, form))
            return "\n".join(filter(None, parts))
        if not self.problems:
            return format_report(self.found, played, form)
        problems = json.loads(format_problems(self.problems, form))
        return json.dumps(problems | report_data(self.found, played), indent=2, ensure_ascii=False)

    def _text(self, paint: Paint) -> Iterator[str]:
        """Text by file, the first mistake of each first."""
        by_file: dict[str, list[tuple[int, str]]] = {}
        for problem in self.problems:
            text = _problem(problem, paint)
            by_file.setdefault(problem.path, []).append((problem.line, text))
        for one, text in explanations(self.found, self.library, paint):
            by_file.setdefault(one.example.path, []).append((one.mismatch.line, text))
        for path, told in sorted(by_file.items()):
            if len(by_file) > 1:
                yield f"{paint('file', path)}: {pluralize(len(told), 'mistake')}"
            yield from (text for _, text in sorted(told, key=lambda each: each[0]))
        if self.library.examples or not self.problems:
            yield summary(len(self.found), len(self.library.examples), len(self.problems))


def _problem(problem: Problem, paint: Paint) -> str:
    """Problem as text: its place, the line with a caret, and what would help."""
    text = problem.text
    place, rest = str(problem.place), text[len(str(problem.place)) :]
    help_text = f"\n    {problem.hint}" if problem.hint else ""
    body = rest.removesuffix(help_text) if help_text else rest
    return paint("place", place) + body + (help_text and "\n    " + paint("help", problem.hint))


class Checker:
    """Checker of paths, which replays what has changed since it was last found to agree."""

    def __init__(self, paths: tuple[Path, ...], *, needs_examples: bool) -> None:
        self._paths = paths
        self._needs_examples = needs_examples
        self._agreeing = KeptFiles(cache_of(*paths) / "agreeing", edition_of_code(REPLAYED_BY))
        """For each file of which all examples agree an empty one."""

    def check(self) -> Checked:
        """Load everything, and replay the examples that can be replayed."""
        library, problems = Library.read_sound(*self._paths)
        problems += library.unreviewed()
        if not problems and not library.examples and self._needs_examples:
            problems = nothing_checked(self._paths).problems
        replayer, grounds = Replayer(library), _grounds_of_files(library)
        by_file = groupby(library.examples, lambda example: example.path)
        files = {path: [*examples] for path, examples in by_file}
        new = [path for path in files if self._agreeing.find(grounds[path]) is None]
        found: list[Disagreement] = []

        def agrees(path: str) -> bool:
            return all(_agrees(replayer, example) for example in files[path])

        for path, is_right in zip(new, in_processes(agrees, new, MANY), strict=True):
            if is_right:
                self._agreeing.keep(grounds[path], b"")
                continue
            # One after another: all records together take hundreds of megabytes.
            for example in files[path]:
                try:
                    found += disagreements([replayer.replay(example)], library)
                except SourceError as error:
                    problems += error.problems
        self._agreeing.forget_unused()
        return Checked(library, problems, tuple(found))

    def watched(self, library: Library | None) -> Stamps:
        """Files that a check reads, each with a stamp that changes when it is saved."""
        bases = [library.source(name) for name in library.rulesets] if library else []
        return {path: _stamp(path) for path in (*SearchPath(self._paths).every_path, *bases)}


def _agrees(replayer: Replayer, example: Example) -> bool:
    try:
        return not replayer.replay(example).mismatches
    except SourceError:
        return False


def _grounds_of_files(library: Library) -> Mapping[str, object]:
    """What the replay of each file of examples depends on: its text, and those of its rules."""

    @cache
    def text(path: str) -> str:
        return fingerprint(library.file(path).text)

    found: dict[str, set[str]] = {}
    for example in library.examples:
        rules = library.chain(example.ruleset)
        found.setdefault(example.path, set()).update(
            text(shown_path(library.source(it.ruleset))) for it in rules
        )
    return {path: (text(path), *sorted(rules)) for path, rules in found.items()}


def _stamp(path: Path) -> tuple[int, int] | None:
    """When a file was last saved, and its size; None where it is gone."""
    try:
        known = path.stat()
    except OSError:
        return None
    return known.st_mtime_ns, known.st_size


@click.command("check")
@PATHS
@click.option(
    "--format", "output_format", type=click.Choice([f.value for f in Format]), default="text"
)
@click.option("--no-examples", is_flag=True, help="It is no mistake that there are no examples.")
@click.option(
    "--color/--no-color", default=None, help="Without either, on a terminal unless NO_COLOR is set."
)
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved, until Ctrl-C.")
def command(
    paths: tuple[Path, ...],
    output_format: str,
    no_examples: bool,
    color: bool | None,
    watch: bool,
) -> None:
    """Load everything and replay every example; say what is wrong, and where.

    PATHS are folders or files; without any, the folder `rulesets` here, or what comes with
    Turnwright where there is none. A broken file stops no other: whatever can be replayed is. Of an
    example that disagrees it says for each line what was claimed, what came instead and why, and
    how the line would be if it agreed. Who is right, the claim or the rules, is yours to say.

    Places are FILE:LINE:COLUMN, counted from 1. Exit 0 when all is right, 1 when anything is
    wrong, 2 for a call that is not understood.
    """
    say_what_is_read(paths)
    checker = Checker(paths, needs_examples=not no_examples)
    is_coloured = is_terminal_coloured() if color is None else color
    form, paint = Format(output_format), painted if is_coloured else plain

    def check() -> Checked:
        checked = checker.check()
        if text := checked.format(form, paint):
            click.echo(text, color=is_coloured)
        return checked

    if not watch:
        sys.exit(exit_code(is_right=check().is_right))
    try:
        _watch(checker, check)
    except KeyboardInterrupt:
        click.echo(err=True)


def _watch(checker: Checker, check: Callable[[], Checked]) -> None:
    """Check, and again whenever a file is saved, comes or goes, until somebody interrupts."""
    library: Library | None = None
    known: Stamps = {}
    while True:
        now = checker.watched(library)
        if library is None or now != known:
            changed = sorted({shown_path(path) for path, _ in known.items() ^ now.items()})
            if library is not None:
                click.echo(f"\n--- {', '.join(changed)}\n")
            now = _settled(checker, library, now)
            library = check().library
            # What is saved while it is checked is checked the next time.
            known = checker.watched(library) | now
        time.sleep(PAUSE)


def _settled(checker: Checker, library: Library | None, now: Stamps) -> Stamps:
    """What is there once nobody writes any more: some editors empty a file before they fill it."""
    while True:
        time.sleep(SETTLED)
        before, now = now, checker.watched(library)
        if now == before:
            return now


def is_terminal_coloured() -> bool:
    """True where colours are welcome: on a terminal, unless its user says otherwise."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def painted(kind: str, text: str) -> str:
    """A text in the look of its kind."""
    return click.style(text, **LOOKS[kind])  # type: ignore[arg-type]
