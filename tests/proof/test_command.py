"""`turnwright check` and `turnwright prove`, as they are typed: what is printed, how they exit."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner

from turnwright.cli import main
from turnwright.cli.check import Checker
from turnwright.describe.disagreements import plain
from turnwright.examples.replay import Replayer
from turnwright.examples.report import Format
from turnwright.load.files import write_file
from turnwright.proof.verdicts import Verdict

RIGHT = """
    example: The attacker begins
    ruleset: invented
    shows: [turns.first]
    given: {attacker: [Ash], defender: [Dorn]}
    start: {next: attacker}
"""
WRONG = RIGHT.replace("next: attacker", "next: defender")
BROKEN = RIGHT.replace("start: {next: attacker}", "start: {nxt: attacker}")


@pytest.fixture
def run():
    """Types a command: its exit code and what it printed."""

    def type_in(*words):
        result = CliRunner().invoke(main, [str(word) for word in words])
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        return result.exit_code, result.output

    return type_in


# check


def test_check_is_content_when_all_is_right(run, shelf, skirmish):
    """Exit code 0, and a line that says how much was replayed."""
    code, text = run("check", shelf(skirmish, RIGHT))

    assert (code, text) == (0, "1 example replayed, 0 disagreements\n")


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_check_exits_1_on_a_disagreement(run, shelf, skirmish, form):
    """In every format it says where."""
    code, text = run("check", shelf(skirmish, WRONG), "--format", form)

    assert code == 1
    assert "example0.yaml" in text
    assert "defender" in text


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_check_exits_1_on_a_file_that_is_wrong(run, shelf, skirmish, form):
    """The mistake is told with its place, in the same formats."""
    code, text = run("check", shelf(skirmish, BROKEN), "--format", form)

    assert code == 1
    assert "nxt" in text
    if form == "json":
        (problem,) = json.loads(text)["problems"]
        assert set(problem) == {"file", "line", "column", "message", "hint"}
        assert problem["line"] == 5
    if form == "github":
        assert text.startswith("::error file=")
        assert ",line=5,col=9," in text


def test_check_may_be_about_one_file(run, shelf, skirmish):
    """Of two, only the wrong one is."""
    folder = shelf(skirmish, RIGHT, WRONG)

    assert run("check", folder / "examples" / "example0.yaml")[0] == 0
    assert run("check", folder / "examples" / "example1.yaml")[0] == 1
    assert run("check", folder)[0] == 1


@pytest.mark.parametrize("command", ["check", "prove"])
@pytest.mark.parametrize("what", ["missing", "missing.yaml", "empty", "notes.txt"])
def test_a_path_without_a_ruleset_is_told(run, tmp_path, command, what):
    """A folder that is not there, one with nothing in it, a file that is none of ours."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("Buy milk.", encoding="utf-8")

    code, text = run(command, tmp_path / what)

    assert code == 1
    assert what in text


def test_an_unknown_format_is_told(run, shelf, skirmish):
    """As any command line tells it."""
    code, text = run("check", shelf(skirmish, RIGHT), "--format", "poem")

    assert code == 2
    assert "poem" in text


def test_check_tells_of_each_file_by_itself(run, shelf, skirmish):
    """Where several have mistakes each is headed by its name; a broken one stops no other."""
    folder = shelf(skirmish, RIGHT, WRONG, BROKEN)

    code, text = run("check", folder)

    assert code == 1
    heads = [line for line in text.split("\n") if line.endswith("mistake")]
    assert [Path(head.partition(":")[0]).name for head in heads] == [
        "example1.yaml",
        "example2.yaml",
    ]
    assert "example2.yaml:5:9: There is no key `nxt` here." in text
    assert "  to agree: start: {next: attacker}" in text
    assert text.endswith("1 problem in files; 2 examples replayed, 1 disagreement\n")


@pytest.mark.parametrize("form", ["json", "github"])
def test_programs_are_told_of_broken_files_and_of_what_disagrees_elsewhere(
    run, shelf, skirmish, form
):
    """The problems first, then the disagreements."""
    code, text = run("check", shelf(skirmish, WRONG, BROKEN), "--format", form)

    assert code == 1
    if form == "json":
        data = json.loads(text)
        assert list(data) == ["problems", "examples", "disagreements"]
        assert (len(data["problems"]), data["examples"], len(data["disagreements"])) == (1, 1, 1)
    else:
        found = re.findall(r"(example\d).yaml,line=(\d+),col=(\d+)", text)
        assert found == [("example1", "5", "9"), ("example0", "1", "1")]


def test_what_rests_on_a_broken_ruleset_is_not_replayed(run, shelf, skirmish, tmp_path):
    """Only its own mistakes are told."""
    folder = shelf(skirmish, WRONG)
    ruleset = folder / "ruleset.yaml"
    ruleset.write_text(ruleset.read_text("utf-8").replace("runs_on", "runs_off"), "utf-8")

    code, text = run("check", folder)

    assert code == 1
    assert "runs_off" in text
    assert "claimed" not in text
    assert "replayed" not in text


def test_colours_are_for_terminals(shelf, skirmish, monkeypatch):
    """In a pipe there are none unless asked for."""
    folder = str(shelf(skirmish, WRONG))

    piped = CliRunner().invoke(main, ["check", folder]).output
    asked = CliRunner().invoke(main, ["check", folder, "--color"], color=True).output

    assert "\x1b" not in piped
    assert "\x1b[32mstart: {next: attacker}\x1b[0m" in asked
    assert re.sub(r"\x1b\[\d+m", "", asked) == piped


@pytest.mark.skipif(sys.platform == "win32", reason="it needs a terminal of Unix")
@pytest.mark.parametrize(("environ", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_is_coloured_unless_its_user_says_no(shelf, skirmish, environ, coloured):
    """By NO_COLOR, as everywhere."""
    import pty

    command = [sys.executable, "-m", "turnwright", "check", str(shelf(skirmish, WRONG))]
    kept = {name: it for name, it in os.environ.items() if name != "NO_COLOR"}
    here, there = pty.openpty()
    subprocess.run(command, stdout=there, env={**kept, "TERM": "xterm", **environ}, check=False)
    os.close(there)

    shown = os.read(here, 100_000)

    os.close(here)
    assert b"claimed" in shown
    assert (b"\x1b[" in shown) is coloured


class Watching:
    """`turnwright check --watch` in a process of its own, and what it has printed."""

    def __init__(self, folder):
        command = [sys.executable, "-u", "-m", "turnwright", "check", str(folder), "--watch"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.text = ""

    def until(self, wanted):
        """What it prints up to a line with these words."""
        told = ""
        while wanted not in told:
            line = self.process.stdout.readline().decode()
            assert line, told
            told += line
        return told

    def interrupted(self):
        """What it prints when somebody presses Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=20)[0].decode()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_who_watches_is_told_again_on_every_save(shelf, skirmish):
    """Also of a file that goes; Ctrl-C ends it without a word."""
    folder = shelf(skirmish, RIGHT, WRONG)
    wrong = folder / "examples" / "example1.yaml"
    watching = Watching(folder)
    try:
        assert "claimed:  next: defender" in watching.until("replayed")

        wrong.write_text(dedent(RIGHT).lstrip(), encoding="utf-8")
        assert "2 examples replayed, 0 disagreements" in watching.until("replayed")

        wrong.write_text("example: [", encoding="utf-8")
        assert "This is not YAML" in watching.until("1 problem")

        wrong.unlink()
        assert "1 example replayed, 0 disagreements" in watching.until("replayed")

        (folder / "ruleset.yaml").unlink()
        assert "There is no ruleset" in watching.until("There is no ruleset")

        said = watching.interrupted()
    finally:
        watching.process.kill()
    assert "Traceback" not in said
    assert "Abort" not in said
    assert watching.process.returncode == 0


def test_only_what_a_save_touches_is_played_again(shelf, skirmish, monkeypatch):
    """A file whose examples agreed is not, today or tomorrow; one that disagrees is, and does."""
    folder, played = shelf(skirmish, RIGHT, RIGHT, WRONG), []
    replay = Replayer.replay
    monkeypatch.setattr(
        Replayer, "replay", lambda self, one: played.append(one.path[-6]) or replay(self, one)
    )

    def played_by(checker):
        played.clear()
        checked = checker.check()
        assert len(checked.found) == 1
        assert checked.format(Format.TEXT, plain).endswith("3 examples replayed, 1 disagreement")
        return sorted({*played})

    checker = Checker((folder,), needs_examples=True)
    assert played_by(checker) == ["0", "1", "2"]
    assert played_by(checker) == ["2"]
    right, ruleset = folder / "examples" / "example0.yaml", folder / "ruleset.yaml"
    right.write_text(right.read_text("utf-8").replace("begins", "goes first"), "utf-8")
    assert played_by(checker) == ["0", "2"]
    assert played_by(Checker((folder,), needs_examples=True)) == ["2"]
    ruleset.write_text(ruleset.read_text("utf-8").replace("runs_on", "stops"), "utf-8")
    assert played_by(checker) == ["0", "1", "2"]


def test_a_file_that_agreed_is_played_again_by_a_base_that_changed(shelf, skirmish, tmp_path):
    """What it extends is as much its rules as its own."""
    base = shelf(skirmish)
    over = tmp_path / "over"
    (over / "examples").mkdir(parents=True)
    (over / "ruleset.yaml").write_text(
        "{ruleset: over, language: 2, title: Over, extends: invented}", encoding="utf-8"
    )
    right = dedent(RIGHT).replace("ruleset: invented", "ruleset: over")
    (over / "examples" / "begins.yaml").write_text(right, encoding="utf-8")
    checker = Checker((base, over), needs_examples=True)
    assert checker.check().is_right
    turned = skirmish.with_sides("defender", "attacker")
    (base / "ruleset.yaml").write_text(turned.text, encoding="utf-8")

    assert [one.mismatch.claimed for one in checker.check().found] == ["next: attacker"]


# prove


def test_prove_names_what_is_not_proved(run, shelf, skirmish):
    """And exits 1. What no example shows is told once."""
    code, text = run("prove", shelf(skirmish, RIGHT))

    assert code == 1
    assert text.startswith("invented: 10 clauses, 1 shown, ")
    assert "  not shown: invented.turns.uneven" in text
    assert "not proved: invented.turns.uneven" not in text
    assert "not proved: invented.turns.first" not in text


def test_prove_gives_the_counts_to_programs(run, shelf, skirmish):
    """In exactly this shape."""
    code, text = run("prove", shelf(skirmish, RIGHT), "--json")

    data = json.loads(text)
    counts = data["rulesets"]["invented"]
    assert code == 1
    assert list(data) == ["rulesets"]
    assert list(counts) == [
        "clauses",
        "advice",
        "follows",
        "shown",
        "proved",
        "partly",
        "unproved",
        "killed",
        "survived",
        "equivalent",
        "stopped",
        "unmet",
    ]
    assert (counts["clauses"], counts["shown"]) == (10, 1)
    assert counts["proved"] + len(counts["partly"]) + len(counts["unproved"]) == 10
    assert "invented.turns.uneven" in counts["unproved"]


def test_prove_is_content_when_all_is_proved(run, shelf, system):
    """A system of one clause, and an example that needs it."""
    one = system("{steps: {battle: {battle.never: {sequence: [rest]}}, rest: {}}}")
    example = """
    example: The battle is a rest, and over
    ruleset: invented
    shows: [battle.never]
    given: {attacker: [Ash], defender: [Dorn]}
    start: {awaits: end, began: [battle, rest]}
    """

    code, text = run("prove", shelf(one, example))

    assert (code, text.split(" (")[0]) == (0, "invented: 1 clauses, 1 shown, 1 proved")


def test_prove_keeps_what_it_found_for_the_next_time(run, shelf, skirmish, tmp_path, monkeypatch):
    """In the folder that is named; `--fresh` neither reads nor writes it."""
    folder, kept = shelf(skirmish, RIGHT), tmp_path / "kept"
    first = run("prove", folder, "--cache", kept)
    assert [path.name for path in kept.iterdir()] == ["verdicts"]
    tried = []
    monkeypatch.setattr(
        "turnwright.proof.mutation_testing.MutationTester.test_mutants",
        lambda self, clause, showing: tried.append(clause.full_id) or Verdict(),
    )

    assert run("prove", folder, "--cache", kept) == first
    assert tried == []
    assert run("prove", folder, "--cache", kept, "--fresh") != first
    assert "invented.turns.first" in tried


def test_without_a_folder_prove_keeps_it_with_the_users_caches(run, shelf, skirmish, own_cache):
    """Beside those of other programs, for each folder of rulesets by itself."""
    run("prove", shelf(skirmish, RIGHT))

    assert len(list((own_cache / "turnwright").glob("*/verdicts"))) == 1


def test_prove_tells_a_file_that_is_wrong(run, shelf, skirmish):
    """As text, and as data for programs."""
    folder = shelf(skirmish, BROKEN)

    assert run("prove", folder)[0] == 1
    code, text = run("prove", folder, "--json")
    assert (code, len(json.loads(text)["problems"])) == (1, 1)


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_prove_names_an_example_that_disagrees_once(run, shelf, skirmish, form):
    """It proves nothing, the others do, and the counts are printed all the same."""
    twice = WRONG.replace("next: defender", "next: defender, may: [Dorn]")
    code, text = run("prove", shelf(skirmish, RIGHT, twice), *form)

    assert code == 1
    assert text.count("this example disagrees, and so proves nothing") == 1
    assert "example1.yaml:1:1: this example disagrees" in text
    assert "invented" in text


# Odd places


def typed(words, **rest):
    """A command in a process of its own: how it exits and what it printed."""
    command = [sys.executable, "-m", "turnwright", *map(str, words)]
    done = subprocess.run(command, capture_output=True, check=False, **rest)
    assert b"Traceback" not in done.stderr
    return done.returncode, (done.stdout + done.stderr).decode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has such a device")
def test_a_full_disk_is_told_in_a_line(shelf, skirmish):
    """When the output does not fit, and when a sheet does not: then the old one stays."""
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "turnwright", "check", str(shelf(skirmish, RIGHT))]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)

    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    assert b"No space left" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has such a device")
@pytest.mark.parametrize("words", [["--help"], ["--version"], ["check", "--help"], ["schema"]])
def test_a_help_that_does_not_fit_is_told_in_a_line(words):
    """Also what the command line itself prints."""
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "turnwright", *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)

    assert done.returncode == 1
    assert done.stderr == b"Error: No space left on device.\n"


def test_a_folder_that_is_gone_is_named(tmp_path):
    """The one that a command was started in, and the one that a file was to be written to."""
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f"import os; os.rmdir({str(gone)!r}); from turnwright.cli import main; main()"
    script = [sys.executable, "-c", command, "prove", "."]
    done = subprocess.run(script, cwd=gone, capture_output=True, check=False, text=True)

    with pytest.raises(OSError, match=re.escape(f"No such file or directory: '{gone}/a.pdf'")):
        write_file(gone / "a.pdf", b"")

    assert done.stderr == "Error: The folder that this was started in is gone.\n"


def test_letters_that_the_output_cannot_have_are_spelled(shelf, skirmish):
    """JSON is JSON all the same."""
    folder = shelf(skirmish, WRONG.replace("The attacker begins", "Ставка"))
    environ = {**os.environ, "PYTHONIOENCODING": "cp1252"}

    code, text = typed(["check", folder, "--format", "json"], env=environ)

    assert code == 1
    assert "Ставка" in [one["example"] for one in json.loads(text)["disagreements"]]


def test_the_current_folder_may_be_gone(shelf, skirmish, tmp_path):
    """Paths are printed whole then."""
    gone = tmp_path / "gone"
    gone.mkdir()
    shell = f"rmdir {gone}; exec {sys.executable} -m turnwright check {shelf(skirmish, WRONG)}"

    done = subprocess.run(["sh", "-c", shell], cwd=gone, capture_output=True, check=False)

    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert str(tmp_path / "invented" / "examples").encode() in done.stdout


# Odd files


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty", b""),
        ("latin", "ruleset: caf\xe9".encode("latin-1")),
        ("zero", b"\x00"),
        ("list", b"- a\n- b\n"),
        ("word", b"hello"),
        ("tab", b"\truleset: x\n"),
    ],
)
def test_a_file_that_is_no_ruleset_is_told(run, tmp_path: Path, name, content):
    """Whatever is in it."""
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "ruleset.yaml").write_bytes(content)

    code, text = run("check", folder)

    assert code == 1
    assert "ruleset.yaml:1" in text


OVERLAY = """
ruleset: overlay
language: 2
title: Overlay
extends: invented
steps:
  turns:
    clauses:
      - id: overlay.first
        text: The defender begins.
        replaces: [turns.first]
        means: {first: listed_second}
"""


def test_prove_speaks_of_the_folder_that_it_is_given(run, shelf, skirmish):
    """An overlay's author is not blamed for the rules of the ruleset underneath."""
    base = shelf(skirmish, RIGHT)
    overlay = base.parent / "overlay"
    (overlay / "examples").mkdir(parents=True)
    (overlay / "ruleset.yaml").write_text(OVERLAY, encoding="utf-8")
    example = RIGHT.replace("invented", "overlay").replace("attacker begins", "defender begins")
    example = example.replace("turns.first", "overlay.first").replace(
        "next: attacker", "next: defender"
    )
    (overlay / "examples" / "first.yaml").write_text(dedent(example).lstrip(), encoding="utf-8")

    of_overlay, of_both = run("prove", overlay)[1], run("prove", base, overlay)[1]

    assert "overlay: 1 clauses, 1 shown" in of_overlay
    assert "invented" not in of_overlay
    assert "invented: 10 clauses, 1 shown" in of_both


@pytest.mark.parametrize("command", ["check", "prove"])
def test_rulesets_without_an_example_are_a_mistake(run, tmp_path: Path, command):
    """Nothing was tried, and whoever only reads the last line would think that all is well."""
    folder = tmp_path / "idle"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(
        "ruleset: idle\nlanguage: 2\ntitle: Idle\nsides: [north, south]\n", encoding="utf-8"
    )

    code, text = run(command, folder)

    assert code == 1
    assert "There are no examples here, so no rule was tried." in text
    assert run("check", "--no-examples", folder)[0] == 0
