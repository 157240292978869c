"""The GitHub Action: its steps, run as they are written, in a repository of somebody else."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
STEPS = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]
DUEL = ROOT / "tests" / "duel"
MARK = "<!-- turnwright difference -->"
GH = """#!/bin/sh
case "$*" in
  *--jq*) cat "$KNOWN" 2>/dev/null ;;
  *) echo "$@" >> "$CALLS" ;;
esac
exit ${GH_FAILS:-0}
"""


def git(where: Path, *said: str) -> str:
    """Let git do something, and see what it says."""
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    done = subprocess.run(["git", *who, *said], cwd=where, check=True, capture_output=True)
    return done.stdout.decode().strip()


class Runner:
    """Runs single steps as GitHub does, in a clone that has the newest commit alone."""

    def __init__(self, top: Path, clone: Path) -> None:
        self.top, self.clone = top, clone
        tools = top / "tools"
        tools.mkdir()
        (tools / "gh").write_text(GH, encoding="utf-8")
        (tools / "gh").chmod(0o755)
        self.env = {
            **os.environ,
            "PATH": f"{tools}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "RUNNER_TEMP": str(top),
            "GITHUB_OUTPUT": str(top / "output"),
            "GITHUB_STEP_SUMMARY": str(top / "summary"),
            "CALLS": str(top / "calls"),
            "KNOWN": str(top / "known"),
        }

    def run(self, name: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run the step of this name with what its `env` would hold."""
        (step,) = (each for each in STEPS if each.get("name") == name)
        assert step["env"].keys() == env.keys()
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.clone,
            env={**self.env, **env},
            capture_output=True,
            text=True,
            check=False,
        )

    def read(self, name: str) -> str:
        """What a step wrote."""
        path = self.top / name
        return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.fixture
def pull_request(tmp_path: Path) -> tuple[Runner, str]:
    """A checkout of a pull request that lets the other side begin, and the commit it is from."""
    origin = tmp_path / "origin"
    rules = shutil.copytree(DUEL, origin / "rulesets" / "duel") / "ruleset.yaml"
    git(origin, "init", "--quiet")
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
    git(origin, "add", "--all")
    git(origin, "commit", "--quiet", "--message", "Rules")
    base = git(origin, "rev-parse", "HEAD")
    text = rules.read_text(encoding="utf-8").replace("listed_first", "listed_second")
    rules.write_text(text.replace("Red begins", "Blue begins"), encoding="utf-8")
    git(origin, "commit", "--quiet", "--all", "--message", "Blue begins")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth=1", f"file://{origin}", str(clone))
    return Runner(tmp_path, clone), base


def test_the_check_tells_what_does_not_agree_where_it_stands(pull_request):
    """As GitHub shows it in the files, with an exit code that fails the job."""
    runner, _ = pull_request

    done = runner.run("Check", RULESETS="rulesets")

    assert done.returncode == 1
    assert "::error file=rulesets/duel/examples/whole.yaml,line=5" in done.stdout


def test_what_has_changed_is_in_the_summary_and_in_a_file(pull_request):
    """The commit it is from is fetched, for a checkout does not have it."""
    runner, base = pull_request

    done = runner.run("What has changed", RULESETS="rulesets", SINCE=base)

    assert done.returncode == 0, done.stderr
    body = runner.read("turnwright-difference.md")
    assert body.startswith(f"{MARK}\n## Duel: what changed\n")
    assert "**now:** Blue begins." in body
    assert runner.read("summary") == body
    assert runner.read("output") == f"file={runner.top}/turnwright-difference.md\n"


def test_rules_that_do_not_load_are_told_in_the_same_place(pull_request):
    """The step goes on, and so does the comment."""
    runner, base = pull_request
    (runner.clone / "rulesets" / "duel" / "ruleset.yaml").write_text("ruleset: [", "utf-8")

    done = runner.run("What has changed", RULESETS="rulesets", SINCE=base)

    assert done.returncode == 0
    assert "What does not load is compared with nothing." in runner.read("summary")


@pytest.mark.parametrize(
    ("known", "call"),
    [
        ("", "--method POST repos/club/rules/issues/7/comments"),
        ("41\n42\n", "--method PATCH repos/club/rules/issues/comments/41"),
    ],
)
def test_the_comment_is_written_once_and_then_renewed(pull_request, known, call):
    """Not one for each push."""
    runner, _ = pull_request
    (runner.top / "known").write_text(known, encoding="utf-8")
    body = runner.top / "body.md"
    body.write_text(MARK, encoding="utf-8")

    done = runner.run("Comment", GH_TOKEN="t", BODY=str(body), REPOSITORY="club/rules", NUMBER="7")

    assert done.returncode == 0, done.stderr
    assert call in runner.read("calls")
    assert f"-F body=@{body}" in runner.read("calls")


def test_without_a_token_or_a_right_to_write_the_job_goes_on(pull_request):
    """A fork has none; the summary says it all the same."""
    runner, _ = pull_request
    said = {"BODY": "body.md", "REPOSITORY": "club/rules", "NUMBER": "7"}

    without = runner.run("Comment", GH_TOKEN="", **said)
    runner.env["GH_FAILS"] = "1"
    fork = runner.run("Comment", GH_TOKEN="t", **said)

    assert (without.returncode, fork.returncode) == (0, 0)
    assert "Without a token there is no comment." in without.stdout
    assert "The comment could not be written." in fork.stdout


def test_what_is_used_is_pinned_to_a_commit():
    """A tag may be moved by whoever has it."""
    used = [step["uses"].partition("@")[2] for step in STEPS if "uses" in step]

    assert used
    assert all(len(commit) == 40 and int(commit, 16) for commit in used)
