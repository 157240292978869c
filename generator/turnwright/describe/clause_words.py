"""Statements: what the clauses of a ruleset say, word by word, as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from turnwright.engine.rulings import Gathered, RawRuling, gather, resolved, spoken_words
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset


class Statement(NamedTuple):
    """What one clause says with one word of the language about one part."""

    word: str
    value: Any
    clause: Clause
    part: str
    """The name of the part."""
    meaning: type
    """The class of the meaning, which declares the word."""


class Statements:
    """All that effective rules say; what a step takes over from another counts as its own."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._clauses = {clause.full_id: clause for clause in ruleset.clauses()}
        self._gathered: dict[str, Gathered] = {}
        self._resolved: dict[str, Gathered] = {}
        self._clauses_of: dict[str, frozenset[str]] = {}

    def of_step(self, name: str, *words: str) -> Iterator[Statement]:
        """What is said of a step with these words, word by word; with any word without them."""
        if name not in self._resolved:
            self._resolved[name] = resolved(self._words_of(name), name)
        said = self._resolved[name]
        for word in words or said:
            _, rulings = said.get(word, (None, ()))
            yield from (self._statement(word, ruling, name) for ruling in rulings)

    def of_kind(self, kind: str, *words: str) -> Iterator[Statement]:
        """What is said of all parts of a kind with these words; of any word without them."""
        for name, part in getattr(self.ruleset, kind).items():
            for word, _, ruling in spoken_words(part):
                if word in words or not words:
                    yield self._statement(word, ruling, name)

    def clauses_of(self, step: str) -> frozenset[str]:
        """Full ids of the clauses that some word of a step comes from."""
        if step not in self._clauses_of:
            said = self._words_of(step).values()
            self._clauses_of[step] = frozenset(it.clause for _, rulings in said for it in rulings)
        return self._clauses_of[step]

    def _statement(self, word: str, ruling: RawRuling, part: str) -> Statement:
        clause = self._clauses[ruling.clause]
        return Statement(word, ruling.value, clause, part, type(getattr(clause, "means", None)))

    def _words_of(self, name: str) -> Gathered:
        """Words of a step: its own, and those of the step it is like that it does not say anew."""
        if name not in self._gathered:
            step = self.ruleset.steps[name]
            inherited = self._words_of(step.like) if step.like in self.ruleset.steps else {}
            self._gathered[name] = gather(spoken_words(step), inherited)
        return self._gathered[name]
