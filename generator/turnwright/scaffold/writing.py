"""Atomic writing: all files of a new project, or none."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from turnwright.scaffold.project import CannotBegin

SHOWN = 3
"""Most files of an occupied folder that are named."""
KEPT = (".git", "LICENSE", "LICENSE.md", "LICENSE.txt", "README", "README.md", "README.txt")
"""What a folder may hold already, beside virtual environments: a repository begins with these."""


def check_folder(folder: Path) -> None:
    """Raises CannotBegin where a new project would come among files that are there already."""
    if folder.exists() and not folder.is_dir():
        raise CannotBegin(f"{folder} is a file, not a folder.")
    if not folder.exists():
        return
    there = sorted(
        path.name
        for path in folder.iterdir()
        if path.name not in KEPT and not (path / "pyvenv.cfg").is_file()
    )
    if there:
        named = ", ".join(there[:SHOWN]) + (" and more" if len(there) > SHOWN else "")
        where = "This folder" if folder.resolve() == Path.cwd() else f"The folder {folder}"
        raise CannotBegin(
            f"{where} has files already ({named}), and nothing of yours is written over. "
            f"Name a new one: turnwright new my-rules"
        )


def write_project(
    folder: Path, files: Mapping[str, str], check: Callable[[Path], None] = lambda _: None
) -> None:
    """Write all files of a project into an empty folder, or leave everything as it was.

    They are written beside where they go, and `check` is asked about them before they are moved.
    Raises what it raises, OSError and CannotBegin.
    """
    check_folder(folder)
    made = _make_folders(folder)
    moved: list[Path] = []
    stage = None
    try:
        stage = Path(tempfile.mkdtemp(prefix=".turnwright-", dir=folder))
        for name, text in files.items():
            path = stage / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        check(stage)
        for path in sorted(stage.iterdir()):
            target = folder / path.name
            moved.append(target)
            path.rename(target)
        stage.rmdir()
    except BaseException:
        # Also when somebody presses Ctrl-C: nothing half-written stays.
        for path in (*moved, *([stage] if stage else []), *reversed(made)):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        raise


def _make_folders(folder: Path) -> list[Path]:
    """Make a folder with those around it; the ones that were not there."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return list(reversed(missing))
