"""Commands typed in a project: its own rules are meant, and those that come along are there too."""

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwright.cli import main
from turnwright.load.files import default_folder

BASE = "song_of_blades"


def type_in(*words: str) -> Result:
    """A command as somebody would type it."""
    return CliRunner().invoke(main, list(words))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a house rule, as `new` makes it."""
    folder = tmp_path_factory.mktemp("club") / "tuesday"
    assert type_in("new", str(folder), "--extends", BASE).exit_code == 0
    return folder


@pytest.fixture
def project(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project, in which commands are typed."""
    monkeypatch.chdir(made)
    return made


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("check", "2 examples replayed, 0 disagreements"),
        ("prove", "tuesday: 3 clauses, 3 shown"),
        ("claim 'A dazed'", "rulesets/tuesday/examples/plays.yaml"),
        ("diff tuesday --base", "Tuesday: what changed"),
        ("compare tuesday lion_rampant", "Lion Rampant"),
        ("explore tuesday --positions 20 --rounds 1", "Tuesday."),
        ("explore lion_rampant --positions 20 --rounds 1", "Lion Rampant"),
    ],
)
def test_a_command_without_a_folder_is_about_the_rules_of_the_project(typed: str, told: str):
    """And what a system of one's own stands on, or one beside it, is found without being named."""
    assert told in type_in(*shlex.split(typed)).output


@pytest.mark.usefixtures("project")
def test_a_system_that_is_nowhere_is_told_with_those_of_the_project():
    """Somebody mistypes the name of their own rules."""
    said = type_in("diff", "tusday", "--base")

    assert said.exit_code == 1
    assert "There is no system `tusday`. Did you mean `tuesday`?" in said.output


def test_a_folder_of_that_name_without_rulesets_is_not_meant(tmp_path, monkeypatch):
    """Such as that of a firewall: what comes with Turnwright is meant then."""
    (tmp_path / "rulesets").mkdir()
    monkeypatch.chdir(tmp_path)

    assert "Lion Rampant" in type_in("compare", "lion_rampant", BASE).output


@pytest.mark.parametrize("command", ["check", "prove --json"])
def test_outside_of_a_project_it_is_said_that_other_rules_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
):
    """Somebody in the wrong folder would believe that their own rules are right."""
    one = default_folder() / BASE  # One system in place of all, which take long.
    monkeypatch.setattr("turnwright.load.files.default_folder", lambda: one)
    monkeypatch.chdir(tmp_path)

    said = type_in(*command.split())

    assert said.exit_code == 0
    assert said.stderr.startswith("There is no project here, with rulesets in `rulesets`: ")
