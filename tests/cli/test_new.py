"""`turnwright new`: each project that it makes works, and a mistake leaves everything as it was."""

import errno
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwright.cli import main
from turnwright.load.library import Library
from turnwright.scaffold.project import WhoActs

OVERLAY = "song_of_blades"
"""A small system to write a house rule on."""
KINDS = [*WhoActs, OVERLAY]


def type_in(*words: str | Path) -> Result:
    """A command as somebody would type it."""
    return CliRunner().invoke(main, [str(word) for word in words])


def begin(folder: Path, kind: str, *more: str) -> Result:
    """A new project of a kind."""
    flag = "--from-scratch" if kind in list(WhoActs) else "--extends"
    return type_in("new", folder, flag, kind, *more)


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of each kind, in a folder named after it."""
    top = tmp_path_factory.mktemp("projects")
    for kind in KINDS:
        made = begin(top / f"my_{kind}", kind)
        assert made.exit_code == 0, made.output
    return top


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_project_is_checked_proved_and_in_order(projects: Path, kind: str):
    """Three clauses, a book of six sentences, and two examples of which one is a refusal."""
    rulesets = projects / f"my_{kind}" / "rulesets"
    checked = type_in("check", rulesets)
    proved = type_in("prove", "--fresh", rulesets)
    in_order = type_in("fmt", "--check", rulesets)
    library = Library.read(rulesets)
    rules = library.rulesets[f"my_{kind}"]
    own = [each for each in library.examples if each.ruleset == rules.ruleset]
    told = " ".join(
        entry.say for chapter in library.books[rules.ruleset].chapters for entry in chapter.entries
    )

    assert (checked.exit_code, proved.exit_code) == (0, 0), checked.output + proved.output
    assert in_order.exit_code == 0, in_order.output
    assert len(list(rules.own_clauses())) == 3
    assert len(re.findall(r"[.](?: |$)", told)) == 6
    assert [any(line.refused for line in each.play) for each in own] == [False, True]


def test_examples_are_tests_and_rules_are_pages(projects: Path):
    """Of every kind; their rules stand together in one project here, as many as a club likes."""
    whole = projects / "whole"
    shutil.copytree(projects / f"my_{OVERLAY}", whole)
    for kind in WhoActs:
        shutil.copytree(projects / f"my_{kind}/rulesets/my_{kind}", whole / f"rulesets/my_{kind}")

    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "rulesets"],
        cwd=whole,
        capture_output=True,
        text=True,
        check=False,
    )
    built = type_in("site", whole)

    assert tested.returncode == 0, tested.stdout
    assert "12 passed" in tested.stdout
    assert built.exit_code == 0, built.output
    home = (whole / "site/index.html").read_text("utf-8")
    assert all(f'href="systems/my_{kind}/index.html"' in home for kind in KINDS)


@pytest.mark.parametrize("base", ["agility_aod", "bolt_action", "savage_worlds"])
def test_any_system_can_be_extended(tmp_path: Path, base: str):
    """Whatever its units do: the rule forbids one of these things, and an example shows it."""
    made = begin(tmp_path / "ours", base, "--name", "club_rule")

    assert made.exit_code == 0, made.output
    examples = (tmp_path / "ours/rulesets/club_rule/examples/plays.yaml").read_text("utf-8")
    assert examples.count("refused: dazed.held") == 1
    proved = type_in("prove", "--fresh", tmp_path / "ours/rulesets")
    assert proved.exit_code == 0, proved.output


def test_whoever_says_nothing_is_asked(tmp_path: Path):
    """What cannot be is asked for again; who goes away leaves nothing behind."""

    def answered(folder: str, answers: bytes) -> str:
        ours, theirs = pty.openpty()
        os.write(ours, answers)
        asked = [sys.executable, "-m", "turnwright", "new", folder]
        done = subprocess.run(
            asked, cwd=tmp_path, stdin=theirs, capture_output=True, text=True, check=False
        )
        os.close(ours)
        os.close(theirs)
        return done.stdout + done.stderr

    made = answered("ours", b"2\ndrawn\nQuiet Guns\nquiet_guns\n")
    by_number = answered("numbered", b"2\n9\n4\n\n")
    left = answered("none", b"2\n\x04")

    assert "cannot be the name of a ruleset" in made
    assert "cadence: draw" in (tmp_path / "ours/rulesets/quiet_guns/ruleset.yaml").read_text(
        "utf-8"
    )
    assert "`9` is none of these." in by_number
    assert "cadence: draw" in (tmp_path / "numbered/rulesets/numbered/ruleset.yaml").read_text(
        "utf-8"
    )
    assert "Stopped; nothing was written." in left
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--from-scratch", "drawn", "--name", "Quiet Guns"), "cannot be the name of a ruleset"),
        (("--from-scratch", "drawn", "--name", "../up"), "cannot be the name of a ruleset"),
        (("--from-scratch", "drawn", "--name", "a" * 99), "at most 60 letters"),
        (("--from-scratch", "drawn", "--name", "examples"), "is for something else"),
        (("--from-scratch", "drawn", "--name", "wh40k9"), "comes with a ruleset `wh40k9`"),
        (("--extends", "bolt_acton"), "Did you mean `bolt_action`?"),
        (("--extends", "principles_40k7"), "is a library"),
        (("--extends", "bolt_action", "--from-scratch", "drawn"), "Say either"),
        ((), "Say --extends SYSTEM, or --from-scratch"),
    ],
)
def test_a_mistake_is_a_sentence_and_nothing_is_written(tmp_path: Path, words, told: str):
    """No folder is made, and nothing is shown of the program."""
    made = type_in("new", tmp_path / "ours", *words)

    assert made.exit_code == (2 if told.startswith("Say") else 1)
    assert told in made.output
    assert not list(tmp_path.iterdir())


def test_files_that_are_there_stay_as_they_are(tmp_path: Path):
    """A folder with files, and a file in place of a folder; a repository just made is fine."""
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    (tmp_path / "repository/.git").mkdir(parents=True)
    (tmp_path / "repository/README.md").write_text("# Our club", "utf-8")

    among = begin(tmp_path, "drawn")
    onto = begin(tmp_path / "notes.txt", "drawn")
    fresh = begin(tmp_path / "repository", "drawn")

    assert among.exit_code == onto.exit_code == 1
    assert "has files already (notes.txt, repository)" in among.output
    assert "is a file, not a folder" in onto.output
    assert (tmp_path / "notes.txt").read_text("utf-8") == "mine"
    assert fresh.exit_code == 0, fresh.output
    assert (tmp_path / "repository/README.md").read_text("utf-8") == "# Our club"


def test_rules_are_named_after_the_folder_and_what_to_type_can_be_typed(tmp_path: Path):
    """A folder with a space and an accent in its name."""
    made = begin(tmp_path / "Überall Ärger", "drawn")

    assert (tmp_path / "Überall Ärger/rulesets/uberall_arger/ruleset.yaml").is_file()
    assert f"  cd '{tmp_path}/Überall Ärger'\n" in made.output


@pytest.mark.parametrize("after", [0, 1, 5])
@pytest.mark.parametrize("method", ["write_text", "rename"])
@pytest.mark.parametrize(
    ("stopped", "told"),
    [
        (KeyboardInterrupt(), "nothing was written"),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
    ],
)
def test_what_is_stopped_midway_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped, told: str, method: str, after: int
):
    """Ctrl-C and a full disk, while files are written and while they are put in place."""
    (tmp_path / "here").mkdir()
    done, calls = getattr(Path, method), []

    def fails(self: Path, *words, **more):
        calls.append(self)
        if len(calls) > after:
            raise stopped
        return done(self, *words, **more)

    monkeypatch.setattr(Path, method, fails)
    made = [begin(tmp_path / place, "alternate") for place in ("here", "new/project")]
    monkeypatch.undo()

    assert [each.exit_code for each in made] == [1, 1]
    assert all(told in each.output.lower() or told in each.output for each in made)
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]
