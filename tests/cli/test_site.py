"""`turnwright site` and `serve`: a site whose author knows its keys, and nothing of MkDocs."""

import json
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwright.cli import main
from turnwright.site.project import check_port


def type_in(*words: str | Path) -> Result:
    """A command as somebody would type it."""
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new project, as the current folder."""
    made = type_in("new", tmp_path / "club", "--from-scratch", "alternate")
    assert made.exit_code == 0, made.output
    monkeypatch.chdir(tmp_path / "club")
    return tmp_path / "club"


def change(project: Path, old: str, new: str, path: str = "mkdocs.yml") -> None:
    """Change a file of the project."""
    text = (project / path).read_text("utf-8")
    assert old in text
    (project / path).write_text(text.replace(old, new, 1), "utf-8")


def test_name_colours_and_pages_are_those_that_its_keys_say(project: Path):
    """Pages by hand come first, and whoever installs the site has it under its own name."""
    change(project, "site_name: Club", "site_name: The Tuesday Club")
    change(project, '{link: "#1f4a6b"}', '{link: "#123456"}')
    change(project, "[systems, play, compare, print]", "[glossary, systems]")
    (project / "pages/house.md").write_text("# Where we meet\n", "utf-8")

    built = type_in("site")

    assert built.exit_code == 0, built.output
    home = (project / "site/index.html").read_text("utf-8")
    row = home.partition("<nav")[2].partition("</nav>")[0]
    assert "<title>The Tuesday Club</title>" in home
    assert [row.index(word) for word in ("Where we meet", "Glossary", "Systems")] == sorted(
        row.index(word) for word in ("Where we meet", "Glossary", "Systems")
    )
    assert "Compare" not in row
    assert home.count('role="search"') == 1
    assert "--link: #123456;" in (project / "site/palette.css").read_text("utf-8")
    manifest = json.loads((project / "site/manifest.webmanifest").read_text("utf-8"))
    assert manifest["name"] == "The Tuesday Club"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("theme: turnwright", "theme: turnwrong", "mkdocs.yml:7:8: Unrecognised theme name"),
        ("  - turnwright:", "  - turnwrong:", 'mkdocs.yml:11:5: The "turnwrong" plugin'),
        (
            "docs_dir: pages",
            "site_dir: rulesets\ndocs_dir: pages",
            "mkdocs.yml:6:1: The site would come in place of `rulesets`, which is no site.",
        ),
        ("site_name: Club", "sitename: Club", "mkdocs.yml:4:1: There is no key `sitename`."),
        ("rulesets: rulesets", "rules: rulesets", "mkdocs.yml:12:7: There is no key `rules`."),
        ("rulesets: rulesets", "rulesets: nowhere", "mkdocs.yml:12:7: The path "),
        ("site_name: Club", "site_nam: Club", "Did you mean `site_name`?"),
        (
            "      pages: [",
            "      page: [",
            "mkdocs.yml:15:7: There is no key `page`. Did you mean",
        ),
        (
            "  - turnwright:",
            "\t- turnwright:",
            "mkdocs.yml:11:1: This line is indented with a tab.",
        ),
        ("  - turnwright:", " - turnwright", "This line is indented otherwise than the key above"),
        ("compare, print]", "compar, print]", "Did you mean `compare`?"),
        ("light: {link", "light: {lnk", "mkdocs.yml:19:17: There is no colour `lnk`."),
        ('"#93c1e6"', "blue", "mkdocs.yml:20:22: `blue` is no colour"),
        ("docs_dir: pages", "docs_dir: [pages", "mkdocs.yml:7:"),
        ("docs_dir: pages", "docs_dir: ''pages", "mkdocs.yml:6:"),
    ],
)
def test_a_mistake_in_its_keys_is_told_with_its_place(project: Path, old, new, told: str):
    """And the site that was built before stays as it is."""
    (project / "site").mkdir()
    (project / "site/index.html").write_text("as it was", "utf-8")
    change(project, old, new)

    built = type_in("site")

    assert built.exit_code == 1
    assert told in built.output
    assert "Traceback" not in built.output
    assert (project / "site/index.html").read_text("utf-8") == "as it was"
    assert not [path.name for path in project.iterdir() if path.name.startswith(".site-")]


@pytest.mark.parametrize("text", ["", "42\n", "- a\n", "\0", "site_name: M\udcfcller\n"])
def test_a_file_that_says_no_keys_is_told(project: Path, text: str):
    """Whatever it is instead."""
    (project / "mkdocs.yml").write_bytes(text.encode("utf-8", "surrogateescape"))

    built = type_in("site")

    assert built.exit_code == 1
    assert built.output.startswith("Error: mkdocs.yml:1:")


def test_without_a_project_a_sentence_says_how_to_get_one(tmp_path: Path):
    """To whoever builds and to whoever looks."""
    for command in ("site", "serve"):
        made = type_in(command, tmp_path)
        assert made.exit_code == 1
        assert "`turnwright new` makes a project" in made.output


def test_a_port_that_is_taken_is_told_and_another_one_named(project: Path):
    """Before anything is built."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        served = type_in("serve", "--port", str(port))

    assert served.exit_code == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in served.output
    assert f"--port {port + 1}" in served.output
    check_port("127.0.0.1", port)
