"""Shared clauses: where a sheet prints what steps take over from the steps they are like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from turnwright.describe.statements import Statements
from turnwright.describe.step_tree import Branch
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import StepClause

FEW_STEPS = 2
"""In how many steps the same sentences are printed over again."""
FEW_LINES = 4
"""How many lines may be printed over again, of a step that has a place of its own."""


@dataclass(frozen=True)
class SharedGroup:
    """Group of clauses that a step takes over, with the step they are written for."""

    model: str
    users: tuple[str, ...]
    """Steps that the clauses hold in."""
    clauses: tuple[StepClause, ...]


@dataclass(frozen=True)
class SharedClauses:
    """Places of shared clauses, by step."""

    printed: Mapping[str, list[SharedGroup]]
    """What is printed with a step: for itself, or for the steps below it."""
    elsewhere: Mapping[str, list[str]]
    """Models that have a place of their own, whose clauses hold in a step as well."""


def place_shared_clauses(
    rules: Ruleset, tree: Branch, steps: Sequence[str], clauses: Mapping[str, Sequence[StepClause]]
) -> SharedClauses:
    """Place the shared clauses of the printed `steps`; `clauses` has the printed ones by step.

    Few users: with each of them. More: once, with the innermost step around them all.
    """
    statements = Statements(rules)
    paths = dict(_paths(tree, ()))
    printed: dict[str, list[SharedGroup]] = {}
    elsewhere: dict[str, list[str]] = {}
    for model in rules.steps:
        for users, some in _by_users(model, clauses[model], steps, statements).items():
            around = _innermost([paths[user] for user in users if user in paths])
            if model in steps and len(users) * len(some) > FEW_LINES:
                for user in users:
                    known = elsewhere.setdefault(user, [])
                    known += [model] * (model not in known)
            else:
                once = model not in steps and len(users) > FEW_STEPS and around
                for place in (around,) if once else users:
                    printed.setdefault(place, []).append(SharedGroup(model, users, tuple(some)))
    return SharedClauses(printed, elsewhere)


def _by_users(
    model: str, clauses: Sequence[StepClause], steps: Sequence[str], statements: Statements
) -> Mapping[tuple[str, ...], list[StepClause]]:
    """Clauses of a model by the printed steps that they hold in."""
    found: dict[tuple[str, ...], list[StepClause]] = {}
    like_it = [step for step in steps if model in statements.models_of(step)]
    for clause in clauses:
        users = tuple(step for step in like_it if clause.full_id in statements.clauses_of(step))
        if users:
            found.setdefault(users, []).append(clause)
    return found


def _paths(branch: Branch, above: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Path of each step from the root, its own name included."""
    path = (*above, branch.name)
    if not branch.again:
        yield branch.name, path
        for below in branch.branches:
            yield from _paths(below, path)


def _innermost(paths: Sequence[tuple[str, ...]]) -> str:
    """Innermost step that all paths go through; empty without any."""
    common = ""
    for names in zip(*paths, strict=False):
        if len(set(names)) > 1:
            break
        common = names[0]
    return common
