"""Book: the edited text over the clauses of a ruleset, in the order in which it is played.

Chapters are made of entries. An entry tells the player what to do or what is so, and names the
clauses that it says. A sheet plan says which of them go on paper, and where.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from turnwright.language.field import ruled


@dataclass(frozen=True, kw_only=True)
class AttackRoll:
    """One roll of an attack."""

    check: str = ruled(names="check")
    """What is rolled."""
    outcome: str
    """The outcome with which the attack goes on."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table that is worked out from the rules."""

    check: str = ruled("", one_of=True, names="check")
    """What a roll comes to: the chart of this check, with its odds."""
    attack: tuple[AttackRoll, ...] = ruled((), one_of=True)
    """The rolls of an attack, one after another, each of a die for every attack that went on."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One thing that a player does or has to know, with the clauses behind it."""

    id: str = ""
    """By which other entries, the sheet and an overlay's book cite it."""
    title: str = ""
    """A word or two before it, such as `Pass`."""
    agree: str = ""
    """A question that players settle before they play. `say` is what holds unless they do."""
    say: str = ""
    """One to three sentences that tell you what to do. Inline Markdown, no HTML."""
    points: tuple[str, ...] = ()
    """A list below it."""
    rows: Mapping[str, str] = field(default_factory=dict)
    """A table of two columns below it."""
    table: Table | None = None
    """A table below it that is worked out from the rules."""
    reading: str = ruled("", beside=("agree",), names="reading")
    """The reading that `agree` asks about."""
    gap: str = ruled("", beside=("agree",), names="gap")
    """The name of the gap that `agree` asks about."""
    first: bool = ruled(False, beside=("agree",))
    """It matters for a first game."""
    only_with: tuple[str, ...] = ()
    """It is so only with one of these options, or of these readings as `reading:alternative`."""
    not_with: tuple[str, ...] = ()
    """It is not so with any of these options or readings."""
    replaces: tuple[str, ...] = ()
    """Entries of the book underneath in whose place it stands."""
    after: str = ruled("", apart=("replaces",))
    """The entry of the book underneath after which it stands; without one, it comes last."""
    rules: tuple[str, ...] = ruled((), names="clause")
    """The clauses behind it."""
    ruleset: str = ruled("", filled=True)
    """The ruleset whose book it is from. Filled in where books read on from each other."""

    @property
    def key(self) -> str:
        """By which a sheet cites it: its id, or the reading or gap that it asks about."""
        return self.id or self.reading or self.gap


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """Entries on one part of the game, such as a phase."""

    chapter: str
    """Its id. With that of a chapter of the book underneath, it goes on from that one."""
    title: str = ""
    """Its heading; that of the chapter underneath if there is one."""
    drops: tuple[str, ...] = ()
    """Entries of the book underneath that do not hold here."""
    entries: tuple[Entry, ...] = ()
    """Its entries, in order."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """One part of the round in its picture."""

    step: str = ruled(names="step")
    """The step that it stands for."""
    title: str = ""
    """What it is called; the title of its step, if nothing is said."""
    note: str = ""
    """A few words below it: whose it is, and what comes first."""
    chapter: str = ruled("", names="chapter")
    """The chapter that tells it."""
    repeats: bool = False
    """It is gone through again and again."""
    inside: tuple["Box", ...] = ()
    """Its own parts, in order."""


@dataclass(frozen=True, kw_only=True)
class FirstGame:
    """What somebody needs who plays the system for the first time; at most 300 words."""

    need: str
    """What you need on the table and in your hand."""
    sides: str
    """Who is attacker, who begins; or that the source does not say it."""
    agree: str
    """What to agree before the first round."""
    leave: str = ""
    """Which options to leave alone, and why."""
    round: tuple[str, ...]
    """The first round, in at most ten lines."""
    watch: str = ""
    """The sentence of an example that plays such a round."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a ruleset says to a question of a club."""

    say: str
    """The answer, in a sentence or two."""
    rules: tuple[str, ...] = ruled(names="clause")
    """The clauses behind it."""


@dataclass(frozen=True, kw_only=True)
class Book:
    """The book of one ruleset."""

    book: str
    """The ruleset that it tells."""
    names: tuple[str, ...] = ()
    """What else players call the game or the ruleset, for the search."""
    round: tuple[Box, ...] = ()
    """The round as one small picture."""
    chapters: tuple[Chapter, ...] = ()
    """Its chapters, in the order of play. An overlay lists those of the book underneath, too."""
    drops: tuple[str, ...] = ()
    """Chapters of the book underneath that do not hold here."""
    changes: tuple[Entry, ...] = ()
    """What it changes for somebody who knows the ruleset underneath, on half a side of paper."""
    first_game: FirstGame | None = None
    """How to play it for the first time."""
    club: Mapping[str, Answer] = field(default_factory=dict)
    """Answers to what a club asks before it picks a system."""
    at_most: Mapping[str, int] = ruled(default_factory=dict, names="value")
    """The highest number of a value that players meet. Tables of odds go no further."""


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
