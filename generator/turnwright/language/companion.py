"""Companion files: ledgers of documents, what proof cannot tell apart, and what was read."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.field import ruled


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


@dataclass(frozen=True, kw_only=True)
class Equivalent:
    """Why taking a clause away, or changing it in some ways, makes no difference."""

    to: str = ruled("", names="clause")
    """The clause that says the same: one of the two can be taken away."""
    changes: tuple[str, ...] = ()
    """Changes of the meaning that make no difference, as `turnwright prove` names them."""
    why: str
    """Why it makes none, for a reader who doubts it."""


@dataclass(frozen=True, kw_only=True)
class Equivalences:
    """What proof cannot tell apart in the ruleset beside it."""

    equivalent: Mapping[str, tuple[Equivalent, ...]]
    """By clause: where another one says the same, or a change of its meaning makes no
    difference."""


@dataclass(frozen=True, kw_only=True)
class Reviews:
    """Fingerprints of what somebody has read, sentence, meaning and source together."""

    reviewed: Mapping[str, str]
    """By name: a clause, an entry of the book, an example's title, or another part of the rules.
    `turnwright review` writes them."""
