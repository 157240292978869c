"""Sheet plan: what of a book goes on the player's sheet, in what order, and in which words.

A ruleset without one has its whole book on the sheet.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from turnwright.language.field import ruled


@dataclass(frozen=True, kw_only=True)
class SheetLine:
    """Entries of the book on the sheet: as the book says them, or in words of its own."""

    of: tuple[str, ...]
    """The entries: by id, or by the reading or gap that they ask about. Without words of its own,
    they stand as the sheet underneath has them, or else as the book does."""
    title: str = ""
    """A word or two before it."""
    say: str = ""
    """The same in fewer words. Inline Markdown, no HTML."""
    points: tuple[str, ...] = ()
    """A list below it."""
    rows: Mapping[str, str] = field(default_factory=dict)
    """A table of two columns below it."""
    odds: str = ruled("", names="check")
    """The check whose odds stand below it."""
    rules: tuple[str, ...] = ruled((), names="clause")
    """Further clauses that it says."""

    @property
    def has_words(self) -> bool:
        """True when it says something of its own."""
        return bool(self.title or self.say or self.points or self.rows or self.odds)


@dataclass(frozen=True, kw_only=True)
class SheetChapter:
    """Lines under one heading."""

    chapter: str
    """Its id; with that of a chapter of the book, it has that one's heading."""
    title: str = ""
    """Its heading."""
    lines: tuple[SheetLine, ...] = ()
    """Its lines, in order; without any, it is the chapter of the book."""


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """Entries that are not on the sheet."""

    of: tuple[str, ...]
    """The entries, or whole chapters of the book."""
    why: str
    """Why nobody needs them at the table."""


@dataclass(frozen=True, kw_only=True)
class SheetPlan:
    """What goes on the player's sheet of one ruleset."""

    sheet: str
    """The ruleset whose sheet it is."""
    chapters: tuple[SheetChapter, ...]
    """What goes on it, in order."""
    notes: tuple[str, ...] = ()
    """What there is a line for at its head, to be written on, such as who is attacker."""
    left_out: tuple[LeftOut, ...] = ()
    """What does not. Every entry of the book is on the sheet or here."""
