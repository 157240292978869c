"""Terms: the words of play that turn systems share, with what players also call them."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


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


def word_anchor(word: str) -> str:
    """Anchor of a word on the glossary page: `Saga dice` is `saga-dice`."""
    return re.sub(r"\W+", "-", word.lower()).strip("-")


@cache
def shared_terms() -> tuple[Term, ...]:
    """All shared terms, in alphabetical order."""
    text = files("turnwright.site").joinpath("terms.toml").read_text(encoding="utf-8")
    found = (
        Term(
            term=one["term"],
            text=one["text"],
            also=tuple(one.get("also", ())),
            word=one.get("word", ""),
        )
        for one in tomllib.loads(text)["terms"]
    )
    return tuple(sorted(found, key=lambda term: term.term))


def term_of(word: str) -> Term | None:
    """Term for a word of the language; None when players have none."""
    return next((term for term in shared_terms() if word and term.word == word), None)
