"""Open numbers: options are O1, readings R1, gaps G1 and assumed clauses A1 on every page."""

from collections.abc import Collection, Mapping

from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.study.settings import Setting

OPTION, READING, GAP, ASSUMED = "O", "R", "G", "A"
"""What the numbers of each kind begin with."""


def option_numbers(rules: Ruleset) -> Mapping[str, str]:
    """Number of each option, by name."""
    return {name: f"{OPTION}{number}" for number, name in enumerate(rules.options, start=1)}


def reading_numbers(rules: Ruleset) -> Mapping[str, str]:
    """Number of each reading, by name."""
    return {name: f"{READING}{number}" for number, name in enumerate(rules.readings, start=1)}


def gap_numbers(rules: Ruleset) -> tuple[str, ...]:
    """Number of each gap."""
    return tuple(f"{GAP}{number}" for number in range(1, len(rules.gaps) + 1))


def assumed_clauses(rules: Ruleset, idle: Collection[str] = ()) -> Mapping[str, Clause]:
    """Assumed clauses that the round uses, each by its number."""
    clauses = rules.clauses()
    used = (clause for clause in clauses if clause.assumed and clause.full_id not in idle)
    return {f"{ASSUMED}{number}": clause for number, clause in enumerate(used, start=1)}


def choice_number(rules: Ruleset, choice: Setting) -> str:
    """Number of the option or reading that a choice is about."""
    numbers = reading_numbers(rules) if choice.alternative else option_numbers(rules)
    return numbers[choice.name]
