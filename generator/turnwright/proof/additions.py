"""Additions: mutants of a clause that say more than it does, of which a fixed sample is tried.

What may be added is without end: conditions come from what is true of somebody in the examples
that show the clause, and which of them are taken is settled by the clause and the condition alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

from turnwright.engine.rulings import LOST_MODELS
from turnwright.examples.record import Record
from turnwright.language.clause import Clause
from turnwright.language.condition import Condition, Did
from turnwright.language.eligibility import Together
from turnwright.language.fact import Subject
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import DEALS, StepMeaning
from turnwright.language.turn_order import Allowed, Cadence
from turnwright.load.patch import homes_of
from turnwright.proof.mutants import Mutant
from turnwright.proof.substitutes import ancestors

PERMISSIONS: Mapping[str, Any] = {
    "finish": Allowed.ALLOWED,
    "passing": Allowed.ALLOWED,
    "together": Together.SEVERAL,
}
"""What a step that deals chances may allow, all of which is tried where it says nothing of it."""

UNASKED = (Cadence.EACH_PLAYER, Cadence.EACH_UNIT, Cadence.PUT_OFF)
"""Cadences by which nobody is asked."""

EXCEPTIONS = 1
"""How many conditions are tried on each clause under which it does not bind."""
EXTENSIONS = 1
"""How many are tried on each condition of a clause under which that is true as well."""
NARROWINGS = 2
"""In how many of the steps in which a clause is asked it is tried that it does not hold there."""


def additions_to(
    clause: Clause, ruleset: Ruleset, seen: Mapping[str, Condition], asked_in: Iterable[str] = ()
) -> Iterator[Mutant]:
    """Mutants of a clause that add to its meaning; `seen` are conditions that can be added.

    `asked_in` are the steps in which it is asked, of which none is the only one.
    """
    means: Any = getattr(clause, "means", None)
    if means is None:
        return
    for change, other in permissions(clause, ruleset):
        yield Mutant(change, replace(clause, means=other))  # type: ignore[call-arg]
    for step in sample(asked_in, NARROWINGS, clause.id):
        elsewhere = Condition(not_=Condition(open=step))
        other = replace(means, when=joined_with(means.when, elsewhere))
        yield Mutant(f"not in {step}", replace(clause, means=other))  # type: ignore[call-arg]
    for change, other in conditions_added(clause, seen):
        yield Mutant(change, replace(clause, means=other), True)  # type: ignore[call-arg]


def joined_with(when: Condition | None, also: Condition) -> Condition:
    """A guard under which something else must be so, too."""
    return also if when is None else Condition(all_of=(when, also))


def permissions(clause: Clause, ruleset: Ruleset) -> Iterator[tuple[str, Any]]:
    """Meanings that allow something besides, of the first clause of a step that deals chances."""
    means = getattr(clause, "means", None)
    if not isinstance(means, StepMeaning):
        return
    (_, name), _ = homes_of(ruleset)[clause.full_id]
    said = [
        other.means
        for step in (name, *ancestors(ruleset, name))
        for other in ruleset.steps[step].clauses
        if other.means is not None
    ]
    own = [other for other in ruleset.steps[name].clauses if deals(other.means)]
    if not own or own[0] is not clause:
        return
    asked = any(other.cadence not in (None, *UNASKED) for other in said)
    for word, allowed in PERMISSIONS.items():
        if asked and all(getattr(other, word) is None for other in said):
            yield f"{word} {allowed} added", replace(means, **{word: allowed})


def deals(means: StepMeaning | None) -> bool:
    """True for a meaning that deals chances."""
    return means is not None and any(getattr(means, word) is not None for word in DEALS)


def conditions_added(clause: Clause, seen: Mapping[str, Condition]) -> Iterator[tuple[str, Any]]:
    """Meanings with a condition more."""
    means: Any = clause.means  # type: ignore[attr-defined]
    for label in sample(seen, EXCEPTIONS, clause.id):
        when = joined_with(means.when, Condition(not_=seen[label]))
        yield f"when not {label}", replace(means, when=when)
    for word in ("when", "bars", "needs", "target_needs"):
        said = getattr(means, word, None)
        if isinstance(said, Condition):
            for label in sample(seen, EXTENSIONS, clause.id, word):
                other = Condition(any_of=(said, seen[label]))
                yield f"{word} or {label}", replace(means, **{word: other})


def sample(seen: Iterable[str], many: int, *of: str) -> list[str]:
    """So many of these, the same whatever else is among them."""
    return sorted(seen, key=lambda label: sha256(repr((*of, label)).encode()).digest())[:many]


class Addable(NamedTuple):
    """What can be added to a clause, after what is seen in examples."""

    conditions: Mapping[str, Condition]
    """Conditions by how they are written, which are true of some unit."""
    steps: frozenset[str] = frozenset()
    """The steps in which it was consulted."""


def seen_in(records: Iterable[Record]) -> dict[str, Condition]:
    """Conditions that are true of some unit at some moment of these plays."""
    found: dict[str, Condition] = {}
    for record in records:
        program = record.program
        if program is None:
            continue
        of_units = [part for part in program.facts if part.subject is Subject.UNIT]
        counters = program.symbols.counters.items()
        for card in record.rows[0].game.state.roster.cards:
            for word in {word for words in card.carries.values() for word in words}:
                found[f"carries {word}"] = Condition(carries=word)
        for row in record.rows:
            state = row.game.state
            units = state.alive & state.roster.everybody
            for part in of_units:
                if state.facts[part.number] & units:
                    found[f"fact {part.name}"] = Condition(fact=part.name)
            for (what, step), counter in counters:
                done = state.counters[counter]
                if what != LOST_MODELS and done and done[0] & units:
                    did = Did(action=what, this=step)
                    found[f"did {what} this {step}"] = Condition(did=did)
    return found


def steps_of(records: Iterable[Record]) -> dict[str, frozenset[str]]:
    """The steps that were open when clauses were consulted, by clause."""
    found: dict[str, set[str]] = {}
    for record in records:
        known: frozenset[str] = frozenset()
        before: frozenset[str] = frozenset()
        for row in record.rows:
            now = frozenset(frame.step for frame in row.game.state.stack)
            consulted = frozenset(row.game.consulted or ())
            for clause in consulted - known:
                found.setdefault(clause, set()).update(now & before)
            for clause in row.consulted:
                found.setdefault(clause, set()).update(now)
            known, before = consulted, now
    return {clause: frozenset(steps) for clause, steps in found.items()}
