"""What a search can find: each rule once, with the systems where it holds, and words for it."""

import json
from typing import Any

import pytest

from turnwright.load.name_checks import has_word
from turnwright.site.pages.glossary.view import shared_terms
from turnwright.site.search.index import search_files
from turnwright.site.site_data import SiteData


@pytest.fixture(scope="module")
def entries(site: SiteData) -> dict[str, Any]:
    """What the script of the entries hands over."""
    (index,) = search_files(site)
    return dict(json.loads(index.text.removeprefix("turnwright.entries(").removesuffix(");\n")))


def systems_of(entries: dict[str, Any], text: str) -> list[str]:
    """The systems that a sentence is listed for, by their ids."""
    (found,) = [entry for entry in entries["rules"] if entry[0] == text]
    return [entries["systems"][number]["id"] for number in found[-1]]


def test_each_rule_is_there_once(entries: dict[str, Any], site: SiteData):
    """One hit for a sentence, however many systems have it."""
    rules = [entry[1] for entry in entries["rules"] if entry[1] != "not-covered"]

    assert sorted(rules) == sorted(clause.id for clause in site.clauses.values())


def test_a_rule_is_listed_for_every_system_in_which_it_is_in_force(entries: dict[str, Any]):
    """The night has the duel's rules, but for those that it replaces or removes."""
    assert systems_of(entries, "You activate a unit.") == ["duel", "night_duel"]
    assert systems_of(entries, "You may pass.") == ["duel"]
    assert systems_of(entries, "Who passes is out for the watch.") == ["duel"]
    assert systems_of(entries, "Whisper.") == ["night_duel"]


def test_a_rule_that_a_round_never_asks_for_is_not_listed_for_it(entries: dict[str, Any]):
    """There is no dawn at night, so nobody who plays it wants to find biscuits."""
    assert systems_of(entries, "Have a biscuit.") == ["duel"]


def test_a_rule_that_holds_by_choice_says_so(entries: dict[str, Any]):
    """Nobody takes the rule of an option for one that always holds."""
    remarks = {entry[1]: entry[3] for entry in entries["rules"]}

    assert remarks["dawn.quiet"].startswith("Only with")
    assert remarks["deeds.each"] == ""


def test_what_is_not_covered_is_found_as_such(entries: dict[str, Any]):
    """Whoever looks for snow learns that it is not played, in the overlay as well."""
    remarks = {entry[0]: entry[3] for entry in entries["rules"]}

    assert remarks["Snow is deep."] == "Not covered here"
    assert systems_of(entries, "Snow is deep.") == ["duel", "night_duel"]
    assert systems_of(entries, "Rain puts lanterns out.") == ["duel"]


def test_a_rule_has_the_words_that_players_type_for_its_own(entries: dict[str, Any]):
    """Its ruleset's before those that all systems share."""
    by_id = {entry[1]: entry for entry in entries["rules"]}

    assert "cookie" in by_id["dawn.advice"][4].split()
    assert "skip" in by_id["deeds.pass"][5].split()
    assert "cookie" not in by_id["deeds.pass"][4].split()


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
