"""What is printed on a sheet, as finished words: the one JSON that the template reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class StyledText(NamedTuple):
    """Words of a sentence that are set alike."""

    text: str
    style: str = ""
    """`strong`, `emph`, `code`, or nothing."""


@dataclass(frozen=True, kw_only=True)
class ClauseLine:
    """A clause: its sentence, and the id that everybody can cite."""

    id: str
    spans: tuple[StyledText, ...]


@dataclass(frozen=True, kw_only=True)
class ClauseGroup:
    """Clauses that say the same kind of thing."""

    label: str
    """Who, What or Limits; nothing where it would not help."""
    lines: tuple[ClauseLine, ...]


@dataclass(frozen=True, kw_only=True)
class PartBlock:
    """A step, or another part that has clauses."""

    label: str = ""
    """Its number in the picture, such as `2.1`; a capital where it is not in the picture."""
    how: str = ""
    """How it comes under the one around it, as in the picture."""
    title: str
    like: str = ""
    """The label of another block that holds here too; its title where it has none."""
    level: int = 1
    """1 for what the picture has above its columns, 2 for what is under it."""
    groups: tuple[ClauseGroup, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Section:
    """Blocks under a heading."""

    title: str
    blocks: tuple[PartBlock, ...]


@dataclass(frozen=True, kw_only=True)
class DiagramNode:
    """A step in the picture of the round."""

    label: str
    title: str
    caption: str
    how: str
    """How it comes under the one around it, as in the tree of steps."""
    columns: int
    """How many columns of the picture it stands over."""
    beside: bool
    """True when what is under it stands side by side."""
    nodes: tuple[DiagramNode, ...]


@dataclass(frozen=True, kw_only=True)
class Probability:
    """How likely something is."""

    percent: str
    exact: str
    """As a fraction."""


@dataclass(frozen=True, kw_only=True)
class OddsRow:
    """An outcome of a check."""

    outcome: str
    totals: str
    chances: tuple[Probability, ...]
    """One for each column; nothing where the dice are too many to count out."""
    id: str


@dataclass(frozen=True, kw_only=True)
class OddsTable:
    """A check as a small table, and what else its clauses say."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    lines: tuple[ClauseLine, ...]


@dataclass(frozen=True, kw_only=True)
class Reminder:
    """Something to put on the table, because nobody should have to remember it."""

    what: str
    beside: str
    until: str
    id: str


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """One system, ready to be set."""

    title: str
    game: str
    """The game and its edition."""
    chosen: tuple[tuple[StyledText, ...], ...]
    """The options and readings that players agreed on, as sentences."""
    summary: str
    """The picture in words, for who cannot see it."""
    picture: DiagramNode
    steps: tuple[PartBlock, ...]
    """In the order of the round."""
    shared: Section
    """What several steps have in common."""
    charts: tuple[OddsTable, ...]
    others: tuple[Section, ...]
    markers: tuple[Reminder, ...]
    sources: tuple[str, ...]
    official: str
    ids: str
    """What the ids on the sheet begin with, as a sentence."""
