"""What a search can find: entries of books with the systems where they hold, and all else."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from turnwright.load.declared_names import has_word
from turnwright.load.library import Library
from turnwright.site.pages.glossary.view import shared_terms
from turnwright.site.pages.system.view import system_page
from turnwright.site.rendering import render
from turnwright.site.search.index import SearchDocument, documents, search_files
from turnwright.site.site_data import SiteData
from turnwright.site.site_map import PAGES, example_pages

BOOK = """\
book: duel
names: [Lamplight, LD]
chapters:
  - chapter: watch
    title: The watch
    entries:
      - id: order
        say: First dawn, then deeds. Watch follows watch.
        rules: [round.order, battle.again]
      - title: Biscuits
        say: Have a biscuit at dawn.
        not_with: [quiet]
        rules: [dawn.advice]
      - say: No biscuits at dawn.
        only_with: [quiet]
        rules: [dawn.quiet]
  - chapter: deeds
    title: Deeds
    entries:
      - agree: Who has the first deed?
        say: Red has it.
        reading: who_begins
        rules: [deeds.first]
      - id: turns
        say: "Activate one of your own units, then:"
        points: [it acts, your opponent activates one]
        rules: [deeds.alternate, deeds.each, deeds.one, deeds.own, deeds.once, activation.acts]
      - id: pass
        title: Pass
        say: You may pass. Then you are out for the watch.
        rules: [deeds.pass, deeds.final, deeds.unable, deeds.uneven]
      - id: end
        say: Deeds end when all units are used, or both have passed.
        rules: [deeds.end, deeds.end-passed]
club:
  luck: {say: Nothing is left to chance., rules: [deeds.alternate]}
"""
NIGHT = """\
book: night_duel
drops: [watch]
chapters:
  - chapter: night
    title: The night
    entries:
      - say: There is no dawn at night. Watch follows watch.
        rules: [round.no-dawn, duel.battle.again]
  - chapter: deeds
    entries:
      - {say: Do not pass in the dark., replaces: [pass], rules: [deeds.no-pass]}
      - {say: Whisper., rules: [deeds.whisper]}
      - say: With more units you go on alone.
        rules: [duel.deeds.unable, duel.deeds.uneven]
"""


def with_books(shelf: Path, folder: Path, book: str) -> SiteData:
    """The duels, each with a book."""
    shutil.copytree(shelf, folder, dirs_exist_ok=True)
    for name, text in (("duel", book), ("night_duel", NIGHT)):
        (folder / name / "book.yaml").write_text(text, encoding="utf-8")
    return SiteData.of(Library.read(folder))


@pytest.fixture(scope="module")
def read(shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> SiteData:
    """The duels with their books."""
    return with_books(shelf, tmp_path_factory.mktemp("books"), BOOK)


@pytest.fixture(scope="module")
def found(read: SiteData) -> list[SearchDocument]:
    """All that can be found there."""
    pages = (page for kind in PAGES if kind is not example_pages for page in kind(read))
    return documents(read, pages)


def saying(found: list[SearchDocument], words: str) -> SearchDocument:
    """What is found with these words in its text or title."""
    (one,) = [each for each in found if words in f"{each.title} {each.text}"]
    return one


def test_what_a_player_reads_is_found_once_for_all_the_systems_where_it_holds(
    found: list[SearchDocument],
):
    """The night has the duel's entries, but for those that it replaces or drops."""
    assert saying(found, "Activate one of your own").systems == ("duel", "night_duel")
    assert saying(found, "You may pass.").systems == ("duel",)
    assert saying(found, "Do not pass in the dark.").systems == ("night_duel",)
    assert saying(found, "Have a biscuit").systems == ("duel",)


def test_an_entry_is_found_with_its_chapter_and_by_the_words_of_its_rules(
    found: list[SearchDocument],
):
    """What stands behind it lends its words."""
    passing = saying(found, "You may pass.")

    assert (passing.chapter, passing.title) == ("Deeds", "Pass")
    assert {"alone", "nothing", "left"} <= set(passing.lent.split())


def test_each_line_of_a_list_can_be_told_apart(found: list[SearchDocument]):
    """A hit shows the line that fits, below what the list is of."""
    lines = saying(found, "Activate one of your own").text.split("\n")

    assert lines == [
        "Activate one of your own units, then:",
        "it acts",
        "your opponent activates one",
    ]


def test_what_is_open_is_never_told_as_law(found: list[SearchDocument]):
    """A question comes as one, and what holds only by choice says so."""
    assert saying(found, "Who has the first deed?").remark == "Agree first"
    assert saying(found, "No biscuits at dawn.").remark == "Only with A quiet dawn"
    assert saying(found, "You may pass.").remark == ""


def test_a_default_that_is_told_like_any_rule_says_that_it_is_one(shelf: Path, tmp_path: Path):
    """Also where its entry does not ask."""
    asking = (
        "agree: Who has the first deed?\n        say: Red has it.\n        reading: who_begins\n"
    )
    flat = 'say: Red has it.\n        not_with: ["who_begins:blue"]\n'
    other = """\
      - say: Blue has it.
        only_with: ["who_begins:blue"]
        rules: [deeds.blue-first]
      - id: turns
"""
    book = BOOK.replace(asking, flat).replace("      - id: turns\n", other)
    told = documents(with_books(shelf, tmp_path, book))

    assert saying(told, "Red has it.").remark == "Unless you agree otherwise"
    assert saying(told, "Blue has it.").remark == "Only if you agree on it"


def test_what_the_source_lacks_is_found_as_such(found: list[SearchDocument]):
    """Whoever looks for snow learns that it is not played, in the overlay as well."""
    snow = saying(found, "Snow is deep.")

    assert (snow.remark, snow.systems) == ("Not covered here", ("duel", "night_duel"))
    assert saying(found, "Rain puts lanterns out.").systems == ("duel",)
    assert saying(found, "What a lantern weighs.").remark == "Not in our source"


def test_systems_chapters_options_pages_and_words_of_play_are_found(found: list[SearchDocument]):
    """Whatever the site has a place for."""
    kinds = {(each.kind, each.title) for each in found}

    assert {
        ("system", "Night duel"),
        ("chapter", "The watch"),
        ("option", "A quiet dawn"),
        ("page", "Glossary"),
        ("page", "Compare"),
        ("page", "Print"),
        ("club", "How much is left to chance?"),
        ("word", "Pass"),
    } <= kinds


def test_a_page_of_a_system_is_found_by_what_it_is_and_not_by_the_name_of_the_system(
    found: list[SearchDocument],
):
    """Whoever names a system would find its pages before its rules; and what changed is asked."""
    pages = [each for each in found if each.kind == "page" and "night_duel" in each.systems]

    assert not [each.title for each in pages if "Night duel" in each.title]
    assert "different" in saying(pages, "What this changes").lent


def test_a_question_is_found_with_what_it_is_about(shelf: Path, tmp_path: Path):
    """Its title says it, where it asks only of "them"."""
    book = BOOK.replace("agree: Who has", "title: Red lamps\n        agree: Who has")
    told = documents(with_books(shelf, tmp_path, book))

    assert saying(told, "Who has the first deed?").title == "Red lamps: Who has the first deed?"


def test_a_rule_and_its_exception_are_one_answer(read: SiteData):
    """What an option puts in the place of an entry's rule is told with it."""
    (index,) = search_files(read)
    data = written(index.text)
    pairs = {tuple(data["documents"][each][3] for each in pair) for pair in data["together"]}

    assert ("Have a biscuit at dawn.", "No biscuits at dawn.") in pairs


def written(script: str) -> Any:
    """What the script of the index hands over."""
    return json.loads(script.removeprefix("turnwright.entries(").removesuffix(");\n"))


def test_the_index_knows_names_synonyms_and_examples(read: SiteData):
    """Also those names that only players use."""
    (index,) = search_files(read)
    data = written(index.text)
    duel = next(each for each in data["systems"] if each["id"] == "duel")

    assert duel["names"] == ["Lanterns", "Lamplight", "LD"]
    assert duel["synonyms"] == {"biscuit": ["cookie"]}
    assert [title for title, *_ in data["examples"]] == [
        "A side that has <script>alert(3)</script> passed watches"
    ]


@pytest.mark.parametrize("with_books", [True, False])
def test_whatever_is_found_is_where_it_is_said_to_be(
    site: SiteData, read: SiteData, with_books: bool
):
    """On the page of each of its systems; without a book a page has the clauses."""
    data = read if with_books else site
    html = {name: render("pages/system/page", system_page(data, name)) for name in data.rulesets}

    lost = [
        (name, each.place)
        for each in documents(data)
        if each.place.startswith("#")
        for name in each.systems
        if f' id="{each.place[1:]}"' not in html[name]
    ]

    assert not lost


@pytest.mark.parametrize(
    ("text", "word", "is_there"),
    [
        ("A unit that Falls Back moves.", "Falls Back", True),
        ("Whoever has passed is out.", "pass", True),
        ("Activations alternate.", "activation", True),
        ("The overpass is high.", "pass", False),
        ("Passengers wait.", "pass", False),
        ('It moves 12" and no more.', '12"', True),
    ],
)
def test_a_word_is_in_a_text_whatever_its_ending(text: str, word: str, is_there: bool):
    """And not where it is only a part of another."""
    assert has_word(text, word) == is_there


def test_every_word_of_play_has_an_anchor_of_its_own():
    """A hit for a word leads to that word."""
    anchors = [term.anchor for term in shared_terms().terms]

    assert len(anchors) == len(set(anchors)) > 20
