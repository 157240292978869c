"""The glossary."""

import inspect
import pkgutil
from enum import StrEnum
from importlib import import_module

import turnwright.language
from turnwright.site.glossary import chapters, glossary_page
from turnwright.site.site_data import SiteData


def public_classes() -> dict[tuple[str, str], type]:
    """Every public class of the language by module and name, found by importing it."""
    found = {}
    for info in pkgutil.iter_modules(turnwright.language.__path__):
        module = import_module(f"turnwright.language.{info.name}")
        for name, value in vars(module).items():
            if inspect.isclass(value) and value.__module__ == module.__name__:
                found[info.name, name] = value
    return {key: value for key, value in found.items() if not key[1].startswith("_")}


def test_every_public_class_of_the_language_has_an_entry_that_says_something():
    """A word that is not in the glossary is not a word of the language."""
    entries = {
        (chapter.name, entry.name): entry.text
        for chapter in chapters()
        for entry in chapter.entries
    }

    assert len(entries) > 20
    assert set(public_classes()) <= set(entries)
    assert all(entries.values())


def test_a_union_that_has_a_name_has_an_entry():
    """What an amount may be, and who is meant, is looked up under that name."""
    entries = {entry.name: entry.text for chapter in chapters() for entry in chapter.entries}

    assert {"Amount", "Who", "Order", "Tie", "When"} <= set(entries)
    assert entries["When"].startswith("When: a moment.")


def test_every_member_of_a_list_of_words_is_explained():
    """Each has its sentence."""
    lists = {key for key, value in public_classes().items() if issubclass(value, StrEnum)}

    members = [
        (entry.name, member.name, member.text)
        for chapter in chapters()
        for entry in chapter.entries
        if (chapter.name, entry.name) in lists
        for member in entry.members
    ]

    assert len(members) > 20
    assert [said for said in members if not said[2]] == []


def test_a_list_of_words_gives_the_words_that_files_use():
    """Not what Python calls them."""
    entry = next(e for c in chapters() for e in c.entries if e.name == "Cadence")

    words = [member.name for member in entry.members]

    assert "each_player" in words
    assert entry.members[0].anchor == "cadence.EACH_PLAYER"


def test_anchors_are_unique(site: SiteData):
    """A link to a word leads to one place."""
    page = glossary_page(site)

    anchors = [
        anchor
        for chapter in page.chapters
        for entry in chapter.entries
        for anchor in (entry.anchor, *(member.anchor for member in entry.members))
    ]

    assert len(anchors) == len(set(anchors))


def test_each_system_keeps_its_own_words(site: SiteData):
    """Theirs stands beside ours."""
    own = {entry.system.text: entry.words for entry in glossary_page(site).own}

    assert [words for title, words in own.items() if title.startswith("Duel")] == [
        (("Watch", "round"),)
    ]
