"""Where rulesets and examples are found, and what is told of the rest."""

import os
from pathlib import Path

import pytest

from turnwright.load import Library, SourceError
from turnwright.load.discovery import SearchPath

RULESET = "ruleset: duel\nlanguage: 2\ntitle: Duel\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a ruleset, where its author is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "duel" / "examples").mkdir(parents=True)
    (tmp_path / "duel" / "ruleset.yaml").write_text(RULESET, encoding="utf-8")
    return tmp_path


def written(path: Path) -> Path:
    """A file, in a folder that is made for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("", encoding="utf-8")
    return path


def test_examples_may_be_in_folders_of_their_own(folder: Path):
    """However many there are, an author can put them in order."""
    deep = written(folder / "duel" / "examples" / "first" / "round.yaml")

    assert SearchPath((folder,)).example_paths == (deep,)
    assert SearchPath((deep.parent,)).example_paths == (deep,)


def test_rulesets_may_be_in_a_folder_called_examples(folder: Path):
    """A ruleset that comes as an example of one is no example of a round."""
    ruleset = written(folder / "examples" / "lanterns" / "ruleset.yaml")
    round_one = written(folder / "examples" / "lanterns" / "examples" / "round.yaml")

    shelf = SearchPath((folder / "examples",))

    assert shelf.ruleset_paths == (ruleset,)
    assert shelf.example_paths == (round_one,)


def test_what_is_no_business_of_ours_is_left_alone(folder: Path):
    """A project may hold other files, and hidden folders with whatever is in them."""
    written(folder / "mkdocs.yml")
    written(folder / "compose.yaml")
    written(folder / "duel" / ".hooks.yaml")
    written(folder / ".venv" / "examples" / "else.yaml")

    shelf = SearchPath((folder,))

    assert shelf.problems == []
    assert shelf.example_paths == ()


def test_a_folder_that_may_not_be_looked_into_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """Examples that nobody could read have not been replayed."""
    forbid(folder / "duel" / "examples", monkeypatch)

    with pytest.raises(SourceError) as caught:
        Library.read(folder)

    assert [str(problem.place) for problem in caught.value.problems] == ["duel/examples:1:1"]
    assert caught.value.problems[0].message == "This folder cannot be read: Permission denied."


def test_a_project_that_may_not_be_looked_into_is_not_called_empty(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """The author learns why, and only that."""
    forbid(folder, monkeypatch)

    with pytest.raises(SourceError) as caught:
        Library.read(folder)

    (problem,) = caught.value.problems
    assert problem.message == "This folder cannot be read: Permission denied."


def test_a_ruleset_that_cannot_be_read_is_told_once(folder: Path):
    """Whoever builds on it is not told that it is missing."""
    (folder / "duel" / "ruleset.yaml").write_bytes(b"ruleset: du\xe4l\n")
    overlay = written(folder / "overlay" / "ruleset.yaml")
    overlay.write_text(
        "ruleset: overlay\nlanguage: 2\ntitle: Overlay\nextends: duel\n", encoding="utf-8"
    )

    with pytest.raises(SourceError) as caught:
        Library.read(overlay)

    assert [problem.path for problem in caught.value.problems] == ["duel/ruleset.yaml"]


def forbid(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep everybody from looking into a folder, also those who may look into all."""
    scandir = os.scandir

    def scan(path: str) -> object:
        if Path(path) == folder:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", scan)
