"""Reading every file that is asked for, and every ruleset that those build on."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from turnwright.load.examination import examine
from turnwright.load.family import Family, check_extends
from turnwright.load.problem import MOST, Problem, quoted
from turnwright.load.shelf import Shelf
from turnwright.load.written import ExampleFile, RulesetFile, read_examples, read_ruleset


@dataclass(frozen=True)
class Gathered:
    """What was read, and everything that is wrong with it."""

    family: Family
    examples: tuple[ExampleFile, ...]
    problems: tuple[Problem, ...]


def gather(shelf: Shelf) -> Gathered:
    """Read what is on the shelf."""
    problems = [shelf.problems]
    examples: list[ExampleFile] = []
    for path in shelf.example_paths:
        found, wrong = read_examples(path)
        examples += found
        problems.append(wrong)
    files: dict[str, RulesetFile] = {}
    waiting = deque(shelf.ruleset_paths)
    seen = {path.resolve() for path in waiting}
    asked = {file.example.ruleset for file in examples}
    while waiting or (waiting := _missing(asked - files.keys(), shelf, seen)):
        file, wrong = read_ruleset(waiting.popleft())
        problems.append(wrong)
        if file:
            _file_under_its_id(file, files)
            asked.add(file.ruleset.extends)
    family = Family(files)
    check_extends(family, shelf)
    examine(family, examples, shelf.known())
    return Gathered(family, tuple(examples), _in_order(problems))


def _missing(asked: set[str], shelf: Shelf, seen: set[Path]) -> deque[Path]:
    """Files of rulesets that were asked for and are yet to be read."""
    found = [path for name in sorted(asked) if (path := shelf.find(name))]
    # A file that gives itself another id is not read again and again.
    fresh = deque(path for path in found if path.resolve() not in seen)
    seen.update(path.resolve() for path in fresh)
    return fresh


def _file_under_its_id(file: RulesetFile, files: dict[str, RulesetFile]) -> None:
    """Put a ruleset under its id, if the id is its own and that of its folder."""
    name, folder = file.ruleset.ruleset, file.source.resolve().parent.name
    if name in files:
        first = files[name].report.place(("ruleset",))
        file.report.note(("ruleset",), f"There is another ruleset {quoted(name)} at {first}.")
        return
    if name != folder:
        file.report.note(
            ("ruleset",),
            f"{quoted(name)} is not the name of the folder, {quoted(folder)}.",
            "The id of a ruleset and the name of its folder are the same.",
        )
    files[name] = file


def _in_order(found: list[list[Problem]]) -> tuple[Problem, ...]:
    """All problems, file by file, from top to bottom; of a hopeless file only the first ones."""
    ordered: list[Problem] = []
    for problems in sorted(filter(None, found), key=lambda problems: problems[0].path):
        ordered += islice(sorted(problems, key=lambda problem: problem.place), MOST)
        if len(problems) > MOST:
            ordered.append(Problem(path=problems[0].path, message="There are more problems here."))
    return tuple(ordered)
