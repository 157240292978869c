"""Patches: overlays, readings and options applied to a base, by one mechanism.

Layers go from the base ruleset up: a ruleset, then its readings, then what extends it, and
options last. A clause holds unless some clause of any of them takes it away. Patches of one layer
are applied to the same base, so two that change one clause are in conflict even when each alone
is fine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar, cast

from turnwright.language.clause import Clause
from turnwright.language.condition import Condition
from turnwright.language.ruleset import KINDS, Body, Invariant, NotCovered, Part, Ruleset
from turnwright.load.conflicts import (
    ClauseWords,
    Key,
    RuleConflict,
    duplicate_words,
    patch_collision,
)

Named = TypeVar("Named")


class _Patch(NamedTuple):
    """Body that is laid over those below it: a ruleset, an alternative or an option."""

    place: tuple[int, int]
    """Its layer, and its position among the patches of that."""
    name: str
    body: Body


class RulesDelta(NamedTuple):
    """What a choice of options and readings changes in effective rules."""

    rules: Ruleset
    """The rules with this choice; citations of clauses that are gone are left in them."""
    parts: tuple[Key, ...]
    """The parts in which clauses come or go, those that are gone altogether among them."""
    conflicts: tuple[RuleConflict, ...]
    """Conflicts of the patches, or of the clauses of these parts."""


_Layers = dict[Key, list[tuple[_Patch, Part]]]
_Removals = dict[str, list[tuple[_Patch, Clause]]]


class PatchedRules:
    """Effective rules of a chain with a choice of options and readings, built part by part."""

    def __init__(
        self,
        chain: tuple[Ruleset, ...],
        options: Collection[str] = (),
        readings: Mapping[str, str] | None = None,
        params: Mapping[str, Condition] | None = None,
        without: str = "",
        statements: ClauseWords | None = None,
    ) -> None:
        """`chain` begins with the base ruleset; its clauses cite by full id.

        `without` is the full id of a clause that is removed before anything is patched, and
        `statements` are kept by whoever patches the same clauses again.
        """
        self._chain = chain
        self._without = without
        self._options = _merge_by_name(chain, lambda ruleset: ruleset.options)
        self._readings = _merge_by_name(chain, lambda ruleset: ruleset.readings)
        self._places = {
            name: (2 * layer + 1, position)
            for layer, ruleset in enumerate(chain)
            for position, (name, reading) in enumerate(ruleset.readings.items())
            if self._readings[name] is reading
        }
        defaults = {name: reading.default for name, reading in self._readings.items()}
        chosen = defaults | {name: it for name, it in (readings or {}).items() if name in defaults}
        self._alternatives = self._patches_of_readings(chosen)
        self._statements = statements or ClauseWords()
        self._layers: _Layers = {}
        self._removals: _Removals = {}
        self._home: dict[str, Key] = {}
        """The part in which each clause stands, also one that is taken away."""
        bodies = [_Patch((2 * layer, 0), "", ruleset) for layer, ruleset in enumerate(chain)]
        laid = (*bodies, *self._alternatives.values(), *self._patches_of_options(options, params))
        for patch in sorted(laid, key=lambda patch: patch.place):
            self._lay(patch, self._layers, self._removals)
        for key, layers in self._layers.items():
            for _, part in layers:
                self._home.update((clause.full_id, key) for clause in part.clauses)
        self.rules = self._whole()
        # Colliding patches often set the same word as well: one conflict is enough.
        collisions = tuple(_collisions(self._removals))
        self.conflicts = collisions or duplicate_words(self.rules, None, self._statements)

    def change(self, options: Collection[str], readings: Mapping[str, str]) -> RulesDelta:
        """What it changes to choose these as well: only the parts that they touch are built."""
        old = [self._alternatives[name] for name in readings if name in self._alternatives]
        laid: _Layers = {}
        removing: _Removals = {}
        for patch in (
            *self._patches_of_readings(readings).values(),
            *self._patches_of_options(options),
        ):
            self._lay(patch, laid, removing)
        lifted: _Layers = {}
        restoring: _Removals = {}
        for patch in old:
            self._lay(patch, lifted, restoring)
        gone = {patch.place for patch in old}
        removals = {
            target: _by_place(self._removals.get(target, ()), removing.get(target, ()), gone)
            for target in (*removing, *restoring)
        }
        moved = [self._home[target] for target in removals if target in self._home]
        keys = tuple(dict.fromkeys((*laid, *lifted, *moved)))
        parts = {kind: {**getattr(self.rules, kind)} for kind, _ in keys}
        for key in keys:
            layers = _by_place(self._layers.get(key, ()), laid.get(key, ()), gone)
            kind, name = key
            if layers:
                parts[kind][name] = _merged(
                    [part for _, part in layers],
                    lambda clause: bool(
                        removals.get(clause.full_id, self._removals.get(clause.full_id))
                    ),
                )
            else:
                del parts[kind][name]
        rules = cast(Ruleset, replace(cast(Any, self.rules), **parts))
        collisions = tuple(_collisions(removals))
        return RulesDelta(rules, keys, collisions or duplicate_words(rules, keys, self._statements))

    def _patches_of_readings(self, chosen: Mapping[str, str]) -> dict[str, _Patch]:
        """The chosen alternatives of readings, those that there are."""
        return {
            name: _Patch(self._places[name], f"{name}:{choice}", alternative)
            for name, choice in chosen.items()
            if name in self._places
            and (alternative := self._readings[name].alternatives.get(choice)) is not None
        }

    def _patches_of_options(
        self, chosen: Collection[str], params: Mapping[str, Condition] | None = None
    ) -> list[_Patch]:
        """Chosen options: one layer above all others, in the order in which they are listed."""
        if not chosen:
            return []
        if len(chosen) > 1:
            chosen = [name for name in self._options if name in chosen]
        return [
            _Patch(
                (2 * len(self._chain), at), name, _with_params(self._options[name], params or {})
            )
            for at, name in enumerate(name for name in chosen if name in self._options)
        ]

    def _lay(self, patch: _Patch, layers: _Layers, removals: _Removals) -> None:
        """Note the parts of a patch, and the clauses that it takes away."""
        for kind, name, part in patch.body.parts():
            layers.setdefault((kind, name), []).append((patch, part))
            for clause in part.clauses:
                if clause.full_id != self._without:
                    for target in (*clause.replaces, *clause.removes):
                        removals.setdefault(target, []).append((patch, clause))

    def _whole(self) -> Ruleset:
        """The effective rules."""
        parts: dict[str, dict[str, Part]] = {kind: {} for kind in KINDS}
        for (kind, name), layers in self._layers.items():
            parts[kind][name] = _merged(
                [part for _, part in layers],
                lambda clause: clause.full_id in self._removals or clause.full_id == self._without,
            )
        here = self._drop_dangling_citations(parts)
        chain = self._chain
        top = chain[-1]
        below = (gap for ruleset in chain[:-1] for gap in ruleset.gaps)
        return replace(
            cast(Ruleset, replace(cast(Any, top), **parts)),
            sides=next((ruleset.sides for ruleset in reversed(chain) if ruleset.sides), ()),
            words=_merge_by_name(chain, lambda ruleset: ruleset.words),
            documents=_merge_by_name(chain, lambda ruleset: ruleset.documents),
            abilities=_merge_by_name(chain, lambda ruleset: ruleset.abilities),
            packs=_merge_by_name(chain, lambda ruleset: ruleset.packs),
            muster=next((ruleset.muster for ruleset in reversed(chain) if ruleset.muster), None),
            always=_claimed(chain, lambda ruleset: ruleset.always),
            never=_claimed(chain, lambda ruleset: ruleset.never),
            gaps=(*top.gaps, *(gap for gap in below if here.intersection(gap.clauses))),
            not_covered=_not_covered(chain, here),
            options=self._options,
            readings=self._readings,
        )

    def _drop_dangling_citations(self, parts: dict[str, dict[str, Part]]) -> set[str]:
        """Drop citations of removed clauses; returns the full ids of the remaining ones.

        What followed from a clause that is replaced follows from those that stand in for it.
        """
        clauses = [it for named in parts.values() for part in named.values() for it in part.clauses]
        here = {clause.full_id for clause in clauses}
        stand_in: dict[str, tuple[str, ...]] = {
            target: tuple(clause.full_id for _, clause in by if target in clause.replaces)
            for target, by in self._removals.items()
        }
        for named in parts.values():
            for name, part in named.items():
                kept = tuple(
                    _without_dangling_citations(clause, here, stand_in) for clause in part.clauses
                )
                if any(new is not old for new, old in zip(kept, part.clauses, strict=True)):
                    named[name] = cast(Part, replace(cast(Any, part), clauses=kept))
        return here


def _claimed(
    chain: tuple[Ruleset, ...], said: Callable[[Ruleset], Mapping[str, Invariant]]
) -> Mapping[str, Invariant]:
    """What is claimed of every moment: the last ruleset that has a name says what it stands for."""
    last = {name: it for it in chain for name in (*it.always, *it.never)}
    return {name: claim for it in chain for name, claim in said(it).items() if last[name] is it}


def homes_of(ruleset: Ruleset) -> dict[str, tuple[Key, int]]:
    """The part in which each clause stands, by full id, and its position there."""
    return {
        clause.full_id: ((kind, name), position)
        for kind, name, part in ruleset.parts()
        for position, clause in enumerate(part.clauses)
    }


def replace_clause(
    ruleset: Ruleset, full_id: str, clause: Clause | None, home: Key | None = None
) -> Ruleset:
    """Replace or remove one clause of a ruleset; the result shares all other parts.

    `home` is the part in which it stands, for who knows it. Raises KeyError when there is none.
    """
    kind, name = home or homes_of(ruleset)[full_id][0]
    part = getattr(ruleset, kind)[name]
    rest = (clause,) if clause else ()
    clauses = (one for old in part.clauses for one in (rest if old.full_id == full_id else (old,)))
    parts = {**getattr(ruleset, kind), name: replace(part, clauses=tuple(clauses))}
    return cast(Ruleset, replace(cast(Any, ruleset), **{kind: parts}))


def _without_dangling_citations(
    clause: Clause, here: Collection[str], replaced_by: Mapping[str, tuple[str, ...]]
) -> Clause:
    """Clause without citations of clauses that were removed."""
    changes: dict[str, Any] = {}
    if any(name not in here for name in clause.follows):
        cited = (each for name in clause.follows for each in _in_force(name, here, replaced_by))
        changes["follows"] = tuple(each for each in dict.fromkeys(cited) if each != clause.full_id)
    if any(name not in here for name in clause.waived):
        still = tuple(name for name in clause.waived if name in here)
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


def _by_place(
    known: Iterable[tuple[_Patch, Named]],
    more: Iterable[tuple[_Patch, Named]],
    gone: set[tuple[int, int]],
) -> list[tuple[_Patch, Named]]:
    """What patches bring in the order of their layers, without those that are gone."""
    kept = (it for it in known if it[0].place not in gone)
    return sorted((*kept, *more), key=lambda it: it[0].place)


def _collisions(removals: _Removals) -> Iterator[RuleConflict]:
    """Conflicts of patches of one layer that take away the same clause."""
    for target, by in removals.items():
        first_of_layer: dict[int, tuple[_Patch, Clause]] = {}
        for patch, clause in by:
            first, taking = first_of_layer.setdefault(patch.place[0], (patch, clause))
            if first.name != patch.name:
                yield patch_collision(target, taking, clause)


def _merged(parts: list[Part], is_gone: Callable[[Clause], bool]) -> Part:
    """A part of several layers: the clauses that hold, other fields as the newest sets them."""
    kept = [clause for part in parts for clause in part.clauses if not is_gone(clause)]
    if len(parts) == 1 and len(kept) == len(parts[0].clauses):
        return parts[0]
    defaults = vars(type(parts[0]))  # A data class keeps the default of a field under its name.
    overrides = {
        name: value
        for part in parts
        for name, value in vars(part).items()
        if name != "clauses" and value != defaults[name]
    }
    return cast(Part, replace(cast(Any, parts[0]), **overrides, clauses=tuple(kept)))


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
