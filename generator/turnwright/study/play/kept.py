"""Kept results: what was found, in one file, for as long as it takes to find it anew.

Each result is kept under a fingerprint of all that it rests on, so one that is found there is the
one that would come out. The file is written as a whole or not at all.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from turnwright.proof.verdicts import CODE, edition_of_code, fingerprint

MADE_OF = (*CODE, "study", "compare")
"""The packages that have a part in a result."""
FILE = "figures.json"
"""Name of the file in a folder for caches."""
MOST = 2000
"""How many results are kept at most in a cache: those that were of use last."""
FORMAT = "turnwright results"
"""What a file of ours says of itself."""


class NotOurs(Exception):
    """Raised for a file that holds something else, and is better left alone."""


class Kept:
    """Results by fingerprint, in memory and perhaps in a file."""

    def __init__(self, path: Path | None = None, strict: bool = False) -> None:
        """Read what is there.

        With `strict` the file matters to somebody: NotOurs is raised for one of another kind, and
        OSError where it cannot be written. Without, its results are found anew the next time.
        """
        self.path = path
        self.strict = strict
        self.edition = edition_of_code(MADE_OF)
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
        try:
            self._write(self.path)
            self.is_new = False
        except OSError:
            if self.strict:
                raise

    def _write(self, path: Path) -> None:
        """Write the results to a file, as a whole or not at all."""
        results = self.results
        if not self.strict:
            # Another process may have written meanwhile; the file is replaced as a whole.
            others = {key: kept for key, kept in self._read().items() if key not in self.used}
            used = {key: kept for key, kept in self.results.items() if key in self.used}
            results = dict([*others.items(), *used.items()][-MOST:])
        data = {"format": FORMAT, "edition": self.edition, "results": results}
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                # All at once, which is many times faster than piece by piece.
                file.write(json.dumps(data))
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
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
                return dict(data["results"]) if is_of_use else {}
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            pass
        if self.strict:
            raise NotOurs(f"{self.path} is there and holds something else. Name another file.")
        return {}
