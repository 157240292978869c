"""Imports run one way, and what plays a round needs nothing but Python."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BARE = sorted(
    module
    for name in ("language", "engine")
    for module in (ROOT / "generator/turnwright" / name).rglob("*.py")
)


def imported(module: Path) -> set[str]:
    """The top-level packages that a module imports."""
    packages = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            packages |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module.name}:{node.lineno}: write the whole name"
            packages.add((node.module or "").split(".")[0])
    return packages


@pytest.mark.parametrize("module", BARE, ids=lambda module: f"{module.parent.name}/{module.stem}")
def test_language_and_engine_need_the_standard_library_alone(module: Path):
    """Both run in a browser as they are, where nothing can be installed."""
    foreign = imported(module) - sys.stdlib_module_names - {"turnwright"}

    assert foreign == set()


def test_imports_run_one_way():
    """The contracts in pyproject.toml hold: language, load and engine, proof, study, site, cli."""
    linted = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert linted.returncode == 0, linted.stdout
