"""Hover cards: JSON files beside pages, with the text that a link previews."""

import json
import posixpath
from collections.abc import Iterator, Mapping

from turnwright.site.clauses import LEGEND, sentence
from turnwright.site.data.files import DataFile
from turnwright.site.page import GLOSSARY, system_url
from turnwright.site.pages.glossary.view import shared_terms
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


def hover_card_files(site: SiteData) -> Iterator[DataFile]:
    """JSON files, one for each system, the glossary and the legend: text by anchor."""
    for name, ruleset in site.rulesets.items():
        sentences = {
            clause.id: sentence(site, clause, name).striptags() for clause in ruleset.own_clauses()
        }
        yield _card_file(system_url(name), sentences)
    terms = {term.anchor: plain_text(term.text) for term in shared_terms().terms}
    yield _card_file(GLOSSARY, terms)
    if site.legend:
        folder = posixpath.join(posixpath.dirname(site.legend), "")
        yield _card_file(folder, {mark.anchor: mark.text for mark in LEGEND.marks})


def _card_file(url: str, cards: Mapping[str, str]) -> DataFile:
    return DataFile(f"{url}cards.json", json.dumps(cards, ensure_ascii=False) + "\n")
