"""The glossary: words of play, with what each system means by them."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from turnwright.load.library import Library
from turnwright.site.pages.glossary.view import (
    GlossaryEntry,
    glossary_page,
    own_words,
    shared_terms,
)
from turnwright.site.site_data import SiteData

GAME = """\
ruleset: {name}
language: 2
title: "{game}: lamps"
game: {game}
words: {{round: {round}, unit: {unit}}}
steps:
  battle:
    title: The battle
    clauses:
      - {{id: battle.again, text: "{round} follows {round}.", means: {{repeats: round}}}}
  round:
    clauses:
      - {{id: round.turns, text: Sides alternate., means: {{cadence: alternate}}}}
      - {{id: round.first, text: The first side begins., means: {{first: listed_first}}}}
      - {{id: round.each, text: A unit acts., means: {{each: [shine]}}}}
      - {{id: round.among, text: It is yours., means: {{among: own}}}}
      - {{id: round.one, text: One at a time., means: {{together: one}}}}
      - {{id: round.once, text: Once each., means: {{limit: {{per: round}}}}}}
      - {{id: round.rest, text: The longer side goes on., means: {{uneven: runs_on}}}}
      - {{id: round.end, text: It ends with the last unit., means: {{until: none_left}}}}
  any_shine:
    title: Any shine
    clauses:
      - {{id: shine.lit, text: A dark unit does not shine., means: {{bars: {{fact: dark}}}}}}
  shine:
    title: {shine}
    like: any_shine
    text: {text}
facts:
  dark:
    title: The dark
    text: A lamp without oil.
"""


@pytest.fixture(scope="module")
def lamps(tmp_path_factory: pytest.TempPathFactory) -> SiteData:
    """Two games with some words in common."""
    folder = tmp_path_factory.mktemp("lamps")
    games = (
        ("wicks", "Wicks", "Turn", "Lamp", "Shine", "The lamp is lit."),
        ("flames", "Flames", "Watch", "Torch", "Turn", "The torch goes round."),
    )
    for name, game, round_word, unit, shine, text in games:
        (folder / name).mkdir()
        (folder / name / "ruleset.yaml").write_text(
            GAME.format(name=name, game=game, round=round_word, unit=unit, shine=shine, text=text),
            encoding="utf-8",
        )
    return SiteData(Library.read(folder))


@pytest.fixture(scope="module")
def entries(lamps: SiteData) -> Mapping[str, GlossaryEntry]:
    """The entries of the glossary, by word."""
    page = glossary_page(lamps)
    return {entry.word: entry for _, under in page.letters for entry in under}


@pytest.fixture
def meanings(entries: Mapping[str, GlossaryEntry]) -> Callable[[str], list[tuple[str, str, str]]]:
    """What systems mean by a word: their names, the term that it stands for, and the text."""

    def of(word: str) -> list[tuple[str, str, str]]:
        return [
            (", ".join(link.text for link in systems), term.term.lower() if term else "", text)
            for (term, text), systems in entries[word].meanings.items()
        ]

    return of


def test_a_shared_word_says_what_each_system_calls_it(entries: Mapping[str, GlossaryEntry]):
    """A player of one game finds the word of another."""
    names = {
        name: [system.text for system in systems] for name, systems in entries["Unit"].names.items()
    }

    assert names == {"Lamp": ["Wicks"], "Torch": ["Flames"]}


def test_where_systems_mean_different_things_by_a_word_each_meaning_is_there(
    meanings: Callable[[str], list[tuple[str, str, str]]],
):
    """A turn is the round in one of them, and one torch's go in the other."""
    assert meanings("Turn") == [
        ("Wicks", "round", ""),
        ("Flames", "", "The torch goes round."),
    ]


def test_a_way_to_deal_chances_lists_the_systems_that_use_it(entries: Mapping[str, GlossaryEntry]):
    """Each with the rule that does."""
    used = [(link.text, link.href) for link in entries["Alternating activations"].used]

    assert used == [
        ("Flames", "../systems/flames/#round.turns"),
        ("Wicks", "../systems/wicks/#round.turns"),
    ]


def test_how_units_react_to_one_that_acts_is_not_how_chances_are_dealt(tmp_path: Path):
    """Sides that alternate in answering have no alternating activations."""
    game = GAME.format(
        name="sparks", game="Sparks", round="Turn", unit="Spark", shine="Shine", text="It glows."
    )
    ranked = "{cadence: ranked, rank: {value: heat, direction: descending}}"
    game = game.replace("means: {cadence: alternate}", f"means: {ranked}", 1)
    game = game.replace(
        "    text: It glows.\n",
        """    text: It glows.
    clauses:
      - id: shine.answers
        text: Others glow back, by turns.
        means: {cadence: alternate, first: other, each: [glow], among: own, together: one}
      - {id: shine.over, text: Until nobody is left., means: {until: none_left}}
  glow: {title: Glow}
values:
  heat: {title: Heat}
""",
    )
    (tmp_path / "sparks").mkdir()
    (tmp_path / "sparks" / "ruleset.yaml").write_text(game, encoding="utf-8")

    page = glossary_page(SiteData(Library.read(tmp_path)))
    used = {
        entry.word: [link.text for link in entry.used] for _, es in page.letters for entry in es
    }

    assert used["Initiative order"] == ["Sparks"]
    assert used["Alternating activations"] == []


def test_what_only_lends_its_rules_to_others_is_no_word_of_play(
    entries: Mapping[str, GlossaryEntry],
):
    """Nor is the battle as a whole."""
    assert "Any shine" not in entries
    assert "Battle" not in entries


def test_every_shared_term_has_an_entry_with_its_sentence(entries: Mapping[str, GlossaryEntry]):
    """The search leads there."""
    assert {term.term for term in shared_terms().terms} <= entries.keys()
    assert all(entries[term.term].term == term for term in shared_terms().terms)
    assert {term.anchor for term in shared_terms().terms} <= {
        one.anchor for one in entries.values()
    }


def test_anchors_are_unique_and_letters_in_order(lamps: SiteData):
    """A link to a word leads to one place."""
    letters = glossary_page(lamps).letters
    anchors = [entry.anchor for _, under in letters for entry in under]

    assert len(anchors) == len(set(anchors))
    assert [letter for letter, _ in letters] == sorted({letter for letter, _ in letters})


def test_each_system_lists_its_own_words(lamps: SiteData):
    """Theirs beside the shared one."""
    words = own_words(lamps.effective["wicks"], lamps.location("systems/wicks/"))

    assert [(one.word, one.term.text, one.term.href) for one in words] == [
        ("Turn", "round", "../../glossary/#word-round"),
        ("Lamp", "unit", "../../glossary/#word-unit"),
    ]
