"""Ledgers: what became of each sentence of a document, without its words."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class NoRule(StrEnum):
    """Why a sentence of a document is no rule."""

    HEADING = "heading"
    """It is a heading, or introduces a list."""
    EXAMPLE = "example"
    """It shows a rule that another sentence says."""
    BACKGROUND = "background"
    """It says why a rule is there, or what it stands for in the world of the game."""
    CREDIT = "credit"
    """It says who made the document, or how to reach them."""


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """Ledger of one document: line by line, what each of its sentences became."""

    document: str
    """The short name of the document, under `documents` of the ruleset beside it."""
    sha256: str
    """Hash of the document's bytes, by which it shows that the two have parted."""
    lines: int
    """How many lines the document has."""
    blank: str = ""
    """Lines without words, such as `2, 4, 8-10`."""
    became: Mapping[str, str | tuple[str | tuple[str, ...], ...]]
    """By line, an item for each sentence: a clause, `reading:name`, `gap:name`, `option:name`,
    `not_covered:name` or a word for what is no rule, or a list of these. A line of one sentence
    that became one thing may leave out the list."""

    def sentences(self, line: int) -> tuple[tuple[str, ...], ...]:
        """What each sentence of a line became."""
        found = self.became.get(str(line), ())
        items = (found,) if isinstance(found, str) else found
        return tuple((item,) if isinstance(item, str) else item for item in items)
