"""Rulesets that stand on each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.ruleset import Ruleset
from turnwright.load.clash import Clash
from turnwright.load.patch import effective
from turnwright.load.problem import Place, Problem, did_you_mean, quoted
from turnwright.load.reference import Citations
from turnwright.load.report import Report
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
        self._effective: dict[object, tuple[Ruleset, tuple[Clash, ...]]] = {}

    def chain(self, ruleset: str) -> tuple[Ruleset, ...]:
        """The ruleset and all it stands on, the lowest first. Raises KeyError if unknown."""
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

    def is_clean(self, ruleset: str) -> bool:
        """True when nothing wrong was found in its file, nor in those of all it stands on."""
        return not any(self.files[below.ruleset].report.problems for below in self.chain(ruleset))

    def effective(
        self,
        ruleset: str,
        options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
        params: Mapping[str, Condition] | None = None,
        without: str = "",
    ) -> tuple[Ruleset, tuple[Clash, ...]]:
        """The rules that hold with these choices, and what keeps them from going together."""
        chosen, readings, params = frozenset(options), dict(readings or {}), dict(params or {})
        key = (ruleset, chosen, frozenset(readings.items()), frozenset(params.items()), without)
        if key not in self._effective:
            chain = self.chain_in_full(ruleset)
            self._effective[key] = effective(chain, chosen, readings, params, without)
        return self._effective[key]

    def note(self, ruleset: str, clashes: Iterable[Clash]) -> None:
        """Put clashes into the reports of the files they are in."""
        for clash in clashes:
            problem = self.told(ruleset, clash)
            report = self._report_at(problem.path) or self.files[ruleset].report
            if not report.is_full and problem not in report.problems:
                report.problems.append(problem)

    def told(self, ruleset: str, clash: Clash) -> Problem:
        """A clash as a problem, where its last clause stands."""
        if not clash.clauses:
            return self.files[ruleset].report.file.problem(1, 1, clash.message, clash.hint)
        at = self.place(clash.clauses[-1].full_id)
        file = (self._report_at(at.path) or self.files[ruleset].report).file
        hint = (clash.hint + self.where(clash, clash.clauses[:-1])).strip()
        return file.problem(at.line, at.column, clash.message, hint)

    def where(self, clash: Clash, clauses: Iterable[Clause] | None = None) -> str:
        """Where the clauses of a clash stand, as a sentence to add."""
        of = clash.clauses if clauses is None else clauses
        return "".join(
            f" {quoted(clause.full_id)} is at {self.place(clause.full_id)}." for clause in of
        )

    def _report_at(self, path: str) -> Report | None:
        """The report of the file with this path."""
        return next((f.report for f in self.files.values() if f.report.file.path == path), None)

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
            if below in known:
                continue  # What is wrong with its file has been told.
            file.report.note(
                ("extends",),
                f"There is no ruleset {quoted(below)}.",
                did_you_mean(below, known, "Known rulesets"),
            )
        elif circle := _circle(family, name):
            file.report.note(("extends",), f"This ruleset stands on itself: {' → '.join(circle)}.")


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
