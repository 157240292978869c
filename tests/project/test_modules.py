"""The modules of the package: named for what they hold, and no system named in code."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "generator").rglob("*.py"))

AGREED = {
    ".ci",
    ".github",
    ".gitignore",
    ".pre-commit-hooks.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "LICENSE-TEXT",
    "Makefile",
    "README.md",
    "action.yml",
    "bench",
    "content",
    "generator",
    "mkdocs.yml",
    "pyproject.toml",
    "rulesets",
    "tests",
}
"""What a newcomer sees first. Another entry is a decision, so it is made here."""

SAYS_NOTHING = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}


def test_the_modules_are_found():
    """An empty list of modules would let every other claim here pass."""
    assert len(MODULES) > 10


def test_a_module_is_named_for_what_it_holds():
    """No module has a name that fits anything."""
    nameless = [path for path in MODULES if {path.stem, path.parent.name} & SAYS_NOTHING]

    assert nameless == []


def test_no_ruleset_and_no_game_is_named_in_code():
    """A new turn system is YAML and nothing else."""
    systems = "\n".join(
        path.read_text(encoding="utf-8") for path in ROOT.glob("rulesets/*/ruleset.yaml")
    )
    names = set(re.findall(r"^(?:ruleset|game): *[\"']?([^\"'#\n]*\w)", systems, re.MULTILINE))
    any_name = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, sorted(names)))})(?!\w)")

    named = [
        f"{path.relative_to(ROOT)}:{number}: {found.group()}"
        for path in sorted((ROOT / "generator").rglob("*"))
        if path.suffix in {".css", ".html", ".jinja", ".j2", ".js", ".py", ".svg"}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for found in any_name.finditer(line)
    ]

    assert names, "no ruleset was found"
    assert named == []


def test_the_top_level_is_as_agreed():
    """The first listing of the repository stays short enough to take in at once."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()

    assert {path.split("/")[0] for path in listed} <= AGREED
