"""`turnwright diff`: what a change of somebody's rules changes for players."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.cli import main

DUEL = Path(__file__).parents[1] / "duel"
RULES = (DUEL / "ruleset.yaml").read_text("utf-8")


def git(where: Path, *said: str) -> None:
    """Let git do something."""
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    subprocess.run(["git", *who, *said], cwd=where, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of one ruleset, committed."""
    shutil.copytree(DUEL, tmp_path / "rulesets" / "duel")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "Rules of a duel")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(repository: Path, old: str, new: str) -> None:
    """Change the ruleset."""
    path = repository / "rulesets" / "duel" / "ruleset.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def told(*said: str) -> tuple[int, str]:
    """The exit code of the command, and what it printed."""
    done = CliRunner().invoke(main, ["diff", *said])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def data(*said: str) -> dict:
    """The one difference that it finds."""
    code, printed = told(*said, "--format", "json")
    assert code == 0, printed
    (found,) = json.loads(printed)
    return found


def test_where_nothing_was_changed_nothing_differs(repository):
    """One ruleset says so; of all of them none is told."""
    assert "Nothing differs that a player could see." in told("rulesets/duel")[1]
    assert told("--rulesets", "rulesets")[1] == "Nothing differs.\n"


def test_another_first_side_is_told_with_the_play_that_parts_at_once(repository):
    """The sentence, the rule, the shortest play, and the example that goes otherwise."""
    change(
        repository,
        "text: Red begins., means: {first: listed_first}",
        "text: Blue begins., means: {first: listed_second}",
    )

    found = data("rulesets/duel")

    assert [(each["before"], each["now"]) for each in found["sentences"]] == [
        ("Red begins.", "Blue begins.")
    ]
    assert [(each["rule"], each["status"]) for each in found["rules"]] == [
        ("duel.round.first", "changed")
    ]
    assert found["shortest"]["told"] == []
    assert (found["parted"], found["examples"]) == (1, 1)


def test_a_meaning_that_changes_under_the_same_words_is_told(repository):
    """No example notices: with two units of a side the same one goes on."""
    change(repository, "limit: {per: round}", "limit: {per: round, times: 2}")

    found = data("rulesets/duel")

    assert found["sentences"] == []
    assert [(each["rule"], each["status"]) for each in found["rules"]] == [
        ("duel.round.once", "changed")
    ]
    # After red and blue have acted once, whoever did may act again.
    assert len(found["shortest"]["told"]) == 2
    assert "under the same words" in told("rulesets/duel")[1]


def test_other_words_of_the_same_meaning_part_no_play(repository):
    """Every order was tried."""
    change(repository, "text: Red begins.", "text: Red is the first.")

    found = data("rulesets/duel")

    assert [each["status"] for each in found["rules"]] == ["reworded"]
    assert found["shortest"] is None
    assert found["tried"]["whole"]
    assert found["parted"] == 0


def test_an_earlier_revision_may_be_named(repository):
    """By whatever git takes for one."""
    change(repository, "Red begins", "Red is first")
    git(repository, "commit", "--quiet", "--all", "--message", "Other words")

    assert data("rulesets/duel")["rules"] == []
    assert data("rulesets/duel", "--since", "HEAD~1")["before"] == "HEAD~1"
    assert len(data("rulesets/duel", "--since", "HEAD~1")["rules"]) == 1


def test_an_overlay_is_compared_with_what_it_extends(repository):
    """By its name, or as two of them."""
    folder = repository / "rulesets" / "night"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(
        "{ruleset: night, language: 2, title: Night, extends: duel, steps: {round: {clauses: ["
        "{id: night.first, text: Blue begins., replaces: [round.first],"
        " means: {first: listed_second}}]}}}",
        encoding="utf-8",
    )

    alone = data("night", "--base", "--rulesets", "rulesets")

    assert alone == data("duel", "night", "--rulesets", "rulesets")
    assert [each["by"][0]["rule"] for each in alone["rules"]] == ["night.night.first"]


def test_a_page_takes_what_an_author_wrote_for_text(repository):
    """No tag gets through."""
    change(repository, "text: Red begins.", 'text: "Red <script>alert(1)</script> begins."')

    page = told("rulesets/duel", "--format", "html")[1]

    assert page.startswith("<!doctype html>")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_where_git_cannot_help_it_is_said_in_a_sentence(repository, tmp_path_factory, monkeypatch):
    """An unknown revision, a folder that was not there, no repository, and no git."""
    assert told("rulesets/duel", "--since", "last week")[1] == (
        f"Error: There is no revision `last week` in {repository}.\n"
    )
    assert told("rulesets/duel", "--since", "--output=x")[0] == 1
    assert not (repository / "x").exists()
    outside = tmp_path_factory.mktemp("outside") / "duel"
    outside.mkdir()
    (outside / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    assert told(str(outside))[1] == (
        f"Error: {outside} is in no git repository, so nothing was before.\n"
    )
    fresh = repository / "rulesets" / "fresh"
    fresh.mkdir()
    (fresh / "ruleset.yaml").write_text(RULES.replace("duel", "fresh"), encoding="utf-8")
    assert told("rulesets/fresh")[1] == (
        "Error: There were no rulesets in rulesets/fresh at `HEAD`.\n"
    )
    monkeypatch.setenv("PATH", os.devnull)
    assert told("rulesets/duel")[1] == (
        "Error: There is no git here, which knows what was before.\n"
    )


def test_a_revision_that_does_not_load_is_told_with_its_places(repository):
    """As it was then, and not as it is now."""
    change(repository, "means: {first: listed_first}", "means: {frist: listed_first}")
    git(repository, "commit", "--quiet", "--all", "--message", "A slip")
    change(repository, "frist", "first")

    code, printed = told("rulesets/duel")

    assert code == 1
    assert "At HEAD it does not load:" in printed
    assert "rulesets/duel/ruleset.yaml:" in printed
    assert "There is no key `frist` here." in printed
    assert data("rulesets/duel", "--since", "HEAD~1")["rules"] == []


def test_a_ruleset_that_is_new_or_gone_is_told(repository):
    """A folder that is named otherwise is both."""
    (repository / "rulesets/duel").rename(repository / "rulesets/brawl")
    path = repository / "rulesets/brawl/ruleset.yaml"
    path.write_text(RULES.replace("duel", "brawl").replace("Duel", "Brawl"), encoding="utf-8")
    (repository / "rulesets/brawl/examples/whole.yaml").unlink()

    code, printed = told()
    whole = json.loads(told("--format", "json")[1])

    assert (code, printed) == (
        0,
        "Brawl: new\n\n`brawl` was not there at HEAD.\n\nDuel: gone\n\n`duel` was there at HEAD.\n",
    )
    assert [(each["system"], each["status"]) for each in whole] == [
        ("brawl", "new"),
        ("duel", "gone"),
    ]


def test_a_sentence_that_is_not_right_yet_keeps_nobody_from_comparing(repository):
    """Whoever changes a meaning sees at once what that changes."""
    change(repository, "{first: listed_first}", "{first: listed_second}")
    change(repository, "text: Once a round.", "text: Twice a round.")

    found = data("rulesets/duel")

    assert CliRunner().invoke(main, ["check"]).exit_code == 1
    assert "duel.round.first" in [each["rule"] for each in found["rules"]]
    assert found["parted"] == 1


def test_one_ruleset_that_does_not_load_keeps_no_other_from_being_compared(repository):
    """What is wrong with it is told as well."""
    change(repository, "Red begins", "Red is first")
    (repository / "rulesets/broken").mkdir()
    (repository / "rulesets/broken/ruleset.yaml").write_text("ruleset: [", encoding="utf-8")

    code, printed = told()

    assert code == 1
    assert "Duel: what changed" in printed
    assert "broken" not in printed.partition("rulesets/broken/ruleset.yaml:")[0]


def test_before_the_first_commit_it_is_said_that_there_is_none(tmp_path, monkeypatch):
    """A repository that was just made."""
    shutil.copytree(DUEL, tmp_path / "rulesets/duel")
    git(tmp_path, "init", "--quiet")
    monkeypatch.chdir(tmp_path)

    assert told("duel") == (
        1,
        f"Error: Nothing is committed in {tmp_path} yet, so nothing was before.\n",
    )
