"""`turnwright export`, as somebody types it."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwright.cli import main
from turnwright.lab import simulation
from turnwright.lab.simulation import SimulationStopped

ROSTER = "roster: Few\nsides: {red: [Ash, Birch], blue: [Rook, Swift]}\n"
"""A roster for two sides."""


def typed(*words: str | Path) -> Result:
    """What the command answers."""
    return CliRunner().invoke(main, ["export", *map(str, words)])


def test_it_says_how_many_files_are_where(shelf: Path, tmp_path: Path):
    """And writes them."""
    out = tmp_path / "out"

    answer = typed(out, shelf)

    count = sum(path.is_file() for path in out.rglob("*"))
    assert answer.exit_code == 0, answer.output
    assert answer.output == f"{count} files are in {out}\n"


def test_figures_are_worked_out_once(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The second export of the same rulesets plays no round, and is the same."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "rulesets"
    shutil.copytree(shelf, folder)
    (folder / "rosters").mkdir()
    (folder / "rosters/few.yaml").write_text(ROSTER, encoding="utf-8")
    first = typed(tmp_path / "first", folder)
    monkeypatch.setattr(simulation, "play_part", None)

    second = typed(tmp_path / "second", folder)

    page = Path("compare/armies/few/index.html")
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert (tmp_path / "first" / page).read_bytes() == (tmp_path / "second" / page).read_bytes()


def test_a_worker_that_dies_stops_an_export_with_a_sentence(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """And nothing is written."""

    def stopped(*_: object, **__: object) -> None:
        raise SimulationStopped("A worker died. 3 parts were done.")

    monkeypatch.setattr("turnwright.site.pages.armies.view.simulate", stopped)

    answer = typed(tmp_path / "out", shelf)

    assert answer.exit_code == 130
    assert answer.output == "A worker died. 3 parts were done.\n"
    assert not (tmp_path / "out").exists()


def test_a_folder_of_somebody_elses_is_refused_in_one_sentence(shelf: Path, tmp_path: Path):
    """With what to do about it, and no traceback."""
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")

    answer = typed(tmp_path, shelf)

    assert answer.exit_code == 1
    assert answer.output == (
        f"Error: {tmp_path} is not empty, and what is in it is not an export.\n"
        "Name another folder, or say --force to add the export to what is there.\n"
    )


def test_what_is_wrong_or_untrue_is_not_exported(shelf: Path, tmp_path: Path):
    """A mistake in a ruleset, and an example that does not go as its author claims."""
    mistaken = tmp_path / "mistaken/duel/ruleset.yaml"
    untrue = tmp_path / "untrue/duel"
    mistaken.parent.mkdir(parents=True)
    rules = (shelf / "duel/ruleset.yaml").read_text(encoding="utf-8")
    mistaken.write_text(rules.replace("passing:", "passsing:"), encoding="utf-8")
    (untrue / "examples").mkdir(parents=True)
    (untrue / "ruleset.yaml").write_text(rules, encoding="utf-8")
    example = (shelf / "duel/examples/passing.yaml").read_text(encoding="utf-8")
    (untrue / "examples/passing.yaml").write_text(
        example.replace("next: blue", "next: red"), encoding="utf-8"
    )

    answers = [typed(tmp_path / "out", tmp_path / name) for name in ("mistaken", "untrue")]

    assert [answer.exit_code for answer in answers] == [1, 1]
    assert "Did you mean `passing`?" in answers[0].output
    assert "claimed:  next: red" in answers[1].output
    assert not (tmp_path / "out").exists()
