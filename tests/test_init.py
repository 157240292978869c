"""`import turnwright`: a handful of names, each told with a session that runs."""

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import turnwright


def test_the_public_names_are_a_handful():
    """Fewer than twenty, in alphabetical order, and all of them there."""
    assert len(turnwright.__all__) < 20
    assert turnwright.__all__ == sorted(turnwright.__all__)
    assert all(hasattr(turnwright, name) for name in turnwright.__all__)


@pytest.mark.parametrize("name", turnwright.__all__)
def test_every_public_name_is_told_with_a_session_that_runs(name: str):
    """What its docstring shows can be pasted as it is, and prints what it says."""
    told = inspect.getdoc(getattr(turnwright, name)) or ""
    session = doctest.DocTestParser().get_doctest(told, {}, name, name, 0)

    ran = doctest.DocTestRunner().run(session)

    assert ran.attempted > 1, f"{name} has no session"
    assert ran.failed == 0


@pytest.mark.parametrize(
    "room", ["turnwright", "turnwright.language.ruleset", "turnwright.engine.game"]
)
def test_playing_needs_python_and_nothing_else(room: str):
    """In a fresh interpreter, nothing from outside the standard library is loaded."""
    asked = (
        "import sys; before = set(sys.modules);"
        f"import {room};"
        "tops = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(*sorted(tops - sys.stdlib_module_names - {'turnwright'}))"
    )

    loaded = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )

    assert loaded.stdout.split() == []


def test_the_session_of_the_readme_goes_as_it_says():
    """It is the first thing that anybody pastes."""
    readme = str(Path(__file__).parents[1] / "README.md")

    ran = doctest.testfile(readme, module_relative=False, encoding="utf-8")

    assert ran.attempted > 1
    assert ran.failed == 0
