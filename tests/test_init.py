"""`import turnwright`: a handful of names, each told with a session that runs."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import turnwright

PAGE = Path(__file__).parents[1] / "content" / "python.md"
README = Path(__file__).parents[1] / "README.md"


def test_the_public_names_are_a_handful():
    """Fewer than twenty, in alphabetical order, and all of them there."""
    assert len(turnwright.__all__) < 20
    assert turnwright.__all__ == sorted(turnwright.__all__)
    assert all(hasattr(turnwright, name) for name in turnwright.__all__)


def sessions(page: str) -> dict[str, list[doctest.Example]]:
    """The sessions of a page, by the heading they stand under."""
    found = {}
    for section in page.split("\n## ")[1:]:
        heading, _, text = section.partition("\n")
        found[heading] = doctest.DocTestParser().get_examples(text)
    return found


def test_every_public_name_is_told_with_a_session():
    """The page for Python leaves none out and invents none."""
    told = sessions(PAGE.read_text(encoding="utf-8"))

    assert sorted(told) == turnwright.__all__
    assert all(told.values())
    for name, session in told.items():
        assert name.lower() in "".join(example.source for example in session).lower()


@pytest.mark.parametrize("page", [PAGE, README], ids=lambda page: page.stem)
def test_what_can_be_pasted_goes_as_it_says(page: Path):
    """The page for Python, and the first thing that anybody pastes."""
    ran = doctest.testfile(str(page), module_relative=False, encoding="utf-8")

    assert ran.attempted > 1
    assert ran.failed == 0


@pytest.mark.parametrize(
    "module", ["turnwright", "turnwright.language.ruleset", "turnwright.engine.game"]
)
def test_playing_needs_python_and_nothing_else(module: str):
    """In a fresh interpreter, nothing from outside the standard library is loaded."""
    asked = (
        "import sys; before = set(sys.modules);"
        f"import {module};"
        "tops = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(*sorted(tops - sys.stdlib_module_names - {'turnwright'}))"
    )

    loaded = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )

    assert loaded.stdout.split() == []
