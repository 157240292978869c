"""Every mistake has a wrong file, and the exact message that its author gets."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.cli import main

BAD = Path(__file__).parent / "bad"
CASES = sorted(folder for folder in BAD.iterdir() if (folder / "expected.txt").exists())
FOLDERS = sorted(folder for folder in BAD.iterdir() if folder.is_dir())


def test_there_are_wrong_files_and_each_has_its_message():
    """Nobody can empty the folder, or add a mistake without its message, and stay green."""
    assert len(FOLDERS) > 70
    assert [folder.name for folder in FOLDERS] == [folder.name for folder in CASES]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_mistake_is_told_with_its_place_and_what_would_help(
    folder: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
):
    """Re-record with `pytest tests/test_bad.py --update-bad`, then read the diff."""
    monkeypatch.chdir(BAD.parent)
    expected = folder / "expected.txt"

    checked = CliRunner().invoke(main, ["check", f"bad/{folder.name}"])

    if request.config.getoption("--update-bad"):
        expected.write_text(checked.output, encoding="utf-8")
    assert checked.output == expected.read_text(encoding="utf-8")
    assert checked.exit_code == 1
    assert "Traceback" not in checked.output
