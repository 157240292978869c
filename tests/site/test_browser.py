"""The built site in real Chromium. `make test` builds build/site just before."""

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build/site"

pytestmark = pytest.mark.browser


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site and does not write to the terminal."""

    def log_message(self, *_: object) -> None:
        """Say nothing: what matters is what the browser saw."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The built site on this machine, at a free port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """One tab, as wide as a small phone."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            # Chromium refuses to sandbox itself for root; it opens only our own pages.
            args=["--no-sandbox"],
        )
        yield browser.new_page(viewport={"width": 360, "height": 640})
        browser.close()


@pytest.fixture
def complaints(page: Page, address: str) -> Iterator[list[str]]:
    """What goes wrong in the tab from here on: errors, lost files, requests that leave the site."""
    heard: list[str] = []
    listeners = {
        "console": lambda said: (
            heard.append(f"{page.url}: {said.text}") if said.type in ("error", "warning") else None
        ),
        "pageerror": lambda error: heard.append(f"{page.url}: {error}"),
        "request": lambda request: (
            None
            if request.url.startswith((address, SITE.as_uri(), "data:"))
            else heard.append(f"{page.url}: asks for {request.url}")
        ),
        "requestfailed": lambda request: (
            None
            if request.failure == "net::ERR_ABORTED"  # we went on to the next page
            else heard.append(f"{page.url}: lost {request.url}")
        ),
        "response": lambda answer: (
            heard.append(f"{page.url}: {answer.status} for {answer.url}")
            if answer.status >= 400
            else None
        ),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield heard
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


def test_every_page_opens_without_a_complaint(page: Page, address: str, complaints: list[str]):
    """No error in the console, nothing lost, and nothing asked of anybody else."""
    paths = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))

    for path in paths:
        page.goto(address + path)

    assert len(paths) > 3, "build/site is empty: make site"
    assert not complaints, "\n".join(complaints)


def test_the_site_can_be_read_from_the_disk(page: Page, complaints: list[str]):
    """`make site` names a file to open, so its styles and its links work without a server."""
    page.goto((SITE / "index.html").as_uri())
    styled = page.evaluate("document.styleSheets.length")
    page.locator("main a[href$='.html']").first.click()
    page.wait_for_load_state()

    assert styled > 0
    assert page.url.endswith(".html")
    assert page.title() != ""
    assert not complaints, "\n".join(complaints)
