"""Rulesets that stand on each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from turnwright.language.ruleset import Ruleset
from turnwright.load.problem import Place, did_you_mean, quoted
from turnwright.load.reference import Citations
from turnwright.load.shelf import ID, Shelf
from turnwright.load.written import AnyBody, RulesetFile

EXTERNAL = "external"
"""What a ruleset extends whose ground is not here."""


class Family:
    """Rulesets by id, and what each stands on."""

    def __init__(self, files: Mapping[str, RulesetFile]) -> None:
        self.files = files
        self.rulesets = {name: file.ruleset for name, file in files.items()}
        self._citations: dict[str, Citations] = {}
        self._in_full: dict[str, Ruleset] = {}

    def chain(self, ruleset: str) -> tuple[Ruleset, ...]:
        """The ruleset and all it stands on, the lowest first. Raises KeyError when it is unknown."""
        chain = [self.rulesets[ruleset]]
        while (below := self.rulesets.get(chain[-1].extends)) and below not in chain:
            chain.append(below)
        return tuple(reversed(chain))

    def citations(self, ruleset: str) -> Citations:
        """The clauses this ruleset can cite."""
        if ruleset not in self._citations:
            self._citations[ruleset] = Citations(self.chain(ruleset))
        return self._citations[ruleset]

    def chain_in_full(self, ruleset: str) -> tuple[Ruleset, ...]:
        """The chain, with every clause citing others by full id."""
        return tuple(self._cited_in_full(below) for below in self.chain(ruleset))

    def place(self, clause: str) -> Place:
        """Where the clause with this full id stands. Raises KeyError when there is none."""
        ruleset, _, short = clause.partition(".")
        found = self.citations(ruleset).find(short)
        if found is None:
            raise KeyError(clause)
        file = self.files[ruleset].report.file
        return Place(file.path, found.line, file.column_of(found.line))

    def _cited_in_full(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset, with every clause citing others by full id."""
        name = ruleset.ruleset
        if name not in self._in_full:
            citations = self.citations(name)
            whole = _citing(ruleset, citations)
            readings = {
                name: replace(
                    reading,
                    clauses=citations.full_ids(reading.clauses),
                    alternatives={
                        choice: _citing(alternative, citations)
                        for choice, alternative in reading.alternatives.items()
                    },
                )
                for name, reading in ruleset.readings.items()
            }
            self._in_full[name] = replace(
                whole,
                options={key: _citing(value, citations) for key, value in ruleset.options.items()},
                readings=readings,
                gaps=tuple(
                    replace(gap, clauses=citations.full_ids(gap.clauses)) for gap in ruleset.gaps
                ),
            )
        return self._in_full[name]


def check_extends(family: Family, shelf: Shelf) -> None:
    """Report what rulesets say they extend and cannot."""
    for name, file in family.files.items():
        below = file.ruleset.extends
        if not below or below == EXTERNAL:
            continue
        if not ID.fullmatch(below):
            file.report.note(
                ("extends",),
                f"{quoted(below)} is not the id of a ruleset.",
                "Name a ruleset by its id, never by a path, such as `extends: my_rules`.",
            )
        elif below not in family.rulesets:
            known = {*family.rulesets, *shelf.known()} - {name}
            file.report.note(
                ("extends",),
                f"There is no ruleset {quoted(below)}.",
                did_you_mean(below, known, "Known rulesets"),
            )
        elif circle := _circle(family, name):
            file.report.note(
                ("extends",), f"This ruleset stands on itself: {' → '.join(circle)}."
            )


def _circle(family: Family, name: str) -> list[str]:
    """The way from a ruleset back to itself, if there is one."""
    way = [name]
    while below := family.rulesets.get(family.rulesets[way[-1]].extends):
        if below.ruleset == name:
            return [*way, name]
        if below.ruleset in way:
            return []
        way.append(below.ruleset)
    return []


def _citing(body: AnyBody, citations: Citations) -> AnyBody:
    """The body, with every clause citing others by full id."""
    kinds: dict[str, Any] = {}
    for kind, name, part in body.parts():
        clauses = tuple(citations.cited_in_full(clause) for clause in part.clauses)
        kinds.setdefault(kind, {})[name] = replace(cast(Any, part), clauses=clauses)
    return replace(body, **kinds)
