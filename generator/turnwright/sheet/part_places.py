"""Part places: values that a single step names, and are printed with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from turnwright.language.ruleset import Ruleset
from turnwright.study.idle_clauses import names_in


def values_by_step(rules: Ruleset, opened: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """Names of the values that just one of the `opened` steps names, by that step."""
    named_in: dict[str, set[tuple[str, str]]] = {}
    for kind, name, part in rules.parts():
        for clause in part.clauses:
            for named in names_in(getattr(clause, "means", None)):
                if (kind, name) != ("values", named):
                    named_in.setdefault(named, set()).add((kind, name))
    for ability in rules.abilities.values():
        for named in names_in(ability):
            named_in.setdefault(named, set()).add(("abilities", ""))
    found: dict[str, list[str]] = {}
    for name in rules.values:
        places = named_in.get(name, set())
        # A step and a value may have one name; who names it then is not clear.
        if len(places) == 1 and name not in rules.steps:
            ((kind, step),) = places
            if kind == "steps" and step in opened:
                found.setdefault(step, []).append(name)
    return {step: tuple(names) for step, names in found.items()}
