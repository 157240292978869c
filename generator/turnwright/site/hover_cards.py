"""Hover cards: JSON files beside pages, with the text that a link previews."""

import json
from collections.abc import Iterator, Mapping

from turnwright.proof.mutation_testing import own_clauses
from turnwright.site.clauses import sentence
from turnwright.site.data import DataFile
from turnwright.site.glossary import chapters
from turnwright.site.markdown import plain_text
from turnwright.site.page import GLOSSARY, system_url
from turnwright.site.site_data import SiteData


def hover_card_files(site: SiteData) -> Iterator[DataFile]:
    """JSON files, one for each system and one for the glossary: text by anchor."""
    for name, ruleset in site.rulesets.items():
        sentences = {
            clause.id: sentence(site, clause, name).striptags() for clause in own_clauses(ruleset)
        }
        yield _card_file(system_url(name), sentences)
    entries = [entry for chapter in chapters() for entry in chapter.entries]
    words = {entry.anchor: entry.text for entry in entries}
    words |= {member.anchor: member.text for entry in entries for member in entry.members}
    yield _card_file(GLOSSARY, {word: plain_text(text) for word, text in words.items() if text})


def _card_file(url: str, cards: Mapping[str, str]) -> DataFile:
    return DataFile(f"{url}cards.json", json.dumps(cards, ensure_ascii=False) + "\n")
