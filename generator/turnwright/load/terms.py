"""Terms: words of play, and what players type for words of texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from turnwright.language.ruleset import Ruleset
from turnwright.load.document import Diagnostics, removed_words
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.source_files import patch_layers


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

    def standing_for(self, word: str) -> Term | None:
        """Term that stands for a word of the language; None when players have none."""
        return next((term for term in self.terms if word and term.word == word), None)


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


_LONGEST_ENDING = 4
_WORDS = re.compile(r"[^\W\d_]{3,}")


def has_word(text: str, word: str) -> bool:
    """True when a text has a word or phrase, whatever its ending."""
    pattern = rf"(?<!\w){re.escape(word)}\w{{0,{_LONGEST_ENDING}}}(?!\w)"
    return re.search(pattern, text, re.IGNORECASE) is not None


def check_synonyms(diagnostics: Diagnostics, ruleset: Ruleset) -> None:
    """Diagnostics for synonyms of words that no text of the ruleset has."""
    # What could not be read may have the word.
    texts = [*_texts(ruleset), *removed_words(diagnostics.root)] if ruleset.synonyms else []
    for word, others in ruleset.synonyms.items():
        if not others and not diagnostics.has_removed(("synonyms", word)):
            diagnostics.note(("synonyms", word), "This list is empty.", "Say what players type.")
        if not any(has_word(text, word) for text in texts):
            known = {found.lower() for text in texts for found in _WORDS.findall(text)}
            message = f"No text of this ruleset has the word {quoted(word)}."
            hint = did_you_mean(word, known, "Words of its texts")
            diagnostics.note(("synonyms", word), message, hint, key=True)


def _texts(ruleset: Ruleset) -> Iterator[str]:
    """What the search of a site finds: clauses, titles of parts, and what is not covered."""
    for layer in patch_layers(ruleset):
        for _, _, part in layer.body.parts():
            yield part.title
            yield from (clause.text for clause in part.clauses)
    yield from (entry.text for entry in ruleset.not_covered.values())
