"""Content model of a sheet: the JSON input of the typst template."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt

from turnwright.describe.odds_table import MINUS, OddsTable


class StyledText(NamedTuple):
    """Styled text: a run of text in one style."""

    text: str
    style: str = ""
    """Style: `strong`, `emph`, `code`, or nothing."""


Text = tuple[StyledText, ...]


@dataclass(frozen=True, kw_only=True)
class RoundBox:
    """Box in the picture of the round."""

    title: str
    note: Text = ()
    repeats: bool = False
    """True when it is gone through again and again."""
    inside: tuple[RoundBox, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TickBox:
    """TickBox to settle a question: a box to tick."""

    text: Text
    default: bool = False
    """True when it holds unless players tick another."""
    chosen: bool = False


@dataclass(frozen=True, kw_only=True)
class PrintedEntry:
    """Entry of the book as it is printed."""

    title: Text = ()
    question: Text = ()
    """What players settle before they play; what is said then is the answer."""
    say: Text = ()
    points: tuple[Text, ...] = ()
    rows: tuple[tuple[Text, Text], ...] = ()
    odds: tuple[OddsTable, ...] = ()
    ways: tuple[TickBox, ...] = ()
    blanks: tuple[str, ...] = ()
    """Lines to write on, each with what is written there."""
    marks: str = ""
    """Letters of what its words mean here, where they were written for other rules."""
    behind: str = ""
    """The clauses behind it, with their sources."""


@dataclass(frozen=True, kw_only=True)
class PrintedPart:
    """Items under one heading."""

    title: Text
    items: tuple[PrintedEntry, ...]


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Content of a sheet."""

    title: str
    kind: str
    """What kind of sheet it is, as a label."""
    game: str
    """Game and edition."""
    lead: tuple[Text, ...]
    """Chosen options and readings; of a sketch, what it covers."""
    summary: str
    """Text alternative of the picture."""
    round: tuple[RoundBox, ...]
    """The picture of the round."""
    blanks: tuple[str, ...] = ()
    """Lines to write on at its head, each with what is written there."""
    parts: tuple[PrintedPart, ...]
    twice: bool = False
    """True when it is printed twice on a side that is cut in the middle."""
    sources: tuple[str, ...]
    publisher: str
    official: str
    official_label: str
    """Whose official rules these are."""


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(["image"])
_STYLES = {"strong_open": "strong", "em_open": "emph"}
_MINUS = re.compile(r"(?<!\w)-(?=\w)")
"""A hyphen before a number or a word, which stands for a minus and where no line ends."""


@cache
def styled_text(text: str) -> Text:
    """Parse inline Markdown into styled text."""
    found, styles = [], [""]
    for token in _MARKDOWN.parseInline(_MINUS.sub(MINUS, text.strip()))[0].children or ():
        if token.type in _STYLES:
            styles.append(_STYLES[token.type])
        elif token.type in ("strong_close", "em_close"):
            styles.pop()
        elif token.type == "code_inline":
            found.append(StyledText(token.content, "code"))
        elif token.type in ("softbreak", "hardbreak"):
            found.append(StyledText(" ", styles[-1]))
        elif token.content:
            found.append(StyledText(token.content, styles[-1]))
    return tuple(found)
