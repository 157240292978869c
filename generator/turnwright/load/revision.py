"""Revisions: files as git has them, so that what was committed can be loaded again."""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from turnwright.load.problem import quoted

LAST = "HEAD"
"""What was committed last."""


class NoRevision(Exception):
    """Raised where git does not have what is asked for. Carries a sentence."""


def git(folder: Path, *said: str) -> bytes:
    """What git answers in a folder. Raises NoRevision."""
    command = ["git", "-C", str(folder), *said]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError:
        raise NoRevision("There is no git here, which knows what was before.") from None
    if done.returncode:
        raise NoRevision(done.stderr.decode(errors="replace").strip())
    return done.stdout


@contextmanager
def files_of(revision: str, folders: tuple[Path, ...]) -> Iterator[tuple[Path, ...]]:
    """Folders of one repository as they were at a revision, for as long as they are needed.

    All YAML of the repository is there, as a ruleset may stand on others. Raises NoRevision.
    """
    near = folders[0] if folders[0].is_dir() else folders[0].parent
    try:
        top = Path(git(near, "rev-parse", "--show-toplevel").decode().rstrip("\n")).resolve()
    except NoRevision as error:
        if "not a git repository" not in str(error):
            raise
        raise NoRevision(f"{near} is in no git repository, so nothing was before.") from None
    try:
        commit = git(near, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    except NoRevision:
        told = f"There is no revision {quoted(revision)} in {top}."
        if revision == LAST:
            told = f"Nothing is committed in {top} yet, so nothing was before."
        raise NoRevision(told) from None
    inside = [path.resolve() for path in folders]
    if not all(path.is_relative_to(top) for path in inside):
        raise NoRevision(f"Not all of these folders are in {top}.")
    there = [path.relative_to(top) for path in inside]
    name = commit.decode().strip()
    listed = git(top, "ls-tree", "-r", "-z", "--name-only", name).decode(errors="replace")
    wanted = [path for path in listed.split("\0") if path.endswith((".yaml", ".yml"))]
    if not any(Path(path).is_relative_to(one) for path in wanted for one in there):
        shown = ", ".join(map(str, there))
        raise NoRevision(f"There were no rulesets in {shown} at {quoted(revision)}.")
    with tempfile.TemporaryDirectory(prefix="turnwright-") as folder:
        archive = git(top, "archive", "--format=tar", name, "--", ":(glob)**/*.y*ml")
        with tarfile.open(fileobj=BytesIO(archive)) as tar:
            tar.extractall(folder, filter="data")
        yield tuple(Path(folder).resolve() / path for path in there)
