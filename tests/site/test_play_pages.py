"""The pages where systems are played: what a browser gets for them."""

import json
import subprocess
import sys
from pathlib import Path

from turnwright.battle import library
from turnwright.play.kit import unpacked
from turnwright.site.browser import (
    OFFLINE,
    PARTS,
    code_archive,
    engine_parts,
    listing,
    write_listing,
)
from turnwright.site.pages.play.view import play_files, used_in
from turnwright.site.site_data import SiteData


def test_the_code_that_a_browser_gets_plays_by_itself(tmp_path):
    """All that is imported on the way is in it."""
    archive = tmp_path / "turnwright.zip"
    archive.write_bytes(code_archive())
    code = (
        f"import sys; sys.path.insert(0, {str(archive)!r})\n"
        "import turnwright.play.desk as desk\n"
        f"assert desk.__file__.startswith({str(archive)!r})\n"
        'print(desk.Desk().answer(\'{"ask": "undo"}\'))'
    )

    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )

    assert "refused" in json.loads(done.stdout)


def test_there_is_a_kit_for_each_system_that_names_its_sides():
    """Small enough for a phone: all of them together are less than a picture."""
    files = {file.path: file for file in play_files(SiteData(library()))}
    kits = [file.data for path, file in files.items() if path.endswith(".kit")]

    assert len(kits) > 10
    assert sum(map(len, kits)) < 1_000_000
    assert all(unpacked(kit).armies for kit in kits)


def test_rules_without_a_round_say_where_they_are_played():
    """A library of rules is played inside the systems that use it."""
    found = used_in(SiteData(library()))

    assert set(found) == {name for name, rules in library().rulesets.items() if rules.library}
    assert "agility_aod" in found["principles_40k7"]


def test_an_engine_that_is_not_whole_is_none(tmp_path: Path):
    """The site is built without it then."""
    for name in PARTS[1:]:
        (tmp_path / name).write_bytes(b"12")

    assert engine_parts(tmp_path) == {}
    (tmp_path / PARTS[0]).write_bytes(b"123")
    assert json.loads(listing(engine_parts(tmp_path)))[PARTS[0]] == 3


def test_a_site_with_another_file_is_another_version(tmp_path: Path):
    """Whoever has kept it can see that there is a new one."""
    (tmp_path / "index.html").write_text("one", encoding="utf-8")
    write_listing(tmp_path)
    first = json.loads((tmp_path / OFFLINE).read_text("utf-8"))
    write_listing(tmp_path)
    again = json.loads((tmp_path / OFFLINE).read_text("utf-8"))
    (tmp_path / "index.html").write_text("two", encoding="utf-8")
    write_listing(tmp_path)
    second = json.loads((tmp_path / OFFLINE).read_text("utf-8"))

    assert first["files"] == [["index.html", 3]]
    assert again == first
    assert second["version"] != first["version"]
