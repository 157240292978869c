"""Programs: rulesets that are studied are compiled once, whoever asks."""

from __future__ import annotations

from turnwright.engine.compiler import compile_ruleset
from turnwright.engine.program import Program
from turnwright.language.ruleset import Ruleset

MOST = 128
"""How many programs are kept: those that were asked for last."""

_programs: dict[int, Program] = {}


def program_of(ruleset: Ruleset, like: Ruleset | None = None) -> Program:
    """Program of a ruleset: the one that is there, while this very ruleset was asked for lately.

    What it shares with the ruleset that it is `like` is not compiled anew.
    """
    # A ruleset holds mappings and has no hash; the program keeps it, so its id stays its own.
    program = _programs.pop(id(ruleset), None)
    if program is None:
        program = compile_ruleset(ruleset, program_of(like) if like else None)
    _programs[id(ruleset)] = program
    if len(_programs) > MOST:
        del _programs[next(iter(_programs))]
    return program
