"""Missing names: what a clause names, but only an option or reading declares that is not chosen."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.load.conflicts import RuleConflict
from turnwright.load.formats import is_dice_like
from turnwright.load.problem import quoted
from turnwright.load.references import AMOUNT, names_in, references_of
from turnwright.load.symbols import SymbolTable
from turnwright.load.traversal import walk

_KINDS = {
    "step": "step",
    "step_or_this": "step",
    "step_or_for_now": "step",
    "check": "check",
    "fact": "fact",
    "value": "value",
    "container": "container",
    AMOUNT: "value",
}
"""Kinds of reference that must resolve for a clause to mean anything, as messages call them."""


def missing_names(symbols: SymbolTable, whole: Ruleset) -> Iterator[RuleConflict]:
    """Conflicts of effective rules: clauses that name what these rules do not have.

    `symbols` knows only the names of these rules. What nobody declares at all is a diagnostic
    of its own.
    """
    if not symbols.patches:
        return
    for name, step in whole.steps.items():
        if step.like not in ("", *whole.steps) and (hint := symbols.patch_hint(step.like)):
            message = f"There is no step {quoted(step.like)} for {quoted(name)} to be like."
            yield RuleConflict(message, hint, step.clauses[:1])
    for _, _, part in whole.parts():
        for clause in part.clauses:
            for what, name in _names(clause):
                kind = "value" if what == AMOUNT else what
                if name not in symbols.known(kind) and (hint := symbols.patch_hint(name)):
                    message = f"There is no {_KINDS[what]} {quoted(name)} for {quoted(clause.id)}."
                    yield RuleConflict(message, hint, (clause,))


def _names(clause: Clause) -> Iterator[tuple[str, str]]:
    """Names in a clause, each with its kind of reference."""
    for _, value in walk(clause):
        for field, what in references_of(type(value)).items():
            for _, name, _ in names_in(getattr(value, field), ()) if what in _KINDS else ():
                if name and not is_dice_like(name):
                    yield what, name
