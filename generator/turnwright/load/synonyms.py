"""Synonyms: what players type for words of a ruleset's texts, and whether a text has a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from turnwright.language.ruleset import Ruleset
from turnwright.load.diagnostics import Diagnostics, removed_words
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.source_files import patch_layers

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
