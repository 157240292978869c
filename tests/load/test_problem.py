"""A problem shows its line, a caret and what would help."""

from pathlib import Path

import pytest

from turnwright.load.problem import Problem, did_you_mean, shown_path


def test_a_problem_is_one_place_one_sentence_and_the_line_with_a_caret():
    """The caret stands under the first character of what is wrong."""
    problem = Problem(
        path="a.yaml",
        line=3,
        column=8,
        message="There is no step `raund`.",
        hint="Did you mean `round`?",
        excerpt="  per: raund",
    )

    assert problem.text.splitlines() == [
        "a.yaml:3:8: There is no step `raund`.",
        "    per: raund",
        "         ^",
        "    Did you mean `round`?",
    ]


def test_a_long_line_is_cut_around_the_caret():
    """What is wrong stays in sight, however long the line is."""
    excerpt = "x" * 500 + "HERE" + "y" * 500
    problem = Problem(path="a.yaml", column=501, message="Wrong.", excerpt=excerpt)

    _, line, caret = problem.text.splitlines()

    assert len(line) < 120
    assert line[caret.index("^") :].startswith("HERE")
    assert line.strip().startswith("…")
    assert line.endswith("…")


def test_a_caret_stands_right_under_wide_letters():
    """Letters that take two columns push the caret along."""
    problem = Problem(path="a.yaml", column=3, message="Wrong.", excerpt="回合x")

    assert problem.text.splitlines()[2] == "        ^"


def test_what_would_harm_a_terminal_is_not_printed():
    """A line of the author's cannot colour our messages."""
    problem = Problem(path="a.yaml", message="Wrong.", excerpt="\x1b[31mred")

    assert "\x1b" not in problem.text


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("raund", "Did you mean `round`?"),
        ("zzz", "Known: `round`, `phase`."),
        ("", "Known: `round`, `phase`."),
    ],
)
def test_an_unknown_name_gets_the_nearest_or_all_when_they_are_few(name: str, hint: str):
    """Authors are helped with what they most likely meant."""
    assert did_you_mean(name, ["round", "phase"]) == hint


def test_a_path_is_shown_from_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Inside the current folder it is relative, elsewhere it is whole."""
    monkeypatch.chdir(tmp_path)

    assert shown_path(tmp_path / "a" / "b.yaml") == "a/b.yaml"
    assert shown_path(tmp_path.parent / "b.yaml") == (tmp_path.parent / "b.yaml").as_posix()
