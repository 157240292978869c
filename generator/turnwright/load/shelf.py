"""Where rulesets and examples are found."""

from __future__ import annotations

import re
from pathlib import Path

from turnwright.load.problem import Problem, shown_path

RULESET = "ruleset.yaml"
"""The name of every ruleset's file, in a folder named after its id."""

ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""What the id of a ruleset looks like."""

_NEIGHBOURHOOD = 3


def default_folder() -> Path:
    """The rulesets that come with Turnwright: beside the package, or in the repository."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "rulesets"
    return installed if installed.is_dir() else package.parent.parent / "rulesets"


class Shelf:
    """The files under some paths, and where else a ruleset may be."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self._paths = paths or (default_folder(),)
        self.problems: list[Problem] = []
        self.ruleset_paths: tuple[Path, ...] = ()
        self.example_paths: tuple[Path, ...] = ()
        rulesets: dict[Path, Path] = {}
        examples: dict[Path, Path] = {}
        for path in self._paths:
            new_rulesets, new_examples = self._under(path)
            # One file may be reached by two of the paths.
            rulesets.update({found.resolve(): found for found in new_rulesets})
            examples.update({found.resolve(): found for found in new_examples})
        self.ruleset_paths = tuple(rulesets.values())
        self.example_paths = tuple(examples.values())

    def find(self, ruleset: str) -> Path | None:
        """The file of a ruleset that was not given, but is near, or comes with Turnwright."""
        if not ID.fullmatch(ruleset):
            return None
        for path in self._paths:
            for folder in _around(path):
                found = folder / ruleset / RULESET
                if found.is_file():
                    return found
        found = default_folder() / ruleset / RULESET
        return found if found.is_file() else None

    def known(self) -> set[str]:
        """Ids of the rulesets that are near, or come with Turnwright."""
        folders = {default_folder(), *(folder for path in self._paths for folder in _around(path))}
        return {found.parent.name for folder in folders for found in folder.glob(f"*/{RULESET}")}

    def _under(self, path: Path) -> tuple[list[Path], list[Path]]:
        """The ruleset files and example files of a folder, or the file itself."""
        if not _is_folder(path):
            return ([path], []) if path.name == RULESET else ([], [path])
        rulesets = sorted(path.glob(f"**/{RULESET}"))
        examples = sorted(path.glob("**/examples/*.yaml"))
        if path.name == "examples":
            examples += sorted(path.glob("*.yaml"))
        for ignored in sorted((*path.glob("**/ruleset.yml"), *path.glob("**/examples/*.yml"))):
            message = "This file is not read, for its name ends in `.yml`."
            hint = "Rulesets and examples end in `.yaml`."
            self.problems.append(Problem(path=shown_path(ignored), message=message, hint=hint))
        if not rulesets and not examples and not self.problems:
            self.problems.append(
                Problem(
                    path=shown_path(path),
                    message="There are no rulesets and no examples in this folder.",
                    hint=f"Rulesets are in `<id>/{RULESET}`, examples in `<id>/examples/*.yaml`.",
                )
            )
        return rulesets, examples


def _around(path: Path) -> tuple[Path, ...]:
    """A folder and the few that it is in."""
    near = path.resolve()
    return (near, *near.parents[:_NEIGHBOURHOOD])


def _is_folder(path: Path) -> bool:
    """True for a folder. One that nobody may look at is told of when it is read."""
    try:
        return path.is_dir()
    except OSError:
        return False
