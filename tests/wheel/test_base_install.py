"""Without any extra: what an author's CI needs works, and the rest says what to install."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BLOCKED = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"jinja2", "markdown_it", "markupsafe", "mkdocs", "typst"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
"""
RULES = """\
ruleset: lanterns
language: 2
title: Lanterns
sides: [red, blue]
steps:
  battle:
    clauses:
      - {id: battle.again, text: Rounds follow., means: {repeats: round}}
  round:
    clauses:
      - {id: round.alternate, text: Sides take turns., means: {cadence: alternate}}
      - {id: round.first, text: Red begins., means: {first: listed_first}}
      - {id: round.lights, text: You light a lantern., means: {each: [light], among: own}}
      - {id: round.one, text: One at a time., means: {together: one}}
      - {id: round.over, text: It is over when all are lit., means: {until: none_left}}
      - {id: round.uneven, text: Who has more goes on., means: {uneven: runs_on}}
  light:
    clauses:
      - {id: light.once, text: Each once., means: {limit: {per: round}}}
"""
EXAMPLE = """\
example: Red begins
ruleset: lanterns
shows: [round.first]
given: {red: [Ash], blue: [Elm]}
start: {next: red}
"""


@pytest.fixture
def run(tmp_path: Path):
    """Runs a module where only the packages of the base are installed: code and output."""
    (tmp_path / "blocked").mkdir()
    (tmp_path / "blocked" / "sitecustomize.py").write_text(BLOCKED, encoding="utf-8")
    folder = tmp_path / "rulesets" / "lanterns"
    (folder / "examples").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    (folder / "examples" / "first.yaml").write_text(EXAMPLE, encoding="utf-8")

    def type_in(*words: str) -> tuple[int, str]:
        path = os.pathsep.join([str(tmp_path / "blocked"), *filter(None, sys.path)])
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=tmp_path / "rulesets",
            env={**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return type_in


def test_check_prove_and_pytest_need_three_packages(run):
    """An author's CI installs no site."""
    assert run("turnwright", "check", ".") == (0, "1 example replayed, 0 disagreements\n")
    assert "lanterns: 8 clauses" in run("turnwright", "prove", ".")[1]
    code, printed = run("pytest", "-p", "no:cacheprovider", "-q", ".")
    assert (code, "1 passed" in printed) == (0, True), printed


def test_paper_says_what_to_install(run):
    """In one sentence."""
    code, printed = run("turnwright", "sheet", "lanterns", ".")

    assert code == 1
    assert "pip install 'turnwright[" in printed
    assert "Traceback" not in printed
