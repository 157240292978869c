"""`turnwright sheet`: a PDF, or a clear word and nothing written."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.cli import main

ALONE = str(Path(__file__).parents[2] / "rulesets/trench_crusade")
"""A folder to read in place of all that come with Turnwright, which takes seconds."""


def test_the_command_writes_a_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its name is what one would look for, and it is printed."""
    monkeypatch.chdir(tmp_path)

    done = CliRunner().invoke(main, ["sheet", "trench_crusade"])

    assert done.exit_code == 0
    assert done.output == "trench_crusade.pdf\n"
    assert (tmp_path / "trench_crusade.pdf").read_bytes().startswith(b"%PDF")


def test_the_command_writes_a_sheet_for_players(tmp_path: Path):
    """One side, with the choices that a page shows in its command."""
    sheet = tmp_path / "sheet.pdf"
    said = ["--for", "player", "--option", "shaken", "--reading", "tied_roll=listed"]

    done = CliRunner().invoke(main, ["sheet", "trench_crusade", ALONE, *said, "-o", str(sheet)])

    assert done.exit_code == 0
    assert sheet.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (["--option", "shakn"], "Did you mean `shaken`?"),
        (["--reading", "mixed_dice"], "--reading wants NAME=VALUE, and got mixed_dice"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_written(tmp_path: Path, said: list[str], answer: str):
    """Exit status 2 where the call is not understood, no file, no traceback."""
    sheet = tmp_path / "sheet.pdf"

    done = CliRunner().invoke(main, ["sheet", "trench_crusade", ALONE, *said, "-o", str(sheet)])

    assert done.exit_code == (1 if "Did you mean" in answer else 2)
    assert answer in done.output
    assert "Traceback" not in done.output
    assert not sheet.exists()


def test_a_write_that_fails_leaves_the_old_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A disk that fills up cuts nothing short, and what was begun is taken away."""
    sheet = tmp_path / "sheet.pdf"
    sheet.write_bytes(b"%PDF of yesterday")

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    done = CliRunner().invoke(main, ["sheet", "trench_crusade", ALONE, "-o", str(sheet)])

    assert (done.exit_code, "No space left" in done.output) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]
    assert sheet.read_bytes() == b"%PDF of yesterday"
