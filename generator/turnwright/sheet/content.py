"""Content model of a sheet: the JSON input of the typst template."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt


class StyledText(NamedTuple):
    """Styled text: a run of text in one style."""

    text: str
    style: str = ""
    """Style: `strong`, `emph`, `code`, or nothing."""


@dataclass(frozen=True, kw_only=True)
class ClauseLine:
    """Clause line: a printed sentence."""

    spans: tuple[StyledText, ...]
    marks: tuple[str, ...] = ()
    """Numbers of the options, readings, gaps and assumptions that it has to do with."""


@dataclass(frozen=True, kw_only=True)
class ClauseGroup:
    """Clause group under one label or title."""

    label: str = ""
    """Label beside the group: Who, What, Limits, or nothing."""
    title: str = ""
    """Title that the group begins with: what its sentences are about."""
    shared: bool = False
    """True when the sentences hold for several steps."""
    lines: tuple[ClauseLine, ...]


@dataclass(frozen=True, kw_only=True)
class PartBlock:
    """Block of a step or another part with its clauses."""

    label: str = ""
    """Label: number in the step diagram, such as `2.1`."""
    how: str = ""
    """Relation to the parent step, as in the step diagram."""
    title: str
    like: tuple[str, ...] = ()
    """Titles of steps printed elsewhere whose clauses hold here too."""
    level: int = 1
    """Heading level: 1 for steps above the diagram's columns, 2 for those below."""
    groups: tuple[ClauseGroup, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Way:
    """Way to settle a question: a box to tick."""

    text: tuple[StyledText, ...]
    default: bool = False
    """True when it holds unless players tick another."""
    chosen: bool = False


@dataclass(frozen=True, kw_only=True)
class Blank:
    """Blank: a line to write on."""

    text: str
    box: bool
    """True when there is a box to tick before it."""


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """Agreement: an option, a reading, a gap or an assumption to settle before a battle."""

    number: str
    text: tuple[StyledText, ...]
    ways: tuple[Way, ...] = ()
    blanks: tuple[Blank, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Section:
    """Section: blocks under one title."""

    title: str
    blocks: tuple[PartBlock, ...]


@dataclass(frozen=True, kw_only=True)
class DiagramNode:
    """Diagram node: a step in the step diagram."""

    label: str
    title: str
    caption: str
    how: str
    """Relation to the parent step, as in the tree of steps."""
    columns: int
    """Column span."""
    beside: bool
    """True when child nodes are laid out side by side."""
    nodes: tuple[DiagramNode, ...]


@dataclass(frozen=True, kw_only=True)
class Probability:
    """Probability, rounded and exact."""

    percent: str
    exact: str
    """Exact fraction."""


@dataclass(frozen=True, kw_only=True)
class OddsRow:
    """Row of an odds table: an outcome of a check."""

    outcome: str
    totals: str
    chances: tuple[Probability, ...]
    """Probabilities by column; none for checks with too many dice to enumerate."""


@dataclass(frozen=True, kw_only=True)
class OddsTable:
    """Odds table of a check, with the clauses that no row represents."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    lines: tuple[ClauseLine, ...]


@dataclass(frozen=True, kw_only=True)
class Reminder:
    """Reminder: a marker to put on the table for a lasting fact or a used-up limit."""

    what: str
    beside: str
    until: str
    at: str
    """Number of the step in which it comes about, or nothing."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Content of a sheet."""

    title: str
    audience: str
    """Whom the sheet is for."""
    game: str
    """Game and edition."""
    sketch: tuple[StyledText, ...]
    """For a sketch, where it was looked up and how sure we are; else nothing."""
    chosen: tuple[tuple[StyledText, ...], ...]
    """Chosen options and readings, as sentences."""
    summary: str
    """Text alternative of the step diagram."""
    picture: DiagramNode
    steps: tuple[PartBlock, ...]
    """Steps in the order of the round."""
    sections: tuple[Section, ...]
    """Steps that the round does not list, and other parts."""
    charts: tuple[OddsTable, ...]
    markers: tuple[Reminder, ...]
    agreements: tuple[Agreement, ...]
    """What players settle before a battle."""
    not_covered: tuple[tuple[StyledText, ...], ...]
    """What its sources say and is not played, in a few words each."""
    sources: tuple[str, ...]
    publisher: str
    official: str
    official_label: str
    """Whose official rules these are."""
    dense: bool
    """True when sentences run on within their group."""
    legend: str
    """What the marks on sentences mean, as sentences; empty where there are none."""


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(["image"])
_STYLES = {"strong_open": "strong", "em_open": "emph"}


@cache
def styled_text(text: str) -> tuple[StyledText, ...]:
    """Parse inline Markdown into styled text."""
    found, styles = [], [""]
    for token in _MARKDOWN.parseInline(text.strip())[0].children or ():
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
