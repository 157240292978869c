"""Search index of the built site, by Pagefind."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WIDGETS = ("component-ui", "highlight", "modular-ui", "ui")
"""Pagefind's own user interface, which is deleted: the theme has another."""


def installed() -> bool:
    """True when Pagefind and its binary are installed."""
    return bool(find_spec("pagefind") and find_spec("pagefind_bin"))


def index(site: Path) -> None:
    """Build the search index of a folder of HTML pages."""
    command = [sys.executable, "-m", "pagefind", "--quiet", "--keep-index-url", "--site", str(site)]
    subprocess.run(command, check=True)
    for widget in WIDGETS:
        for kind in ("css", "js"):
            (site / "pagefind" / f"pagefind-{widget}.{kind}").unlink(missing_ok=True)
