"""`turnwright serve`: what an author changes is on its page, and what is wrong is told there."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

import pytest

PATIENCE = 60
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
def free_port() -> int:
    """A port at which nobody answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def serving(project: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """`turnwright serve`, as long as it is looked at."""
    command = [sys.executable, "-u", "-m", "turnwright", "serve", "--port", str(port)]
    server = subprocess.Popen(
        command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield server
    finally:
        server.terminate()
        server.wait(PATIENCE)


@pytest.fixture
def served(project: Path, free_port: int) -> Iterator[Served]:
    """The small project, served at a free port."""
    with serving(project, free_port):
        found = Served(project, free_port)
        assert found.shows("index.html", "Club")
        yield found


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


def test_the_foot_of_a_page_says_what_its_project_says(served: Served):
    """A club that wrote its game is told of no other owner."""
    foot = served.page("systems/duel/index.html").rpartition("<footer>")[2]

    assert "Our own rules." in foot
    assert "unofficial" not in foot


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


def test_a_mistake_in_the_keys_of_the_site_ends_nothing(served: Served):
    """It is told like any other, and the pages stay."""
    served.change("mkdocs.yml", "name: turnwright", "name: turnwrong")
    assert served.shows("index.html", "Unrecognised theme name")
    assert "mkdocs.yml:" in served.page("index.html")
    assert "Club" in served.page("index.html")
    served.change("mkdocs.yml", "name: turnwrong", "name: turnwright")
    time.sleep(3)
    assert 'role="alert"' not in served.page("index.html")
    (served.project / "mkdocs.yml").rename(served.project / "aside")
    assert served.shows("index.html", "There is no mkdocs.yml in this folder.")
    (served.project / "aside").rename(served.project / "mkdocs.yml")
    time.sleep(3)
    assert 'role="alert"' not in served.page("index.html")


def test_who_begins_with_a_mistake_sees_the_site_once_it_is_mended(project: Path, free_port: int):
    """Until then the mistake is told where the command was typed."""
    at_first = Served(project, free_port)
    at_first.change("rulesets/duel/ruleset.yaml", "passing:", "passsing:")

    with serving(project, free_port) as server:
        assert server.stdout is not None
        told = "".join(
            iter(
                server.stdout.readline,
                "Nothing can be shown yet. Mend it, and save: this goes on then.\n",
            )
        )
        at_first.change("rulesets/duel/ruleset.yaml", "passsing:", "passing:")
        assert at_first.shows("index.html", "Club")

    assert "There is no key `passsing`" in told
