"""What each rule and each word says, in a small file beside its page, for cards over links."""

import json
from collections.abc import Iterator, Mapping

from turnwright.proof.mutation_testing import own_clauses
from turnwright.site.book import Book
from turnwright.site.data import DataFile
from turnwright.site.glossary import chapters
from turnwright.site.page import GLOSSARY, system_url
from turnwright.site.sentence import plain


def cards(book: Book) -> Iterator[DataFile]:
    """A file for each system and one for the glossary: what stands at each anchor."""
    for name, ruleset in book.rulesets.items():
        sentences = {clause.id: plain(clause.text) for clause in own_clauses(ruleset)}
        yield _file(system_url(name), sentences)
    entries = [entry for chapter in chapters() for entry in chapter.entries]
    words = {entry.anchor: entry.text for entry in entries}
    words |= {member.anchor: member.text for entry in entries for member in entry.members}
    yield _file(GLOSSARY, {word: plain(text) for word, text in words.items() if text})


def _file(url: str, told: Mapping[str, str]) -> DataFile:
    return DataFile(f"{url}cards.json", json.dumps(told, ensure_ascii=False) + "\n")
