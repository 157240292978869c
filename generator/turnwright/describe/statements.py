"""Sayings: what the clauses of a part say, word by word, as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from turnwright.engine.rulings import Gathered, gather, resolved, spoken_words
from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset


class Saying(NamedTuple):
    """What one clause says with one word of the language about one part."""

    word: str
    value: Any
    clause: Clause
    part: str
    """The name of the part."""
    meaning: type
    """The class of the meaning, which declares the word."""


class Sayings:
    """All that a ruleset says; what a step takes over from another counts as its own."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._clauses = {clause.full_id: clause for clause in ruleset.clauses()}
        self._steps: dict[str, Gathered] = {}

    def of_step(self, name: str, *words: str) -> Iterator[Saying]:
        """What is said of a step with these words, word by word; with any word without them."""
        said = resolved(self._step(name), name)
        for word in words or said:
            _, rulings = said.get(word, (None, ()))
            yield from (self._saying(word, r.value, r.clause, name) for r in rulings)

    def of_kind(self, kind: str, *words: str) -> Iterator[Saying]:
        """What is said of all parts of a kind with these words; of any word without them."""
        for name, part in getattr(self.ruleset, kind).items():
            for word, _, ruling in spoken_words(part):
                if word in words or not words:
                    yield self._saying(word, ruling.value, ruling.clause, name)

    def _saying(self, word: str, value: object, full_id: str, part: str) -> Saying:
        clause = self._clauses[full_id]
        return Saying(word, value, clause, part, type(getattr(clause, "means", None)))

    def _step(self, name: str) -> Gathered:
        if name not in self._steps:
            like = self.ruleset.steps[name].like
            inherited = self._step(like) if like in self.ruleset.steps else {}
            self._steps[name] = gather(spoken_words(self.ruleset.steps[name]), inherited)
        return self._steps[name]
