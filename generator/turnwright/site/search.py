"""Search over the built site, by Pagefind."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WIDGETS = ("component-ui", "highlight", "modular-ui", "ui")
"""What Pagefind brings to look at; the theme has its own."""


def installed() -> bool:
    """Whether Pagefind and its program are there."""
    return bool(find_spec("pagefind") and find_spec("pagefind_bin"))


def index(site: Path) -> None:
    """Make the index of the pages in a folder, and put it beside them."""
    command = [sys.executable, "-m", "pagefind", "--quiet", "--keep-index-url", "--site", str(site)]
    subprocess.run(command, check=True)
    for widget in WIDGETS:
        for kind in ("css", "js"):
            (site / "pagefind" / f"pagefind-{widget}.{kind}").unlink(missing_ok=True)
