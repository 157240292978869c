"""Chance tables: exact odds as rows and columns, whatever they are of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from turnwright.language.clause import Clause


class ChanceKind(StrEnum):
    """What chances a table is about."""

    CHECK = "check"
    """The outcomes of a check."""
    DRAW = "draw"
    """Whose marker is drawn."""
    ORDER = "order"
    """Who wins a roll-off."""


@dataclass(frozen=True, kw_only=True)
class ChanceRow:
    """A row of chances."""

    label: str
    chances: tuple[Fraction, ...]
    clause: Clause | None = None
    """The clause that gives the outcome."""


@dataclass(frozen=True, kw_only=True)
class ChanceTable:
    """A table of chances."""

    kind: ChanceKind
    part: str
    """The name of the check, the container or the step."""
    title: str
    across: str = ""
    """What the columns are, in words."""
    columns: tuple[str, ...] = ()
    rows: tuple[ChanceRow, ...] = ()
    down: str = "Outcome"
    """What the rows are, in words."""
    clauses: tuple[Clause, ...] = ()
    """The clauses that it follows from."""
    stacked: bool = False
    """True when the chances of a column make a whole."""

    @property
    def content(self) -> object:
        """What it shows, whatever option brought it."""
        rows = tuple((row.label, row.chances) for row in self.rows)
        return self.kind, self.part, self.columns, rows
