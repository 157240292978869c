"""Patches: overlays, readings and options applied to a base, by one mechanism.

Layers go from the base ruleset up: a ruleset, then its readings, then what extends it, and
options last. Patches of one layer are applied to the same base, so two that
change one clause are in conflict even when each alone is fine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.ruleset import KINDS, Body, NotCovered, Part, Ruleset
from turnwright.load.conflicts import RuleConflict, duplicate_words, patch_collision

Named = TypeVar("Named")


@dataclass(frozen=True)
class _Patch:
    name: str
    body: Body


def apply_patches(
    chain: tuple[Ruleset, ...],
    options: Collection[str] = (),
    readings: Mapping[str, str] | None = None,
    params: Mapping[str, Condition] | None = None,
    without: str = "",
) -> tuple[Ruleset, tuple[RuleConflict, ...]]:
    """Apply a chain, its readings and options: the effective rules, and their conflicts.

    `chain` begins with the base ruleset; its clauses cite by full id. `without` is the full
    id of a clause that is removed before anything is patched.
    """
    patched = _PatchedRules(without)
    chosen = dict(readings or {})
    known_readings = _merge_by_name(chain, lambda ruleset: ruleset.readings)
    known_options = _merge_by_name(chain, lambda ruleset: ruleset.options)
    for ruleset in chain:
        patched.apply_layer([_Patch("", ruleset)])
        patched.apply_layer(
            _Patch(f"{name}:{choice}", reading.alternatives[choice])
            for name, reading in ruleset.readings.items()
            if known_readings[name] is reading
            and (choice := chosen.get(name, reading.default)) in reading.alternatives
        )
    patched.apply_layer(
        _Patch(name, _with_params(option, params or {}))
        for name, option in known_options.items()
        if name in options
    )
    here = patched.drop_dangling_citations()
    top = chain[-1]
    below = (gap for ruleset in chain[:-1] for gap in ruleset.gaps)
    whole = replace(
        cast(Ruleset, replace(cast(Any, top), **patched.parts)),
        sides=next((ruleset.sides for ruleset in reversed(chain) if ruleset.sides), ()),
        words=_merge_by_name(chain, lambda ruleset: ruleset.words),
        documents=_merge_by_name(chain, lambda ruleset: ruleset.documents),
        abilities=_merge_by_name(chain, lambda ruleset: ruleset.abilities),
        packs=_merge_by_name(chain, lambda ruleset: ruleset.packs),
        muster=next((ruleset.muster for ruleset in reversed(chain) if ruleset.muster), None),
        situations=_merge_by_name(chain, lambda ruleset: ruleset.situations),
        gaps=(*top.gaps, *(gap for gap in below if here.intersection(gap.clauses))),
        not_covered=_not_covered(chain, here),
        options=known_options,
        readings=known_readings,
    )
    # Colliding patches often set the same word as well: one conflict is enough.
    return whole, tuple(patched.conflicts) or duplicate_words(whole)


def replace_clause(ruleset: Ruleset, full_id: str, clause: Clause | None) -> Ruleset:
    """Replace or remove one clause of a ruleset; the result shares all other parts."""
    for kind, name, part in ruleset.parts():
        clauses = cast(tuple[Clause, ...], part.clauses)
        for position, old in enumerate(clauses):
            if old.full_id == full_id:
                rest = (clause,) if clause else ()
                new = replace(
                    cast(Any, part),
                    clauses=(*clauses[:position], *rest, *clauses[position + 1 :]),
                )
                parts = {**getattr(ruleset, kind), name: new}
                return cast(Ruleset, replace(cast(Any, ruleset), **{kind: parts}))
    raise KeyError(full_id)


class _PatchedRules:
    """Accumulator of the layers applied so far."""

    def __init__(self, without: str) -> None:
        self.parts: dict[str, dict[str, Part]] = {kind: {} for kind in KINDS}
        self.conflicts: list[RuleConflict] = []
        # Ids that a layer removed stay removed when a later layer adds them.
        self._removed = {without}
        self._replaced_by: dict[str, tuple[str, ...]] = {}
        self._without = without

    def drop_dangling_citations(self) -> set[str]:
        """Drop citations of removed clauses; returns the full ids of the remaining ones.

        What followed from a clause that is replaced follows from those that stand in for it.
        """
        here = {
            clause.full_id
            for parts in self.parts.values()
            for part in parts.values()
            for clause in part.clauses
        }
        for parts in self.parts.values():
            for name, part in parts.items():
                clauses = tuple(
                    _without_dangling_citations(clause, here, self._replaced_by)
                    for clause in part.clauses
                )
                if any(new is not old for new, old in zip(clauses, part.clauses, strict=True)):
                    parts[name] = cast(Part, replace(cast(Any, part), clauses=clauses))
        return here

    def apply_layer(self, patches: Iterable[_Patch]) -> None:
        """Apply the patches of one layer side by side."""
        layer = tuple(patches)
        removed: dict[str, tuple[str, Clause]] = {}
        for patch in layer:
            for clause in patch.body.clauses():
                if clause.full_id == self._without:
                    continue
                for target in (*clause.replaces, *clause.removes):
                    by, first = removed.setdefault(target, (patch.name, clause))
                    if by != patch.name:
                        self.conflicts.append(patch_collision(target, first, clause))
                for target in clause.replaces:
                    known = self._replaced_by.get(target, ())
                    self._replaced_by[target] = (*known, clause.full_id)
        self._removed.update(removed)
        self._remove(removed)
        for patch in layer:
            for kind, name, part in patch.body.parts():
                self._add(kind, name, part)

    def _remove(self, removed: Collection[str]) -> None:
        """Remove clauses from all parts."""
        for parts in self.parts.values() if removed else ():
            for name, part in parts.items():
                if any(clause.full_id in removed for clause in part.clauses):
                    parts[name] = _filtered(part, lambda clause: clause.full_id not in removed)

    def _add(self, kind: str, name: str, part: Part) -> None:
        """Add a part, merged into the existing part of that name."""
        new = _filtered(
            part,
            lambda clause: clause.full_id not in self._removed,
        )
        old = self.parts[kind].get(name)
        self.parts[kind][name] = _merge_parts(old, new) if old else new


def _without_dangling_citations(
    clause: Clause, here: Collection[str], replaced_by: Mapping[str, tuple[str, ...]]
) -> Clause:
    """Clause without citations of clauses that were removed."""
    changes: dict[str, Any] = {}
    if any(name not in here for name in clause.follows):
        cited = (each for name in clause.follows for each in _in_force(name, here, replaced_by))
        changes["follows"] = tuple(each for each in dict.fromkeys(cited) if each != clause.full_id)
    waived = getattr(getattr(clause, "means", None), "waives", None) or ()
    if any(name not in here for name in waived):
        still = tuple(name for name in waived if name in here)
        changes["means"] = replace(cast(Any, clause).means, waives=still)
    return replace(clause, **changes) if changes else clause


def _in_force(
    name: str, here: Collection[str], replaced_by: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """The clause of this full id, or those that stand in for it; none when it was removed."""
    waiting, seen = [name], {name}
    while waiting:
        cited = waiting.pop(0)
        if cited in here:
            yield cited
        else:
            waiting += [other for other in replaced_by.get(cited, ()) if other not in seen]
            seen.update(waiting)


def _filtered(part: Part, wanted: Callable[[Clause], bool]) -> Part:
    """Part filtered to the clauses that satisfy a predicate."""
    kept = tuple(clause for clause in part.clauses if wanted(clause))
    if len(kept) == len(part.clauses):
        return part
    return cast(Part, replace(cast(Any, part), clauses=kept))


def _merge_parts(old: Part, new: Part) -> Part:
    """Merge two parts: the clauses of both, other fields as the newer one sets them."""
    overrides = {
        field.name: getattr(new, field.name)
        for field in fields(new)
        if getattr(new, field.name) != field.default and field.name != "clauses"
    }
    return cast(Part, replace(cast(Any, old), **overrides, clauses=(*old.clauses, *new.clauses)))


def _merge_by_name(
    chain: tuple[Ruleset, ...], named: Callable[[Ruleset], Mapping[str, Named]]
) -> dict[str, Named]:
    """Merge a mapping along the chain; later rulesets override earlier ones."""
    found: dict[str, Named] = {}
    for ruleset in chain:
        found.update(named(ruleset))
    return found


def _not_covered(chain: tuple[Ruleset, ...], here: set[str]) -> dict[str, NotCovered]:
    """What is not covered along the chain; inherited entries only while clauses they touch hold."""
    found: dict[str, NotCovered] = {}
    for ruleset in chain:
        for name in ruleset.now_covered:
            found.pop(name, None)
        found.update(ruleset.not_covered)
    own = chain[-1].not_covered
    return {
        name: entry
        for name, entry in found.items()
        if name in own or not entry.clauses or not here.isdisjoint(entry.clauses)
    }


def _with_params(body: Body, params: Mapping[str, Condition]) -> Body:
    """Patch with its params substituted by the supplied conditions."""
    if not getattr(body, "params", None):
        return body
    return cast(Body, _substitute_params(body, params))


def _substitute_params(value: Any, params: Mapping[str, Condition]) -> Any:
    """Substitute every known `param` in a value by its condition, recursively."""
    if isinstance(value, Condition) and value.param is not None and value.param in params:
        return params[value.param]
    if isinstance(value, tuple):
        return tuple(_substitute_params(item, params) for item in value)
    if isinstance(value, Mapping):
        return {name: _substitute_params(item, params) for name, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        old = {field.name: getattr(value, field.name) for field in fields(value)}
        new = {name: _substitute_params(item, params) for name, item in old.items()}
        return replace(value, **new) if new != old else value
    return value
