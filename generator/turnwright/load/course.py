"""The course of a round: which steps open which, and that every one of them can end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

from turnwright.language.chance import Cadence
from turnwright.language.clause import Combine
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import Step, StepClause, StepMeaning
from turnwright.load.clash import Clash
from turnwright.load.problem import in_a_row, quoted

_WORDS = {
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

_LONGEST = 10
"""Steps of a circle that are told one by one."""

_DEEPEST = 40
"""Steps that may be like each other in a row."""

_FEW = 10
"""Circles that are told. Who has more of them has one mistake many times."""


class _Said(NamedTuple):
    """What one clause says with one word."""

    clause: StepClause
    value: Any
    always: bool


class Course:
    """The way through the steps of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        """`ruleset` is effective."""
        self._ruleset = ruleset
        self._words: dict[str, dict[str, list[_Said]]] = {}

    def clashes(self) -> tuple[Clash, ...]:
        """What keeps the round from going its way."""
        alike = {name: {step.like: None} for name, step in self._ruleset.steps.items() if step.like}
        if circle := _circle(alike):
            return (Clash(f"A step is like itself: {_told(circle)}."),)
        if name := next(filter(self._is_far_from_its_likes, alike), ""):
            return (Clash(f"Step {quoted(name)} is like more than {_DEEPEST} others in a row."),)
        return (*self._undealt(), *self._endless())

    def _is_far_from_its_likes(self, name: str) -> bool:
        """True when a step takes over clauses through more steps than anybody can follow."""
        for _ in range(_DEEPEST + 1):
            if not name:
                return False
            name = self._ruleset.steps.get(name, Step()).like
        return bool(name)

    def _undealt(self) -> Iterator[Clash]:
        """Steps that are to be dealt to each side beside another one, and never are."""
        for name in self._ruleset.steps:
            by = self._dealing_to_each_side(name)
            each = tuple(self._each(name)) if by else ()
            dealt = dict.fromkeys(what for _, what in each)
            clauses = (said.clause for said in (*by, *(said for said, _ in each)))
            if len(dealt) > 1:
                yield Clash(
                    f"`cadence: {Cadence.EACH_PLAYER}` deals one step to each side in "
                    f"{quoted(name)}, not {in_a_row(dealt, 'and')}.",
                    "Put them into the `sequence` of one step.",
                    tuple(dict.fromkeys(clauses)),
                )

    def _endless(self) -> Iterator[Clash]:
        """Steps that open each other in a circle, where nobody can choose to do something else."""
        opened = {name: self._opened(name) for name in self._ruleset.steps}
        for _ in range(_FEW):
            if not (circle := _circle(opened)):
                return
            clauses = [opened[above].pop(below) for above, below in _neighbours(circle)]
            # The patch that closes the circle is where to look.
            clauses.sort(key=lambda it: (it.ruleset == self._ruleset.ruleset, bool(it.of)))
            yield Clash(
                f"This step opens itself and can never end: {_told(circle)}.",
                "What comes again and again is what another step `repeats`.",
                tuple(dict.fromkeys(clauses)),
            )

    def _opened(self, name: str) -> dict[str, StepClause]:
        """The steps that this one opens whatever anybody does, each by which clause."""
        if name in self._ended or self._said(name, "until_fact"):
            return {}  # There is a way out of it.
        opened: dict[str, StepClause] = {}
        for said, below in self._opens(name):
            ruled_out = self._said(below, "needs") or self._said(below, "bars")
            if said.always and not ruled_out and below in self._ruleset.steps:
                opened.setdefault(below, said.clause)
        return opened

    def _opens(self, name: str) -> Iterator[tuple[_Said, str]]:
        """The steps that a step opens without anybody's choice."""
        if sequence := self._said(name, "sequence"):
            for said in sequence:
                yield from ((said, below) for below in said.value)
        elif repeats := self._said(name, "repeats"):
            yield from ((said, said.value) for said in repeats)
        elif self._dealing_to_each_side(name):
            yield from self._each(name)

    @cached_property
    def _ended(self) -> set[str]:
        """The steps that the outcome of some check ends."""
        results = (said for name in self._ruleset.steps for said in self._said(name, "result"))
        return {said.value.step for said in results}

    def _dealing_to_each_side(self, name: str) -> list[_Said]:
        """The clauses by which a step is dealt to each side once."""
        if self._said(name, "sequence") or self._said(name, "repeats"):
            return []  # It deals no chances.
        return [it for it in self._said(name, "cadence") if it.value is Cadence.EACH_PLAYER]

    def _each(self, name: str) -> Iterator[tuple[_Said, str]]:
        """What a chance of a step may be spent on."""
        for said in self._said(name, "each"):
            yield from ((said, below) for below in said.value)
        for said in self._said(name, "each_ability"):
            yield said, f"abilities of the {said.value}"

    def _said(self, name: str, word: str) -> list[_Said]:
        """What the clauses of a step, and of the step it is like, say with a word."""
        if name not in self._words:
            self._words[name] = dict(self._spoken(name))
        return self._words[name][word]

    def _spoken(self, name: str) -> Iterator[tuple[str, list[_Said]]]:
        """Every word with what is said of a step, by itself or by the step it is like."""
        step = self._ruleset.steps.get(name, Step())
        meanings = [(clause, clause.means) for clause in step.clauses if clause.means]
        for word, combine in _WORDS.items():
            said = [
                _Said(clause, value, meaning.when is None)
                for clause, meaning in meanings
                if (value := getattr(meaning, word)) is not None
            ]
            if step.like and not (combine is Combine.ONE and any(it.always for it in said)):
                said += self._said(step.like, word)
            yield word, said


def _circle(after: Mapping[str, Mapping[str, object]]) -> tuple[str, ...]:
    """Names that lead back to themselves, the first one of the file first; or none."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for above, belows in after.items():
        for below in belows:
            sorter.add(below, above)
    try:
        sorter.prepare()
    except CycleError as error:
        circle: tuple[str, ...] = tuple(error.args[1][:-1])
        start = next(circle.index(name) for name in after if name in circle)
        return (*circle[start:], *circle[:start])
    return ()


def _neighbours(circle: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each name of a circle with the next one."""
    return zip(circle, (*circle[1:], circle[0]), strict=True)


def _told(circle: tuple[str, ...]) -> str:
    """The way round, as a person would draw it."""
    way = (*circle, circle[0])
    return " → ".join(way if len(way) < _LONGEST else (*way[:5], "…", way[-1]))
