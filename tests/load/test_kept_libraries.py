"""What was loaded once is loaded at once the next time, as long as nobody has changed anything."""

from contextlib import suppress

import pytest

from turnwright.load import loading
from turnwright.load.library import Library
from turnwright.load.problem import SourceError

HOUSE = """\
ruleset: house
language: 2
title: House
extends: invented
"""
EXAMPLE = """
    example: The attacker begins
    ruleset: invented
    given: {attacker: [Ash], defender: [Dorn]}
    start: {next: attacker}
"""


@pytest.fixture
def loads(monkeypatch, tmp_path):
    """How often files were read to the end; however little time it takes, it is kept."""
    found = []

    def counted(search_path, load=loading.load_files):
        found.append(search_path)
        return load(search_path)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(loading, "LONG", 0)
    monkeypatch.setattr(loading, "load_files", counted)
    return found


def seen(library):
    """What is in a library, and where."""
    clauses = [clause for rules in library.rulesets.values() for clause in rules.clauses()]
    return library.rulesets, library.examples, [library.place(it.full_id) for it in clauses]


def test_what_nobody_changed_is_not_read_to_the_end_again(loads, shelf, skirmish):
    """It is the same, with its places; and plays."""
    folder = shelf(skirmish, EXAMPLE)

    first, again = Library.read(folder), Library.read(folder)

    assert len(loads) == 1
    assert seen(again) == seen(first)
    assert again.effective("invented") == first.effective("invented")


def test_a_changed_letter_is_seen(loads, shelf, skirmish):
    """In a ruleset, in an example, in what stands beside it, and where a file comes or goes."""
    folder = shelf(skirmish, EXAMPLE)
    example = folder / "examples" / "example0.yaml"
    Library.read(folder)

    for change in (
        lambda: shelf(skirmish.but("steps: {act: {act.parts: {sequence: [work]}}, work: {}}")),
        lambda: example.write_text(example.read_text().replace("begins", "starts")),
        lambda: example.with_name("other.yaml").write_text(example.read_text()),
        lambda: example.with_name("other.yaml").unlink(),
        lambda: (folder / "book.yaml").write_text("chapters: []\n"),
    ):
        before = len(loads)
        change()
        with suppress(SourceError):
            Library.read(folder)
        assert len(loads) == before + 1


def test_a_base_that_changes_is_seen(loads, shelf, skirmish, tmp_path):
    """Also where it is not among what is asked for."""
    shelf(skirmish)
    house = tmp_path / "house"
    house.mkdir()
    (house / "ruleset.yaml").write_text(HOUSE, encoding="utf-8")
    before = Library.read(house).effective("house")

    shelf(skirmish.but("steps: {act: {act.parts: {sequence: [work]}}, work: {}}"))

    assert "work" in Library.read(house).effective("house").steps
    assert "work" not in before.steps


def test_a_mistake_is_told_each_time(loads, shelf, skirmish):
    """Nothing of what is wrong is kept, and what is right again is."""
    folder = shelf(skirmish, EXAMPLE)
    Library.read(folder)
    (folder / "examples" / "one.yml").write_text("", encoding="utf-8")

    for _ in range(2):
        with pytest.raises(SourceError, match=r"ends in `\.yml`"):
            Library.read(folder)


@pytest.mark.parametrize("spoilt", [b"", b"\n", b"abc", b"\xff" * 100])
def test_a_file_that_is_not_as_it_was_written_is_as_good_as_none(
    loads, shelf, skirmish, tmp_path, spoilt
):
    """It is read from the rules again, and written anew."""
    folder = shelf(skirmish, EXAMPLE)
    first = Library.read(folder)
    (kept,) = (tmp_path / "cache/turnwright/libraries").iterdir()
    kept.write_bytes(spoilt + kept.read_bytes()[: len(spoilt) // 2])

    again = [Library.read(folder) for _ in range(2)]

    assert [seen(it) for it in again] == [seen(first)] * 2
    assert len(loads) == 2


def test_what_is_saved_while_it_is_read_is_seen(loads, shelf, skirmish, monkeypatch):
    """Be it read before or after: somebody who writes on has it checked again."""
    folder = shelf(skirmish)
    load = loading.load_files

    def interrupted(search_path):
        found = load(search_path)
        if len(loads) == 1:
            shelf(skirmish.but("steps: {act: {act.parts: {sequence: [work]}}, work: {}}"))
        return found

    monkeypatch.setattr(loading, "load_files", interrupted)

    before, after = (Library.read(folder).effective("invented") for _ in range(2))

    assert ("work" in before.steps, "work" in after.steps) == (False, True)
