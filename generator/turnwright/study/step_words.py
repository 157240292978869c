"""Step words: what is said of each step, by its own clauses and by those of steps it is like."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.rulings import Gathered, gather, words_of_part
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import StepClause


class StepWords:
    """Lookup of the words of the steps of effective rules, those that they take over included."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._gathered: dict[str, Gathered] = {}
        self._clauses: dict[str, frozenset[str]] = {}

    def of(self, name: str) -> Gathered:
        """Words of a step: its own, and those of the step it is like that it does not say anew."""
        if name not in self._gathered:
            step = self._rules.steps[name]
            inherited = self.of(step.like) if step.like in self._rules.steps else {}
            own = words_of_part("steps", name, step).spoken
            self._gathered[name] = gather(own, inherited)
        return self._gathered[name]

    def clauses_of(self, name: str) -> frozenset[str]:
        """Full ids of the clauses that some word of a step comes from."""
        if name not in self._clauses:
            rulings = (ruling for _, some in self.of(name).values() for ruling in some)
            self._clauses[name] = frozenset(ruling.clause for ruling in rulings)
        return self._clauses[name]

    def models_of(self, name: str) -> tuple[str, ...]:
        """Names of the steps that a step takes words over from, the nearest first."""
        found: list[str] = []
        steps = self._rules.steps
        like = steps[name].like
        while like in steps:
            found.append(like)
            like = steps[like].like
        return tuple(found)

    def taken_over(self, name: str) -> Iterator[tuple[str, tuple[StepClause, ...]]]:
        """Clauses that a step takes over, by the step they are written for, the nearest first.

        Those of which it says every word anew are left out, and what follows from nothing else.
        """
        held = self.clauses_of(name)
        anew: set[str] = set()
        for model in self.models_of(name):
            clauses = self._rules.steps[model].clauses
            anew |= {it.full_id for it in clauses if it.means and it.full_id not in held}
            yield (
                model,
                tuple(
                    clause
                    for clause in clauses
                    if clause.full_id not in anew
                    and not (clause.follows and anew.issuperset(clause.follows))
                ),
            )
