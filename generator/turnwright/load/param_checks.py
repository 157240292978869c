"""Params: conditions that an option takes as arguments."""

from __future__ import annotations

from turnwright.language.condition import Condition
from turnwright.language.ruleset import Option, Ruleset
from turnwright.load.diagnostics import Diagnostics, removed_words
from turnwright.load.problem import did_you_mean, quoted
from turnwright.load.syntax_tree import Loc, node_at
from turnwright.load.traversal import walk


def check_params(diagnostics: Diagnostics, ruleset: Ruleset) -> None:
    """Checks of params: undeclared ones that are used, and declared ones that are unused."""
    for loc, value in walk(ruleset):
        if isinstance(value, Condition) and value.param is not None:
            option = ruleset.options.get(str(loc[1])) if loc[0] == "options" else None
            known = option.params if option else ()
            if option is None:
                message = "Only an option may ask for a `param`."
                diagnostics.note((*loc, "param"), message, key=True)
            elif value.param not in known:
                diagnostics.note(
                    (*loc, "param"),
                    f"The option does not declare {quoted(value.param)}.",
                    did_you_mean(value.param, known) or "Declare it under the option's `params`.",
                )
    for name, option in ruleset.options.items():
        for param in option.params if not _has_unread_parts(diagnostics, name) else ():
            if param not in _params_used(option):
                where: Loc = ("options", name, "params", param)
                diagnostics.note(where, f"The option does not use {quoted(param)}.", key=True)


def _params_used(option: Option) -> set[str]:
    """Params that the conditions of an option use."""
    return {
        value.param for _, value in walk(option) if isinstance(value, Condition) and value.param
    }


def _has_unread_parts(diagnostics: Diagnostics, option: str) -> bool:
    """True when parts of the option were removed as invalid."""
    return any(True for _ in removed_words(node_at(diagnostics.root, ("options", option))))
