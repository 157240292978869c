"""Everything as JSON: complete, as its schema says, and at addresses that lead somewhere."""

import json
import posixpath
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from turnwright.site.data.files import VERSION, data_files
from turnwright.site.site_data import SiteData
from turnwright.site.site_map import pages

NAMES = ("duel", "night_duel")
EXAMPLE = "data/examples/duel/a-side-that-has-script-alert-3-script-passed-watches.json"
OURS = Path(__file__).parents[2] / "rulesets"


def read(site: SiteData) -> dict[str, Any]:
    """Every file of data, by path."""
    return {file.path: json.loads(file.text) for file in data_files(site)}


def strangers(data: dict[str, Any]) -> list[str]:
    """What the schemas do not allow in these files, and files that name none of them."""
    found = []
    for path, said in data.items():
        if not path.startswith("data/schema/"):
            named = posixpath.normpath(posixpath.join(posixpath.dirname(path), said["$schema"]))
            wrong = Draft202012Validator(data[named]).iter_errors(said)
            found += [f"{path}: {error.json_path}: {error.message}" for error in wrong]
    return found


@pytest.fixture(scope="module")
def data(site: SiteData) -> dict[str, Any]:
    """Every file of data of the invented systems."""
    return read(site)


def test_there_is_a_file_for_everything(data: dict[str, Any]):
    """An index, the schemas, and each ruleset, its clauses, its packs and its examples."""
    assert set(data) == {
        "data/index.json",
        *(
            f"data/schema/{f}.json"
            for f in ("book", "book", "clauses", "example", "index", "pack", "ruleset")
        ),
        *(f"data/{what}/{name}.json" for what in ("clauses", "rulesets") for name in NAMES),
        "data/packs/duel/blues.json",
        EXAMPLE,
    }


def test_every_file_keeps_to_its_schema(data: dict[str, Any]):
    """And the schemas to theirs."""
    for path, said in data.items():
        if path.startswith("data/schema/"):
            Draft202012Validator.check_schema(said)
        else:
            assert said["version"] == VERSION

    assert strangers(data) == []


def test_our_own_data_keeps_to_the_schemas(built_site: Path):
    """Every meaning of our rulesets, every book, and one example in five."""
    files = sorted((built_site / "data").rglob("*.json"))
    examples = [file for file in files if "examples" in file.parts]
    left = {*examples} - {*examples[::5]}
    ours = {
        file.relative_to(built_site).as_posix(): json.loads(file.read_text(encoding="utf-8"))
        for file in files
        if file not in left
    }

    assert len(ours) > 100
    assert strangers(ours) == []


def test_every_address_in_the_data_leads_somewhere(site: SiteData, data: dict[str, Any]):
    """To other data, or to a page."""
    there = set(data) | {page.url.rstrip("/") for page in pages(site)}
    lost = []

    def follow(path: str, said: object, key: str = "") -> None:
        if isinstance(said, dict):
            for name, inner in said.items():
                follow(path, inner, name)
        elif isinstance(said, list):
            for inner in said:
                follow(path, inner, key)
        elif key in ("data", "page", "shown") or (key, path) == ("clauses", "data/index.json"):
            target = posixpath.join(posixpath.dirname(path), str(said).partition("#")[0])
            if posixpath.normpath(target) not in there:
                lost.append((path, said))

    for path, said in data.items():
        if not path.startswith("data/schema/"):
            follow(path, said)

    assert lost == []


def test_a_clause_says_what_it_is_and_how_sure_we_are(data: dict[str, Any]):
    """Where it stands, what shows it, and whether an example could do without it."""
    clauses = {one["id"]: one for one in data["data/clauses/duel.json"]["clauses"]}
    final = clauses["duel.deeds.final"]

    assert (final["kind"], final["part"], final["status"]) == ("steps", "deeds", "rule")
    assert final["source"] == {"document": "leaflet", "section": "Deeds"}
    assert final["shown"] == [f"../{EXAMPLE.removeprefix('data/')}"]
    assert clauses["duel.dawn.advice"]["status"] == "advice"
    assert clauses["duel.dawn.advice"]["why"] == "Nobody can check."
    assert clauses["duel.activation.acts"]["follows"] == ["duel.deeds.each"]
    assert clauses["duel.deeds.blue-first"]["of"] == "who_begins:blue"
    assert clauses["duel.dawn.quiet"]["replaces"] == ["duel.dawn.advice"]


def test_an_example_is_told_row_by_row(data: dict[str, Any]):
    """What was done, by which clauses, and by which a line is refused."""
    rows = data[EXAMPLE]["rows"]

    assert [row.get("line", 0) for row in rows] == [0, 1, 2, 3, 4]
    assert "input" not in rows[0]
    assert rows[1]["input"] == {
        "kind": "choice",
        "does": "activation",
        "units": ["Ash"],
        "side": "red",
    }
    assert "duel.deeds.each" in rows[1]["by"]
    assert rows[1]["claims"] == {"next": "blue", "may": ["Elm"], "can": ["pass"]}
    assert "duel.deeds.once" in rows[3]["refused_by"]
    assert rows[4]["round"] == 2


def test_a_pack_has_the_rules_that_hold_with_it(data: dict[str, Any]):
    """Blue begins, and there are no biscuits."""
    pack = data["data/packs/duel/blues.json"]
    steps = pack["rules"]["steps"]

    assert pack["readings"] == {"who_begins": "blue"}
    assert [clause["id"] for clause in steps["dawn"]["clauses"]] == ["dawn.quiet"]
    assert "deeds.blue-first" in [clause["id"] for clause in steps["deeds"]["clauses"]]
    assert "deeds.first" not in [clause["id"] for clause in steps["deeds"]["clauses"]]


def test_the_same_book_gives_the_same_bytes(site: SiteData, shelf: Path):
    """Nothing in it depends on the hour or the machine."""
    again = SiteData.of(site.library)

    assert read(again) == read(site)
    assert [file.text for file in data_files(again)] == [file.text for file in data_files(site)]
    assert str(shelf) not in "".join(file.text for file in data_files(site))


def test_the_page_about_data_names_every_kind_of_file(data: dict[str, Any]):
    """With its address and its schema."""
    page = (OURS.parent / "content/data.md").read_text(encoding="utf-8")

    for path in data:
        folder, name = path.split("/")[1:][:2] if path.count("/") > 1 else ("", path)
        told = f"](data/schema/{name})" if folder == "schema" else f"`data/{folder}/<ruleset>"
        assert (told if folder else f"`{name}`") in page, path
