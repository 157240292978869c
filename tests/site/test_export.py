"""Pages and data as files in a folder."""

import html
import re
import shutil
from itertools import count
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt

from turnwright.site.export import MANIFEST, STAGING, ExportRefused, PageFormat, _text, export
from turnwright.site.page import Page
from turnwright.site.site_data import SiteData


@pytest.fixture
def site(site: SiteData) -> SiteData:
    """The invented systems, with links that name files."""
    return SiteData.of(site.library, "index.html")


def everything(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with what is in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_pages_have_a_front_matter_and_lead_to_each_other(site: SiteData, tmp_path: Path):
    """A title that YAML reads, and links to files that are there."""
    number = export(site, tmp_path / "out")

    files = everything(tmp_path / "out")
    assert len(files) == number
    assert "data/index.json" in files
    system = files["systems/duel/index.html"].decode()
    assert system.startswith('---\ntitle: "Duel <script>')
    for path in (path for path in files if path.endswith(".html")):
        for link in re.findall(r'<a[^>]* href="([^"#]+)', files[path].decode()):
            if not link.startswith("http"):
                assert (tmp_path / "out" / path).parent.joinpath(unquote(link)).is_file(), link


def test_markdown_takes_a_page_for_one_piece_of_html(site: SiteData, tmp_path: Path):
    """No line of it turns into a paragraph or into code."""
    export(site, tmp_path / "out", PageFormat.MD)

    pages = list((tmp_path / "out").rglob("*.md"))
    assert pages
    for page in pages:
        html = page.read_text(encoding="utf-8").split("---\n", 2)[2]
        kinds = [token.type for token in MarkdownIt().parse(html)]
        assert kinds == ["html_block"], page


def test_the_same_again_gives_the_same_bytes(site: SiteData, tmp_path: Path):
    """Over an earlier export or beside it, wherever the folder is."""
    export(site, tmp_path / "one")
    export(site, tmp_path / "one")
    export(site, tmp_path / "deep/other")

    assert everything(tmp_path / "one") == everything(tmp_path / "deep/other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deep", "one"]


def test_what_an_earlier_export_wrote_goes_and_the_rest_stays(site: SiteData, tmp_path: Path):
    """The pages change from Markdown to HTML; somebody's own file is not touched."""
    export(site, tmp_path, PageFormat.MD)
    (tmp_path / "systems/mine.txt").write_text("mine", encoding="utf-8")

    export(site, tmp_path)

    files = everything(tmp_path)
    assert not [path for path in files if path.endswith(".md")]
    assert files["systems/mine.txt"] == b"mine"


def test_a_folder_that_holds_something_else_is_left_alone(site: SiteData, tmp_path: Path):
    """Unless somebody insists; even then what is there stays."""
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")

    with pytest.raises(ExportRefused, match="not empty"):
        export(site, tmp_path)

    assert everything(tmp_path) == {"thesis.txt": b"mine"}

    export(site, tmp_path, force=True)

    assert everything(tmp_path)["thesis.txt"] == b"mine"
    assert (tmp_path / "data/index.json").is_file()


@pytest.mark.parametrize("path", ["data/index.json", "data/schema", "systems"])
def test_what_is_in_the_way_is_named_and_nothing_is_written(
    site: SiteData, tmp_path: Path, path: str
):
    """A folder where a file has to be, or a file where a folder has to be."""
    blocked = tmp_path / path
    blocked.parent.mkdir(parents=True, exist_ok=True)
    if blocked.suffix:
        blocked.mkdir()
    else:
        blocked.write_text("mine", encoding="utf-8")
    before = everything(tmp_path)

    with pytest.raises(ExportRefused, match=re.escape(f"{blocked} is in the way")):
        export(site, tmp_path, force=True)

    assert everything(tmp_path) == before


def test_nothing_outside_the_folder_is_written_or_removed(site: SiteData, tmp_path: Path):
    """Neither through a link nor because somebody changed the list of files."""
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "thesis.txt").write_text("mine", encoding="utf-8")
    export(site, out)
    (out / MANIFEST).write_text("../elsewhere/thesis.txt\n", encoding="utf-8")

    export(site, out)

    (out / "glossary/index.html").unlink()
    (out / "glossary/index.html").symlink_to(elsewhere / "thesis.txt")
    with pytest.raises(ExportRefused, match="leads out of"):
        export(site, out)

    assert everything(elsewhere) == {"thesis.txt": b"mine"}


def test_a_disk_that_fails_leaves_what_was_there(
    site: SiteData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The files are all written before the first of them is moved."""
    export(site, tmp_path / "out", PageFormat.MD)
    before = everything(tmp_path)
    write_text = Path.write_text

    def full(path: Path, *args: object, **rest: object) -> int:
        if path.name == MANIFEST:
            raise OSError("No space left on device")
        return write_text(path, *args, **rest)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space"):
        export(site, tmp_path / "out")

    assert everything(tmp_path) == before


@pytest.mark.parametrize("stops_at", ["staging", "moving"])
@pytest.mark.parametrize("is_first", [True, False])
def test_an_export_that_was_killed_is_taken_up_by_the_next(
    site: SiteData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stops_at: str, is_first: bool
):
    """It is known again without `--force`, and leaves nothing of its own behind."""
    out = tmp_path / "out"
    export(site, tmp_path / "whole")
    if not is_first:
        export(site, out, PageFormat.MD)
    moved = count()
    write_text, replace = Path.write_text, Path.replace

    def stop(path: Path, *args: object, **rest: object) -> int:
        if path.name == MANIFEST and stops_at == "staging":
            raise KeyboardInterrupt
        return write_text(path, *args, **rest)

    def stop_moving(path: Path, target: Path) -> Path:
        if next(moved) == 7:
            raise KeyboardInterrupt
        return replace(path, target)

    with monkeypatch.context() as killed:
        killed.setattr(Path, "write_text", stop)
        killed.setattr(Path, "replace", stop_moving)
        killed.setattr(shutil, "rmtree", lambda *args, **rest: None)  # nobody tidies up
        with pytest.raises(KeyboardInterrupt):
            export(site, out)
    assert (out / STAGING).is_dir()

    export(site, out)

    assert everything(out) == everything(tmp_path / "whole")
    assert not (out / STAGING).exists()


def test_other_generators_find_nothing_to_evaluate(site: SiteData, tmp_path: Path):
    """Liquid and Nunjucks would read double braces, in a text as in code, as their own."""
    page = Page(url="x/", title="😀", summary="", html="<p>{{ secret }} {% raw %} {# no #} {a}</p>")
    exported = _text(page, PageFormat.HTML)

    assert "{{" not in exported
    assert html.unescape(exported).endswith("<p>{{ secret }} {% raw %} {# no #} {a}</p>\n")
    assert "{a}" in exported
    assert exported.startswith('---\ntitle: "😀"\n')
