"""`mkdocs serve`: what an author changes is on its page, and what is wrong is told there."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

import pytest

PATIENCE = 20
"""Seconds after which a test gives up on a busy machine; an author waits for one or two."""


class Served:
    """A project that is served, with its files and its pages."""

    def __init__(self, project: Path, port: int) -> None:
        self.project = project
        self.address = f"http://127.0.0.1:{port}/"

    def page(self, url: str) -> str:
        """A page as a browser gets it; nothing as long as there is no server."""
        try:
            with urlopen(self.address + url, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except (OSError, HTTPException):
            return ""

    def change(self, path: str, old: str, new: str) -> None:
        """Change a file."""
        file = self.project / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def shows(self, url: str, text: str) -> bool:
        """True as soon as a page has a text."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if text in self.page(url):
                return True
            time.sleep(0.1)
        return False


@pytest.fixture
def served(project: Path) -> Iterator[Served]:
    """The small project, served at a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    mkdocs = Path(sys.executable).with_name("mkdocs")
    command = [mkdocs, "serve", "--dev-addr", f"127.0.0.1:{port}"]
    server = subprocess.Popen(command, cwd=project, stderr=subprocess.DEVNULL)
    try:
        found = Served(project, port)
        assert found.shows("index.html", "Club")
        yield found
    finally:
        server.terminate()
        server.wait(PATIENCE)


def test_what_is_changed_is_on_its_page(served: Served):
    """A rule, an example and prose; and what other pages say of them."""
    page, example = "systems/duel/index.html", "rulesets/duel/examples/passing.yaml"
    listing = "systems/duel/examples/index.html"
    assert "It says so." in served.page(page)

    served.change("rulesets/duel/ruleset.yaml", "why: It says so.", "why: It is written so.")
    assert served.shows(page, "It is written so.")
    served.change("content/index.md", "# Club", "# Our club")
    assert served.shows("index.html", "Our club")
    served.change(example, "watches", "looks on")
    assert served.shows(listing, "looks on")


def test_a_mistake_is_told_above_the_last_good_page(served: Served):
    """With its place; and it is gone when it is mended."""
    page, rules = "systems/duel/index.html", "rulesets/duel/ruleset.yaml"

    served.change(rules, "passing:", "passsing:")
    assert served.shows(page, "There is no key `passsing`")
    assert f"{rules}:" in served.page(page)
    assert "It says so." in served.page(page)
    served.change(rules, "passsing:", "passing:")
    time.sleep(3)
    assert 'role="alert"' not in served.page(page)
