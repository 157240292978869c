"""Open numbers: how pages and sheets call options (O1), readings (R1) and gaps (G1)."""

from collections.abc import Mapping

from turnwright.language.ruleset import Ruleset
from turnwright.study.settings import Setting

OPTION, READING, GAP = "O", "R", "G"
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


def choice_number(rules: Ruleset, choice: Setting) -> str:
    """Number of the option or reading that a choice is about."""
    numbers = reading_numbers(rules) if choice.alternative else option_numbers(rules)
    return numbers[choice.name]
