"""The reference: every word has a sample that holds with it, and does not hold without it."""

import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from itertools import chain
from pathlib import Path
from urllib.parse import urljoin

import pytest

from turnwright.examples.replay import replay
from turnwright.language.clause import Clause, words_of
from turnwright.language.condition import Condition
from turnwright.language.field import plain_key
from turnwright.language.turn_order import Cadence
from turnwright.load.patch import replace_clause
from turnwright.site.pages.language.samples import Sample, Samples, read_samples, used
from turnwright.site.pages.language.types import CONDITION, PARTS, member_docs
from turnwright.site.pages.language.view import language_pages

FOLDER = Path(__file__).parents[2] / "content" / "language"
WORDS = [
    *(
        (part, word)
        for part, meaning in PARTS.items()
        for word in words_of(meaning)
        if part != CONDITION
    ),
    *((CONDITION, plain_key(field.name)) for field in fields(Condition)),
]
FILES = sorted((path.parent.name, path.stem) for path in FOLDER.glob("*/*.yaml"))


@cache
def samples() -> Samples:
    """All samples, read and played once."""
    return read_samples(FOLDER)


@cache
def pages() -> Mapping[str, str]:
    """The pages by URL, rendered once."""
    return {page.url: page.html for page in language_pages(samples(), "index.html")}


def shown_clauses(sample: Sample) -> list[Clause]:
    """The clauses that the plays of a sample show."""
    shown = {cited for record in sample.records for cited in record.example.shows}
    return [clause for clause in sample.ruleset.own_clauses() if clause.id in shown]


def says(clause: Clause, part: str, word: str) -> bool:
    """Whether a clause says a word of its part, or anywhere a key or a member of a type."""
    meaning = getattr(clause, "means", None)
    if part in PARTS and part != CONDITION:
        return getattr(meaning, word, None) is not None
    name = "".join(piece.capitalize() for piece in part.split("_"))
    return (name, word) in used(meaning)


@pytest.mark.parametrize(("part", "word"), WORDS)
def test_every_word_has_a_sample_and_a_place_in_its_chapter(part: str, word: str):
    """Nobody has to guess what a word does."""
    assert (part, word) in FILES
    assert f'id="{part}.{word}"' in pages()[f"language/{part}/"]


@pytest.mark.parametrize(("part", "word"), FILES)
def test_a_sample_plays_as_it_claims(part: str, word: str):
    """Each play of it."""
    sample = samples().by_word[part, word]

    assert sample.records
    assert [record.mismatches for record in sample.records if record.mismatches] == []


@pytest.mark.parametrize(("part", "word"), FILES)
def test_without_the_clause_that_says_the_word_a_claim_fails(part: str, word: str):
    """So it is this word that the sample shows."""
    sample = samples().by_word[part, word]
    clauses = shown_clauses(sample)

    assert clauses
    for clause in clauses:
        assert says(clause, part, word), clause.id
        assert any(
            replay(record.example, replace_clause(record.ruleset, clause.full_id, None)).mismatches
            for record in sample.records
            if clause.id in record.example.shows
        ), f"it holds without {clause.id}"


def test_samples_say_what_they_are():
    """The id of each is the folder and the name of its file, and no two have the same title."""
    found = samples().by_word

    assert all(it.ruleset.ruleset == f"{part}_{word}" for (part, word), it in found.items())
    titles = [sample.ruleset.title for sample in found.values()]
    assert sorted(titles) == sorted(set(titles))


def test_more_than_a_third_of_the_samples_have_three_sides():
    """Everything works for any number of sides."""
    sides = [len(sample.ruleset.sides) for sample in samples().by_word.values()]

    assert sum(number > 2 for number in sides) * 3 >= len(sides)


def test_every_sample_is_in_one_chapter():
    """Beside its word, or beside the member of the type that it shows."""
    html = "".join(pages().values())

    assert {it.anchor: html.count(f'id="{it.anchor}"') for it in samples().by_word.values()} == {
        it.anchor: 1 for it in samples().by_word.values()
    }
    assert html.count('<div class="sample">') == len(samples().by_word)


def test_links_of_the_reference_lead_somewhere():
    """To a place in a chapter, or to the file of a sample; the first page leads to every word."""
    anchors = {url: re.findall(r' id="([^"]+)"', html) for url, html in pages().items()}
    links = {
        url: {urljoin(f"{url}index.html", href) for href in re.findall(r' href="([^"]+)"', html)}
        for url, html in pages().items()
    }
    places = {f"{url}index.html#{anchor}" for url, each in anchors.items() for anchor in each}
    whole = {f"{url}index.html" for url in pages()} | {"index.html"}
    files = {f"language/{part}/{word}.yaml" for part, word in FILES}

    assert all(len(each) == len({*each}) for each in anchors.values())
    assert {*chain(*links.values())} <= places | whole | files
    words = {f"language/{part}/index.html#{part}.{word}" for part, word in WORDS}
    assert words <= links["language/"]


def test_a_member_is_spelled_as_in_files():
    """Not as in Python; and each has a sentence."""
    assert list(member_docs(Cadence)) == [str(member) for member in Cadence]
    assert all(member_docs(Cadence).values())
