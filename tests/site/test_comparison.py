"""The page on which systems stand side by side, question by question."""

from dataclasses import replace

import pytest

from turnwright.site.pages.comparison.view import Comparison, ComparisonPage
from turnwright.site.site_data import SiteData


@pytest.fixture(scope="module")
def page(site: SiteData) -> ComparisonPage:
    """The invented rulesets, on a site that explains the words of the language."""
    return Comparison.of(replace(site, has_language=True)).whole()


def test_a_reading_is_there_to_be_chosen_and_answers_only_what_it_answers_otherwise(
    page: ComparisonPage,
):
    """Who begins is read in two ways; whatever else is asked, the system answers for both."""
    assert [(each.key, each.like) for each in page.readings] == [("duel.who_begins.blue", "duel")]
    assert "duel.who_begins.blue" not in [each.key for each in page.columns]

    own = {
        row.anchor: [cell.hidden for cell in row.cells if cell.key == "duel.who_begins.blue"]
        for row in page.rows
    }
    assert own["first"] == [True]
    assert [anchor for anchor, cells in own.items() if cells] == ["first"]


def test_every_word_in_a_cell_leads_to_where_it_is_explained(page: ComparisonPage):
    """To the glossary where players have a word for it, and else to the words of the language."""
    terms = [
        answer.term
        for row in page.rows
        for cell in row.cells
        for answer in cell.answers
        if not cell.hidden
    ]

    assert {term.text for term in terms if "glossary/" in term.href} >= {"alternate"}
    assert all("glossary/#" in term.href or "language/" in term.href for term in terms)
    (once,) = {term.href for term in terms if term.text == "limit"}
    assert once.endswith("language/step/#step.limit")
