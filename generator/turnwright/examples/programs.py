"""Programs of rulesets, and whatever else is worked out once for a ruleset, whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.program import Program
from turnwright.language.ruleset import Ruleset

MOST = 256
"""How many rulesets are remembered: those that were asked about last."""

T = TypeVar("T")


def once_for_ruleset(function: Callable[[Ruleset], T]) -> Callable[[Ruleset], T]:
    """Memoize a function of a ruleset by the very object: rulesets hold mappings and have no hash.

    A ruleset that is remembered is held, too, so that its id stays its own.
    """
    known: dict[int, tuple[Ruleset, T]] = {}

    @wraps(function)
    def remembered(ruleset: Ruleset) -> T:
        found = known.pop(id(ruleset), None) or (ruleset, function(ruleset))
        known[id(ruleset)] = found
        if len(known) > MOST:
            del known[next(iter(known))]
        return found[1]

    return remembered


_first: dict[Hashable, Program] = {}
"""The program of each system that was compiled first, also of those with the same names."""


@once_for_ruleset
def program_of(ruleset: Ruleset) -> Program:
    """Program of a ruleset."""
    # With an option or reading nearly all of a system is as it was, and not compiled anew; with
    # other names only what its clauses say.
    names = ruleset.ruleset, *ruleset.facts, *ruleset.values
    program = compile_ruleset(ruleset, _first.get(names) or _first.get(ruleset.ruleset))
    _first.setdefault(ruleset.ruleset, program)
    _first.setdefault(names, program)
    while len(_first) > MOST:
        del _first[next(iter(_first))]
    return program
