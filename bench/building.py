"""Building a site, beside bare MkDocs on pages of the same number and size.

Ours are systems that nobody plays, at addresses of ours, with our theme. Theirs is MkDocs with
no plugin and a theme of one line, on Markdown that becomes pages of the same size; and once more
on pages that are finished HTML and have only to be carried through.
Each build is a process of its own, from nothing: what the one before it kept is removed. Our own
site is built twice in a row as well, the second time with nothing to make anew.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from markdown import markdown

from bench.invented import EXAMPLES, write_systems
from bench.ratio import Ratio, in_turn, ran

MKDOCS: list[str | Path] = [Path(sys.executable).with_name("mkdocs"), "build", "--quiet"]

ROOT = Path(__file__).parents[1]

CONFIG = """\
site_name: The bench
docs_dir: content
site_dir: site
use_directory_urls: false
nav: [Home: index.md]
not_in_nav: /*
"""
OURS = "theme: {name: turnwright}\nplugins: [turnwright]\n"
BARE = "theme: {name: null, custom_dir: theme}\nplugins: []\n"
THEME = "<!doctype html><title>{{ page.title }}</title><main>{{ page.content }}</main>\n"

SECTION = """
## Whose turn it is, once more

Whoever has more *units* goes on **alone** when the other side has none left to pick;
[what a pass is](#whose-turn-it-is-once-more) is told elsewhere.

- A unit is picked once in a phase, by whoever owns it.
- Nobody picks a unit of the `other` side, in this phase or at any other time.
"""


def measured(pages: int, repetitions: int) -> Iterator[Ratio]:
    """How many times as long as bare MkDocs a site of about so many pages takes."""
    with TemporaryDirectory() as folder:
        ours, prose, ready = (Path(folder) / name for name in ("ours", "prose", "ready"))
        for site, config in ((ours, OURS), (prose, BARE), (ready, BARE)):
            write(site / "mkdocs.yml", CONFIG + config)
            write(site / "theme/main.html", THEME)
        write_systems(ours / "rulesets", round(pages / (EXAMPLES + 1)))
        write(ours / "content/index.md", "# The bench\n")
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        ran(MKDOCS, ours)
        built = copied(ours / "site", prose / "content", ready / "content")
        others = [partial(ran, MKDOCS, site) for site in (prose, ready)]
        took = in_turn(repetitions, partial(from_nothing, ours), *others)
    what = f"building {built} pages, beside bare MkDocs"
    yield Ratio.of(f"{what} on Markdown", took[0], took[1], aim="1.3")
    yield Ratio.of(f"{what} on finished HTML", took[0], took[2])


def our_own() -> Iterator[Ratio]:
    """The seconds that our own site takes, of a processor, and beside bare MkDocs."""
    with TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        out, bare = Path(folder) / "site", Path(folder) / "bare"
        command = [*MKDOCS, "--site-dir", out]
        first, again = from_nothing(ROOT, command), ran(command, ROOT)
        write(bare / "mkdocs.yml", CONFIG + BARE)
        write(bare / "theme/main.html", THEME)
        built = copied(out, Path(folder) / "prose/content", bare / "content")
        theirs = ran(MKDOCS, bare)
    for what, took in (("from nothing", first), ("with nothing changed", again)):
        yield Ratio.known(f"our own site, {built} pages, {what}", took, unit="seconds")
        yield Ratio.known(
            f"the same, beside bare MkDocs on finished HTML ({theirs:.3g} s)", took / theirs
        )


def from_nothing(site: Path, command: list[str | Path] = MKDOCS) -> float:
    """The seconds that a build works when nothing of an earlier one is kept."""
    shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)
    return ran(command, site)


def copied(site: Path, prose: Path, ready: Path) -> int:
    """Write pages as large as those of a site, as Markdown and as finished HTML; how many."""
    as_html = len(markdown(SECTION * 100, extensions=["toc", "tables", "fenced_code"])) / 100
    pages = [page for page in sorted(site.rglob("*.html")) if page.name != "404.html"]
    for page in pages:
        html = page.read_text(encoding="utf-8")
        name = page.relative_to(site).with_suffix(".md")
        write(prose / name, "# A page\n" + SECTION * round(len(html) / as_html))
        whole = re.search("<main.*</main>", html, re.DOTALL)
        write(ready / name, whole[0] if whole else "")
    return len(pages)


def write(path: Path, text: str) -> None:
    """Write a file, in folders that need not be there yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
