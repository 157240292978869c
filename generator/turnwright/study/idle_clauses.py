"""Idle clauses: those of effective rules that nothing in the round comes to ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from typing import Any, cast

from turnwright.language.clause import Clause
from turnwright.language.effect import Covers
from turnwright.language.eligibility import Together
from turnwright.language.ruleset import Part, Ruleset
from turnwright.study.step_tree import opened_steps, reachable_steps
from turnwright.study.step_words import StepWords

GROUPS = (Together.SEVERAL, Together.TIED)
"""How many units one chance starts, where these may be several."""


def idle_clauses(rules: Ruleset, like: Ruleset | None = None) -> frozenset[str]:
    """Full ids of the clauses that are never asked, though nothing replaces or removes them.

    Those of steps that no round opens, of checks that no opened step makes and of containers
    that none draws from; those whose every word a step below says otherwise; exceptions to
    clauses that are idle; what is said of several units where they are picked one by one; and
    clauses that follow from nothing but such. They are found sooner by rules that these are `like`.
    """
    opened = opened_steps(rules, like)
    if not opened:
        return frozenset()  # A library of steps: it is played where something extends it.
    words = StepWords(rules)
    asked = {clause for name in opened for clause in words.clauses_of(name)}
    clauses = {clause.full_id: clause for clause in rules.clauses()}
    named = {name for each in asked for name in names_in(_meaning(clauses[each]))}
    named |= {name for ability in rules.abilities.values() for name in names_in(ability)}
    advisory = reachable_steps(rules)
    for kind, name, part in rules.parts():
        for clause in part.clauses:
            if kind == "steps":
                if clause.advice and name in advisory:
                    asked.add(clause.full_id)
            elif kind not in ("checks", "containers") or name in named:
                asked.add(clause.full_id)
    idle = {each for each, clause in clauses.items() if each not in asked and not clause.follows}
    if not any(_may_group(clauses[each]) for each in asked):
        idle |= {each for each in asked if _is_about_groups(clauses[each])}
    idle |= {each for each in asked if _waives_only(clauses[each], idle)}
    while more := {
        each
        for each, clause in clauses.items()
        if each not in idle and clause.follows and idle.issuperset(clause.follows)
    }:
        idle |= more
    return frozenset(idle)


def without_idle(rules: Ruleset) -> Ruleset:
    """Effective rules without their idle clauses."""
    idle = idle_clauses(rules)
    if not idle:
        return rules
    parts: dict[str, dict[str, Part]] = {}
    for kind, name, part in rules.parts():
        asked = tuple(clause for clause in part.clauses if clause.full_id not in idle)
        kept = part if len(asked) == len(part.clauses) else replace(cast(Any, part), clauses=asked)
        parts.setdefault(kind, {})[name] = kept
    return cast(Ruleset, replace(cast(Any, rules), **parts))


def names_in(value: object) -> Iterator[str]:
    """All strings inside a meaning; names of steps, facts and values never coincide."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from names_in(item)
    elif is_dataclass(value):
        for item in vars(value).values():
            yield from names_in(item)


def _may_group(clause: Clause) -> bool:
    """True when a clause lets several units be picked at once."""
    return getattr(_meaning(clause), "together", None) in GROUPS


def _is_about_groups(clause: Clause) -> bool:
    """True when a clause says nothing but what holds for units that are picked at once."""
    covers = _says_only(clause, "covers") and _meaning(clause).covers is Covers.TOGETHER
    return covers or _says_only(clause, "extra")


def _waives_only(clause: Clause, idle: set[str]) -> bool:
    """True when all that a clause means is an exception to idle clauses."""
    return _says_only(clause, "waives") and idle.issuperset(_meaning(clause).waives)


def _says_only(clause: Clause, word: str) -> bool:
    """True when a clause means one word and nothing else."""
    said = vars(_meaning(clause)) if _meaning(clause) else {}
    return [name for name, value in said.items() if value is not None and name != "when"] == [word]


def _meaning(clause: Clause) -> Any:
    """Meaning of a clause, or None where it has none."""
    return getattr(clause, "means", None)
