"""Result cache: what was found, in one file, for as long as it takes to find it anew.

Each result is kept under a fingerprint of all that it rests on, so one that is found there is the
one that would come out. The file is written as a whole or not at all.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from turnwright.load.files import write_file

FORMAT = "turnwright results"
"""What a file of ours says of itself."""
MOST = 4000
"""How many results are kept at most in a cache: those that were of use last."""
PROVED_BY = ("language", "load", "engine", "proof")
"""The packages that have a part in a proof."""
PLAYED_BY = (*PROVED_BY, "study", "lab")
"""The packages that have a part in a figure."""


class NotOurs(Exception):
    """Raised for a file that holds something else, and is better left alone."""


def cache_folder() -> Path:
    """Folder for caches of this user."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path.home() / ".cache") / "turnwright"


def cache_of(*paths: Path) -> Path:
    """Folder for what is kept about rulesets: a folder of rulesets has one to itself."""
    if len(paths) != 1:
        return cache_folder()
    return cache_folder() / fingerprint(str(paths[0].resolve()))


def fingerprint(*values: object) -> str:
    """Fingerprint of values that are written out in full by `repr`."""
    return sha256("\n".join(map(repr, values)).encode()).hexdigest()[:32]


def edition_of_code(packages: Iterable[str]) -> str:
    """Fingerprint of the code that results come from: some packages of ours, and Python."""
    root = Path(__file__).parents[1]
    files = sorted(path for package in packages for path in (root / package).rglob("*.py"))
    return fingerprint(sys.version, *((path.name, path.read_bytes()) for path in files))


class ResultCache:
    """Results by fingerprint, in memory and perhaps in a file."""

    def __init__(
        self,
        path: Path | None = None,
        edition: str = "",
        strict: bool = False,
        entries: str = "results",
    ) -> None:
        """Read what is there.

        With `strict` the file matters to somebody: NotOurs is raised for one of another kind, and
        OSError where it cannot be written. Without, its results are found anew the next time.
        `edition` is that of the code which finds them, by default of what plays; `entries` is what
        the file calls them.
        """
        self.path = path
        self.strict = strict
        self.edition = edition or edition_of_code(PLAYED_BY)
        self.entries = entries
        self.results: dict[str, Any] = self._read()
        self.used: set[str] = set()
        self.is_new = False
        """True when there is something to write."""

    def key(self, *grounds: object) -> str:
        """Fingerprint of what a result rests on, our own code included."""
        return fingerprint(self.edition, *grounds)

    def get(self, key: str) -> Any:
        """A result, or None."""
        self.used.add(key)
        return self.results.get(key)

    def put(self, key: str, result: Any) -> None:
        """Keep a result."""
        self.results[key] = result
        self.used.add(key)
        self.is_new = True

    def save(self) -> None:
        """Write all results. Without `strict`, those that were of use last."""
        if self.path is None or not self.is_new:
            return
        results = self.results
        if not self.strict:
            # Another process may have written meanwhile; the file is replaced as a whole.
            others = {key: kept for key, kept in self._read().items() if key not in self.used}
            used = {key: kept for key, kept in results.items() if key in self.used}
            results = dict([*others.items(), *used.items()][-MOST:])
        data = {"format": FORMAT, "edition": self.edition, self.entries: results}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # All at once, which is many times faster than piece by piece.
            write_file(self.path, json.dumps(data).encode())
            self.is_new = False
        except OSError:
            if self.strict:
                raise

    def _read(self) -> dict[str, Any]:
        """The results in the file."""
        if self.path is None or not self.path.exists():
            return {}
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            if data["format"] == FORMAT:
                # What other code found is of no use in a cache; a file of somebody keeps it.
                is_of_use = self.strict or data.get("edition") == self.edition
                return dict(data[self.entries]) if is_of_use else {}
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            pass
        if self.strict:
            raise NotOurs(f"{self.path} is there and holds something else. Name another file.")
        return {}


LONG_UNUSED = 30 * 24 * 3600
"""For how many seconds a kept file may go unused before it is removed."""


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
        path = self._folder / fingerprint(*self._edition, grounds)
        try:
            digest, content = path.read_bytes().split(b"\n", 1)
            if digest.decode() == sha256(content).hexdigest():
                os.utime(path)
                return content
        except (OSError, ValueError):
            pass  # Not there, or not one of ours.
        made = make()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_file(path, sha256(made).hexdigest().encode() + b"\n" + made)
        except OSError:
            pass  # A full disk, or a folder that is not ours to write to.
        return made

    def forget_unused(self) -> None:
        """Remove what was not asked for in a long time."""
        try:
            for path in self._folder.iterdir():
                if path.stat().st_mtime < time.time() - LONG_UNUSED:
                    path.unlink()
        except OSError:
            pass  # Nothing is kept, or it is somebody else's.
