"""What the pages in content/ show works as it stands.

A page is gone through from its top, in an empty folder. A block whose first line names a file is
that file. In a console block, what stands after `$` is typed, and what stands under it is all that
is printed; a line `…` stands for any lines. A block of kind `diff` changes a file for the console
block that comes next, and is undone then.
"""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from markdown_it import MarkdownIt

from turnwright.cli import main
from turnwright.site.pages.language.samples import read_samples

CONTENT = Path(__file__).parents[2] / "content"
NAMED = re.compile(r"# (?P<path>[\w./-]+\.(?:yaml|yml|md))\n")
"""The first line of a file names it, which every renderer of Markdown shows."""
TYPED = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
"""A command, and what is printed under it."""
ANY = "…"


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """The kind of each block of a page, and its text."""
    for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        if token.type == "fence":
            yield token.info.strip(), token.content


def is_run(kind: str, text: str) -> bool:
    """True of a block that does something when a page is gone through."""
    return bool(NAMED.match(text)) or (kind == "console" and text.startswith("$ "))


PAGES = [page for page in sorted(CONTENT.rglob("*.md")) if any(is_run(*it) for it in blocks(page))]
NEEDED = {"tutorial.md", "write-a-ruleset.md"}
"""Pages that are gone through, beside each how-to page."""


def write(path: Path, text: str) -> None:
    """A file, with its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def changed(text: str, change: str) -> str:
    """A file with each run of `-` lines replaced by the `+` lines under it."""
    for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)*)", change, re.MULTILINE):
        before, after = (re.sub("^[-+]", "", part, flags=re.MULTILINE) for part in (old, new))
        assert text.count(before) == 1, f"{before!r} stands there {text.count(before)} times"
        text = text.replace(before, after)
    return text


def printed(command: str) -> str:
    """What a command prints."""
    program, *words = shlex.split(command)
    if program == "turnwright":
        return CliRunner().invoke(main, words).output
    assert program == "git", f"Nothing runs {program!r}"
    ran = subprocess.run([program, *words], capture_output=True, text=True, check=True)
    return ran.stdout


def is_as_shown(shown: str, actual: str) -> bool:
    """True when all lines are those that are shown, in their order."""
    lines = "".join(
        r"(?:.*\n)*" if line.strip() == ANY else f"{re.escape(line)}\n"
        for line in shown.splitlines()
        if line.strip()
    )
    said = "".join(f"{line.rstrip()}\n" for line in actual.splitlines() if line.strip())
    return bool(re.fullmatch(lines, said))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(CONTENT).as_posix())
def test_a_reader_who_goes_through_a_page_gets_what_it_shows(page, tmp_path, monkeypatch):
    """In its order; and at its end all rules load, and all examples go as claimed."""
    monkeypatch.chdir(tmp_path)
    undo: tuple[Path, str] | None = None
    for kind, text in blocks(page):
        named = NAMED.match(text)
        if kind == "diff" and named:
            path = Path(named["path"])
            undo = path, path.read_text("utf-8")
            write(path, changed(undo[1], text[named.end() :]))
        elif named:
            write(Path(named["path"]), text)
        elif is_run(kind, text):
            for command, shown in TYPED.findall(text):
                if command.startswith("cd "):
                    monkeypatch.chdir(command.removeprefix("cd "))
                    continue
                actual = printed(command)
                assert is_as_shown(shown, actual), f"$ {command}\n{actual}"
            if undo:
                write(*undo)
                undo = None

    checked = CliRunner().invoke(main, ["check", "rulesets"])

    assert checked.exit_code == 0, checked.output


def test_the_pages_that_show_work_are_gone_through():
    """A how-to page shows files, and says what goes wrong."""
    found = {page.relative_to(CONTENT).as_posix() for page in PAGES}
    guides = {f"how-to/{page.name}" for page in (CONTENT / "how-to").glob("*.md")}

    assert found >= NEEDED | (guides - {"how-to/index.md"})


def test_what_the_page_says_that_check_prints_it_prints(tmp_path: Path, monkeypatch):
    """Of the example on the page with another claim in its second line."""
    page = CONTENT / "write-a-ruleset.md"
    for _, text in blocks(page):
        named = NAMED.match(text)
        if named and "/lanterns/" in named["path"]:
            wrong = text.replace("next: blue, may: [Elm]", "next: red, may: [Dorn, Elm]")
            write(tmp_path / named["path"], wrong)
    monkeypatch.chdir(tmp_path)

    said = CliRunner().invoke(main, ["check", "rulesets"]).output

    assert f"```text\n{said}```" in page.read_text("utf-8")


SAID = re.compile(
    r"^### (.+)\n\n```yaml\n((?:(?!```).*\n)+)```\n\n\[.+\]\(language/\S+/index\.md#(\S+)\)",
    re.MULTILINE,
)
"""A saying, the rule that says so, and where on the page of the language it is played."""


def stands_in(part: object, whole: object) -> bool:
    """True when a rule is part of a ruleset: each key with its value, and each item of a list."""
    if isinstance(part, dict) and isinstance(whole, dict) and "id" not in part:
        return all(key in whole and stands_in(part[key], whole[key]) for key in part)
    if isinstance(part, list) and isinstance(whole, list):
        return all(item in whole for item in part)
    return part == whole


def test_each_saying_has_a_rule_that_is_played():
    """The rule of each is one of the sample that its link leads to, which shows it."""
    samples = {each.anchor: each for each in read_samples(CONTENT / "language").by_word.values()}
    page = (CONTENT / "say-it-in-yaml.md").read_text("utf-8")
    said = SAID.findall(page)

    assert len(said) == page.count("\n### ")
    for saying, text, anchor in said:
        sample = samples[anchor]
        whole = next(yaml.safe_load_all("\n".join(sample.source)))
        assert stands_in(yaml.safe_load(text), whole), saying
        assert [record.mismatches for record in sample.records] == [()] * len(sample.records)
        assert sample.records, saying
