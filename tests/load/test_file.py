"""Files that cannot be read are told of at once, whatever is in them."""

from pathlib import Path

import pytest

from turnwright.load.library import Library
from turnwright.load.problem import SourceError


def problems_of(path: Path) -> list[str]:
    """The messages for a file that is wrong, without the file's name."""
    with pytest.raises(SourceError) as caught:
        Library.read(path)
    return [f"{p.line}:{p.column}: {p.message}" for p in caught.value.problems]


def written(folder: Path, content: bytes) -> Path:
    """A ruleset file with this content."""
    path = folder / "wrong" / "ruleset.yaml"
    path.parent.mkdir()
    path.write_bytes(content)
    return path


def test_a_file_of_50_megabytes_is_refused_at_once(tmp_path: Path):
    """A file that is so large is no ruleset, so nobody reads it."""
    path = written(tmp_path, b"")
    with path.open("wb") as stream:
        stream.truncate(50_000_000)

    problems = problems_of(path)

    assert problems == ["1:1: This file is larger than 1,000 kB."]


def test_a_file_that_is_not_utf_8_is_told_at_the_byte(tmp_path: Path):
    """The author sees which character was saved wrongly."""
    path = written(tmp_path, "ruleset: wrong\ntitle: Fähre\n".encode("latin-1"))

    assert problems_of(path) == ["2:9: This file is not UTF-8: byte 0xe4 cannot stand here."]


def test_anchors_cannot_explode(tmp_path: Path):
    """Nine lines that would be a billion words are told as nine anchors, and never written out."""
    lines = ["a0: &a0 [lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    path = written(tmp_path, "\n".join(lines).encode())

    problems = problems_of(path)

    assert "1:5: Anchors (`&a0`) are not used here." in problems
    assert "2:10: Aliases (`*a0`) are not used here." in problems


def test_one_mistake_a_hundred_thousand_times_is_told_a_hundred_times(tmp_path: Path):
    """Nobody reads more of them."""
    head = b"ruleset: wrong\nlanguage: 2\ntitle: Wrong\nsides:\n"
    path = written(tmp_path, head + b"- \n" * 300_000)

    problems = problems_of(path)

    assert problems[:2] == ["5:2: This item has no value.", "6:2: This item has no value."]
    assert problems[100:] == ["1:1: There are more problems here."]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_refused_and_does_not_fell_the_reader(tmp_path: Path, opening: str):
    """A file that opens a hundred thousand lists is answered like any other wrong file."""
    path = written(tmp_path, (opening * 100_000).encode())

    assert any("nested deeper than 40 levels" in problem for problem in problems_of(path))


def test_a_file_that_is_not_there_is_told(tmp_path: Path):
    """A mistyped path is the author's mistake and no accident of ours."""
    assert problems_of(tmp_path / "none.yaml") == ["1:1: This does not exist."]


def test_a_byte_order_mark_is_nobodys_mistake(tmp_path: Path):
    """Editors that write one are forgiven."""
    path = written(tmp_path, b"\xef\xbb\xbfruleset: wrong\nlanguage: 2\ntitle: Right after all\n")

    library = Library.read(path)

    assert library.rulesets["wrong"].title == "Right after all"


def test_markup_in_a_text_is_text(tmp_path: Path):
    """`<script>` is no mistake; whoever shows it shows it as text."""
    path = written(tmp_path, b"ruleset: wrong\nlanguage: 2\ntitle: <script>alert(1)</script>\n")

    library = Library.read(path)

    assert library.rulesets["wrong"].title == "<script>alert(1)</script>"


@pytest.mark.parametrize("blank", "\u034f\u115f\u1160\u180e\u2800\u3164\uffa0")
def test_a_letter_that_nobody_sees_is_told(tmp_path, blank):
    """Two units could have names that nobody can tell apart."""
    path = written(tmp_path, f"ruleset: wrong\ntitle: Do{blank}rn\n".encode())

    assert problems_of(path) == [f"2:10: There is an invisible character here: U+{ord(blank):04X}."]
