"""Terms: the words of play that turn systems share, with what players also call them."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml


@dataclass(frozen=True, kw_only=True)
class Term:
    """Word of play."""

    term: str
    text: str
    """What it means, in a sentence."""
    also: tuple[str, ...] = ()
    """What players also type for it."""
    word: str = ""
    """The word of the language that rulesets may have a word of their own for."""

    @property
    def anchor(self) -> str:
        """Anchor on the glossary page."""
        return self.term.lower().replace(" ", "-")


@cache
def shared_terms() -> tuple[Term, ...]:
    """All shared terms, in alphabetical order."""
    text = files("turnwright.site").joinpath("terms.yaml").read_text(encoding="utf-8")
    found = (
        Term(
            term=one["term"],
            text=one["text"],
            also=tuple(one.get("also", ())),
            word=one.get("word", ""),
        )
        for one in yaml.safe_load(text)
    )
    return tuple(sorted(found, key=lambda term: term.term))
