"""Every mistake has a wrong file, and the exact message that its author gets."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.cli import main

BAD = Path(__file__).parent / "bad"
CASES = sorted(folder for folder in BAD.iterdir() if (folder / "expected.txt").exists())
FOLDERS = sorted(folder for folder in BAD.glob("[!_]*") if folder.is_dir())


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


def test_a_file_of_50_megabytes_is_told_like_any_other_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """It is made here, for nobody wants to clone it."""
    monkeypatch.chdir(tmp_path)
    large = tmp_path / "large" / "ruleset.yaml"
    large.parent.mkdir()
    with large.open("wb") as stream:
        stream.truncate(50_000_000)

    checked = CliRunner().invoke(main, ["check", "large"])

    assert checked.output.splitlines() == [
        "large/ruleset.yaml:1:1: This file is larger than 1,000 kB.",
        "    Rulesets and examples are small. Split it, or check whether it is the right one.",
    ]
    assert checked.exit_code == 1
