"""Cache: what was found or made, in files by a fingerprint of all that it rests on.

What is found there is what would come out anew. A file says the check sum of its content, is
written as a whole or not at all, and one that is not as it was written is as good as none.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from turnwright.load.files import write_file

PROVED_BY = ("language", "load", "engine", "examples", "proof")
"""The packages that have a part in a proof."""
LONG_UNUSED = 30 * 24 * 3600
"""For how many seconds a kept file may go unused before it is removed."""


def cache_folder() -> Path:
    """Folder for caches of this user; one that cannot be made, for a user without a home."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return (Path(home) if home else Path.home() / ".cache") / "turnwright"
    except RuntimeError:
        return Path(os.devnull) / "turnwright"


def cache_of(*paths: Path) -> Path:
    """Folder for what is kept about rulesets: a folder of rulesets has one to itself."""
    if len(paths) != 1:
        return cache_folder()
    return cache_folder() / fingerprint(str(paths[0].resolve()))


def fingerprint(*values: object) -> str:
    """Fingerprint of values that are written out in full by `repr`."""
    return sha256("\n".join(map(repr, values)).encode()).hexdigest()[:32]


@cache
def edition_of_code(packages: tuple[str, ...]) -> str:
    """Fingerprint of the code that results come from: some packages of ours, and Python."""
    root = Path(__file__).parents[1]
    files = sorted(path for package in packages for path in (root / package).rglob("*.py"))
    return fingerprint(sys.version, *((path.name, path.read_bytes()) for path in files))


def read_kept(path: Path) -> bytes | None:
    """Content of a kept file; None where it is missing, or not as it was written."""
    try:
        digest, content = path.read_bytes().split(b"\n", 1)
        if digest.decode() == sha256(content).hexdigest():
            os.utime(path)
            return content
    except (OSError, ValueError):
        pass
    return None


def write_kept(path: Path, content: bytes) -> None:
    """Keep content, if that can be done: on a full disk it is found anew the next time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, sha256(content).hexdigest().encode() + b"\n" + content)
    except OSError:
        pass


class KeptFiles:
    """Files by the fingerprint of what they are made from, such as PDFs; never handed out cut.

    What cannot be kept is made anew the next time.
    """

    def __init__(self, folder: Path, *edition: object) -> None:
        """In a folder of their own; `edition` is that of whatever makes them."""
        self._folder = folder
        self._edition = edition

    def get(self, grounds: object, make: Callable[[], bytes]) -> bytes:
        """File that is kept for these grounds, or made and kept."""
        content = self.find(grounds)
        if content is None:
            content = make()
            self.keep(grounds, content)
        return content

    def find(self, grounds: object) -> bytes | None:
        """File that is kept for these grounds, if any."""
        return read_kept(self._path(grounds))

    def keep(self, grounds: object, content: bytes) -> None:
        """Keep a file for these grounds."""
        write_kept(self._path(grounds), content)

    def _path(self, grounds: object) -> Path:
        return self._folder / fingerprint(*self._edition, grounds)

    def forget_unused(self) -> None:
        """Remove what was not asked for in a long time."""
        for path in self._folder.glob("*"):
            # It may be a folder, or somebody else's, and is no reason to stop.
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - LONG_UNUSED:
                    path.unlink()
