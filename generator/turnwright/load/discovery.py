"""Where rulesets and examples are found."""

from __future__ import annotations

import os
import re
from pathlib import Path

from turnwright.load.problem import Problem, shown_path

RULESET = "ruleset.yaml"
"""The name of every ruleset's file, in a folder named after its id."""

EXAMPLES = "examples"
"""The name of the folder beside it, and of all folders that examples are in."""

ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""What the id of a ruleset looks like."""

_SEARCHED_PARENTS = 3


def default_folder() -> Path:
    """The rulesets that come with Turnwright: beside the package, or in the repository."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "rulesets"
    return installed if installed.is_dir() else package.parent.parent / "rulesets"


class SearchPath:
    """The files under some paths, and where else a ruleset may be."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self._paths = paths or (default_folder(),)
        self.problems: list[Problem] = []
        self.ruleset_paths: tuple[Path, ...] = ()
        self.example_paths: tuple[Path, ...] = ()
        rulesets: dict[Path, Path] = {}
        examples: dict[Path, Path] = {}
        for path in self._paths:
            new_rulesets, new_examples = self._files_under(path)
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
            for folder in _with_parents(path):
                found = folder / ruleset / RULESET
                if _is_file(found):
                    return found
        found = default_folder() / ruleset / RULESET
        return found if _is_file(found) else None

    def known(self) -> set[str]:
        """Ids of the rulesets that are near, or come with Turnwright."""
        folders = {
            default_folder(),
            *(folder for path in self._paths for folder in _with_parents(path)),
        }
        found = (path for near in folders if _is_folder(near) for path in near.glob(f"*/{RULESET}"))
        return {path.parent.name for path in found}

    def _files_under(self, path: Path) -> tuple[list[Path], list[Path]]:
        """The ruleset files and example files of a folder, or the file itself."""
        if not _is_folder(path):
            return ([path], []) if path.name == RULESET else ([], [path])
        before = len(self.problems)
        rulesets, examples = self._walk(path)
        if not rulesets and not examples and len(self.problems) == before:
            self._note(
                path,
                "There are no rulesets and no examples in this folder.",
                f"Rulesets are in `<id>/{RULESET}`, examples in `<id>/{EXAMPLES}/*.yaml`.",
            )
        return rulesets, examples

    def _walk(self, top: Path) -> tuple[list[Path], list[Path]]:
        """The ruleset files and example files of a folder and of all folders in it."""
        rulesets: list[Path] = []
        examples: list[Path] = []
        # Folders in which files are examples, down to the next ruleset.
        of_examples = {top} if _is_examples_folder(top) else set()
        for where, folders, names in os.walk(top, onerror=self._note_unreadable):
            folder = Path(where)
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            holds_examples = folder in of_examples and RULESET not in names
            of_examples.update(
                folder / name for name in folders if holds_examples or name == EXAMPLES
            )
            for path in sorted(folder / name for name in names if not name.startswith(".")):
                if path.name == RULESET:
                    rulesets.append(path)
                elif path.suffix == ".yaml" and holds_examples:
                    examples.append(path)
                elif path.suffix == ".yaml" and RULESET in names:
                    message = "This file is not read, for it stands beside a ruleset."
                    self._note(path, message, f"Examples belong in `{EXAMPLES}/`.")
                elif path.suffix == ".yml" and (holds_examples or path.stem == "ruleset"):
                    message = "This file is not read, for its name ends in `.yml`."
                    self._note(path, message, "Rulesets and examples end in `.yaml`.")
        return rulesets, examples

    def _note_unreadable(self, error: OSError) -> None:
        """Note a folder that cannot be looked into."""
        path = Path(str(error.filename))
        self._note(path, f"This folder cannot be read: {error.strerror}.", "")

    def _note(self, path: Path, message: str, hint: str) -> None:
        """Note a mistake about a file or folder as a whole."""
        self.problems.append(Problem(path=shown_path(path), message=message, hint=hint))


def _with_parents(path: Path) -> tuple[Path, ...]:
    """A folder and the few that it is in."""
    near = path.resolve()
    return (near, *near.parents[:_SEARCHED_PARENTS])


def _is_examples_folder(folder: Path) -> bool:
    """True for a folder of examples, and for one inside it."""
    near = folder.resolve()
    return folder.name == EXAMPLES or any(
        above.name == EXAMPLES and _is_file(above.parent / RULESET)
        for above in (near, *near.parents)
    )


def _is_folder(path: Path) -> bool:
    """True for a folder. One that nobody may look at is told of when it is read."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _is_file(path: Path) -> bool:
    """True for a file, also for one that nobody may look at: that is told when it is read."""
    try:
        return path.is_file()
    except OSError:
        return True
