"""Applicability: whether a clause holds always, by default, or only when players agree on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from turnwright.language.clause import Clause
from turnwright.language.ruleset import Body, Ruleset


class Applies(StrEnum):
    """When a clause applies."""

    ALWAYS = "always"
    """It holds whatever players agree on."""
    BY_DEFAULT = "by_default"
    """It holds unless players agree on another answer to a question that the source leaves open."""
    WITH_OPTION = "with_option"
    """It holds only with an option."""
    IF_AGREED = "if_agreed"
    """It belongs to an answer that holds only if players agree on it."""


@dataclass(frozen=True)
class Applicability:
    """When a clause applies, and what that depends on."""

    applies: Applies
    title: str = ""
    """Title of the option, or the question of the reading."""

    @property
    def label(self) -> str:
        """Words that go before the clause's sentence; empty when it always applies."""
        if self.applies is Applies.WITH_OPTION:
            return f"Only with {self.title}:"
        return LABELS[self.applies]

    @property
    def remark(self) -> str:
        """One word for it on a printed sheet, whose head says which choices it is for."""
        return REMARKS[self.applies]


LABELS = {
    Applies.ALWAYS: "",
    Applies.BY_DEFAULT: "Unless you agree otherwise:",
    Applies.IF_AGREED: "Only if you agree on it:",
}
REMARKS = {
    Applies.ALWAYS: "",
    Applies.BY_DEFAULT: "reading",
    Applies.WITH_OPTION: "option",
    Applies.IF_AGREED: "reading",
}


def applicability(rules: Ruleset, clause: Clause) -> Applicability:
    """Applicability of a clause in effective rules, those of options and readings included."""
    name, _, choice = clause.of.partition(":")
    if choice and name in rules.readings:
        reading = rules.readings[name]
        applies = Applies.BY_DEFAULT if choice == reading.default else Applies.IF_AGREED
        return Applicability(applies, reading.question)
    if name in rules.options:
        return Applicability(Applies.WITH_OPTION, rules.options[name].title)
    for reading in rules.readings.values():
        others = (it for name, it in reading.alternatives.items() if name != reading.default)
        if any(clause.full_id in displaced_by(other) for other in others):
            return Applicability(Applies.BY_DEFAULT, reading.question)
    return Applicability(Applies.ALWAYS)


def displaced_by(body: Body) -> Iterator[str]:
    """Full ids of what the clauses of a patch replace or remove."""
    for clause in body.clauses():
        yield from clause.replaces
        yield from clause.removes
