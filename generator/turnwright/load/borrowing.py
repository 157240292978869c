"""Borrowing: the part of a library that another ruleset uses, with all that belongs to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, cast

from turnwright.language.ruleset import KINDS, Body, Part, Ruleset

BATTLE = "battle"
"""The step in which the examples of a library go through its procedures: nobody borrows it."""


def borrowed(library: Ruleset, names: Collection[str]) -> Ruleset:
    """A library reduced to the named parts, and to those that their clauses name in turn.

    Its readings and options come along where every part that they patch does. Whose sides they
    are, what things are called and how units are mustered is left to whoever uses it.
    """
    kept = _closure(library, names)
    return replace(
        cast(Ruleset, _reduced(library, kept)),
        sides=(),
        words={},
        packs={},
        muster=None,
        situations={},
        options={name: it for name, it in library.options.items() if _fits(library, it, kept)},
        readings={
            name: it
            for name, it in library.readings.items()
            if all(_fits(library, choice, kept) for choice in it.alternatives.values())
        },
        not_covered={name: it for name, it in library.not_covered.items() if it.clauses},
    )


def part_names(library: Ruleset) -> Collection[str]:
    """Names of the parts of a library that can be used."""
    return dict.fromkeys(name for _, name, _ in library.parts() if name != BATTLE).keys()


def _closure(library: Ruleset, names: Collection[str]) -> set[str]:
    """These names, and all names of parts that their clauses mention, directly or not."""
    known = part_names(library)
    kept: set[str] = set()
    waiting = [name for name in names if name in known]
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept.add(name)
            for kind in KINDS:
                part = getattr(library, kind).get(name)
                waiting += [word for word in _mentioned(part) if word in known]
    return kept


def _mentioned(part: Part | None) -> Iterator[str]:
    """Every name in what a part is like, and in what its clauses mean."""
    if part is not None:
        yield getattr(part, "like", "")
        for clause in part.clauses:
            yield from _strings(clause.means)


def _strings(value: object) -> Iterator[str]:
    """Texts that are in a value, words of the language left out."""
    if isinstance(value, Enum):
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _strings(getattr(value, field.name))


def _reduced(body: Body, kept: Collection[str]) -> Body:
    """A body with the parts that are kept, without what follows from clauses that are not."""
    parts: dict[str, dict[str, Part]] = {kind: {} for kind in KINDS}
    for kind, name, part in body.parts():
        if name in kept:
            parts[kind][name] = part
    clauses = [clause for of in parts.values() for part in of.values() for clause in part.clauses]
    here = {id_ for clause in clauses for id_ in (clause.id, clause.full_id)}
    while gone := {
        id_
        for clause in clauses
        if clause.id in here and not here.issuperset(clause.follows)
        for id_ in (clause.id, clause.full_id)
    }:
        here -= gone
    for of in parts.values():
        for name, part in of.items():
            left = tuple(clause for clause in part.clauses if clause.id in here)
            of[name] = cast(Part, replace(cast(Any, part), clauses=left))
    return cast(Body, replace(cast(Any, body), **parts))


def _fits(library: Ruleset, patch: Body, kept: Collection[str]) -> bool:
    """Whether every part of the library that a patch touches is kept, and one at least."""
    touched = [name for kind, name, _ in patch.parts() if name in getattr(library, kind)]
    return bool(touched) and all(name in kept for name in touched)
