"""Terms: words of play, and what players type for words of texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Term:
    """Word of play."""

    term: str
    text: str
    """What it means, in a sentence."""
    also: tuple[str, ...] = ()
    """What players also type for it."""
    word: str = ""
    """The word of the language that it stands for: rulesets may have one of their own for it."""

    @property
    def anchor(self) -> str:
        """Anchor on the glossary page."""
        return word_anchor(self.term)


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Words that the texts of all turn systems share."""

    terms: tuple[Term, ...]
    """Words of play, in alphabetical order."""
    synonyms: Mapping[str, tuple[str, ...]]
    """What players type for words of the texts, those of play among them."""


def word_anchor(word: str) -> str:
    """Anchor of a word on the glossary page: `word-player-turn`."""
    return f"word-{re.sub(r'[^a-z0-9]+', '-', word.lower()).strip('-')}"


def read_terms(text: str) -> Terms:
    """Terms of a file that comes with the package."""
    import yaml

    found = yaml.safe_load(text)
    terms = tuple(
        Term(
            term=one["term"],
            text=one["text"],
            also=tuple(one["also"]),
            word=one.get("word", ""),
        )
        for one in found["terms"]
    )
    synonyms = {word: tuple(others) for word, others in found["synonyms"].items()}
    return Terms(
        terms=tuple(sorted(terms, key=lambda term: term.term)),
        synonyms={term.term: term.also for term in terms} | synonyms,
    )
