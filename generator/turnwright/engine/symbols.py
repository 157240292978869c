"""Symbols: what names in clauses stand for, and the counters that clauses need."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from turnwright.language.fact import Fact, Holder, Subject, Value

LOST_MODELS = "lost models"
"""What losing models is counted under; no step can have this name."""


class Symbols:
    """The names of one ruleset; counters are added as clauses are compiled."""

    def __init__(
        self,
        facts: Mapping[str, Fact],
        values: Mapping[str, Value],
        reads_as: Mapping[str, tuple[str, str]],
        counters: Mapping[tuple[str, str], int] | None = None,
        alike: Mapping[Hashable, int] | None = None,
    ) -> None:
        self.facts = {name: number for number, name in enumerate(facts)}
        self.subjects = {name: fact.of for name, fact in facts.items()}
        self.holders = {name: value.of for name, value in values.items()}
        self.reads_as = reads_as
        """Steps that are not there: the step that is meant instead, and the clause that says so."""
        self.counters = dict(counters or {})
        """What is counted, and since the start of which step: the number of the counter."""
        self.alike = dict(alike or {})
        """A number for all that is equal."""
        self.remembered: set[str] = set()
        """Steps of which it is asked who was what the last time."""
        self.asks_recent = False
        """True when some clause asks who acted last."""

    def step(self, name: str) -> str:
        """The step that a clause means by this name."""
        return self.reads_as[name][0] if name in self.reads_as else name

    def read_by(self, name: str) -> tuple[str, ...]:
        """The clause by which another step is meant, if any."""
        return (self.reads_as[name][1],) if name in self.reads_as else ()

    def counter(self, what: str, since: str) -> int:
        """The number of a counter, made when it is first needed."""
        key = (what, self.step(since))
        return self.counters.setdefault(key, len(self.counters))

    def number_of(self, said: Hashable) -> int:
        """The same number for whatever says the same."""
        return self.alike.setdefault(said, len(self.alike))

    def subject(self, fact: str) -> Subject:
        """What a fact is true of."""
        return self.subjects.get(fact, Subject.UNIT)

    def holder(self, value: str) -> Holder:
        """Whose number a value is."""
        return self.holders.get(value, Holder.UNIT)
