"""An invented system and an overlay on it, for pages to be made from."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from turnwright.load.library import Library
from turnwright.site.site_data import SiteData

DUEL = """\
ruleset: duel
language: 2
title: Duel <script>alert(1)</script>
game: Lanterns
publisher: The lamp shop
official: https://example.org/lanterns
about: |
  Two crews take turns. <script>alert(2)</script>
sides: [red, blue]
words: {round: Watch}
documents:
  leaflet: {title: A leaflet, by: unknown, edition: the third, note: Found in a drawer.}
steps:
  battle:
    clauses:
      - id: battle.again
        text: Watch follows *watch*.
        source: {document: leaflet, section: The watch, lines: "1-2"}
        means: {repeats: round}
  round:
    clauses:
      - {id: round.order, text: First dawn and then deeds., means: {sequence: [dawn, rest, deeds]}}
  rest: {title: A rest of which nothing is said}
  dawn:
    title: Dawn
    text: Nothing much.
    clauses:
      - {id: dawn.advice, text: Have a biscuit., advice: Nobody can check.}
  deeds:
    title: Deeds
    source: {document: leaflet, section: Deeds}
    clauses:
      - {id: deeds.alternate, text: You alternate. <script>x</script>, means: {cadence: alternate}}
      - {id: deeds.first, text: Red begins., means: {first: listed_first}}
      - {id: deeds.each, text: You activate a unit., means: {each: [activation]}}
      - {id: deeds.one, text: One at a time., means: {together: one}}
      - {id: deeds.own, text: It is your own., means: {among: own}}
      - {id: deeds.once, text: Each unit once a watch., means: {limit: {per: round}}}
      - id: deeds.uneven
        text: Whoever has more goes on alone.
        assumed: Does *anybody* go on?
        means: {uneven: runs_on}
      - {id: deeds.pass, text: You may pass., means: {passing: allowed}}
      - {id: deeds.final, text: Who passes is out for the watch., means: {passed: round}}
      - {id: deeds.unable, text: With nothing left you pass., means: {unable: passes}}
      - {id: deeds.end, text: It ends when all are used., means: {until: none_left}}
      - {id: deeds.end-passed, text: It ends when all have passed., means: {until: all_passed}}
  activation:
    title: Activation
    clauses:
      - {id: activation.acts, text: The unit acts., follows: [deeds.each]}
options:
  quiet:
    title: A quiet dawn
    text: No biscuits.
    steps:
      dawn:
        clauses:
          - id: dawn.quiet
            text: No biscuits at dawn.
            advice: Still nobody can check.
            inferred: true
            replaces: [dawn.advice]
readings:
  who_begins:
    question: Who begins?
    default: red
    why: It says so.
    clauses: [deeds.first]
    alternatives:
      red: {text: Red begins.}
      blue:
        text: Blue begins.
        steps:
          deeds:
            clauses:
              - id: deeds.blue-first
                text: Blue begins.
                means: {first: listed_second}
                replaces: [deeds.first]
packs:
  blues:
    title: Blue <script>alert(4)</script> begins
    text: What the *club* agreed on.
    options: [quiet]
    readings: {who_begins: blue}
gaps:
  - {text: What a lantern weighs., clauses: [deeds.pass]}
not_covered:
  rain:
    text: Rain puts *lanterns* out.
    clauses: [deeds.final]
    source: {document: leaflet, section: Weather, lines: "9"}
  snow: {text: Snow is deep., clauses: [dawn.advice, deeds.pass]}
  wind: {text: Wind is cold.}
synonyms:
  biscuit: [cookie]
"""

OVERLAY = """\
ruleset: night_duel
language: 2
title: Night duel
game: Lanterns
extends: duel
steps:
  round:
    clauses:
      - id: round.no-dawn
        text: There is no dawn at night.
        means: {sequence: [deeds]}
        replaces: [round.order]
  deeds:
    clauses:
      - id: deeds.no-pass
        text: Nobody may pass in the dark.
        means: {passing: never}
        replaces: [deeds.pass]
        removes: [deeds.final]
      - {id: deeds.whisper, text: A watch is a whisper., advice: It is dark., rereads: [deeds.once]}
"""

EXAMPLE = """\
example: A side that has <script>alert(3)</script> passed watches
ruleset: duel
shows: [deeds.final, deeds.alternate]
given:
  red: [Ash, Birch]
  blue: [Elm]
play:
  - {side: red, does: activation, unit: Ash, then: {next: blue, may: [Elm], can: [pass]}}
  - {side: blue, does: pass, then: {next: red, may_not: [Elm]}}
  - {side: red, does: activation, unit: Ash, refused: deeds.once}
  - {side: red, does: activation, unit: Birch, then: {ended: [activation, deeds, round], round: 2}}
"""


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both rulesets and the example."""
    folder = tmp_path_factory.mktemp("rulesets")
    for name, text in (("duel", DUEL), ("night_duel", OVERLAY)):
        (folder / name).mkdir()
        (folder / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    (folder / "duel" / "examples").mkdir()
    (folder / "duel" / "examples" / "passing.yaml").write_text(EXAMPLE, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def site(shelf: Path) -> SiteData:
    """Both rulesets, with the example played and every clause proved."""
    return SiteData.of(Library.read(shelf))


CONFIGURATION = """\
site_name: Club
copyright: Our own rules.
docs_dir: content
site_dir: build/site
use_directory_urls: false
theme: {name: turnwright}
plugins: [turnwright]
not_in_nav: "*"
nav: [Home: index.md, Systems: systems/index.md]
"""
HOME = "# Club\n\n<!-- systems -->\n\nSee [all](systems/index.md).\n"
LEGEND = "# How to read\n\n<!-- legend -->\n"


@pytest.fixture(scope="session")
def write_project(shelf: Path) -> Callable[[Path], Path]:
    """A way to write a project, with a page of prose and the invented systems."""

    def write(folder: Path) -> Path:
        (folder / "mkdocs.yml").write_text(CONFIGURATION, encoding="utf-8")
        (folder / "content").mkdir()
        for name, text in (("index.md", HOME), ("how-to-read.md", LEGEND)):
            (folder / "content" / name).write_text(text, encoding="utf-8")
        shutil.copytree(shelf, folder / "rulesets")
        return folder

    return write


@pytest.fixture
def project(
    tmp_path: Path, write_project: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A project of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return write_project(tmp_path)


ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build/site"
"""The site that `make test` builds just before Chromium opens it."""


@pytest.fixture(scope="session")
def built_site() -> Path:
    """Our own site, built anew where what it is made of has changed."""
    made_from = (
        file
        for folder in ("content", "generator", "rulesets")
        for file in (ROOT / folder).rglob("*.*")
        if file.suffix != ".pyc"
    )
    newest = max(file.stat().st_mtime for file in (ROOT / "mkdocs.yml", *made_from))
    home = BUILT / "index.html"
    if not home.exists() or home.stat().st_mtime < newest:
        words = [sys.executable, "-m", "mkdocs", "build", "--strict"]
        subprocess.run(words, cwd=ROOT, check=True)
    return BUILT


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site and does not write to the terminal."""

    def log_message(self, *_: object) -> None:
        """Say nothing: what matters is what the browser saw."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The built site on this machine, at a free port."""
    assert (BUILT / "index.html").exists(), "Build the site first: make site"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=BUILT)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            # Chromium refuses to sandbox itself for root; it opens only our own pages.
            args=["--no-sandbox"],
        )
        yield browser
        browser.close()


AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
ALIKE = """() => {
  const path = new Map([[document.documentElement, ""]]);
  const alike = new Map();
  for (const one of document.documentElement.querySelectorAll("*")) {
    const look = [one.localName, ...[...one.classList].sort()].join(".");
    path.set(one, `${path.get(one.parentElement)} ${look}`);
    if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const { color, backgroundColor, fontSize, fontWeight, opacity } = getComputedStyle(one);
    const key = [path.get(one), color, backgroundColor, fontSize, fontWeight, opacity].join();
    if (one.checkVisibility()) alike.set(key, [...(alike.get(key) ?? []).slice(0, 1), one]);
  }
  for (const one of [...alike.values()].flat()) one.dataset.look = "";
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] });
}"""
"""Of words that look alike, the first and the last are looked at for their colours."""


def axe_findings(page: Page) -> list[str]:
    """What axe finds on the page that is open, in both schemes."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(ALIKE)
    light = page.evaluate("axe.run({resultTypes: ['violations']})")
    # Only colours differ in the dark.
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate("axe.run({resultTypes: ['violations'], runOnly: ['color-contrast']})")
    page.emulate_media(color_scheme="light")
    return [
        f"{each['id']}: {node['html']}: {node['failureSummary']}"
        for each in (*light["violations"], *dark["violations"])
        for node in each["nodes"]
    ]
