"""`turnwright fmt`: keys come into their order, and nothing else changes."""

import random
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from click.testing import CliRunner

from turnwright.cli import main
from turnwright.language.ruleset import Ruleset
from turnwright.load.decoding import decode_document
from turnwright.load.example_syntax import WrittenExample
from turnwright.load.files import File, SearchPath, kind_of, read_file
from turnwright.load.formatting import formatted
from turnwright.load.json_schema import FILES
from turnwright.load.problem import SourceError
from turnwright.load.syntax_tree import Diagnostics
from turnwright.load.yaml_parser import parse_documents

SHIPPED = SearchPath(()).every_path[::3]
"""One in three of our own files."""


def file_of(text: str) -> File:
    """A file with this text."""
    return File("it.yaml", text, tuple(text.split("\n")))


def put(text: str, cls: type = Ruleset) -> str:
    """A text, put in order."""
    return formatted(file_of(dedent(text)), cls)


def loaded(text: str, cls: type) -> list[str]:
    """What the documents of a text load to, the order of named parts included."""
    roots, problems = parse_documents(file_of(text))
    assert problems == []
    found = (decode_document(cls, Diagnostics(file_of(text), root, [])) for root in roots)
    return [re.sub(r"\bline=\d+", "", repr(each)) for each in found]


def comments(text: str) -> list[str]:
    """The comments of a text that have a line of their own, and those that end a line."""
    return sorted(re.findall(r"(?:^|\s)(#.*)$", text, re.MULTILINE))


def test_keys_come_in_the_order_of_the_reference():
    """In lines of their own and in braces; what the author named stays in the author's order."""
    assert put(
        """\
        title: Lanterns
        ruleset: lanterns
        steps:
          round:
            clauses:
              - means: {repeats: rest, when: {fact: late}}
                id: round.b
                source: {lines: "3", document: leaflet}
                text: A rule.
            title: Round
          battle: {text: It begins., title: Battle}
        language: 2
        """
    ) == dedent(
        """\
        ruleset: lanterns
        language: 2
        title: Lanterns
        steps:
          round:
            title: Round
            clauses:
              - id: round.b
                text: A rule.
                source: {document: leaflet, lines: "3"}
                means: {repeats: rest, when: {fact: late}}
          battle: {title: Battle, text: It begins.}
        """
    )


def test_a_comment_goes_with_the_key_below_it():
    """One at the end of a line, one that is indented under it; one at the top stays there."""
    assert put(
        """\
        # yaml-language-server: $schema=ruleset.json
        title: Lanterns  # as on the cover

        # The words are the author's.
        sides: [red, blue]
        about: >-
          One line.
          # No comment.

          Another.
          # Below it.
        language: 2
        ruleset: lanterns
        # The end.
        """
    ) == dedent(
        """\
        # yaml-language-server: $schema=ruleset.json
        ruleset: lanterns

        language: 2
        title: Lanterns  # as on the cover
        about: >-
          One line.
          # No comment.

          Another.
          # Below it.
        # The words are the author's.
        sides: [red, blue]
        # The end.
        """
    )


def test_a_comment_of_what_comes_first_in_a_list_stands_above_it():
    """Where the dash is, no comment can be."""
    assert put(
        """\
        gaps:
          - text: Nothing says who begins.
            # By this it is cited.
            name: who
        """
    ) == dedent(
        """\
        gaps:
            # By this it is cited.
          - name: who
            text: Nothing says who begins.
        """
    )


def test_claims_cards_and_conditions_read_as_their_author_wrote_them():
    """A line of play begins with whose it is and what is done."""
    assert put(
        """\
        given: {red: {Ash: {models: 2, has: {courage: 7}, facts: [brave]}}}
        ruleset: lanterns
        play:
          - {then: {step: round, next: red}, unit: Ash, does: act, side: red}
        example: It acts
        """,
        WrittenExample,
    ) == dedent(
        """\
        example: It acts
        ruleset: lanterns
        given: {red: {Ash: {models: 2, has: {courage: 7}, facts: [brave]}}}
        play:
          - {side: red, does: act, unit: Ash, then: {step: round, next: red}}
        """
    )


def test_what_nobody_knows_stays_behind_what_it_stood_behind():
    """A slip is left to `check`."""
    assert put("title: X\ntitel: Y\nruleset: x\n") == "ruleset: x\ntitle: X\ntitel: Y\n"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_shipped_file_says_the_same_in_order(path: Path):
    """It loads to the same, keeps its comments, and is in order once and for all."""
    cls, file = FILES[kind_of(path)][0], read_file(path)
    assert isinstance(file, File)

    made = formatted(file, cls)

    assert loaded(made, cls) == loaded(file.text, cls)
    assert comments(made) == comments(file.text)
    assert formatted(file_of(made), cls) == made


SAID: Any = {
    "ruleset": "lanterns",
    "language": 2,
    "title": "Lanterns",
    "about": "Two lines,\nand one: more #2.\n\n",
    "steps": {
        "round": {
            "title": "Round",
            "clauses": [
                {"id": "round.a", "text": "A.", "inferred": True, "means": {"repeats": "rest"}},
                {"id": "round.b", "text": "B.", "source": {"document": "x", "lines": "2"}},
            ],
        },
        "battle": {"title": "Battle"},
    },
    "gaps": [{"name": "who", "text": "Who begins?", "clauses": ["round.a", "round.b"]}],
    "packs": {"plain": {"title": "Plain"}, "all": {"title": "All", "options": ["much"]}},
}


def scrawl(value: Any, dice: random.Random, indent: int, *, named: bool = False) -> str:
    """A value as somebody may write it: keys anyhow, in braces or not, with comments."""
    pad = " " * indent
    if isinstance(value, str):
        if "\n" in value and dice.random() < 0.8:
            body = "".join(f"{pad}{line}\n" if line else "\n" for line in value[:-1].split("\n"))
            return f"{dice.choice(['|+', '|', '>-'])}\n{body}"
        return f'"{value}"\n'.replace("\n", "\\n", value.count("\n")) if value else '""\n'
    if not isinstance(value, dict | list):
        return f"{str(value).lower()}{dice.choice(['', '  # a number'])}\n"
    if dice.random() < 0.25 and "\n" not in repr(value).replace("\\n", "\n"):
        return in_braces(value, dice, named=named) + dice.choice(["\n", "   # in braces\n"])
    lines = []
    if isinstance(value, list):
        for item in value:
            lines.append(dice.choice(["", f"{pad}# item {dice.random()}\n", "\n"]))
            lines.append(f"{pad}- {scrawl(item, dice, indent + 2).lstrip()}")
        return "\n" + "".join(lines)
    entries = [*value.items()]
    if not named:
        dice.shuffle(entries)
    for key, inner in entries:
        first = not lines
        lines.append("" if first else dice.choice(["", "", "\n", f"{pad}# key {dice.random()}\n"]))
        step = dice.choice([1, 2, 4])
        said = scrawl(inner, dice, indent + step, named=key in ("steps", "packs"))
        lines.append(f"{pad}{key}: {said}")
    return "\n" + "".join(lines)


def in_braces(value: Any, dice: random.Random, *, named: bool = False) -> str:
    """The same on one line."""
    if isinstance(value, list):
        return f"[{', '.join(in_braces(item, dice) for item in value)}]"
    if not isinstance(value, dict):
        return f'"{value}"' if isinstance(value, str) else str(value).lower()
    entries = [*value.items()]
    if not named:
        dice.shuffle(entries)
    said = (f"{k}: {in_braces(v, dice, named=k in ('steps', 'packs'))}" for k, v in entries)
    return "{" + f",{dice.choice(['', ' ', '  '])} ".join(said) + "}"


@pytest.mark.parametrize("seed", range(300))
def test_however_a_file_is_written_it_says_the_same_in_order(seed: int):
    """Mangled by chance: keys anyhow, comments and blank lines anywhere, braces or none."""
    text = scrawl(SAID, random.Random(seed), 0).lstrip("\n")
    if seed % 5 == 0:
        text = text.replace("\n", "\r\n")

    made = formatted(file_of(text), Ruleset)

    assert loaded(made, Ruleset) == loaded(text, Ruleset)
    assert comments(made) == comments(text)
    assert formatted(file_of(made), Ruleset) == made
    words = re.compile(r"[^\s{},]+")
    assert sorted(words.findall(made)) == sorted(words.findall(text))


@pytest.mark.parametrize(
    "text", ["title: [1\nruleset: x\n", "title: &a X\nruleset: *a\n", "a: 1\na: 2\n", ""]
)
def test_what_is_no_yaml_of_ours_is_not_touched(text: str):
    """A bracket that is open, anchors, a key twice, nothing at all."""
    with pytest.raises(SourceError):
        formatted(file_of(text), Ruleset)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A ruleset that is not in order, beside a broken one."""
    for name, text in (("good", "title: G\nruleset: good\n"), ("broken", "title: [\nruleset: b\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_broken_file_is_named_and_stops_no_other(folder: Path):
    """It is left as it is."""
    done = CliRunner().invoke(main, ["fmt", str(folder)])

    assert done.exit_code == 1
    assert re.search(r"broken/ruleset.yaml:\d:\d: This is not YAML", done.output)
    assert "1 of 2 files put in order" in done.output
    assert (folder / "good/ruleset.yaml").read_text("utf-8") == "ruleset: good\ntitle: G\n"
    assert (folder / "broken/ruleset.yaml").read_text("utf-8") == "title: [\nruleset: b\n"


def test_check_writes_nothing(folder: Path):
    """It exits 1 where a file would change, and 0 where none would."""
    good = folder / "good" / "ruleset.yaml"

    before = CliRunner().invoke(main, ["fmt", "--check", str(good)])
    unchanged = good.read_text("utf-8")
    CliRunner().invoke(main, ["fmt", str(good)])
    after = CliRunner().invoke(main, ["fmt", "--check", str(good)])

    assert (before.exit_code, after.exit_code) == (1, 0)
    assert unchanged == "title: G\nruleset: good\n"
    assert after.output == "0 of 1 files would be put in order\n"


def test_a_full_disk_leaves_the_file_whole(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The old text stays, and a line says why."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("turnwright.load.files.os.fdopen", full)
    good = folder / "good" / "ruleset.yaml"

    done = CliRunner().invoke(main, ["fmt", str(good)])

    assert done.exit_code == 1
    assert "No space left on device" in done.output
    assert good.read_text("utf-8") == "title: G\nruleset: good\n"
    assert [path.name for path in good.parent.iterdir()] == ["ruleset.yaml"]
