"""Command `check`: load everything and replay every example."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path

import click

from turnwright.cli.arguments import PATHS, format_problems, say_what_is_read
from turnwright.cli.exit_codes import exit_code
from turnwright.describe.disagreements import Paint, explanations, plain
from turnwright.examples.processes import in_processes, workers_for
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


MANY = 30
"""Examples that are worth a process of their own."""


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
    """Checker of paths, which replays again only what has changed since it was last asked."""

    def __init__(self, paths: tuple[Path, ...], *, needs_examples: bool) -> None:
        self._paths = paths
        self._needs_examples = needs_examples
        self._known: dict[object, tuple[Disagreement, ...]] = {}

    def check(self) -> Checked:
        """Load everything, and replay the examples that can be replayed."""
        library, problems = Library.read_sound(*self._paths)
        problems += library.unreviewed()
        if not problems and not library.examples and self._needs_examples:
            problems = nothing_checked(self._paths).problems
        replayer, known, self._known = Replayer(library), self._known, {}
        found: list[Disagreement] = []
        keys = [_what_it_rests_on(library, example) for example in library.examples]
        known |= dict.fromkeys(_agreeing(replayer, keys, known), ())
        for key, example in zip(keys, library.examples, strict=True):
            if key not in known:
                # One after another: all records together take hundreds of megabytes.
                try:
                    known[key] = disagreements([replayer.replay(example)], library)
                except SourceError as error:
                    problems += error.problems
                    continue
            self._known[key] = known[key]
            found += known[key]
        return Checked(library, problems, tuple(found))

    def watched(self, library: Library | None) -> Stamps:
        """Files that a check reads, each with a stamp that changes when it is saved."""
        bases = [library.source(name) for name in library.rulesets] if library else []
        return {path: _stamp(path) for path in (*SearchPath(self._paths).every_path, *bases)}


def _agreeing(
    replayer: Replayer, keys: Sequence[object], known: Collection[object]
) -> Iterator[object]:
    """Of many examples those that agree, by their keys; the others are to be told of, not here."""
    examples = zip(keys, replayer.library.examples, strict=True)
    unknown = [(key, example) for key, example in examples if key not in known]
    if workers_for(len(unknown), MANY) < 2:
        return

    def agree(some: Iterable[tuple[object, Example]]) -> list[bool]:
        return [_agrees(replayer, example) for _, example in some]

    files = [[*some] for _, some in groupby(unknown, lambda each: each[1].path)]
    found = chain.from_iterable(in_processes(agree, files, 1))
    yield from (key for (key, _), agrees in zip(unknown, found, strict=True) if agrees)


def _agrees(replayer: Replayer, example: Example) -> bool:
    try:
        return not replayer.replay(example).mismatches
    except SourceError:
        return False


def _what_it_rests_on(library: Library, example: Example) -> object:
    """Everything that a replay depends on: the texts of its file and of its rulesets."""
    sources = (shown_path(library.source(it.ruleset)) for it in library.chain(example.ruleset))
    return example.line, *(hash(library.file(path).text) for path in (example.path, *sources))


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
