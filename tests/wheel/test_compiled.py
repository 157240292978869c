"""The wheel of `make compiled`: its engine is a library of this machine, and plays the same."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHICH = "import turnwright.engine.apply as engine; print(engine.__file__)"


def run(*words: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """A Python command, with these variables of the environment."""
    command = [sys.executable, *map(str, words)]
    env = os.environ | variables
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what is in the compiled wheel."""
    if not shutil.which("cc"):
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("compiled")
    pip = ("-m", "pip", "--disable-pip-version-check")
    asked = run(*pip, "download", "--no-deps", "--quiet", "-d", folder / "asked", "hatch-mypyc")
    if asked.returncode:
        pytest.skip(f"a wheel needs a Python package index to be built: {asked.stderr[-300:]}")
    made = run("-m", "build", "--outdir", folder, ROOT, HATCH_BUILD_HOOK_ENABLE_MYPYC="true")
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = folder.glob("turnwright-*.whl")
    put = run(*pip, "install", "--quiet", "--no-deps", "--target", folder / "there", wheel)
    assert put.returncode == 0, put.stderr
    return folder / "there"


def test_a_compiled_engine_replays_every_example_as_the_other_does(compiled: Path):
    """Whoever installs it gets the same answers, sooner."""
    used = run("-c", WHICH, PYTHONPATH=str(compiled))
    checked = run("-m", "turnwright", "check", ROOT / "rulesets", PYTHONPATH=str(compiled))

    assert used.stdout.startswith(str(compiled))
    assert not used.stdout.endswith(".py\n")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout == run("-m", "turnwright", "check", ROOT / "rulesets").stdout
