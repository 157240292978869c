"""Kept sheets: PDFs in a folder for caches, by a fingerprint of all that they are made from."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from turnwright.proof.cache import fingerprint
from turnwright.sheet import typesetting

FOLDER = "sheets"
"""Name of the folder in one for caches."""


class KeptSheets:
    """PDFs by fingerprint; what cannot be kept is made anew the next time."""

    def __init__(self, cache: Path) -> None:
        made_by = (typesetting.TEMPLATE, Path(typesetting.__file__))
        self._folder = cache / FOLDER
        self._edition = fingerprint(
            version("typst"), *(path.read_text("utf-8") for path in made_by)
        )
        self._used: set[str] = set()

    def get(self, grounds: str, make: Callable[[], bytes]) -> bytes:
        """PDF that is kept for these grounds, or made and kept."""
        name = f"{fingerprint(self._edition, grounds)}.pdf"
        self._used.add(name)
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            pdf = make()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as file:
                file.write(pdf)
            Path(file.name).replace(self._folder / name)
        except OSError:
            pass  # A full disk, or a folder that is not ours to write to.
        return pdf

    def forget_unused(self) -> None:
        """Remove what nobody asked for since this was made."""
        if self._folder.is_dir():
            for path in self._folder.iterdir():
                if path.name not in self._used:
                    path.unlink(missing_ok=True)
