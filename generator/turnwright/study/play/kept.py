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

MADE_OF = (*CODE, "study")
"""The packages that have a part in a result."""
FORMAT = "turnwright results"
"""What a file of ours says of itself."""


class NotOurs(Exception):
    """Raised for a file that holds something else, and is better left alone."""


class Kept:
    """Results by fingerprint, in memory and perhaps in a file."""

    def __init__(self, path: Path | None = None, strict: bool = False) -> None:
        """Read what is there. With `strict`, raises NotOurs for a file of another kind."""
        self.path = path
        self.edition = edition_of_code(MADE_OF)
        self.results: dict[str, Any] = self._read(strict)
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

    def save(self, only_used: bool = False) -> None:
        """Write all results, or those alone that were asked for. Raises OSError."""
        if self.path is None or not self.is_new:
            return
        results = {
            key: result for key, result in self.results.items() if not only_used or key in self.used
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"format": FORMAT, "results": results}, file)
            Path(name).replace(self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        self.is_new = False

    def _read(self, strict: bool) -> dict[str, Any]:
        """The results in the file."""
        if self.path is None or not self.path.exists():
            return {}
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            if data["format"] == FORMAT:
                return dict(data["results"])
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            pass
        if strict:
            raise NotOurs(f"{self.path} is there and holds something else. Name another file.")
        return {}
