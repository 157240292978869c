"""Clauses: an id, a sentence in our own words, where it comes from, and what it means.

Whatever the engine does, a clause said so. The words of a meaning are fields declared with
`word(...)`, which says how two clauses that use the same word go together, what the word may
stand beside, and whom its guard is asked of.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from turnwright.language.condition import Condition
from turnwright.language.field import FieldRule, Form, ruled


class Combine(StrEnum):
    """How the clauses of one part go together when several use the same word."""

    ONE = "one"
    """One clause says it. A second one is a conflict, unless a `when` keeps them apart."""
    EVERY = "every"
    """All must hold: each further clause narrows."""
    ANY = "any"
    """Each further clause adds: it is enough that one of them says so."""
    SUM = "sum"
    """The amounts are added up."""
    CHAIN = "chain"
    """The first one listed decides; each further one decides what is still equal."""


class Guard(StrEnum):
    """Whom the `when` of a clause is asked of."""

    ACTING = "acting"
    """All the units that act; where none does, their side; where there is none, the battle."""
    EACH = "each"
    """Each unit (or side) that could be picked, one by one."""
    HOLDER = "holder"
    """The side whose chance it is; or its units that act, where some do."""
    SIDE = "side"
    """Each side, one by one."""
    BEARER = "bearer"
    """Whoever has the fact or the value."""
    MOVED = "moved"
    """The unit that joins the battle, or that is lost."""


@dataclass(frozen=True)
class Word:
    """What is declared of a word of the language, beside its type and its docstring."""

    combine: Combine
    guard: Guard
    beside: tuple[str, ...]
    """It means something only where one of these words is said of the same part."""
    apart: tuple[str, ...]
    """It means nothing where one of these words is said of the same part."""


def word(
    combine: Combine,
    guard: Guard = Guard.ACTING,
    *,
    beside: tuple[str, ...] = (),
    apart: tuple[str, ...] = (),
    **rule: Any,
) -> Any:
    """A field of a meaning: absent until a clause says it, combined and guarded as declared."""
    metadata = {"word": Word(combine, guard, beside, apart), "rule": FieldRule(**rule)}
    return dataclasses.field(default=None, metadata=metadata)


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """What every meaning may say, whatever the part."""

    when: Condition | None = None
    """A guard: all that this clause means holds only then. Of what changes as a step is done, every
    guard is asked before the first change."""


def words_of(meaning: type[Meaning]) -> Mapping[str, Word]:
    """The words of a kind of meaning, in order, with what is declared of each."""
    if meaning not in _WORDS:
        declared = (each for each in fields(meaning) if "word" in each.metadata)
        _WORDS[meaning] = {each.name: each.metadata["word"] for each in declared}
    return _WORDS[meaning]


_WORDS: dict[type[Meaning], Mapping[str, Word]] = {}


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where a clause comes from."""

    document: str = ruled(names="document")
    """The short name of a document listed under `documents`."""
    section: str = ""
    """The heading under which the document says it."""
    lines: str = ruled("", form=Form.LINES)
    """Lines of our copy of the document, such as `22`, `25-27` or `22, 24`."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """A document that was published and that clauses are taken from."""

    title: str
    """Its full title."""
    by: str = "unknown"
    """Who wrote it, as far as it says; who publishes the game is another question."""
    edition: str = ""
    """Which edition or printing of the text it is."""
    link: str = ruled("", form=Form.LINK)
    """Where the document or its official successor is."""
    note: str = ""
    """Anything else that a reader should know of it."""


@dataclass(frozen=True, kw_only=True)
class Clause:
    """One rule: one idea that can be cited, shown and played."""

    id: str
    """Group and name, such as `activation.pass-is-final`. Unique in its ruleset, never numbered."""
    aliases: tuple[str, ...] = ()
    """Earlier ids of this clause; links to them keep working."""
    text: str
    """The rule in our own words, as a referee would say it. Inline Markdown, no HTML."""
    source: Source | None = None
    """Where it comes from. Without one, the source of its part holds."""
    follows: tuple[str, ...] = ()
    """Instead of a meaning: the clauses this one follows from."""
    advice: str = ""
    """Instead of a meaning: why this clause only advises."""
    replaces: tuple[str, ...] = ()
    """Clauses of the ruleset underneath that this one stands in for. `group.*`: a whole group."""
    removes: tuple[str, ...] = ()
    """Clauses of the ruleset underneath that this one takes away without putting anything there."""
    rereads: tuple[str, ...] = ()
    """Clauses of the ruleset underneath that hold as they are, but whose words mean something else
    now: this one says what, and is shown at each of them. `group.*`: a whole group."""
    machine: bool = False
    """True when it only keeps the machine's books, and no player would ever ask for it."""
    inferred: bool = False
    """True when the source implies it, or a round needs it, but does not say it."""
    assumed: str = ""
    """The rule stands in for a source that we do not have: what whoever has it must check."""
    ruleset: str = ruled("", filled=True)
    """Which ruleset wrote it. Filled in when the file is loaded; the full id starts with it."""
    line: int = ruled(0, filled=True)
    """Where it stands in its file. Filled in when the file is loaded."""
    of: str = ruled("", filled=True)
    """The option or reading that brings it, if any. Filled in when the file is loaded."""

    @property
    def waived(self) -> tuple[str, ...]:
        """The clauses to which its meaning makes an exception."""
        waived: tuple[str, ...] | None = getattr(getattr(self, "means", None), "waives", None)
        return waived or ()

    @property
    def full_id(self) -> str:
        """The id with the ruleset that wrote it, which is what everything else cites."""
        return f"{self.ruleset}.{self.id}" if self.ruleset else self.id

    @property
    def group(self) -> str:
        """The part of the id before the dot: a heading on the page."""
        return self.id.partition(".")[0]
