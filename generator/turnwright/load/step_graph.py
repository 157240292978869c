"""The course of a round: which steps open which, and that every one of them can end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from turnwright.language.chance import Cadence
from turnwright.language.clause import Combine
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import Step, StepClause, StepMeaning
from turnwright.load.conflicts import RuleConflict
from turnwright.load.cycles import edges, find_cycle, format_cycle
from turnwright.load.problem import enumerated, quoted

_EDGE_WORDS = {
    word: StepMeaning.__dataclass_fields__[word].metadata["combine"]
    for word in (
        "sequence",
        "repeats",
        "cadence",
        "each",
        "each_ability",
        "needs",
        "bars",
        "until_fact",
        "result",
    )
}
"""The words that lead from step to step, or out of one, and how each combines."""

MAX_LIKE_DEPTH = 40
"""Steps that may be like each other in a row."""

MAX_CYCLES = 10
"""Circles that are told. Who has more of them has one mistake many times."""


class _Statement(NamedTuple):
    """What one clause says with one word."""

    clause: StepClause
    value: Any
    always: bool


class StepGraph:
    """The way through the steps of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        """`ruleset` is effective."""
        self._ruleset = ruleset
        self._words: dict[str, dict[str, list[_Statement]]] = {}

    def conflicts(self) -> tuple[RuleConflict, ...]:
        """What keeps the round from going its way."""
        alike = {name: {step.like: None} for name, step in self._ruleset.steps.items() if step.like}
        if cycle := find_cycle(alike):
            return (RuleConflict(f"A step is like itself: {format_cycle(cycle)}."),)
        if name := next(filter(self._exceeds_like_depth, alike), ""):
            return (
                RuleConflict(
                    f"Step {quoted(name)} is like more than {MAX_LIKE_DEPTH} others in a row."
                ),
            )
        return (*self._ambiguous_dealing(), *self._endless_cycles())

    def _exceeds_like_depth(self, name: str) -> bool:
        """True when a step takes over clauses through more steps than anybody can follow."""
        for _ in range(MAX_LIKE_DEPTH + 1):
            if not name:
                return False
            name = self._ruleset.steps.get(name, Step()).like
        return bool(name)

    def _ambiguous_dealing(self) -> Iterator[RuleConflict]:
        """Steps that are to be dealt to each side beside another one, and never are."""
        for name in self._ruleset.steps:
            by = self._each_player_statements(name)
            each = tuple(self._dealt_steps(name)) if by else ()
            dealt = dict.fromkeys(what for _, what in each)
            clauses = (
                statement.clause for statement in (*by, *(statement for statement, _ in each))
            )
            if len(dealt) > 1:
                yield RuleConflict(
                    f"`cadence: {Cadence.EACH_PLAYER}` deals one step to each side in "
                    f"{quoted(name)}, not {enumerated(dealt, 'and')}.",
                    "Put them into the `sequence` of one step.",
                    tuple(dict.fromkeys(clauses)),
                )

    def _endless_cycles(self) -> Iterator[RuleConflict]:
        """Steps that open each other in a circle, where nobody can choose to do something else."""
        opened = {name: self._forced_successors(name) for name in self._ruleset.steps}
        for _ in range(MAX_CYCLES):
            if not (cycle := find_cycle(opened)):
                return
            clauses = [opened[above].pop(below) for above, below in edges(cycle)]
            # The patch that closes the circle is where to look.
            clauses.sort(key=lambda it: (it.ruleset == self._ruleset.ruleset, bool(it.of)))
            yield RuleConflict(
                f"This step opens itself and can never end: {format_cycle(cycle)}.",
                "What comes again and again is what another step `repeats`.",
                tuple(dict.fromkeys(clauses)),
            )

    def _forced_successors(self, name: str) -> dict[str, StepClause]:
        """The steps that this one opens whatever anybody does, each by which clause."""
        if name in self._ended_by_result or self._statements(name, "until_fact"):
            return {}  # There is a way out of it.
        opened: dict[str, StepClause] = {}
        for statement, below in self._successors(name):
            ruled_out = self._statements(below, "needs") or self._statements(below, "bars")
            if statement.always and not ruled_out and below in self._ruleset.steps:
                opened.setdefault(below, statement.clause)
        return opened

    def _successors(self, name: str) -> Iterator[tuple[_Statement, str]]:
        """The steps that a step opens without anybody's choice."""
        if sequence := self._statements(name, "sequence"):
            for statement in sequence:
                yield from ((statement, below) for below in statement.value)
        elif repeats := self._statements(name, "repeats"):
            yield from ((statement, statement.value) for statement in repeats)
        elif self._each_player_statements(name):
            yield from self._dealt_steps(name)

    @cached_property
    def _ended_by_result(self) -> set[str]:
        """The steps that the outcome of some check ends."""
        results = (
            statement
            for name in self._ruleset.steps
            for statement in self._statements(name, "result")
        )
        return {statement.value.step for statement in results}

    def _each_player_statements(self, name: str) -> list[_Statement]:
        """The clauses by which a step is dealt to each side once."""
        if self._statements(name, "sequence") or self._statements(name, "repeats"):
            return []  # It deals no chances.
        return [it for it in self._statements(name, "cadence") if it.value is Cadence.EACH_PLAYER]

    def _dealt_steps(self, name: str) -> Iterator[tuple[_Statement, str]]:
        """What a chance of a step may be spent on."""
        for statement in self._statements(name, "each"):
            yield from ((statement, below) for below in statement.value)
        for statement in self._statements(name, "each_ability"):
            yield statement, f"abilities of the {statement.value}"

    def _statements(self, name: str, word: str) -> list[_Statement]:
        """What the clauses of a step, and of the step it is like, say with a word."""
        if name not in self._words:
            self._words[name] = dict(self._collect_statements(name))
        return self._words[name][word]

    def _collect_statements(self, name: str) -> Iterator[tuple[str, list[_Statement]]]:
        """Every word with what is statement of a step, by itself or by the step it is like."""
        step = self._ruleset.steps.get(name, Step())
        meanings = [(clause, clause.means) for clause in step.clauses if clause.means]
        for word, combine in _EDGE_WORDS.items():
            statement = [
                _Statement(clause, value, meaning.when is None)
                for clause, meaning in meanings
                if (value := getattr(meaning, word)) is not None
            ]
            if step.like and not (combine is Combine.ONE and any(it.always for it in statement)):
                statement += self._statements(step.like, word)
            yield word, statement
