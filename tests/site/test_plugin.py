"""MkDocs with our plugin and theme, on the invented systems."""

import doctest
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ROSTER = """\
roster: Two against two
about: Nobody is worth more than another.
sides:
  first: {Ash: {}, Birch: {}}
  second: {Elm: {}, Fir: {}}
"""


def whole(project: Path) -> Path:
    """The same with the prose of ours, and the samples of the language."""
    shutil.rmtree(project / "content")
    shutil.copytree(ROOT / "content", project / "content")
    shutil.copy(ROOT / "mkdocs.yml", project)
    return project


def build(project: Path) -> subprocess.CompletedProcess[str]:
    """`mkdocs build --strict`, as somebody would type it."""
    return subprocess.run(
        [Path(sys.executable).with_name("mkdocs"), "build", "--strict"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def built(
    tmp_path_factory: pytest.TempPathFactory, write_project: Callable[[Path], Path]
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """The invented systems with our prose, built once, in which an example is a whole round."""
    root = whole(write_project(tmp_path_factory.mktemp("built")))
    examples = root / "rulesets/duel/examples"
    (examples / "passing.yaml").rename(examples / "whole_watch.yaml")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(root / "cache"))
        return root, build(root)


def test_the_site_builds_strictly_and_without_a_warning(built):
    """Every page is there, and names no file to players."""
    project, done = built

    page = project / "build/site/systems/duel/index.html"
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    assert "ruleset.yaml" not in page.read_text(encoding="utf-8").partition("<body>")[2]
    assert 'href="../../sheets/duel.pdf"' in page.read_text(encoding="utf-8")
    assert (project / "build/site/sheets/duel.pdf").read_bytes().startswith(b"%PDF")
    assert "Duel &lt;script&gt;" in (project / "build/site/index.html").read_text(encoding="utf-8")


def test_a_home_page_lists_every_system_or_those_of_a_kind(project: Path):
    """A club that has only sketches sees them; a kind that there is not stops the build."""
    (project / "content/index.md").write_text("# Club\n\n<!-- systems -->\n", encoding="utf-8")
    for ruleset in (project / "rulesets").glob("*/ruleset.yaml"):
        text = ruleset.read_text(encoding="utf-8")
        if "status:" not in text:
            ruleset.write_text(
                f"{text}\nstatus: sketch\nchecked: At the table; very sure.\n", encoding="utf-8"
            )

    built = build(project)
    (project / "content/rules.md").write_text("# R\n\n<!-- systems sketch -->\n", encoding="utf-8")
    refused = build(project)

    home = (project / "build/site/index.html").read_text(encoding="utf-8")
    assert built.returncode == 0, built.stderr
    assert 'href="systems/duel/' in home
    assert refused.returncode == 1
    assert "content/rules.md:3:1: There are no systems of the kind `sketch`." in refused.stderr
    assert "Did you mean `sketches`?" in refused.stderr


def test_without_typst_the_site_has_no_sheets_and_says_so_once(project: Path):
    """Sheets are an extra; the pages lead to none, and all else is as it was."""
    (project / "typst.py").write_text("raise ImportError", encoding="utf-8")

    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )

    page = project / "build/site/systems/duel/index.html"
    assert built.returncode == 0, built.stderr
    assert built.stderr.count("pip install turnwright[pdf]") == 1
    assert "sheets/" not in page.read_text(encoding="utf-8")
    assert not (project / "build/site/sheets").exists()


def test_a_sheet_that_cannot_be_printed_keeps_no_page_from_the_site(project: Path):
    """The author is warned, a strict build says no, and no page leads to a sheet that is not."""
    ruleset = project / "rulesets/duel/ruleset.yaml"
    text = ruleset.read_text(encoding="utf-8")
    ruleset.write_text(text.replace("title: ", "title: 😀 ", 1), encoding="utf-8")

    strict = build(project)
    # From another folder and by a relative path, as a script may call it.
    lenient = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-f", f"{project.name}/mkdocs.yml"],
        cwd=project.parent,
        capture_output=True,
        text=True,
        check=False,
    )

    page = (project / "build/site/systems/duel/index.html").read_text(encoding="utf-8")
    sheets = [path.name for path in (project / "build/site/sheets").iterdir()]
    assert strict.returncode == 1
    assert lenient.returncode == 0, lenient.stderr
    assert "The sheet of `duel` cannot be set" in lenient.stderr
    assert sheets
    assert not any(name.startswith("duel.") for name in sheets)
    assert "sheets/duel" not in page


def test_no_text_of_a_ruleset_runs_as_a_script(built):
    """The scripts of a page are the theme's own; titles go through MkDocs as well."""
    project, _ = built

    for page in (project / "build/site").rglob("*.html"):
        scripts = re.findall("<script[^>]*>", page.read_text(encoding="utf-8"))
        assert scripts, page
        for script in scripts:
            assert re.fullmatch(
                r'<script src="[./]*((turnwright|attack|book|comparison|player|offline|play'
                r'|play_\w+)\.js" defer|fonts\.js")>',
                script,
            ), page


def test_only_pages_that_play_may_run_an_engine(built):
    """The policy of all others is as strict as it was."""
    project, _ = built

    for page in (project / "build/site").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert ("'wasm-unsafe-eval'" in text) is ("play_engine.js" in text), page


def test_a_whole_round_that_is_shared_has_a_picture(built):
    """A still of its table, beside the page."""
    project, _ = built
    (page,) = (project / "build/site/systems/duel/examples").glob("*/index.html")

    assert page.with_name("still.png").read_bytes().startswith(b"\x89PNG")
    assert '<meta property="og:image" content="still.png">' in page.read_text(encoding="utf-8")


def test_a_broken_ruleset_stops_the_build_and_leaves_the_old_site(project: Path):
    """The error is ours, with its place; no traceback, and not a file is touched."""
    build(project)
    before = {path: path.read_bytes() for path in (project / "build").rglob("*.html")}
    rules = project / "rulesets/duel/ruleset.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("passing:", "passsing:"))

    built = build(project)

    assert built.returncode == 1
    assert re.search(r"rulesets/duel/ruleset\.yaml:\d+:\d+: ", built.stderr)
    assert "Traceback" not in built.stderr
    assert {path: path.read_bytes() for path in (project / "build").rglob("*.html")} == before


def test_an_example_that_disagrees_stops_the_build(project: Path):
    """It says where, what was claimed, and what happened."""
    example = project / "rulesets/duel/examples/passing.yaml"
    example.write_text(example.read_text(encoding="utf-8").replace("next: blue", "next: red"))

    built = build(project)

    assert built.returncode == 1
    assert "rulesets/duel/examples/passing.yaml:8" in built.stderr
    assert "claimed:  next: red" in built.stderr
    assert "happened: blue" in built.stderr
    assert "Traceback" not in built.stderr
    assert not (project / "build/site/systems").exists()


def test_every_session_of_the_built_site_goes_as_it_says(built_site: Path):
    """What a reader pastes prints what the page says."""
    runner = doctest.DocTestRunner()
    parser = doctest.DocTestParser()
    sessions = 0
    for page in sorted(built_site.rglob("*.html")):
        html = page.read_text(encoding="utf-8")
        for number, code in enumerate(
            re.findall(r"<pre[^>]*><code[^>]*>(.*?)</code></pre>", html, re.S)
        ):
            text = unescape(code)
            if ">>>" not in text:
                continue
            sessions += 1
            name = f"{page.relative_to(built_site)} {number}"
            runner.run(parser.get_doctest(text, {}, name, str(page), 0))

    assert sessions > 0, "the site has no session to run"
    assert runner.failures == 0
