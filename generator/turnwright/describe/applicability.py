"""Applicability: whether a clause holds always, by default, or only when players agree on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, cast

from turnwright.describe.clause_words import Statements
from turnwright.describe.step_tree import opened_steps, reachable_steps
from turnwright.examples.programs import once_for_ruleset
from turnwright.language.book import Entry
from turnwright.language.clause import Clause
from turnwright.language.effect import Covers
from turnwright.language.eligibility import Together
from turnwright.language.ruleset import Body, Part, Ruleset
from turnwright.language.traversal import texts_in


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
    question = _questioned(rules).get(clause.full_id)
    return Applicability(Applies.BY_DEFAULT if question else Applies.ALWAYS, question or "")


@once_for_ruleset
def _questioned(rules: Ruleset) -> Mapping[str, str]:
    """Full ids of the clauses that another answer displaces, each with the question."""
    found: dict[str, str] = {}
    for reading in rules.readings.values():
        for name, answer in reading.alternatives.items():
            if name != reading.default:
                for full_id in displaced_by(answer):
                    found.setdefault(full_id, reading.question)
    return found


def displaced_by(body: Body) -> Iterator[str]:
    """Full ids of what the clauses of a patch replace or remove."""
    for clause in body.clauses():
        yield from clause.replaces
        yield from clause.removes


GROUPS = (Together.SEVERAL, Together.TIED)
"""How many units one chance starts, where these may be several."""


@once_for_ruleset
def idle_clauses(rules: Ruleset) -> frozenset[str]:
    """Full ids of the clauses that are never asked, though nothing replaces or removes them.

    Those of steps that no round opens, of checks that no opened step makes and of containers
    that none draws from; those whose every word a step below says otherwise; exceptions to
    clauses that are idle; what is said of several units where they are picked one by one; and
    clauses that follow from nothing but such.
    """
    opened = opened_steps(rules)
    if not opened:
        return frozenset()  # A library of steps: it is played where something extends it.
    statements = Statements(rules)
    asked = {clause for name in opened for clause in statements.clauses_of(name)}
    clauses = {clause.full_id: clause for clause in rules.clauses()}
    named = {name for each in asked for name in texts_in(_meaning(clauses[each]))}
    named |= {name for ability in rules.abilities.values() for name in texts_in(ability)}
    advisory = reachable_steps(rules)
    for kind, name, part in rules.parts():
        for clause in part.clauses:
            if kind == "steps":
                if clause.advice and name in advisory:
                    asked.add(clause.full_id)
            elif kind not in ("checks", "containers") or name in named:
                asked.add(clause.full_id)
    idle = {each for each, clause in clauses.items() if each not in asked and not clause.follows}
    if not any(_may_group(clauses[each]) for each in asked):
        idle |= {each for each in asked if _is_about_groups(clauses[each])}
    idle |= {each for each in asked if _waives_only(clauses[each], idle)}
    while more := {
        each
        for each, clause in clauses.items()
        if each not in idle and clause.follows and idle.issuperset(clause.follows)
    }:
        idle |= more
    return frozenset(idle)


def without_idle(rules: Ruleset) -> Ruleset:
    """Effective rules without their idle clauses."""
    idle = idle_clauses(rules)
    if not idle:
        return rules
    parts: dict[str, dict[str, Part]] = {}
    for kind, name, part in rules.parts():
        asked = tuple(clause for clause in part.clauses if clause.full_id not in idle)
        kept = part if len(asked) == len(part.clauses) else replace(cast(Any, part), clauses=asked)
        parts.setdefault(kind, {})[name] = kept
    return cast(Ruleset, replace(cast(Any, rules), **parts))


def _may_group(clause: Clause) -> bool:
    """True when a clause lets several units be picked at once."""
    return getattr(_meaning(clause), "together", None) in GROUPS


def _is_about_groups(clause: Clause) -> bool:
    """True when a clause says nothing but what holds for units that are picked at once."""
    covers = _says_only(clause, "covers") and _meaning(clause).covers is Covers.TOGETHER
    return covers or _says_only(clause, "extra")


def _waives_only(clause: Clause, idle: set[str]) -> bool:
    """True when all that a clause means is an exception to idle clauses."""
    return _says_only(clause, "waives") and idle.issuperset(clause.waived)


def _says_only(clause: Clause, word: str) -> bool:
    """True when a clause means one word and nothing else."""
    said = vars(_meaning(clause)) if _meaning(clause) else {}
    return [name for name, value in said.items() if value is not None and name != "when"] == [word]


def _meaning(clause: Clause) -> Any:
    """Meaning of a clause, or None where it has none."""
    return getattr(clause, "means", None)


def is_assumed(entry: Entry, clauses: Mapping[str, Clause]) -> bool:
    """True where all that is behind an entry is assumed; what it asks is settled at the table."""
    found = [bool(clauses[each].assumed) for each in entry.rules if each in clauses]
    return bool(found) and all(found) and not entry.agree


def assumed_clauses(rules: Ruleset) -> tuple[Clause, ...]:
    """Assumed clauses that the round uses: what whoever has their source should check."""
    idle = idle_clauses(rules)
    return tuple(each for each in rules.clauses() if each.assumed and each.full_id not in idle)
