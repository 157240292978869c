"""The wheel, installed where nothing of this repository is: what people get who do not clone it."""

import os
import socket
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
import yaml

ROOT = Path(__file__).parents[2]
CONFIG = """\
site_name: A club
theme: turnwright
use_directory_urls: false
plugins: [turnwright]
"""
HOUSE_RULE = """\
ruleset: restless
language: 2
title: Restless
extends: song_of_blades
documents: {house: {title: Our house rule}}
steps:
  turn:
    source: {document: house}
    clauses:
      - id: turn.no-rest
        text: Nobody may stop before every figure was activated.
        replaces: [turn.stop]
        means: {finish: never}
"""
EXAMPLE = """\
example: A player cannot stop
ruleset: restless
shows: [turn.no-rest]
mission: {first: north}
given: {north: [Ash], south: [Dorn]}
play:
  - {side: north, does: done, refused: turn.no-rest}
"""
SESSIONS = """\
import doctest, sys, turnwright
ran = doctest.testfile(sys.argv[1], module_relative=False, encoding="utf-8")
assert ran.attempted and not ran.failed
print(turnwright.__file__)
"""


def run(*words: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command as somebody would type it, somewhere else than in this repository."""
    mine = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**mine, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    asked = run(*pip, "download", "--no-deps", "--quiet", "hatchling", cwd=folder)
    if asked.returncode:
        pytest.skip(f"a wheel needs a Python package index to be built: {asked.stderr[-300:]}")
    made = run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    assert made.returncode == 0, made.stdout + made.stderr
    return folder


@pytest.fixture(scope="module")
def programs(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an empty environment into which the wheel was installed."""
    place = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", place, cwd=place)
    bin_ = place / "bin"
    (wheel,) = dist.glob("turnwright-*.whl")
    wanted = (f"{wheel}[site]", "pytest", "properdocs")
    installed = run(bin_ / "pip", "install", "--quiet", *wanted, cwd=place)
    assert installed.returncode == 0, installed.stderr
    return bin_


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A site of two pages written by hand, and a house rule on a system that is in the wheel."""
    for path, text in {
        "mkdocs.yml": CONFIG,
        "docs/index.md": "# A club\n\n<!-- systems -->\n",
        "docs/rules.md": "# Rules\n\n[Ours](systems/restless/index.md#turn.no-rest).\n",
        "rulesets/restless/ruleset.yaml": HOUSE_RULE,
        "rulesets/restless/examples/passing.yaml": EXAMPLE,
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_wheel_holds_what_is_used_and_nothing_else(dist: Path):
    """The package, typed, with theme, templates and rulesets; the licences; no tests."""
    (path,) = dist.glob("turnwright-*.whl")
    with zipfile.ZipFile(path) as wheel:
        names = set(wheel.namelist())
        (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        told = wheel.read(metadata).decode()

    about = metadata.removesuffix("/METADATA")
    assert {name.split("/")[0] for name in names} == {"turnwright", about}
    assert {f"{about}/licenses/LICENSE", f"{about}/licenses/LICENSE-TEXT"} <= names
    assert "turnwright/py.typed" in names
    for folder, pattern in {
        "generator/turnwright": "**/*.py",
        "generator/turnwright/site": "**/*.*",
        "rulesets": "**/*.yaml",
    }.items():
        there = [path for path in (ROOT / folder).glob(pattern) if "__pycache__" not in path.parts]
        assert there
        assert {str(f.relative_to(ROOT)).removeprefix("generator/") for f in there} <= {
            name.replace("turnwright/rulesets", "rulesets") for name in names
        }
    assert "Description-Content-Type: text/markdown" in told
    assert (ROOT / "README.md").read_text(encoding="utf-8") in told


def test_the_source_archive_holds_what_its_tests_need(dist: Path):
    """Whoever packs it for a system of theirs can run them; nothing that was built is inside."""
    (path,) = dist.glob("turnwright-*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    for needed in ("LICENSE", "LICENSE-TEXT", "Makefile", "README.md", "mkdocs.yml", ".ci/setup"):
        assert needed in names
    for folder in ("content", "generator/turnwright", "rulesets", "tests"):
        assert any(name.startswith(f"{folder}/") for name in names)
    assert not any(name.startswith(("build/", "dist/", ".venv/")) for name in names)


def test_the_command_is_there_under_both_its_names(programs: Path, tmp_path: Path):
    """Neither needs anything of the folder in which it is typed."""
    command = run(programs / "turnwright", "--version", cwd=tmp_path)
    module = run(programs / "python", "-m", "turnwright", "--version", cwd=tmp_path)

    assert command.returncode == module.returncode == 0, command.stderr + module.stderr
    assert command.stdout.startswith("turnwright, version ")
    assert module.stdout.partition(",")[2] == command.stdout.partition(",")[2]


def test_what_the_front_page_asks_is_answered(programs: Path, tmp_path: Path):
    """With the package and the rulesets that were installed."""
    played = run(programs / "python", "-c", SESSIONS, ROOT / "README.md", cwd=tmp_path)

    assert played.returncode == 0, played.stdout + played.stderr
    assert str(ROOT) not in played.stdout


def test_the_rulesets_come_along_and_are_checked(programs: Path, tmp_path: Path):
    """`turnwright check` without a path replays their examples."""
    checked = run(programs / "turnwright", "check", cwd=tmp_path)

    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout.endswith(" examples replayed, 0 disagreements\n")


def test_a_house_rule_is_checked_and_its_example_is_a_test(programs: Path, project: Path):
    """An overlay finds its base in the wheel; pytest collects the example without being told."""
    checked = run(programs / "turnwright", "check", "rulesets", cwd=project)
    tested = run(programs / "python", "-m", "pytest", "rulesets", cwd=project)

    assert checked.stdout == "1 example replayed, 0 disagreements\n", checked.stderr
    assert tested.returncode == 0, tested.stdout
    assert "1 passed" in tested.stdout


def test_a_site_of_two_pages_is_built(programs: Path, project: Path):
    """With our plugin and theme, strictly, by the project that continues MkDocs as well."""
    built = run(programs / "properdocs", "build", "--strict", "-f", "mkdocs.yml", cwd=project)

    assert built.returncode == 0, built.stdout + built.stderr
    site = project / "site"
    home, rules = (
        (site / name).read_text(encoding="utf-8") for name in ("index.html", "rules.html")
    )
    assert "systems/restless/index.html" in home
    assert "turnwright.css" in home
    assert 'href="systems/restless/index.html#turn.no-rest"' in rules
    assert (site / "systems/restless/difference/index.html").is_file()
    assert (site / "turnwright.css").is_file()


def test_an_evening(programs: Path, dist: Path, tmp_path: Path):
    """From an empty folder to rules that are checked, shown, published and kept right."""
    turnwright = programs / "turnwright"
    path = f"{programs}:{os.environ['PATH']}"
    club = tmp_path / "club"
    made = run(turnwright, "new", club, "--extends", "one_page_rules", cwd=tmp_path)
    assert made.returncode == 0, made.stderr

    # What GitHub does, step by step, and what Netlify does after it has installed the same.
    workflow = yaml.safe_load((club / ".github/workflows/site.yml").read_text("utf-8"))
    netlify = (club / "netlify.toml").read_text("utf-8").partition('command = "')[2].partition('"')
    typed = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    assert len(typed) == 4
    for step in (*typed, netlify[0]):
        done = run("bash", "-ec", step, cwd=club, PATH=path, PIP_FIND_LINKS=str(dist))
        assert done.returncode == 0, step + done.stdout + done.stderr
    assert 'publish = "site"' in netlify[2]
    assert 'href="systems/club/index.html"' in (club / "site/index.html").read_text("utf-8")
    assert (club / "site/sheets/club.pdf").is_file()
    with zipfile.ZipFile(next(dist.glob("*.whl"))) as wheel:
        has_engine = "turnwright/site/pyodide/pyodide.asm.wasm" in wheel.namelist()
    assert (club / "site/play/engine/pyodide.asm.wasm.gzip").is_file() is has_engine
    assert ("without the engine" in done.stderr) is not has_engine

    # While somebody writes: a save is on the page.
    rules = club / "rulesets/club/ruleset.yaml"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    server = subprocess.Popen([turnwright, "serve", "--port", port], cwd=club)
    try:
        page = f"http://127.0.0.1:{port}/systems/club/index.html"
        assert shows(page, "has a marker beside it", 60)
        rules.write_text(rules.read_text("utf-8").replace("a marker beside", "a coin beside"))
        assert shows(page, "has a coin beside it", 20)
    finally:
        server.terminate()
        server.wait(20)

    # One broken file stops no other, and is told at the same place everywhere.
    other = club / "rulesets/club/examples/broken.yaml"
    other.write_text("example: A\nruleset: club\nplay: [{does: nonsense}]\n")
    checked = run(turnwright, "check", "rulesets", cwd=club)
    tested = run(programs / "python", "-m", "pytest", "-q", "rulesets", cwd=club)
    assert (checked.returncode, tested.returncode) == (1, 1)
    assert "2 examples replayed" in checked.stdout
    assert "2 passed" in tested.stdout
    place = "rulesets/club/examples/broken.yaml:3:"
    told = (checked.stdout + checked.stderr).splitlines()
    (first,) = {line for line in told if line.startswith(place)}
    assert first in tested.stdout


def shows(page: str, text: str, patience: float) -> bool:
    """True as soon as a page has a text."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            with urlopen(page, timeout=patience) as answer:
                if text in answer.read().decode():
                    return True
        except (URLError, OSError):
            pass
        time.sleep(0.2)
    return False
