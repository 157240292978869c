"""Hover cards: JSON files beside pages, with the text that a link previews."""

import json
import posixpath
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from turnwright.site.clauses import LEGEND, sentence
from turnwright.site.page import GLOSSARY, SiteFile, system_url
from turnwright.site.pages.glossary.view import shared_terms
from turnwright.site.rendering import plain_text
from turnwright.site.site_data import SiteData


def hover_card_files(site: SiteData) -> Iterator[SiteFile]:
    """JSON files, one for each system, the glossary and the legend: text by anchor."""
    for name in site.rulesets:
        yield _card_file(system_url(name), partial(_sentences, site, name))
    yield _card_file(GLOSSARY, _terms)
    if site.legend:
        folder = posixpath.join(posixpath.dirname(site.legend), "")
        yield _card_file(folder, lambda: {mark.anchor: mark.text for mark in LEGEND.marks})


def _sentences(site: SiteData, name: str) -> Mapping[str, str]:
    clauses = site.rulesets[name].own_clauses()
    return {clause.id: sentence(site, clause, name).striptags() for clause in clauses}


def _terms() -> Mapping[str, str]:
    return {term.anchor: plain_text(term.text) for term in shared_terms().terms}


def _card_file(url: str, cards: Callable[[], Mapping[str, str]]) -> SiteFile:
    return SiteFile(f"{url}cards.json", lambda: json.dumps(cards(), ensure_ascii=False) + "\n")
