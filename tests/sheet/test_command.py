"""`turnwright sheet`: a PDF, or a clear word and nothing written."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.cli import main


def test_the_command_writes_a_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its name is what one would look for, and it is printed."""
    monkeypatch.chdir(tmp_path)

    done = CliRunner().invoke(main, ["sheet", "trench_crusade", "--paper", "letter"])

    assert done.exit_code == 0
    assert done.output == "trench_crusade-letter.pdf\n"
    assert (tmp_path / "trench_crusade-letter.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (["--paper", "a5"], "no paper `a5`"),
        (["--option", "shakn"], "Did you mean `shaken`?"),
        (["--reading", "mixed_dice"], "--reading wants NAME=VALUE, and got mixed_dice"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_written(tmp_path: Path, said: list[str], answer: str):
    """Exit status 1, no file, no traceback."""
    sheet = tmp_path / "sheet.pdf"

    done = CliRunner().invoke(main, ["sheet", "trench_crusade", *said, "-o", str(sheet)])

    assert done.exit_code == 1
    assert answer in done.output
    assert "Traceback" not in done.output
    assert not sheet.exists()
