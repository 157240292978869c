"""Content model of a sheet: the JSON input of the typst template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class StyledText(NamedTuple):
    """Styled text: a run of text in one style."""

    text: str
    style: str = ""
    """Style: `strong`, `emph`, `code`, or nothing."""


@dataclass(frozen=True, kw_only=True)
class ClauseLine:
    """Clause line: a printed sentence and its id."""

    id: str
    spans: tuple[StyledText, ...]
    remark: str = ""
    """What it depends on, in one word: `option`, `reading`, or nothing."""


@dataclass(frozen=True, kw_only=True)
class ClauseGroup:
    """Clause group under one heading."""

    label: str
    """Heading: Who, What, Limits, or nothing."""
    lines: tuple[ClauseLine, ...]


@dataclass(frozen=True, kw_only=True)
class PartBlock:
    """Block of a step or another part with its clauses."""

    label: str = ""
    """Label: number in the step diagram, such as `2.1`; a capital for steps outside it."""
    how: str = ""
    """Relation to the parent step, as in the step diagram."""
    title: str
    like: str = ""
    """Label or title of the step whose clauses hold here too."""
    level: int = 1
    """Heading level: 1 for steps above the diagram's columns, 2 for those below."""
    groups: tuple[ClauseGroup, ...] = ()


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
    id: str


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
    id: str


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Content of a sheet."""

    title: str
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
    shared: Section
    """Steps whose clauses other steps share."""
    charts: tuple[OddsTable, ...]
    others: tuple[Section, ...]
    markers: tuple[Reminder, ...]
    not_covered: tuple[tuple[StyledText, ...], ...]
    """What its sources say and is not played, in a few words each."""
    sources: tuple[str, ...]
    publisher: str
    official: str
    official_label: str
    """Whose official rules these are."""
    ids: str
    """Legend of the id prefixes, as a sentence."""
