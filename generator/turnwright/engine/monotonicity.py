"""Monotonicity: which bars that hold now will hold as long as an open step goes on."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Any

from turnwright.language.condition import Condition, Selection
from turnwright.language.fact import FactMeaning
from turnwright.language.ruleset import Ruleset


def facts_that_change(ruleset: Ruleset) -> frozenset[str]:
    """The facts that some clause makes true or ends; the others are as players stated them."""
    return frozenset(name for clause in ruleset.clauses() for name in _changed_by(clause)) | {
        name
        for name, part in ruleset.facts.items()
        if any(it.means and (it.means.within or it.means.whenever) for it in part.clauses)
    }


def _changed_by(clause: Any) -> Iterator[str]:
    """The facts that a clause changes."""
    for word in ("sets", "ends", "counts_as"):
        said = getattr(clause.means, word, None)
        if isinstance(said, str) and isinstance(clause.means, FactMeaning):
            yield said
        elif isinstance(fact := getattr(said, "fact", None), str):
            yield fact


GoesOn = Callable[[str], bool]
"""Whether the step of a name goes on until what is asked about."""


def bar_lasts(clause: Any, changing: Container[str], goes_on: GoesOn) -> bool:
    """Whether a clause that bars somebody does so until the steps that are going on are over."""
    limit = getattr(clause.means, "limit", None)
    if limit is not None:
        return goes_on(limit.per)
    bars, needs, target = (getattr(clause.means, it, None) for it in ("bars", "needs", "target"))
    fit = target.that if isinstance(target, Selection) else None
    said = [(it, holds) for it, holds in ((bars, True), (needs, False), (fit, False)) if it]
    return bool(said) and all(_stays(it, holds, changing, goes_on) for it, holds in said)


def _stays(condition: Condition, holds: bool, changing: Container[str], goes_on: GoesOn) -> bool:
    """Whether a condition that holds, or does not, will stay so: nothing can undo it."""
    parts = condition.all_of or condition.any_of
    if parts:
        return all(_stays(part, holds, changing, goes_on) for part in parts)
    if condition.not_ is not None:
        return _stays(condition.not_, not holds, changing, goes_on)
    if (did := condition.did) is not None:
        plain = did.times is None and not did.last and not did.using
        return holds and plain and goes_on(did.this)
    of_items = bool(condition.carries or condition.using)
    return of_items or (bool(condition.fact) and condition.fact not in changing)
