"""The two commands on a bare machine: help for root, one line to type for anybody else."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKE = shutil.which("make") or "make"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A fresh clone, in a folder whose name has a space."""
    clone = tmp_path / "a clone"
    for name in (".ci/setup", "Makefile", "bench/setup", "pyproject.toml"):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    return clone


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """The programs of a machine where Debian has given nothing that it need not."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("dirname", "sh"):
        (programs / name).symlink_to(shutil.which(name) or name)
    for name, script in {
        "id": "echo 1000",
        "python3": 'case "$*" in *ensurepip* | *libatomic*) exit 1 ;; esac',
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    return programs


@pytest.mark.parametrize(
    ("task", "line"),
    [
        ("site", "sudo apt-get install -y python3-venv\n"),
        ("test", "sudo apt-get install -y python3-venv chromium libatomic1\n"),
        ("bench", "sudo apt-get install -y nodejs npm\n"),
    ],
)
def test_who_is_not_root_is_told_the_line_to_type(clone: Path, bare: Path, task: str, line: str):
    """The task stops with status 2 before it has done anything."""
    before = sorted(clone.rglob("*"))

    made = subprocess.run(
        [MAKE, task],
        cwd=clone,
        env={"PATH": str(bare)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert made.returncode == 2
    assert line in made.stderr
    assert sorted(clone.rglob("*")) == before


def test_make_alone_lists_the_tasks():
    """Every task that a person may type says what it does."""
    listed = subprocess.run([MAKE], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    for task in ("site", "test", "quick", "serve", "bench", "fix"):
        assert f"\n  {task} " in listed
