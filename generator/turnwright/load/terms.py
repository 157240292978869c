"""Terms: words of play with what players also call them, read from YAML."""

from collections.abc import Mapping
from dataclasses import dataclass

import yaml


@dataclass(frozen=True, kw_only=True)
class Term:
    """Word of play."""

    term: str
    text: str
    """What it means, in a sentence."""
    also: tuple[str, ...] = ()
    """What players also type for it."""

    @property
    def anchor(self) -> str:
        """Anchor on the glossary page."""
        return f"word-{self.term.lower().replace(' ', '-')}"


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Words that the texts of all turn systems share."""

    terms: tuple[Term, ...]
    """Words of play, in alphabetical order."""
    synonyms: Mapping[str, tuple[str, ...]]
    """What players type for words of the texts, those of play among them."""


def read_terms(text: str) -> Terms:
    """Terms of a file that comes with the package."""
    found = yaml.safe_load(text)
    terms = tuple(
        Term(term=one["term"], text=one["text"], also=tuple(one["also"])) for one in found["terms"]
    )
    synonyms = {word: tuple(others) for word, others in found["synonyms"].items()}
    return Terms(
        terms=tuple(sorted(terms, key=lambda term: term.term)),
        synonyms={term.term: term.also for term in terms} | synonyms,
    )
