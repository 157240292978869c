"""What the pages in content/ show works as it stands."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

from turnwright.cli import main
from turnwright.load.library import Library
from turnwright.proof.replay import replay_all
from turnwright.proof.report import disagreements

CONTENT = Path(__file__).parents[2] / "content"
NAMED = re.compile(r"# (?P<path>rulesets/\S+\.yaml)\n")
"""The first line of a file names it, which every renderer of Markdown shows."""


def files(page: Path) -> dict[str, str]:
    """The files that a page writes out, by path."""
    found = {}
    for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        named = NAMED.match(token.content) if token.type == "fence" else None
        if named:
            found[named["path"]] = token.content
    return found


PAGES = [page for page in sorted(CONTENT.glob("*.md")) if files(page)]


def test_there_are_pages_that_write_files_out():
    """The tests below cannot pass by finding nothing."""
    assert [page.name for page in PAGES] == ["write-a-ruleset.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_reader_who_copies_the_files_of_a_page_gets_what_it_says(page: Path, tmp_path: Path):
    """All files of the page load together, and every example goes as claimed."""
    for path, text in files(page).items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    played = replay_all(Library.read(tmp_path))

    assert played
    assert [f"{it.place}: {it.mismatch}" for it in disagreements(played)] == []


def test_what_the_page_says_that_check_prints_it_prints(tmp_path: Path, monkeypatch):
    """Of the example on the page with another claim in its second line."""
    page = next(page for page in PAGES if page.stem == "write-a-ruleset")
    for path, text in files(page).items():
        if "/lanterns/" in str(path):
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            wrong = text.replace("next: blue, may: [Elm]", "next: red, may: [Dorn, Elm]")
            file.write_text(wrong, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    printed = CliRunner().invoke(main, ["check", "rulesets"]).output

    assert f"```text\n{printed}```" in page.read_text("utf-8")
