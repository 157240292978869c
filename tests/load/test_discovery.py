"""Where rulesets and examples are found, and what is told of the rest."""

import os
from pathlib import Path

import pytest

from turnwright.load.files import SearchPath
from turnwright.load.library import Library
from turnwright.load.problem import SourceError

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


def test_the_order_of_the_paths_does_not_matter(folder: Path):
    """The same files come in the same order, and so make the same pages."""
    paths = [written(folder / name / "examples" / "one.yaml").parent for name in ("duel", "siege")]

    there, back = SearchPath(tuple(paths)), SearchPath(tuple(reversed(paths)))

    assert len(there.example_paths) == 2
    assert there.example_paths == back.example_paths


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


def test_links_to_folders_are_followed_once(folder: Path):
    """Examples behind a link are replayed, and a link back to where one was leads nowhere new."""
    elsewhere = folder / "elsewhere"
    (folder / "duel" / "examples").rename(elsewhere)
    one = written(elsewhere / "one.yaml")
    (elsewhere / "back").symlink_to(folder)
    (folder / "duel" / "examples").symlink_to(elsewhere)
    (folder / "rulesets").mkdir()
    (folder / "rulesets" / "duel").symlink_to(folder / "duel")

    for where in (folder / "duel", folder / "rulesets"):
        search_path = SearchPath((where,))
        assert [path.name for path in search_path.ruleset_paths] == ["ruleset.yaml"]
        assert [path.resolve() for path in search_path.example_paths] == [one]
        assert search_path.problems == []


def test_a_link_that_leads_nowhere_is_told(folder: Path):
    """Whether it is of a file, of a folder, or leads to itself."""
    (folder / "duel" / "examples").rmdir()
    (folder / "duel" / "examples").symlink_to(folder / "gone")
    (folder / "loop").mkdir()
    (folder / "loop" / "ruleset.yaml").symlink_to("ruleset.yaml")

    with pytest.raises(SourceError) as caught:
        Library.read(folder)

    assert sorted(problem.text for problem in caught.value.problems) == [
        "duel:1:1: `examples` in this folder is a link to no folder.",
        "loop/ruleset.yaml:1:1: This does not exist.",
    ]


def test_a_linked_ruleset_is_called_by_the_folder_of_the_link(folder: Path):
    """Its author sees that name, and not the one that it has elsewhere."""
    (folder / "duel" / "ruleset.yaml").rename(folder / "kept.yaml")
    (folder / "duel" / "ruleset.yaml").symlink_to(folder / "kept.yaml")

    assert [*Library.read(folder / "duel").rulesets] == ["duel"]


def test_what_stands_on_a_broken_ruleset_is_not_told(folder: Path):
    """The one mistake is not the last of hundreds that it brings about."""
    base = folder / "duel" / "ruleset.yaml"
    base.write_text(RULESET + "steps: [\n", encoding="utf-8")
    overlay = written(folder / "overlay" / "ruleset.yaml")
    overlay.write_text(
        "ruleset: overlay\nlanguage: 2\ntitle: Overlay\nextends: duel\nsteps:\n  round:\n"
        "    clauses: [{id: round.not, text: No., means: {each: [activation]}}]\n",
        encoding="utf-8",
    )
    example = written(folder / "overlay" / "examples" / "one.yaml")
    example.write_text(
        "example: One\nruleset: overlay\nshows: [round.all]\nstart: {next: north}\n",
        encoding="utf-8",
    )

    with pytest.raises(SourceError) as caught:
        Library.read(folder)

    assert [problem.path for problem in caught.value.problems] == ["duel/ruleset.yaml"]


def forbid(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep everybody from looking into a folder, also those who may look into all."""
    scandir = os.scandir

    def scan(path: str) -> object:
        if Path(path) == folder:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", scan)


def test_a_link_to_a_file_elsewhere_is_not_quoted(tmp_path):
    """What it says is nobody's business; a link to a neighbour is read."""
    secret, near = tmp_path / "secret.txt", tmp_path / "rules" / "near"
    secret.write_text("password: swordfish\n", encoding="utf-8")
    near.mkdir(parents=True)
    (near / "ruleset.yaml").symlink_to(secret)

    with pytest.raises(SourceError) as error:
        Library.read(tmp_path / "rules")
    assert "swordfish" not in str(error.value)
    assert "a link to a file somewhere else" in str(error.value)


def test_a_link_to_the_whole_machine_is_told(tmp_path):
    """And not followed for minutes."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "all").symlink_to("/")

    with pytest.raises(SourceError, match="more than 2,000 folders"):
        Library.read(tmp_path / "rules")


def test_a_folder_that_is_called_like_a_file_is_told(folder: Path):
    """What stands on it has no base, and its examples no rules."""
    (folder / "siege" / "ruleset.yaml").mkdir(parents=True)
    (folder / "duel" / "book.yaml").mkdir()
    ruleset = folder / "duel" / "ruleset.yaml"
    ruleset.write_text(f"{RULESET}extends: siege\n", encoding="utf-8")
    example = written(folder / "siege" / "examples" / "one.yaml")
    example.write_text("example: One\nruleset: siege\ngiven: {a: [Ash]}\n", encoding="utf-8")

    with pytest.raises(SourceError) as error:
        Library.read(folder)

    told = {(Path(it.path).parent.name, it.message) for it in error.value.problems}
    assert told >= {
        ("siege", "This is a folder, and is called like a file."),
        ("duel", "This is a folder, and is called like a file."),
        ("duel", "There is no ruleset `siege`."),
        ("examples", "There is no ruleset `siege`."),
    }
