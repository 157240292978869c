"""The page on which systems stand side by side, question by question."""

from dataclasses import replace

import pytest

from turnwright.site.pages.comparison.view import Comparison, ComparisonPage
from turnwright.site.site_data import SiteData


@pytest.fixture(scope="module")
def page(site: SiteData) -> ComparisonPage:
    """The invented rulesets, on a site that explains the words of the language."""
    return Comparison(replace(site, has_language=True)).whole({})


def test_a_reading_is_there_to_be_chosen_and_answers_only_what_it_answers_otherwise(
    page: ComparisonPage,
):
    """Who begins is read in two ways; whatever else is asked, the system answers for both."""
    assert [each.key for each in page.readings] == ["duel.who_begins.blue"]
    assert page.like == {"duel.who_begins.blue": "duel"}
    assert "duel.who_begins.blue" not in [each.key for each in page.columns]

    own = {
        question.name: [each.key for each, _ in cells if each.key in page.like]
        for question, cells in page.rows
    }
    assert [name for name, keys in own.items() if keys] == ["first"]


def test_every_word_in_a_cell_leads_to_where_it_is_explained(page: ComparisonPage):
    """To the glossary where players have a word for it, and else to the words of the language."""
    words = {
        answer.wording.text: page.explained(answer.wording)
        for _, cells in page.rows
        for column, cell in cells
        for answer in cell.answers
        if column.key not in page.like
    }

    assert "glossary/" in words["alternate"]
    assert all("glossary/#" in href or "language/" in href for href in words.values())
    assert words["limit"].endswith("language/step/#step.limit")
