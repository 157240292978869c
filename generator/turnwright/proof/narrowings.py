"""Narrowings: the steps in one of which a clause can be denied, of all in which it is asked.

A clause about a roll is asked wherever that roll is made, so it may be wrongly held to count in
one phase only. Which steps those are is read off the rules, and not off the examples: what no
example comes to is just what goes by unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from turnwright.engine.program import BATTLE
from turnwright.language.ruleset import Ruleset
from turnwright.load.conflicts import Key
from turnwright.load.references import AMOUNT, inner_values, references_in
from turnwright.proof.substitutes import Nesting, ancestors, nesting_of


class Narrowings:
    """The steps that some but not all askings of a part happen in, for the parts of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._found: dict[frozenset[str], tuple[str, ...]] = {}

    def of_part(self, kind: str, name: str) -> tuple[str, ...]:
        """The outermost steps in which a part is asked, and outside of which it is asked as well.

        None where it is asked in one step alone.
        """
        places = self._places((kind, name))
        if places not in self._found:
            self._found[places] = tuple(self._outermost(places))
        return self._found[places]

    def _outermost(self, places: frozenset[str]) -> Iterator[str]:
        """The steps that are on some ways to these places, and around which nothing else is so."""
        nesting = self._nesting
        apart = [
            step
            for step in self._around(places)
            if (places & nesting.reached(step)) and (places & self._without(step))
        ]
        for step in apart:
            if not any(step != one and step in nesting.reached(one) for one in apart):
                yield step

    def _around(self, places: frozenset[str]) -> list[str]:
        """These steps, and all that are around them."""
        found: dict[str, None] = {}
        waiting = sorted(places)
        while waiting:
            step = waiting.pop()
            if step not in found and step != BATTLE:
                found[step] = None
                waiting += self._nesting.around.get(step, ())
        # What others are like, and nothing goes through, is never open itself.
        return sorted(step for step in found if step not in self._heirs or step in self._gone_into)

    def _without(self, left_out: str) -> frozenset[str]:
        """The steps that a battle comes to if one is left out."""
        found: set[str] = set()
        waiting = [BATTLE]
        while waiting:
            step = waiting.pop()
            if step not in found and step != left_out:
                found.add(step)
                waiting += self._nesting.inside.get(step, ())
        return frozenset(found)

    def _places(self, part: Key) -> frozenset[str]:
        """The steps whose clauses speak of a part, or of one that does; of a step, itself."""
        found: set[str] = set()
        seen: set[Key] = set()
        waiting = [part]
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            if one[0] == "steps":
                found.update((one[1], *self._heirs.get(one[1], ())))
            else:
                waiting += self._asking.get(one, ())
        return frozenset(found)

    @cached_property
    def _nesting(self) -> Nesting:
        """The nesting of the steps."""
        return nesting_of(self._ruleset)

    @cached_property
    def _gone_into(self) -> frozenset[str]:
        """The steps that others go through, repeat or deal."""
        return frozenset(step for steps in self._nesting.inside.values() for step in steps)

    @cached_property
    def _heirs(self) -> dict[str, list[str]]:
        """The steps that are like each step."""
        found: dict[str, list[str]] = {}
        for name in self._ruleset.steps:
            for like in ancestors(self._ruleset, name):
                found.setdefault(like, []).append(name)
        return found

    @cached_property
    def _asking(self) -> dict[Key, list[Key]]:
        """The parts whose clauses speak of each part."""
        found: dict[Key, list[Key]] = {}
        for kind, name, part in self._ruleset.parts():
            for clause in part.clauses:
                for _, value in inner_values(getattr(clause, "means", None)):
                    for reference in references_in(value):
                        what = "value" if reference.what == AMOUNT else reference.what
                        found.setdefault((f"{what}s", reference.name), []).append((kind, name))
        return found
