"""Examples as pytest items: what somebody sees who types `pytest` beside a ruleset."""

import pytest

from turnwright.load.library import Library

pytest_plugins = ["pytester"]

EXAMPLES = """
    example: The attacker begins
    ruleset: invented
    given: {attacker: [Ash], defender: [Dorn]}
    start: {next: attacker}
    ---
    example: The defender begins
    ruleset: invented
    given: {attacker: [Ash], defender: [Dorn]}
    start: {next: defender}
"""


@pytest.fixture(autouse=True)
def without_our_other_plugins(monkeypatch):
    """Most of the time of each of these is its start, and authors have no need of them."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "turnwright.pytest_plugin")


@pytest.fixture
def tested(pytester, shelf, skirmish):
    """The result of testing a folder with these examples."""

    def run(examples, *words):
        return pytester.runpytest_subprocess(shelf(skirmish, examples), *words)

    return run


def test_every_example_is_an_item(tested):
    """Named after its sentence."""
    result = tested(EXAMPLES, "--collect-only", "-q")

    result.stdout.fnmatch_lines(
        ["*example0.yaml::the-attacker-begins", "*example0.yaml::the-defender-begins"]
    )


def test_a_wrong_claim_fails_with_its_place_and_no_traceback(tested):
    """File and line, the claim, and what happened; nothing of our own machinery."""
    result = tested(EXAMPLES)

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*example0.yaml:6:1: The defender begins",
            "  line:     Both sides are ready. (Round 1 * A part)",
            "  claimed:  next: defender",
            "  happened: attacker",
            "  why:      invented.turns.alternate: The rule turns.alternate.",
            "            invented.turns.first: The rule turns.first.",
            "  to agree: start: {next: attacker}",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*turnwright/pytest_plugin.py*")


def test_a_file_that_is_wrong_is_told_and_no_traceback(tested):
    """With line, column and caret."""
    result = tested(EXAMPLES.replace("start: {next: attacker}", "start: {nxt: attacker}"))

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*example0.yaml:4:9: *nxt*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_examples_in_folders_of_their_own_are_items_too(pytester, shelf, skirmish):
    """What `check` replays, `pytest` replays."""
    folder = shelf(skirmish, EXAMPLES)
    deep = folder / "examples" / "first" / "round"
    deep.mkdir(parents=True)
    (folder / "examples" / "example0.yaml").rename(deep / "example0.yaml")

    pytester.runpytest_subprocess(folder).assert_outcomes(passed=1, failed=1)


def test_a_file_that_ends_in_yml_is_not_passed_over(pytester, shelf, skirmish):
    """It was meant as examples, and is told as `check` tells it."""
    folder = shelf(skirmish, EXAMPLES, EXAMPLES)
    (folder / "examples" / "example0.yaml").rename(folder / "examples" / "example0.yml")

    result = pytester.runpytest_subprocess(folder)

    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["*example0.yml:1:1: This file is not read, for its name ends in `.yml`*"]
    )


def test_other_yaml_is_left_alone(pytester):
    """Only files in `examples` beside a `ruleset.yaml` are ours."""
    folder = pytester.mkdir("examples")
    (folder / "notes.yaml").write_text("a: b", encoding="utf-8")

    pytester.runpytest_subprocess(pytester.path).assert_outcomes()


def test_a_file_that_is_wrong_stops_no_other(pytester, shelf, skirmish):
    """A word is misspelt in one file; the examples of the other are replayed all the same."""
    folder = shelf(skirmish, EXAMPLES, EXAMPLES.replace("start: {next: attacker}", "strt: {}"))

    result = pytester.runpytest_subprocess(folder)

    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["*example1.yaml:4:1: *strt*", "*Did you mean `start`?*"])


def test_a_folder_is_loaded_once(pytester, shelf, skirmish, monkeypatch):
    """However many files of examples there are."""
    folder = shelf(skirmish, EXAMPLES, EXAMPLES, EXAMPLES)
    read, loaded = Library.read, []
    monkeypatch.setattr(Library, "read", lambda *paths: loaded.append(paths) or read(*paths))

    result = pytester.runpytest_inprocess(folder)

    result.assert_outcomes(passed=3, failed=3)
    assert len(loaded) == 1


def test_a_session_that_goes_otherwise_fails_with_what_was_said(pytester, shelf, skirmish):
    """That of a whole round is run as a reader of its page would paste it, with its folder."""
    folder = shelf(skirmish, EXAMPLES.replace("next: defender", "next: attacker"))
    (folder / "examples" / "example0.yaml").rename(folder / "examples" / "rounds.yaml")
    (folder / "conftest.py").write_text(
        "import turnwright\n"
        "start = turnwright.start\n"
        "def later(*said, **more):\n"
        "    print(more)\n"
        "    return start(*said, **more)\n"
        "turnwright.start = later\n"
    )

    result = pytester.runpytest_subprocess(folder)

    result.assert_outcomes(failed=2)
    told = ["The session on its page goes otherwise.", "Got:", "*'rulesets': '*invented'}"]
    result.stdout.fnmatch_lines(told)
    result.stdout.no_fnmatch_line("*turnwright/pytest_plugin.py*")
